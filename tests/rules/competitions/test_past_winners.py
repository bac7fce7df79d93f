"""Years and names of past winners, as leagues write them."""

import pytest

from league.rules.competitions.past_winners import (
    check_winner,
    clean_fields,
    erased_in,
    people_in,
    split_people,
    year_order,
)


def test_years_in_any_form_sort_by_their_first_year() -> None:
    years = ["Spring 2019", "1987–88", "2001", "Autumn 2019", "1899/1900", "12019"]
    assert sorted(years, key=year_order) == ["12019", "1899/1900", "1987–88", "2001", "Autumn 2019", "Spring 2019"]


@pytest.mark.parametrize(
    ("name", "people"),
    [
        ("Ann Archer", ["Ann Archer"]),
        ("Ann Archer & Ben Brown", ["Ann Archer", "Ben Brown"]),
        ("Ann Archer and Ben Brown", ["Ann Archer", "Ben Brown"]),
        ("Ann/Ben+Cy, Di; Ed", ["Ann", "Ben", "Cy", "Di", "Ed"]),
        ("Andy Sandford", ["Andy Sandford"]),
        (" & ".join("ABCDEFGHIJ"), list("ABCDEFGH")),
        ("&", []),
    ],
)
def test_a_name_may_be_that_of_several(name: str, people: list[str]) -> None:
    assert people_in(name) == people
    assert "".join(split_people(name)) == name


def test_everything_that_is_wrong_is_said_at_once() -> None:
    given = {"competition": "–", "year": "last year", "name": "", "note": "x" * 201}
    assert [(one.code, one.field) for one in check_winner(given, 5)] == [
        ("missing", "competition"), ("year", "year"), ("missing", "name"), ("too-long", "note"), ("place", "place"),
    ]  # fmt: skip
    assert [one.code for one in check_winner({"name": "A\u202eB", "year": "9" * 61})] == [
        "too-long",
        "hidden-character",
    ]
    assert check_winner({"competition": "Cup", "year": "1987", "name": "Bell", "note": ""}) == []


def test_fields_are_cleaned() -> None:
    assert clean_fields({"name": "  Ann \0 Archer "}) == {"name": "Ann Archer"}


def test_an_erased_person_leaves_a_pair_to_the_other() -> None:
    assert erased_in("ann  archer & Ben Brown", ["Ann Archer"], "former player") == "former player & Ben Brown"
    assert erased_in("Ann Archer", ["Ann Archer"], "former player") == "former player"
    assert erased_in("Ann & Ben", ["Ann & Ben"], "former player") == "former player"
    assert erased_in("The Bell", ["Ann Archer"], "former player") == "The Bell"
