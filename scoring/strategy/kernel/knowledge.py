"""The tables of a game as they are used: loaded when they are first asked for, and kept."""

from __future__ import annotations

from array import array
from functools import cache, cached_property
from math import comb, prod
from typing import Any

from .kinds import KINDS, Kind
from .pegging import FastPlayer
from .ranks import Counts, choices, code
from .store import MOST, SHARES, SIXTEENTHS, path_of, unpacked


class Keep:
    """A choice of ranks that a player may keep, and how often they do: the weight of any one choice of such cards."""

    __slots__ = ("code", "numbers", "ranks", "weight")

    def __init__(self, ranks: tuple[int, ...], times: int) -> None:
        self.code = code(ranks)
        self.ranks = ranks
        self.numbers = tuple((rank, ranks.count(rank)) for rank in sorted(set(ranks)))
        self.weight = (times + 0.05) / prod([comb(4, number) for _, number in self.numbers])


class Knowledge:
    """What is known of one game. Seats count from the dealer, who is 0; ranks together are their code."""

    def __init__(self, kind: Kind, stored: str = "") -> None:
        self.kind = kind
        self.facts, self.rows = unpacked(path_of(stored or kind.name).read_bytes())

    @property
    def has_board(self) -> bool:
        """True where the chance to win is worked out."""
        return "wins" in self.rows

    def board(self, name: str) -> array[Any] | None:
        """Return the table `wins`, or one of those of a lurch; None where there is none."""
        return self.rows.get(name)

    @cached_property
    def player(self) -> FastPlayer:
        """The fast player of this game, as it has learned."""
        keys, worths = self.rows["count keys"], self.rows["count worth"]
        known = {
            key: (worths[2 * place] / SIXTEENTHS, worths[2 * place + 1] / SIXTEENTHS) for place, key in enumerate(keys)
        }
        player = FastPlayer(Counts(upwards=self.kind.rules.upwards), self.kind.hand_size, known)
        player.hand = [worth / SIXTEENTHS for worth in self.rows["hand worth"]]
        return player

    @cached_property
    def keeps(self) -> tuple[tuple[Keep, ...], ...]:
        """Everything that the player of each seat may keep."""
        ranks = list(choices(self.kind.hand_size))
        return tuple(tuple(map(Keep, ranks, self.rows[f"kept {seat}"])) for seat in range(self.kind.players))

    @cached_property
    def keeping(self) -> tuple[tuple[tuple[Keep, ...], ...], ...]:
        """Those of `keeps` that have a card of each rank."""
        return tuple(
            tuple(tuple(keep for keep in keeps if rank in keep.ranks) for rank in range(13)) for keeps in self.keeps
        )

    @cached_property
    def aways(self) -> tuple[dict[int, int], ...]:
        """How often the player of each seat lays away what."""
        return tuple(self._by_code("away", seat, self.kind.away) for seat in range(self.kind.players))

    @cached_property
    def cribs(self) -> tuple[dict[int, float], ...]:
        """The mean crib, by what the player of each seat lays away."""
        return tuple(self._shares("crib", seat, self.kind.away) for seat in range(self.kind.players))

    @cached_property
    def pegged(self) -> tuple[dict[int, float], ...]:
        """The points that the side of each seat pegs in the play, by what the player keeps."""
        return tuple(self._shares("pegged", seat, self.kind.hand_size) for seat in range(self.kind.players))

    @cached_property
    def play(self) -> tuple[dict[int, float], ...]:
        """The points of the play, own side's less the others', as those who lay away reckon with them."""
        return tuple(self._shares("play", seat, self.kind.hand_size) for seat in range(self.kind.players))

    @cached_property
    def against(self) -> tuple[dict[int, float], ...]:
        """The points that the others peg together, likewise."""
        return tuple(self._shares("against", seat, self.kind.hand_size) for seat in range(self.kind.players))

    @cached_property
    def hand_points(self) -> tuple[list[float], ...]:
        """The share of hands of each seat that are worth so many points."""
        return tuple(_shared(self.rows[f"hand points {seat}"]) for seat in range(self.kind.players))

    @cached_property
    def crib_points(self) -> list[float]:
        """The share of cribs that are worth so many points."""
        return _shared(self.rows["crib points"])

    @cached_property
    def pegs(self) -> tuple[list[float], list[float]]:
        """The share of deals in which the dealer's side pegs so much in the play, and in which the others do."""
        row = self.rows["pegs"]
        dealers = [sum(row[64 * d : 64 * d + 64]) for d in range(64)]
        others = [sum(row[p::64]) for p in range(64)]
        return _shared(dealers), _shared(others)

    @cached_property
    def outcomes(self) -> list[tuple[int, int, float]]:
        """The points of the dealer's side and of the other in a whole deal, and the share of deals that bring them."""
        row = self.rows["board"]
        whole = sum(row)
        return [(place // MOST, place % MOST, number / whole) for place, number in enumerate(row) if number]

    def _by_code(self, name: str, seat: int, size: int) -> dict[int, int]:
        return dict(zip(map(code, choices(size)), self.rows[f"{name} {seat}"]))

    def _shares(self, name: str, seat: int, size: int) -> dict[int, float]:
        return {number: points / SHARES for number, points in self._by_code(name, seat, size).items()}


def _shared(row: Any) -> list[float]:
    whole = sum(row)
    last = max(place for place, number in enumerate(row) if number)
    return [number / whole for number in row[: last + 1]]


@cache
def knowledge(name: str) -> Knowledge:
    """Return what is known of the game `name`, or of the game whose players it has."""
    kind = KINDS[name]
    return Knowledge(kind if path_of(name).exists() else KINDS[kind.like])
