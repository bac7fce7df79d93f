"""Each fault by itself, in the spreadsheets of a league of four teams that play a doubles and a singles."""

import datetime as dt

import pytest

from league.errors import Invalid
from league.models import Entry, League, Season, Venue
from league.services.portability.imports import format_problem, import_season
from tests.services.small_league import GOOD, HEAD, changed, load, problems_in


@pytest.fixture
def league_here(db: None) -> League:
    return League.objects.create(name="Here", slug="here")


def test_the_files_are_good_as_they_are(league_here: League, now: dt.datetime) -> None:
    report = load(league_here, GOOD, now)
    assert report.created["results"] == 2
    assert [format_problem(warning) for warning in report.warnings] == [
        'fixtures.csv:7, date: "2026-10-06": Bell cannot play on this day'
    ]


ONE_FAULT = {
    "a venue nobody knows": (
        ("teams.csv", "Castle,One,Old Mill", "Castle,One,Old Mil"),
        ['teams.csv:4, home venue: "Old Mil": no such venue; did you mean "Old Mill"?'],
    ),
    "a team in two divisions": (
        ("teams.csv", "Duke,One,The Inn", "Anchor,Two,The Inn,Monday,20:00,\nDuke,One,The Inn"),
        ['teams.csv:5, team: "Anchor": stands in line 2 already'],
    ),
    "a venue twice": (
        ("venues.csv", "Old Mill", "The Inn,3 High St,1\nOld Mill"),
        ['venues.csv:3, venue: "The Inn": stands in line 2 already'],
    ),
    "no number of boards": (
        ("venues.csv", "1 High St,2", "1 High St,two"),
        ['venues.csv:2, fixtures at once: "two": write a whole number from 1 to 99'],
    ),
    "two players of one name": (
        ("players.csv", "Anchor 4,Anchor,,anchor4@", "Anchor 3,Anchor,,anchor4@"),
        ['players.csv:5, player: "Anchor 3": two players of Anchor have this name; tell them apart'],
    ),
    "two players of one address": (
        ("players.csv", "bell2@", "Bell1@"),
        ['players.csv:7, email: "Bell1@town.example": is Bell 1\'s already, in line 6'],
    ),
    "no address": (
        ("players.csv", "bell2@town.example", "bell2"),
        ['players.csv:7, email: "bell2": is not an email address'],
    ),
    "a player of no team": (
        ("players.csv", "Bell 4,Bell,", "Bell 4,Bel,"),
        ['players.csv:9, team: "Bel": no such team; did you mean "Bell"?'],
    ),
    "a role nobody knows": (
        ("players.csv", "Castle 1,Castle,captain", "Castle 1,Castle,skipper"),
        ['players.csv:10, role: "skipper": write captain, vice-captain or nothing'],
    ),
    "no night": (
        ("teams.csv", "Castle,One,Old Mill,Tuesday", "Castle,One,Old Mill,Tide"),
        ['teams.csv:4, home night: "Tide": write a day of the week, like Tuesday'],
    ),
    "no time": (
        ("teams.csv", "Tuesday,19:30", "Tuesday,soonish"),
        ['teams.csv:4, start: "soonish": write a time like 20:00'],
    ),
    "no day": (
        ("teams.csv", "2026-10-06", "6 October"),
        ['teams.csv:3, cannot play on: "6 October": is not a date; write it like 2026-09-15 or 15/09/2026'],
    ),
    "no points": (
        ("season.csv", "D S,1\n", "D S,0\n"),
        [
            ('season.csv:2, points per game: "0": No team could ever have a point: give some for a game, a match or a '
            "fixture won.")
        ],
    ),
    "no rounds": (
        ("season.csv", "2026-09-14,1,", "2026-09-14,0,"),
        ['season.csv:2, rounds: "0": write a whole number from 1 to 8'],
    ),
    "another blank week": (
        ("season.csv", "penultimate of each round", "the last"),
        [
            (
                'season.csv:2, blank week: "the last": write "penultimate of each round", "last of the season", '
                '"none", or a day of each week that is left blank'
            ),
        ],
    ),
    "another format": (
        ("season.csv", "D S,1", "D X,1"),
        ["season.csv:2, format: “X” is not a match; write S for singles and D for doubles, like D D S S"],
    ),
    "a year that ran away": (
        ("season.csv", "2026-09-14", "9999-12-31"),
        ['season.csv:2, first week: "9999-12-31": there is no such day; write it like 2026-09-15 or 15/09/2026'],
    ),
    "a second season": (
        ("season.csv", "D S,1\n", "D S,1\n2027-28,2027-09-13,1,penultimate of each round,,D S,1\n"),
        ['season.csv:3, season: "2027-28": one season at a time: this is a second one'],
    ),
    "a week that does not exist": (
        ("fixtures.csv", "One,1,4,2026-10-06,Anchor", "One,1,5,2026-10-06,Anchor"),
        ['fixtures.csv:6, week: "5": round 1 has no week of this number'],
    ),
    "a team twice in a week": (
        ("fixtures.csv", "One,1,2,2026-09-22,Bell", "One,1,1,2026-09-22,Bell"),
        [
            'fixtures.csv:4, home: "Bell": plays in this week already, in line 2',
            'fixtures.csv:4, away: "Castle": plays in this week already, in line 3',
        ],
    ),
    "a team against itself": (
        ("fixtures.csv", "2026-10-06,Duke,Bell", "2026-10-06,Duke,Duke"),
        ['fixtures.csv:7, away: "Duke": a team cannot play itself'],
    ),
    "a team of another name in a fixture": (
        ("fixtures.csv", "2026-10-06,Duke,Bell", "2026-10-06,Duke,Belle"),
        ['fixtures.csv:7, away: "Belle": no such team; did you mean "Bell"?'],
    ),
    "a division nobody knows": (
        ("fixtures.csv", "One,1,4,2026-10-06,Duke", "Two,1,4,2026-10-06,Duke"),
        ['fixtures.csv:7, division: "Two": no such division'],
    ),
    "others in a match": (
        ("results.csv", "Anchor 3,Bell 3,2,121-62", "Anchor 4,Bell 3,2,121-62"),
        ['results.csv:6, home players: "Anchor 4": line 5 has others in this match'],
    ),
    "a missing game": (
        ("results.csv", "One,2026-09-15,Anchor,Bell,2,singles,Anchor 3,Bell 3,3,121-63,\n", ""),
        ["results.csv:6, game: Anchor v Bell: match 2, game 3 is missing; all 3 games are played"],
    ),
    "a note nobody understands": (
        ("results.csv", "1,121-61,\n", "1,121-61,abandoned\n"),
        [
            ('results.csv:5, note: "abandoned": is not understood; '
            'write "walkover home", "walkover away" or "postponed" of a fixture, '
            '"nobody" of a match that both sides had nobody for, or nothing')
        ],
    ),
    "a walkover with games": (
        ("results.csv", "1,121-61,\n", "1,121-61,walkover home\n"),
        ['results.csv:5, match: "2": a fixture with the note “walkover home” has no games; leave this empty'],
    ),
    "a walkover besides games": (
        ("results.csv", HEAD, HEAD + "One,2026-09-15,Castle,Duke,,,,,,,walkover home\n"),
        [f"results.csv:{line}, note: this fixture has a line already, 2" for line in range(9, 15)],
    ),
    "one player in a doubles": (
        ("results.csv", "Anchor 1 / Anchor 2,Bell 1 / Bell 2,1,", "Anchor 1,Bell 1 / Bell 2,1,"),
        ['results.csv:2, home players: "Anchor 1": doubles needs two players, like A / B'],
    ),
    "a match too many": (
        ("results.csv", "Bell,2,singles,Anchor 3,Bell 3,1", "Bell,3,singles,Anchor 3,Bell 3,1"),
        ['results.csv:5, match: "3": a fixture of this division has 2 matches'],
    ),
    "more than pegs": (
        ("results.csv", "121-90", "150-90"),
        ['results.csv:2, score: "150-90": a game to 121 cannot end above 149'],
    ),
    "more cells than headings": (
        ("venues.csv", "2 Mill Lane,1", "2 Mill Lane,1,yes"),
        ["venues.csv:3, venue: this line has more cells than there are headings"],
    ),
    "another second half": (
        ("season.csv", "points per game\n2026-27,2026-09-14,1,penultimate of each round,,D S,1\n",
         "points per game,second half\n2026-27,2026-09-14,1,penultimate of each round,,D S,1,upside down\n"),
        ['season.csv:2, second half: "upside down": write mirrored or french, or nothing'],
    ),
    "a format that is long when its words are read": (
        ("season.csv", "D S,1\n", " ".join(["Dt@home-computer-61"] * 20) + ",1\n"),
        ["season.csv:2, format: is longer than 400 letters"],
    ),
    "a telephone number in words": (
        ("players.csv", "email\nAnchor 1,Anchor,captain,anchor1@town.example\n",
         "email,phone\nAnchor 1,Anchor,captain,anchor1@town.example,ask the bar\n"),
        ['players.csv:2, phone: "ask the bar": is not a telephone number'],
    ),
    "a date with a time": (
        ("fixtures.csv", "1,4,2026-10-06,Duke", "1,4,2026-10-06 20:00,Duke"),
        [
            'fixtures.csv:7, date: "2026-10-06 20:00": is a date with a time of day; write only the date',
        ],
    ),
    "a date that a program has as a number": (
        ("fixtures.csv", "1,4,2026-10-06,Duke", "1,4,46301,Duke"),
        [
            ('fixtures.csv:7, date: "46301": is a number; give this cell the format of a date, or write it like '
            '15/09/2026')
        ],
    ),
    "a time that is a number alone": (
        ("teams.csv", "Tuesday,19:30", "Tuesday,88"),
        ['teams.csv:4, start: "88": write a time like 20:00'],
    ),
    "a time of no clock": (
        ("teams.csv", "Tuesday,19:30", "Tuesday,25pm"),
        ['teams.csv:4, start: "25pm": write a time like 20:00'],
    ),
    "points behind a game": (
        ("results.csv", "121-90", "3-0 (352-318)"),
        ['results.csv:2, score: "3-0 (352-318)": the points of all games together are not written down here'],
    ),
    "a missing column": (
        ("teams.csv", "home night,", ""),
        [
            ('teams.csv:1: no column "home night"; the columns must be '
            '"team", "division", "home venue", "home night", "start", "cannot play on"')
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", ONE_FAULT)
def test_one_fault_is_told_once_and_nothing_else_is(league_here: League, now: dt.datetime, fault: str) -> None:
    change, expected = ONE_FAULT[fault]
    assert problems_in(league_here, changed(*change), now) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "teams.csv:1: the file is empty"),
        (b"\r\n\r\n", "teams.csv:1: the file is empty"),
        (bytes(range(256)) * 4, "teams.csv:1: this is not a CSV file; save the spreadsheet as CSV"),
        (
            b"PK\x03\x04\x14\x00\x06\x00",
            (
                "teams.csv:1: cannot be read: the workbook is damaged. Open it in a spreadsheet program and save it "
                "again as .xlsx"
            ),
        ),
        (
            b"\x89\xe9\xff",
            (
                'teams.csv:1: no column "team", "division", "home venue", "home night", "start", "cannot play on"; '
                'the columns must be "team", "division", "home venue", "home night", "start", "cannot play on"'
            ),
        ),
    ],
)
def test_what_is_no_spreadsheet_is_one_problem(
    league_here: League, now: dt.datetime, data: bytes, expected: str
) -> None:
    files = {name: text.encode() for name, text in GOOD.items()} | {"teams.csv": data}
    with pytest.raises(Invalid) as refused:
        import_season(files, league_here, by=None, now=now)
    assert [format_problem(problem) for problem in refused.value.problems] == [expected]


@pytest.mark.parametrize("file", GOOD)
@pytest.mark.parametrize("odd", ["", "-1", "x" * 300, "9999-12-31", "½", "1e400", '"'])
def test_whatever_a_cell_says_is_loaded_or_told_and_never_an_error(
    league_here: League, now: dt.datetime, file: str, odd: str
) -> None:
    head, first, *rest = GOOD[file].splitlines()
    places: set[str] = set()
    for place in range(len(head.split(","))):
        cells = first.split(",")
        cells[place] = odd
        files = {**GOOD, file: "\n".join([head, ",".join(cells), *rest])}
        try:
            import_season({n: t.encode() for n, t in files.items()}, league_here, by=None, now=now, check_only=True)
        except Invalid as refused:
            places.update(problem.where.partition(":")[0] for problem in refused.problems)
    assert places <= set(GOOD)
    assert Season.objects.count() == 0


def test_an_address_that_is_too_long_is_told_and_not_cut(league_here: League, now: dt.datetime) -> None:
    assert problems_in(league_here, changed("venues.csv", "1 High St", "x" * 251), now) == [
        "venues.csv:2, address: is longer than 250 letters"
    ]
    load(league_here, changed("venues.csv", "1 High St", "x" * 250), now)
    assert Venue.objects.filter(address="x" * 250).exists()


def test_a_time_without_am_or_pm_that_is_one_of_the_morning_is_warned_of(league_here: League, now: dt.datetime) -> None:
    report = load(league_here, changed("teams.csv", "Tuesday,19:30", "Tuesday,07.30"), now)
    told_of = (
        'teams.csv:4, start: "07.30": is read as a time in the morning; write it like 20:00 or 8pm for the evening'
    )
    assert told_of in [format_problem(warning) for warning in report.warnings]


def test_a_time_as_the_french_write_it_is_read(league_here: League, now: dt.datetime) -> None:
    text = GOOD["teams.csv"].replace("Tuesday,20:00", "Tuesday,20 h").replace("Tuesday,19:30", "Tuesday,19h30")
    load(league_here, {**GOOD, "teams.csv": text}, now)
    assert set(Entry.objects.values_list("start_time", flat=True)) == {dt.time(20), dt.time(19, 30)}
