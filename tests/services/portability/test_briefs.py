"""The brief of a timetable, read from spreadsheets and no database: the wishes that no timetable can keep."""

import pytest

from league.errors import Invalid
from league.services.portability.imports import format_problem
from league.services.portability.imports.timetable_input import read_brief
from tests.services.draft_season import files

WISHES = "wish,team,other,round,week\n"


def faults(*wishes: str) -> list[str]:
    with pytest.raises(Invalid) as refused:
        read_brief({**files(), "wishes.csv": (WISHES + "\n".join(wishes) + "\n").encode()})
    return [format_problem(problem) for problem in refused.value.problems]


def test_teams_of_two_divisions_never_meet() -> None:
    assert faults("meet in week,Ash,Elm,1,1") == [
        'wishes.csv:2, other: "Elm": is in Two; only teams of one division meet'
    ]


def test_a_wish_for_a_round_that_the_season_has_not_is_told_at_the_round() -> None:
    assert faults("meet in week,Ash,Beech,3,1") == ['wishes.csv:2, round: "3": the season has no such round']


def test_a_wish_is_about_two_teams() -> None:
    assert faults("never both at home,Ash,Ash,,") == ['wishes.csv:2, other: "Ash": a wish is about two teams']


def test_a_wish_for_every_week_names_no_round_and_no_week() -> None:
    holds = "never both at home holds for every week; leave this empty"
    assert faults("never both at home,Ash,Beech,1,2") == [
        f'wishes.csv:2, round: "1": {holds}',
        f'wishes.csv:2, week: "2": {holds}',
    ]
