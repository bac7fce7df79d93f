"""The tables of a person, their last switches, and how they have done at each strength of the machine."""

from collections import Counter
from dataclasses import dataclass

from cardroom.models import PlayGame, PlayTable
from cardroom.rules.play.seats import STRENGTHS, seats_of
from cardroom.rules.play.switches import Switches, chosen_last, kept_switches
from league.models import User
from league.translation import Text

MOST = 20


@dataclass(frozen=True, slots=True)
class Record:
    """Games against machines of one strength: how many were played, and how many were won."""

    strength: Text
    played: int
    won: int


def tables_of(user: User) -> list[PlayTable]:
    """Return the tables that somebody opened, the latest used first (one query)."""
    return list(PlayTable.objects.filter(owner=user).order_by("-used_at")[:MOST])


def switches_of(user: User | None) -> Switches | None:
    """Return the switches that somebody chose last at a table of their own (one query), or None.

    A new table begins with them, so the tables used last have them.
    """
    if user is None:
        return None
    used = PlayTable.objects.filter(owner=user).order_by("-used_at").values_list("seats", flat=True)[:MOST]
    return chosen_last(*(kept_switches(seat) for seats in used for seat in seats))


def records_of(user: User) -> list[Record]:
    """Return how somebody has done against one machine, by its strength; marked games are left out (one query)."""
    ended = PlayGame.objects.filter(table__owner=user, ended_at__isnull=False, marked=False)
    played, won = Counter[int](), Counter[int]()
    for seats, winner in ended.values_list("table__seats", "winner"):
        sitting = seats_of(seats)
        if len(sitting) == 2 and sitting[1].machine:
            played[sitting[1].strength] += 1
            won[sitting[1].strength] += winner == 0
    return [Record(STRENGTHS[level - 1].text, played[level], won[level]) for level in sorted(played)]
