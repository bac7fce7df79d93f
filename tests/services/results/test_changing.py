"""The side that sent a sheet changes it while nobody has answered, and takes its own correction back."""

import datetime as dt

import pytest

from league.enums import JournalKind, NoticeKind, ResultState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, Notice, Result
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore, ResultSheet
from league.services.results import confirm, correct, handover, submit
from tests.factories import Town, result_sheet


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor v Bell, 6–3 by Anchor's sheet, which waits."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return found


@pytest.fixture
def right(town: Town) -> ResultSheet:
    """As it really was: the first game went to Bell."""
    return result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))


def states() -> dict[int, tuple[str, bool]]:
    return {r.version: (r.state, r.live) for r in Result.objects.all()}


def test_a_sheet_that_waits_is_changed_by_the_side_that_sent_it(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    token = handover.token_for(Result.objects.get(), bell)
    Notice.objects.all().delete()
    later = now + dt.timedelta(hours=40)
    changed = correct.propose(fixture, 1, right, reason="", by=anchor, now=later)
    assert states() == {1: (ResultState.SUPERSEDED, False), 2: (ResultState.SUBMITTED, True)}
    assert (changed.side, changed.corrects.version, sheet_of(changed)) == ("home", 1, right)
    assert changed.confirm_by == dt.datetime(
        2026, 11, 7, 20, tzinfo=dt.UTC
    )  # 48 hours from 4 am of the 5th, on to 8 pm
    told = Notice.objects.get()
    assert (told.recipient, told.kind, told.key) == (bell, NoticeKind.RESULT_TO_CONFIRM, f"{fixture.pk}:2")
    assert told.text == "Anchor v Bell: Anchor has changed its sheet, 5–4 instead of 6–3. Confirm it or dispute it."
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_SUBMITTED, key=f"{fixture.pk}:2")
    assert entry.what == "changed the sheet of Anchor v Bell before it was answered: 5–4 instead of 6–3"
    # The button pressed twice.
    assert correct.propose(fixture, 1, right, reason="", by=anchor, now=later) == changed
    # Whoever still looks at the first one, or has the mail about it, answers nothing.
    for answer in (confirm.confirm, confirm.dispute):
        with pytest.raises(WrongState, match="newer sheet"):
            answer(fixture, 1, by=bell, now=later, **({"reason": "No."} if answer == confirm.dispute else {}))  # type: ignore[operator]
    with pytest.raises(WrongState, match="superseded"):
        handover.confirm_by_link(town.league, token, now=later)
    assert confirm.confirm_due(now=now + dt.timedelta(hours=56)) == 0
    confirm.confirm(fixture, 2, by=bell, now=later)
    assert states()[2] == (ResultState.CONFIRMED, True)


def test_what_is_answered_is_not_changed_any_more(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    confirm.dispute(fixture, 1, reason="We won game 1.", by=bell, now=now)
    with pytest.raises(WrongState, match="disputed"):
        correct.propose(fixture, 1, right, reason="A slip.", by=anchor, now=now)
    assert states() == {1: (ResultState.DISPUTED, True)}


def test_after_the_deadline_it_is_a_correction_that_waits(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    confirm.confirm_due(now=now + dt.timedelta(hours=56))
    sent = correct.propose(fixture, 1, right, reason="A slip.", by=town.captains["Anchor"], now=now)
    assert (sent.state, states()[1]) == (ResultState.PROPOSED, (ResultState.CONFIRMED, True))


def test_who_may_not_change_it_and_what_is_no_change(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    for who in (town.captains["Bell"], town.secretary):
        with pytest.raises(WrongState, match="Only what is confirmed is corrected"):
            correct.propose(fixture, 1, right, reason="No.", by=who, now=now)
    with pytest.raises(NotAllowed):
        correct.propose(fixture, 1, right, reason="No.", by=town.captains["Castle"], now=now)
    same = result_sheet(town, "Anchor", "Bell")
    with pytest.raises(Invalid, match="what you have sent already"):
        correct.propose(fixture, 1, same, reason="", by=town.captains["Anchor"], now=now)
    blank = result_sheet(town, "Anchor", "Bell", first=GameScore(88, None))
    with pytest.raises(Invalid):
        correct.propose(fixture, 1, blank, reason="", by=town.captains["Anchor"], now=now)
    assert states() == {1: (ResultState.SUBMITTED, True)}


def test_a_correction_is_taken_back_by_the_side_that_proposed_it(
    town: Town, now: dt.datetime, fixture: Fixture, right: ResultSheet
) -> None:
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    confirm.confirm(fixture, 1, by=bell, now=now)
    correct.propose(fixture, 1, right, reason="We won it.", by=bell, now=now)
    Notice.objects.all().delete()
    with pytest.raises(NotAllowed):
        correct.answer_correction(fixture, 2, accept=True, by=bell, now=now)
    found = correct.answer_correction(fixture, 2, accept=False, by=bell, now=now)
    assert states() == {1: (ResultState.CONFIRMED, True), 2: (ResultState.REJECTED, False)}
    assert (found.settled_by, found.note) == (bell, "Withdrawn by the side that proposed it.")
    told = Notice.objects.filter(kind=NoticeKind.CORRECTION_ANSWERED)
    assert {notice.recipient for notice in told} == {anchor, town.secretary}
    entry = JournalEntry.objects.get(kind=JournalKind.CORRECTION_ANSWERED)
    assert entry.what == "withdrew the correction of Anchor v Bell: 5–4"
    assert correct.answer_correction(fixture, 2, accept=False, by=bell, now=now) == found
    with pytest.raises(WrongState, match="answered meanwhile"):
        correct.answer_correction(fixture, 2, accept=True, by=anchor, now=now)
    # Another one may come after it.
    assert correct.propose(fixture, 1, right, reason="We did.", by=bell, now=now).version == 3
