"""The progress of somebody against machines."""

import datetime as dt

from cardroom.models import PlayGame, PlayTable
from cardroom.queries import records_of
from tests.cardroom.services import tables
from tests.factories import Town


def ended(table: PlayTable, now: dt.datetime, *, winner: int) -> None:
    PlayGame.objects.filter(table=table).update(ended_at=now, winner=winner, worth=1)


def test_only_games_of_one_against_one_machine_are_counted(town: Town, now: dt.datetime) -> None:
    una = town.captains["Anchor"]
    alone, three = tables.opened(now), tables.opened(now, mode="2")
    PlayTable.objects.update(owner=una)
    ended(alone, now, winner=0)
    ended(three, now, winner=0)
    [record] = records_of(una)
    assert (record.played, record.won) == (1, 1)
