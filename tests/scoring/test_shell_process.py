"""`python -m scoring` as a process: its streams, its exit codes, its ends."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HAND = "AC 7D 8H 3S"
ANSWER = """\
Hand AC 7D 8H 3S, starter 7C: 8 points
  fifteen  7C 8H     2
  fifteen  7D 8H     2
  fifteen  AC 7C 7D  2
  pair     7C 7D     2
“fifteen two, fifteen four, fifteen six, and a pair makes eight”
"""


def process(*argv: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The command itself, as a shell would start it."""
    return subprocess.run([sys.executable, "-m", "scoring", *argv], cwd=ROOT, capture_output=True, **options)


def test_the_process_answers_in_utf_8() -> None:
    done = process("count", HAND, "7C", env=os.environ | {"PYTHONIOENCODING": "utf-8"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == ANSWER


def test_the_process_refuses_with_code_2() -> None:
    done = process("count", "AC 7D 8H 3S 2C 2D", "7C", "--ruleset", "league")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"scoring: AC 7D 8H 3S 2C 2D: the hand has 6 cards; in League rules it has 4, the starter not among them\n"
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1:strict"},
    ],
    ids=["C", "ascii", "latin-1"],
)
def test_a_terminal_that_lacks_the_characters_gets_plain_ones(env: dict[str, str]) -> None:
    done = process("count", HAND, "7C", env=os.environ | env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1] == b'"fifteen two, fifteen four, fifteen six, and a pair makes eight"'
    done = process("count", "AC 7D 8H AC", "7C", env=os.environ | env)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b'scoring: hand: card 4: "AC" is there twice: a pack has one ace of clubs\n'
    done = process("rules", "home-computer", env=os.environ | env)
    assert done.stdout.splitlines()[0] == b"The home computer's cribbage (home-computer, version 2)"


def test_json_is_ascii_in_every_locale() -> None:
    done = process("rules", "home-computer", "--json", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert json.loads(done.stdout.decode("ascii"))["title"] == "The home computer’s cribbage"


@pytest.mark.parametrize("argv", [["rules", "hoyle"], ["--help"], ["count"]])
def test_a_reader_who_has_gone_is_no_matter(argv: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        done = subprocess.run([sys.executable, "-m", "scoring", *argv], cwd=ROOT, stdout=nobody, stderr=subprocess.PIPE)
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
    assert done.returncode == (2 if argv == ["count"] else 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_that_cannot_be_written_is_no_success() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "scoring", "rules"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, b"scoring: the answer could not be written\n")


def test_closed_streams_are_no_matter() -> None:
    command = f'"{sys.executable}" -m scoring'
    done = subprocess.run(["sh", "-c", f"{command} rules >&-; {command} count >&- 2>&-"], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_bytes_that_are_no_text_are_no_card() -> None:
    done = process(b"count", b"AC 7D 8H \xff\xfe", b"7C")  # type: ignore[arg-type]
    assert (done.returncode, done.stdout) == (2, b"")
    assert rb"\udcff" in done.stderr
