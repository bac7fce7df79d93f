"""A position on one line, to be read, kept and sent: `scoring.position.parse_game` reads it back.

    game/1; rules league:1; players Ann, Ben; score 17 15; first Ann; dealer Ben; deal 2; next play; starter 5D; …

Fields stand in a fixed order with `; ` between them, a word and what it says; what is not there is left out. The number
behind `game/` is the version of the notation: a reader refuses one that it does not know. docs/scoring-api.md tells of
every field.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.cards import Card, bits, cards_of
from scoring.hands import Table
from scoring.pegging import Play
from scoring.ruleset import RULESETS, Ruleset

if TYPE_CHECKING:
    from scoring.game import Game

VERSION = 1
HIDDEN = "?"
_PLAIN = re.compile(r"[^\s,;\"?{}]+( [^\s,;\"?{}]+)*")


def notation(game: "Game") -> str:
    """Return `game` on one line."""
    return "; ".join(_fields(game))


def _fields(game: "Game") -> Iterator[str]:
    names = game.names
    yield f"game/{VERSION}"
    yield f"rules {_rules(game.ruleset)}"
    yield f"players {_listed(names, range(len(names)))}"
    yield f"score {' '.join(map(str, game.scores))}"
    if game.first_dealer is not None:
        yield f"first {_name(names[game.first_dealer])}"
    yield f"dealer {_name(names[game.dealer])}"
    yield f"deal {game.deal}"
    yield f"next {game.phase.value}"
    if game.winner is not None:
        yield f"winner {_name(names[game.winner])}"
    if any(game.in_play):
        yield f"pegged {' '.join(map(str, game.in_play))}"
    if game.table is not None:
        yield from _of_table(game.table, names)
    if game.shown:
        yield f"shown {game.shown}"
    if game.play is not None:
        yield from _of_play(game.play, names, game.table)


def _of_table(table: Table, names: tuple[str, ...]) -> Iterator[str]:
    if table.starter is not None:
        yield f"starter {table.starter}"
    for name, hand, hidden in zip(names, table.hands, table.hidden, strict=True):
        yield f"hand {_name(name)}: {_cards(hand, hidden)}"
    if table.crib or table.crib_hidden:
        yield f"crib {_cards(table.crib, table.crib_hidden)}"
    if table.laid:
        yield f"laid {_listed(names, _players(table.laid, len(names)))}"


def _of_play(play: Play, names: tuple[str, ...], table: Table | None) -> Iterator[str]:
    for name, held, left in zip(names, play.held, play.left, strict=True):
        if held != left:
            yield f"played {_name(name)}: {_cards(cards_of(held & ~left))}"
    if play.cards:
        yield f"count {_cards(play.cards)}"
    if play.turn is not None:
        yield f"turn {_name(names[play.turn])}"
    yield f"last {_name(names[play.last])}"
    if play.out:
        yield f"out {_listed(names, _players(play.out, len(names)))}"
    for name, shut in zip(names, play.shut, strict=True):
        if shut:
            yield f"shut {_name(name)}: {shut}"
    known = table.seen if table else 0
    for held in play.held:
        known |= held
    if play.seen & ~known:
        yield f"seen {_cards(cards_of(play.seen & ~known))}"


@lru_cache(maxsize=64)
def _rules(ruleset: Ruleset) -> str:
    """A ruleset that comes with the engine by its name and version, another by what differs from the league's."""
    if RULESETS.get(ruleset.name) == ruleset:
        return f"{ruleset.name}:{ruleset.version}"
    plain = ruleset.to_dict()
    usual = Ruleset(name=ruleset.name, version=ruleset.version, title=ruleset.title).to_dict()
    said = {key: value for key, value in plain.items() if key in ("name", "version", "title") or value != usual[key]}
    return json.dumps(said, ensure_ascii=False)


def _name(name: str) -> str:
    """A name as it is, in quotation marks where it could be taken for something else."""
    return name if _PLAIN.fullmatch(name) and ":" not in name else json.dumps(name, ensure_ascii=False)


def _listed(names: tuple[str, ...], players: Iterable[int]) -> str:
    return ", ".join(_name(names[player]) for player in players)


def _players(held: int, players: int) -> Iterator[int]:
    return (player for player in range(players) if held >> player & 1)


def _cards(cards: Iterable[Card], hidden: int = 0) -> str:
    return " ".join([*map(str, cards), *[HIDDEN] * hidden])


def visible_cards(table: Table) -> int:
    """The cards (bits) that the known hands, crib and starter of a table show."""
    seen = bits(table.crib)
    for hand in table.hands:
        seen |= bits(hand)
    return seen | (table.starter.bit if table.starter else 0)
