"""A team leaves: what follows is what the season's policy says, told to those it touches, and nothing is lost."""

import datetime as dt

import pytest

from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, WithdrawalPolicy
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Entry, Fixture, JournalEntry, Notice, Postponement, Result
from league.queries.standings import division_table
from league.queries.withdrawals import consequences_of, halfway
from league.services import decisions, results
from league.services.withdrawals import withdraw_team
from tests import factories
from tests.factories import Town, result_sheet


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Town:
    """Anchor has played Bell and Castle has played the Duke; both are confirmed. The other four are to come."""
    for fixture in town.fixtures[2:]:
        later = now + dt.timedelta(days=7)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=later, original_starts_at=later)
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        fixture = town.fixture(home, away)
        result = results.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        results.confirm(fixture, result.version, by=town.captains[away], now=now)
    Notice.objects.all().delete()
    return town


def entry_of(town: Town, team: str) -> Entry:
    found = Entry.objects.select_related("season__league", "division__season", "team")
    return found.get(season=town.season, team=town.teams[team])


def withdraw(town: Town, team: str, now: dt.datetime, policy: WithdrawalPolicy = WithdrawalPolicy.VOID) -> Entry:
    town.season.withdrawal_policy = policy
    town.season.save()
    return withdraw_team(entry_of(town, team), reason="Too few players.", by=town.secretary, now=now)


def states(town: Town) -> dict[str, str]:
    return {str(f): f.state for f in Fixture.objects.filter(division=town.division).select_related("home", "away")}


def points(town: Town) -> dict[str, tuple[int, int]]:
    rows = division_table(town.division).rows
    return {row.team.name: (row.row.played, int(row.row.points)) for row in rows}


def test_void_takes_every_result_of_it_out_of_the_table_and_leaves_it_to_be_read(
    played: Town, now: dt.datetime
) -> None:
    assert points(played) == {"Anchor": (1, 6), "Castle": (1, 6), "Bell": (1, 3), "Duke of York": (1, 3)}
    withdraw(played, "Bell", now)
    assert states(played) == {
        "Anchor v Bell": "cancelled",
        "Castle v Duke of York": "scheduled",
        "Bell v Castle": "cancelled",
        "Duke of York v Anchor": "scheduled",
        "Anchor v Castle": "scheduled",
        "Bell v Duke of York": "cancelled",
    }
    assert points(played) == {"Castle": (1, 6), "Duke of York": (1, 3), "Anchor": (0, 0)}
    table = division_table(played.division)
    assert (table.remaining, [entry.team.name for entry in table.withdrawn]) == (2, ["Bell"])
    assert Result.objects.get(fixture=played.fixture("Anchor", "Bell"), live=True).home_games == 6


def test_each_cancelled_fixture_tells_the_calendars(played: Town, now: dt.datetime) -> None:
    withdraw(played, "Bell", now)
    changed = Fixture.objects.filter(division=played.division, sequence=1)
    assert {str(f) for f in changed} == {"Anchor v Bell", "Bell v Castle", "Bell v Duke of York"}
    assert set(changed.values_list("changed_at", flat=True)) == {now}


def test_what_was_played_stands_where_the_league_wants_it(played: Town, now: dt.datetime) -> None:
    withdraw(played, "Bell", now, WithdrawalPolicy.STAND)
    assert points(played) == {"Anchor": (1, 6), "Castle": (1, 6), "Bell": (1, 3), "Duke of York": (1, 3)}
    cancelled = {name for name, state in states(played).items() if state == FixtureState.CANCELLED}
    assert cancelled == {"Bell v Castle", "Bell v Duke of York"}


def test_void_before_half_way_looks_at_the_calendar(played: Town, now: dt.datetime) -> None:
    # Weeks 1, 2 and 4 of one round: the second half begins with week 4, on 5 October.
    assert halfway(played.season) == dt.date(2026, 10, 5)
    early = dt.datetime(2026, 10, 4, 12, tzinfo=dt.UTC)
    late = dt.datetime(2026, 10, 5, 12, tzinfo=dt.UTC)
    played.season.withdrawal_policy = WithdrawalPolicy.VOID_BEFORE_HALF
    played.season.save()
    entry = entry_of(played, "Bell")
    assert [str(line.fixture) for line in consequences_of(entry, now=early).void] == ["Anchor v Bell"]
    assert [str(line.fixture) for line in consequences_of(entry, now=late).void] == []
    assert [str(line.fixture) for line in consequences_of(entry, now=late).stand] == ["Anchor v Bell"]


def test_of_two_rounds_the_second_is_the_second_half(town: Town) -> None:
    factories.full_division(town, 4, rounds=2)
    season = town.league.seasons.get(name="Full")
    assert halfway(season) == dt.date(2026, 10, 12)


def test_what_would_follow_is_told_before_and_is_what_follows(played: Town, now: dt.datetime) -> None:
    found = consequences_of(entry_of(played, "Bell"), now=now)
    assert [str(fixture) for fixture in found.cancelled] == ["Bell v Castle", "Bell v Duke of York"]
    foretold = [(row.team.name, row.row.points) for row in found.after.rows]
    assert [row.team.name for row in found.before.rows] == ["Anchor", "Castle", "Bell", "Duke of York"]
    assert states(played)["Anchor v Bell"] == "scheduled"
    withdraw(played, "Bell", now)
    assert [(row.team.name, row.row.points) for row in division_table(played.division).rows] == foretold


def test_it_is_told_once_to_the_captains_of_the_division_and_to_the_journal(played: Town, now: dt.datetime) -> None:
    first = withdraw(played, "Bell", now)
    assert withdraw(played, "Bell", now + dt.timedelta(days=1)).withdrawn_on == first.withdrawn_on == now.date()
    told = Notice.objects.filter(kind=NoticeKind.FIXTURE_CANCELLED)
    assert {notice.recipient for notice in told} == set(played.captains.values())
    text = "Bell has withdrawn from Division 1: 2 fixtures are cancelled and 1 result is void."
    assert set(told.values_list("text", flat=True)) == {text}
    entry = JournalEntry.objects.get(kind=JournalKind.TEAM_WITHDRAWN)
    assert (entry.by, entry.why) == (played.secretary, "Too few players.")
    assert entry.data["void"] == [played.fixture("Anchor", "Bell").pk]


def test_what_is_open_about_its_fixtures_is_closed(played: Town, now: dt.datetime) -> None:
    fixture = played.fixture("Bell", "Castle")
    asked = Postponement.objects.create(fixture=fixture, requested_at=now, side="home", awaiting="away")
    withdraw(played, "Bell", now)
    asked.refresh_from_db()
    assert (asked.state, asked.awaiting, asked.why) == (PostponementState.LAPSED, "", "Bell has withdrawn.")


def test_no_result_of_a_cancelled_fixture_is_taken(played: Town, now: dt.datetime) -> None:
    withdraw(played, "Bell", now)
    fixture = played.fixture("Bell", "Castle")
    sheet = result_sheet(played, "Bell", "Castle")
    with pytest.raises(WrongState, match="cancelled"):
        results.submit(fixture, sheet, by=played.captains["Bell"], now=now + dt.timedelta(days=30))
    with pytest.raises(WrongState, match="cancelled"):
        decisions.give_walkover(fixture, to="away", version=0, reason="x", by=played.secretary, now=now)


def test_only_the_secretary_and_only_with_a_reason(town: Town, now: dt.datetime) -> None:
    with pytest.raises(NotAllowed):
        withdraw_team(entry_of(town, "Bell"), reason="x", by=town.captains["Bell"], now=now)
    with pytest.raises(Invalid, match="Say why the team withdraws"):
        withdraw_team(entry_of(town, "Bell"), reason=" ", by=town.secretary, now=now)
