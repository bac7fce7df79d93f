"""Whose a seat at a card table is. A table belongs to no league, so this is no action of `ACTIONS`.

The address of a table is the secret. Alone at a table, whoever has it plays; where two play, each is identified by a
key, so that neither sees the other's cards.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from league.translation import N_

LOOKS_ON = N_("Only those who sit at this table play at it. You can look on.")


def seat_at(seats: Sequence[Mapping[str, Any]], key: str) -> int | None:
    """Return the seat with this key, or None for an onlooker; a seat without a key, e.g. a machine's, is nobody's."""
    people = [place for place, seat in enumerate(seats) if not seat["strength"]]
    if len(people) == 1:
        return people[0]
    return next((place for place in people if key and seats[place]["key"] == key), None)
