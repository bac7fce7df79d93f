"""What the engine hands out can be stored, sent to another process and copied; it comes back the same."""

import copy
import pickle
from dataclasses import fields

import pytest

from scoring import LEAGUE, Game, GameError, ScoringError, parse_record, score_show
from scoring.sitting import Sitting
from tests.scoring.games import as_events, random_game
from tests.scoring.table import NAMES

EVENTS = as_events(random_game(LEAGUE, 2, seed=5), LEAGUE, "all", 5)


def some_games() -> list[Game]:
    """A game after each of its events."""
    start = Game.start(NAMES[:2])
    return [start.through(EVENTS[:number]).game for number in range(0, len(EVENTS) + 1, 7)]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])  # noqa: S301
def test_values_come_back_the_same(again) -> None:  # type: ignore[no-untyped-def]
    for game in some_games():
        assert again(game) == game
    assert again(EVENTS) == EVENTS
    show = score_show(EVENTS[1].hands[0][:4], None)
    assert again(show) == show


@pytest.mark.parametrize("again", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])  # noqa: S301
def test_errors_come_back_the_same(again) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(GameError) as refused:
        Game.start(["Ann", "Ben", "Cat"], dealer=9)
    error = again(refused.value)
    assert (error.problems, error.rule, error.player, error.card) == (refused.value.problems, "R12", None, None)
    assert len(error.problems) == 2
    with pytest.raises(ScoringError) as unread:
        parse_record("game\nnonsense\n")
    assert again(unread.value).faults == unread.value.faults


def test_a_game_in_the_play_is_small_when_it_is_sent() -> None:
    assert max(len(pickle.dumps(game)) for game in some_games()) < 5_000


def test_a_sitting_gives_back_what_it_was_made_of() -> None:
    for game in some_games():
        values = tuple(getattr(game, field.name) for field in fields(game))
        assert Sitting(*values).fields == values
