"""A second opinion on whole games, slow and plain: a referee who is told everything and keeps the score in dicts and
lists. Events are tuples of words, places at the table and two-letter codes:

    ("cut", cards)   ("deal", hands, extra)   ("lay away", player, cards)   ("starter", card)   ("lay", player, card)
    ("go", player)   ("call", player, declared, crib, None or (challenger, claimed, takes))

It shares nothing with the engine, and follows the letter of R2 to R46.
"""

from copy import deepcopy
from typing import Any

from tests.scoring import oracle, oracle_play
from tests.scoring.oracle_play import Refused

Table = dict[str, Any]
Told = tuple[Any, ...]
Pegs = list[tuple[int, int, str]]  # player, points, what for


def start(rules: dict[str, Any], players: int, dealer: int | None = None) -> Table:
    return {
        "rules": rules,
        "players": players,
        "scores": [0] * (2 if players == 4 else players),
        "wants": "cut" if dealer is None else "deal",
        "dealer": dealer,
        "first": dealer,
        "deals": 0,
        "winner": None,
    }


def side(table: Table, player: int) -> int:
    return player % 2 if table["players"] == 4 else player


def laid_away(table: Table) -> int:
    return table["rules"]["laid_away"] if table["players"] == 2 else table["rules"]["doubles_laid_away"]


def dealt(table: Table) -> int:
    return table["rules"]["dealt"] if table["players"] == 2 else table["rules"]["doubles_dealt"]


def from_pack(table: Table) -> int:
    """How many cards the pack gives to the crib (R12, and by the ruleset's field where two play)."""
    return {2: table["rules"]["pack_to_crib"], 3: 1, 4: 0}[table["players"]]


def clockwise_from_dealer(table: Table) -> list[int]:
    """The players clockwise from the dealer's left, the dealer last."""
    return [(table["dealer"] + step) % table["players"] for step in range(1, table["players"] + 1)]


def shows(table: Table) -> list[tuple[int, bool]]:
    """The order of the show: who, and whether it is the crib (R28)."""
    return [(player, False) for player in clockwise_from_dealer(table)] + [(table["dealer"], True)]


def apply(table: Table, told: Told) -> tuple[Table, Pegs]:
    """Another table, as it is after an event, and the points that moved a peg. Raises Refused."""
    table = deepcopy(table)
    return table, act(table, told)


def act(table: Table, told: Told) -> Pegs:
    """The event happens on the table; the points that moved a peg. Raises Refused, and the table is of no use then."""
    if table["winner"] is not None:
        raise Refused("R37")
    if told[0] not in allowed(table):
        raise Refused("out of order")
    return pegged(table, DO[told[0]](table, *told[1:]))


def allowed(table: Table) -> tuple[str, ...]:
    return ("lay", "go") if table["wants"] == "play" else (table["wants"],)


def pegged(table: Table, points: Pegs) -> Pegs:
    """R37: pegs move in order, and after the winning side's nobody's do."""
    moved = []
    for player, number, why in points:
        if number == 0 or table["winner"] not in (None, side(table, player)):
            continue
        moved.append((player, number, why))
        table["scores"][side(table, player)] += number
        if table["scores"][side(table, player)] >= table["rules"]["target"]:
            table["winner"] = side(table, player)
    return moved


def cut(table: Table, cards: list[str]) -> Pegs:
    """Cut for the deal (R2)."""
    if len(cards) != len(table["scores"]) or len(set(cards)) != len(cards):
        raise Refused("R2")
    lowest = min(oracle.place(card) for card in cards)
    cutters = [who for who, card in enumerate(cards) if oracle.place(card) == lowest]
    if len(cutters) == 1:
        table["dealer"] = table["first"] = cutters[0]
        table["wants"] = "deal"
    return []


def deal(table: Table, hands: list[list[str]], extra: list[str]) -> Pegs:
    """Deal the cards (R4 R5 R9 R11 R12)."""
    if [len(hand) for hand in hands] != [dealt(table)] * table["players"]:
        raise Refused("R5")
    if len(extra) != from_pack(table):
        raise Refused("R12")
    seen = [card for hand in hands for card in hand] + extra
    if len(set(seen)) != len(seen):
        raise Refused("R1")
    table["deals"] += 1
    table["hands"] = [list(hand) for hand in hands]
    table["seen"], table["crib"], table["laid"], table["called"] = seen, list(extra), [], 0
    table["wants"] = "starter" if table["rules"]["starter_first"] else "lay away"
    if table["deals"] == 1 and table["rules"]["three_for_last"]:
        return [(clockwise_from_dealer(table)[0], 3, "three for last")]
    return []


def lay_away(table: Table, player: int, cards: list[str]) -> Pegs:
    """Lay cards away to the crib (R6 R11)."""
    if player not in range(table["players"]) or player in table["laid"]:
        raise Refused("R6")
    if len(cards) != laid_away(table) or len(set(cards)) != len(cards):
        raise Refused("R6")
    if not set(cards) <= set(table["hands"][player]):
        raise Refused("R6")
    table["hands"][player] = [card for card in table["hands"][player] if card not in cards]
    table["crib"] += cards
    table["laid"].append(player)
    if len(table["laid"]) == table["players"]:
        table["wants"] = "play" if table["rules"]["starter_first"] else "starter"
        lead(table)
    return []


def starter(table: Table, card: str) -> Pegs:
    """Turn the starter (R14 R15)."""
    if card in table["seen"]:
        raise Refused("R14")
    table["starter"] = card
    table["wants"] = "lay away" if table["rules"]["starter_first"] else "play"
    return [(table["dealer"], 2, "his heels")] if card[0] == "J" else []


def lead(table: Table) -> None:
    table["play"] = oracle_play.begin(table["hands"], clockwise_from_dealer(table)[0], table["rules"])


def lay(table: Table, player: int, card: str) -> Pegs:
    return played(table, oracle_play.lay(table["play"], player, card))


def go(table: Table, player: int) -> Pegs:
    return played(table, oracle_play.go(table["play"], player))


def played(table: Table, points: Pegs) -> Pegs:
    if oracle_play.is_over(table["play"]):
        table["wants"] = "call"
    return points


def true_points(table: Table) -> int:
    """Count the hand or crib whose turn it is to be shown."""
    player, crib = shows(table)[table["called"]]
    return oracle.points(table["crib"] if crib else table["hands"][player], table["starter"], crib=crib)


def call(table: Table, player: int, declared: int, crib: bool, challenge: tuple[int, int, bool] | None) -> Pegs:
    """Call a hand and judge the challenge to it (R28 R39–R46)."""
    if (player, crib) != shows(table)[table["called"]]:
        raise Refused("R28")
    who, claimed, takes = challenge or (None, None, True)
    if who is not None and (who not in range(table["players"]) or side(table, who) == side(table, player)):
        raise Refused("R39")
    true = true_points(table)
    rules = table["rules"]
    counter, challenger, *_ = oracle.pegs(
        true,
        declared,
        claimed,
        takes,
        muggins=rules["muggins"],
        lesser=rules["muggins_wrong_claim"] == "lesser",
        false_penalty=rules["false_muggins_penalty"] == "claimed",
    )
    penalty = counter - true if declared == true else 0
    points = [(player, counter - penalty, "crib" if crib else "hand"), (player, penalty, "penalty")]
    if who is not None:
        points.append((who, challenger, "muggins"))
    table["called"] += 1
    if crib:
        table["wants"], table["dealer"] = "deal", clockwise_from_dealer(table)[0]  # R4
    return points


DO = {
    "cut": cut,
    "deal": deal,
    "lay away": lay_away,
    "starter": starter,
    "lay": lay,
    "go": go,
    "call": call,
}


def lurched(table: Table) -> list[bool]:
    """R38: a loser who is not half-way, 61 of 121 or 31 of 61, or below the score that the rules set."""
    half = table["rules"]["lurch_below"] or (table["rules"]["target"] + 1) // 2
    over = table["winner"] is not None
    return [over and table["rules"]["lurch"] and score < half for score in table["scores"]]
