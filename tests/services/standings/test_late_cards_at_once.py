"""Late cards at the same second: proposed once, decided once."""

import datetime as dt
from functools import partial

import pytest

from league.models import Adjustment, LateCard, Season
from league.services.results import submit
from league.services.standings.adjustments import accept_late_card, dismiss_late_card
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once, sorted_out

FIXTURES = [pair for pairs in factories.PAIRS for pair in pairs]
pytestmark = pytest.mark.django_db(transaction=True)


def test_two_captains_who_send_at_once_make_one_proposal_a_side(town: Town) -> None:
    Season.objects.filter(pk=town.season.pk).update(late_card="both")
    for number, (home, away) in enumerate(FIXTURES, start=1):
        fixture = town.fixture(home, away)
        fixture.refresh_from_db()
        sent = fixture.starts_at + dt.timedelta(hours=49)
        sheet = result_sheet(town, home, away)
        at_once(*(partial(submit.submit, fixture, sheet, by=town.captains[team], now=sent) for team in (home, away)))
        assert LateCard.objects.count() == 2 * number


def test_accepted_and_dismissed_at_once_it_is_one_of_the_two(town: Town, now: dt.datetime) -> None:
    for home, away in FIXTURES:
        card = LateCard.objects.create(
            fixture=town.fixture(home, away), side="home", points=1, due_at=now - dt.timedelta(hours=1), sent_at=now
        )
        accept = partial(accept_late_card, card, by=town.secretary, now=now)
        dismiss = partial(dismiss_late_card, card, reason="No signal.", by=town.secretary, now=now)
        kept, _ = sorted_out(at_once(accept, dismiss))
        assert kept.standing == LateCard.objects.get(pk=card.pk).standing
    taken = LateCard.objects.exclude(adjustment=None).count()
    assert Adjustment.objects.count() == taken


def test_accepted_twice_at_once_the_points_are_taken_once(town: Town, now: dt.datetime) -> None:
    for number, (home, away) in enumerate(FIXTURES, start=1):
        card = LateCard.objects.create(
            fixture=town.fixture(home, away), side="home", points=1, due_at=now - dt.timedelta(hours=1), sent_at=now
        )
        accept = partial(accept_late_card, card, by=town.secretary, now=now)
        sorted_out(at_once(accept, accept))
        assert Adjustment.objects.count() == number
