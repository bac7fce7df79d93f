"""Entries that many write at the same moment: the chain has all of them, each number once."""

import pytest
from django.db import DataError, connection, transaction

from league.enums import JournalKind
from league.models import JournalEntry, JournalHead, League
from league.rules.chain import Whole
from league.services.journal import record, verify
from league.translation import Text
from tests.factories import Town
from tests.services.at_once import TIMES, at_once
from tests.services.taken import NOW

pytestmark = pytest.mark.django_db(transaction=True)


def write(town: Town, number: int) -> int:
    with transaction.atomic():
        said = Text("moved {team}", team=f"“Ä\\{number}”")
        about = {"fixture": town.fixtures[0], "team": town.teams["Bell"], "by": town.secretary}
        data = {"of": [number, "é"]}
        entry = record(
            town.league, JournalKind.FIXTURE_MOVED, f"{number}", now=NOW, what=said, why='"\n', data=data, **about
        )
        return entry.number


def test_all_are_in_the_chain_with_a_number_of_their_own(town: Town) -> None:
    for turn in range(TIMES):
        numbers = at_once(*[lambda n=8 * turn + n: write(town, n) for n in range(8)])
        assert sorted(numbers) == list(range(8 * turn + 1, 8 * turn + 9))
    chain = verify(town.league)
    assert isinstance(chain, Whole)
    assert chain.number == 8 * TIMES


def test_the_first_entries_of_a_league_make_its_chain(town: Town) -> None:
    league = League.objects.create(name="New League", slug="new")

    def begin(number: int) -> int:
        with transaction.atomic():
            kind = JournalKind.SETTINGS_CHANGED
            return record(league, kind, f"{number}", by=None, now=NOW, what=Text("changed it")).number

    assert sorted(at_once(*[lambda n=n: begin(n) for n in range(4)])) == [1, 2, 3, 4]
    assert verify(league) == Whole(4, JournalEntry.objects.get(league=league, number=4).hash)


def test_what_is_too_long_is_refused_and_moves_nothing(town: Town) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite takes a key of any length")
    with pytest.raises(DataError), transaction.atomic():
        record(town.league, JournalKind.FIXTURE_MOVED, "x" * 121, by=None, now=NOW, what=Text("moved it"))
    assert JournalHead.objects.get().number == 0
