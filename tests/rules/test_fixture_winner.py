"""Who has won a fixture, by its games or by its matches; nobody who did not come has drawn."""

import re
from pathlib import Path

import pytest

from league.rules.fixture_winner import Outcome, fixture_outcome

HOUSE = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("games", "matches", "by_games", "by_matches"),
    [
        ((9, 16), (3, 2), "L", "W"),
        ((16, 9), (2, 3), "W", "L"),
        ((11, 9), (2, 2), "W", "D"),
        ((10, 10), (3, 2), "D", "W"),
        ((4, 4), (0, 0), "D", "D"),
        ((0, 0), (0, 0), "L", "L"),
    ],
)
def test_who_has_won(games: tuple[int, int], matches: tuple[int, int], by_games: Outcome, by_matches: Outcome) -> None:
    assert fixture_outcome("games", games, matches) == by_games
    assert fixture_outcome("matches", games, matches) == by_matches
    assert fixture_outcome("matches", games, matches, finished=False) == "A"


def test_nothing_else_compares_the_games_of_two_sides() -> None:
    """A second place that decides it would go on deciding by games; a match alone is always won by them."""
    compares = re.compile(r"(?<!match\.)(home|away)_games *[<>]=? *(?:\w+\.)*(home|away)_games")
    files = [*(HOUSE / "league").rglob("*.py"), *(HOUSE / "templates").rglob("*.html")]
    found = {
        str(path.relative_to(HOUSE))
        for path in files
        if "migrations" not in path.parts and compares.search(path.read_text())
    }
    assert found == {"league/rules/fixture_winner.py"}
