"""A row of events at once says what one after the other says, to the first that is refused (R37)."""

import pytest

from scoring import LEAGUE, Game, GameError, Go, Phase, Ruleset
from tests.scoring.games import GAMES, KNOWN, as_events, name, random_game
from tests.scoring.table import NAMES


@pytest.mark.parametrize("kind", GAMES, ids=name)
@pytest.mark.parametrize("known", KNOWN)
def test_through_says_what_after_says_of_each(kind: tuple[Ruleset, int], known: str) -> None:
    rules, players = kind
    events = as_events(random_game(rules, players, seed=3), rules, known, 3)
    start = Game.start(NAMES[:players], ruleset=rules)
    game, pegs = start, []
    for event in events:
        step = game.apply(event)
        game = step.game
        pegs.append(step.pegs)
    assert start.through(events) == (tuple(pegs), game, None)
    assert game.phase is Phase.OVER
    middle = len(events) // 2  # from the midst of a deal too
    half = start.through(events[:middle]).game
    assert half.through(iter(events[middle:])).game == game


def test_through_stops_at_what_is_refused_and_keeps_what_came_before() -> None:
    events = as_events(random_game(LEAGUE, 2, seed=1), LEAGUE, "all", 1)
    place = next(place for place, event in enumerate(events) if isinstance(event, Go))
    start = Game.start(NAMES[:2])
    good = start.through(events[:place])
    run = start.through([*events[:place], Go(7), *events[place:]])
    assert (run.pegs, run.game) == (good.pegs, good.game)
    assert isinstance(run.error, GameError)
    assert len(run.pegs) == place
    with pytest.raises(GameError) as caught:
        good.game.apply(Go(7))
    assert str(run.error) == str(caught.value)


def test_nothing_but_events_happens_in_a_game() -> None:
    start = Game.start(NAMES[:2])
    run = start.through(["deal"])  # type: ignore[list-item]
    assert str(run.error) == "'deal' is not an event of a game"
    assert (run.pegs, run.game) == ((), start)
