"""A second opinion on the play, slow and plain: cards are two-letter codes, a table is a dict of lists, the rules are
a ruleset's `to_dict`. It shares nothing with the engine, and follows the letter of R16 to R27.
"""

from itertools import pairwise
from typing import Any

from tests.scoring.oracle import place

Table = dict[str, Any]
Points = list[tuple[int, int, str]]  # who, how many, what for


class Refused(Exception):
    """A refusal of what the rules do not allow, with the number of the rule."""


def value(card: str) -> int:
    return min(place(card), 10)


def alike(cards: list[str]) -> int:
    """Count the last cards that are of the last one's rank, by trying every number."""
    return max(n for n in range(1, len(cards) + 1) if len({card[0] for card in cards[-n:]}) == 1)


def run(cards: list[str], upwards: bool = False) -> int:
    """The longest number of last cards, three or more, that can be put in sequence, or were laid so (`upwards`)."""
    longest = 0
    for n in range(3, len(cards) + 1):
        places = [place(card) for card in cards[-n:]]
        if not upwards:
            places.sort()
        if all(after == before + 1 for before, after in pairwise(places)):
            longest = n
    return longest


def card_points(cards: list[str], upwards: bool = False) -> list[tuple[int, str]]:
    """Score the last of the cards of one count, and say what for; without the one for the last card."""
    found = []
    total = sum(value(card) for card in cards)
    if total == 15:
        found.append((2, "fifteen"))  # R21
    if total == 31:
        found.append((2, "thirty-one"))  # R18
    if alike(cards) == 2:
        found.append((2, "pair"))  # R22
    if alike(cards) == 3:
        found.append((6, "pair royal"))
    if alike(cards) == 4:
        found.append((12, "double pair royal"))
    if run(cards, upwards):
        found.append((run(cards, upwards), "run"))  # R23
    return found


def begin(hands: list[list[str]], leader: int, rules: dict[str, Any]) -> Table:
    """The table before the lead. `gone` are the players out of this count, `said` whether a go was said in it."""
    hands = [list(hand) for hand in hands]
    play = {"rules": rules, "hands": hands, "turn": leader}
    return play | {"count": [], "by": [], "gone": [], "said": False, "paid": False}


def total(table: Table) -> int:
    return sum(value(card) for card in table["count"])


def is_over(table: Table) -> bool:
    return table["turn"] is None


def fitting(table: Table, player: int) -> list[str]:
    return [card for card in table["hands"][player] if total(table) + value(card) <= 31]


def may_lay(table: Table, player: int) -> list[str]:
    return fitting(table, player) if table["turn"] == player else []


def may_go(table: Table, player: int) -> bool:
    if table["turn"] != player or not table["count"]:
        return False
    declines = table["said"] and table["rules"]["go_continuation"] == "may"
    return declines or not fitting(table, player)


def around(table: Table, player: int) -> list[int]:
    """The players who hold cards, in turn after `player`, who comes last."""
    players = len(table["hands"])
    turns = [(player + step) % players for step in range(1, players + 1)]
    return [who for who in turns if table["hands"][who]]


def lay(table: Table, player: int, card: str) -> Points:
    """`player` lays `card`; what is scored. Raises Refused."""
    if table["turn"] != player:
        raise Refused("R16 turn")
    if card not in table["hands"][player]:
        raise Refused("R16 holds")
    if total(table) + value(card) > 31:
        raise Refused("R16 past 31")
    alone = around(table, player) == [player]
    table["hands"][player].remove(card)
    table["count"].append(card)
    table["by"].append((player, alone))
    if table["said"] and table["rules"]["go_continuation"] == "one":
        table["gone"].append(player)  # R17: one card after a go, no more
    scored = card_points(table["count"], table["rules"]["runs_upwards"])
    last_of_all = alone and not table["hands"][player]
    if alone and not table["rules"]["lone_player_scores"]:  # R26
        scored = [(2, "thirty-one")] if last_of_all and total(table) == 31 else []
    if table["paid"]:  # the two for thirty-one are the one for the go and one more
        scored = [(1, what) if what == "thirty-one" else (number, what) for number, what in scored]
    points = [(player, number, what) for number, what in scored]
    return points + pass_on(table, player)


def go(table: Table, player: int) -> Points:
    """`player` says go; what is scored. Raises Refused."""
    if not may_go(table, player):
        raise Refused("R17")
    table["gone"].append(player)
    first, table["said"] = not table["said"], True
    points: Points = []
    others = [who for who in around(table, player) if who not in table["gone"]]
    if first and others and table["rules"]["go_when_said"] and len(table["hands"]) == 2:
        table["paid"] = True  # R18: the point for the go at once, where the rules say so
        points = [(table["by"][-1][0], 1, "last card")]
    return points + pass_on(table, player)


def pass_on(table: Table, player: int) -> Points:
    """The turn passes on; at the end of a count, who laid the last card scores one unless it made thirty-one."""
    if total(table) != 31:
        still = [who for who in around(table, player) if who not in table["gone"]]
        if still:
            table["turn"] = still[0]
            return []
    return end_count(table)


def end_count(table: Table) -> Points:
    last, alone = table["by"][-1]
    leaders = around(table, last)
    counts = not alone or table["rules"]["lone_player_scores"] or not leaders
    counts = counts and not table["paid"]
    points = [(last, 1, "last card")] if counts and total(table) != 31 else []  # R18 R27
    table["count"], table["by"], table["gone"], table["said"], table["paid"] = [], [], [], False, False
    if not leaders or table["rules"]["one_count"]:
        table["turn"] = None  # R10
    else:
        table["turn"] = leaders[0]  # R19
    return points
