"""The making of the tables: what hands peg, worked out against what the other keeps."""

import pytest

from scoring.strategy.kernel.knowledge import knowledge
from scoring.strategy.kernel.making.plays import pegs_of
from scoring.strategy.kernel.store import SHARES


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", ["five", "six"])
def test_play_of_hands_ships_as_it_is_worked_out(game: str, seat: int) -> None:
    """All in one proportion, which makes the mean that of the deals that were played; some come seldom in them."""
    told = knowledge(game)
    places = range(5, len(told.keeps[seat]), len(told.keeps[seat]) // 9)
    for place in places:
        worked_out = pegs_of(told, seat, told.keeps[seat][place], 150)
        for name, points in zip(("pegged", "against"), worked_out, strict=True):
            assert told.rows[f"{name} {seat}"][place] / SHARES == pytest.approx(points, abs=0.35)
