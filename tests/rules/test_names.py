"""Names made short for public pages, and still told apart."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.names import NearThings, clean_line, distinct_names, folded, is_name, near, read_names, short_name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Olive Baker", "Olive B."),
        ("Olive Mary Baker", "Olive B."),
        ("Olive", "Olive"),
        ("Olive B", "Olive B"),
        ("Jean-Luc O’Brien", "Jean-Luc O."),
        ("  Olive   Baker ", "Olive B."),
        ("Łukasz Żak", "Łukasz Ż."),
    ],
)
def test_a_short_name(name: str, short: str) -> None:
    assert short_name(name) == short


@pytest.mark.parametrize(
    ("names", "shorten", "shown"),
    [
        (["Olive Baker", "Olive Black"], "01", ["Olive Ba.", "Olive Bl."]),
        (["Olive Baker", "Olive Black", "Ann Bee"], "012", ["Olive Ba.", "Olive Bl.", "Ann B."]),
        (["Olive Baker", "Olive Bakewell"], "01", ["Olive Baker", "Olive Bakew."]),
        (["Olive Baker", "Olive Black"], "0", ["Olive B.", "Olive Black"]),
        (["Olive Baker", "Olive Baker"], "01", ["Olive B.", "Olive B."]),
        (["Olive Baker", "Olive B."], "0", ["Olive Ba.", "Olive B."]),
        (["Olive Baker"], "", ["Olive Baker"]),
        ([], "", []),
    ],
)
def test_names_beside_each_other_are_told_apart(names: list[str], shorten: str, shown: list[str]) -> None:
    found = distinct_names(dict(enumerate(names)), frozenset(int(key) for key in shorten))
    assert list(found.values()) == shown


def test_a_list_of_names_is_read_by_its_lines() -> None:
    assert read_names(" Ann  Ash\n\nBob Birch ") == ({1: "Ann Ash", 3: "Bob Birch"}, [])
    names, problems = read_names("Ann Ash\nann ash\n" + "x" * 121 + "\n??")
    assert names == {1: "Ann Ash"}
    assert [str(one.where) for one in problems] == ["line 2", "line 3", "line 4"]
    assert str(problems[0].message) == "“ann ash” stands in line 1 already."


@pytest.mark.parametrize("name", ["Zoe\u200b", "\u202eEve", "Ann\u00ad Ash", "\ufeffBob", "B\0b", "121", "", "A" * 121])
def test_a_name_is_all_that_is_seen_of_it(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize("name", ["Zoë O’Neill", "Jo", "\u0627\u06cc\u0645\u0627\u0646\u200c\u067e\u0648\u0631"])
def test_letters_of_every_script_are_a_name(name: str) -> None:
    assert is_name(name)


def test_what_programs_leave_in_a_copied_list_makes_nobody_another() -> None:
    assert read_names("\ufeffAnn Ash\nBob\u200b Bee") == ({1: "Ann Ash", 2: "Bob Bee"}, [])
    assert folded("Ann\u200b Ash") == folded("Ann Ash")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Siân O\u00b4Dowd", "Sian O'Dowd"), ("\u00b4Ship\u00b4", "\u2018Ship\u2019"),
        ("The 6\u2033 Nail", 'The 6" Nail'),
        ("O\u1fbdDowd", "O'Dowd"), ("Long\u2043Acre", "Long-Acre"), ("St.Kew", "St Kew"), ("St.Kew", "St. Kew"),
        ("Þorn Inn", "thorn inn"), ("Guðrún", "Gudrun"),
    ],
)  # fmt: skip
def test_marks_that_a_normal_form_takes_apart_are_folded_first(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Cleo Saint Leger", "Cleo St. Leger"), ("St Leger Cleo", "Cleo Saint Leger")]
)
def test_a_person_s_saint_may_be_shortened(one: str, other: str) -> None:
    assert near(folded(one), folded(other))


@given(st.text(max_size=20) | st.text("St.-\u00b4a \u2013\u0301\u200b'\u2019", max_size=20))
def test_a_folded_name_folds_to_itself_and_so_does_the_clean_one(text: str) -> None:
    key = folded(text)
    assert folded(key) == key
    assert "  " not in key
    assert folded(clean_line(text)) == key
    assert clean_line(clean_line(text)) == clean_line(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kings Arms", "The Kings Arms"), ("Kings Arms", "King's Arms"), ("Anchor", "The Anchor Inn"),
        ("Fox & Hounds", "Fox and Hounds"), ("Black Horse", "Blackhorse"), ("Red Lion", "Red Lyon"),
        ("St Mary's", "Saint Marys"), ("Fox&Hounds", "Fox & Hounds"), ("Fox&Hounds", "Fox and Hounds"),
    ],
)  # fmt: skip
def test_things_that_may_be_one_are_near(one: str, other: str) -> None:
    assert NearThings([one]).find(other) == one
    assert NearThings([other]).find(one) == other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kings Arms A", "Kings Arms B"), ("Kings Arms", "Kings Head"), ("Bell 1", "Bell 2"), ("Crown", "Rose & Crown"),
        ("Anchor A", "Anchor"), ("!", "?"),
    ],
)  # fmt: skip
def test_things_of_one_club_or_with_other_words_are_not(one: str, other: str) -> None:
    assert NearThings([one]).find(other) is None


def test_many_names_take_no_longer_for_each() -> None:
    names = [f"{chr(97 + n % 26) * 5}{chr(97 + n // 26 % 26) * 5}{chr(97 + n // 676 % 26) * 5}" for n in range(5000)]
    things, start = NearThings(), time.perf_counter()
    for name in names:
        things.find(name)
        things.add(name)
    assert time.perf_counter() - start < 20, "each of 5000 is compared with a few only"
