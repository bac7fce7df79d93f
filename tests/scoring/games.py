"""Random legal whole games, made with the oracle alone, and the same games as events of the engine.

A game is first told in plain tuples (see `oracle_game`), everything known. `as_events` tells it to the engine, either
whole or as a record does in which only the cards that were shown are written.
"""

from dataclasses import replace
from functools import lru_cache
from random import Random

from hypothesis import strategies as st

from scoring import (
    RULESETS,
    Call,
    Card,
    Challenge,
    Cut,
    Deal,
    Event,
    Go,
    Lay,
    LayAway,
    Ruleset,
    Starter,
    parse_card,
)
from scoring.ruleset import FalseMuggins, GoContinuation, WrongClaim
from tests.scoring import oracle_game, oracle_play
from tests.scoring.oracle_game import Table, Told

PACK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
FEW = [card for card in PACK if card[0] in "A234567"]  # runs and pairs royal are rare among 52
KNOWN = ("all", "mixed", "shown")

HOUSE = (  # what the named rulesets leave out
    replace(RULESETS["six-card"], name="may", go_continuation=GoContinuation.MAY),
    replace(RULESETS["home-computer"], name="one-and-alone", go_continuation=GoContinuation.ONE, three_players=True),
    replace(RULESETS["home-computer"], name="when-said", go_when_said=True),
    replace(RULESETS["six-card"], name="when-said-may", go_when_said=True, go_continuation=GoContinuation.MAY),
    replace(RULESETS["five-card"], name="five-card-when-said", go_when_said=True),
    replace(RULESETS["league"], name="lesser", muggins_wrong_claim=WrongClaim.LESSER, overpeg_penalty=2, lurch=True),
    replace(RULESETS["league"], name="claimed", false_muggins_penalty=FalseMuggins.CLAIMED),
    replace(RULESETS["seven-card"], name="seven-card-may", go_continuation=GoContinuation.MAY, lurch=True),
    replace(RULESETS["three-handed"], name="upwards", runs_upwards=True),
    replace(RULESETS["league"], name="from-the-pack", dealt=5, laid_away=1, pack_to_crib=2, runs_upwards=True),
)
GAMES = tuple(  # every ruleset with every number of players that it has
    (rules, players)
    for rules in (*RULESETS.values(), *HOUSE)
    for players in (2, 3, 4)
    if players != 3 or rules.three_players
)


def shorter(rules: Ruleset, target: int) -> Ruleset:
    """The ruleset with another target; a lurch is then under half of the way, as its own score may lie past it."""
    return replace(rules, target=target, lurch_below=0, double_lurch_below=0)


def name(game: tuple[Ruleset, int]) -> str:
    return f"{game[0].name}-{game[1]}"


@lru_cache(maxsize=256)
def random_game(rules: Ruleset, players: int, seed: int) -> list[Told]:
    """A legal game from the cut to the winning peg; the same for the same arguments, and to be read only."""
    chance, told = Random(seed), []
    table = oracle_game.start(rules.to_dict(), players)
    while table["winner"] is None:
        event = CHOOSE[table["wants"]](table, chance)
        oracle_game.act(table, event)
        told.append(event)
    return told


def _cut(table: Table, chance: Random) -> Told:
    return "cut", chance.sample(PACK[:12] if chance.random() < 0.5 else PACK, len(table["scores"]))


def _deal(table: Table, chance: Random) -> Told:
    number, players = oracle_game.dealt(table), table["players"]
    extra = oracle_game.from_pack(table)
    cards = chance.sample(FEW if chance.random() < 0.4 else PACK, number * players + extra)
    hands = [cards[number * player : number * player + number] for player in range(players)]
    return "deal", hands, cards[number * players :]


def _lay_away(table: Table, chance: Random) -> Told:
    player = chance.choice([who for who in range(table["players"]) if who not in table["laid"]])
    return "lay away", player, chance.sample(table["hands"][player], oracle_game.laid_away(table))


def _starter(table: Table, chance: Random) -> Told:
    left = [card for card in PACK if card not in table["seen"]]
    jacks = [card for card in left if card[0] == "J"]
    return "starter", chance.choice(jacks if jacks and chance.random() < 0.2 else left)


def _play(table: Table, chance: Random) -> Told:
    play = table["play"]
    player = play["turn"]
    cards = oracle_play.may_lay(play, player)
    if not cards or (oracle_play.may_go(play, player) and chance.random() < 0.5):
        return "go", player
    scoring = [card for card in cards if oracle_play.card_points([*play["count"], card])]
    return "lay", player, chance.choice(scoring if scoring and chance.random() < 0.5 else cards)


def highest(table: Table, crib: bool) -> int:
    """The most that may be called (R35)."""
    kept = 4 if crib else table["rules"]["dealt"] - table["rules"]["laid_away"]
    return {3: 20, 4: 29, 5: 46}[kept]


def _call(table: Table, chance: Random) -> Told:
    player, crib = oracle_game.shows(table)[table["called"]]
    true, most = oracle_game.true_points(table), highest(table, crib)
    wrong = list(range(max(0, true - 6), min(most, true + 4) + 1))
    declared = chance.choice(wrong) if chance.random() < 0.4 else true
    if chance.random() < (0.3 if declared == true else 0.7):
        others = [
            who for who in range(table["players"]) if oracle_game.side(table, who) != oracle_game.side(table, player)
        ]
        claimed = true if chance.random() < 0.6 else chance.choice(wrong)
        return "call", player, declared, crib, (chance.choice(others), claimed, chance.random() < 0.8)
    return "call", player, declared, crib, None


CHOOSE = {
    "cut": _cut,
    "deal": _deal,
    "lay away": _lay_away,
    "starter": _starter,
    "play": _play,
    "call": _call,
}


def cards_of(codes: list[str]) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in codes)


def event_of(told: Told) -> Event:
    """The engine's event, everything known but the cards of a call, which the rest of the deal tells."""
    word, *rest = told
    if word == "cut":
        return Cut(cards_of(rest[0]))
    if word == "deal":
        hands, extra = rest
        return Deal(tuple(cards_of(hand) for hand in hands), cards_of(extra))
    if word == "lay away":
        return LayAway(rest[0], cards_of(rest[1]))
    if word == "starter":
        return Starter(parse_card(rest[0]))
    if word == "lay":
        return Lay(rest[0], parse_card(rest[1]))
    if word == "go":
        return Go(rest[0])
    player, declared, crib, challenge = rest
    return Call(player, declared, crib=crib, challenge=Challenge(*challenge) if challenge else None)


def as_events(told: list[Told], rules: Ruleset, known: str = "all", seed: int = 0) -> list[Event]:
    """The game for the engine: `all` its cards known, some of them (`mixed`), or only those `shown`."""
    if known == "all":
        return [event_of(each) for each in told]
    record = _Record(rules, 1.0 if known == "shown" else 0.5, Random(seed))
    return [record.written(each) for each in told]


class _Record:
    """The notes that somebody took of a game: some hands, some of what was laid away, and what had to be shown."""

    def __init__(self, rules: Ruleset, unknown: float, chance: Random) -> None:
        self.rules, self.unknown, self.chance = rules, unknown, chance
        self.hands: list[list[str]] = []
        self.crib: list[str] = []
        self.hand_told: list[bool] = []  # by the deal, or by what was kept
        self.crib_told = True

    def forgets(self) -> bool:
        return self.chance.random() < self.unknown

    def written(self, told: Told) -> Event:
        event = event_of(told)
        if isinstance(event, Deal):
            return self.deal(event, told)
        if isinstance(event, LayAway):
            return self.lay_away(event, told)
        if isinstance(event, Call):
            return self.call(event)
        return event

    def deal(self, event: Deal, told: Told) -> Deal:
        self.hands, self.crib = [list(hand) for hand in told[1]], list(told[2])
        self.hand_told = [not self.forgets() for _ in self.hands]
        extra = () if self.forgets() else event.extra
        self.crib_told = extra == event.extra
        if not any(self.hand_told) and not extra and self.chance.random() < 0.5:
            return Deal()
        assert event.hands is not None
        hands = zip(event.hands, self.hand_told, strict=True)
        return Deal(tuple(hand if known else None for hand, known in hands), extra)

    def lay_away(self, event: LayAway, told: Told) -> LayAway:
        player, cards = told[1:]
        self.hands[player] = [card for card in self.hands[player] if card not in cards]
        self.crib += cards
        if self.hand_told[player]:
            return event
        laid, kept = event.cards, cards_of(self.hands[player])
        if self.forgets():
            laid, self.crib_told = None, False
        if self.forgets():
            kept = ()
        self.hand_told[player] = bool(kept)
        return LayAway(player, laid, kept)

    def call(self, event: Call) -> Call:
        """The cards, unless they have been told; told or not, somebody may write them."""
        cards = cards_of(self.crib if event.crib else self.hands[event.player])
        told = self.crib_told if event.crib else self.hand_told[event.player] or not self.rules.one_count
        return event if told and self.chance.random() < 0.5 else replace(event, cards=cards)


seeds = st.integers(min_value=0, max_value=2**32)
games = st.sampled_from(GAMES)
targets = st.integers(min_value=1, max_value=70)
