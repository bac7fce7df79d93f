"""Two captains at one fixture's result, a thousand times over parallel connections of PostgreSQL, through the pages.

Each race takes a fixture of its own, brings it to where the race begins, and lets two people press at the same moment.
After it, exactly one version is live, every sheet that somebody sent is a stored version or its sender was told no and
finds it in their draft, and no page has failed.
"""

import datetime as dt
import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from queue import Queue
from threading import Barrier, Thread
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from league.enums import ResultState
from league.models import Fixture, Result, SheetDraft, User, Week
from league.queries.results.sheets import sheet_of, sheets_of
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from league.rules.sheets import GameScore, ResultSheet
from league.services.results import confirm, correct, handover, submit
from tests import factories
from tests.factories import Town, result_sheet

pytestmark = [pytest.mark.bench, pytest.mark.races, pytest.mark.django_db(transaction=True)]

TIMES = 1000
NOW = dt.datetime(2030, 1, 1, 12, tzinfo=dt.UTC)
LATE = NOW + dt.timedelta(hours=48)

# What somebody posts: the page, its fields, and the sheet they send with it, if any.
Press = tuple[str, dict[str, str], ResultSheet | None]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Silence the log: hundreds of refusals are expected here."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


class Racer(Thread):
    """A person with a browser and a connection of their own, who presses whenever the flag falls."""

    def __init__(self, who: User | None, flag: Barrier) -> None:
        super().__init__(daemon=True)
        self.client, self.flag = Client(raise_request_exception=False), flag
        if who is not None:
            self.client.force_login(who)
        self.goes: Queue[Callable[[Client], Any] | None] = Queue()
        self.told: Queue[Any] = Queue()

    def run(self) -> None:
        connection.ensure_connection()
        while (press := self.goes.get()) is not None:
            self.flag.wait()
            try:
                self.told.put(press(self.client))
            except Exception as error:  # noqa: BLE001 - counted by the test's own thread
                self.told.put(error)
        connection.close()


@contextmanager
def racers(*people: User | None) -> Iterator[list[Racer]]:
    flag = Barrier(len(people), timeout=60)
    made = [Racer(who, flag) for who in people]
    for racer in made:
        racer.start()
    try:
        yield made
    finally:
        for racer in made:
            racer.goes.put(None)
            racer.join(timeout=60)


class Replay:
    """One race: a fixture of its own, and what each of the two presses."""

    def __init__(self, town: Town, number: int, chance: random.Random) -> None:
        week = Week.objects.create(
            season=town.season, round=town.weeks[0].round, number=100 + number,
            starts_on=dt.date(2027, 1, 4) + dt.timedelta(days=number),
        )  # fmt: skip
        self.town, self.chance = town, chance
        self.fixture = factories.fixture(town, week, "Anchor", "Bell")
        self.anchor, self.bell = town.captains["Anchor"], town.captains["Bell"]

    def page(self, name: str) -> str:
        return f"/leagues/town/fixtures/{self.fixture.pk}/{name}/"

    def sheet(self) -> ResultSheet:
        """One of a few sheets, so that two of them are often the same."""
        loser = self.chance.choice((61, 62, 63))
        return result_sheet(self.town, "Anchor", "Bell", first=GameScore(121, loser))

    def send(self, name: str, sheet: ResultSheet, **more: str) -> Press:
        return self.page(name), fields_of(sheet, terms(self.fixture.division)) | more, sheet

    def submitted(self) -> Result:
        return submit.submit(self.fixture, self.sheet(), by=self.anchor, now=NOW)

    def confirmed(self) -> Result:
        result = self.submitted()
        return confirm.confirm(self.fixture, result.version, by=self.bell, now=NOW)

    # The races

    def both_submit(self) -> tuple[Press, Press]:
        return self.send("sheet", self.sheet()), self.send("sheet", self.sheet())

    def one_twice_and_the_other(self) -> tuple[Press, Press]:
        """A double click is over before the other's sheet comes, or not."""
        sheet = self.sheet()
        return self.send("sheet", sheet), self.send("sheet", sheet)

    def answers(self) -> tuple[Press, Press]:
        """The other captain confirms, disputes or sends their own sheet, on a page and by their link."""
        live = self.submitted()
        link = f"/leagues/town/confirm/{handover.token_for(live, self.bell)}/"
        other = result_sheet(self.town, "Anchor", "Bell", first=GameScore(88, 121))
        ways: list[Press] = [
            (self.page("confirm"), {"version": "1"}, None),
            (self.page("dispute"), {"version": "1", "reason": "No.", "own": "no"}, None),
            self.send("dispute", other, version="1", reason="No.", own="yes"),
            self.send("sheet", self.sheet()),
        ]
        return (link, {}, None), self.chance.choice(ways)

    def acceptances(self) -> tuple[Press, Press]:
        """Each captain accepts the other's sheet."""
        self.submitted()
        other = result_sheet(self.town, "Anchor", "Bell", first=GameScore(88, 121))
        submit.submit(self.fixture, other, by=self.bell, now=NOW)
        return (self.page("accept"), {"version": "2"}, None), (self.page("accept"), {"version": "1"}, None)

    def corrections(self) -> tuple[Press, Press]:
        """Both propose to correct what counts."""
        self.confirmed()
        sheets = [result_sheet(self.town, "Anchor", "Bell", first=GameScore(n, 121)) for n in (88, 89)]
        first, second = (self.send("correct", sheet, version="1", reason="Swapped.") for sheet in sheets)
        return first, second

    def correction_and_answer(self) -> tuple[Press, Press]:
        """One side accepts a correction while its sender sends another sheet for it."""
        self.confirmed()
        right = result_sheet(self.town, "Anchor", "Bell", first=GameScore(88, 121))
        correct.propose(self.fixture, 1, right, reason="Swapped.", by=self.bell, now=NOW)
        other = result_sheet(self.town, "Anchor", "Bell", first=GameScore(89, 121))
        do = self.chance.choice(("accept", "refuse"))
        accept: Press = (self.page("correction"), {"version": "2", "do": do, "reason": "x"}, None)
        return accept, self.send("correct", other, version="1", reason="Swapped too.")

    RACES = (both_submit, one_twice_and_the_other, answers, acceptances, corrections, correction_and_answer)


def _post(press: Press) -> Callable[[Client], HttpResponse]:
    address, fields, _ = press
    return lambda client: client.post(address, fields)


def _where_sheet_is(course: Replay, sheet: ResultSheet, who: User) -> str:
    """Say where a sent sheet is now: stored as a version, in its sender's draft, or lost."""
    stored = sheets_of(Result.objects.filter(fixture=course.fixture)).values()
    if sheet in stored:
        return "stored"
    draft = SheetDraft.objects.filter(fixture=course.fixture, user=who).first()
    fields = fields_of(sheet, terms(course.fixture.division))
    return "in the draft" if draft is not None and fields.items() <= draft.sheet.items() else "lost"


def _look(course: Replay, counts: Counter[str]) -> None:
    live = Result.objects.filter(fixture=course.fixture, live=True).count()
    counts["live results other than one"] += live != 1
    counts["races"] += 1


def _answer(counts: Counter[str], answer: Any) -> None:
    if isinstance(answer, Exception) or answer.status_code not in (302, 409):
        counts["failed"] += 1
        print(repr(answer))  # noqa: T201
    else:
        counts["done" if answer.status_code < 400 else "told no"] += 1


def test_a_thousand_races_for_one_result(town: Town, capsys: pytest.CaptureFixture[str]) -> None:
    assert connection.vendor == "postgresql", "run it with `make races`: the figure is about PostgreSQL"
    counts: Counter[str] = Counter()
    chance = random.Random(121)
    began = time.perf_counter()
    with (
        time_machine.travel(NOW, tick=False),
        racers(town.captains["Anchor"], town.captains["Bell"]) as (anchor, bell),
    ):
        for number in range(TIMES):
            course = Replay(town, number, chance)
            race = Replay.RACES[number % len(Replay.RACES)]
            presses = race(course)
            for racer, press in zip((anchor, bell), presses, strict=True):
                racer.goes.put(_post(press))
            for racer, press, who in zip((anchor, bell), presses, (course.anchor, course.bell), strict=True):
                _answer(counts, racer.told.get(timeout=60))
                if press[2] is not None:
                    counts[f"sheets {_where_sheet_is(course, press[2], who)}"] += 1
            _look(course, counts)
    seconds = time.perf_counter() - began
    with capsys.disabled():
        print(  # noqa: T201
            f"\n{counts['races']} races for one result: {counts['done']} done, {counts['told no']} told no, "
            f"{counts['sheets stored']} sheets stored, {counts['sheets in the draft']} kept as drafts, "
            f"{counts['sheets lost']} lost, {counts['live results other than one']} without exactly one live result, "
            f"{counts['failed']} failed, {seconds:.0f} s"
        )
    missed = ("sheets lost", "live results other than one", "failed")
    assert {name: counts[name] for name in missed} == dict.fromkeys(missed, 0)
    assert counts["done"] + counts["told no"] == 2 * TIMES


def _scan(_: Client, after: float) -> int:
    """The scan is quicker than a page: begun a little later, it sometimes wins and sometimes does not."""
    time.sleep(after)
    return confirm.confirm_due(now=LATE)


def test_a_hundred_deadlines_against_an_answer(town: Town, capsys: pytest.CaptureFixture[str]) -> None:
    """The scan finds a sheet at the very moment at which its captain answers it."""
    assert connection.vendor == "postgresql", "run it with `make races`: the figure is about PostgreSQL"
    counts: Counter[str] = Counter()
    chance = random.Random(61)
    with time_machine.travel(LATE, tick=False), racers(None, town.captains["Bell"]) as (beat, bell):
        for number in range(TIMES // 10):
            course = Replay(town, number, chance)
            kept = sheet_of(course.submitted())
            dispute: Press = (course.page("dispute"), {"version": "1", "reason": "No.", "own": "no"}, None)
            beat.goes.put(partial(_scan, after=chance.uniform(0, 0.06)))
            bell.goes.put(_post(dispute))
            confirmed, answer = beat.told.get(timeout=60), bell.told.get(timeout=60)
            live = Result.objects.get(fixture=course.fixture, live=True)
            assert answer.status_code == 302
            assert sheet_of(live) == kept
            assert live.state == (ResultState.CONFIRMED if confirmed else ResultState.DISPUTED)
            counts["by the deadline" if confirmed else "disputed"] += 1
    with capsys.disabled():
        print(f"\n{TIMES // 10} deadlines against an answer: {dict(counts)}, one live result each")  # noqa: T201
    assert Fixture.objects.filter(results__live=True).distinct().count() == TIMES // 10
