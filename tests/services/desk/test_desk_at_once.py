"""Two secretaries press the same buttons at the same second."""

import datetime as dt
from functools import partial

import pytest

from league.enums import JournalKind, NoticeKind, ResultState, RoleKind
from league.models import JournalEntry, Notice, Result, User
from league.services.desk import ChosenResult, approve_clear, remind_overdue
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import TIMES, at_once

LATE = dt.timedelta(hours=57)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def second(town: Town) -> User:
    found = factories.user("second@town.example", name="Second Secretary")
    factories.role(found, town.league, RoleKind.SECRETARY)
    return found


def test_captains_are_asked_once_by_two_secretaries(town: Town, second: User, now: dt.datetime) -> None:
    for number in range(TIMES):
        moment = now + number * dt.timedelta(days=3)
        before = Notice.objects.filter(kind=NoticeKind.RESULT_CHASED).count()
        ended = at_once(*(partial(remind_overdue, town.league, by=who, now=moment) for who in (town.secretary, second)))
        asked, nobody = sorted(ended, key=lambda one: -one.people)
        assert (asked.people, nobody.people, nobody.fixtures) == (4, 0, 0)
        assert Notice.objects.filter(kind=NoticeKind.RESULT_CHASED).count() == before + 2 * asked.fixtures
        assert JournalEntry.objects.filter(kind=JournalKind.CAPTAINS_REMINDED).count() == number + 1


def test_results_are_confirmed_once_by_two_secretaries(town: Town, second: User, now: dt.datetime) -> None:
    pairs = (("Anchor", "Bell"), ("Castle", "Duke of York"))
    chosen = []
    for home, away in pairs:
        fixture = town.fixture(home, away)
        submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        chosen.append(ChosenResult(fixture, 1))
    press = partial(approve_clear, town.league, reason="No answer.", now=now + LATE)
    ended = at_once(partial(press, chosen, by=town.secretary), partial(press, list(reversed(chosen)), by=second))
    assert sum(len(one.confirmed) for one in ended) == sum(len(one.refused) for one in ended) == 2
    assert set(Result.objects.values_list("state", flat=True)) == {ResultState.CONFIRMED}
    assert JournalEntry.objects.filter(kind=JournalKind.RESULT_CONFIRMED).count() == 2
