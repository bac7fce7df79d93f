"""A league is suspended while a captain sends a sheet, and by two operators at once."""

import datetime as dt
from functools import partial

import pytest

from league.errors import Changed, Suspended
from league.models import JournalEntry, League, Result
from league.services.results import submit
from league.services.seasons.suspension import resume, suspend
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_sheet_is_sent_before_the_suspension_or_refused_after_it(town: Town, now: dt.datetime) -> None:
    operator = factories.user("super@town.example", is_superuser=True)
    for home, away in factories.PAIRS[0]:
        fixture = town.fixture(home, away)
        send = partial(submit.submit, fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        suspended, sent = at_once(partial(suspend, town.league, reason="x", by=operator, now=now), send)
        assert isinstance(suspended, League), suspended
        assert isinstance(sent, Result | Suspended), sent
        assert Result.objects.filter(fixture=fixture).exists() is isinstance(sent, Result)
        assert JournalEntry.objects.order_by("number").last().kind == "league-suspended"  # type: ignore[union-attr]
        resume(town.league, by=operator, now=now)


def test_of_two_operators_with_two_reasons_one_is_told_of_the_others(town: Town, now: dt.datetime) -> None:
    operators = [factories.user(f"super{n}@town.example", is_superuser=True) for n in (1, 2)]
    found = at_once(*(partial(suspend, town.league, reason=f"Reason {by.pk}.", by=by, now=now) for by in operators))
    assert {type(one) for one in found} == {League, Changed}, found
    assert JournalEntry.objects.filter(kind="league-suspended").count() == 1
    both = at_once(*(partial(resume, town.league, by=by, now=now) for by in operators))
    assert {type(one) for one in both} == {League}, both
    assert JournalEntry.objects.filter(kind="league-resumed").count() == 1
