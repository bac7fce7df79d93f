"""A captain's draft: kept as typed, private, and deleted once it has become a sheet or an answer."""

import datetime as dt

import pytest

from league.enums import RoleKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Result, SheetDraft
from league.queries.results.dashboards import draft_of
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from league.services.results.submit import draft_stamp, save_draft
from tests import factories
from tests.factories import Town, result_sheet

HALF = {"m1-g1-winner": "home", "m1-g1-loser": "9o"}


def test_a_draft_is_kept_as_typed_and_the_last_one_stands(town: Town, now: dt.datetime) -> None:
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    first = save_draft(fixture, HALF, by=anchor, now=now)
    later = now + dt.timedelta(minutes=1)
    second = save_draft(fixture, {**HALF, "m1-g1-loser": "90"}, by=anchor, now=later)
    assert first.pk == second.pk
    kept = SheetDraft.objects.get()
    assert (kept.sheet, kept.updated_at) == ({"m1-g1-winner": "home", "m1-g1-loser": "90"}, later)


def test_everybody_who_may_enter_the_result_has_a_draft_of_their_own(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    vice = factories.user("vice@town.example")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, town.teams["Anchor"])
    writers = [town.captains["Anchor"], vice, town.captains["Bell"], town.secretary]
    for place, who in enumerate(writers):
        save_draft(fixture, {"m1-g1-loser": str(place)}, by=who, now=now)
    found = [draft_of(fixture, who) for who in writers]
    assert [draft and draft.sheet for draft in found] == [{"m1-g1-loser": str(n)} for n in range(4)]
    assert draft_of(town.fixture("Anchor", "Castle"), town.captains["Anchor"]) is None


def test_nobody_else_keeps_a_draft(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    player = factories.user("player@town.example")
    factories.role(player, town.league, RoleKind.PLAYER, town.teams["Anchor"])
    former = factories.user("former@town.example")
    factories.role(former, town.league, RoleKind.CAPTAIN, town.teams["Anchor"], ends_on=dt.date(2026, 11, 2))
    for who in (town.captains["Castle"], town.referee, player, former):
        with pytest.raises(NotAllowed, match="Only the two captains of this fixture"):
            save_draft(fixture, HALF, by=who, now=now)
    assert not SheetDraft.objects.exists()


def test_a_draft_is_thrown_away_when_it_is_sent_but_not_when_it_is_refused(town: Town, now: dt.datetime) -> None:
    fixture, anchor, bell = town.fixture("Anchor", "Bell"), town.captains["Anchor"], town.captains["Bell"]
    for who in (anchor, bell):
        save_draft(fixture, HALF, by=who, now=now)
    with pytest.raises(Invalid):
        submit.submit(fixture, result_sheet(town, "Bell", "Castle"), by=anchor, now=now)
    assert SheetDraft.objects.count() == 2
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=anchor, now=now)
    assert SheetDraft.objects.get().user == bell


@pytest.mark.parametrize("answer", ["confirm", "dispute"])
def test_a_draft_is_thrown_away_with_the_answer(town: Town, now: dt.datetime, answer: str) -> None:
    fixture, bell = town.fixture("Anchor", "Bell"), town.captains["Bell"]
    save_draft(fixture, HALF, by=bell, now=now)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert SheetDraft.objects.count() == 1
    if answer == "confirm":
        confirm.confirm(fixture, 1, by=bell, now=now)
    else:
        mine = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
        confirm.dispute(fixture, 1, reason="No.", sheet=mine, by=bell, now=now)
    assert not SheetDraft.objects.exists()


def test_a_draft_is_no_result(town: Town, now: dt.datetime) -> None:
    save_draft(town.fixture("Anchor", "Bell"), HALF, by=town.captains["Anchor"], now=now)
    assert not Result.objects.exists()


def test_a_page_that_has_slept_on_another_device_does_not_write_over_what_is_newer(
    town: Town, now: dt.datetime
) -> None:
    fixture, anchor, later = town.fixture("Anchor", "Bell"), town.captains["Anchor"], now + dt.timedelta(hours=1)
    first = save_draft(fixture, HALF, seen="", by=anchor, now=now)
    second = save_draft(fixture, {"m1-g1-loser": "90"}, seen=draft_stamp(first), by=anchor, now=later)
    for seen in ("", draft_stamp(first), "rubbish"):
        with pytest.raises(WrongState, match="on another device"):
            save_draft(fixture, {"m1-g1-loser": "7"}, seen=seen, by=anchor, now=later)
    assert SheetDraft.objects.get().sheet == {"m1-g1-loser": "90"}
    # The very same again is no quarrel; and whoever presses the button has decided.
    save_draft(fixture, {"m1-g1-loser": "90"}, seen="", by=anchor, now=later)
    save_draft(fixture, {"m1-g1-loser": "7"}, seen=draft_stamp(second), by=anchor, now=later)
    save_draft(fixture, {"m1-g1-loser": "8"}, by=anchor, now=later)
    assert SheetDraft.objects.get().sheet == {"m1-g1-loser": "8"}
    SheetDraft.objects.all().delete()
    assert draft_stamp(save_draft(fixture, HALF, seen=draft_stamp(second), by=anchor, now=later)) == later.isoformat()
