"""Results that are loaded with names that nobody is registered by, where no player need be."""

import datetime as dt

import pytest

from league.enums import Registering
from league.models import Appearance, Division, League, Player, Result, Season
from league.queries.results.sheets import sheet_of
from league.services.portability.imports import format_problem
from tests.services.small_league import GOOD, load, problems_in


@pytest.fixture
def league(db: None, now: dt.datetime) -> League:
    """A league without results in which nobody need be registered."""
    made = League.objects.create(name="Town", slug="town")
    load(made, {name: text for name, text in GOOD.items() if name != "results.csv"}, now)
    Season.objects.update(registration=Registering.OPEN)
    return made


def results(*changes: tuple[str, str]) -> dict[str, str]:
    text = GOOD["results.csv"]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return {"results.csv": text}


def test_a_new_name_is_a_new_player_and_is_counted(league: League, now: dt.datetime) -> None:
    report = load(league, results(("Anchor 3", "Ida Moss")), now)
    assert (report.created["players"], report.warnings) == (1, ())
    seat = Appearance.objects.get(player__name="Ida Moss")
    assert (seat.side, seat.guest, seat.player.registrations.count()) == ("home", False, 0)


def test_loaded_again_it_is_the_same_player(league: League, now: dt.datetime) -> None:
    files = results(("Anchor 3", "Ida Moss"))
    load(league, files, now)
    again = load(league, files, now)
    assert ("players" in again.created, again.unchanged["results"]) == (False, 2)
    assert Player.objects.filter(name="Ida Moss").count() == 1


def test_a_name_of_the_team_is_that_player_however_it_is_written(league: League, now: dt.datetime) -> None:
    before = Player.objects.count()
    load(league, results(("Anchor 3", "ANCHOR  3")), now)
    assert Player.objects.count() == before


def test_one_name_written_in_two_ways_is_one_player_and_never_their_own_partner(
    league: League, now: dt.datetime
) -> None:
    problems = problems_in(league, results(("Anchor 1 / Anchor 2", "Ida Moss / IDA MOSS")), now)
    assert any("Ida Moss is on this sheet twice" in problem for problem in problems)


def test_a_dummy_is_nobody_and_no_new_player(league: League, now: dt.datetime) -> None:
    Division.objects.update(fixture_format="D S / short-dummy")
    before = Player.objects.count()
    files = results(("Anchor 1 / Anchor 2", "Dummy / Anchor 1"))
    report = load(league, files, now)
    assert (report.created["results"], "players" in report.created, report.warnings) == (2, False, ())
    assert Player.objects.count() == before
    assert sheet_of(Result.objects.get(fixture__home__name="Anchor")).matches[0].dummies == (("home", 1),)
    assert load(league, files, now).unchanged["results"] == 2


def test_a_new_name_like_another_is_warned_of(league: League, now: dt.datetime) -> None:
    Player.objects.filter(name="Anchor 4").update(name="Ida Moss")
    report = load(league, results(("Anchor 3", "Ida Mos")), now)
    [warning] = report.warnings
    assert format_problem(warning) == (
        "results.csv:5, home players: Ida Mos is a new player, and very like Ida Moss; "
        "if they are one person, merge them"
    )


def test_a_name_of_another_team_is_a_problem_still(league: League, now: dt.datetime) -> None:
    problems = problems_in(league, results(("Anchor 3", "Duke 4")), now)
    assert "not registered for Anchor: Duke 4 (plays for Duke)" in problems[0]


@pytest.mark.parametrize("name", ["1234", "…"])
def test_what_is_no_name_makes_nobody(league: League, now: dt.datetime, name: str) -> None:
    assert f"{name} (not known in this league)" in problems_in(league, results(("Anchor 3", name)), now)[0]
