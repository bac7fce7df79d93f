"""The shuffle that can be checked: a seed that is told by its hash before anybody cuts, and by itself after the deal.

`docs/play.md` describes it for whoever wants to compute it again. Nothing here draws at random: the seed comes from the
server, and the cut from whoever plays, so that neither alone decides the order of the cards.

A shuffle computed again: from its seed and the cut to the cards, beside the cards that were on the table.
"""

import hmac
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cardroom.rules.play.entries import Entry
from cardroom.rules.play.replay import Replay, gone_through
from league.rules.verifiable_shuffle import commitment, next_below, numbers, shuffled
from scoring import Deal, Game, Starter
from scoring.cards import PACK, Card
from scoring.pack import LEAST_CUT, Pack

IN_ORDER = tuple(sorted(PACK, key=lambda card: card.index))  # AC AD AH AS 2C … KS


def order(seed: str, cut: int | None = None) -> tuple[Card, ...]:
    """Return the pack as it lies after the shuffle: the top card first.

    Args:
        seed: the server's, a text.
        cut: where the pack was cut, which enters the shuffle; None in the cut for deal, where nobody has cut yet.
    """
    return tuple(shuffled(IN_ORDER, numbers(seed, f"cut {cut}" if cut is not None else "for deal")))


def drawn(seed: str, what: str, low: int, high: int) -> int:
    """Return a number from `low` to `high` that belongs to the seed and to `what`, such as where a machine cuts."""
    return low + next_below(numbers(seed, what), high - low + 1)


def chance(seed: str, what: str) -> Random:
    """Return the chance by which a machine chooses: it belongs to the seed too, so that nothing is drawn later."""
    return Random(hmac.digest(seed.encode(), what.encode(), "sha256"))  # noqa: S311  it decides what a machine plays


def depths(cards: int) -> range:
    """Return where a pile of so many cards may be cut: each packet has four or more (R3)."""
    return range(LEAST_CUT, cards - LEAST_CUT + 1)


class Part(NamedTuple):
    """Cards of a shuffle: whose they were (None: the pack's own), those that follow from it, and those on the table."""

    player: int | None
    what: str
    computed: tuple[str, ...]
    seen: tuple[str, ...]

    @property
    def right(self) -> bool:
        return self.computed == self.seen


class Proof(NamedTuple):
    """A shuffle that is told: its hash, its cut, the whole pack in order, and its parts."""

    commitment: str
    cut: int | None
    pack: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def right(self) -> bool:
        """True if everything on the table follows from the seed and the cut."""
        return all(part.right for part in self.parts)


def prove(start: Game, entries: Sequence[Entry], number: int, seed: str) -> Proof:
    """Return what a shuffle of a game makes, beside what its entries say was on the table."""
    of_shuffle = [said for said in entries if said.get("s") == number]
    cut = next((said["cut"] for said in of_shuffle if "cut" in said), None)
    pack = order(seed, cut)
    cutting = [said for said in of_shuffle if said.get("t") == "cut"]
    if cutting:
        parts = [Part(said["p"], "cut", (str(pack[said["depth"] - 1]),), (said["card"],)) for said in cutting]
        return Proof(commitment(seed), None, _codes(pack), tuple(parts))
    return Proof(commitment(seed), cut, _codes(pack), tuple(_dealt(start, entries, number, pack)))


def _dealt(start: Game, entries: Sequence[Entry], number: int, pack: tuple[Card, ...]) -> list[Part]:
    place = next(at for at, said in enumerate(entries) if said.get("s") == number and said.get("e") == "deal")
    course: Replay = gone_through(start, entries[:place])
    event, rest = Pack(pack).deal(course.game)
    seen = gone_through(start, entries[: place + 1]).happened[-1].step.event
    dealt = seen if isinstance(seen, Deal) else Deal()
    hands = zip(event.hands or (), dealt.hands or (), strict=True)
    parts = [Part(player, "hand", _codes(made or ()), _codes(was or ())) for player, (made, was) in enumerate(hands)]
    if event.extra:
        parts.append(Part(None, "extra", _codes(event.extra), _codes(dealt.extra)))
    for said in entries[place + 1 :]:
        if said.get("e") == "deal":
            break
        if said.get("e") == "starter":
            turned = Starter(said["card"])
            parts.append(Part(None, "starter", (str(rest.starter(said["cut"]).card),), (str(turned.card),)))
    return parts


def _codes(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))
