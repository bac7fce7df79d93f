"""A match against another program, which is asked with one line a decision and sees only its own cards."""

import sys
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from scoring import RULESETS, Game, Lay, LayAway, Phase, parse_game
from scoring.cards import cards_of
from scoring.errors import ScoringError
from scoring.strategy import Strength, rank
from scoring.strategy.measure.__main__ import main
from scoring.strategy.measure.match import match
from scoring.strategy.measure.program import Program, answer_all, answered, known_to
from scoring.strategy.measure.table import Table

ACC = RULESETS["acc"]
HERE = Path(__file__).resolve().parents[3]
OURS = f"{sys.executable} -m scoring.strategy.measure --answer strongest"


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)


def decisions(rules: str = "acc", deals: int = 2) -> list[tuple[Game, int, tuple]]:
    """Every discard and card of some deals: the game before it, whose it is, and what they had laid away."""
    table = Table(RULESETS[rules], (Strength.CLUB, Strength.CLUB), dealer=0, cards="9", chance=Random(2))
    table.played(deals=deals)
    game, away, found = table.start, {}, []
    for event in table.events:
        if game.phase in (Phase.LAY_AWAY, Phase.PLAY):
            player = event.player  # type: ignore[union-attr]
            found.append((game, player, away.get((game.deal, player), ())))
            if isinstance(event, LayAway):
                away[game.deal, player] = event.cards or ()
        game = game.apply(event).game
    return found


@pytest.mark.parametrize("rules", ["acc", "five-card-starter-first", "seven-card"])
def test_the_line_tells_what_the_player_sees_and_nothing_else(rules: str) -> None:
    asked = 0
    for game, player, away in decisions(rules):
        line = str(known_to(game, player, away))
        seen = parse_game(line)
        assert str(seen) == line
        assert game.table is not None
        own = [str(card) for card in game.table.hands[player]]
        assert all(card in line for card in own)
        gone = sum(held & ~left for held, left in zip(game.play.held, game.play.left, strict=True)) if game.play else 0
        played = {str(card) for card in cards_of(gone)}
        theirs = {str(card) for card in game.table.hands[1 - player]} - played
        assert not [card for card in theirs if card in line]
        asked += 1
    assert asked > 12


def test_ours_decides_the_same_by_the_line() -> None:
    for game, player, away in decisions(deals=1):
        best = rank(game, player, laid_away=away)[0].event
        said = answered(str(known_to(game, player, away)), Strength.STRONGEST, Random(1))
        match best:
            case LayAway(cards=cards):
                assert said == " ".join(map(str, cards or ()))
            case Lay(card=card):
                assert said == str(card)
            case _:
                assert said == "go"


@pytest.mark.long
def test_a_match_against_ourselves_as_a_program_is_split() -> None:
    with Program(OURS) as program:
        played = match(RULESETS["hoyle-61"], Strength.STRONGEST, program, pairs=1)
    assert (played.games, played.won, played.ahead) == (2, 0.5, 0)
    assert str(played).startswith(f"strongest v {OURS}: 2 games")


@pytest.mark.parametrize(
    ("answers", "wrong"),
    [("print('2X 3H')", "answered “2X 3H” to “game/1"), ("print('5H')", "answered “5H”"), ("pass", "answered “”")],
)
def test_what_is_no_choice_is_told_with_the_line(tmp_path: Path, answers: str, wrong: str) -> None:
    code = tmp_path / "other.py"
    code.write_text(f"import sys\nfor line in sys.stdin:\n    {answers}\n    sys.stdout.flush()\n    break\n")
    with Program(f"{sys.executable} {code}") as program, pytest.raises(ScoringError, match=wrong):
        match(ACC, Strength.CLUB, program, pairs=1)


def test_the_command_plays_it_and_answers_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    main(["hoyle-61", "1", "0", "3", "--against", OURS.replace("strongest", "beginner")])
    assert capsys.readouterr().out.startswith("strongest v ")
    game, player, away = decisions()[0]
    out = StringIO()
    answer_all(Strength.STRONGEST, StringIO(f"{known_to(game, player, away)}\n"), out)
    assert len(out.getvalue().split()) == 2
