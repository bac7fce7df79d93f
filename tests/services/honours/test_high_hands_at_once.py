"""A captain and the vice-captain add different cards to one high hand at the same second."""

import datetime as dt
from functools import partial

import pytest

from league.errors import WrongState
from league.models import HighHand, JournalEntry
from league.services.honours.high_hands import NewHand, complete_high_hand, record_high_hand
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.services.at_once import TIMES, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_add_cards_at_once_one_is_told_that_they_are_there(town: Town, now: dt.datetime) -> None:
    fixture, captain = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=captain, now=now)
    for already in range(TIMES):
        HighHand.objects.all().delete()
        made = record_high_hand(fixture, NewHand(town.squads["Anchor"][0].pk, points=29), by=captain, now=now)
        ended = at_once(
            partial(complete_high_hand, made, cards="5H 5C 5S JD", starter="5D", by=captain, now=now),
            partial(complete_high_hand, made, cards="5H 5D 5S JC", starter="5C", by=captain, now=now),
        )
        [won] = [one for one in ended if not isinstance(one, WrongState)]
        made.refresh_from_db()
        assert (made.cards, made.starter) == (won.cards, won.starter)
        assert JournalEntry.objects.filter(what__startswith="added the cards").count() == already + 1
