"""Players typed or pasted: what is understood, and what is told at its line."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.squad_lines import SquadLine, read_squads

TEAMS = ("Swan", "Bell A")


def read(text: str, team: str = "") -> tuple[list[tuple[str, str, str]], list[str]]:
    players, problems = read_squads(text, teams=TEAMS, team=team)
    assert {problem.field for problem in problems} <= {"players"}
    said = [f"{problem.where}: {problem.message}" for problem in problems]
    return [(one.team, one.name, one.email) for one in players], said


TWO = [("Swan", "Ann Archer", ""), ("Swan", "Bob Miller", "")]


@pytest.mark.parametrize(
    "text",
    [
        "Swan\nAnn Archer\nBob Miller\n",
        "SWAN:\n1. Ann Archer (c)\n2) Bob Miller\n",
        "Swan: Ann Archer, Bob Miller",
        "swan, Ann Archer; Bob Miller".replace(",", ";"),
        "Ann Archer\tSwan\nBob Miller\tSwan",
        "Team\tPlayer\n Swan \t• Ann  Archer\nSwan\tBob Miller (captain)\n\n",
        '1\t"Ann Archer"\tSwan\n2\tBob Miller\tSwan',
    ],
)
def test_people_write_lists_in_many_ways(text: str) -> None:
    assert read(text) == (TWO, [])


def test_names_below_no_team_are_of_the_one_that_is_chosen() -> None:
    assert read("Ann Archer\nBob Miller", "Swan") == (TWO, [])


def test_addresses_and_numbers_stand_beside_a_name() -> None:
    text = "Name,Email,Team,Phone\nAnn Archer,ann@town.example,Bell A,01780 555 123\nSwan\nBob <bob@town.example>"
    players, problems = read_squads(text, teams=TEAMS)
    assert problems == []
    assert players == [
        SquadLine(2, "Bell A", "Ann Archer", "ann@town.example", "01780 555 123"),
        SquadLine(4, "Swan", "Bob", "bob@town.example"),
    ]


def test_a_column_of_roles_is_nobodys_name() -> None:
    text = "Name\tTeam\tRole\nAnn Archer\tSwan\tCaptain\nBob Miller\tSwan\tPlayer\n"
    text += "Cy Day, Swan, cy@x.example, vice-captain"
    lines, problems = read_squads(text, teams=["Swan"])
    assert problems == []
    assert [line.name for line in lines] == ["Ann Archer", "Bob Miller", "Cy Day"]
    _, [problem] = read_squads("Swan\ncaptain", teams=["Swan"])
    assert problem.message == "The player’s name is missing."


def test_all_problems_are_told_at_their_lines_at_once() -> None:
    text = "\n".join(
        [
            "Ann Archer",
            "Swam: Bob Miller",
            "Swan",
            "Cath Young",
            "cath  young",
            "x" * 200,
            "Dev\u202ePatel",
            "eve@town",
            "Eve, eve@town.example, Fay",
            "Gil, eve@a.example",
            "Hal, EVE@a.example",
            "007 999 123",
        ]
    )
    players, problems = read(text)
    assert players == [("Swan", "Cath Young", ""), ("Swan", "Gil", "eve@a.example")]
    assert problems == [
        "line 1: Which team? Write it above the names, or in front: “Swan: Ann Archer, Bob Miller”.",
        "line 2: “Swam” is not a team of this season. Did you mean Swan?",
        "line 5: “cath young” stands in line 4 already.",
        "line 6: Use a name of up to 120 letters.",
        "line 7: Type this again: it has an invisible character (U+202E).",
        "line 8: The player’s name is missing.",
        "line 9: Write one player a line where there is an address or a telephone number.",
        "line 11: This address is Gil’s already, in line 10.",
        "line 12: The player’s name is missing.",
    ]


def test_the_names_below_an_unknown_team_are_nobodys_else() -> None:
    players, problems = read(f"Swan\nAnn Archer\nZebra: Bob\nCath\n{'x' * 200}\nBell A\nDev")
    assert players == [("Swan", "Ann Archer", ""), ("Bell A", "Dev", "")]
    assert problems == ["line 3: “Zebra” is not a team of this season.", "line 5: Use a name of up to 120 letters."]


def test_a_line_that_is_nearly_a_teams_is_asked_about() -> None:
    players, problems = read("Swan\nAnn Archer\nBel A\nBob Miller")
    assert players == [("Swan", "Ann Archer", "")]
    assert problems == ["line 3: Is “Bel A” the team Bell A? Write “Bell A”, or the player’s first and last name."]


def test_nothing_is_asked_for() -> None:
    assert read(" \n\n")[1] == [": Write the names, one a line."]


def test_a_list_of_too_many_is_not_read_to_its_end() -> None:
    names = [f"{chr(0x4E00 + n % 200)}{chr(0x4E00 + n // 200)}" for n in range(30_000)]
    for text in ("\n".join(["Swan", *names]), "Swan: " + ", ".join(names)):
        players, problems = read_squads(text, teams=TEAMS)
        assert len(players) == 2_000
        told = "These are more than 2000 players: save them in parts."
        assert [str(problem.message) for problem in problems] == [told]


@pytest.mark.parametrize("line", ["a" * 90_000, "a@" + "a." * 45_000 + "@", "a" * 90_000 + "@", "mailto:" * 13_000])
def test_a_line_without_an_end_is_read_once(line: str) -> None:
    began = time.process_time()
    players, problems = read_squads(f"Swan\n{line}", teams=TEAMS)
    assert not players
    assert problems
    assert time.process_time() - began < 2


@given(st.text(max_size=200))
def test_whatever_is_pasted_is_read(text: str) -> None:
    players, problems = read_squads(text, teams=TEAMS, team="Swan")
    assert players or problems
