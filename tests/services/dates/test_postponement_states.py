"""The life of a postponement: what ends it, each move of its table, and what each step makes of each state."""

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from league.enums import POSTPONEMENT_MOVES, FixtureState, NoticeKind, PostponementState
from league.errors import LeagueError, WrongState
from league.models import Fixture, JournalEntry, Notice, Offer, Postponement, User
from league.queries.dates.postponements import slots_for
from league.services import fixtures
from league.services.dates import place, postpone
from league.services.results import decide, submit
from tests.factories import Town, result_sheet
from tests.services.dates.asking import NOW, TWENTY_NINTH, TWENTY_THIRD, ask, evening, notices_of


def test_an_unanswered_request_leaves_the_fixture_without_a_date_when_its_time_comes(
    town: Town, fixture: Fixture, anchor: User, bell: User
) -> None:
    ask(fixture, anchor, TWENTY_NINTH)
    assert place.expire_requests(now=evening(15) - dt.timedelta(seconds=1)) == 0
    assert place.expire_requests(now=evening(15)) == 1
    assert place.expire_requests(now=evening(15)) == 0
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.POSTPONED
    assert Postponement.objects.get().state == PostponementState.OWED
    for who in (anchor, bell, town.secretary):
        assert [kind for kind, _ in notices_of(who)].count(NoticeKind.POSTPONEMENT_OWED) == 1
    what = "postponed Anchor v Bell: nobody replied before it was due to start"
    assert JournalEntry.objects.latest("pk").what == what
    postpone.agree(fixture, TWENTY_NINTH, seen=1, by=bell, now=evening(16))


def test_a_sheet_closes_what_was_open_about_the_date(town: Town, fixture: Fixture, anchor: User, bell: User) -> None:
    ask(fixture, anchor, TWENTY_NINTH)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=bell, now=evening(16))
    assert Postponement.objects.get().state == PostponementState.PLAYED
    assert JournalEntry.objects.latest("pk").what.endswith("although it had been put off")
    with pytest.raises(WrongState):
        postpone.agree(fixture, TWENTY_NINTH, seen=1, by=bell, now=evening(16))


@pytest.mark.parametrize(("day", "kept"), [(10, 10), (16, 15)])
def test_a_fixture_without_a_date_may_be_entered_and_has_one_again(
    town: Town, fixture: Fixture, anchor: User, bell: User, day: int, kept: int
) -> None:
    ask(fixture, anchor)
    postpone.agree_without_date(fixture, seen=1, by=bell, now=NOW)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=bell, now=evening(day))
    fixture.refresh_from_db()
    assert (fixture.state, fixture.starts_at) == (FixtureState.SCHEDULED, evening(kept))
    assert fixture.original_starts_at == evening(15)
    assert Postponement.objects.get().state == PostponementState.PLAYED


def test_a_walkover_ends_a_postponement(town: Town, fixture: Fixture, anchor: User, bell: User) -> None:
    ask(fixture, anchor)
    postpone.agree_without_date(fixture, seen=1, by=bell, now=NOW)
    decide.give_walkover(fixture, to="away", version=0, reason="No team.", by=town.secretary, now=evening(16))
    assert Postponement.objects.get().state == PostponementState.LAPSED
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.SCHEDULED


def test_a_cancelled_fixture_has_no_result(town: Town, fixture: Fixture, anchor: User) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
    with pytest.raises(WrongState, match="will not be played"):
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=anchor, now=evening(16))
    with pytest.raises(WrongState, match="cancelled: no result of it counts"):
        decide.give_walkover(fixture, to="away", version=0, reason="No team.", by=town.secretary, now=evening(16))


def test_what_others_hold_is_seen_by_its_moved_date(town: Town, fixture: Fixture, anchor: User, bell: User) -> None:
    ask(fixture, anchor, TWENTY_THIRD)
    postpone.agree(fixture, TWENTY_THIRD, seen=1, by=bell, now=NOW)
    evenings = slots_for(town.fixture("Duke of York", "Anchor"), now=NOW)
    found = {e.date: [reason.message for reason in e.reasons] for e in evenings}
    assert found[dt.date(2026, 9, 15)] == ["Duke of York play Castle v Duke of York that evening."]
    assert found[dt.date(2026, 9, 23)] == ["Anchor play Anchor v Bell that evening."]


PAIRS = [(a, b) for a in PostponementState for b in PostponementState]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_every_move_of_the_table_and_no_other(
    fixture: Fixture, before: PostponementState, after: PostponementState
) -> None:
    dated = before in (PostponementState.AGREED, PostponementState.PLACED)
    row = Postponement.objects.create(
        fixture=fixture, state=before, requested_at=NOW, starts_at=TWENTY_NINTH if dated else None
    )
    if after in POSTPONEMENT_MOVES[before]:
        fixtures.move_postponement(row, after, starts_at=TWENTY_NINTH)
        row.refresh_from_db()
        assert row.state == after
    else:
        with pytest.raises(ValueError, match="does not go from"):
            fixtures.move_postponement(row, after)
        row.refresh_from_db()
        assert row.state == before


def test_the_page_about_postponements_has_the_table_as_it_is() -> None:
    page = (Path(__file__).parents[3] / "docs" / "postponements.md").read_text()
    moves_told = page.split("| from | to |")[1].split("\n\n")[0]
    told_there = {
        before: {name for name in after.split(", ") if name}
        for before, after in re.findall(r"^\| (\w+) \| ?(.*?) ?\|$", moves_told, re.MULTILINE)
    }
    assert told_there == {before.value: {after.value for after in to} for before, to in POSTPONEMENT_MOVES.items()}


Step = Callable[[Fixture, User, User], object]


STEPS: dict[str, Step] = {
    "request": lambda f, a, b: ask(f, a, evening(30)),
    "counter": lambda f, a, b: postpone.counter(f, slots=[evening(30)], seen=1, by=b, now=NOW),
    "agree": lambda f, a, b: postpone.agree(f, TWENTY_NINTH, seen=1, by=b, now=NOW),
    "owe": lambda f, a, b: postpone.agree_without_date(f, seen=1, by=b, now=NOW),
    "refuse": lambda f, a, b: postpone.refuse(f, reason="No.", seen=1, by=b, now=NOW),
    "withdraw": lambda f, a, b: postpone.withdraw(f, by=a, now=NOW),
}


# What a step makes of a postponement in a state; "new" is a new row beside it, "-" a refusal that changes nothing.
MADE = """
state      request counter   agree   owe   refuse   withdraw
requested  -       requested agreed  owed  refused  withdrawn
owed       -       owed      agreed  -     -        -
agreed     new     -         -       -     -        -
placed     new     -         -       -     -        -
refused    new     -         -       -     -        -
withdrawn  new     -         -       -     -        -
played     new     -         -       -     -        -
lapsed     new     -         -       -     -        -
"""


HEAD, *ROWS = [line.split() for line in MADE.strip().splitlines()]


CELLS = [(row[0], step, made) for row in ROWS for step, made in zip(HEAD[1:], row[1:], strict=True)]


@pytest.mark.parametrize(("state", "step", "made"), CELLS)
def test_what_each_step_makes_of_each_state(
    fixture: Fixture, anchor: User, bell: User, state: str, step: str, made: str
) -> None:
    dated = state in ("agreed", "placed")
    row = Postponement.objects.create(
        fixture=fixture, side="home", state=state, awaiting="away" if state == "requested" else "", requested_at=NOW,
        requested_by=anchor, starts_at=evening(15) if dated else None,
    )  # fmt: skip
    Offer.objects.create(
        postponement=row, number=1, side="home", made_by=anchor, made_at=NOW, slots=[TWENTY_NINTH.isoformat()]
    )
    if state == "owed":
        Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    if made == "-":
        with pytest.raises(LeagueError):
            STEPS[step](fixture, anchor, bell)
        assert JournalEntry.objects.count() == Notice.objects.count() == 0
    else:
        STEPS[step](fixture, anchor, bell)
        assert JournalEntry.objects.count() == 1
    row.refresh_from_db()
    assert row.state == (made if made not in ("-", "new") else state)
    assert Postponement.objects.count() == (2 if made == "new" else 1)
