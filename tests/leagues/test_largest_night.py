"""The largest night there can be: sixty matches, of which one is eight a side and forty-nine are each plays each."""

import datetime as dt
from dataclasses import replace
from itertools import combinations

import pytest

from league.errors import Invalid
from league.models import Appearance, Match, Result
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.results.submit import submit
from league.services.seasons.seasons import change_division
from tests.factories import Town
from tests.leagues.nights import league_of

pytestmark = pytest.mark.django_db

FORMAT = "7E1w 8P1w D1w D1w D1w D1w D1w D1w D1w D1w D1w D1w / 20 1P once"
WON = (GameScore(won="home"),)


@pytest.fixture
def large() -> Town:
    return league_of(FORMAT)


def night(town: Town) -> ResultSheet:
    """Everybody's night: the home side wins every match, and no two play together twice."""
    ours, theirs = ([player.pk for player in town.squads[team]] for team in ("Anchor", "Bell"))
    each = [
        MatchSheet(7 * home + away + 1, "singles", (ours[home],), (theirs[away],), WON)
        for home in range(7)
        for away in range(7)
    ]
    eight = MatchSheet(50, "team", tuple(ours), tuple(theirs), WON)
    pairs = list(combinations(range(8), 2))[:10]
    doubles = [
        MatchSheet(number, "doubles", (ours[a], ours[b]), (theirs[a], theirs[b]), WON)
        for number, (a, b) in enumerate(pairs, start=51)
    ]
    return ResultSheet((*each, eight, *doubles))


def problems_of(town: Town, sheet: ResultSheet, now: dt.datetime) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as refused:
        submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now)
    return [(problem.field, str(problem.message)) for problem in refused.value.problems]


def with_other_players(sheet: ResultSheet, number: int, **said: tuple[int, ...]) -> ResultSheet:
    """The same sheet with other players in one match."""
    return replace(sheet, matches=tuple(replace(one, **said) if one.number == number else one for one in sheet.matches))


def test_it_is_sent_kept_and_read_again(large: Town, now: dt.datetime) -> None:
    sheet = night(large)
    found = submit(large.fixture("Anchor", "Bell"), sheet, by=large.captains["Anchor"], now=now)
    assert (found.home_games, found.away_games, Match.objects.count()) == (60, 0, 60)
    assert Appearance.objects.filter(match__number=50, side="home").order_by("-seat").values_list("seat")[0] == (8,)
    assert sheet_of(Result.objects.get()) == sheet


def test_one_match_more_is_refused(large: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid, match="A fixture has 60 matches at most; these are 61"):
        change_division(
            large.division, {"fixture_format": FORMAT.replace("D1w /", "D1w D1w /")}, by=large.secretary, now=now
        )


def test_nobody_sits_twice_in_one_match(large: Town, now: dt.datetime) -> None:
    sheet = night(large)
    ours = list(sheet.matches[49].home_players)
    ours[7] = ours[0]
    assert problems_of(large, with_other_players(sheet, 50, home_players=tuple(ours)), now) == [
        ("m50-home-8", "Anchor 1 is on the sheet twice: match 50, first home player; match 50, eighth home player."),
    ]  # fmt: skip


def test_the_same_two_are_partners_once(large: Town, now: dt.datetime) -> None:
    sheet = night(large)
    first = sheet.matches[50]
    # The other way round they are the same two.
    again = with_other_players(sheet, 60, home_players=tuple(reversed(first.home_players)))
    assert problems_of(large, again, now) == [
        ("m60-home-2", "Anchor 2 and Anchor 1 are partners twice: match 51; match 60."),
    ]  # fmt: skip
