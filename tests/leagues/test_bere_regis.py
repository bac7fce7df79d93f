"""Bere Regis: squads of six; three pairs and six singles by the same six, each the best of three, a point a match."""

import datetime as dt

import pytest

from league.errors import Invalid
from league.models import Match
from league.queries.results.sheets import sheet_of
from league.rules.formats import ruleset_of
from league.rules.sheets import AWAY, GameScore, ResultSheet
from league.services.disputes.rulebook import books_of
from league.services.results.confirm import confirm
from league.services.results.decide import abandon, give_walkover
from league.services.results.submit import submit
from league.services.seasons.rulesets import make_ruleset, set_rulesets
from scoring import parse_cards, pegging_points
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table

pytestmark = pytest.mark.django_db

FORMAT = "Db3 Db3 Db3 Sb3 Sb3 Sb3 Sb3 Sb3 Sb3 / 1S 1D"


@pytest.fixture
def bere() -> Town:
    return league_of(FORMAT, players=6, points_per_game=0, points_per_match=1)


def night(town: Town, *first: str) -> ResultSheet:
    """Five matches to home and four to away, with as few games as can be; `first` is how the first one went."""
    home, away = town.squads["Anchor"], town.squads["Bell"]
    pairs = [
        match(n, "doubles", home[2 * n - 2 : 2 * n], away[2 * n - 2 : 2 * n], games(won, 3))
        for n, won in enumerate((first[0] if first else "H90 A110 H120", "A100 A101", "H80 H80"), start=1)
    ]
    singles = [
        match(4 + n, "singles", [home[n]], [away[n]], games(won, 3))
        for n, won in enumerate(("H61 H62", "A63 A64", "H65 H66", "A67 A68", "H69 H70", "A71 A72"))
    ]
    return sheet(*pairs, *singles)


def test_a_match_is_over_when_it_is_won(bere: Town, now: dt.datetime) -> None:
    fixture = bere.fixtures[0]
    sent = submit(fixture, night(bere), by=bere.captains["Anchor"], now=now)
    confirm(fixture, version=sent.version, by=bere.captains["Bell"], now=now)
    # Anchor wins 2–1 and four times 2–0; Bell four times 2–0: 10 games to 9, five matches to four.
    assert table(bere) == {"Anchor": (10, 9, 1, 5), "Bell": (9, 10, 0, 4)}
    assert sheet_of(sent) == night(bere)
    assert set(Match.objects.values_list("ends", "games_most", "games_needed", "finished")) == {("best", 3, 2, True)}


@pytest.mark.parametrize(
    ("first", "field", "told"),
    [
        ("H90 A110", "m1-g3", "Enter game 3; the match goes on until one side has won 2 games."),
        ("H90 H110 A99", "m1-g3", "The match was over at 2–0; leave game 3 empty."),
    ],
)
def test_neither_a_game_too_few_nor_one_too_many(
    bere: Town, now: dt.datetime, first: str, field: str, told: str
) -> None:
    with pytest.raises(Invalid) as refused:
        submit(bere.fixtures[0], night(bere, first), by=bere.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [(field, told)]


def test_a_walkover_is_nine_matches_of_two_games(bere: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(bere.fixtures[0], to="away", version=0, reason="Nobody came.", by=bere.secretary, now=later)
    assert table(bere) == {"Anchor": (0, 18, 0, 0), "Bell": (18, 0, 1, 9)}


def test_a_side_that_is_short_loses_the_games_that_win_the_match(bere: Town, now: dt.datetime) -> None:
    whole = night(bere)
    awarded = (GameScore(awarded=AWAY), GameScore(awarded=AWAY), GameScore())
    last = match(9, "singles", [], bere.squads["Bell"][5:6], awarded)
    last = type(last)(9, "singles", (None,), last.away_players, awarded)
    sent = submit(bere.fixtures[0], sheet(*whole.matches[:8], last), by=bere.captains["Anchor"], now=now)
    assert (sent.home_games, sent.away_games, sent.away_awarded) == (10, 9, 2)


def test_of_a_night_that_was_broken_off_the_finished_matches_count(bere: Town, now: dt.datetime) -> None:
    whole = night(bere)
    later = now + dt.timedelta(days=1)
    blank = (GameScore(),) * 3
    cut = sheet(
        *whole.matches[:3],
        *(type(one)(one.number, one.kind, one.home_players, one.away_players, blank) for one in whole.matches[3:]),
    )
    result = abandon(bere.fixtures[0], cut, version=0, reason="The power failed.", by=bere.secretary, now=later)
    assert (result.home_games, result.away_games, result.finished) == (4, 3, False)
    assert table(bere)["Anchor"] == (4, 3, 0, 2)
    rest = abandon(bere.fixtures[0], cut, rest="away", version=1, reason="Home had left.", by=bere.secretary, now=later)
    assert (rest.home_games, rest.away_games, rest.finished) == (4, 15, True)


def test_five_cards_two_from_the_pack_and_runs_upwards_only(bere: Town, now: dt.datetime) -> None:
    said = {"dealt": 5, "laid_away": 1, "pack_to_crib": 2, "runs_upwards": True}
    own = make_ruleset(bere.league, "Bere Regis", said, by=bere.secretary, now=now)
    word = f"{own.name}:{own.version}"
    division = set_rulesets(
        bere.division, {"singles": word, "doubles": word}, reason="The meeting.", by=bere.secretary, now=now
    )
    rules = ruleset_of(division, "singles")
    assert rules.hand_size == 4
    assert pegging_points(parse_cards("4C 6D 5H"), rules) == 2  # the fifteen, and no run of three
    book = [str(rule) for one in books_of(division.season) for chapter in one.sections for rule in chapter.rules]
    assert any("two cards from the pack are the crib" in rule for rule in book)
    assert any("laid in another order they are no run" in rule for rule in book)
