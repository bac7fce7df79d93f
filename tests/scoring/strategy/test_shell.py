"""`python -m scoring best` and `analyse`: what is answered, and what is refused."""

from pathlib import Path

import pytest

from tests.scoring.command import answer, document, refusals, run

RECORDS = Path(__file__).parents[1] / "records"
DEALT = (
    "game/1; rules acc:2; players Ann, Ben; score 0 0; first Ann; dealer Ann; deal 1; next lay away; "
    "hand Ann: 4C 5D 5H 6S TD KC; hand Ben: ? ? ? ? ? ?"
)
PLAYED = (
    "game/1; rules acc:2; players Ann, Ben; score 0 0; first Ann; dealer Ann; deal 1; next play; starter KD; "
    "hand Ann: 4C 5D 5H 6S; hand Ben: ? ? ? ?; crib TD KC ? ?; laid Ann, Ben; "
    "played Ben: 7C; count 7C; turn Ann; last Ben"
)


def test_best_tells_every_choice_the_best_first() -> None:
    lines = answer("best", DEALT)
    assert lines[0] == "Ann: lay away TD KC"
    assert lines[1].split() == ["do", "points", "win"]
    assert len(lines) == 2 + 15  # two of six cards
    assert lines[2].startswith("lay away TD KC")
    assert "Keeps 4♣ 5♦ 5♥ 6♠ for 16.0" in lines[2]


def test_best_answers_a_machine_with_the_same() -> None:
    found = document("best", PLAYED)
    assert set(found) == {"position", "player", "options"}
    assert (found["position"], found["player"]) == (PLAYED, "Ann")
    options = found["options"]
    assert {option["do"] for option in options} == {"play 4C", "play 5D", "play 5H", "play 6S"}
    wins = [option["win"] for option in options]
    assert wins == sorted(wins, reverse=True)
    assert all(0 < win < 1 for win in wins)
    assert all(set(option) == {"do", "points", "win", "why"} for option in options)


def test_best_sees_what_the_player_sees() -> None:
    """The other's cards may be written or not: it changes nothing."""
    written = DEALT.replace("? ? ? ? ? ?", "2C 3D 7H 7S 9D QC")
    assert answer("best", written)[1:] == answer("best", DEALT)[1:]
    assert answer("best", written, "--player", "Ben")[0].startswith("Ben: lay away ")


@pytest.mark.parametrize(
    ("position", "more", "wrong"),
    [
        ("game/1; players A, B", (), "“rules” is missing"),
        (DEALT, ("--player", "Cy"), "nobody is called Cy; the players are Ann, Ben"),
        (DEALT, ("--player", "Ben"), "not all known"),
        (PLAYED, ("--player", "Ben"), "nothing is due from this player now"),
        (DEALT.split("; next", maxsplit=1)[0] + "; next deal", (), "nothing is due from this player now"),
    ],
)
def test_best_says_why_it_cannot_answer(position: str, more: tuple[str, ...], wrong: str) -> None:
    assert any(wrong in line for line in refusals("best", position, *more))


@pytest.mark.long
def test_analyse_tells_what_each_choice_cost() -> None:
    record = str(RECORDS / "singles.txt")
    lines = answer("analyse", record)
    assert lines[0].split() == ["did", "best", "cost"]
    found = document("analyse", record)
    assert set(found) == {"decisions", "sides", "moments", "faults"}
    costly = [one for one in found["decisions"] if one["cost"] >= 0.005 or one["points"] >= 0.5]
    assert len(lines) == 1 + len(costly) + 2  # each side has a line
    assert all(0 <= one["cost"] <= 1 and one["done"]["win"] <= one["best"]["win"] for one in found["decisions"])
    for side, others in ((0, 1), (1, 0)):
        own = sum(one["cost"] for one in found["decisions"] if one["player"] == ("Ann", "Ben")[side])
        assert found["sides"][side]["cost"] == pytest.approx(own)
        assert found["sides"][side]["luck"] == pytest.approx(-found["sides"][others]["luck"])
    assert [moment["win"] for moment in found["moments"]][-1] in (0.0, 1.0)


def test_analyse_goes_as_far_as_the_record_and_says_so(tmp_path: Path) -> None:
    first = (RECORDS / "singles.txt").read_text(encoding="utf-8").split("\ndeal 2")[0]
    record = tmp_path / "game.txt"
    record.write_text(first.replace("hand Ann: 6D 7H 8S 9H = 8", "hand Ann: 6D 7H 8S 9H = 31"), encoding="utf-8")
    code, out, err = run("analyse", str(record))
    assert (code, err) == (1, [])
    assert out[-2].startswith("Ann ")
    assert out[-1].startswith("Ben ")


def test_analyse_refuses_what_is_no_game(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("shopping\nmilk\n", encoding="utf-8")
    assert refusals("analyse", str(record))
    assert refusals("analyse", str(tmp_path / "none.txt"))
