"""The shuffle: as docs/play.md describes it, the same every time, and fair."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardroom.rules.play.shuffle import chance, depths, drawn, order
from league.rules.verifiable_shuffle import commitment

DOC = Path(__file__).resolve().parents[4] / "docs" / "play.md"


def recipe() -> dict[str, Any]:
    """Return what the lines of Python in the documentation define."""
    code = re.search(r"```python\n(.*?)```", DOC.read_text(), re.DOTALL)
    assert code is not None
    found: dict[str, Any] = {}
    exec(code[1], found)  # noqa: S102  the documentation's own lines, tried
    return found


@pytest.mark.parametrize("cut", [None, 4, 26, 48])
def test_the_documentation_computes_the_same(cut: int | None) -> None:
    told = recipe()
    for number in range(20):
        seed = f"{number:064x}"
        assert told["shuffled"](seed, cut) == [str(card) for card in order(seed, cut)]
        assert told["commitment"](seed) == commitment(seed)


def test_the_cut_and_the_seed_decide_and_nothing_else() -> None:
    assert order("a", 20) == order("a", 20)
    assert len({order(seed, cut) for seed in "abc" for cut in (None, *depths(52))}) == 3 * 46
    assert len(set(order("a", 20))) == 52


def test_each_card_is_on_top_as_often_as_any_other() -> None:
    tops = Counter(order(str(number), 20)[0] for number in range(5200))
    assert len(tops) == 52
    assert max(tops.values()) < 160


def test_a_packet_has_four_cards_or_more() -> None:
    assert (depths(52)[0], depths(52)[-1]) == (4, 48)
    assert {drawn("a", str(n), 4, 48) for n in range(2000)} == set(depths(52))


def test_a_machines_chance_belongs_to_the_seed() -> None:
    assert chance("a", "x").random() == chance("a", "x").random() != chance("a", "y").random()
