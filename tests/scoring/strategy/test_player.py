"""The players: whole games by every ruleset, and that nobody looks at a card they cannot know."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from scoring import (
    LEAGUE,
    RULESETS,
    Call,
    Game,
    GameError,
    HandError,
    Lay,
    LayAway,
    Phase,
    Ruleset,
    replay,
    score_show,
    transcribe,
)
from scoring.cards import PACK, bits, cards_of
from scoring.strategy import Strength, challenge, decide, player, rank
from scoring.strategy.calling import counted
from scoring.strategy.measure.table import Table
from tests.scoring.games import GAMES, name

ROOT = Path(__file__).parents[3]


def table(rules: Ruleset, players: int, seed: int, *strengths: Strength) -> Table:
    each = strengths * players if len(strengths) == 1 else strengths
    return Table(rules, each, dealer=seed % players, cards=str(seed), chance=Random(seed))


def replayed(rules: Ruleset, players: int, seed: int, strength: Strength) -> None:
    """Play a game, write it down and replay it."""
    played = table(rules, players, seed, strength)
    end = played.played()
    again = replay(str(transcribe(played.start, played.events)), rulesets={**RULESETS, rules.name: rules})
    assert again.fault is None
    assert again.game == end


@pytest.mark.parametrize(
    "text", [player.__doc__, (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")], ids=("docstring", "page")
)
def test_what_is_written_of_the_strengths_is_what_the_code_has(text: str) -> None:
    for strength, eye in player._EYES.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| {strength} |"))
        away, card = row.split("|")[2:4]
        assert away.endswith(f"{eye.away:g} points out ")
        assert card.endswith(f"{eye.card:g} points out ")
        assert (" crib" in away, " play" in away, "what it leaves" in card) == (eye.crib, eye.play, eye.careful)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_whole_games_of_every_shape_replay_without_fault(game: tuple[Ruleset, int]) -> None:
    replayed(*game, seed=1, strength=Strength.BEGINNER)


@pytest.mark.long
@pytest.mark.parametrize(
    ("strength", "games"),
    [
        (Strength.CASUAL, 40),
        (Strength.STRONGEST, 4),
        pytest.param(Strength.CASUAL, 200, marks=pytest.mark.thousand),
        pytest.param(Strength.STRONGEST, 20, marks=pytest.mark.thousand),
    ],
)
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_games_of_every_ruleset_replay_without_fault(rules: Ruleset, strength: Strength, games: int) -> None:
    tables = [players for players in (2, 3, 4) if (rules, players) in GAMES]
    for seed in range(games):
        replayed(rules, tables[seed % len(tables)], seed, strength)


@pytest.mark.long
def test_decision_is_the_same_whatever_the_hidden_cards_are() -> None:
    played = table(LEAGUE, 2, 7, Strength.STRONG)
    end = played.played()
    game, asked = played.start, 0
    away: dict[int, tuple] = {}
    for event in played.events:
        if isinstance(event, LayAway | Lay):
            other = shuffled(game, event.player, away.get(event.player, ()), Random(asked))
            for strength in (Strength.BEGINNER, Strength.STRONGEST):
                known = {"strength": strength, "laid_away": away.get(event.player, ())}
                assert decide(game, event.player, chance=Random(3), **known) == decide(
                    other, event.player, chance=Random(3), **known
                )
            asked += 1
        if isinstance(event, LayAway):
            away[event.player] = event.cards or ()
        game = game.apply(event).game
        if game.phase is Phase.DEAL:
            away = {}
    assert game == end
    assert asked > 50


def shuffled(game: Game, player: int, away: tuple, chance: Random) -> Game:
    """The game with every card that `player` has not seen dealt anew, where a go allows it."""
    dealt, play = game.table, game.play
    assert dealt is not None
    known = bits(dealt.hands[player]) | bits(away) | (dealt.starter.bit if dealt.starter else 0)
    for held, left in zip(play.held, play.left, strict=True) if play else ():
        known |= held & ~left
    while True:
        others = [card for card in PACK if not known & card.bit]
        chance.shuffle(others)
        hands = list(dealt.hands)
        unplayed = []
        for place, hand in enumerate(hands):
            if place == player:
                unplayed.append(play.left[place] if play else 0)
                continue
            mine = bits(hand) & known
            number = len(hand) - mine.bit_count()
            fresh = [others.pop() for _ in range(number)]
            unplayed.append(bits(fresh))
            hands[place] = cards_of(mine | bits(fresh))
        if not play or all(
            card.value > shut for left, shut in zip(unplayed, play.shut, strict=True) for card in cards_of(left)
        ):
            break
    crib = tuple(card if known & card.bit else others.pop() for card in dealt.crib)
    seen = bits(crib) | (dealt.starter.bit if dealt.starter else 0)
    for hand in hands:
        seen |= bits(hand)
    anew = replace(game, table=dealt._replace(hands=tuple(hands), crib=crib, seen=seen))
    if play is None:
        return anew
    held = tuple(bits(hand) for hand in hands)
    return replace(anew, play=play._replace(held=held, left=tuple(unplayed), seen=seen))


def test_nothing_is_due_between_deals() -> None:
    game = Game.start(["Ann", "Ben"], dealer=0)
    with pytest.raises(GameError, match="nothing is due"):
        rank(game, 0)


def test_own_cards_must_be_known() -> None:
    game = Game.start(["Ann", "Ben"], dealer=0)
    game = game.apply(game.legal_events()[0]).game
    with pytest.raises(HandError, match="not all known"):
        rank(game, 0)


def test_beginner_misses_what_the_strongest_takes() -> None:
    played = table(LEAGUE, 2, 3, Strength.BEGINNER, Strength.STRONGEST)
    played.played()
    calls = [event for event in played.events if isinstance(event, Call) and event.player == 0]
    assert any(call.challenge for call in calls)
    assert all(call.challenge is None or call.challenge.claimed > call.declared for call in calls)


def test_nobody_challenges_their_partner() -> None:
    played = table(LEAGUE, 4, 3, Strength.BEGINNER)
    game = played.start
    played.played()
    for event in played.events:
        if isinstance(event, Call):
            partner = (event.player + 2) % 4
            assert challenge(game, partner, event, strength=Strength.STRONGEST, chance=Random(1)) is None
        game = game.apply(event).game


def test_nobody_counts_what_no_hand_is_worth() -> None:
    """Of twenty, one who misses a single point would say nineteen: which is to say nothing (R35)."""
    shows = {20: score_show("7C 7D 8H 8S", "9C"), 28: score_show("5C 5D 5H 5S", "TC")}
    for show in shows.values():
        seen = {counted(show, Strength.BEGINNER, Random(seed)) for seed in range(2000)}
        assert not seen & {19, 25, 26, 27}
        assert len(seen) > 3
