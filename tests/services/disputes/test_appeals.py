"""One appeal against a ruling; where it succeeds, the ruling is revoked and its effect taken back."""

import datetime as dt
from typing import Any

import pytest
from django.db.models import Q

from league.enums import (
    AppealState,
    ConductState,
    DisputeState,
    JournalKind,
    NoticeKind,
    NoticeState,
    ResultKind,
    ResultState,
    RoleKind,
    Settlement,
    Side,
)
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Appeal, ConductCase, Dispute, JournalEntry, Notice, Result, Ruling
from league.queries.mail.letters import with_everything
from league.queries.results.sheets import sheet_of
from league.rules.rulings import game_in, with_game
from league.rules.sheets import GameScore
from league.services.calls import awards
from league.services.calls import rule as verification
from league.services.disputes import appeal as appeals
from league.services.disputes import dispute, rulings
from league.services.mail.letters import letter_of
from league.services.results import confirm, correct, decide
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases


def live(town: Town) -> Result:
    return Result.objects.get(fixture=town.fixture("Anchor", "Bell"), live=True)


def appealed(ruling: Ruling, town: Town, now: dt.datetime, by: str = "Anchor") -> Appeal:
    return appeals.appeal(ruling, reason="He was not there.", by=town.captains[by], now=now)


def decided(appeal: Appeal, town: Town, now: dt.datetime, *, allow: bool = True, **more: Any) -> Appeal:
    return appeals.decide_appeal(appeal, allow=allow, decision="He is right.", by=town.secretary, now=now, **more)


def awarded(town: Town, now: dt.datetime) -> Ruling:
    """Game 1 of match 1 is awarded to Bell."""
    cases.counting(town, now)
    ruling: Ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="awarded", awarded_to="away")
    return ruling


def test_an_appeal_is_made_and_the_secretary_told(town: Town, now: dt.datetime) -> None:
    made = appealed(awarded(town, now), town, now)
    assert (made.side, made.player, made.state) == ("home", None, AppealState.OPEN)
    told = Notice.objects.filter(kind=NoticeKind.APPEAL_OPENED)
    assert {n.recipient for n in told} == {town.secretary, town.captains["Bell"]}
    assert JournalEntry.objects.get(kind=JournalKind.APPEAL_OPENED).why == "He was not there."
    assert live(town).away_awarded == 1


def test_an_appeal_decided_before_the_daily_mail_is_not_in_it(town: Town, now: dt.datetime) -> None:
    decided(appealed(awarded(town, now), town, now), town, now)
    states = set(Notice.objects.filter(kind=NoticeKind.APPEAL_OPENED).values_list("state", flat=True))
    assert states == {NoticeState.CANCELLED}


def test_its_letter_leads_who_may_decide_it_there_and_the_others_to_the_fixture(town: Town, now: dt.datetime) -> None:
    # One secretary plays in the fixture: the other one decides.
    captain = factories.user("both@town.example")
    factories.role(captain, town.league, RoleKind.SECRETARY)
    factories.role(captain, town.league, RoleKind.CAPTAIN, town.teams["Bell"])
    made = appealed(awarded(town, now), town, now)
    told = {n.recipient: letter_of(n) for n in with_everything(Q(kind=NoticeKind.APPEAL_OPENED))}
    assert {captain, town.secretary, town.captains["Bell"]} <= set(told)
    decide = ("Decide the appeal", f"http://testserver/leagues/town/secretary/appeals/{made.pk}/")
    assert (told[town.secretary].action, told[town.secretary].url) == decide
    for person in (captain, town.captains["Bell"]):
        assert told[person].action == "Open the fixture"
        assert told[person].url.endswith(f"/fixtures/{town.fixture('Anchor', 'Bell').pk}/")


def test_an_appeal_that_is_allowed_takes_the_effect_back(town: Town, now: dt.datetime) -> None:
    ruling = awarded(town, now)
    made = appealed(ruling, town, now)
    seen = appeals.preview(made, by=town.secretary, now=now)
    assert (seen.score_before, seen.score_after) == ((5, 4), (6, 3))
    decided(made, town, now, seen=seen.stamp)
    found = live(town)
    assert (found.version, found.settlement, found.home_games) == (3, Settlement.APPEAL, 6)
    assert sheet_of(found) == sheet_of(Result.objects.get(version=1))
    ruling.refresh_from_db()
    assert ruling.revoked_at == now
    told = Notice.objects.filter(kind=NoticeKind.APPEAL_DECIDED)
    assert {n.recipient for n in told} == {town.captains["Anchor"], town.captains["Bell"], town.referee}
    with pytest.raises(WrongState, match="decided already"):
        decided(made, town, now)


def test_an_appeal_that_is_dismissed_leaves_the_ruling(town: Town, now: dt.datetime) -> None:
    ruling = awarded(town, now)
    made = decided(appealed(ruling, town, now), town, now, allow=False)
    ruling.refresh_from_db()
    assert (made.state, ruling.revoked_at, live(town).version) == (AppealState.DISMISSED, None, 2)


def test_what_was_decided_since_stays_when_an_older_ruling_is_revoked(town: Town, now: dt.datetime) -> None:
    first = awarded(town, now)
    second = cases.of_a_game(town, now, match=3, game=2)
    cases.ruled(second, town, now, outcome="score", home_score=4, away_score=121)
    made = appealed(first, town, now)
    assert [c.match_number for c in appeals.preview(made, by=town.secretary, now=now).games] == [1]
    decided(made, town, now)
    sheet = sheet_of(live(town))
    assert game_in(sheet, 1, 1) == GameScore(121, 61)
    assert game_in(sheet, 3, 2) == GameScore(4, 121)


def test_a_game_ruled_anew_since_is_left_as_it_is(town: Town, now: dt.datetime) -> None:
    first = awarded(town, now)
    again = cases.of_a_counting_sheet(town, now)
    again_ruled: Any = {"match_number": 1, "game_number": 1, "home_score": 3, "away_score": 121}
    cases.ruled(again, town, now, outcome="score", **again_ruled)
    made = appealed(first, town, now)
    assert appeals.preview(made, by=town.secretary, now=now).nothing
    decided(made, town, now)
    assert game_in(sheet_of(live(town)), 1, 1) == GameScore(3, 121)


@pytest.mark.long
@pytest.mark.parametrize("keep", ["result", "counter"])
def test_of_two_sheets_neither_counts_when_the_ruling_is_revoked(town: Town, now: dt.datetime, keep: str) -> None:
    opened = dispute.take_dispute(cases.of_a_waiting_sheet(town, now), by=town.referee, now=now)
    ruling = cases.ruled(opened, town, now, outcome="sheet", keep=keep)
    made = appealed(ruling, town, now)
    seen = appeals.preview(made, by=town.secretary, now=now)
    assert (seen.counts_before, seen.counts_after, seen.reopens, seen.score_after) == (True, False, True, (6, 3))
    decided(made, town, now, seen=seen.stamp)
    opened = reopened()
    assert (live(town).home_games, live(town).state, live(town).version) == (6, ResultState.DISPUTED, 3)
    assert opened.result == live(town)
    assert opened.counter_result is not None
    assert (opened.counter_result.state, opened.counter_result.home_games) == (ResultState.COUNTER, 5)
    # As before, either captain may still agree with the other; also a referee who was not overruled may rule.
    with pytest.raises(NotAllowed, match="ruled in this game before"):
        cases.ruled(opened, town, now, outcome="stands")
    second = cases.second_referee(town)
    again = rulings.rule(opened, outcome="sheet", keep="counter", by=second, now=now, **cases.SIGNED)
    assert (live(town).home_games, live(town).state, live(town).settlement) == (5, "confirmed", Settlement.RULING)
    assert (Dispute.objects.get().ruling, Ruling.objects.filter(dispute=opened).count()) == (again, 2)
    # Its own appeal is another one.
    decided(appealed(again, town, now, by="Bell"), town, now)
    assert (reopened().state, live(town).state, Result.objects.filter(live=True).count()) == ("open", "disputed", 1)


def reopened() -> Dispute:
    """The one dispute there is, open again and nobody's."""
    found = Dispute.objects.get()
    assert (found.state, found.assigned_to) == (DisputeState.OPEN, None)
    return found


def test_a_waiting_sheet_that_was_ruled_to_stand_is_disputed_as_before(town: Town, now: dt.datetime) -> None:
    sent = cases.waiting_sheet(town, now)
    confirm.dispute(sent.fixture, 1, reason="That was not our team.", by=town.captains["Bell"], now=now)
    ruling = cases.ruled(Dispute.objects.get(), town, now, outcome="stands")
    assert live(town).state == ResultState.CONFIRMED
    made = appealed(ruling, town, now, by="Bell")
    assert not appeals.preview(made, by=town.secretary, now=now).counts_after
    decided(made, town, now)
    found = live(town)
    assert (found.state, found.side, found.submitted_by) == ("disputed", "home", town.captains["Anchor"])
    assert sheet_of(found) == sheet_of(sent)
    told = Notice.objects.filter(kind=NoticeKind.APPEAL_DECIDED).first()
    assert told is not None
    assert told.text.endswith("the dispute is open again; until it is settled the sheet does not count.")
    # Taken back, it counts: that is how a dispute ended before, too.
    dispute.withdraw_dispute(reopened(), by=town.captains["Bell"], now=now)
    assert live(town).settlement == Settlement.OTHER_SIDE


def test_a_corrected_game_of_a_waiting_sheet_goes_back_and_the_sheet_waits_again(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="score", home_score=100, away_score=121)
    decided(appealed(ruling, town, now), town, now)
    assert (live(town).state, live(town).side, live(town).home_games) == (ResultState.DISPUTED, "home", 6)
    assert reopened().result == live(town)


def test_a_game_held_by_another_dispute_goes_back_and_is_open_again(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    first, other = cases.of_a_game(town, now), cases.of_a_game(town, now, match=2)
    ruling = cases.ruled(first, town, now, outcome="stands")
    later = now + dt.timedelta(hours=1)
    cases.ruled(other, town, later, outcome="score", home_score=100, away_score=121)
    assert live(town).state == ResultState.CONFIRMED
    decided(appealed(ruling, town, later), town, later)
    first.refresh_from_db()
    other.refresh_from_db()
    assert (first.state, other.state) == (DisputeState.OPEN, DisputeState.SETTLED)
    # What was ruled on the other game stays.
    assert (live(town).state, game_in(sheet_of(live(town)), 2, 1)) == (ResultState.DISPUTED, GameScore(100, 121))


def test_what_both_captains_agreed_on_since_goes_on_counting(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="score", home_score=100, away_score=121)
    better = with_game(sheet_of(live(town)), 3, 1, GameScore(3, 121))
    fixture = town.fixture("Anchor", "Bell")
    sent = correct.propose(fixture, 2, better, reason="A slip.", by=town.captains["Bell"], now=now)
    correct.answer_correction(fixture, sent.version, accept=True, by=town.captains["Anchor"], now=now)
    decided(appealed(ruling, town, now), town, now)
    found = live(town)
    assert (found.state, game_in(sheet_of(found), 1, 1)) == (ResultState.CONFIRMED, GameScore(121, 61))
    assert game_in(sheet_of(found), 3, 1) == GameScore(3, 121)
    assert reopened().result == found


@pytest.mark.parametrize("subject", ["game", "call"])
def test_what_was_ruled_to_stand_on_a_counting_sheet_is_open_again_and_counts(
    town: Town, now: dt.datetime, subject: str
) -> None:
    before = cases.counting(town, now)
    opened = cases.of_a_game(town, now) if subject == "game" else cases.of_a_call(town, now)
    ruling = cases.ruled(opened, town, now, outcome="stands")
    made = appealed(ruling, town, now)
    seen = appeals.preview(made, by=town.secretary, now=now)
    assert (seen.nothing, seen.reopens, seen.counts_after) == (False, True, True)
    decided(made, town, now)
    assert (live(town), live(town).state, reopened().result) == (before, ResultState.CONFIRMED, before)


def test_whoever_was_told_of_a_ruling_is_told_that_it_is_revoked(town: Town, now: dt.datetime) -> None:
    player = town.squads["Bell"][1]
    player.user = factories.user("second@bell.example")
    player.save()
    ruling = awarded(town, now)
    assert Notice.objects.filter(kind=NoticeKind.RULING_MADE, recipient=player.user).exists()
    decided(appealed(ruling, town, now), town, now)
    assert Notice.objects.filter(kind=NoticeKind.APPEAL_DECIDED, recipient=player.user).count() == 1


def test_a_void_result_counts_again(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_counting_sheet(town, now), town, now, outcome="void")
    made = appealed(ruling, town, now)
    assert appeals.preview(made, by=town.secretary, now=now).points_after == (6, 3)
    decided(made, town, now)
    assert (live(town).kind, live(town).home_games) == (ResultKind.PLAYED, 6)


def test_a_game_awarded_with_a_call_goes_back(town: Town, now: dt.datetime) -> None:
    before = cases.counting(town, now)
    fixture = town.fixture("Anchor", "Bell")
    called: Any = {**cases.CALLED, "declared": 12, "reason": "Often.", "award_to": "away"}
    ruling = verification.rule(fixture, **called, by=town.referee, now=now)
    ruling.refresh_from_db()
    assert (ruling.before, ruling.after) == (before, live(town))
    decided(appealed(ruling, town, now), town, now)
    assert game_in(sheet_of(live(town)), 2, 1) == GameScore(121, 62)


def conduct(town: Town, now: dt.datetime) -> Ruling:
    """Anchor 3 has been ruled to overcall persistently: game 1 of match 2 is awarded to Bell."""
    before = cases.counting(town, now)
    fixture, player = town.fixture("Anchor", "Bell"), town.squads["Anchor"][2]
    player.user = factories.user("third@town.example")
    player.save()
    case = ConductCase.objects.create(
        fixture=fixture, match_number=2, game_number=1, player=player, side="home", overcalls=3, threshold=3,
        state=ConductState.AWARDED, proposed_at=now,
    )  # fmt: skip
    after = awards.award_game(
        fixture, match_number=2, game_number=1, to="away", reason="Often.", by=town.referee, now=now
    )
    return Ruling.objects.create(
        case=case, referee=town.referee, decided_at=now, reason="Often.", awarded_to="away", before=before, after=after
    )


def test_the_player_ruled_on_appeals_and_the_case_is_dismissed(town: Town, now: dt.datetime) -> None:
    ruling = conduct(town, now)
    player = town.squads["Anchor"][2]
    made = appeals.appeal(ruling, reason="Once only.", by=player.user, now=now)  # type: ignore[arg-type]
    assert (made.player, made.side) == (player, "")
    decided(made, town, now)
    assert ConductCase.objects.get().state == ConductState.DISMISSED
    assert game_in(sheet_of(live(town)), 2, 1) == GameScore(121, 62)
    assert player.user in {n.recipient for n in Notice.objects.filter(kind=NoticeKind.APPEAL_DECIDED)}


def test_there_is_one_appeal_and_a_last_day_for_it(town: Town, now: dt.datetime) -> None:
    ruling = awarded(town, now)
    late = now + dt.timedelta(days=8)
    with pytest.raises(WrongState, match="until Tuesday 10 November 2026"):
        appealed(ruling, town, late)
    with pytest.raises(Invalid):
        appeals.appeal(ruling, reason=" ", by=town.captains["Anchor"], now=now)
    appealed(ruling, town, now + dt.timedelta(days=7))
    with pytest.raises(WrongState, match="only one"):
        appealed(ruling, town, now, by="Bell")


def test_who_may_not_appeal_nor_decide(town: Town, now: dt.datetime) -> None:
    ruling = awarded(town, now)
    for person in (town.captains["Castle"], town.referee, town.secretary):
        with pytest.raises(NotAllowed):
            appeals.appeal(ruling, reason="No.", by=person, now=now)
    made = appealed(ruling, town, now)
    for person in (town.referee, town.captains["Anchor"], factories.town("Abroad", "abroad").secretary):
        with pytest.raises(NotAllowed):
            appeals.decide_appeal(made, allow=True, decision="Yes.", by=person, now=now)
    with pytest.raises(Invalid):
        appeals.decide_appeal(made, allow=True, decision=" ", by=town.secretary, now=now)
    assert Appeal.objects.get().state == AppealState.OPEN
    Ruling.objects.update(referee=town.secretary)
    with pytest.raises(NotAllowed):
        decided(made, town, now)


def test_what_has_changed_is_shown_again_before_an_appeal_is_allowed(town: Town, now: dt.datetime) -> None:
    made = appealed(awarded(town, now), town, now)
    with pytest.raises(WrongState) as changed:
        decided(made, town, now, seen="something else")
    assert changed.value.code == "changed"
    decided(made, town, now, allow=False, seen="something else")


def test_a_walkover_that_a_ruling_made_void_counts_again(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    decide.give_walkover(fixture, to=Side.HOME, version=0, reason="They did not come.", by=town.secretary, now=now)
    ruling = cases.ruled(cases.of_a_counting_sheet(town, now), town, now, outcome="void")
    made = appealed(ruling, town, now)
    assert appeals.preview(made, by=town.secretary, now=now).points_after == (9, 0)
    decided(made, town, now)
    assert (live(town).kind, live(town).home_games) == (ResultKind.WALKOVER, 9)
