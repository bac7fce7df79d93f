"""A team leaves: what follows is what the season's policy says, told to those it touches, and nothing is lost."""

import datetime as dt

import pytest

from league.enums import DisputeState, FixtureState, JournalKind, NoticeKind, PostponementState, WithdrawalPolicy
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Dispute, Entry, Fixture, JournalEntry, Notice, Postponement, Result, Season, Team
from league.queries.seasons.withdrawals import consequences_of, return_of
from league.queries.standings.halves import halfway
from league.queries.standings.standings import division_table
from league.services.results import confirm, decide, submit
from league.services.seasons.hiding import hide
from league.services.seasons.withdrawals import return_team, withdraw_team
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
        result = submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        confirm.confirm(fixture, result.version, by=town.captains[away], now=now)
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
        submit.submit(fixture, sheet, by=played.captains["Bell"], now=now + dt.timedelta(days=30))
    with pytest.raises(WrongState, match="cancelled"):
        decide.give_walkover(fixture, to="away", version=0, reason="x", by=played.secretary, now=now)


def test_only_the_secretary_and_only_with_a_reason(town: Town, now: dt.datetime) -> None:
    with pytest.raises(NotAllowed):
        withdraw_team(entry_of(town, "Bell"), reason="x", by=town.captains["Bell"], now=now)
    with pytest.raises(Invalid, match="Say why the team withdraws"):
        withdraw_team(entry_of(town, "Bell"), reason=" ", by=town.secretary, now=now)


# Taken back


@pytest.fixture
def a_week_apart(played: Town, now: dt.datetime) -> Town:
    """The fixtures to come are a week apart, so that each has its evening for itself."""
    for place, fixture in enumerate(played.fixtures[2:]):
        later = now + dt.timedelta(days=7 if place < 2 else 14)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=later, original_starts_at=later)
    return played


def returned(town: Town, team: str, now: dt.datetime) -> Entry:
    return return_team(entry_of(town, team), reason="They stay.", by=town.secretary, now=now)


def test_a_withdrawal_taken_back_leaves_everything_as_it_was(a_week_apart: Town, now: dt.datetime) -> None:
    before, table = states(a_week_apart), points(a_week_apart)
    withdraw(a_week_apart, "Bell", now)
    foretold = return_of(entry_of(a_week_apart, "Bell"), now=now)
    assert points(a_week_apart) != table
    entry = returned(a_week_apart, "Bell", now)
    assert (entry.withdrawn_on, entry.withdrawal_policy) == (None, "")
    assert (states(a_week_apart), points(a_week_apart)) == (before, table)
    assert [(row.team.name, row.row.points) for row in foretold.after.rows] == [
        (row.team.name, row.row.points) for row in division_table(a_week_apart.division).rows
    ]
    assert [str(line.fixture) for line in foretold.results] == ["Anchor v Bell"]
    assert [str(fixture) for fixture in foretold.dated] == ["Bell v Castle", "Bell v Duke of York"]
    assert not Fixture.objects.exclude(withdrawal=None).exists()
    # Phones learn of both.
    assert Fixture.objects.filter(division=a_week_apart.division, sequence=2).count() == 3
    returned(a_week_apart, "Bell", now)
    told = Notice.objects.filter(kind=NoticeKind.FIXTURE_MOVED)
    text = "Bell is back in Division 1: 2 fixtures have their dates again and 1 result counts again."
    assert set(told.values_list("text", flat=True)) == {text}
    assert {notice.recipient for notice in told} == set(a_week_apart.captains.values())
    kinds = JournalEntry.objects.filter(team=a_week_apart.teams["Bell"]).order_by("number").values_list("kind", "why")
    assert list(kinds) == [("team-withdrawn", "Too few players."), ("team-returned", "They stay.")]


def test_a_team_may_withdraw_and_come_back_again(a_week_apart: Town, now: dt.datetime) -> None:
    before = states(a_week_apart)
    for _ in range(2):
        withdraw(a_week_apart, "Bell", now)
        returned(a_week_apart, "Bell", now)
    assert states(a_week_apart) == before
    kinds = list(
        JournalEntry.objects.filter(team=a_week_apart.teams["Bell"]).order_by("number").values_list("kind", "key")
    )
    pk = entry_of(a_week_apart, "Bell").pk
    assert kinds == [
        ("team-withdrawn", f"{pk}"), ("team-returned", f"{pk}"),
        ("team-withdrawn", f"{pk}:2"), ("team-returned", f"{pk}:2"),
    ]  # fmt: skip
    assert Notice.objects.filter(text__contains="has withdrawn").count() == 8


def test_what_has_no_evening_any_more_is_owed_a_date(a_week_apart: Town, now: dt.datetime) -> None:
    withdraw(a_week_apart, "Bell", now)
    later = now + dt.timedelta(days=15)
    foretold = return_of(entry_of(a_week_apart, "Bell"), now=later)
    assert [(str(u.fixture), u.why) for u in foretold.undated] == [
        ("Bell v Castle", "Its evening has passed."),
        ("Bell v Duke of York", "Its evening has passed."),
    ]
    returned(a_week_apart, "Bell", later)
    assert states(a_week_apart)["Bell v Castle"] == FixtureState.POSTPONED
    owed = Postponement.objects.get(fixture=a_week_apart.fixture("Bell", "Castle"))
    assert (owed.state, owed.side) == (PostponementState.OWED, "")
    assert owed.reason == "The team had withdrawn. Its evening has passed."


def test_a_board_that_was_taken_meanwhile_stays_taken(a_week_apart: Town, now: dt.datetime) -> None:
    withdraw(a_week_apart, "Bell", now)
    mine, other = a_week_apart.fixture("Bell", "Castle"), a_week_apart.fixture("Duke of York", "Anchor")
    Fixture.objects.filter(pk=other.pk).update(venue=mine.venue, starts_at=mine.starts_at)
    returned(a_week_apart, "Bell", now)
    assert states(a_week_apart)["Bell v Castle"] == FixtureState.POSTPONED
    assert states(a_week_apart)["Duke of York v Anchor"] == FixtureState.SCHEDULED


def test_a_fixture_without_a_date_comes_back_without_one_as_it_was_put_off(
    a_week_apart: Town, now: dt.datetime
) -> None:
    fixture = a_week_apart.fixture("Bell", "Castle")
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    Postponement.objects.create(
        fixture=fixture, requested_at=now, side="away", state=PostponementState.OWED, reason="Flu."
    )
    withdraw(a_week_apart, "Bell", now)
    returned(a_week_apart, "Bell", now)
    owed = Postponement.objects.get(fixture=fixture, state=PostponementState.OWED)
    assert (owed.side, owed.reason, states(a_week_apart)["Bell v Castle"]) == ("away", "Flu.", "postponed")


def test_two_that_had_withdrawn_meet_again_once_both_are_back(a_week_apart: Town, now: dt.datetime) -> None:
    before = states(a_week_apart)
    withdraw(a_week_apart, "Bell", now)
    withdraw(a_week_apart, "Castle", now)
    returned(a_week_apart, "Bell", now)
    assert states(a_week_apart)["Bell v Castle"] == FixtureState.CANCELLED
    assert states(a_week_apart)["Bell v Duke of York"] == FixtureState.SCHEDULED
    returned(a_week_apart, "Castle", now)
    assert states(a_week_apart) == before


def test_a_waiting_sheet_has_its_whole_time_again_and_a_dispute_is_open_again(
    a_week_apart: Town, now: dt.datetime
) -> None:
    waiting, disputed = a_week_apart.fixture("Bell", "Castle"), a_week_apart.fixture("Bell", "Duke of York")
    start = now - dt.timedelta(hours=2)
    Fixture.objects.filter(pk__in=(waiting.pk, disputed.pk)).update(starts_at=start)
    for fixture, away in ((waiting, "Castle"), (disputed, "Duke of York")):
        submit.submit(fixture, result_sheet(a_week_apart, "Bell", away), by=a_week_apart.captains["Bell"], now=now)
    confirm.dispute(disputed, 1, reason="Game 1.", by=a_week_apart.captains["Duke of York"], now=now)
    withdraw(a_week_apart, "Bell", now)
    assert Dispute.objects.get().state == DisputeState.LAPSED
    later = now + dt.timedelta(days=20)
    returned(a_week_apart, "Bell", later)
    assert Result.objects.get(fixture=waiting, live=True).confirm_by == later + dt.timedelta(hours=56)
    assert Dispute.objects.get().state == DisputeState.OPEN
    withdraw(a_week_apart, "Bell", later)
    assert Dispute.objects.get().state == DisputeState.LAPSED


def test_what_was_cancelled_for_another_reason_stays_cancelled(a_week_apart: Town, now: dt.datetime) -> None:
    fixture = a_week_apart.fixture("Bell", "Castle")
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
    withdraw(a_week_apart, "Bell", now)
    returned(a_week_apart, "Bell", now)
    assert states(a_week_apart)["Bell v Castle"] == FixtureState.CANCELLED


def test_only_the_secretary_takes_a_withdrawal_back_and_not_of_what_is_hidden(
    a_week_apart: Town, now: dt.datetime
) -> None:
    entry = withdraw(a_week_apart, "Bell", now)
    for by in (a_week_apart.captains["Bell"], a_week_apart.referee):
        with pytest.raises(NotAllowed):
            return_team(entry, reason="x", by=by, now=now)
    with pytest.raises(Invalid, match="Say why"):
        return_team(entry, reason=" ", by=a_week_apart.secretary, now=now)
    hide(a_week_apart.season, reason="x", by=factories.user("super@town.example", is_superuser=True), now=now)
    with pytest.raises(WrongState, match="is hidden"):
        returned(a_week_apart, "Bell", now)


def test_a_team_that_is_hidden_is_restored_before_it_comes_back(town: Town, now: dt.datetime) -> None:
    Entry.objects.filter(team=town.teams["Bell"]).update(withdrawn_on=now.date())
    Team.objects.filter(pk=town.teams["Bell"].pk).update(hidden_at=now)
    with pytest.raises(WrongState, match="Bell is hidden"):
        return_team(entry_of(town, "Bell"), reason="They are back.", by=town.secretary, now=now)
    assert entry_of(town, "Bell").withdrawn_on == now.date()


def test_a_fixture_whose_week_was_filled_meanwhile_is_owed_a_date(a_week_apart: Town, now: dt.datetime) -> None:
    withdraw(a_week_apart, "Bell", now)
    mine = a_week_apart.fixture("Bell", "Castle")
    moved = a_week_apart.fixture("Anchor", "Castle")
    Fixture.objects.filter(pk=moved.pk).update(week=mine.week, home=mine.away, away=a_week_apart.teams["Duke of York"])
    foretold = return_of(entry_of(a_week_apart, "Bell"), now=now)
    assert ("Bell v Castle", "Castle v Duke of York is played in that week.") in [
        (str(one.fixture), one.why) for one in foretold.undated
    ]


def test_a_season_without_weeks_has_no_second_half(town: Town) -> None:
    assert halfway(town.season) is not None
    empty = Season.objects.create(league=town.league, name="2027-28", slug="2027-28", first_week=dt.date(2027, 9, 13))
    assert halfway(empty) is None
