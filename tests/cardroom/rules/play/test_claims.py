"""An old book's advice, with figures that are those of the tables."""

import re
from pathlib import Path
from statistics import mean

import pytest

from cardroom.rules.play.advice import BALKS, LEADS, claim_on
from scoring import ACC, FIVE_CARD, LEAGUE, THREE_HANDED, Deal, Game, Lay, LayAway, Ruleset, Starter
from scoring.strategy.kernel.making.claims import balks
from scoring.text import NOTHING

DOCS = (Path(__file__).resolve().parents[4] / "docs" / "strategy.md").read_text()


def test_the_figures_of_cribs_are_those_of_the_tables() -> None:
    cribs = dict(balks("six"))
    said = dict(zip(("K", "A", "5"), re.findall(r"\d\.\d", str(BALKS))[:3], strict=True))
    for rank, figure in said.items():
        assert figure == f"{mean(crib for pair, crib in cribs.items() if rank in pair):.1f}"
    assert f"{cribs['TK']:.1f}" in str(BALKS)
    assert min(cribs, key=lambda pair: cribs[pair]) == "TK"


def test_the_figures_of_leads_are_those_of_the_documents() -> None:
    (line,) = (line for line in DOCS.splitlines() if line.startswith("| D: the safest lead"))
    (worst,) = (line for line in DOCS.splitlines() if line.startswith("| D: the most dangerous leads"))
    for rank, figure in re.findall(r"an? (\w+) ([+−]\d\.\d\d)", str(LEADS)):
        assert f"{rank} {figure}" in line + worst, rank


def dealt(rules: Ruleset, *events: object) -> Game:
    game = Game.start(["Ann", "Ben"], ruleset=rules, dealer=0)
    for event in events:
        game = game.apply(event).game  # type: ignore[arg-type]
    return game


SIX = Deal(["AC 2C 3C 4C 5C 6C", "7H 8H 9H TH JH QH"])
KEPT = (SIX, LayAway(0, "AC 2C"), LayAway(1, "7H 8H"), Starter("KS"))


@pytest.mark.parametrize(
    ("game", "player", "said"),
    [
        (dealt(LEAGUE, SIX), 1, BALKS),
        (dealt(LEAGUE, SIX), 0, NOTHING),
        (dealt(ACC, *KEPT), 1, LEADS),
        (dealt(ACC, *KEPT, Lay(1, "9H")), 0, NOTHING),
        (dealt(FIVE_CARD, Deal(["AC 2C 3C 4C 5C", "7H 8H 9H TH JH"])), 1, NOTHING),
        (Game.start(["Ann", "Ben", "Cid"], ruleset=THREE_HANDED, dealer=0), 1, NOTHING),
        (dealt(LEAGUE), 1, NOTHING),
    ],
)
def test_it_is_said_of_the_choice_that_it_is_about(game: Game, player: int, said: str) -> None:
    assert claim_on(game, player) == said
