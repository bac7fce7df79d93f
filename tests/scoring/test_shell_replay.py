"""`python -m scoring replay`: written games, sound and faulty, from files and from standard input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scoring.command import answer, document, refusals, run

ROOT = Path(__file__).parents[2]
GAME = """\
game
players: Ann, Ben
dealer: Ann

deal 1: Ann
dealt Ann: 5H 6D 7C 8S 2C KD
dealt Ben: 9C 8D TC QH AS 3D
laid away Ann: 2C KD
laid away Ben: AS 3D
starter: JD
play: 9C 8S QH 5H
"""
# Partners, and a game that ends at once.
WON = """\
game
rules: home-computer
players: Ann, Ben, Cid, Dot
dealer: Ann

deal 1: Ann
over-pegging Ben: 121, not asked
result: Ben 0 121
"""
SHEET = """\
sheet
players: Ann, Ben
dealer: Ann

deal 1: heels 2, play 3 4, hands 8 6, crib 4 = 17 10
"""


def written(where: Path, text: str) -> str:
    file = where / "game.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_replay_says_every_peg_with_its_reason_and_rule(tmp_path: Path) -> None:
    assert run("replay", written(tmp_path, GAME)) == (
        0,
        [
            "  deal 1  Ann   2  his heels  JD  R14",
            "  deal 1  Ben   1  last card  QH  R18",
            "Ann 2, Ben 1",
            "no fault",
        ],
        [],
    )


def test_replay_ends_with_1_and_every_fault_located(tmp_path: Path) -> None:
    text = GAME.replace("8S QH 5H", "8S QH 5H=3 3D")
    code, out, err = run("replay", written(tmp_path, text))
    assert (code, err) == (1, [])
    assert out[-3:] == [
        "2 faults:",
        "line 11, deal 1, play 4: R25: 5H pegs nothing, not 3",
        "line 11, deal 1, play 5: R1: 3D was laid away by Ben, in line 9; it is in the crib",
    ]


def test_one_fault_is_one(tmp_path: Path) -> None:
    code, out, err = run("replay", written(tmp_path, GAME.replace("starter: JD", "starter: 5H")))
    assert (code, err) == (1, [])
    assert out == [
        "Ann 0, Ben 0",
        "1 fault:",
        "line 10, deal 1, starter: R1: 5H was dealt to Ann, in line 6; a pack has one five of hearts",
    ]


def test_replay_gives_a_machine_pegs_and_scores(tmp_path: Path) -> None:
    assert document("replay", written(tmp_path, GAME)) == {
        "players": ["Ann", "Ben"],
        "sides": [["Ann"], ["Ben"]],
        "rules": "league",
        "deals": 1,
        "scores": [2, 1],
        "winner": None,
        "lurched": [False, False],
        "double_lurched": [False, False],
        "worth": None,
        "pegs": [
            {"deal": 1, "player": 0, "side": 0, "points": 2, "reason": "his heels", "cards": "JD", "rule": "R14"},
            {"deal": 1, "player": 1, "side": 1, "points": 1, "reason": "last card", "cards": "QH", "rule": "R18"},
        ],
        "faults": [],
        "unlisted_faults": 0,
        "remarks": [],
    }


def test_replay_says_who_won_and_how(tmp_path: Path) -> None:
    file = written(tmp_path, WON)
    assert answer("replay", file) == [
        "  deal 1  Ben and Dot  121  correction    R49",
        "Ann and Cid 0, Ben and Dot 121: Ben and Dot won by a lurch",
        "no fault",
    ]
    found = document("replay", file)
    assert found["players"] == ["Ann", "Ben", "Cid", "Dot"]
    assert found["sides"] == [["Ann", "Cid"], ["Ben", "Dot"]]
    assert (found["rules"], found["scores"], found["winner"]) == ("home-computer", [0, 121], 1)
    assert found["lurched"] == [True, False]
    assert (found["double_lurched"], found["worth"]) == ([False, False], 2)


def test_replay_knows_a_sheet(tmp_path: Path) -> None:
    file = written(tmp_path, SHEET)
    assert answer("replay", file) == ["Ann 17, Ben 10", "no fault"]
    found = document("replay", file)
    assert (found["players"], found["deals"], found["scores"]) == (["Ann", "Ben"], 1, [17, 10])
    assert (found["winner"], found["pegs"]) == (None, [])


def test_a_fault_for_a_machine_has_its_place(tmp_path: Path) -> None:
    code, out, err = run("replay", written(tmp_path, GAME.replace("JD", "5H")), "--json")
    assert (code, err) == (1, [])
    assert json.loads("\n".join(out))["faults"] == [
        {
            "line": 10,
            "column": 1,
            "deal": 1,
            "place": "starter",
            "rule": "R1",
            "message": "5H was dealt to Ann, in line 6; a pack has one five of hearts",
        }
    ]


@pytest.mark.parametrize(
    "text", ["", "\n", "game", "sheet", "ruleset: house", "game\nplayers: A\x1b[31m, B", "♥\x00\u2028"]
)
def test_text_that_is_no_record_is_a_fault_and_no_crash(tmp_path: Path, text: str) -> None:
    code, out, err = run("replay", written(tmp_path, text))
    assert (code, err) == (1, [])
    assert any(line.startswith("line ") for line in out)
    assert all(line.isprintable() for line in out)
    code, out, err = run("replay", written(tmp_path, text), "--json")
    assert json.loads("\n".join(out))["faults"] != []


def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path) -> None:
    missing, binary, long = tmp_path / "missing", tmp_path / "binary", tmp_path / "long"
    binary.write_bytes(b"game\n\xff")
    long.write_bytes(b"#" * 1_000_001)
    assert refusals("replay", str(missing)) == [f"{missing}: it cannot be read: No such file or directory"]
    assert refusals("replay", str(tmp_path)) == [f"{tmp_path}: it cannot be read: Is a directory"]
    assert refusals("replay", str(binary)) == [f"{binary}: byte 6 is not UTF-8; save the record as UTF-8 text"]
    assert refusals("replay", str(long)) == [f"{long}: it is too long; a record has no more than 1,000,000 bytes"]
    assert refusals("replay", "a\0b") == [r"a\x00b: it cannot be read: embedded null byte"]


def piped(text: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "scoring", "replay", "-"]
    return subprocess.run(command, cwd=ROOT, input=text, capture_output=True)


def test_a_minus_is_standard_input() -> None:
    done = piped(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines()[-2:] == ["Ann 2, Ben 1", "no fault"]
    done = piped(b"\xff")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"scoring: standard input: byte 1 is not UTF-8; save the record as UTF-8 text\n"


def test_standard_input_that_is_closed_is_refused() -> None:
    command = f'"{sys.executable}" -m scoring replay - <&-'
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"scoring: standard input: it cannot be read: Bad file descriptor\n"


def test_replay_remarks_on_a_miscount_that_nobody_challenged() -> None:
    file = str(ROOT / "tests/scoring/records/short.txt")
    said = "the crib was called 4 and is worth 6; nobody claimed the 2 missed"
    assert answer("replay", file)[-3:] == ["no fault", "1 remark:", f"line 22, deal 2, crib: R39: {said}"]
    place = {"line": 22, "column": 1, "deal": 2, "place": "crib"}
    assert document("replay", file)["remarks"] == [place | {"rule": "R39", "message": said, "declared": 4, "true": 6}]


def test_remarks_are_counted(tmp_path: Path) -> None:
    text = (ROOT / "tests/scoring/records/short.txt").read_text(encoding="utf-8")
    file = written(tmp_path, text.replace("7S 8C = 8", "7S 8C = 6").replace("score:", "# "))
    assert answer("replay", file)[-3] == "2 remarks:"


HOUSE = '{"name": "house-rules", "version": 1, "title": "Our house", "target": 31, "runs_upwards": true}'
RUN = "game\nplayers: Ann, Ben\ndealer: Ann\ndeal 1\nstarter: KD\nplay: 5H 4H 3H\n"


def test_a_ruleset_file_is_played_where_the_record_names_none(tmp_path: Path) -> None:
    (tmp_path / "house.json").write_text(HOUSE, encoding="utf-8")
    file = written(tmp_path, RUN)
    assert "run" in answer("replay", file)[0]
    assert answer("replay", file, "--ruleset", str(tmp_path / "house.json")) == ["Ann 0, Ben 0", "no fault"]
    assert document("replay", file, "--ruleset", str(tmp_path / "house.json"))["rules"] == "house-rules"
    assert document("replay", file, "--ruleset", "hoyle")["rules"] == "hoyle"
    sheet = written(tmp_path, SHEET)
    assert document("replay", sheet, "--ruleset", "hoyle")["rules"] == "hoyle"


def test_a_record_may_name_a_ruleset_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "house.json").write_text(HOUSE, encoding="utf-8")
    file = written(tmp_path, RUN.replace("players", "rules: house.json\nplayers"))
    assert answer("replay", file) == ["Ann 0, Ben 0", "no fault"]
    named = written(tmp_path, RUN.replace("players", "rules: house-rules\nplayers"))
    assert answer("replay", named, "--ruleset", str(tmp_path / "house.json")) == ["Ann 0, Ben 0", "no fault"]
    assert run("replay", named)[1][1].startswith("line 2, rules: R55: no rules are called house-rules; there are acc")
    sheet = written(tmp_path, SHEET.replace("players", "rules: house.json\nplayers"))
    assert answer("replay", sheet)[-1] == "no fault"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "it cannot be read: No such file or directory"),
        ("hoyle", "a ruleset file is a JSON object, as “rules NAME --json” writes one"),
    ],
)
def test_a_ruleset_file_that_is_none_is_refused(tmp_path: Path, content: str | None, said: str) -> None:
    house = tmp_path / "house.json"
    if content is not None:
        house.write_text(content, encoding="utf-8")
    file = written(tmp_path, RUN.replace("players", "rules: house.json\nplayers"))
    assert refusals("replay", file) == [f"{house}: {said}"]
    assert refusals("replay", file, "--ruleset", str(house)) == [f"{house}: {said}"]
    assert refusals("rules", str(house)) == [f"{house}: {said}"]


def test_what_is_wrong_in_a_ruleset_file_is_said(tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text(HOUSE.replace("31", '"31"').replace("runs_upwards", "upwards"), encoding="utf-8")
    (said,) = refusals("rules", str(house))
    assert said.startswith("upwards: no such field of a ruleset; there are announcement_order, cap_at_target, ")
    house.write_text(HOUSE.replace("}", ""), encoding="utf-8")
    assert refusals("rules", str(house))[0].startswith("a ruleset is written as a JSON object, and this is none: ")


def test_a_written_ruleset_is_shown_as_it_was_written(tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text(json.dumps(document("rules", "hoyle") | {"name": "ours", "title": "Ours"}), encoding="utf-8")
    assert answer("rules", str(house))[0] == "Ours (ours, version 2)"
    assert answer("rules", str(house))[1:] == answer("rules", "hoyle")[1:]


def test_a_hundred_faults_are_said_and_the_rest_counted(tmp_path: Path) -> None:
    file = written(tmp_path, GAME + "nonsense\n" * 120)
    code, out, _ = run("replay", file)
    assert code == 1
    assert "120 faults:" in out
    assert out[-1] == "and 20 more"
    assert sum(line.startswith("line ") for line in out) == 100


def test_a_score_has_no_stray_dash(tmp_path: Path) -> None:
    assert answer("replay", written(tmp_path, "game\nplayers: Joan, - Mavis\ndealer: Joan\n"))[0] == "Joan 0, Mavis 0"
