"""Seats at a table to play at: whose they are. A table belongs to no league, so this is no action of `ACTIONS`.

The address of a table is the secret. At a table of one person whoever has it plays; where two people play, each is
known again by a key, so that neither sees the other's cards.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from league.translation import N_

LOOKS_ON = N_("Only those who sit at this table play at it. You can look on.")


def seat_at(seats: Sequence[Mapping[str, Any]], key: str) -> int | None:
    """Return the seat of whoever brings this key to a table, by its stored seats; None: they look on.

    A seat without a key, such as a machine's, is nobody's.
    """
    people = [place for place, seat in enumerate(seats) if not seat["strength"]]
    if len(people) == 1:
        return people[0]
    return next((place for place in people if key and seats[place]["key"] == key), None)
