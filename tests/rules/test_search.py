"""How well a name answers what was typed, and what is read out of the box."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.problems import Problem
from league.rules.search import LONGEST_SEARCH, Rank, SearchQuery, as_sought, best, rank, read

TODAY = dt.date(2026, 11, 3)


@pytest.mark.parametrize(
    ("typed", "name", "found"),
    [
        ("Duke of York", "Duke of York", Rank.EXACT),
        ("duke OF  york", "Duke of York", Rank.EXACT),
        ("zoe kaptn", "Zoë Käpt’n", Rank.EXACT),
        ("obrien", "O'Brien", Rank.EXACT),
        ("duke", "Duke of York", Rank.BEGINNING),
        ("york", "Duke of York", Rank.WORDS),
        ("york duke", "Duke of York", Rank.WORDS),
        ("smythe", "St John-Smythe", Rank.WORDS),
        ("the", "Smythe", Rank.PART),
        ("th", "Smythe", None),
        ("anxhor", "Anchor", Rank.NEAR),
        ("ancohr", "Anchor", Rank.NEAR),
        ("anchr", "The Anchor Inn", Rank.NEAR),
        ("ancxo", "Anchorage", Rank.NEAR),
        ("dukeofyork", "Duke of York", Rank.NEAR),
        ("yrok", "Duke of York", Rank.NEAR),
        ("dale", "York", None),
        ("an", "Ian", None),
        ("", "Anchor", None),
    ],
)
def test_a_name_answers_what_was_typed(typed: str, name: str, found: Rank | None) -> None:
    assert rank(as_sought(typed), as_sought(name)) is found


def test_the_best_of_several_names_counts() -> None:
    assert best("bell", "the bell", "bell") is Rank.EXACT
    assert best("bell", "anchor") is None


@pytest.mark.parametrize(
    ("typed", "sides", "day"),
    [
        ("Anchor", ("anchor",), None),
        ("Anchor v Bell", ("anchor", "bell"), None),
        ("Anchor vs. Bell", ("anchor", "bell"), None),
        ("Anchor – Bell", ("anchor", "bell"), None),
        ("Bell 3 November", ("bell",), TODAY),
        ("bell tues 3rd nov", ("bell tues",), TODAY),
        ("Tuesday 3 November", (), TODAY),
        ("Nov 3 2025", (), dt.date(2025, 11, 3)),
        ("2026-11-03", (), TODAY),
        ("3/11", (), TODAY),
        ("anchor v bell 3/11/25", ("anchor", "bell"), dt.date(2025, 11, 3)),
        ("tomorrow", (), dt.date(2026, 11, 4)),
        ("29 feb", (), dt.date(2028, 2, 29)),
        ("30 february", ("30 february",), None),
        ("99/99", ("99 99",), None),
        ("5 marc", (), dt.date(2027, 3, 5)),
        ("v", ("v",), None),
    ],
)
def test_sides_and_a_day_are_read(typed: str, sides: tuple[str, ...], day: dt.date | None) -> None:
    found = read(typed, today=TODAY)
    assert isinstance(found, SearchQuery)
    assert (found.sides, found.day) == (sides, day)


@pytest.mark.parametrize("typed", ["", "   ", "\t\n"])
def test_nothing_is_sought_where_nothing_was_typed(typed: str) -> None:
    assert read(typed, today=TODAY) is None


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("x" * (LONGEST_SEARCH + 1), "too-long"),
        ("x" * 10_000, "too-long"),
        ("\ufdfa" * LONGEST_SEARCH, "too-long"),
        ('" * ( ) %_', "nothing-to-find"),
        ("🎉🎉", "nothing-to-find"),
        ("\u202e\u200f", "nothing-to-find"),
        ("\x00", "nothing-to-find"),
    ],
)
def test_what_cannot_be_sought_is_told(typed: str, code: str) -> None:
    found = read(typed, today=TODAY)
    assert isinstance(found, Problem)
    assert found.code == code


@given(st.text(max_size=150))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    found = read(typed, today=TODAY)
    if isinstance(found, SearchQuery):
        assert found.whole
        assert set(found.whole) & set("\"'*()%_\\") == set()
        rank(found.whole, "anchor inn")
