"""Suggest a line-up for an empty sheet: pairs who played together before, or who were chosen for it.

Nobody is on a result who was not on the sheet that was sent.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from league.rules.match_terms import Kind, Terms
from league.rules.sheet_fields import Fields
from league.rules.sheets import Side

Seats = tuple[int | None, ...]
# The players of a side's matches in their order, each with the kind of its match; None of an empty seat.
LineUp = Sequence[tuple[Kind, Seats]]


def places_of(terms: Terms, side: Side) -> list[tuple[Kind, int, int]]:
    """Matches in which a side's players are typed: kind, number, and players a side."""
    numbers = range(1, len(terms.matches) + 1)
    typed = (number for number in numbers if terms.typed_in(number, side) == number)
    return [(terms.match(number).kind, number, terms.match(number).players) for number in typed]


def line_up_of(rows: Iterable[tuple[int, Kind, int, int]]) -> LineUp:
    """Build a line-up from seats: match number, kind, seat (from 1), player."""
    found: dict[int, tuple[Kind, dict[int, int]]] = {}
    for number, kind, seat, player in sorted(rows):
        found.setdefault(number, (kind, {}))[1][seat] = player
    return [
        (kind, tuple(seats.get(seat) for seat in range(1, max(seats) + 1)))
        for _, (kind, seats) in sorted(found.items())
    ]


def fields_of_line_up(line_up: LineUp, side: Side, terms: Terms, there: Collection[int]) -> Fields:
    """Fields of a line-up, the first doubles in the first doubles, and so on.

    Nobody is put twice in one match, nor more often than the format allows. Who is not `there`, or one too many, leaves
    the
    seat empty.
    """
    waiting: dict[Kind, list[Seats]] = {}
    for kind, seats in line_up:
        waiting.setdefault(kind, []).append(seats)
    for kind, _, _ in (place for place in places_of(terms, side) if terms.match(place[1]).pairing is not None):
        # Where each plays each, a player of the line-up stands in several matches and is typed once.
        waiting[kind] = list(dict.fromkeys(waiting.get(kind, ())))
    fields: Fields = {}
    times: dict[int, int] = {}
    for kind, number, players in places_of(terms, side):
        chosen = waiting[kind].pop(0) if waiting.get(kind) else ()
        seated: set[int] = set()
        for seat, player in enumerate(chosen[:players], start=1):
            too_often = terms.limits.matches and times.get(player or 0, 0) >= terms.limits.matches
            if player is None or player not in there or player in seated or too_often:
                continue
            fields[f"m{number}-{side}-{seat}"] = str(player)
            seated.add(player)
            times[player] = times.get(player, 0) + 1
    return fields


def recent_first(squad: Iterable[int], played: Mapping[int, int]) -> list[int]:
    """Sort a squad, those in front who played last; `played` counts fixtures ago, from 0."""
    order = list(squad)
    return sorted(order, key=lambda player: (player not in played, played.get(player, 0), order.index(player)))
