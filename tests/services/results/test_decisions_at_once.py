"""Two secretaries decide at the same second, or one of them and a captain; one of the two is told of the other."""

import datetime as dt
from decimal import Decimal
from functools import partial

import pytest

from league.enums import RoleKind
from league.models import Adjustment, Entry, JournalEntry, Result
from league.services.results import confirm, decide, submit
from league.services.standings.adjustments import adjust_points, take_back_adjustment
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import TIMES, at_once, sorted_out

FIXTURES = [pair for pairs in factories.PAIRS for pair in pairs]
pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_secretaries_who_decide_at_once_one_is_told(town: Town, now: dt.datetime) -> None:
    deputy = factories.user("deputy@town.example")
    factories.role(deputy, town.league, RoleKind.SECRETARY)
    for home, away in FIXTURES:
        fixture = town.fixture(home, away)
        submit.submit(fixture, result_sheet(town, home, away), by=town.secretary, now=now)
        annul = partial(decide.void, fixture, version=1, reason="x", by=town.secretary, now=now)
        give = partial(decide.give_walkover, fixture, to="home", version=1, reason="y", by=deputy, now=now)
        kept, _ = sorted_out(at_once(annul, give))
        assert Result.objects.get(fixture=fixture, live=True) == kept
        assert Result.objects.filter(fixture=fixture).count() == 2


def test_of_a_captains_answer_and_a_decision_at_once_one_is_told(town: Town, now: dt.datetime) -> None:
    for home, away in FIXTURES:
        fixture = town.fixture(home, away)
        submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        agree = partial(confirm.confirm, fixture, 1, by=town.captains[away], now=now)
        ended = at_once(agree, partial(decide.void, fixture, version=1, reason="x", by=town.secretary, now=now))
        live = Result.objects.get(fixture=fixture, live=True)
        # A captain who is first is overruled knowingly: it is the version that the secretary saw.
        assert (live.version, live.kind) == (2, "void")
        assert sum(isinstance(answer, Result) for answer in ended) in (1, 2)


def test_an_adjustment_taken_back_twice_at_once_is_taken_back_once(town: Town, now: dt.datetime) -> None:
    entry = Entry.objects.select_related("season__league", "division", "team").get(team=town.teams["Anchor"])
    for _ in range(TIMES):
        made = adjust_points(entry, Decimal(-1), reason="x", date=now.date(), by=town.secretary, now=now)

        def restored(made: Adjustment = made) -> Adjustment:
            return take_back_adjustment(made, reason="y", by=town.secretary, now=now)

        sorted_out(at_once(restored, restored))
        assert Adjustment.objects.filter(takes_back=made).count() == 1
    assert JournalEntry.objects.count() == 2 * TIMES
