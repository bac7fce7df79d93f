"""The conditions for those on a sheet to be on it together: every seat filled, nobody in more matches than they may be.

Whether somebody may play for that side at all is the affair of `eligibility`.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from league.rules.formats import KIND_NAMES, Kind, Limits, Terms
from league.rules.problems import Problem
from league.rules.sheets import SIDES, MatchSheet, Side, other, place_of_match, place_of_seat, seat_name
from scoring.text import N_, Text

Squads = Mapping[Side, Mapping[int, str]]


@dataclass(frozen=True, slots=True)
class _Seat:
    match: int
    side: Side
    kind: Kind
    where: Text


@dataclass(slots=True)
class LineUps:
    """The players of a sheet, looked at match by match in order; it remembers where each of them was met."""

    squads: Squads
    terms: Terms
    _met: dict[int, list[_Seat]] = field(default_factory=dict)
    _pairs: dict[frozenset[int], Text] = field(default_factory=dict)
    _typed: dict[tuple[int, Side], tuple[int | None, ...]] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        """Return how often one player may play."""
        return self.terms.limits

    def check(self, match: MatchSheet, due: int, *, absent: Collection[Side] = ()) -> Iterator[Problem]:
        """Yield what is wrong with the players of the next match.

        Args:
            due: players a side.
            absent: the sides that have nobody, and are not asked for anybody.
        """
        for side in SIDES:
            seats = match.players(side)
            typed = self.terms.typed_in(match.number, side)
            if typed != match.number:
                yield from self._same(match, side, typed)
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
                    yield Problem("no-player", Text("Choose the {seat}.", seat=which), field, where)
                else:
                    yield from self._again(player, _Seat(match.number, side, match.kind, where), field)
            yield from self._partners(match, side, due)

    def _same(self, match: MatchSheet, side: Side, typed: int) -> Iterator[Problem]:
        """Yield that another player stands here than in the match where this line-up is chosen; each plays each."""
        if match.players(side) == self._typed.get((typed, side), match.players(side)):
            return
        message = Text("Each plays each: this is the player of match {match}, on the same side.", match=typed)
        which = seat_name(1, side, 1)
        yield Problem("line-up", message, f"m{match.number}-{side}-1", place_of_seat(match.number, which))

    def _again(self, player: int, seat: _Seat, field: str) -> Iterator[Problem]:
        met = self._met.setdefault(player, [])
        name = self._name(player, seat.side)
        once = self.limits.matches == 1
        clash = next((was for was in met if once or was.match == seat.match or was.side != seat.side), None)
        met.append(seat)
        if clash is not None:
            message = Text(
                "{player} is on the sheet twice: {one}; {two}.", player=name, one=clash.where, two=seat.where
            )
            yield Problem("twice", message, field, seat.where)
        elif len(met) > self.limits.matches:
            message = Text.plural(
                "{player} is in {there} matches; {n} is the most.",
                "{player} is in {there} matches; {n} are the most.",
                n=self.limits.matches,
                player=name,
                there=len(met),
            )
            yield Problem("too-often", message, field, seat.where)
        else:
            yield from self._of_kind(name, [was for was in met if was.kind == seat.kind], seat, field)

    def _of_kind(self, name: Text | str, met: list[_Seat], seat: _Seat, field: str) -> Iterator[Problem]:
        most = dict(self.limits.kinds).get(seat.kind)
        if most is not None and len(met) > most:
            message = Text(
                "{player} is in {there} matches of this kind ({kind}); the most is {most}.",
                player=name,
                there=len(met),
                kind=KIND_NAMES[seat.kind],
                most=most,
            )
            yield Problem("too-often", message, field, seat.where)

    def _partners(self, match: MatchSheet, side: Side, due: int) -> Iterator[Problem]:
        # A sheet may name somebody in two seats of a match; that is told apart from this.
        both = dict.fromkeys(player for player in match.players(side) if player is not None)
        pair = frozenset(both)
        if self.limits.partners_again or due != 2 or len(pair) != 2:
            return
        where = place_of_match(match.number)
        if pair in self._pairs:
            one, two = (self._name(player, side) for player in both)
            message = Text(
                "{one} and {two} are partners twice: {first}; {second}.",
                one=one,
                two=two,
                first=self._pairs[pair],
                second=where,
            )
            yield Problem("partners", message, f"m{match.number}-{side}-2", where)
        self._pairs.setdefault(pair, where)

    def _name(self, player: int, side: Side) -> Text | str:
        return self.squads[side].get(player) or self.squads[other(side)].get(player) or N_("This player")
