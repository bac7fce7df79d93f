"""Two captains press at the same second: for one board, for one team, or about one fixture."""

import datetime as dt
from collections.abc import Iterator

import pytest

from league.enums import NoticeKind, PostponementState
from league.errors import WrongState
from league.models import Fixture, JournalEntry, Notice, Postponement
from league.services.dates import override, place, postpone
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.journals import forget
from tests.services.at_once import TIMES, at_once, sorted_out

NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)
FREE = dt.datetime(2026, 9, 29, 19, tzinfo=dt.UTC)

pytestmark = pytest.mark.django_db(transaction=True)


def again(*fixtures: Fixture) -> Iterator[int]:
    """Yield ten times, each with the fixtures back on the timetable's dates and no notices."""
    kept = {fixture.pk: {f: getattr(fixture, f) for f in ("starts_at", "state", "sequence")} for fixture in fixtures}
    for go in range(TIMES):
        yield go
        forget(JournalEntry, Notice, Postponement)
        for pk, fields in kept.items():
            Fixture.objects.filter(pk=pk).update(**fields)


def requested(town: Town, fixture: Fixture) -> None:
    by = town.captains[fixture.home.name]
    postpone.request(fixture, slots=[FREE], reason="Away.", by=by, now=NOW)


def agreeing(town: Town, fixture: Fixture) -> Postponement:
    return postpone.agree(fixture, FREE, seen=1, by=town.captains[fixture.away.name], now=NOW)


def test_of_two_fixtures_for_one_board_one_has_it(town: Town) -> None:
    Fixture.objects.update(venue=town.venues["Anchor"])
    one, two = town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")
    for _ in again(one, two):
        requested(town, one)
        requested(town, two)
        _, late = sorted_out(at_once(lambda: agreeing(town, one), lambda: agreeing(town, two)))
        assert late.message.endswith("Anchor has no board free: it has one fixture that evening and holds 1.")
        assert Fixture.objects.filter(starts_at=FREE).count() == 1


def test_of_two_fixtures_of_one_team_at_different_venues_one_has_the_evening(town: Town) -> None:
    one, two = town.fixture("Anchor", "Bell"), town.fixture("Duke of York", "Anchor")
    for _ in again(one, two):
        requested(town, one)
        requested(town, two)
        _, late = sorted_out(at_once(lambda: agreeing(town, one), lambda: agreeing(town, two)))
        assert "Anchor play " in late.message
        assert Fixture.objects.filter(starts_at=FREE).count() == 1


def test_of_two_captains_of_one_team_who_answer_at_once_one_is_told(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    bell = town.captains["Bell"]
    for _ in again(fixture):
        requested(town, fixture)
        won, late = sorted_out(
            at_once(
                lambda: agreeing(town, fixture),
                lambda: postpone.refuse(fixture, reason="No.", seen=1, by=bell, now=NOW),
            )
        )
        assert Postponement.objects.get() == won
        told = "new date already" if won.state == PostponementState.AGREED else "no longer open: refused"
        assert told in late.message


def test_a_double_click_agrees_once(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    for _ in again(fixture):
        requested(town, fixture)
        first, second = at_once(*[lambda: agreeing(town, fixture)] * 2)
        assert first == second
        fixture.refresh_from_db()
        assert fixture.sequence == 1
        assert Notice.objects.filter(kind=NoticeKind.POSTPONEMENT_AGREED).count() == 2


def test_both_captains_ask_at_once_and_one_request_stands(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")

    def ask(name: str) -> Postponement:
        return postpone.request(fixture, slots=[FREE], reason=name, by=town.captains[name], now=NOW)

    for _ in again(fixture):
        won, late = sorted_out(at_once(lambda: ask("Anchor"), lambda: ask("Bell")))
        assert Postponement.objects.get() == won
        assert late.message.startswith("A postponement of this fixture is open already.")


def test_agreeing_as_the_secretary_moves_it_one_wins(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    other = dt.datetime(2026, 9, 30, 19, tzinfo=dt.UTC)
    step = override.Override("Flood.", 0, town.secretary, NOW)
    for _ in again(fixture):
        requested(town, fixture)
        sorted_out(at_once(lambda: agreeing(town, fixture), lambda: override.move(fixture, other, step)))
        moved = Fixture.objects.get(pk=fixture.pk)
        assert moved.sequence == 1
        assert moved.starts_at == Postponement.objects.get().starts_at


def test_two_beats_expire_a_request_once(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    begun = fixture.starts_at
    for _ in again(fixture):
        requested(town, fixture)
        assert sorted(at_once(*[lambda: place.expire_requests(now=begun)] * 2)) == [0, 1]
        assert JournalEntry.objects.count() == 2


def test_a_sheet_and_a_beat_at_once_leave_a_fixture_that_has_a_date(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sheet, begun = result_sheet(town, "Anchor", "Bell"), fixture.starts_at
    requested(town, fixture)
    at_once(
        lambda: submit.submit(fixture, sheet, by=town.captains["Bell"], now=begun),
        lambda: place.expire_requests(now=begun),
    )
    fixture.refresh_from_db()
    assert (fixture.state, Postponement.objects.get().state) == ("scheduled", PostponementState.PLAYED)
    with pytest.raises(WrongState):
        agreeing(town, fixture)
