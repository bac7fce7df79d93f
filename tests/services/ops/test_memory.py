"""What a process keeps in memory: made once for each state, however many threads wait for it."""

import datetime as dt
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
import time_machine

from league.models import JournalHead
from league.services.ops.memory import MINUTE, QUARTER, DivisionStates, Memory, Stamp, stamp_of, state_of
from league.services.results import confirm, submit
from league.services.seasons.changes import change_team
from tests.factories import Town, result_sheet

NOW = dt.datetime(2026, 11, 3, 12, 44, 59, tzinfo=dt.UTC)
STAMP: Stamp = ("the end", NOW)


def test_readers_who_wait_for_one_answer_have_it_made_once() -> None:
    memory, made, begun, gate = Memory[str](10), list[str](), Event(), Event()

    def make() -> str:
        made.append("page")
        begun.set()
        gate.wait()
        return "page"

    with ThreadPoolExecutor(16) as pool:
        asked = [pool.submit(memory.get, "home", STAMP, make) for _ in range(16)]
        begun.wait()
        gate.set()
        assert [one.result() for one in asked] == ["page"] * 16
    assert made == ["page"]


def test_other_keys_and_other_states_wait_for_nobody() -> None:
    memory, begun, gate = Memory[str](10), Event(), Event()

    def make() -> str:
        begun.set()
        gate.wait()
        return "old"

    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(memory.get, "home", STAMP, make)
        begun.wait()
        assert memory.get("tables", STAMP, lambda: "tables") == "tables"
        assert memory.get("home", ("later", NOW), lambda: "new") == "new"
        gate.set()
        assert slow.result() == "old"


@pytest.mark.parametrize("fails", [True, False])
def test_where_nothing_came_of_it_those_who_waited_make_their_own(fails: bool) -> None:
    memory, begun, gate = Memory[str](10), Event(), Event()

    def make() -> str | None:
        begun.set()
        gate.wait()
        if fails:
            raise ValueError
        return None

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(memory.get, "home", STAMP, make)
        begun.wait()
        others = [pool.submit(memory.get, "home", STAMP, lambda: "page") for _ in range(2)]
        gate.set()
        assert [one.result() for one in others] == ["page"] * 2
        if fails:
            with pytest.raises(ValueError, match=r"^$"):
                first.result()
        else:
            assert first.result() is None
    assert memory.get("home", STAMP, lambda: "another") == "page"


def test_what_is_larger_than_the_memory_is_answered_and_not_kept() -> None:
    memory = Memory[str](4, len)
    assert [memory.get("home", STAMP, lambda said=said: said) for said in ("large", "tiny", "late")] == [
        "large",
        "tiny",
        "tiny",
    ]


def test_a_stamp_holds_for_the_minute_or_for_the_quarter() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        before = stamp_of("end", MINUTE), stamp_of("end", QUARTER)
        clock.shift(1)
        after = stamp_of("end", MINUTE), stamp_of("end", QUARTER)
        assert before[0] != after[0]
        assert before[1] != after[1]
        clock.shift(60)
        assert stamp_of("end", MINUTE) != after[0]
        assert stamp_of("end", QUARTER) == after[1]


def test_of_several_values_only_those_that_are_missing_are_made_and_in_one_go() -> None:
    memory, made = Memory[str](10), list[list[int]]()

    def make(places: Sequence[int]) -> list[str]:
        made.append([*places])
        return [f"value {place}" for place in places]

    keys = [(name, STAMP) for name in "abc"]
    memory.get("b", STAMP, lambda: "kept")
    assert memory.get_each(keys, make) == ["value 0", "kept", "value 2"]
    assert memory.get_each(keys, make) == ["value 0", "kept", "value 2"]
    assert memory.get_each([keys[0], ("c", ("later", NOW))], make) == ["value 0", "value 1"]
    assert made == [[0, 2], [1]]


@pytest.mark.django_db
class TestStatesOfDivisions:
    """Which divisions an entry of the journal can have changed."""

    OWN, OTHER = ("2026-27", "division-1"), ("2026-27", "division-2")

    @pytest.fixture
    def states(self, town: Town, now: dt.datetime) -> DivisionStates:
        sheet = result_sheet(town, "Anchor", "Bell")
        submit.submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now)
        return DivisionStates()

    def of(self, states: DivisionStates) -> list[str]:
        return [states.state_of("town", division, state_of("town")) for division in (self.OWN, self.OTHER, None)]

    def test_a_result_changes_its_own_alone(self, states: DivisionStates, town: Town, now: dt.datetime) -> None:
        own, other, none = self.of(states)
        confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
        assert [before == after for before, after in zip((own, other, none), self.of(states), strict=True)] == [
            False, True, True,
        ]  # fmt: skip
        assert self.of(states) == self.of(states)

    def test_whatever_else_is_decided_changes_all(self, states: DivisionStates, town: Town, now: dt.datetime) -> None:
        before = self.of(states)
        change_team(town.teams["Bell"], {"name": "Ash"}, by=town.secretary, now=now)
        assert not set(before) & set(self.of(states))

    def test_so_does_another_journal_put_in_its_place(self, states: DivisionStates, town: Town) -> None:
        before = self.of(states)
        JournalHead.objects.filter(league=town.league).update(hash="another")
        assert not set(before) & set(self.of(states))

    def test_so_do_more_entries_than_it_follows(
        self, states: DivisionStates, town: Town, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(DivisionStates, "MOST_ENTRIES", 0)
        before = self.of(states)
        confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
        assert not set(before) & set(self.of(states))
