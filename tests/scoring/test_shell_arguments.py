"""`python -m scoring`: its rulesets, its arguments, its documentation, and that it never falls over."""

import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import LEAGUE, PACK, RULESETS, Ruleset
from scoring.shell import MEANINGS
from tests.scoring.command import answer, document, refusals, run

ROOT = Path(__file__).parents[2]
HAND = "AC 7D 8H 3S"
BEST = "JD 5H 5C 5S"


# Rulesets


def test_rules_lists_the_named_rulesets() -> None:
    lines = answer("rules")
    assert [line.split()[0] for line in lines] == list(RULESETS)
    assert lines[0] == "  league                   League rules"
    named = [{"name": rules.name, "version": rules.version, "title": rules.title} for rules in RULESETS.values()]
    assert document("rules") == {"rulesets": named}


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_rules_shows_every_field_of_a_ruleset(rules: Ruleset) -> None:
    heading, *rows = answer("rules", rules.name)
    assert heading == f"{rules.title} ({rules.name}, version {rules.version})"
    assert [row.split()[0] for row in rows] == [f.name for f in fields(Ruleset)][3:]
    words = {True: "yes", False: "no"}
    for row, field in zip(rows, fields(Ruleset)[3:], strict=True):
        value, league = getattr(rules, field.name), getattr(LEAGUE, field.name)
        assert row.split()[1] == (words[value] if isinstance(value, bool) else str(value))
        assert ("; the league: " in row) == (value != league)
    assert document("rules", rules.name) == rules.to_dict()


def test_rules_says_what_a_field_means_and_what_the_league_plays_instead() -> None:
    lines = answer("rules", "hoyle")
    assert "  target                 121         points that win, or more (R8)" in lines
    assert "  muggins                no          a challenger may take what was missed (R39); the league: yes" in lines


def test_every_field_of_a_ruleset_has_a_meaning_with_its_rule() -> None:
    assert set(MEANINGS) == {field.name for field in fields(Ruleset)} - {"name", "version", "title"}
    assert all("(R" in meaning for meaning in MEANINGS.values())


# Arguments


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "required: COMMAND"),
        (["cuont"], "invalid choice: 'cuont'"),
        (["count"], "required: hand"),
        (["call", HAND, "7C"], "required: --declared"),
        (["count", HAND, "--crip"], "did not expect --crip"),
        (["count", HAND, "--js"], "did not expect --js"),
        (["count", "AC", "7D", "8H", "3S", "7C"], 'the cards of a hand go in quotes: "JD 5H 5C 5S"'),
        (["call", HAND, "7C", "--declared"], "--declared: expected one argument"),
        (["rules", "house"], "no ruleset is called 'house'"),
        (["rules", "a\nb\x1b[31m"], r"no ruleset is called 'a\nb\x1b[31m'"),
        (["count", "AC\x1b[31m"], r"\x1b"),
        (["count", HAND, "a\nb", "c\nd"], r"did not expect c\nd"),
    ],
)
def test_arguments_nobody_can_answer_are_one_line_each(argv: list[str], says: str) -> None:
    lines = refusals(*argv)
    assert len([line for line in lines if says in line]) == 1


@pytest.mark.parametrize("argv", [["--help"], ["-h"], ["count", "--help"], ["call", "-h"], ["rules", "--help"]])
def test_help_is_an_answer(argv: list[str]) -> None:
    lines = answer(*argv)
    assert lines[0].startswith("usage: python -m scoring")


WORDS = st.sampled_from(
    [
        *(
            "count",
            "call",
            "discard",
            "rules",
            "--dealer",
            "--starter",
            "JD 5H 5C 5S 9C KD",
            "league",
            "five-card",
            "--json",
            "--crib",
            "--ruleset",
            "--declared",
            "--claimed",
        ),
        *("--leaves", "--", "-", "-1", "8", "29", HAND, BEST, "7C", "5D", "TC 5D 5H", ""),
    ]
)


@given(st.lists(WORDS | st.text(max_size=8) | st.sampled_from(PACK).map(str), max_size=9))
def test_whatever_is_typed_is_answered_or_refused(argv: list[str]) -> None:
    code, out, err = run(*argv)
    if code == 0:
        assert out
        assert err == []
    else:
        assert code == 2
        assert out == []
        assert err
        assert all(line.startswith("scoring: ") for line in err)


# The documentation


def examples() -> list[tuple[str, list[str]]]:
    """Each command that docs/shell.md shows, and the lines below it."""
    found: list[tuple[str, list[str]]] = []
    shown = False
    for line in (ROOT / "docs" / "shell.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("    $ python -m scoring "):
            found.append((line.removeprefix("    $ python -m scoring "), []))
            shown = True
        elif not line.startswith("    "):
            shown = False
        elif shown:
            found[-1][1].append(line.removeprefix("    "))
    return found


@pytest.mark.parametrize(("command", "lines"), examples(), ids=[command for command, _ in examples()])
def test_what_the_documentation_shows_is_what_is_answered(command: str, lines: list[str]) -> None:
    code, out, err = run(*shlex.split(command))
    assert out + err == lines
    assert code == (2 if err else 0)
