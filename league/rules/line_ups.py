"""Line-ups of a sheet: every seat filled, nobody in more matches than they may be; and suggestions for an empty sheet.

`eligibility` is separate. Suggested are pairs who played together before, or who were chosen for the fixture.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from league.rules.match_terms import KIND_NAMES, PARTNERS, WITH_PARTNERS, Kind, Limits, Terms
from league.rules.problems import Problem
from league.rules.sheet_fields import Fields
from league.rules.sheets import (
    SIDES,
    MatchSheet,
    ResultSheet,
    Side,
    other_side,
    place_of_match,
    place_of_seat,
    seat_name,
)
from scoring.text import N_, Text

Squads = Mapping[Side, Mapping[int, str]]


def short_sides(sheet: ResultSheet, terms: Terms) -> tuple[Side, ...]:
    """Sides with fewer players than the matches need of which something is filled in."""
    played = [match for match in sheet.matches if match.nobody or not all(game.blank for game in match.games)]
    needed = terms.players_needed({match.number for match in played})

    def count_players(side: Side) -> int:
        return len({player for match in played for player in match.players(side) if player is not None})

    return tuple(side for side in SIDES if count_players(side) < needed)


def out_of_order(sheet: ResultSheet, terms: Terms) -> Iterator[Problem]:
    """Yield matches that a short side left empty out of order (`ShortSide.leaves`)."""
    if not terms.short.leaves:
        return
    for side in SIDES:
        places = [match for match in sheet.matches if terms.typed_in(match.number, side) == match.number]
        if terms.short.leaves == "last":
            places.reverse()
        taken: dict[tuple[Kind, bool], int] = {}
        for match in places:
            kind = match.kind, terms.match(match.number).pairing is not None
            if any(match.players(side)):
                taken.setdefault(kind, match.number)
            elif kind in taken and (match.nobody or match.short == side):
                yield _left_match_problem(match.number, taken[kind], terms.short.leaves)


def _left_match_problem(number: int, instead: int, leaves: str) -> Problem:
    last = N_("A team that is short leaves the last match empty: its players of match {other} play this one.")
    first = N_("A team that is short leaves the first match empty: its players of match {other} play this one.")
    told = last if leaves == "last" else first
    message = Text(told, other=instead)
    return Problem("short-order", message, f"m{number}", place_of_match(number))


def _choose(which: Text) -> Text:
    return Text("Choose the {seat}.", seat=which)


class _Seat(NamedTuple):
    match: int
    side: Side
    kind: Kind
    where: Text


@dataclass(slots=True)
class LineUps:
    """Check the players of a sheet match by match, remembering where each was met; `short` sides lack players."""

    squads: Squads
    terms: Terms
    short: Collection[Side] = ()
    _met: dict[int, list[_Seat]] = field(default_factory=dict)
    _pairs: dict[frozenset[int], Text] = field(default_factory=dict)
    _typed: dict[tuple[int, Side], tuple[int | None, ...]] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        return self.terms.limits

    def check(self, match: MatchSheet, due: int, *, absent: Collection[Side] = ()) -> Iterator[Problem]:
        """Yield problems of the players of the next match: `due` a side, none of the `absent` sides."""
        for side in SIDES:
            seats = match.players(side)
            typed = self.terms.typed_in(match.number, side)
            if typed != match.number:
                yield from self._line_up_problems(match, side, typed)
                continue
            self._typed[match.number, side] = seats
            if side in absent:
                continue
            if len(seats) > due:
                kind = KIND_NAMES[match.kind].capitalised()
                message = Text("{kind} has {due} a side, not {seats}.", kind=kind, due=due, seats=len(seats))
                yield Problem("players", message, f"m{match.number}-{side}-1", place_of_match(match.number))
            for seat in range(1, due + 1):
                player = seats[seat - 1] if seat <= len(seats) else None
                which = seat_name(due, side, seat)
                field, where = f"m{match.number}-{side}-{seat}", place_of_seat(match.number, which)
                if player is None:
                    yield from self._empty(match, side, seat, Problem("no-player", _choose(which), field, where))
                else:
                    yield from self._again(player, _Seat(match.number, side, match.kind, where), field)
            yield from self._partners(match, side)

    def _empty(self, match: MatchSheet, side: Side, seat: int, problem: Problem) -> Iterator[Problem]:
        """Yield the problem of an empty seat, unless a short side has a dummy there."""
        offered = self.terms.short.dummy and match.kind in WITH_PARTNERS
        if (side, seat) not in match.dummies or not self.terms.short.dummy:
            yield problem
        elif not offered:
            message = N_("A dummy sits beside a partner: choose a player here, or say that the side had nobody.")
            yield replace(problem, code="dummy", message=message)
        elif side not in self.short:
            message = N_("This side has players enough for every seat: choose one, not a dummy.")
            yield replace(problem, code="dummy", message=message)
        elif not any(match.players(side)):
            message = N_("A dummy needs a partner: choose one, or say that the side had nobody.")
            yield replace(problem, code="dummy", message=message)

    def _line_up_problems(self, match: MatchSheet, side: Side, typed: int) -> Iterator[Problem]:
        """Yield that a line-up differs from the match where it is chosen, where each plays each."""
        if match.players(side) == self._typed.get((typed, side), match.players(side)):
            return
        message = Text.plural(
            "Each plays each: this is the player of match {match}, on the same side.",
            "Each plays each: these are the players of match {match}, on the same side.",
            n=len(match.players(side)),
            match=typed,
        )
        which = seat_name(len(match.players(side)), side, 1)
        yield Problem("line-up", message, f"m{match.number}-{side}-1", place_of_seat(match.number, which))

    def _again(self, player: int, seat: _Seat, field: str) -> Iterator[Problem]:
        met = self._met.setdefault(player, [])
        name = self._name(player, seat.side)
        most = self.limits.matches * self._times(seat.side)
        once = most == 1
        clash = next((was for was in met if once or was.match == seat.match or was.side != seat.side), None)
        met.append(seat)
        if clash is not None:
            message = Text(
                "{player} is on the sheet twice: {one}; {two}.", player=name, one=clash.where, two=seat.where
            )
            yield Problem("twice", message, field, seat.where)
        elif len(met) > most:
            message = Text.plural(
                "{player} is in {there} matches; {n} is the most.",
                "{player} is in {there} matches; {n} are the most.",
                n=most,
                player=name,
                there=len(met),
            )
            yield Problem("too-often", message, field, seat.where)
        else:
            yield from self._of_kind(name, [was for was in met if was.kind == seat.kind], seat, field)

    def _times(self, side: Side) -> int:
        """How many times as often as others the players of a side may play."""
        return 2 if self.terms.short.again and side in self.short else 1

    def _of_kind(self, name: Text | str, met: list[_Seat], seat: _Seat, field: str) -> Iterator[Problem]:
        most = dict(self.limits.kinds).get(seat.kind, self.limits.matches) * self._times(seat.side)
        if len(met) > most:
            message = Text(
                "{player} is in {there} matches of this kind ({kind}); the most is {most}.",
                player=name,
                there=len(met),
                kind=KIND_NAMES[seat.kind],
                most=most,
            )
            yield Problem("too-often", message, field, seat.where)

    def _partners(self, match: MatchSheet, side: Side) -> Iterator[Problem]:
        """Yield pairs of players who have been partners before; in trebles each two of the three."""
        if self.limits.partners_again or match.kind not in PARTNERS:
            return
        # A sheet may name somebody in two seats of a match; that is told apart from this.
        there = {player: seat for seat, player in reversed(list(enumerate(match.players(side), start=1))) if player}
        for both in combinations(sorted(there, key=lambda player: there[player]), 2):
            yield from self._partners_again(match, side, both, there[both[1]])

    def _partners_again(self, match: MatchSheet, side: Side, both: tuple[int, int], seat: int) -> Iterator[Problem]:
        pair, where = frozenset(both), place_of_match(match.number)
        if pair in self._pairs:
            one, two = (self._name(player, side) for player in both)
            message = Text(
                "{one} and {two} are partners twice: {first}; {second}.",
                one=one,
                two=two,
                first=self._pairs[pair],
                second=where,
            )
            yield Problem("partners", message, f"m{match.number}-{side}-{seat}", where)
        self._pairs.setdefault(pair, where)

    def _name(self, player: int, side: Side) -> Text | str:
        return self.squads[side].get(player) or self.squads[other_side(side)].get(player) or N_("This player")


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


def line_up_of_members(terms: Terms, side: Side, squad: Sequence[int]) -> LineUp:
    """The line-up of a pair or a single player: they play every match that has as many seats."""
    return tuple((kind, tuple(squad)) for kind, _, players in places_of(terms, side) if players == len(squad))


def fields_of_line_up(line_up: LineUp, side: Side, terms: Terms, there: Collection[int]) -> Fields:
    """Fields of a line-up, the first doubles in the first doubles, and so on.

    Nobody is put twice in one match, nor more often than the format allows. Who is not `there`, or one too many, leaves
    the seat empty.
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
