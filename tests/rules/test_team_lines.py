"""Teams typed or pasted, one a line: what is understood, what is told at its line, and that nothing is lost."""

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.names import check_line, clean_line, folded
from league.rules.team_lines import TeamLine, lines_of, night_of, read_teams

TUESDAY, EIGHT = 1, dt.time(20)


def read(text: str) -> tuple[list[TeamLine], list[str]]:
    teams, problems = read_teams(text, night=TUESDAY, start=EIGHT)
    return list(teams), [f"{problem.where}: {problem.message}" for problem in problems]


def test_a_name_is_enough() -> None:
    assert read("Anchor\nBell\n") == (
        [TeamLine("Anchor", "Anchor", TUESDAY, EIGHT), TeamLine("Bell", "Bell", TUESDAY, EIGHT)],
        [],
    )


@pytest.mark.parametrize(
    "line",
    [
        "Anchor A, The Anchor Inn, Wednesday, 19:30",
        "Anchor A\tThe Anchor Inn\tWed\t7.30pm",
        "Anchor A; The Anchor Inn; weds; 7.30 PM",
        '  "Anchor A" ,"The Anchor Inn",  19.30, Wednesdays',
        "Anchor A,,The Anchor Inn,,Wed.,1930",
    ],
)
def test_commas_tabs_and_semicolons_say_the_same(line: str) -> None:
    assert read(line) == ([TeamLine("Anchor A", "The Anchor Inn", 2, dt.time(19, 30))], [])


@pytest.mark.parametrize(
    ("line", "venue", "night", "start"),
    [
        ("Swan, at the Swan Inn, Tuesdays 8.30", "The Swan Inn", 1, dt.time(20, 30)),
        ("Swan, @ Swan Inn, Tue 8.30pm", "Swan Inn", 1, dt.time(20, 30)),
        ("Swan, 7.30", "Swan", 1, dt.time(19, 30)),
        ("Swan, Thu at 20h30", "Swan", 3, dt.time(20, 30)),
        ("Swan, Swan Inn, 8pm on Wednesdays", "Swan Inn", 2, dt.time(20)),
        ("Swan, on Fridays, 9.15 am", "Swan", 4, dt.time(9, 15)),
        ('Swan, "at Noon", Tue', "at Noon", 1, EIGHT),
    ],
)
def test_night_hour_and_venue_as_people_write_them(line: str, venue: str, night: int, start: dt.time) -> None:
    assert read(line) == ([TeamLine("Swan", venue, night, start)], [])


@pytest.mark.parametrize("hour", ["25.00", "8:75", "13.30 am"])
def test_an_hour_that_cannot_be_is_no_venue(hour: str) -> None:
    assert read(f"Swan, {hour}") == (
        [], [f"line 1: “{hour}” is not a time of day. Write one like 20:00 or 8 pm."],
    )  # fmt: skip


def test_headings_and_empty_lines_are_no_teams() -> None:
    assert [team.name for team in read("Team, Venue, Night, Time\n\nAnchor\n  \nBell\n")[0]] == ["Anchor", "Bell"]


def test_what_is_wrong_is_told_at_its_line() -> None:
    teams, problems = read("Anchor\n, The Bell, Tue\nanchor\nCrown, The Crown, Tuseday\nDuke\n" + "x" * 121)
    assert [team.name for team in teams] == ["Anchor", "Duke"]
    assert problems == [
        "line 2: The team’s name is missing; it comes first, before its venue.",
        "line 3: “anchor” stands in line 1 already; each team is entered once.",
        "line 4: “Tuseday” is neither a night, like Tuesday, nor a time, like 20:00.",
        "line 6: Use a name of up to 120 letters.",
    ]


def test_more_teams_than_a_season_has() -> None:
    _, problems = read("\n".join(f"Team {number}" for number in range(201)))
    assert problems == [": A season has 200 teams at most; these are 201."]


def test_nights() -> None:
    assert [night_of(text) for text in ("Mon", "tues", "Thurs.", "SUNDAYS", "The Sun", "M")] == [0, 1, 3, 6, None, None]


@pytest.mark.parametrize("start", ["8", "8.00", "half past eight", "8pm"])
def test_a_start_as_people_say_it(start: str) -> None:
    teams, problems = read(f"Anchor, The Anchor Inn, Tuesday, {start}")
    assert problems == []
    assert [(team.venue, team.start.hour) for team in teams] == [("The Anchor Inn", 20)]


@pytest.mark.parametrize(
    ("line", "team"),
    [
        ("Bell, Sun, Tuesday, 20:00", TeamLine("Bell", "Sun", 1, dt.time(20))),
        ("Bell, 1805, Tuesday, 20:00", TeamLine("Bell", "1805", 1, dt.time(20))),
        ("Bell, Fri, 8pm, Mon", TeamLine("Bell", "Fri", 0, dt.time(20))),
        ('Bell, "Sun", 19:30', TeamLine("Bell", "Sun", TUESDAY, dt.time(19, 30))),
        ('"Bell","Sun","19:30"', TeamLine("Bell", "Bell", 6, dt.time(19, 30))),
        ("Bell; Sun; The Bell", TeamLine("Bell", "The Bell", 6, EIGHT)),
        ("Team, The Team, Monday, 20:00", TeamLine("Team", "The Team", 0, EIGHT)),
    ],
)
def test_a_venue_that_looks_like_a_night_or_a_time_stands_before_it_or_in_quotes(line: str, team: TeamLine) -> None:
    assert read(line) == ([team], [])


def test_of_two_nights_beside_a_venue_none_is_taken() -> None:
    assert read("Bell, The Bell, Sun, Tuesday") == ([], ["line 1: Write one night and one time."])


names = (
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)
    .map(clean_line)
    .filter(lambda name: not check_line(name, ""))
)
likely = st.sampled_from(
    ["Sun", "Sat", "Mondays", "fri.", "weds", "1805", "20:00", "8pm", "Team", "Venue", "Name", "Night"]
)
starts = st.times().map(lambda time: time.replace(second=0, microsecond=0, tzinfo=None))
teams_of_a_list = st.lists(
    st.builds(TeamLine, names | likely, names | likely, st.integers(0, 6), starts),
    max_size=6,
    unique_by=lambda team: folded(team.name),
)


@given(teams_of_a_list)
def test_a_list_written_and_read_is_the_same(teams: list[TeamLine]) -> None:
    assert read(lines_of(teams)) == (teams, [])


@given(teams_of_a_list, st.integers(0, 6))
def test_a_list_written_without_its_one_night_and_read_is_the_same(teams: list[TeamLine], night: int) -> None:
    alike = tuple(replace(team, night=night) for team in teams)
    assert read_teams(lines_of(alike, nights=False), night=night, start=EIGHT) == (alike, [])


FRENCH = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")


@pytest.mark.parametrize(
    ("said", "night"),
    [("mardi", 1), ("Mardis", 1), ("mar.", 1), ("mer", 2), ("Wednesday", 2), ("sam.", 5), ("tues", 1), ("ma", None)],
)
def test_nights_are_read_in_the_language_of_whoever_types(said: str, night: int | None) -> None:
    assert night_of(said, FRENCH) == night


def test_of_names_that_begin_alike_only_the_whole_is_read() -> None:
    alike = ("Daya", "Dayb", *FRENCH[2:])
    assert [night_of(said, alike) for said in ("day", "Daya", "dayb")] == [None, 0, 1]


def test_a_list_in_another_language_comes_back() -> None:
    teams = (
        TeamLine("Ancre", "Café du Port", 2, dt.time(19, 30)),
        TeamLine("Mardi", "Mardi", 1, EIGHT),
        TeamLine("Sun", "Sun", 6, EIGHT),
    )
    text = lines_of(teams, weekdays=FRENCH)
    assert text.splitlines()[0] == "Ancre, Café du Port, mercredi, 19:30"
    assert read_teams(text, night=TUESDAY, start=EIGHT, weekdays=FRENCH) == (teams, [])


def test_as_many_faults_are_told_as_somebody_mends_in_one_go() -> None:
    """Of a list pasted from elsewhere each line is wrong: 2,000 lines were 2,000 sentences on a page."""
    _, problems = read(",The Inn\n" * 2_000)
    assert problems == [
        f"line {number}: The team’s name is missing; it comes first, before its venue." for number in range(1, 51)
    ]
