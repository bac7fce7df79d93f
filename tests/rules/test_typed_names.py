"""Names that are typed on a sheet: who is meant, who is asked about, and who is new."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.formats import parse_format
from league.rules.names import LONGEST_NAME, folded, is_name, near
from league.rules.sheet_fields import parse_sheet
from league.rules.sheets import AWAY, HOME, ResultSheet, TypedName, blank_sheet
from league.rules.typed_names import MOST_NAMES, KnownPlayer, NamedSheet, name_seats, refused_names

TERMS = parse_format("S S D")[0]
BOB, CAT, OTHER = KnownPlayer(1, "Bob Ash"), KnownPlayer(2, "Zoë O’Hara"), KnownPlayer(9, "Bob Ash", "Bell")


def name_sheet(
    *typed: TypedName, home: tuple[KnownPlayer, ...] = (BOB, CAT), others: tuple[KnownPlayer, ...] = ()
) -> NamedSheet:
    return name_seats(ResultSheet(blank_sheet(TERMS).matches, typed), {HOME: home, AWAY: ()}, others)


def first(name: str, said: int | None = None) -> TypedName:
    return TypedName(1, HOME, 1, name, said)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë Ash", "zoe  ASH"),
        ("Seán O’Neill", "SEAN O'NEILL"),
        ("José\u0301".replace("é\u0301", "e\u0301"), "jose"),
        ("Weiß", "WEISS"),
    ],
)
def test_capitals_blanks_accents_and_apostrophes_make_no_difference(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob Ash", "Bob Ashe"),
        ("Bob Ash", "Ash Bob"),
        ("Bob Ash", "B. Ash"),
        ("Bob Ash", "B Ash"),
        ("Jonathan Smyth", "Jonathon Smith"),
        ("Mary Ann Lee", "Lee Mary Ann"),
    ],
)
def test_names_that_may_be_one_person_s_are_near(one: str, other: str) -> None:
    assert near(folded(one), folded(other))
    assert near(folded(other), folded(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bob Ash", "Rob Ashe"), ("Ann Lee", "Ian Leek"), ("Bob Ash", "Bob Hall"), ("J Ash", "K Ash Hall")],
)
def test_other_names_are_not(one: str, other: str) -> None:
    assert not near(folded(one), folded(other))


@given(st.text(max_size=LONGEST_NAME), st.text(max_size=LONGEST_NAME))
def test_to_be_near_is_mutual_and_nobody_breaks_it(one: str, other: str) -> None:
    assert near(folded(one), folded(one))
    near(folded(one), folded(other))


@pytest.mark.parametrize(
    "text", ["", "1234", "…", "Bob\nAsh", "Bob\0Ash", "Bob \u202eAsh", "x" * (LONGEST_NAME + 1), "\ud800 Bob"]
)
def test_what_is_no_name(text: str) -> None:
    assert not is_name(text)


def test_an_answer_about_somebody_of_another_name_is_none() -> None:
    """The number may have been another player's, or they are called otherwise since."""
    found = name_sheet(first("Ida Moss", said=CAT.pk))
    assert (found.problems, dict(found.newcomers)) == ((), {-1: "Ida Moss"})
    found = name_sheet(first("Bob Ash", said=CAT.pk))
    assert found.sheet.matches[0].home_players == (BOB.pk,)
    found = name_sheet(first("Bob Ashe", said=BOB.pk))
    assert found.sheet.matches[0].home_players == (BOB.pk,)
    found = name_sheet(first("Bob Ash", said=OTHER.pk), home=(CAT,), others=(OTHER,))
    assert found.sheet.matches[0].home_players == (OTHER.pk,)


def test_a_name_of_the_team_is_that_player_however_it_is_written() -> None:
    found = name_sheet(first("bob  ASH"), TypedName(2, HOME, 1, "Zoe O'hara"))
    assert (found.problems, dict(found.newcomers)) == ((), {})
    assert [match.home_players for match in found.sheet.matches] == [(1,), (2,), (None, None)]
    assert found.sheet.typed == ()


def test_one_who_is_new_has_a_number_below_nothing_wherever_they_sit() -> None:
    found = name_sheet(first("Ida Moss"), TypedName(3, HOME, 2, "IDA MOSS"), TypedName(3, AWAY, 1, "Ida Moss"))
    assert dict(found.newcomers) == {-1: "Ida Moss", -2: "Ida Moss"}
    assert (found.sheet.matches[0].home_players, found.sheet.matches[2].home_players) == ((-1,), (None, -1))
    # The other side's is another person of that name.
    assert found.sheet.matches[2].away_players == (-2, None)


def test_one_name_of_two_players_is_asked_about() -> None:
    [problem] = name_sheet(first("Bob Ash"), home=(BOB, KnownPlayer(3, "Bob ash"))).problems
    assert (problem.code, problem.field) == ("which-player", "m1-home-1")
    assert problem.choices == ((1, "Bob Ash"), (3, "Bob ash"), (0, "Bob Ash"))


def test_a_player_of_another_team_is_asked_about_by_the_whole_name_only() -> None:
    [problem] = name_sheet(first("Bob Ash"), home=(CAT,), others=(OTHER,)).problems
    assert str(problem.message) == "Did you mean Bob Ash (Bell)? Choose, or say that “Bob Ash” is somebody new."
    assert name_sheet(first("Bob Ashe"), home=(CAT,), others=(OTHER,)).problems == ()


def test_an_answer_is_taken() -> None:
    assert name_sheet(first("Bob Ashe", said=1)).sheet.matches[0].home_players == (1,)
    found = name_sheet(first("Bob Ashe", said=0), TypedName(3, HOME, 1, "bob ashe"))
    assert (dict(found.newcomers), found.sheet.matches[2].home_players) == ({-1: "Bob Ashe"}, (-1, None))


def test_whoever_was_new_on_this_fixture_s_sheet_is_not_new_once_more() -> None:
    here = KnownPlayer(5, "Bob Ashe", here=True)
    assert name_sheet(first("Bob Ashe", said=0), home=(BOB, here)).sheet.matches[0].home_players == (5,)
    # A namesake of somebody who was there before is.
    assert dict(name_sheet(first("Bob Ash", said=0)).newcomers) == {-1: "Bob Ash"}


def test_two_new_names_that_are_alike_are_asked_about() -> None:
    [problem] = name_sheet(first("Ida Moss"), TypedName(2, HOME, 1, "Ida Mos")).problems
    assert str(problem.message) == (
        "“Ida Mos” and “Ida Moss” are both new and very alike. Write the same name, or say that they are two people."
    )
    assert dict(name_sheet(first("Ida Moss"), TypedName(2, HOME, 1, "Ida Mos", 0)).newcomers) == {
        -1: "Ida Moss",
        -2: "Ida Mos",
    }


def test_where_players_are_registered_no_name_is_taken() -> None:
    found = refused_names(ResultSheet(blank_sheet(TERMS).matches, (first("Ida Moss"),)))
    assert [(p.code, p.field, str(p.message)) for p in found.problems] == [
        ("not-open", "m1-home-1", "Choose the home player from the list: players are registered.")
    ]


def test_hundreds_of_names_are_refused_and_a_hundred_cost_little() -> None:
    squad = tuple(KnownPlayer(n, f"Player Number{n:04} Of The Team {n * 7919 % 10007}") for n in range(1, 301))
    typed = [
        TypedName(match, HOME, seat, f"Player Number{match:02}{seat:02}x Of A Team {match * 31 + seat}")
        for match in range(1, 61)
        for seat in range(1, 9)
    ]
    sheet = ResultSheet(blank_sheet(parse_format("8T " * 60)[0]).matches, tuple(typed))
    began = time.process_time()
    found = name_seats(sheet, {HOME: squad, AWAY: ()}, ())
    assert [problem.code for problem in found.problems] == ["too-many-names"]
    few = name_seats(ResultSheet(sheet.matches, tuple(typed[:MOST_NAMES])), {HOME: squad, AWAY: ()}, ())
    assert len(few.newcomers) + len(few.problems) == MOST_NAMES
    assert time.process_time() - began < 4


def read(**fields: str) -> tuple[tuple[TypedName, ...], list[str]]:
    sheet, problems = parse_sheet({name.replace("_", "-"): value for name, value in fields.items()}, TERMS)
    return sheet.typed, [problem.code for problem in problems]


def test_a_name_is_read_from_the_form() -> None:
    assert read(m1_home_1_name=" Ida   Moss ") == ((TypedName(1, HOME, 1, "Ida Moss"),), [])
    assert read(m1_home_1_name="Ida Moss", m1_home_1_is="7 ida moss") == ((TypedName(1, HOME, 1, "Ida Moss", 7),), [])


def test_an_answer_about_another_name_is_no_answer() -> None:
    assert read(m1_home_1_name="Ida Moss", m1_home_1_is="7 Ida Mos") == ((TypedName(1, HOME, 1, "Ida Moss"),), [])


def test_a_player_and_a_name_in_one_seat_are_one_too_many() -> None:
    assert read(m1_home_1="7", m1_home_1_name="Ida Moss") == ((), ["both"])


def test_a_side_that_had_nobody_has_no_names() -> None:
    assert read(m1_home_1_name="Ida Moss", m1_short="home") == ((), [])


def test_where_each_plays_each_a_name_is_typed_once_and_asked_about_once() -> None:
    terms = parse_format("2E1w")[0]
    sheet, _ = parse_sheet({"m1-home-1-name": "Ida Moss", "m2-away-1-name": "Bob Asch"}, terms)
    found = name_seats(sheet, {HOME: (), AWAY: (BOB,)}, ())
    assert [match.home_players for match in found.sheet.matches] == [(-1,), (-1,), (None,), (None,)]
    assert list(found.newcomers.values()) == ["Ida Moss"]
    assert [(problem.code, problem.field) for problem in found.problems] == [("which-player", "m2-away-1")]
