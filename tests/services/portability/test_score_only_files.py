"""Scores alone in results.csv: loaded, completed and written again."""

import datetime as dt

import pytest

from league.enums import Detail, Settlement
from league.models import Fixture, League, Result, Season
from league.queries.portability import RESULTS, results_sheet
from league.queries.results.sheets import sheet_of
from league.rules.sheets import ResultSheet, ScoreOnly
from tests.services.small_league import GOOD, HEAD, games, load, problems_in

pytestmark = pytest.mark.django_db

ALONE = "One,2026-09-15,Anchor,Bell,,,,,,5-1,\n"


@pytest.fixture
def league() -> League:
    return League.objects.create(name="Other League", slug="other")


def test_a_line_with_only_a_score_is_a_score_alone(league: League, now: dt.datetime) -> None:
    load(league, {**GOOD, "results.csv": HEAD + ALONE}, now)
    result = Result.objects.get()
    assert (result.detail, result.settlement) == (Detail.SCORE, Settlement.IMPORTED)
    assert sheet_of(result) == ResultSheet((), score=ScoreOnly(5, 1))
    row = results_sheet(Season.objects.get(), lambda player: player.name).rows[0]
    assert dict(zip(RESULTS, row, strict=True))["score"] == "5-1"


def test_a_score_alone_that_cannot_be_is_told_at_its_line(league: League, now: dt.datetime) -> None:
    wrong = HEAD + ALONE.replace("5-1", "6-2") + ALONE.replace("Anchor,Bell", "Castle,Duke").replace("5-1", "home")
    told = problems_in(league, {**GOOD, "results.csv": wrong}, now)
    assert told == [
        'results.csv:2, score: "6-2": 6–2 makes 8 games; 6 are played here. It can be 6–0, 4–2.',
        'results.csv:3, score: "home": write the games of both sides, like 9-6',
    ]


def test_a_score_alone_has_one_line(league: League, now: dt.datetime) -> None:
    told = problems_in(league, {**GOOD, "results.csv": HEAD + ALONE + ALONE}, now)
    assert told == ["results.csv:3, score: this fixture has a line already, 2"]


def test_a_file_with_the_card_completes_a_score_and_never_the_other_way(league: League, now: dt.datetime) -> None:
    load(league, {**GOOD, "results.csv": HEAD + ALONE}, now)
    load(league, {**GOOD, "results.csv": HEAD + games("Anchor", "Bell", "2026-09-15")}, now)
    states = [(one.version, one.detail, one.settlement, one.live) for one in Result.objects.order_by("version")]
    assert states == [
        (1, Detail.SCORE, Settlement.IMPORTED, False),
        (2, Detail.CARD, Settlement.CARD, True),
    ]
    load(league, {**GOOD, "results.csv": HEAD + ALONE}, now)
    assert Result.objects.count() == 2


def test_a_season_of_whole_cards_takes_no_score_alone(league: League, now: dt.datetime) -> None:
    load(league, {**GOOD, "results.csv": HEAD}, now)
    Season.objects.update(score_only=False)
    told = problems_in(league, {**GOOD, "results.csv": HEAD + ALONE}, now)
    assert told == ["results.csv:2, score: This season’s results are sent as whole cards."]
    assert Fixture.objects.exists()
