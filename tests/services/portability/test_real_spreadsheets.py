"""Spreadsheets as leagues keep them: byes, separators and totals between the rows, other headings, hidden rows."""

import csv
import datetime as dt
import io
import re
from collections.abc import Callable

import pytest
from openpyxl import load_workbook

from league.models import Fixture, League, Result
from league.rules.cells import csv_text
from league.services.portability.imports import format_problem, import_season, preview_files
from league.services.portability.imports.spreadsheets import SUBJECTS
from tests.services.small_league import GOOD, HEAD, games, load, problems_in
from tests.services.workbooks import archive, ods, part_of, typed, xlsx

HEADINGS = "division,round,week,date,home,away\n"
LEAGUE_S_OWN = HEADINGS + (
    "Week 1,,,,,\n"
    "One,1,1,2026-09-15,Anchor,Bell\n"
    "One,1,1,2026-09-15,Castle,Duke\n"
    "One,1,1,,Elm,BYE\n"
    ",,,,,\n"
    "WEEK TWO - 21/09/2026,,,,,\n"
    "One,1,2,2026-09-22,Bell,Castle\n"
    "One,1,2,2026-09-22,Duke,Anchor\n"
    "One,1,2,,bye,Elm\n"
    "division,round,week,date,home,away\n"
    "October 2026,,,,,\n"
    "One,1,4,2026-10-06,Anchor,Castle\n"
    "One,1,4,2026-10-06,Duke,Bell\n"
    "Total,,,,,6\n"
)


@pytest.fixture
def league(db: None) -> League:
    return League.objects.create(name="Here", slug="here")


def warnings(league: League, files: dict[str, str], now: dt.datetime) -> list[str]:
    given = {**GOOD, "teams.csv": GOOD["teams.csv"].replace("2026-10-06", "")}
    return [format_problem(warning) for warning in load(league, {**given, **files}, now).warnings]


def test_byes_separators_and_totals_are_read_over_and_counted(league: League, now: dt.datetime) -> None:
    (told_once,) = warnings(league, {"fixtures.csv": LEAGUE_S_OWN}, now)
    assert told_once == (
        "fixtures.csv:1: not read: 3 rows that only head others (the first is “Week 1” in line 2); 2 byes (the first "
        "in line 5); 1 total (line 15); 1 row that repeats the headings (line 11)"
    )
    assert Fixture.objects.count() == 6
    sheets, problems = preview_files({"fixtures.csv": LEAGUE_S_OWN.encode()}, {})
    skipped = sorted(line for lines in sheets[0].skipped.values() for line, _ in lines)
    assert (len(sheets[0].rows), skipped, problems) == (6, [2, 5, 7, 10, 11, 12, 15], [])


@pytest.mark.parametrize(
    ("file", "row", "fault"),
    [
        ("venues.csv", "Round 1,,", 'venues.csv:4, fixtures at once: "": write a whole number from 1 to 99'),
        ("players.csv", "Somebody,,,", "players.csv:18, team: is missing"),
        ("fixtures.csv", "One,1,1,2026-09-15,Anchor,", "fixtures.csv:8, away: is missing"),
        ("teams.csv", "Weekley Arms,,,,,", "teams.csv:6, division: is missing"),
    ],
)
def test_a_row_with_a_cell_missing_is_no_separator(
    league: League, now: dt.datetime, file: str, row: str, fault: str
) -> None:
    assert fault in problems_in(league, {**GOOD, file: GOOD[file] + row + "\n"}, now)


@pytest.mark.parametrize(
    ("subject", "heading", "column"),
    [
        ("fixtures.csv", "Date dd/mm/yyyy", "date"),
        ("fixtures.csv", "FixtureDate (DD-MMM-YY)", "date"),
        ("fixtures.csv", "FixtureHomeTeam", "home"),
        ("fixtures.csv", "FixtureAwayTeam", "away"),
        ("fixtures.csv", "Home Team Name", "home"),
        ("fixtures.csv", "Visiting side", "away"),
        ("fixtures.csv", "Division name", "division"),
        ("fixtures.csv", "Match Week", "week"),
        ("teams.csv", "Start time hh:mm", "start"),
        ("players.csv", "E-mail address", "email"),
        ("results.csv", "Match", "match"),
        ("results.csv", "MatchDate", "date"),
        ("results.csv", "Type", "format"),
        ("results.csv", "Table No.", "match"),
        ("results.csv", "Remarks", "note"),
        ("fixtures.csv", "Fixture", None),
        ("fixtures.csv", "Referee", None),
    ],
)
def test_headings_of_other_systems_are_recognised(subject: str, heading: str, column: str | None) -> None:
    found = SUBJECTS[subject].column(heading)
    assert (found and found.name) == column


def test_a_list_with_headings_of_another_system_is_loaded(league: League, now: dt.datetime) -> None:
    text = GOOD["fixtures.csv"].replace(
        "division,round,week,date,home,away",
        "Division Name,Round,Fixture Week,Date dd/mm/yyyy,FixtureHomeTeam,FixtureAwayTeam",
    )
    text = re.sub(r"(\d{4})-(\d\d)-(\d\d)", r"\3/\2/\1", text)
    assert warnings(league, {"fixtures.csv": text}, now) == []
    assert Fixture.objects.count() == 6


def hidden_xlsx() -> bytes:
    book = load_workbook(io.BytesIO(xlsx(typed(GOOD))))
    book["Venues"].sheet_state = "hidden"
    for line in (5, 7):
        book["Fixtures"].row_dimensions[line].hidden = True
    # The last holds nothing.
    for column in ("B", "C", "H"):
        book["Fixtures"].column_dimensions[column].hidden = True
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def hidden_ods() -> bytes:
    text = part_of(ods(typed(GOOD)), "content.xml")
    styles = (
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
        '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
        "</office:automatic-styles><office:body>"
    )
    text = text.replace("<office:body>", styles).replace(
        'table:name="Venues"', 'table:name="Venues" table:style-name="ta2"'
    )
    before, fixtures, after = re.split(r'(<table:table table:name="Fixtures">.*?</table:table>)', text)
    rows = fixtures.split("<table:table-row>")
    for line, way in ((5, "collapse"), (7, "filter")):
        rows[line] = f'\0table:visibility="{way}">{rows[line]}'
    rows[0] += (
        '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
        '<table:table-column table:number-columns-repeated="4"/><table:table-column table:visibility="collapse"/>'
    )
    fixtures = "<table:table-row>".join(rows).replace("<table:table-row>\0", "<table:table-row ")
    parts = {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": before + fixtures + after}
    return archive(parts)


@pytest.mark.parametrize(("name", "book"), [("Season.xlsx", hidden_xlsx), ("Season.ods", hidden_ods)])
def test_what_is_hidden_in_a_workbook_is_told(league: League, now: dt.datetime, name: str, book: object) -> None:
    """Rows of a player who left, or last year's sheet, were loaded and nobody saw them."""
    report = import_season({name: book()}, league, by=None, now=now)  # type: ignore[operator]
    assert [format_problem(warning) for warning in report.warnings if "hidden" in warning.message] == [
        f"{name}, Fixtures:1: 2 rows are hidden in the workbook and read all the same: lines 5, 7",
        f"{name}, Fixtures:1: 2 columns are hidden in the workbook and read all the same: B (round), C (week)",
        f"{name}, Venues:1: this sheet is hidden in the workbook; it is read all the same",
    ]


def test_nothing_below_the_headings_is_told(league: League, now: dt.datetime) -> None:
    assert warnings(league, {"results.csv": HEAD}, now) == [
        "results.csv:1: no row is read below the headings in line 1"
    ]
    byes = HEADINGS + "Week 1,,,,,\nOne,1,1,,Anchor,Bye\n"
    again = problems_in(league, {"fixtures.csv": byes}, now)
    assert again == [
        "fixtures.csv:1: not read: 1 row that only heads others (“Week 1” in line 2); 1 bye (line 3)",
        "fixtures.csv:1: no row is read below the headings in line 1",
    ]


DOUBLE = {
    **GOOD,
    "season.csv": GOOD["season.csv"].replace("2026-09-14,1,", "2026-09-14,2,"),
    "teams.csv": GOOD["teams.csv"].replace("2026-10-06", ""),
}
# The evenings of both rounds: three of play in each, the last but one of each left blank.
PAIRS = [
    ("2026-09-15", "Anchor", "Bell"), ("2026-09-15", "Castle", "Duke"),
    ("2026-09-22", "Bell", "Castle"), ("2026-09-22", "Duke", "Anchor"),
    ("2026-10-06", "Anchor", "Castle"), ("2026-10-06", "Duke", "Bell"),
    ("2026-10-13", "Bell", "Anchor"), ("2026-10-13", "Duke", "Castle"),
    ("2026-10-20", "Castle", "Bell"), ("2026-10-20", "Anchor", "Duke"),
    ("2026-11-03", "Castle", "Anchor"), ("2026-11-03", "Bell", "Duke"),
]  # fmt: skip
EVENINGS = list(dict.fromkeys(date for date, _, _ in PAIRS))
# How leagues number these six evenings, with the round where they name it.
NUMBERINGS = {
    "without the blank weeks": ("", [1, 2, 3, 4, 5, 6]),
    "with the blank weeks": ("", [1, 2, 4, 5, 6, 8]),
    "anew in each half": ("", [1, 2, 4, 1, 2, 4]),
    "through the season beside the round": ("round", [1, 2, 3, 4, 5, 6]),
}


def fixtures_of(numbers: list[int], *, rounds: bool, word: str = "") -> str:
    week = dict(zip(EVENINGS, numbers, strict=True))
    rows = [
        f"One,{f'{1 + (EVENINGS.index(date) > 2)},' if rounds else ''}{word}{week[date]},{date},{home},{away}"
        for date, home, away in PAIRS
    ]
    return "\n".join([f"division,{'round,' if rounds else ''}week,date,home,away", *rows, ""])


@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_weeks_counted_through_the_season_are_understood(league: League, now: dt.datetime, numbering: str) -> None:
    rounds, numbers = NUMBERINGS[numbering]
    text = fixtures_of(numbers, rounds=bool(rounds), word="Week ")
    report = load(league, {**DOUBLE, "fixtures.csv": text}, now)
    stored = Fixture.objects.order_by("starts_at", "pk").values_list("week__round__number", "week__number")
    assert [*stored] == [(of_round, n) for of_round in (1, 2) for n in (1, 1, 2, 2, 4, 4)]
    assert ["counted through the season" in warning.message for warning in report.warnings] == (
        [] if numbering == "anew in each half" else [True]
    )
    again = load(league, {**DOUBLE, "fixtures.csv": text}, now)
    assert (again.created, again.changed) == ({}, {})


def test_a_week_that_the_season_has_not_is_told(league: League, now: dt.datetime) -> None:
    assert problems_in(league, {**DOUBLE, "fixtures.csv": fixtures_of([1, 2, 3, 4, 5, 9], rounds=False)}, now) == [
        f'fixtures.csv:{line}, week: "9": the weeks of this season run from 1 to 6' for line in (12, 13)
    ]
    wrong = fixtures_of([1, 2, 3, 4, 5, 6], rounds=True).replace("One,2,4,", "One,1,4,", 1)
    assert problems_in(league, {**DOUBLE, "fixtures.csv": wrong}, now) == [
        'fixtures.csv:8, round: "1": week 4 is in round 2'
    ]


def test_a_pairing_that_is_there_twice_is_told_with_its_line(league: League, now: dt.datetime) -> None:
    twice = fixtures_of([1, 2, 4, 1, 2, 4], rounds=True) + "One,1,4,2026-10-06,Anchor,Bell\n"
    assert problems_in(league, {**DOUBLE, "fixtures.csv": twice}, now) == [
        "fixtures.csv:14, home: Anchor v Bell is in line 2 already, in round 1; two teams meet once a round"
    ]


def test_two_teams_that_meet_both_ways_in_a_round_are_told(league: League, now: dt.datetime) -> None:
    text = fixtures_of([1, 2, 4, 1, 2, 4], rounds=True).replace("2026-10-06,Anchor,Castle", "2026-10-06,Castle,Bell")
    found = problems_in(
        league, {**DOUBLE, "fixtures.csv": text.replace("2026-10-06,Duke,Bell", "2026-10-06,Duke,Anchor")}, now
    )
    assert found == [
        "fixtures.csv:7, home: Duke v Anchor is in line 5 already, in round 1; two teams meet once a round"
    ]
    report = load(league, {**DOUBLE, "fixtures.csv": text.replace("One,1,4,2026-10-06,Duke,Bell\n", "")}, now)
    assert "fixtures.csv:6, home: these teams meet in line 4 too, in the same round: Bell v Castle" in [
        format_problem(warning) for warning in report.warnings
    ]


def test_two_teams_that_meet_both_ways_and_have_no_week_for_it_are_told_as_that(
    league: League, now: dt.datetime
) -> None:
    twice = fixtures_of([1, 2, 4, 1, 2, 4], rounds=True) + "One,1,2,2026-09-22,Bell,Anchor\n"
    assert problems_in(league, {**DOUBLE, "fixtures.csv": twice}, now) == [
        "fixtures.csv:14, home: these teams meet in line 2 too, in the same round: Anchor v Bell"
    ]


def test_numbers_and_kinds_are_read_in_the_words_of_a_list(league: League, now: dt.datetime) -> None:
    fixtures = re.sub(r"(?m)^One,1,(\d),", r"One,rd 1,Wk\1,", GOOD["fixtures.csv"])
    results = (
        without_column("results.csv", "note")
        .replace(",1,doubles,", ",Table 1,Pairs,")
        .replace(",2,singles,", ",2nd,Single,")
    )
    assert "Table 1,Pairs" in results
    assert "2nd,Single" in results
    load(league, {**GOOD, "fixtures.csv": fixtures, "results.csv": results}, now)
    assert (Fixture.objects.count(), Result.objects.count()) == (6, 2)


@pytest.mark.parametrize("text", ["-3", ".5", "x3", "leg 3", "3rdly", "Week"])
def test_what_is_no_week_is_none(league: League, now: dt.datetime, text: str) -> None:
    fixtures = GOOD["fixtures.csv"].replace("One,1,1,", f"One,1,{text},", 1)
    assert problems_in(league, {**GOOD, "fixtures.csv": fixtures}, now)[0] == (
        f'fixtures.csv:2, week: "{text}": write a whole number from 1 to 99'
    )


@pytest.mark.parametrize(
    "row", ["Grand Total,,,,,6\n", "Total games:,,,,,6\n", "Sub-total,,,,,6\n", "One,1,3,,Elm,No opponent\n"]
)
def test_totals_and_byes_in_other_words_are_read_over(league: League, now: dt.datetime, row: str) -> None:
    found = warnings(league, {"fixtures.csv": GOOD["fixtures.csv"] + row}, now)
    assert [one for one in found if "not read: 1" in one]
    assert Fixture.objects.count() == 6


def without_column(file: str, column: str) -> str:
    """The good file without one of its columns."""
    rows = list(csv.reader(io.StringIO(GOOD[file])))
    at = rows[0].index(column)
    return csv_text(tuple(rows[0][:at] + rows[0][at + 1 :]), [(*row[:at], *row[at + 1 :]) for row in rows[1:]])


def emptied(file: str) -> str:
    return GOOD[file].replace("\nOne,", "\n,")


@pytest.mark.parametrize(
    "change", [lambda file: without_column(file, "division"), emptied], ids=["no column", "empty cells"]
)
def test_the_division_is_that_of_the_teams_where_the_file_says_none(
    league: League, now: dt.datetime, change: Callable[[str], str]
) -> None:
    files = {file: change(file) for file in ("fixtures.csv", "results.csv")}
    load(league, {**GOOD, **files}, now)
    assert (Fixture.objects.count(), Result.objects.count()) == (6, 2)
    assert set(Fixture.objects.values_list("division__name", flat=True)) == {"One"}
    again = load(league, files, now)
    assert (again.created, again.changed) == ({}, {})


def test_two_teams_of_two_divisions_are_refused_and_both_named(league: League, now: dt.datetime) -> None:
    teams = GOOD["teams.csv"] + "Elm,Two,The Inn,Tuesday,20:00,\nFox,Two,The Inn,Tuesday,20:00,\n"
    fixtures = without_column("fixtures.csv", "division") + "1,1,2026-09-15,Elm,Anchor\n1,1,2026-09-15,Nobody,Fox\n"
    results = without_column("results.csv", "division") + games("Elm", "Anchor", "2026-09-15").replace("One,", "")
    apart = "division: Elm is in Two and Anchor in One; teams of one division meet"
    assert problems_in(league, {**GOOD, "teams.csv": teams, "fixtures.csv": fixtures, "results.csv": results}, now) == [
        f"fixtures.csv:8, {apart}",
        'fixtures.csv:9, home: "Nobody": no such team',
        f"results.csv:14, {apart}",
    ]


def test_a_team_whose_own_row_is_wrong_hides_no_other_problem(league: League, now: dt.datetime) -> None:
    files = {
        **GOOD, "teams.csv": GOOD["teams.csv"].replace("Anchor,One,The Inn,Tuesday", "Anchor,One,The Inn,Someday"),
        "fixtures.csv": without_column("fixtures.csv", "division"),
        "results.csv": without_column("results.csv", "division"),
    }  # fmt: skip
    assert problems_in(league, files, now) == [
        'teams.csv:2, home night: "Someday": write a day of the week, like Tuesday'
    ]
