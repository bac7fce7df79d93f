"""An export is of one moment, whoever writes while it is read; and it keeps nobody from writing."""

import datetime as dt
import io
import zipfile
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from league.models import Fixture, JournalEntry, Player, Team, Venue
from league.services.portability.exports import export_league
from league.services.portability.league_import import check_file
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


class Meanwhile(io.BytesIO):
    """A file during whose first byte somebody else does something, over a connection of their own."""

    def __init__(self, act: Any) -> None:
        super().__init__()
        self.act: Any = act

    def write(self, data: Any) -> int:
        act, self.act = self.act, None
        if act is not None:
            other = Thread(target=self._in_own_transaction, args=(act,))
            other.start()
            other.join(timeout=15)
            assert not other.is_alive(), "an export keeps others from writing"
        return super().write(data)

    @staticmethod
    def _in_own_transaction(act: Any) -> None:
        try:
            act()
        finally:
            connection.close()


def test_what_is_written_meanwhile_is_in_no_part_of_it(now: dt.datetime) -> None:
    town = factories.town()
    fixture = town.fixture("Anchor", "Bell")

    def write() -> None:
        venue = Venue.objects.create(league=town.league, name="New house")
        Team.objects.create(league=town.league, name="Newcomers", slug="newcomers")
        Fixture.objects.filter(pk=fixture.pk).update(venue=venue)
        Player.objects.filter(name="Bell 6").update(name="Somebody else")

    out = Meanwhile(write)
    written = export_league(town.league, out, by=town.secretary, now=now)
    assert Team.objects.filter(name="Newcomers").exists()
    assert (written.rows["venue"], written.rows["team"]) == (4, 4)
    with zipfile.ZipFile(out) as archive:
        assert b"Somebody else" not in archive.read("player.jsonl")
    # With a part of it, the fixture would refer to a venue that is not there.
    check_file(out)


def test_two_exports_at_once_are_two_entries_of_the_journal(now: dt.datetime) -> None:
    town = factories.town()
    second = io.BytesIO()
    first = Meanwhile(lambda: export_league(town.league, second, by=None, now=now))
    export_league(town.league, first, by=None, now=now)
    assert list(JournalEntry.objects.order_by("number").values_list("key", flat=True)) == ["1", "2"]
    assert check_file(first).rows["journalentry"] == 1
    assert check_file(second).rows["journalentry"] == 2
