"""A captain opens a dispute in time; a neutral referee takes it or is given it; it can be taken back."""

import datetime as dt
from typing import Any

import pytest

from league import access
from league.enums import (
    DisputeState,
    DisputeSubject,
    FixtureState,
    JournalKind,
    NoticeKind,
    ResultState,
    RoleKind,
    Settlement,
)
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Appearance, Call, Dispute, Fixture, JournalEntry, Notice, Player, Registration, Result, User
from league.queries.disputes.disputes import docket_of, judges_of
from league.services.calls import rule
from league.services.disputes import dispute
from league.services.fixtures import close_dispute
from league.services.results import confirm
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases

THEN = "played in it or was registered for a side that day"


def test_a_game_of_a_counting_sheet_is_disputed_and_the_sheet_goes_on_counting(town: Town, now: dt.datetime) -> None:
    live = cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    assert (opened.subject, opened.match_number, opened.game_number, opened.side) == (DisputeSubject.GAME, 1, 1, "away")
    assert opened.result == live
    assert Result.objects.get(live=True).state == ResultState.CONFIRMED
    entry = JournalEntry.objects.get(kind=JournalKind.DISPUTE_OPENED)
    assert (entry.what, entry.why) == ("disputed game 1 of match 1 of Anchor v Bell", "We won it.")
    told = Notice.objects.filter(kind=NoticeKind.DISPUTE_OPENED)
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], town.secretary}
    assert {notice.text for notice in told} == {"Anchor v Bell: Bell disputes game 1 of match 1."}


def test_a_game_of_a_waiting_sheet_holds_the_whole_sheet(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    cases.of_a_game(town, now)
    assert Result.objects.get().state == ResultState.DISPUTED
    with pytest.raises(WrongState, match="disputed already"):
        confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)


def test_nobody_disputes_their_own_waiting_sheet(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    with pytest.raises(WrongState, match="your own side's sheet"):
        cases.of_a_game(town, now, side="Anchor")


def test_a_waiting_sheet_is_disputed_where_it_is_confirmed(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    with pytest.raises(WrongState, match="awaiting your answer"):
        cases.of_a_counting_sheet(town, now)


def test_a_sheet_that_the_deadline_confirmed_is_disputed_and_counts_until_ruled(town: Town, now: dt.datetime) -> None:
    live = cases.counting(town, now)
    Result.objects.filter(pk=live.pk).update(settlement=Settlement.DEADLINE, settled_by=None)
    opened = cases.of_a_counting_sheet(town, now)
    assert (opened.subject, opened.match_number, opened.result) == (DisputeSubject.SHEET, None, live)
    assert Result.objects.get(live=True).state == ResultState.CONFIRMED


def test_a_call_is_kept_as_the_captain_saw_it_and_not_ruled_on(town: Town, now: dt.datetime) -> None:
    player = town.squads["Anchor"][2]
    soon = town.fixture("Anchor", "Bell").starts_at + dt.timedelta(days=1)
    opened = cases.of_a_call(town, soon, counter_player_id=player.pk)
    call = Call.objects.get()
    assert (opened.call, opened.match_number, opened.game_number, opened.result) == (call, 2, 1, None)
    assert (call.cards, call.starter, call.declared, call.claimed) == ("AC 7D 8H 3S", "7C", 6, 8)
    assert (call.counter_player, call.recorded_by) == (player, town.captains["Bell"])
    assert not hasattr(call, "ruling")


def test_everything_wrong_with_a_disputed_call_is_told_at_once(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    stranger = town.squads["Castle"][0]
    with pytest.raises(Invalid) as refused:
        dispute.open_dispute(
            town.fixture("Anchor", "Bell"),
            subject=DisputeSubject.CALL,
            reason=" ",
            call={**cases.CALLED, "game_number": 4, "cards": "AC 7D", "counter_player_id": stranger.pk},  # type: ignore[typeddict-item]
            by=town.captains["Bell"],
            now=now,
        )
    assert {p.field for p in refused.value.problems} == {"reason", "game_number", "cards", "counter_player_id"}
    assert not Call.objects.exists()


@pytest.mark.parametrize(("days", "taken"), [(5, True), (6, False)])
def test_a_dispute_is_taken_within_the_league_s_days(town: Town, now: dt.datetime, days: int, taken: bool) -> None:
    cases.counting(town, now)
    later = now + dt.timedelta(days=days, hours=8)
    if taken:
        cases.of_a_game(town, later)
        return
    with pytest.raises(WrongState) as late:
        cases.of_a_game(town, later)
    assert late.value.message == (
        "It is too late: this league takes disputes for 5 days, in this fixture until Sunday 8 November 2026, 8 pm."
    )


def test_the_days_count_from_the_start_where_there_is_no_sheet(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    with pytest.raises(WrongState, match="until Sunday 20 September 2026, 8 pm"):
        cases.of_a_call(town, now)
    cases.of_a_call(town, fixture.starts_at + dt.timedelta(days=5))


@pytest.mark.parametrize("who", ["Castle", "referee", "secretary"])
def test_only_the_two_captains_open_one(town: Town, now: dt.datetime, who: str) -> None:
    cases.counting(town, now)
    person = town.captains.get(who) or getattr(town, who)
    with pytest.raises(NotAllowed):
        dispute.open_dispute(
            town.fixture("Anchor", "Bell"), subject=DisputeSubject.SHEET, reason="No.", by=person, now=now
        )


def test_a_game_that_the_sheet_has_not_and_one_disputed_already_are_refused(town: Town, now: dt.datetime) -> None:
    with pytest.raises(WrongState, match="No sheet has been entered"):
        cases.of_a_game(town, town.fixture("Anchor", "Bell").starts_at + dt.timedelta(days=1))
    cases.counting(town, now)
    with pytest.raises(WrongState, match="has no match 1, game 4"):
        cases.of_a_game(town, now, game=4)
    cases.of_a_game(town, now)
    with pytest.raises(WrongState, match="disputed already"):
        cases.of_a_game(town, now, side="Anchor")
    cases.of_a_game(town, now, game=2)


def test_what_was_ruled_on_is_appealed_and_not_disputed_again(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    cases.ruled(cases.of_a_game(town, now), town, now, outcome="stands")
    with pytest.raises(WrongState, match="one appeal"):
        cases.of_a_game(town, now)


def test_taking_back_a_dispute_of_a_waiting_sheet_confirms_it(town: Town, now: dt.datetime) -> None:
    opened = cases.of_a_waiting_sheet(town, now)
    dispute.withdraw_dispute(opened, by=town.captains["Bell"], now=now)
    assert Dispute.objects.get().state == DisputeState.WITHDRAWN
    states = {r.version: (r.state, r.settlement) for r in Result.objects.all()}
    assert states == {1: (ResultState.CONFIRMED, Settlement.OTHER_SIDE), 2: (ResultState.SUPERSEDED, "")}
    with pytest.raises(WrongState, match="withdrawn already"):
        dispute.withdraw_dispute(opened, by=town.captains["Bell"], now=now)


def test_of_two_disputed_games_one_taken_back_leaves_the_sheet_disputed(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    first = cases.of_a_game(town, now)
    cases.of_a_game(town, now, game=2)
    dispute.withdraw_dispute(first, by=town.captains["Bell"], now=now)
    assert Result.objects.get().state == ResultState.DISPUTED


def test_only_the_side_that_opened_it_takes_it_back(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    for person in (town.captains["Anchor"], town.referee, town.secretary):
        with pytest.raises(NotAllowed):
            dispute.withdraw_dispute(opened, by=person, now=now)


def test_a_neutral_referee_takes_it_and_another_cannot(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened, second = cases.of_a_game(town, now), cases.second_referee(town)
    stale = Dispute.objects.get(pk=opened.pk)
    taken = dispute.take_dispute(opened, by=town.referee, now=now)
    assert taken.assigned_to == town.referee
    with pytest.raises(WrongState, match="Somebody else has taken"):
        dispute.take_dispute(stale, by=second, now=now)
    with pytest.raises(NotAllowed):
        dispute.take_dispute(taken, by=second, now=now)
    dispute.take_dispute(taken, by=town.referee, now=now)
    assert JournalEntry.objects.filter(kind=JournalKind.DISPUTE_ASSIGNED).count() == 1


def not_neutral(town: Town, why: str, now: dt.datetime) -> Any:
    """A referee who may not rule on Anchor v Bell, and how the page says so."""
    person = cases.second_referee(town)
    if why == "belongs to Anchor":
        player = Player.objects.create(league=town.league, name="Whistling Anchor", user=person)
        anchor = town.teams["Anchor"]
        Registration.objects.create(season=town.season, team=anchor, player=player, starts_on=factories.FIRST_WEEK)
    elif why == THEN:
        guest = Player.objects.create(league=town.league, name="A guest", user=person)
        Appearance.objects.filter(side="away", match__number=3).update(player=guest, guest=True)
    elif why == "opened the dispute":
        Dispute.objects.update(opened_by=person)
    elif why == "ruled in this game before":
        called: Any = {**cases.CALLED, "match_number": 1, "claimed": None}
        rule.rule(town.fixture("Anchor", "Bell"), **called, by=person, now=now)
    else:
        guest = Player.objects.create(league=town.league, name="A guest", user=person)
        Call.objects.update(counter_player=guest)
    return person


@pytest.mark.parametrize("why", ["belongs to Anchor", THEN, "opened the dispute", "ruled in this game before"])
def test_a_referee_who_is_not_neutral_neither_takes_it_nor_is_given_it(town: Town, now: dt.datetime, why: str) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    person = not_neutral(town, why, now)
    opened.refresh_from_db()
    assert [(judge.user, judge.why_not) for judge in judges_of(opened, now=now)] == [(town.referee, ""), (person, why)]
    with pytest.raises(NotAllowed):
        dispute.take_dispute(opened, by=person, now=now)
    with pytest.raises(Invalid, match=why):
        dispute.assign_dispute(opened, person, by=town.secretary, now=now)


def test_a_player_of_the_call_does_not_judge_it(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_call(town, now)
    person = not_neutral(town, "is a party to it", now)
    opened = Dispute.objects.get(pk=opened.pk)
    assert judges_of(opened, now=now)[1].why_not == "is a party to it"
    with pytest.raises(NotAllowed):
        dispute.take_dispute(opened, by=person, now=now)


def test_the_secretary_gives_it_to_a_referee_who_is_told(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    dispute.assign_dispute(opened, town.referee, by=town.secretary, now=now)
    notice = Notice.objects.get(kind=NoticeKind.DISPUTE_ASSIGNED)
    assert (notice.recipient, notice.key.split(":")[0]) == (town.referee, str(opened.pk))
    with pytest.raises(Invalid, match="Choose a referee"):
        dispute.assign_dispute(opened, town.captains["Castle"], by=town.secretary, now=now)
    with pytest.raises(NotAllowed):
        dispute.assign_dispute(opened, town.referee, by=town.referee, now=now)
    second = cases.second_referee(town)
    dispute.assign_dispute(opened, second, by=town.secretary, now=now + dt.timedelta(minutes=1))
    assert Dispute.objects.get().assigned_to == second


def test_a_referee_of_another_league_is_none_here(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    abroad = factories.town("Abroad League", "abroad")
    with pytest.raises(NotAllowed):
        dispute.take_dispute(opened, by=abroad.referee, now=now)
    with pytest.raises(Invalid):
        dispute.assign_dispute(opened, abroad.referee, by=town.secretary, now=now)


def test_a_secretary_may_take_it_unless_they_play_for_a_side(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    assert dispute.take_dispute(opened, by=town.secretary, now=now).assigned_to == town.secretary
    factories.role(town.secretary, town.league, RoleKind.PLAYER, town.teams["Bell"])
    with pytest.raises(NotAllowed):
        dispute.require_neutral(opened, by=town.secretary, now=now)


def test_a_dispute_of_a_cancelled_fixture_is_refused(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    Fixture.objects.filter(pk=opened.fixture_id).update(state=FixtureState.CANCELLED)
    with pytest.raises(WrongState, match="This fixture is cancelled: no result of it counts"):
        cases.of_a_game(town, now, game=2)
    with pytest.raises(WrongState, match="This fixture is cancelled: no result of it counts"):
        dispute.take_dispute(Dispute.objects.get(pk=opened.pk), by=town.referee, now=now)


def test_a_fixture_that_has_not_begun_is_not_disputed(town: Town, now: dt.datetime) -> None:
    early = town.fixture("Anchor", "Bell").starts_at - dt.timedelta(minutes=1)
    with pytest.raises(WrongState, match="has not begun; there is nothing to dispute yet"):
        cases.of_a_call(town, early)


def test_a_dispute_of_a_called_hand_has_the_hand(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    fixture, by = town.fixture("Anchor", "Bell"), town.captains["Bell"]
    with pytest.raises(Invalid) as refused:
        dispute.open_dispute(fixture, subject=DisputeSubject.CALL, reason="It was eight.", by=by, now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("no-call", "cards")]


def test_nothing_more_is_disputed_of_a_sheet_that_is_disputed_whole(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    cases.of_a_counting_sheet(town, now)
    with pytest.raises(WrongState, match="The whole sheet is disputed already") as refused:
        cases.of_a_game(town, now)
    assert refused.value.code == "disputed"


def test_giving_a_dispute_to_the_referee_who_has_it_tells_nobody_again(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = dispute.assign_dispute(cases.of_a_game(town, now), town.referee, by=town.secretary, now=now)
    later = now + dt.timedelta(minutes=1)
    assert dispute.assign_dispute(opened, town.referee, by=town.secretary, now=later).assigned_at == now
    assert Notice.objects.filter(kind=NoticeKind.DISPUTE_ASSIGNED).count() == 1


def test_a_dispute_moves_by_its_table_alone(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    close_dispute(opened, DisputeState.WITHDRAWN)
    with pytest.raises(WrongState, match="This dispute is withdrawn already"):
        close_dispute(opened, DisputeState.SETTLED)


def test_a_dispute_that_was_given_to_one_referee_is_listed_as_given_to_the_others(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    other = cases.second_referee(town)

    def listed(user: User) -> tuple[list[Dispute], list[Dispute], list[Dispute]]:
        docket = docket_of(town.league, access.grants(user, town.league, now=now))
        return docket.mine, docket.to_rule, docket.given

    assert listed(other) == ([], [opened], [])
    dispute.take_dispute(opened, by=town.referee, now=now)
    assert listed(town.captains["Bell"]) == ([opened], [], [])
    assert listed(town.referee) == ([], [opened], [])
    assert listed(other) == listed(town.secretary) == ([], [], [opened])
    assert listed(town.captains["Castle"]) == ([], [], [])
