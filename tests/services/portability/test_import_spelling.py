"""Names in files that differ only by how they are written: they are known, the preview says so, and nothing is made."""

import datetime as dt

import pytest

from league.models import Division, League, Player, Registration, Season, Team, Venue
from league.services.portability.imports import format_problem
from tests.services.small_league import GOOD, HEAD, changed, games, load, problems_in
from tests.services.spreadsheets import counted

NOW = dt.datetime(2026, 9, 30, 12, tzinfo=dt.UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def town() -> League:
    league = League.objects.create(name="Town", slug="town")
    load(league, {name: text for name, text in GOOD.items() if name != "results.csv"}, NOW)
    return league


def warnings(league: League, files: dict[str, str]) -> list[str]:
    return [format_problem(warning) for warning in load(league, files, NOW).warnings]


OTHERWISE = {
    "Anchor": ["ANCHOR", " anchor ", "Ànchor", "An\u200bchor", "Anchor\u00a0"],
    "The Inn": ["the  inn", "THE INN", "The\u00a0Inn", "The Ínn"],
    "Castle": ["castle", "ＣASTLE"],
}


@pytest.mark.parametrize(("name", "other"), [(name, one) for name, others in OTHERWISE.items() for one in others])
def test_a_name_written_otherwise_makes_nothing_new(town: League, name: str, other: str) -> None:
    before = counted()
    files = {file: GOOD[file].replace(name, other) for file in ("venues.csv", "teams.csv", "fixtures.csv")}
    report = load(town, files, NOW)
    assert counted() == before
    assert report.created == {}
    assert Team.objects.filter(league=town).count() == 4
    assert Venue.objects.filter(league=town).count() == 2


def test_the_preview_says_as_what_a_name_is_taken_and_says_it_once(town: League) -> None:
    files = {"teams.csv": GOOD["teams.csv"].replace("Bell,One,The Inn", "bell,ONE,the inn")}
    assert warnings(town, files) == [
        "teams.csv:3, team: “bell” is taken as Bell",
        "teams.csv:3, division: “ONE” is taken as One",
        "teams.csv:3, home venue: “the inn” is taken as The Inn",
    ]


def test_a_team_twice_in_a_file_is_told_however_it_is_written(town: League) -> None:
    files = {"teams.csv": GOOD["teams.csv"] + "bell,One,The Inn,Tuesday,20:00,\n"}
    assert problems_in(town, files, NOW) == ['teams.csv:6, team: "bell": stands in line 3 already']


def test_a_new_league_s_files_have_one_spelling() -> None:
    league = League.objects.create(name="Town", slug="town")
    files = {
        **GOOD,
        "players.csv": GOOD["players.csv"].upper().replace("PLAYER,TEAM,ROLE,EMAIL", "player,team,role,email"),
    }
    files["results.csv"] = HEAD + games("anchor", "BELL", "2026-09-15")
    load(league, files, NOW)
    assert {team.name for team in Team.objects.filter(league=league)} == {"Anchor", "Bell", "Castle", "Duke"}
    assert Division.objects.get(season__league=league).name == "One"
    assert Player.objects.filter(league=league).count() == 16


def test_a_season_is_known_however_it_is_written(town: League) -> None:
    load(town, {**changed("season.csv", "2026-27", "2026–27"), "results.csv": HEAD}, NOW)
    assert Season.objects.filter(league=town).count() == 1


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ben Brown", "ben brown"), ("Al O'Neil", "Al O’Neil"), ("José Núñez", "JOSÉ NÚÑEZ"),
     ("José Núñez", "Jose\u0301 Nu\u0301n\u0303ez"), ("Mary St. John", "mary st john"),
     ("Zoë Smith-Jones", "Zoe Smith–Jones")],
)  # fmt: skip
def test_a_player_is_found_however_the_results_name_them(town: League, name: str, other: str) -> None:
    player = Player.objects.get(league=town, name="Anchor 3")
    player.name = name
    player.save()
    report = load(town, {"results.csv": GOOD["results.csv"].replace("Anchor 3", other)}, NOW)
    assert report.created["results"] == 2
    player.refresh_from_db()
    assert player.name == name
    assert player.appearances.filter(result__live=True).exists()


def test_an_unknown_player_is_told_with_who_may_be_meant(town: League) -> None:
    player = Player.objects.get(league=town, name="Anchor 3")
    player.name = "Ben Brown"
    player.save()
    problems = problems_in(town, {"results.csv": GOOD["results.csv"].replace("Anchor 3", "Ben Browne")}, NOW)
    assert "not registered for Anchor: Ben Browne (not known in this league; did you mean “Ben Brown”?)" in problems[0]


def test_another_spelling_renames_no_player_and_the_next_file_finds_them(town: League) -> None:
    Player.objects.filter(league=town, name="Bell 4").update(name="José Núñez")
    for spelling in ("JOSÉ NÚÑEZ", "José Núñez", "jose nunez", "Jose\u0301 Nu\u0301n\u0303ez"):
        report = load(town, {"players.csv": GOOD["players.csv"].replace("Bell 4", spelling)}, NOW)
        assert (report.created, report.changed) == ({}, {})
    assert Player.objects.filter(league=town, name="José Núñez").count() == 1


def test_somebody_of_last_season_is_found_and_keeps_their_name(town: League) -> None:
    Player.objects.filter(league=town, name="Bell 4").update(name="José Núñez", email="")
    files = {
        "season.csv": GOOD["season.csv"].replace("2026-27,2026-09-14", "2027-28,2027-09-13"),
        "teams.csv": GOOD["teams.csv"],
        "players.csv": "player,team,role,email\nJOSE NUNEZ,Bell,,\n",
    }
    load(town, files, NOW)
    assert Player.objects.filter(league=town).count() == 16
    assert Registration.objects.get(season__name="2027-28").player.name == "José Núñez"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("teams.csv", "Bell,One", "Be\u202ell,One"),
        ("teams.csv", "Bell,One", "Be\u2066ll,One"),
        ("venues.csv", "Old Mill", "Old\u200e Mill"),
        ("venues.csv", "2 Mill Lane", "2 Mill\u202e Lane"),
        ("players.csv", "Bell 4", "Bell\u3164 4"),
        ("season.csv", "2026-27", "2026\u200f-27"),
    ],
)
def test_a_character_that_nobody_sees_is_refused_with_the_reason(town: League, file: str, old: str, new: str) -> None:
    code = next(f"U+{ord(letter):04X}" for letter in new if ord(letter) > 0x2000)
    problems = problems_in(town, {file: GOOD[file].replace(old, new, 1)}, NOW)
    assert f"it has an invisible character ({code})" in problems[0]


@pytest.mark.parametrize(
    ("known", "new"),
    [("The Inn", "Inn"), ("Old Mill", "The Old Mill"), ("Old Mill", "Oldmill"), ("Old Mill", "Old Mills")],
)
def test_a_venue_that_is_nearly_another_is_told(town: League, known: str, new: str) -> None:
    assert warnings(town, {"venues.csv": f"venue,address,fixtures at once\n{new},,1\n"}) == [
        f"venues.csv:2, venue: {new} is new, and very like {known}; if they are one, write {known}"
    ]


def test_of_two_that_are_one_by_how_they_are_written_a_file_must_name_one(town: League) -> None:
    """Rows of before names were compared so; see the migration 0021."""
    other = Team(league=town, name="BELL", slug="bell-2", name_key="bell  99")
    other.save()
    files = {"teams.csv": GOOD["teams.csv"].replace("Bell,", "bell,")}
    assert problems_in(town, files, NOW) == [
        'teams.csv:3, team: "bell": is written like BELL, Bell: write one of these'
    ]
    assert load(town, {"teams.csv": GOOD["teams.csv"]}, NOW).created == {}
