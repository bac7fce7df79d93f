"""Loading into a season that is there already: corrections, and everything that changes in the course of a season."""

import datetime as dt

import pytest

from league.enums import FixtureState, JournalKind, PostponementState, ResultState, RoleKind, Settlement
from league.models import (
    Division,
    Fixture,
    JournalEntry,
    League,
    Player,
    Postponement,
    Registration,
    Result,
    Role,
    Team,
    User,
    Week,
)
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore
from league.services.portability.imports import format_problem
from league.services.results import confirm, submit
from tests.services.small_league import GOOD, HEAD, changed, games, load, problems_in


@pytest.fixture
def league_here(db: None) -> League:
    return League.objects.create(name="Here", slug="here")


@pytest.fixture
def begun(league_here: League, now: dt.datetime) -> League:
    """The league with all the good files loaded."""
    load(league_here, GOOD, now)
    return league_here


def test_a_team_keeps_its_division_and_a_new_division_needs_the_season(begun: League, now: dt.datetime) -> None:
    moved = GOOD["teams.csv"].replace("Duke,One", "Duke,Two")
    assert problems_in(begun, {"teams.csv": moved}, now) == [
        'teams.csv:5, division: "Two": Duke is in One this season already',
        'teams.csv:5, division: "Two": is new, and only season.csv says how it plays; load that with it',
    ]
    new = GOOD["teams.csv"] + "Eagle,Two,The Inn,Monday,20:00,\nFox,Two,The Inn,Monday,20:00,\n"
    fixtures = GOOD["fixtures.csv"] + "Two,1,1,2026-09-14,Eagle,Fox\n"
    assert problems_in(begun, {"teams.csv": new, "fixtures.csv": fixtures}, now) == [
        'teams.csv:6, division: "Two": is new, and only season.csv says how it plays; load that with it',
        'teams.csv:7, division: "Two": is new, and only season.csv says how it plays; load that with it',
    ]
    report = load(begun, {"season.csv": GOOD["season.csv"], "teams.csv": new, "fixtures.csv": fixtures}, now)
    assert (report.created, report.changed) == ({"divisions": 1, "teams": 2, "entries": 2, "fixtures": 1}, {})


def test_a_corrected_result_is_a_new_version(begun: League, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    corrected = GOOD["results.csv"].replace("121-90", "90-121", 1)
    report = load(begun, {"results.csv": corrected}, later)
    assert (report.created, report.changed, report.unchanged) == ({}, {"results": 1}, {"results": 1})
    fixture = Fixture.objects.get(home__name="Anchor", away__name="Bell")
    versions = list(Result.objects.filter(fixture=fixture).values_list("version", "state", "live", "home_games"))
    assert versions == [(1, ResultState.SUPERSEDED, False, 5), (2, ResultState.CONFIRMED, True, 4)]
    live = Result.objects.get(fixture=fixture, live=True)
    assert sheet_of(live).matches[0].games[0] == GameScore(90, 121)
    assert (live.settlement, live.settled_at) == (Settlement.IMPORTED, later)
    entry = JournalEntry.objects.get(kind=JournalKind.RESULT_CONFIRMED)
    assert entry.what == "corrected Anchor v Bell from the spreadsheet: 4–2"
    assert load(begun, {"results.csv": corrected}, later).changed == {}
    assert Result.objects.filter(fixture=fixture).count() == 2


def test_what_captains_agreed_on_is_never_overwritten(begun: League, now: dt.datetime) -> None:
    text = HEAD + games("Bell", "Castle", "2026-09-22")
    load(begun, {"results.csv": text}, now)
    given = sheet_of(Result.objects.get(fixture__home__name="Bell"))
    Result.objects.filter(fixture__home__name="Bell").delete()
    fixture = Fixture.objects.select_related("division__season__league", "home", "away").get(home__name="Bell")
    captains = {role.team_id: role.user for role in Role.objects.filter(kind=RoleKind.CAPTAIN)}
    submit.submit(fixture, given, by=captains[fixture.home_id], now=now)
    confirm.confirm(fixture, 1, by=captains[fixture.away_id], now=now)
    # The same in the file is no matter; anything else is a problem.
    assert load(begun, {"results.csv": text}, now).unchanged == {"results": 1}
    message = "Bell v Castle has another result (5–1), entered or ruled on here; correct it there"
    assert problems_in(begun, {"results.csv": text.replace("121-90", "90-121")}, now) == [
        f"results.csv:2, score: {message}"
    ]
    note = HEAD + "One,2026-09-22,Bell,Castle,,,,,,,walkover away\n"
    assert problems_in(begun, {"results.csv": note}, now) == [
        'results.csv:2, note: "walkover away": Bell v Castle has another result already'
    ]


def test_a_postponed_fixture_is_owed_until_its_result_comes(begun: League, now: dt.datetime) -> None:
    note = HEAD + "One,2026-09-22,Duke,Anchor,,,,,,,postponed\n"
    assert load(begun, {"results.csv": note}, now).created == {"postponements": 1}
    assert load(begun, {"results.csv": note}, now).unchanged == {"postponements": 1}
    fixture = Fixture.objects.get(home__name="Duke", away__name="Anchor")
    assert (fixture.state, fixture.postponements.get().state) == (FixtureState.POSTPONED, PostponementState.OWED)
    report = load(begun, {"results.csv": HEAD + games("Duke", "Anchor", "2026-09-22")}, now)
    assert report.created == {"results": 1}
    assert Result.objects.get(fixture=fixture, live=True).home_games == 5
    fixture.refresh_from_db()
    assert (fixture.state, fixture.starts_at) == (FixtureState.SCHEDULED, fixture.original_starts_at)
    assert Postponement.objects.get().state == PostponementState.PLAYED


def test_a_note_that_a_fixture_was_postponed_is_history_once_it_has_been_played(
    begun: League, now: dt.datetime
) -> None:
    note = HEAD + "One,2026-09-15,Anchor,Bell,,,,,,,postponed\n"
    assert load(begun, {"results.csv": note}, now).unchanged == {"postponements": 1}
    assert Fixture.objects.get(home__name="Anchor", away__name="Bell").state == FixtureState.SCHEDULED
    assert not Postponement.objects.exists()


def test_a_fixture_of_a_team_that_has_gone_is_not_owed_by_an_old_note(begun: League, now: dt.datetime) -> None:
    Fixture.objects.filter(home__name="Duke", away__name="Anchor").update(state=FixtureState.CANCELLED)
    note = HEAD + "One,2026-09-22,Duke,Anchor,,,,,,,postponed\n"
    assert load(begun, {"results.csv": note}, now).unchanged == {"postponements": 1}
    assert Fixture.objects.get(home__name="Duke", away__name="Anchor").state == FixtureState.CANCELLED
    assert not Postponement.objects.exists()


def fixtures() -> list[tuple[str, str, int | None, str]]:
    found = Fixture.objects.select_related("home", "away", "week").order_by("week__number", "pk")
    return [(f.home.name, f.away.name, f.week.number, f"{f.starts_at:%d %b %H:%M}") for f in found]


def test_two_fixtures_may_swap_their_weeks(begun: League, now: dt.datetime) -> None:
    text = (
        GOOD["fixtures.csv"]
        .replace("One,1,2,2026-09-22,Duke,Anchor", "One,1,4,2026-10-06,Duke,Anchor")
        .replace("One,1,4,2026-10-06,Duke,Bell", "One,1,2,2026-09-22,Duke,Bell")
        .replace("One,1,4,2026-10-06,Anchor,Castle", "One,1,2,2026-09-22,Anchor,Castle")
        .replace("One,1,2,2026-09-22,Bell,Castle", "One,1,4,2026-10-06,Bell,Castle")
    )
    weeks = Week.objects.count()
    # Bell meets Duke and Castle in one week now; the file says so.
    assert problems_in(begun, {"fixtures.csv": text.replace("4,2026-10-06,Bell", "2,2026-09-22,Bell")}, now) != []
    report = load(begun, {"fixtures.csv": text}, now)
    assert (report.created, report.changed, report.unchanged) == ({}, {"fixtures": 4}, {"fixtures": 2})
    assert fixtures()[2:] == [
        ("Anchor", "Castle", 2, "22 Sep 19:00"),
        ("Duke", "Bell", 2, "22 Sep 19:00"),
        ("Bell", "Castle", 4, "06 Oct 19:00"),
        ("Duke", "Anchor", 4, "06 Oct 19:00"),
    ]
    assert Week.objects.count() == weeks
    assert sorted(Fixture.objects.values_list("sequence", flat=True)) == [0, 0, 1, 1, 1, 1]
    assert load(begun, {"fixtures.csv": text}, now).changed == {}


def test_a_fixture_cannot_come_into_a_week_that_is_taken(begun: League, now: dt.datetime) -> None:
    text = GOOD["fixtures.csv"].splitlines()[0] + "\nOne,1,2,2026-09-22,Duke,Bell\n"
    assert problems_in(begun, {"fixtures.csv": text}, now) == [
        'fixtures.csv:2, home: "Duke": plays Duke v Anchor in this week already',
        'fixtures.csv:2, away: "Bell": plays Bell v Castle in this week already',
    ]


def test_a_fixture_that_is_played_keeps_its_date(begun: League, now: dt.datetime) -> None:
    text = GOOD["fixtures.csv"].replace("1,2026-09-15,Anchor", "1,2026-09-16,Anchor")
    assert problems_in(begun, {"fixtures.csv": text}, now) == [
        'fixtures.csv:2, date: "2026-09-16": this fixture is played, or was moved; it keeps its date'
    ]


def test_a_team_may_change_its_hour_and_its_inn_in_the_middle_of_a_season(begun: League, now: dt.datetime) -> None:
    september = now.replace(month=9, day=18)
    files = changed("teams.csv", "Duke,One,The Inn,Tuesday,20:00", "Duke,One,Old Mill,Tuesday,19:00")
    files["teams.csv"] = files["teams.csv"].replace(
        "Anchor,One,The Inn,Tuesday,20:00", "Anchor,One,Old Mill,Tuesday,19:00"
    )
    report = load(begun, files, september)
    assert (report.created, report.changed) == ({}, {"entries": 2, "venues of fixtures": 3, "fixtures": 3})
    told_now = list(Fixture.objects.order_by("pk").values_list("home__name", "venue__name"))
    # Anchor v Bell is played: it was at the inn at eight.
    assert told_now[0] == ("Anchor", "The Inn")
    assert [venue for home, venue in told_now[1:] if home in ("Anchor", "Duke")] == ["Old Mill"] * 3
    assert [when for home, _, _, when in fixtures() if home == "Anchor"] == ["15 Sep 19:00", "06 Oct 18:00"]
    again = load(begun, files, september)
    assert (again.created, again.changed) == ({}, {})


def test_a_player_who_has_changed_teams_still_played_for_the_first(begun: League, now: dt.datetime) -> None:
    player, castle = Player.objects.get(name="Anchor 3"), Team.objects.get(name="Castle")
    first = Registration.objects.get(player=player)
    moved = changed("players.csv", "Anchor 3,Anchor,", "Anchor 3,Castle,")
    assert problems_in(begun, moved, now) == [
        'players.csv:4, team: "Castle": Anchor 3 is registered for Anchor; transfer them on the page of its players'
    ]
    first.ends_on = dt.date(2026, 9, 30)
    first.save()
    Registration.objects.create(season=first.season, team=castle, player=player, starts_on=dt.date(2026, 10, 1))
    report = load(begun, moved, now)
    assert (report.created, report.changed, report.unchanged["results"]) == ({}, {}, 2)


def test_a_new_captain_takes_over_and_the_old_one_lets_go(begun: League, now: dt.datetime) -> None:
    files = changed("players.csv", "Anchor 1,Anchor,captain", "Anchor 1,Anchor,")
    files["players.csv"] = files["players.csv"].replace("Anchor 3,Anchor,,", "Anchor 3,Anchor,captain,")
    report = load(begun, files, now)
    assert (report.created, report.changed) == ({"accounts": 1, "roles": 1}, {"roles": 1})
    assert [format_problem(w) for w in report.warnings if w.field == "role"] == [
        'players.csv:2, role: "": Anchor 1 is no longer captain of Anchor'
    ]
    captains = Role.objects.filter(team__name="Anchor", kind=RoleKind.CAPTAIN).order_by("pk")
    assert [(role.user.name, role.ends_on) for role in captains] == [
        ("Anchor 1", dt.date(2026, 11, 2)),
        ("Anchor 3", None),
    ]
    again = load(begun, files, now)
    assert (again.created, again.changed) == ({}, {})


def test_a_captain_with_a_new_address_keeps_their_account(begun: League, now: dt.datetime) -> None:
    captain = User.objects.get(email="anchor1@town.example")
    Player.objects.filter(user=captain).update(email="")
    files = changed("players.csv", "anchor1@town", "first@town")
    report = load(begun, files, now)
    assert (report.created, report.changed) == ({}, {"players": 1})
    assert [format_problem(w) for w in report.warnings if w.field == "email"] == [
        (
            'players.csv:2, email: "first@town.example": Anchor 1 signs in with another address, '
            "which only they can change"
        )
    ]
    assert Player.objects.get(user=captain).email == "first@town.example"
    assert User.objects.count() == 8


def test_an_address_in_capitals_is_the_same_one(begun: League, now: dt.datetime) -> None:
    Player.objects.filter(name="Bell 2").update(email="Bell2@Town.example")
    User.objects.filter(email="bell2@town.example").update(email="Bell2@Town.example")
    report = load(begun, GOOD, now)
    assert report.created == {}
    assert User.objects.count() == 8


def test_an_address_that_is_somebody_elses_is_a_problem(begun: League, now: dt.datetime) -> None:
    line = GOOD["players.csv"].splitlines()[0] + "\nBell 3,Bell,,bell4@town.example\n"
    assert problems_in(begun, {"players.csv": line}, now) == [
        'players.csv:2, email: "bell4@town.example": is Bell 4\'s already, and Bell has another Bell 3'
    ]


def test_a_player_may_change_their_name_once_that_is_answered(begun: League, now: dt.datetime) -> None:
    bell = Player.objects.get(name="Bell 3")
    line = "player,team,role,email,person\nBell Three,Bell,,bell3@town.example,{}\n"
    assert problems_in(begun, {"players.csv": line.format("")}, now) == [
        (
            f'players.csv:2, email: "bell3@town.example": is that of Bell 3 (number {bell.pk}, Bell 2026-27). If that '
            'is who is meant, write that number in a column "person"; if not, leave the address out'
        )
    ]
    assert load(begun, {"players.csv": line.format(bell.pk)}, now).changed == {"players": 1}
    assert Player.objects.get(email="bell3@town.example").name == "Bell Three"
    assert load(begun, {"players.csv": line.format("")}, now).changed == {}
    assert Player.objects.count() == Registration.objects.count() == 16


def test_a_shared_address_makes_no_one_player_of_two_rows(begun: League, now: dt.datetime) -> None:
    """A row with another player's address is refused, whichever row comes first; the captain keeps the role."""
    rows = ["Somebody Else,Anchor,,anchor1@town.example", "Anchor 1,Anchor,,"]
    for order in (rows, rows[::-1]):
        file = "\n".join([GOOD["players.csv"].splitlines()[0], *order, ""])
        [told_once] = problems_in(begun, {"players.csv": file}, now)
        assert told_once.endswith(
            'email: "anchor1@town.example": is that of Anchor 1; an address belongs to one player: leave it out here'
        )
    assert Role.objects.filter(team__name="Anchor", kind=RoleKind.CAPTAIN, ends_on=None).exists()


@pytest.mark.parametrize("person", ["new", "other"])
def test_an_answer_gives_nobody_an_address_that_is_somebody_elses(begun: League, now: dt.datetime, person: str) -> None:
    number = person if person == "new" else Player.objects.get(name="Castle 4").pk
    line = f"player,team,role,email,person\nBell Three,Bell,,bell3@town.example,{number}\n"
    [told_once] = problems_in(begun, {"players.csv": line}, now)
    assert "is that of Bell 3; an address belongs to one player" in told_once


def test_two_rows_that_mean_one_player_are_a_problem(begun: League, now: dt.datetime) -> None:
    file = GOOD["players.csv"].splitlines()[0] + "\nBell 3,Bell,,\nBELL 3,Bell,,bell3@town.example\n"
    assert problems_in(begun, {"players.csv": file}, now) == [
        'players.csv:3, player: "BELL 3": two players of Bell have this name; tell them apart'
    ]


def test_a_format_cannot_change_once_there_are_results(begun: League, now: dt.datetime) -> None:
    assert problems_in(begun, {"season.csv": GOOD["season.csv"].replace("D S,1", "S S,1")}, now) == [
        'season.csv:2, format: "S S": One plays D S and has results; change its format on the season’s page “Formats”'
    ]
    assert problems_in(begun, {"season.csv": GOOD["season.csv"].replace("2026-09-14", "2026-09-21")}, now) == [
        'season.csv:2, first week: "2026-09-21": the weeks of this season are laid out already, and differently'
    ]


def test_points_of_a_published_season_change_on_their_page(begun: League, now: dt.datetime) -> None:
    """A change in the middle of a season needs a reason, which a spreadsheet has no place for."""
    told = "One is published with 1; change it under Settings, where the captains are told why"
    changed = {"season.csv": GOOD["season.csv"].replace("D S,1", "D S,2")}
    assert problems_in(begun, changed, now) == [f'season.csv:2, points per game: "2": {told}']
    assert Division.objects.get().points_per_game == 1


def test_a_day_off_may_be_taken_back(begun: League, now: dt.datetime) -> None:
    report = load(begun, {"teams.csv": GOOD["teams.csv"].replace("2026-10-06", "2026-10-07")}, now)
    assert report.created == report.changed == {"days a team cannot play": 1}


def test_a_walkover_to_the_other_side_is_another_result(league_here: League, now: dt.datetime) -> None:
    load(league_here, {name: text for name, text in GOOD.items() if name != "results.csv"}, now)
    Division.objects.update(walkover_games=4, walkover_games_against=2)
    given = HEAD + "One,2026-09-15,Anchor,Bell,,,,,,,walkover home\n"
    load(league_here, {"results.csv": given}, now)
    assert load(league_here, {"results.csv": given}, now).changed == {}
    assert problems_in(league_here, {"results.csv": given.replace("walkover home", "walkover away")}, now) == [
        'results.csv:2, note: "walkover away": Anchor v Bell has another result already'
    ]
    assert Result.objects.values_list("home_games", "away_games").get() == (4, 2)


def test_a_team_of_a_draft_moves_its_home_though_it_has_no_fixtures_yet(league_here: League, now: dt.datetime) -> None:
    load(league_here, {name: GOOD[name] for name in ("venues.csv", "season.csv", "teams.csv")}, now)
    moved = GOOD["teams.csv"].replace("Castle,One,Old Mill", "Castle,One,The Inn")
    assert load(league_here, {"teams.csv": moved}, now).changed == {"entries": 1}
    assert Team.objects.get(name="Castle").entries.get().venue.name == "The Inn"
