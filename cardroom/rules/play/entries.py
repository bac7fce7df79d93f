"""The entries of a game at a table: events as plain values, and what only a table knows, in a list that only grows.

An entry with `e` is an event of the engine; one with `t` is the table's: where somebody cuts for deal, a count that is
announced or an irregularity that is called and waits for an answer, one that is denied, a game that is resigned, and an
undo, after which what came later counts no more.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scoring import (
    Call,
    Challenge,
    Cut,
    Deal,
    Event,
    Go,
    Irregularity,
    IrregularityKind,
    Lay,
    LayAway,
    Muggins,
    Remedy,
    Starter,
)

Entry = dict[str, Any]


def written(event: Event) -> Entry:
    """Return an event as plain values; `event_of` reads it back."""
    match event:
        case Cut():
            return {"e": "cut", "cards": _cards(event.cards)}
        case Deal():
            hands = [None if hand is None else _cards(hand) for hand in event.hands or ()]
            return {"e": "deal", "hands": hands, "extra": _cards(event.extra)}
        case LayAway():
            return {"e": "away", "p": event.player, "cards": _cards(event.cards or ())}
        case Starter():
            return {"e": "starter", "card": str(event.card)}
        case Lay():
            return {"e": "lay", "p": event.player, "card": str(event.card)}
        case Go():
            return {"e": "go", "p": event.player}
        case Call():
            said = {"e": "call", "p": event.player, "declared": event.declared, "crib": event.crib}
            return said if event.challenge is None else said | {"challenge": _challenge(event.challenge)}
        case Muggins():
            challenge = _challenge(event.challenge)
            return {"e": "muggins", "of": written(event.of), "declared": event.declared, "challenge": challenge}
        case Irregularity():
            return {
                "e": "wrong", "kind": event.kind.value, "p": event.player, "points": event.points,
                "choice": event.choice.value if event.choice else None, "in_time": event.in_time, "asked": event.asked,
            }  # fmt: skip
    raise TypeError(f"{event!r} is no event of a table")


def event_of(said: Mapping[str, Any]) -> Event:
    """Return the event that an entry holds."""
    return _EVENTS[said["e"]](said)


def _call(said: Mapping[str, Any]) -> Event:
    challenge = said.get("challenge")
    objection = None if challenge is None else _challenge_of(challenge)
    return Call(said["p"], said["declared"], crib=said["crib"], challenge=objection)


def _muggins(said: Mapping[str, Any]) -> Event:
    of = said["of"]
    missed = Lay(of["p"], of["card"]) if of["e"] == "lay" else Go(of["p"])
    return Muggins(missed, said["declared"], _challenge_of(said["challenge"]))


def _wrong(said: Mapping[str, Any]) -> Event:
    choice = Remedy(said["choice"]) if said["choice"] else None
    kind = IrregularityKind(said["kind"])
    return Irregularity(kind, said["p"], choice, said["points"], said["in_time"], said["asked"])


_EVENTS: Mapping[str, Callable[[Mapping[str, Any]], Event]] = {
    "cut": lambda said: Cut(said["cards"]),
    "deal": lambda said: Deal(said["hands"], said["extra"]),
    "away": lambda said: LayAway(said["p"], said["cards"]),
    "starter": lambda said: Starter(said["card"]),
    "lay": lambda said: Lay(said["p"], said["card"]),
    "go": lambda said: Go(said["p"]),
    "call": _call,
    "muggins": _muggins,
    "wrong": _wrong,
}


def standing(entries: list[Entry]) -> list[Entry]:
    """Return the entries that count: an undo takes back all that came after the number it names."""
    stands: list[tuple[int, Entry]] = []
    for number, said in enumerate(entries, start=1):
        if said.get("t") == "undo":
            stands = [(at, one) for at, one in stands if at <= said["to"]]
        else:
            stands.append((number, said))
    return [said | {"n": number} for number, said in stands]


def _cards(cards: Any) -> str:
    return " ".join(map(str, cards))


def _challenge(challenge: Challenge) -> dict[str, Any]:
    return {"p": challenge.player, "claimed": challenge.claimed, "takes": challenge.takes}


def _challenge_of(said: Mapping[str, Any]) -> Challenge:
    return Challenge(said["p"], said["claimed"], said["takes"])
