"""One player is a guest on two sheets that are sent at the same moment: the second counts the first."""

import datetime as dt
import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import transaction

from league.enums import Enforcement, GuestPolicy, JournalKind
from league.errors import Invalid
from league.models import JournalEntry, Notice, Result
from league.services.results import correct, decide, submit
from tests.factories import Town, result_sheet
from tests.journals import forget
from tests.services.at_once import TIMES, at_once
from tests.services.people.test_erasing_at_once import somebody_waits, state_after
from tests.services.results.test_eligibility import ask, helped, submitted

pytestmark = pytest.mark.django_db(transaction=True)


def and_wait(write: Callable[[], Any], began: Event) -> None:
    """Write, and commit only once another connection waits for the lock."""
    with transaction.atomic():
        write()
        began.set()
        until = time.monotonic() + 3
        while not somebody_waits() and time.monotonic() < until:
            time.sleep(0.02)


def met(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """Begin the second once the first has written but not committed; return its result or error."""
    began = Event()
    return at_once(lambda: and_wait(first, began), state_after(began, second))[1]


def test_the_second_sheet_is_refused_where_the_first_used_up_the_limit(town: Town, now: dt.datetime) -> None:
    ask(town, guests=GuestPolicy.OTHER_TEAMS, guest_limit=1)
    later, again = town.fixture("Duke of York", "Anchor"), helped(town, "Duke of York", "Anchor")
    refused = met(
        lambda: submitted(town, helped(town), now),
        lambda: submit.submit(later, again, by=town.captains["Duke of York"], now=now),
    )
    assert isinstance(refused, Invalid)
    assert [problem.code for problem in refused.problems] == ["guest-limit"]
    assert not Result.objects.filter(fixture=later).exists()


def test_where_breaches_are_taken_the_second_sheet_keeps_its_own(town: Town, now: dt.datetime) -> None:
    ask(town, guests=GuestPolicy.OTHER_TEAMS, guest_limit=1, eligibility=Enforcement.WARN)
    later, again = town.fixture("Duke of York", "Anchor"), helped(town, "Duke of York", "Anchor")
    made = met(
        lambda: submitted(town, helped(town), now),
        lambda: submit.submit(later, again, by=town.captains["Duke of York"], now=now),
    )
    assert [breach["code"] for breach in made.breaches] == ["guest-limit"]


@pytest.mark.parametrize("how", ["corrected", "abandoned"])
def test_so_is_a_correction_and_a_decision(town: Town, now: dt.datetime, how: str) -> None:
    ask(town, guests=GuestPolicy.OTHER_TEAMS, guest_limit=1)
    later, again = town.fixture("Duke of York", "Anchor"), helped(town, "Duke of York", "Anchor")
    own = result_sheet(town, "Duke of York", "Anchor")
    submit.submit(later, own, by=town.secretary, now=now)
    ways = {
        "corrected": lambda: correct.propose(later, 1, again, reason="He.", by=town.secretary, now=now),
        "abandoned": lambda: decide.abandon(later, again, version=1, reason="Rain.", by=town.secretary, now=now),
    }
    refused = met(lambda: submitted(town, helped(town), now), ways[how])
    assert isinstance(refused, Invalid)
    assert [problem.code for problem in refused.problems] == ["guest-limit"]
    assert Result.objects.filter(fixture=later).count() == 1


def test_two_sheets_with_the_same_players_never_wait_in_a_circle(town: Town, now: dt.datetime) -> None:
    ask(town, guests=GuestPolicy.OTHER_TEAMS, guest_limit=9)
    first, second = town.fixture("Anchor", "Bell"), town.fixture("Duke of York", "Anchor")
    ways = (helped(town), helped(town, "Duke of York", "Anchor"))
    for _ in range(TIMES):
        at_once(
            lambda: submit.submit(first, ways[0], by=town.captains["Anchor"], now=now),
            lambda: submit.submit(second, ways[1], by=town.captains["Duke of York"], now=now),
        )
        assert Result.objects.filter(appearances__guest=True).distinct().count() == 2
        assert JournalEntry.objects.filter(kind=JournalKind.RESULT_SUBMITTED).count() == 2
        forget(JournalEntry, Notice, Result)
