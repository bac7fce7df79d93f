"""Loading a season from a workbook: it says the same as the CSV, and what cannot be read is told where it stands."""

import datetime as dt
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from league.errors import Invalid
from league.models import Entry, Fixture, League, Player, Season, Venue
from league.queries.standings.standings import division_table
from league.services.portability.exports.spreadsheets import write_spreadsheets
from league.services.portability.imports import LEFT_OUT, Choice, ensure_league, format_problem, import_season
from tests.services.small_league import GOOD
from tests.services.workbooks import Sheets, ods, ods_of, part_of, typed, with_part, xlsx

MAKERS = {"xlsx": xlsx, "ods": ods}


@pytest.fixture
def league_here(db: None) -> League:
    return League.objects.create(name="Here", slug="here")


def load(league: League, files: dict[str, bytes], **more: Any) -> Any:
    return import_season(files, league, by=None, now=dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC), **more)


def faults(league: League, files: dict[str, bytes]) -> list[str]:
    with pytest.raises(Invalid) as refused:
        load(league, files)
    assert not Season.objects.exists()
    return [format_problem(problem) for problem in refused.value.problems]


def everything(league: League) -> tuple[Any, ...]:
    """Return a season as the export has it, and its table."""
    season = Season.objects.get(league=league)
    out = io.BytesIO()
    assert write_spreadsheets(season, out) == []
    with zipfile.ZipFile(out) as files:
        names = [name for name in files.namelist() if name.endswith(".csv")]
        texts = {name: files.read(name).replace(b"@else.", b"@town.") for name in names}
    assert len(texts) == 6
    rows = division_table(season.divisions.get()).rows
    return texts, [(one.team.name, one.row.points) for one in rows]


@pytest.mark.parametrize("kind", MAKERS)
def test_one_workbook_with_true_dates_says_what_the_csv_says(league_here: League, kind: str) -> None:
    """Also below a title row and a blank one, with cells to the edge of the sheet and comments in it."""
    other = League.objects.create(name="Other", slug="other")
    # Other addresses: whoever has an account by the first file is only invited by the second.
    load(other, {name: text.replace("@town.", "@else.").encode() for name, text in GOOD.items()})
    load(league_here, {f"Season 2026.{kind}": MAKERS[kind](typed(GOOD))})
    assert everything(league_here) == everything(other)
    assert Fixture.objects.filter(division__season__league=league_here).count() == 6


@pytest.mark.parametrize("kind", MAKERS)
def test_one_file_each_loads_as_well_and_again_changes_nothing(league_here: League, kind: str) -> None:
    files = {f"{title.lower()}.{kind}": MAKERS[kind]({"Sheet1": rows}) for title, rows in typed(GOOD).items()}
    load(league_here, files)
    report = load(league_here, files)
    assert (report.created, report.changed) == ({}, {})


def test_the_command_takes_a_workbook_or_a_folder_with_one(league_here: League, tmp_path: Path, capsys: Any) -> None:
    book = tmp_path / "Season.xlsx"
    book.write_bytes(xlsx({**typed(GOOD), "Prize night": [["Raffle", 20]]}))
    with pytest.raises(SystemExit):
        call_command("import_season", str(book))
    assert "Season.xlsx, Prize night:1: is none of venues, season, teams" in capsys.readouterr().out
    call_command("import_season", str(tmp_path), leave_out=["Season.xlsx, Prize night"])
    assert "season: 2026-27" in capsys.readouterr().out


def test_headings_of_other_names_are_known(league_here: League) -> None:
    players = "Club,Name,E-mail,Position,Mobile\nBell,Ann Lee,ANN@town.example,Captain,01234 567890\n"
    fixtures = GOOD["fixtures.csv"].replace("date,home,away", "Date played,HOME TEAM,Away-team")
    files = {**GOOD, "players.csv": players, "fixtures.csv": fixtures}
    del files["results.csv"]
    load(league_here, {name: text.encode() for name, text in files.items()})
    ann = Player.objects.get()
    assert (ann.name, ann.email, ann.phone) == ("Ann Lee", "ann@town.example", "01234 567890")
    assert Fixture.objects.count() == 6


def test_a_problem_names_the_heading_as_the_file_has_it(league_here: League) -> None:
    players = "Team name,Name,E-mail,Position\nBell,Ann Lee,nowhere,\n"
    files = {**{name: text.encode() for name, text in GOOD.items()}, "players.csv": players.encode()}
    del files["results.csv"]
    assert faults(league_here, files) == ['players.csv:2, E-mail: "nowhere": is not an email address']


SAVED: dict[str, Callable[[str], bytes]] = {
    "a line that names the delimiter": lambda text: b"sep=;\r\n" + text.replace(",", ";").encode(),
    "a title above, and semicolons": lambda text: ("Teams, 2026;;\n\n" + text.replace(",", ";")).encode("utf-8-sig"),
    "UTF-16 and tabs": lambda text: text.replace(",", "\t").encode("utf-16"),
    "blank columns and rows": lambda text: "".join(f",,{line},\n,,,\n" for line in text.splitlines()).encode(),
}


@pytest.mark.parametrize("way", SAVED)
def test_texts_as_people_save_them(league_here: League, way: str) -> None:
    files = {name: text.encode() for name, text in GOOD.items()} | {"teams.csv": SAVED[way](GOOD["teams.csv"])}
    load(league_here, files)
    assert Season.objects.get().entries.count() == 4


def test_dates_times_and_days_as_people_write_them(league_here: League) -> None:
    teams = GOOD["teams.csv"].replace("Tuesday,20:00", "Tues,8pm").replace("Tuesday,19:30", "Tue,7.30pm")
    fixtures = GOOD["fixtures.csv"].replace("2026-09-15", "Tue 15 Sep 2026").replace("2026-09-22", "22nd September 26")
    files = {**GOOD, "teams.csv": teams, "fixtures.csv": fixtures.replace("2026-10-06", "6-Oct-26")}
    load(league_here, {name: text.encode() for name, text in files.items()})
    starts = sorted({fixture.starts_at.isoformat() for fixture in Fixture.objects.all()})
    assert starts == ["2026-09-15T18:30:00+00:00", "2026-09-15T19:00:00+00:00", *starts[2:]]


@pytest.mark.parametrize("start", ["8.30", "8:30", "830", "8.30pm", "half past eight", "20.30"])
def test_a_start_is_read_as_people_mean_it(league_here: League, start: str) -> None:
    teams = GOOD["teams.csv"].replace("Tuesday,20:00", f"Tuesday,{start}")
    load(league_here, {name: text.encode() for name, text in {**GOOD, "teams.csv": teams}.items()})
    assert set(Entry.objects.exclude(team__name="Castle").values_list("start_time", flat=True)) == {dt.time(20, 30)}


@pytest.mark.parametrize("kind", MAKERS)
def test_a_cell_typed_as_half_past_eight_is_in_the_evening(league_here: League, kind: str) -> None:
    sheets = typed(GOOD)
    for row in sheets["Teams"][3:]:
        row[4] = dt.time(8, 30)
    load(league_here, {f"Season.{kind}": MAKERS[kind](sheets)})
    assert set(Entry.objects.values_list("start_time", flat=True)) == {dt.time(20, 30)}


def test_an_old_workbook_says_what_the_csv_says_and_what_cannot_be_told_of_it(league_here: League) -> None:
    """As Excel 97 to 2003 have it, with true dates and a hidden sheet."""
    other = League.objects.create(name="Other", slug="other")
    load(other, {name: text.replace("@town.", "@else.").encode() for name, text in GOOD.items()})
    report = load(league_here, {"Season.xls": Path(__file__).with_name("season.xls").read_bytes()})
    assert everything(league_here) == everything(other)
    warnings = [format_problem(warning) for warning in report.warnings]
    assert "Season.xls, Venues:1: this sheet is hidden in the workbook; it is read all the same" in warnings
    not_told = "of an .xls workbook formulas are read as they were last saved, and hidden rows are not told"
    assert f"Season.xls, Teams:1: {not_told}" in warnings


def changed(sheet: str, line: int, column: int, value: Any) -> Sheets:
    sheets = typed(GOOD)
    sheets[sheet][line - 1][column] = value
    return sheets


def test_a_formula_is_refused_by_its_cell(league_here: League) -> None:
    book = xlsx(changed("Venues", 4, 2, "=1+1"))
    assert faults(league_here, {"Season.xlsx": book}) == [
        ("Season.xlsx, Venues:4, fixtures at once: cell C4 is a formula; copy the column and paste it as values")
    ]


def test_an_unknown_sheet_is_told_and_may_be_left_out(league_here: League) -> None:
    sheets: Sheets = {**typed(GOOD), "Prize night": [["Raffle", 20]], "Sheet2": []}
    book = {"Season.xlsx": xlsx(sheets)}
    assert faults(league_here, book) == [
        (
            "Season.xlsx, Prize night:1: is none of venues, season, teams, players, fixtures, results: give it one of "
            "these names, or leave it out"
        )
    ]
    report = load(league_here, book, choices={"Season.xlsx, Prize night": Choice(LEFT_OUT)})
    assert "Season.xlsx, Sheet2:1: the sheet is empty" in [format_problem(one) for one in report.warnings]


def test_two_columns_of_one_meaning_are_told(league_here: League) -> None:
    files = {name: text.encode() for name, text in GOOD.items()}
    files["venues.csv"] = b"venue,name,address,fixtures at once\nThe Inn,Inn,1 High St,2\n"
    assert faults(league_here, files) == ['venues.csv:1: "venue", "name" are both “venue”; rename one of them']


def test_a_choice_says_what_an_unknown_heading_means(league_here: League) -> None:
    files = {name: text.encode() for name, text in GOOD.items()}
    files["Where we play.csv"] = files.pop("venues.csv").replace(b"address", b"how to find it")
    choice = Choice("venues.csv", {1: "address"})
    load(league_here, files, choices={"Where we play.csv": choice})
    assert {venue.address for venue in league_here.venues.all()} == {"1 High St", "2 Mill Lane"}


def test_a_team_may_stand_as_the_winner(league_here: League) -> None:
    """Where only winners are written down."""
    files = {**GOOD, "season.csv": GOOD["season.csv"].replace("D S", "D3w S3w")}
    rows = [
        f"One,2026-09-15,Anchor,Bell,{match},{kind},{home},{away},{game},{'Anchor' if game < 3 else 'Bell'},"
        for match, kind, home, away in (
            (1, "doubles", "Anchor 1 / Anchor 2", "Bell 1 / Bell 2"),
            (2, "singles", "Anchor 3", "Bell 3"),
        )
        for game in (1, 2, 3)
    ]
    head = GOOD["results.csv"].splitlines()[0].replace("score", "Winner")
    files["results.csv"] = "\n".join([head, *rows])
    load(league_here, {name: text.encode() for name, text in files.items()})
    result = Fixture.objects.get(home__name="Anchor", away__name="Bell").results.get()
    assert (result.home_games, result.away_games) == (4, 2)


@pytest.mark.parametrize(
    ("kept", "start"),
    [
        ("PT19H59M59.999999997S", dt.time(20)),
        ("PT20H00M00S", dt.time(20)),
        ("PT19H29M30,4S", dt.time(19, 29, 30)),
    ],
)
def test_a_time_of_an_ods_workbook_is_taken_to_the_nearest_second(
    league_here: League, kept: str, start: dt.time
) -> None:
    book = ods(typed(GOOD))
    content = part_of(book, "content.xml").replace("PT20H00M00S", kept)
    load(league_here, {"Season.ods": with_part(book, "content.xml", content)})
    assert set(Entry.objects.exclude(team__name="Castle").values_list("start_time", flat=True)) == {start}


def ods_with(old: str, new: str) -> dict[str, bytes]:
    """The good season as LibreOffice has it, with something else in its cells."""
    book = ods(typed(GOOD))
    content = part_of(book, "content.xml")
    assert old in content
    return {"Season.ods": with_part(book, "content.xml", content.replace(old, new, 1))}


def test_an_ods_workbook_of_more_sheets_than_are_read_is_refused(league_here: League) -> None:
    assert faults(league_here, {"Season.ods": ods({f"Sheet {number}": [["x"]] for number in range(31)})}) == [
        "Season.ods:1: at most 30 sheets are read; save only those of the season"
    ]


@pytest.mark.parametrize("kind", MAKERS)
def test_a_workbook_of_more_cells_than_are_read_is_refused(league_here: League, kind: str) -> None:
    wide = '<table:table-cell table:number-columns-repeated="60"><text:p>x</text:p></table:table-cell>'
    tables = "".join(
        f'<table:table table:name="{name}"><table:table-row table:number-rows-repeated="30000">{wide}'
        "</table:table-row></table:table>"
        for name in ("Teams", "Venues")
    )
    book = xlsx({"Teams": [["x"]], "Venues": [["x"]]})
    for number in (1, 2):
        part = f"xl/worksheets/sheet{number}.xml"
        last = '<row r="30000"><c r="BH30000"><v>1</v></c></row></sheetData>'
        book = with_part(book, part, part_of(book, part).replace("</sheetData>", last))
    assert faults(league_here, {f"Season.{kind}": {"xlsx": book, "ods": ods_of(tables)}[kind]}) == [
        f"Season.{kind}:1: has more than 600000 cells; save only what the season needs, or load it in parts"
    ]


def test_an_ods_cell_that_is_repeated_no_time_makes_the_workbook_damaged(league_here: League) -> None:
    [told_of] = faults(
        league_here, ods_with("<table:table-cell ", '<table:table-cell table:number-columns-repeated="0" ')
    )
    assert told_of.startswith("Season.ods:1: cannot be read: the workbook is damaged.")


def test_spaces_tabs_and_breaks_within_an_ods_cell_are_blanks(league_here: League) -> None:
    load(league_here, ods_with(">Old Mill<", ">Old<text:s/><text:line-break/>Mill<"))
    assert Venue.objects.filter(name="Old Mill").exists()


def test_a_formula_of_an_ods_workbook_is_refused_by_its_cell(league_here: League) -> None:
    cell = '<table:table-cell table:formula="of:=1+1" '
    assert faults(league_here, ods_with('<table:table-cell office:value-type="float" office:value="2"', f"{cell}")) == [
        "Season.ods, Venues:4, fixtures at once: cell C4 is a formula; copy the column and paste it as values"
    ]


def test_merged_cells_are_refused_in_either_kind_of_workbook_where_they_are_read(league_here: League) -> None:
    told_of = "the cells A4:A5 are merged; unmerge them, and fill in each"
    old = '<table:table-cell office:value-type="string"><office:annotation><text:p>a comment</text:p>'
    old += "</office:annotation><text:p>The Inn<"
    spanned = ods_with(old, old.replace("office:value-type", 'table:number-rows-spanned="2" office:value-type', 1))
    assert faults(league_here, spanned) == [f"Season.ods, Venues:4, venue: {told_of}"]
    book = xlsx(typed(GOOD))
    part = "xl/worksheets/sheet1.xml"
    merged = '</sheetData><mergeCells count="1"><mergeCell ref="A4:A5"/></mergeCells>'
    sheet = part_of(book, part)
    spanned = {"Season.xlsx": with_part(book, part, sheet.replace("</sheetData>", merged))}
    assert faults(league_here, spanned) == [f"Season.xlsx, Venues:4, venue: {told_of}"]
    # A title across the sheet is above the headings, and nobody reads it.
    title = with_part(book, part, sheet.replace("</sheetData>", merged.replace("A4:A5", "A1:C1")))
    load(league_here, {"Season.xlsx": title})
    assert Season.objects.exists()


def test_a_cell_that_says_true_is_no_number_in_either_kind_of_workbook(league_here: League) -> None:
    told_of = 'Venues:4, fixtures at once: "TRUE": write a whole number from 1 to 99'
    assert faults(league_here, {"Season.xlsx": xlsx(changed("Venues", 4, 2, True))}) == [f"Season.xlsx, {told_of}"]
    told_true = '<table:table-cell office:value-type="boolean" office:boolean-value="true"'
    old = '<table:table-cell office:value-type="float" office:value="2"'
    assert faults(league_here, ods_with(old, told_true)) == [f"Season.ods, {told_of}"]


def test_a_cell_that_shows_an_error_is_refused_by_its_cell(league_here: League) -> None:
    assert faults(league_here, {"Season.xlsx": xlsx(changed("Venues", 4, 2, "#REF!"))})[0] == (
        "Season.xlsx, Venues:4, fixtures at once: cell C4 shows an error, #REF!; write the value itself"
    )


def test_a_time_kept_as_a_length_of_time_is_a_time_of_day(league_here: League) -> None:
    sheets: Any = typed(GOOD)
    for row in sheets["Teams"][3:]:
        row[4] = dt.timedelta(hours=20)
    load(league_here, {"Season.xlsx": xlsx(sheets)})
    assert set(Entry.objects.values_list("start_time", flat=True)) == {dt.time(20)}


def test_a_picture_in_a_workbook_is_passed_over(league_here: League) -> None:
    load(league_here, {"Season.xlsx": with_part(xlsx(typed(GOOD)), "xl/media/crest.png", b"\x89PNG")})
    assert Season.objects.exists()


@pytest.mark.parametrize(
    ("part", "content", "told_of"),
    [
        ("META-INF/manifest.xml", "<manifest:encryption-data/>", "password"),
        ("Basic/Standard/Module1.xml", "<x/>", "contains macros"),
    ],
)
def test_an_ods_workbook_with_a_password_or_macros_is_refused(
    league_here: League, part: str, content: str, told_of: str
) -> None:
    [refused] = faults(league_here, {"Season.ods": with_part(ods(typed(GOOD)), part, content)})
    assert told_of in refused


def test_a_file_of_any_name_is_known_by_its_headings_where_they_are_all_there(league_here: League) -> None:
    files = {name: text.encode() for name, text in GOOD.items()}
    files["2026.csv"] = files.pop("teams.csv")
    load(league_here, files)
    assert Entry.objects.count() == 4


def test_a_line_that_says_something_in_other_columns_alone_is_no_team(league_here: League) -> None:
    lines = GOOD["teams.csv"].splitlines()
    text = "\n".join([f"{lines[0]},remark", *(f"{line}," for line in lines[1:]), ",,,,,,Thank you all"])
    load(league_here, {name: text.encode() for name, text in {**GOOD, "teams.csv": text}.items()})
    assert Entry.objects.count() == 4


def test_with_two_leagues_the_command_must_say_which(league_here: League) -> None:
    assert ensure_league(None) == league_here
    League.objects.create(name="There", slug="there")
    assert ensure_league("There").slug == "there"
    with pytest.raises(Invalid) as refused:
        ensure_league(None)
    [problem] = refused.value.problems
    assert str(problem.message) == "Say which league: --league with one of here, there."
