"""Two secretaries record the same winner at the same second; a sheet is loaded twice at once."""

import datetime as dt
from functools import partial

import pytest

from league.models import JournalEntry, Winner
from league.services.honours.winners import record_winner
from league.services.portability.imports.winners import load_winners
from tests.factories import Town
from tests.services.at_once import TIMES, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_record_the_same_one_row_is_made(town: Town, now: dt.datetime) -> None:
    record = partial(record_winner, town.league, competition="Cup", year="1990", name="Anchor", now=now)
    for already in range(TIMES):
        Winner.objects.all().delete()
        ended = at_once(partial(record, by=town.secretary), partial(record, by=town.secretary))
        assert [type(one) for one in ended] == [Winner, Winner]
        assert (Winner.objects.count(), JournalEntry.objects.count()) == (1, already + 1)


def test_a_sheet_that_is_sent_twice_is_loaded_once(town: Town, now: dt.datetime) -> None:
    files = {"w.csv": b"year,competition,winner,runner-up\n1990,Cup,Anchor,Bell\n"}
    load = partial(load_winners, files, town.league, by=town.secretary, now=now)
    ended = at_once(load, load)
    assert not [one for one in ended if isinstance(one, Exception)]
    assert (Winner.objects.count(), JournalEntry.objects.count()) == (2, 1)
