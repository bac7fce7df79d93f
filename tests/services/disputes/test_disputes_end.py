"""How a dispute ends without a ruling: taken back by the last who had one, accepted, or with its fixture."""

import datetime as dt

import pytest

from league.enums import DisputeState, JournalKind, NoticeKind, ResultState, Settlement, WithdrawalPolicy
from league.errors import WrongState
from league.models import Dispute, Entry, Fixture, JournalEntry, Notice, Result, User
from league.queries.disputes.consequences import as_ruled, consequences
from league.queries.results.sheets import sheet_of
from league.services.dates.override import Override, cancel
from league.services.disputes.dispute import take_dispute, withdraw_dispute
from league.services.results import confirm, handover
from league.services.seasons.withdrawals import withdraw_team
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases


def notices_of(kind: NoticeKind) -> set[User]:
    return {notice.recipient for notice in Notice.objects.filter(kind=kind)}


def live() -> Result:
    return Result.objects.select_related("fixture").get(live=True)


def test_where_the_sheet_s_own_side_takes_the_last_one_back_the_sheet_waits_again(town: Town, now: dt.datetime) -> None:
    first = cases.waiting_sheet(town, now)
    token = handover.token_for(first, town.captains["Bell"])
    theirs, ours = cases.of_a_game(town, now), cases.of_a_game(town, now, side="Anchor", match=2)
    later = now + dt.timedelta(hours=30)
    withdraw_dispute(theirs, by=town.captains["Bell"], now=later)
    assert live().state == ResultState.DISPUTED
    Notice.objects.all().delete()
    withdraw_dispute(ours, by=town.captains["Anchor"], now=later)
    again = live()
    assert (again.version, again.state, again.side) == (2, ResultState.SUBMITTED, "home")
    assert again.confirm_by == now + dt.timedelta(hours=80)  # 48 hours to Friday 6 pm, and on to 8 pm
    assert sheet_of(again) == sheet_of(first)
    assert notices_of(NoticeKind.RESULT_TO_CONFIRM) == {town.captains["Bell"]}
    assert Notice.objects.get(kind=NoticeKind.RESULT_TO_CONFIRM).key == f"{again.fixture_id}:2"
    settled = Notice.objects.filter(kind=NoticeKind.DISPUTE_SETTLED).first()
    assert settled is not None
    assert settled.text.endswith("6–3 awaits the other side’s answer again.")
    old = handover.follow(town.league, token, now=later)
    assert old is not None
    assert "superseded" in old.refused
    confirm.confirm(again.fixture, 2, by=town.captains["Bell"], now=later)
    assert live().settlement == Settlement.OTHER_SIDE


def test_what_a_referee_has_ruled_meanwhile_counts_when_the_own_side_takes_its_dispute_back(
    town: Town, now: dt.datetime
) -> None:
    cases.waiting_sheet(town, now)
    theirs, ours = cases.of_a_game(town, now), cases.of_a_game(town, now, side="Anchor", match=2)
    cases.ruled(theirs, town, now, outcome="score", home_score=100, away_score=121)
    withdraw_dispute(ours, by=town.captains["Anchor"], now=now)
    found = live()
    assert (found.state, found.settlement, found.settled_by) == (
        ResultState.CONFIRMED, Settlement.RULING, town.referee,
    )  # fmt: skip
    assert (found.home_games, Result.objects.filter(live=True).count()) == (5, 1)


def test_accepting_the_other_sheet_is_told_to_the_secretary_and_to_the_referee_who_had_it(
    town: Town, now: dt.datetime
) -> None:
    opened = take_dispute(cases.of_a_waiting_sheet(town, now), by=town.referee, now=now)
    Notice.objects.all().delete()
    confirm.accept_counter(opened.fixture, by=town.captains["Anchor"], now=now)
    assert notices_of(NoticeKind.DISPUTE_SETTLED) == {town.captains["Bell"], town.secretary, town.referee}


def lapsed(town: Town) -> None:
    """Its dispute is closed, journalled and told; nobody rules on it any more."""
    opened = Dispute.objects.get()
    assert opened.state == DisputeState.LAPSED
    entry = JournalEntry.objects.get(kind=JournalKind.DISPUTE_SETTLED)
    assert (entry.what, entry.by) == (
        "closed the dispute about game 1 of match 1 of Anchor v Bell: it is cancelled", town.secretary,
    )  # fmt: skip
    assert notices_of(NoticeKind.DISPUTE_SETTLED) == {town.captains["Anchor"], town.captains["Bell"], town.referee}


def test_a_dispute_ends_when_a_team_withdraws_and_its_results_are_void(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = take_dispute(cases.of_a_game(town, now), by=town.referee, now=now)
    town.season.withdrawal_policy = WithdrawalPolicy.VOID
    town.season.save()
    entry = Entry.objects.select_related("season__league", "division__season", "team").get(team=town.teams["Bell"])
    withdraw_team(entry, reason="Too few players.", by=town.secretary, now=now)
    lapsed(town)
    with pytest.raises(WrongState, match="closed: the fixture is cancelled"):
        cases.ruled(opened, town, now, outcome="stands")


def test_a_dispute_of_a_fixture_that_stays_stays_open_when_a_team_withdraws(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    town.season.withdrawal_policy = WithdrawalPolicy.STAND
    town.season.save()
    entry = Entry.objects.select_related("season__league", "division__season", "team").get(team=town.teams["Bell"])
    withdraw_team(entry, reason="Too few players.", by=town.secretary, now=now)
    opened.refresh_from_db()
    assert opened.state == DisputeState.OPEN


def test_a_dispute_about_a_call_ends_when_the_secretary_cancels_the_fixture(town: Town, now: dt.datetime) -> None:
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(starts_at=now - dt.timedelta(hours=16))
    opened = take_dispute(cases.of_a_call(town, now), by=town.referee, now=now)
    cancel(opened.fixture, Override("The pub is flooded.", 0, town.secretary, now))
    opened.refresh_from_db()
    assert opened.state == DisputeState.LAPSED
    assert town.referee in notices_of(NoticeKind.DISPUTE_SETTLED)


def test_nothing_counts_in_the_preview_of_a_cancelled_fixture(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    Fixture.objects.update(state="cancelled")
    fixture = town.fixture("Anchor", "Bell")
    other = factories.result_sheet(town, "Anchor", "Bell", first=factories.GameScore(3, 121))
    seen = consequences(fixture, live(), as_ruled(fixture, other, counts=True))
    assert (seen.counts_before, seen.counts_after, seen.places, seen.points_after) == (False, False, (), (0, 0))
