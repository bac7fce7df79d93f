"""Matches of two strengths: the same every time, on the same cards from either seat, and the better player wins."""

from itertools import pairwise
from math import sqrt
from random import Random

import pytest

from scoring import RULESETS, Card, Deal, Ruleset, Starter
from scoring.strategy import Strength
from scoring.strategy.measure.__main__ import main
from scoring.strategy.measure.match import Match, ladder, match, means
from scoring.strategy.measure.table import Table

ACC = RULESETS["acc"]
BEGINNER, CASUAL, CLUB = Strength.BEGINNER, Strength.CASUAL, Strength.CLUB


def test_same_seed_gives_the_same_match() -> None:
    first = match(ACC, CLUB, BEGINNER, pairs=3, seed=5)
    assert match(ACC, CLUB, BEGINNER, pairs=3, seed=5) == first
    assert match(ACC, CLUB, BEGINNER, pairs=3, seed=6) != first


def test_both_games_of_a_pair_have_the_same_cards_at_the_same_seats() -> None:
    one, other = (dealt(ACC, *strengths) for strengths in ((BEGINNER, CLUB), (CLUB, BEGINNER)))
    both = list(zip(one, other, strict=False))
    assert len(both) > 4
    assert all(first == second for first, second in both)


def dealt(rules: Ruleset, *strengths: Strength) -> list[tuple[Deal, Card]]:
    """The deals of a game, each with its starter."""
    table = Table(rules, strengths, dealer=0, cards="7", chance=Random(1))
    table.played()
    deals = [event for event in table.events if isinstance(event, Deal)]
    starters = [event.card for event in table.events if isinstance(event, Starter)]
    return list(zip(deals, starters, strict=False))


@pytest.mark.long
def test_beginner_loses_to_casual() -> None:
    played = match(ACC, CASUAL, BEGINNER, pairs=15)
    assert (played.first, played.second, played.games) == (CASUAL, BEGINNER, 30)
    assert played.won > 0.6
    assert played.ahead > 0


@pytest.mark.long
def test_whoever_sits_first_nobody_beats_themselves() -> None:
    """With the same player on both seats each pair is shared but for the players' errors; the strongest make none."""
    played = match(ACC, Strength.STRONGEST, Strength.STRONGEST, pairs=1)
    assert (played.won, played.ahead) == (0.5, 0)
    # One pair that is split says nothing of the next.
    assert played.interval == (0, 1)


@pytest.mark.parametrize("won", [0.0, 0.02, 0.5, 0.97, 1.0])
@pytest.mark.parametrize("games", [2, 50, 1000])
def test_interval_contains_the_share(won: float, games: int) -> None:
    error = sqrt(won * (1 - won) / games)
    low, high = Match(CLUB, CASUAL, games, won, error, 0.0).interval
    assert 0 <= low <= won <= high <= 1


def test_interval_of_a_match_contains_its_share_and_is_said() -> None:
    played = match(ACC, CLUB, BEGINNER, pairs=4)
    low, high = played.interval
    assert low <= played.won <= high
    assert str(played).startswith(
        f"club v beginner: 8 games, won {played.won:.1%} ({low:.1%} to {high:.1%}), ahead by "
    )


def test_ladder_goes_up_a_step_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("scoring.strategy.measure.match.match", lambda *of, **how: asked.append((*of, how)))
    list(ladder(ACC, pairs=2, seed=3))
    steps = list(Strength)
    how = {"pairs": 2, "seed": 3}
    assert asked == [(ACC, above, below, how) for below, above in pairwise(steps)]


def test_means_of_whole_deals() -> None:
    found = means(ACC, Strength.STRONG, games=4)
    assert found.deals == 20, "the first five of each: nothing is left out for being cut short"
    for of, low, high in (
        (found.pone_play, 1, 4),
        (found.dealer_play, 2, 5),
        (found.pone_hand, 5, 11),
        (found.dealer_hand, 5, 11),
        (found.crib, 3, 7),
    ):
        assert low < of < high
    assert found == means(ACC, Strength.STRONG, games=4)
    assert found != means(ACC, Strength.STRONG, games=4, seed=2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("acc", "1", "0"),
            ["casual v beginner: 2 games", "club v casual: 2", "strong v club: 2", "strongest v strong: 2"],
        ),
        (("acc", "0", "2"), ["strongest against itself, 10 deals: pone play "]),
        (("acc", "0", "0"), []),
    ],
)
def test_so_many_matches_and_games_are_measured_as_are_asked_for(
    arguments: tuple[str, ...], said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(arguments)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(said)
    assert all(line.startswith(begin) for line, begin in zip(lines, said, strict=True))


def test_deals_of_another_seed_are_others(capsys: pytest.CaptureFixture[str]) -> None:
    main(("acc", "0", "1", "1"))
    main(("acc", "0", "1", "2"))
    one, other = capsys.readouterr().out.splitlines()
    assert one != other
