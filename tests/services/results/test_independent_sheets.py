"""The other captain sends their own sheet: the same one confirms, another one marks where they differ."""

import datetime as dt
from dataclasses import replace

import pytest

from league.enums import DisputeState, DisputeSubject, JournalKind, NoticeKind, ResultState, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Dispute, Fixture, JournalEntry, Notice, Result, SheetDraft
from league.queries.fixtures import open_dispute
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore, ResultSheet
from league.services.results import confirm, submit
from league.services.results.submit import save_draft
from tests import factories
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor's sheet waits for Bell."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return found


def theirs(town: Town) -> ResultSheet:
    """Bell's own sheet: the first game went to Bell, and another Anchor played match 3."""
    sheet = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    last = replace(sheet.matches[2], home_players=(town.squads["Anchor"][5].pk,))
    return ResultSheet((*sheet.matches[:2], last))


def test_the_same_sheet_confirms(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    bell = town.captains["Bell"]
    save_draft(fixture, {"m1-g1-loser": "1"}, by=bell, now=now)
    kept = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=bell, now=now)
    assert kept == Result.objects.get()
    assert (kept.state, kept.settlement, kept.settled_by, kept.live) == (
        ResultState.CONFIRMED, Settlement.AGREED, bell, True,
    )  # fmt: skip
    assert not SheetDraft.objects.exists()
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED)
    assert (entry.what, entry.by) == ("sent the same sheet of Anchor v Bell: 6–3", bell)
    told = Notice.objects.get(kind=NoticeKind.RESULT_CONFIRMED)
    assert (told.recipient, told.text) == (
        town.captains["Anchor"], "Anchor v Bell: both captains sent the same sheet; 6–3 counts.",
    )  # fmt: skip


def test_two_partners_the_other_way_round_are_the_same_sheet(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    first = replace(sheet.matches[0], home_players=sheet.matches[0].home_players[::-1])
    swapped = ResultSheet((first, *sheet.matches[1:]))
    assert submit.submit(fixture, swapped, by=town.captains["Bell"], now=now).settlement == Settlement.AGREED
    # And the second click of it is no error.
    assert submit.submit(fixture, swapped, by=town.captains["Bell"], now=now) == Result.objects.get()


def test_another_sheet_is_kept_and_says_where_the_two_differ(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    bell, own = town.captains["Bell"], theirs(town)
    kept = submit.submit(fixture, own, by=bell, now=now)
    assert (kept.version, kept.state, kept.side, sheet_of(kept)) == (2, ResultState.COUNTER, "away", own)
    live = Result.objects.get(live=True)
    assert (live.version, live.state) == (1, ResultState.DISPUTED)
    opened = Dispute.objects.get()
    assert (opened.subject, opened.side, opened.opened_by) == (DisputeSubject.SHEET, "away", bell)
    assert (opened.result, opened.counter_result) == (live, kept)
    assert opened.reason == "The two sheets differ: match 1, game 1; match 3, home players."
    told = Notice.objects.filter(kind=NoticeKind.RESULT_DISPUTED)
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], bell, town.secretary}
    assert {notice.text for notice in told} == {"Anchor v Bell: 6–3 is disputed; the other sheet says 5–4."}


def test_the_second_click_of_another_sheet_is_the_same_dispute(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    bell, own = town.captains["Bell"], theirs(town)
    kept = submit.submit(fixture, own, by=bell, now=now)
    assert submit.submit(fixture, own, by=bell, now=now) == kept
    assert (Result.objects.count(), Dispute.objects.count()) == (2, 1)
    with pytest.raises(WrongState, match="Open the fixture to see how it stands; what you filled in is kept"):
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=bell, now=now)


def test_a_wrong_sheet_of_the_other_side_changes_nothing(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    with pytest.raises(Invalid):
        submit.submit(fixture, result_sheet(town, "Bell", "Castle"), by=town.captains["Bell"], now=now)
    assert Result.objects.get().state == ResultState.SUBMITTED


@pytest.mark.parametrize(("who", "version"), [("Anchor", 2), ("Bell", 1)])
def test_either_captain_may_accept_the_others_sheet(
    town: Town, now: dt.datetime, fixture: Fixture, who: str, version: int
) -> None:
    submit.submit(fixture, theirs(town), by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState, match="Another sheet has come in"):
        confirm.accept_counter(fixture, seen=3 - version, by=town.captains[who], now=now)
    kept = confirm.accept_counter(fixture, seen=version, by=town.captains[who], now=now)
    assert (kept.version, kept.state, kept.settlement) == (version, ResultState.CONFIRMED, Settlement.ACCEPTED)
    assert {r.version: r.state for r in Result.objects.all()}[3 - version] == ResultState.SUPERSEDED
    assert Dispute.objects.get().state == DisputeState.SETTLED


def test_nobody_accepts_their_own_sheet(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    """Nobody accepts a sheet that they sent, even if they have changed teams or captain both."""
    submit.submit(fixture, theirs(town), by=town.captains["Bell"], now=now)
    anchor = town.captains["Anchor"]
    factories.role(anchor, town.league, factories.RoleKind.CAPTAIN, town.teams["Bell"])
    for who in (anchor, town.captains["Castle"], town.referee, town.secretary):
        with pytest.raises(NotAllowed, match="nobody accepts their own"):
            confirm.accept_counter(fixture, by=who, now=now)
    anchor.roles.filter(team=town.teams["Anchor"]).delete()
    with pytest.raises(NotAllowed, match="nobody accepts their own"):
        confirm.accept_counter(fixture, by=anchor, now=now)


def test_a_reason_without_a_sheet_is_nothing_to_accept(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    confirm.dispute(fixture, 1, reason="No.", by=town.captains["Bell"], now=now)
    for side in ("Anchor", "Bell"):
        with pytest.raises(WrongState, match="only a reason was given"):
            confirm.accept_counter(fixture, by=town.captains[side], now=now)


def test_what_neither_accepts_a_referee_settles(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    submit.submit(fixture, theirs(town), by=town.captains["Bell"], now=now)
    disputed = open_dispute(fixture)
    assert disputed is not None
    cases.ruled(disputed, town, now, outcome="sheet", keep="counter")
    kept = Result.objects.get(live=True)
    assert (kept.version, kept.settlement) == (2, Settlement.RULING)


def test_a_cancelled_fixture_takes_no_second_sheet(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(state="cancelled")
    with pytest.raises(WrongState, match="cancelled"):
        submit.submit(fixture, theirs(town), by=town.captains["Bell"], now=now)
