"""Two captains' agreements racing for one board, a thousand times over parallel connections of PostgreSQL."""

import datetime as dt
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from league.errors import LeagueError
from league.models import Fixture, JournalEntry, Notice, Postponement
from league.services.dates import postpone
from tests.factories import Town
from tests.journals import forget

pytestmark = [pytest.mark.bench, pytest.mark.races, pytest.mark.django_db(transaction=True)]

TIMES = 1000
NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)
FREE = dt.datetime(2026, 9, 29, 19, tzinfo=dt.UTC)


class Racer(Thread):
    """A captain with a connection of their own, who agrees whenever the flag falls."""

    def __init__(self, town: Town, fixture: Fixture, flag: Barrier) -> None:
        super().__init__(daemon=True)
        self.town, self.fixture, self.flag = town, fixture, flag
        self.told: Queue[Any] = Queue()
        self.goes: Queue[bool] = Queue()

    def run(self) -> None:
        connection.ensure_connection()
        while self.goes.get():
            self.flag.wait()
            try:
                answer: Any = postpone.agree(
                    self.fixture, FREE, seen=1, by=self.town.captains[self.fixture.away.name], now=NOW
                )
            except Exception as error:  # noqa: BLE001 - counted by the test's own thread
                answer = error
            self.told.put(answer)
        connection.close()


@contextmanager
def racers(town: Town, *fixtures: Fixture) -> Iterator[list[Racer]]:
    flag = Barrier(len(fixtures), timeout=30)
    made = [Racer(town, fixture, flag) for fixture in fixtures]
    for racer in made:
        racer.start()
    yield made
    for racer in made:
        racer.goes.put(False)
        racer.join(timeout=30)


def _ask(town: Town, fixture: Fixture) -> None:
    by = town.captains[fixture.home.name]
    postpone.request(fixture, slots=[FREE], reason="Away.", by=by, now=NOW)


def _race(town: Town, *fixtures: Fixture, why: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    kept = {fixture.pk: {f: getattr(fixture, f) for f in ("starts_at", "state", "sequence")} for fixture in fixtures}
    with racers(town, *fixtures) as running:
        for _ in range(TIMES):
            for fixture in fixtures:
                _ask(town, fixture)
            for racer in running:
                racer.goes.put(True)
            for racer in running:
                counts[_outcome(racer.told.get(timeout=30), why)] += 1
            moved = Fixture.objects.filter(starts_at=FREE).count()
            counts["double bookings"] += moved > 1
            counts["nobody"] += moved == 0
            forget(JournalEntry, Notice, Postponement)
            for pk, fields in kept.items():
                Fixture.objects.filter(pk=pk).update(**fields)
    return counts


def _outcome(answer: Any, why: str) -> str:
    if isinstance(answer, Postponement):
        return "won"
    if isinstance(answer, LeagueError):
        return "told why" if why in answer.message else "told something else"
    return f"failed: {answer!r}"


@pytest.mark.parametrize("prize", ["one board", "one team"])
def test_a_thousand_races(town: Town, prize: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert connection.vendor == "postgresql", "run it with `make races`: the figure is about PostgreSQL"
    one = town.fixture("Anchor", "Bell")
    if prize == "one board":
        Fixture.objects.update(venue=town.venues["Anchor"])
        two, why = town.fixture("Castle", "Duke of York"), "Anchor has no board free"
    else:
        two, why = town.fixture("Duke of York", "Anchor"), "Anchor play "
    began = time.perf_counter()
    counts = _race(town, one, two, why=why)
    seconds = time.perf_counter() - began
    with capsys.disabled():
        print(  # noqa: T201
            f"\n{TIMES} races for {prize}: {counts['won']} won, {counts['told why']} told why, "
            f"{counts['double bookings']} double bookings, {seconds:.0f} s"
        )
    assert counts == Counter({"won": TIMES, "told why": TIMES, "double bookings": 0, "nobody": 0})
