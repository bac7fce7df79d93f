"""A result that counts turns out to be wrong."""

import datetime as dt

import pytest

from league.enums import JournalKind, NoticeKind, ResultKind, ResultState, RoleKind, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, Notice, Player, Result, SheetDraft
from league.queries.results import versions
from league.queries.results.sheets import sheet_of
from league.rules.rulings import with_game
from league.rules.sheets import GameScore, ResultSheet
from league.services.calls import awards
from league.services.results import confirm, correct, decide, store, submit
from league.services.results.submit import save_draft
from tests import factories
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor v Bell, 6–3, confirmed."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(found, 1, by=town.captains["Bell"], now=now)
    return found


@pytest.fixture
def right(town: Town) -> ResultSheet:
    """As it really was: the first game went to Bell."""
    return result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))


def states() -> dict[int, tuple[str, bool]]:
    return {r.version: (r.state, r.live) for r in Result.objects.all()}


def test_a_captains_correction_waits_and_what_was_confirmed_goes_on_counting(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    bell = town.captains["Bell"]
    save_draft(fixture, {"m1-g1-loser": "1"}, by=bell, now=now)
    proposed = correct.propose(fixture, 1, right, reason=" We won it. ", by=bell, now=now)
    assert states() == {1: (ResultState.CONFIRMED, True), 2: (ResultState.PROPOSED, False)}
    assert (proposed.side, proposed.reason, proposed.corrects.version) == ("away", "We won it.", 1)
    assert sheet_of(proposed) == right
    assert not SheetDraft.objects.exists()
    entry = JournalEntry.objects.get(kind=JournalKind.CORRECTION_PROPOSED)
    assert (entry.what, entry.why) == ("proposed to correct Anchor v Bell: 5–4 instead of 6–3", "We won it.")
    told = Notice.objects.filter(kind=NoticeKind.CORRECTION_TO_CONFIRM)
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], town.secretary}
    assert {notice.text for notice in told} == {"Anchor v Bell: Bell proposes 5–4 instead of 6–3: We won it."}
    # The button pressed twice.
    assert correct.propose(fixture, 1, right, reason="We won it.", by=bell, now=now) == proposed


@pytest.mark.parametrize(("who", "how"), [("other", Settlement.OTHER_SIDE), ("secretary", Settlement.SECRETARY)])
def test_an_accepted_correction_counts_instead(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet, who: str, how: Settlement
) -> None:
    correct.propose(fixture, 1, right, reason="We won it.", by=town.captains["Bell"], now=now)
    by = town.captains["Anchor"] if who == "other" else town.secretary
    counts = correct.answer_correction(fixture, 2, accept=True, by=by, now=now)
    assert states() == {1: (ResultState.SUPERSEDED, False), 2: (ResultState.CONFIRMED, True)}
    assert (counts.settlement, counts.settled_by, counts.settled_at) == (how, by, now)
    entry = JournalEntry.objects.get(kind=JournalKind.CORRECTION_ANSWERED)
    assert entry.what == "accepted the correction of Anchor v Bell: 5–4 instead of 6–3"
    told = Notice.objects.filter(kind=NoticeKind.CORRECTION_ANSWERED)
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], town.captains["Bell"]} - {by}
    assert correct.answer_correction(fixture, 2, accept=True, by=by, now=now) == counts
    with pytest.raises(WrongState, match="answered meanwhile"):
        correct.answer_correction(fixture, 2, accept=False, reason="x", by=by, now=now)


def test_a_refused_correction_says_why_and_stays_readable(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    correct.propose(fixture, 1, right, reason="We won it.", by=town.captains["Bell"], now=now)
    with pytest.raises(Invalid, match="Say why you refuse it"):
        correct.answer_correction(fixture, 2, accept=False, reason=" ", by=town.captains["Anchor"], now=now)
    refused = correct.answer_correction(
        fixture, 2, accept=False, reason="Both cards say 6–3.", by=town.captains["Anchor"], now=now
    )
    assert states() == {1: (ResultState.CONFIRMED, True), 2: (ResultState.REJECTED, False)}
    assert refused.note == "Not accepted."
    assert JournalEntry.objects.get(kind=JournalKind.CORRECTION_ANSWERED).why == "Both cards say 6–3."
    assert sheet_of(refused) == right
    # There is room for another one.
    assert correct.propose(fixture, 1, right, reason="Look.", by=town.captains["Bell"], now=now).version == 3


def test_nobody_answers_their_own_sides_correction(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    bell = town.captains["Bell"]
    vice = factories.user("vice@town.example")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, town.teams["Bell"])
    factories.role(vice, town.league, RoleKind.SECRETARY)
    correct.propose(fixture, 1, right, reason="We won it.", by=bell, now=now)
    for who in (bell, vice, town.captains["Castle"], town.referee):
        # Refusing it is how the proposing side withdraws it.
        for accept in (True,) if who in (bell, vice) else (True, False):
            with pytest.raises(NotAllowed, match="nobody confirms their own"):
                correct.answer_correction(fixture, 2, accept=accept, reason="x", by=who, now=now)
    # Nor does a secretary answer the one they sent as a captain.
    factories.role(bell, town.league, RoleKind.SECRETARY)
    with pytest.raises(NotAllowed):
        correct.answer_correction(fixture, 2, accept=True, by=bell, now=now)


def test_a_secretary_answers_only_where_they_belong_to_neither_team(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    for name in ("Anchor", "Bell"):
        member = factories.user(f"{name.lower()}@member.example")
        factories.role(member, town.league, RoleKind.SECRETARY)
        player = town.squads[name][4]
        Player.objects.filter(pk=player.pk).update(user=member)
        correct.propose(fixture, 1, right, reason="We won it.", by=town.captains["Bell"], now=now)
        with pytest.raises(NotAllowed, match="a secretary of neither team"):
            correct.answer_correction(fixture, 2, accept=True, by=member, now=now)
    # The captain of the other side may, whatever else they are.
    anchor = town.captains["Anchor"]
    factories.role(anchor, town.league, RoleKind.SECRETARY)
    accepted = correct.answer_correction(fixture, 2, accept=True, by=anchor, now=now)
    assert accepted.settlement == Settlement.OTHER_SIDE


def test_who_may_not_propose(town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet) -> None:
    for who in (town.captains["Castle"], town.referee):
        with pytest.raises(NotAllowed, match="may correct its result"):
            correct.propose(fixture, 1, right, reason="x", by=who, now=now)


def test_the_secretarys_correction_counts_at_once(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    proposed = correct.propose(fixture, 1, right, reason="We won it.", by=town.captains["Bell"], now=now)
    other = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 99))
    counts = correct.propose(fixture, 1, other, reason="The card.", by=town.secretary, now=now)
    assert states() == {
        1: (ResultState.SUPERSEDED, False), 2: (ResultState.REJECTED, False), 3: (ResultState.CONFIRMED, True),
    }  # fmt: skip
    assert (counts.settlement, counts.reason, counts.corrects.version) == (Settlement.SECRETARY, "The card.", 1)
    told = Notice.objects.filter(kind=NoticeKind.RESULT_DECIDED)
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], town.captains["Bell"]}
    # What was set aside is told to whoever proposed it.
    aside = Notice.objects.get(kind=NoticeKind.CORRECTION_ANSWERED)
    assert (aside.recipient, aside.key) == (town.captains["Bell"], f"{fixture.pk}:{proposed.version}")
    assert correct.propose(fixture, 1, other, reason="The card.", by=town.secretary, now=now) == counts


def test_one_correction_waits_at_a_time(town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet) -> None:
    correct.propose(fixture, 1, right, reason="We won it.", by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState, match="Only one can be proposed at a time"):
        correct.propose(fixture, 1, right, reason="They did.", by=town.captains["Anchor"], now=now)


def test_a_ruling_meanwhile_sets_a_correction_aside(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    correct.propose(fixture, 1, right, reason="We won it.", by=town.captains["Bell"], now=now)
    awards.award_game(fixture, match_number=2, game_number=1, to="away", reason="R43", by=town.referee, now=now)
    assert states()[2] == (ResultState.REJECTED, False)
    assert Result.objects.get(version=2).note == "Set aside: another version came to count before it was answered."
    with pytest.raises(WrongState, match="answered meanwhile"):
        correct.answer_correction(fixture, 2, accept=True, by=town.captains["Anchor"], now=now)


def test_a_correction_of_what_counts_no_more_is_not_accepted(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    """A correction cannot be accepted once the version that it corrects no longer counts, for whatever reason."""
    correct.propose(fixture, 1, right, reason="We won it.", by=town.captains["Bell"], now=now)
    Result.objects.filter(version=1).update(state=ResultState.SUPERSEDED, live=False)
    with pytest.raises(WrongState, match="does not count any more"):
        correct.answer_correction(fixture, 2, accept=True, by=town.captains["Anchor"], now=now)
    assert states()[2] == (ResultState.PROPOSED, False)
    correct.answer_correction(fixture, 2, accept=False, reason="Late.", by=town.captains["Anchor"], now=now)
    assert states()[2] == (ResultState.REJECTED, False)


def test_what_a_ruling_awarded_stays_awarded(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    awards.award_game(fixture, match_number=2, game_number=1, to="away", reason="R43", by=town.referee, now=now)
    right = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    proposed = correct.propose(fixture, 2, right, reason="We won it.", by=town.captains["Bell"], now=now)
    assert (proposed.home_games, proposed.away_games, proposed.away_awarded) == (4, 5, 1)
    game = sheet_of(proposed).matches[1].games[0]
    assert game == GameScore(121, 62, "away")
    counts = correct.answer_correction(fixture, 3, accept=True, by=town.captains["Anchor"], now=now)
    assert counts.away_awarded == 1


def test_a_wrong_correction_is_refused_with_everything_that_is_wrong(
    town: Town, now: dt.datetime, fixture: Fixture
) -> None:
    wrong = result_sheet(town, "Anchor", "Bell", first=GameScore(119, 117))
    with pytest.raises(Invalid) as refused:
        correct.propose(fixture, 1, wrong, reason=" ", by=town.captains["Bell"], now=now)
    assert [(p.code, p.field) for p in refused.value.problems] == [("no-reason", "reason"), ("nobody-won", "m1-g1")]
    same = result_sheet(town, "Anchor", "Bell")
    with pytest.raises(Invalid, match="what counts already"):
        correct.propose(fixture, 1, same, reason="x", by=town.captains["Bell"], now=now)
    assert Result.objects.count() == 1


def test_only_what_is_confirmed_is_corrected(town: Town, now: dt.datetime, right: ResultSheet) -> None:
    fixture, bell = town.fixture("Anchor", "Bell"), town.captains["Bell"]
    with pytest.raises(WrongState, match="There is no sheet yet"):
        correct.propose(fixture, 1, right, reason="x", by=bell, now=now)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState, match="Only what is confirmed is corrected; this sheet is awaiting"):
        correct.propose(fixture, 1, right, reason="x", by=bell, now=now)
    with pytest.raises(WrongState, match="no such correction"):
        correct.answer_correction(fixture, 1, accept=True, by=bell, now=now)


def test_what_was_not_played_is_the_secretarys_to_correct(town: Town, now: dt.datetime, right: ResultSheet) -> None:
    fixture = town.fixture("Anchor", "Bell")
    decide.give_walkover(fixture, to="home", version=0, reason="No side.", by=town.secretary, now=now)
    with pytest.raises(WrongState, match="decided by the secretary"):
        correct.propose(fixture, 1, right, reason="We came.", by=town.captains["Bell"], now=now)
    counts = correct.propose(fixture, 1, right, reason="They came.", by=town.secretary, now=now)
    assert (counts.kind, counts.version) == (ResultKind.PLAYED, 2)


def test_a_cancelled_fixture_is_not_corrected(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    correct.propose(fixture, 1, right, reason="We won it.", by=town.captains["Bell"], now=now)
    Fixture.objects.update(state="cancelled")
    with pytest.raises(WrongState, match="cancelled"):
        correct.answer_correction(fixture, 2, accept=True, by=town.captains["Anchor"], now=now)


def test_a_correction_is_not_refused_for_a_breach_that_the_counting_sheet_has_too(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    # Taken as it was; Castle's first player helped out, and the season refuses that by now.
    helped = with_seat(right, 3, "home", 1, town.squads["Castle"][0].pk)
    store.replace(
        versions.live_result(fixture) or Result(), helped, settlement=Settlement.IMPORTED, by=None, now=now
    )  # fmt: skip
    again = GameScore(70, 121)
    score = with_game(helped, 1, 1, again)
    assert not correct.examine_correction(versions.live_result(fixture) or Result(), score).problems
    kept = correct.propose(fixture, 2, score, reason="It was 70.", by=town.secretary, now=now)
    assert (kept.version, kept.live, len(kept.breaches)) == (3, True, 1)
    # One more who may not play is refused, and only they.
    more = with_seat(score, 3, "away", 1, town.squads["Castle"][1].pk)
    with pytest.raises(Invalid) as refused:
        correct.propose(fixture, 3, more, reason="He played.", by=town.secretary, now=now)
    assert [(p.code, p.field) for p in refused.value.problems] == [("other-team", "m3-away-1")]


def test_a_correction_awards_no_game_that_no_ruling_awarded(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    """A program can mark a game as awarded, which no page offers; without a ruling it is refused."""
    invented = with_game(result_sheet(town, "Anchor", "Bell"), 1, 1, GameScore(awarded="away"))
    for by in (town.captains["Bell"], town.secretary):
        with pytest.raises(Invalid) as refused:
            correct.propose(fixture, 1, invented, reason="x", by=by, now=now)
        assert [(p.code, p.field) for p in refused.value.problems] == [("awarded", "m1-g1")]
