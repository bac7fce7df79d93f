"""Random legal whole games of every ruleset and number of players: the engine and the oracle keep the same score, and
what the oracle refuses the engine refuses too, for a reason and without a change.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Game, GameError, Phase, Reason, Ruleset, Step
from tests.scoring import oracle_game
from tests.scoring.games import (
    GAMES,
    KNOWN,
    PACK,
    as_events,
    event_of,
    games,
    name,
    random_game,
    seeds,
    shorter,
    targets,
)
from tests.scoring.oracle_game import Pegs, Refused, Table, Told
from tests.scoring.table import NAMES

START = {Reason.HEELS: 0, Reason.HAND: 2, Reason.CRIB: 3}  # and the play between


def seated(rules: Ruleset, players: int) -> tuple[Game, Table]:
    return Game.start(NAMES[:players], ruleset=rules), oracle_game.start(rules.to_dict(), players)


def moved(step: Step) -> Pegs:
    """The engine's pegs in the oracle's words."""
    return [(peg.player, peg.points, str(peg.reason)) for peg in step.pegs]


def play_through(rules: Ruleset, players: int, told: list[Told], known: str, seed: int = 0) -> list[Step]:
    """Both keep the score and agree after every event."""
    game, table = seated(rules, players)
    steps = []
    for each, event in zip(told, as_events(told, rules, known, seed), strict=True):
        step, expected = game.apply(event), oracle_game.act(table, each)
        assert sorted(moved(step)) == sorted(expected), (each, event)
        assert list(step.game.scores) == table["scores"]
        assert [peg.side for peg in step.pegs] == [oracle_game.side(table, peg.player) for peg in step.pegs]
        game = step.game
        steps.append(step)
        assert (game.winner, game.deal, game.first_dealer) == (table["winner"], table["deals"], table["first"])
        assert game.phase is Phase.OVER or table["wants"] == "cut" or game.dealer == table["dealer"]
        assert list(game.lurched) == oracle_game.lurched(table)
        if table["wants"] == "play" and table["winner"] is None:
            assert game.turn == table["play"]["turn"]
    return steps


@pytest.mark.parametrize("kind", GAMES, ids=name)
def test_whole_games_agree_with_the_oracle(kind: tuple[Ruleset, int]) -> None:
    rules, players = kind
    told = random_game(rules, players, seed=players)
    for known in KNOWN:
        steps = play_through(rules, players, told, known)
        assert steps[-1].game.phase is Phase.OVER


@settings(max_examples=60, deadline=None)
@given(games, seeds, targets, st.sampled_from(KNOWN))
def test_games_of_any_length_agree_with_the_oracle(
    kind: tuple[Ruleset, int], seed: int, target: int, known: str
) -> None:
    """Short games end anywhere: with the heels, in the play, in the middle of a show, by a muggins."""
    rules, players = shorter(kind[0], target), kind[1]
    told = random_game(rules, players, seed)
    steps = play_through(rules, players, told, known, seed)
    pegged = [peg for step in steps for peg in step.pegs]
    last = steps[-1].game
    for side, score in enumerate(last.scores):  # points conserve
        assert sum(peg.points for peg in pegged if peg.side == side) == score
    assert all(peg.points > 0 for peg in pegged)
    assert last.winner == max(range(len(last.scores)), key=lambda side: last.scores[side])
    assert [score >= target for score in last.scores].count(True) == 1
    for event in as_events(told, rules):  # nothing is accepted after the end (R37)
        with pytest.raises(GameError) as refusal:
            last.apply(event)
        assert refusal.value.rule == "R37"


@settings(max_examples=20, deadline=None)
@given(games, seeds)
def test_pegs_move_in_strict_order_r37(kind: tuple[Ruleset, int], seed: int) -> None:
    """His heels, the play, the hands from the dealer's left, the crib."""
    rules, players = kind
    game, _ = seated(rules, players)
    deal, order = 0, []
    for event in as_events(random_game(rules, players, seed), rules):
        step = game.apply(event)
        game = step.game
        if game.deal != deal:
            deal, order = game.deal, []
        for peg in step.pegs:
            taken = peg.reason in (Reason.MUGGINS, Reason.PENALTY, Reason.THREE_FOR_LAST)
            if not taken:
                order.append(START.get(peg.reason, 1))
        assert order == sorted(order)


# Events that cannot happen


def changed(table: Table, told: Told, other: Told, chance: Random) -> Told:
    """An event like the one that happened, or another of the game, or the same with a thing changed."""
    word, *rest = told
    if word in ("cut", "starter") or chance.random() < 0.2:
        return other
    players = table["players"]
    if word == "deal":
        return "deal", *_another_deal(rest[0], rest[1], chance)
    who = chance.choice([*range(-1, players + 1)])
    if word == "lay away":
        cards = chance.choice([rest[1], rest[1][:-1], rest[1] * 2, [chance.choice(PACK) for _ in rest[1]]])
        return word, chance.choice([who, rest[0]]), cards
    if word == "lay":
        kinds = [(word, who, rest[1]), (word, rest[0], chance.choice(PACK)), ("go", rest[0]), ("go", who)]
        return chance.choice(kinds)
    if word == "go":
        held = [card for hand in table["play"]["hands"] for card in hand]
        return chance.choice([("go", who), ("lay", rest[0], chance.choice(held)), ("lay", who, chance.choice(held))])
    player, declared, crib, _ = rest
    false = chance.choice([(who, declared, True), None])
    return chance.choice(
        [("call", who, declared, crib, None), ("call", player, declared, not crib, None), (*told[:4], false)]
    )


def _another_deal(hands: list[list[str]], extra: list[str], chance: Random) -> tuple[list[list[str]], list[str]]:
    """A hand short, a hand long, a card twice, a card for the crib that cannot be, a player too few."""
    hands = [list(hand) for hand in hands]
    spare = chance.choice([card for card in PACK if not any(card in hand for hand in hands)])
    return chance.choice(
        [
            ([hands[0][:-1], *hands[1:]], extra),
            ([*hands[:-1], [*hands[-1], spare]], extra),
            ([[hands[1][0], *hands[0][1:]], *hands[1:]], extra),
            ([[hands[0][1], *hands[0][1:]], *hands[1:]], extra),
            (hands, [hands[0][0], *extra[1:]] if extra else [spare]),
            (hands, [*extra, spare]),
            (hands[:-1], extra),
        ]
    )


def refuses_like_the_oracle(game: Game, table: Table, told: Told) -> bool:
    """The engine takes what the oracle takes, with the same points, and refuses what it refuses; says which."""
    before = repr(game)
    try:
        after, expected = oracle_game.apply(table, told)
    except Refused:
        with pytest.raises(GameError) as refusal:
            game.apply(event_of(told))
        error = refusal.value
        assert str(error).startswith(f"{error.rule}: ")
        if error.player is not None and error.player in range(len(game.names)):
            assert game.names[error.player] in str(error)
        assert repr(game) == before
        return True
    step = game.apply(event_of(told))
    assert sorted(moved(step)) == sorted(expected)
    assert list(step.game.scores) == after["scores"]
    assert repr(game) == before
    return False


@pytest.mark.parametrize("kind", GAMES, ids=name)
def test_what_the_oracle_refuses_the_engine_refuses(kind: tuple[Ruleset, int]) -> None:
    rules, players = shorter(kind[0], 31), kind[1]
    refused = 0
    for seed in range(2):
        chance, told = Random(seed), random_game(rules, players, seed)
        game, table = seated(rules, players)
        for each in told:
            for _ in range(2):
                try_this = changed(table, each, chance.choice(told), chance)
                refused += refuses_like_the_oracle(game, table, try_this)
            game = game.apply(event_of(each)).game
            oracle_game.act(table, each)
    assert refused > 20
