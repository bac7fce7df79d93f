"""The sheet of an earlier fixture comes in later: the guest's later evenings are judged again."""

import datetime as dt

import pytest

from league.enums import Enforcement, GuestPolicy
from league.models import Fixture, JournalEntry, Result
from league.queries.results.eligibility import taken_with_breaches
from league.services.results import decide, submit
from league.services.results.guests import judge_again
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat


@pytest.fixture
def limited(town: Town) -> Town:
    """Nobody is a guest more than once in the season."""
    season = town.season
    season.guests, season.guest_limit, season.eligibility = GuestPolicy.OTHER_TEAMS, 1, Enforcement.BLOCK
    season.save()
    return town


def submitted(town: Town, home: str, away: str, guest: int, now: dt.datetime) -> Result:
    sheet = with_seat(result_sheet(town, home, away), 2, "home", 1, guest)
    return submit.submit(town.fixture(home, away), sheet, by=town.captains[home], now=now)


def breaches(town: Town, home: str, away: str) -> list[str]:
    live = Result.objects.get(fixture=town.fixture(home, away), live=True)
    return [breach["code"] for breach in live.breaches]


def test_the_later_evening_is_listed_as_a_breach(limited: Town, now: dt.datetime) -> None:
    town, guest = limited, limited.squads["Castle"][5].pk
    submitted(town, "Duke of York", "Anchor", guest, now)
    assert judge_again(now=now) == 0
    submitted(town, "Anchor", "Bell", guest, now)
    assert (breaches(town, "Duke of York", "Anchor"), breaches(town, "Anchor", "Bell")) == ([], [])
    assert judge_again(now=now) == 1
    assert (breaches(town, "Duke of York", "Anchor"), breaches(town, "Anchor", "Bell")) == (["guest-limit"], [])
    assert [str(one.fixture) for one in taken_with_breaches(town.league)] == ["Duke of York v Anchor"]
    assert judge_again(now=now) == 0


def test_it_is_struck_out_where_the_earlier_one_counts_no_more(limited: Town, now: dt.datetime) -> None:
    town, guest = limited, limited.squads["Castle"][5].pk
    submitted(town, "Duke of York", "Anchor", guest, now)
    submitted(town, "Anchor", "Bell", guest, now)
    judge_again(now=now)
    decide.void(town.fixture("Anchor", "Bell"), version=1, reason="Nobody came.", by=town.secretary, now=now)
    assert judge_again(now=now) == 1
    assert breaches(town, "Duke of York", "Anchor") == []
    judged = JournalEntry.objects.filter(kind="guests-judged").order_by("number")
    assert [(entry.by, entry.what, entry.data) for entry in judged] == [
        (None, f"judged Duke of York v Anchor again: {told} beyond the season's limit", data)
        for told, data in (("a guest", {"before": 0, "after": 1}), ("no guest", {"before": 1, "after": 0}))
    ]


@pytest.mark.parametrize("seasons", ["no limit", "a draft"])
def test_a_season_without_a_limit_and_a_draft_are_left_alone(
    limited: Town, now: dt.datetime, seasons: str, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    if seasons == "no limit":
        limited.season.guest_limit = None
    else:
        limited.season.published_at = None
    limited.season.save()
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert judge_again(now=now) == 0
    assert Fixture.objects.exists()
