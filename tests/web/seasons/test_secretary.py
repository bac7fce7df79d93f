"""The secretary's pages: what needs attention, and loading spreadsheets."""

import datetime as dt
import re

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import FixtureState, RoleKind, WeekKind
from league.models import (
    ConductCase,
    Fixture,
    League,
    Registration,
    Result,
    Round,
    Ruling,
    Season,
    Team,
    User,
    Venue,
    Week,
)
from league.queries.desk.oversight import oversight_of
from league.services.disputes import appeal
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.forms import saved, untouched_on
from tests.services import dispute_cases as cases
from tests.services import small_league
from tests.services.spreadsheets import FILES
from tests.web.pages import in_words, signed_in

pytestmark = pytest.mark.usefixtures("today")

PAGE, LOAD = "/leagues/town/secretary/", "/leagues/town/secretary/import/"


@pytest.fixture
def office(town: Town) -> Client:
    """The secretary's browser. Nothing is played in the town yet, and nothing planned."""
    Fixture.objects.all().delete()
    return signed_in(town.secretary)


def section(answer: HttpResponse, name: str) -> str:
    """One section of the page, as a reader sees it; empty where there is none."""
    found = re.search(rf'<section aria-labelledby="{name}-title".*?</section>', answer.content.decode(), re.DOTALL)
    return in_words(found.group()) if found else ""


SECTIONS = ("disputes", "entered", "confirmed", "owed", "crowded")


def planned(town: Town, number: int, starts_at: dt.datetime, home: str = "Anchor", away: str = "Bell") -> Fixture:
    """A fixture in a week of its own in round 2."""
    season = town.season
    second, _ = Round.objects.get_or_create(season=season, number=2)
    starts_on = dt.date(2027, 1, 4) + dt.timedelta(weeks=number)
    week = Week.objects.create(season=season, round=second, number=number, starts_on=starts_on)
    factories.fixture(town, week, home, away)
    Fixture.objects.filter(week=week).update(starts_at=starts_at, original_starts_at=starts_at)
    return Fixture.objects.select_related("division__season__league", "home", "away").get(week=week)


def trouble(town: Town, first: int, now: dt.datetime) -> dict[str, Fixture]:
    """One of each kind; the weeks are numbered from `first`."""
    league, day = town.league, dt.timedelta(days=1)
    monday = now - 3 * day
    late = planned(town, first, monday)
    waiting, disputed = planned(town, first + 1, monday), planned(town, first + 2, monday)
    for fixture in (waiting, disputed):
        sheet = result_sheet(town, "Anchor", "Bell")
        submit.submit(fixture, sheet, by=town.captains["Anchor"], now=monday + dt.timedelta(hours=3))
    confirm.dispute(
        disputed, 1, reason="We won the last game.", sheet=None, by=town.captains["Bell"], now=now - 2 * day
    )
    owed = planned(town, first + 3, monday)
    Fixture.objects.filter(pk=owed.pk).update(state=FixtureState.POSTPONED)
    crowded = planned(town, first + 4, now + (first + 7) * day)
    other = planned(town, first + 5, now + (first + 7) * day, "Castle", "Duke of York")
    Fixture.objects.filter(pk=other.pk).update(venue=town.venues["Anchor"])
    assert league.result_hours == league.confirm_hours == 48
    return {"late": late, "waiting": waiting, "disputed": disputed, "owed": owed, "crowded": crowded}


def test_a_quiet_week_says_that_all_is_well(office: Client) -> None:
    answer = office.get(PAGE)
    text = in_words(answer.content.decode())
    assert "All is well Nothing is late, disputed or outstanding." in text
    assert [name for name in SECTIONS if section(answer, name)] == []


def test_every_kind_of_trouble_is_told_with_its_way_out(office: Client, town: Town, now: dt.datetime) -> None:
    Week.objects.filter(season=town.season, kind=WeekKind.CATCH_UP).delete()
    made = trouble(town, 1, now)
    Week.objects.create(
        season=town.season,
        round=Round.objects.get(season=town.season, number=2),
        number=20,
        starts_on=dt.date(2027, 5, 3),
        kind=WeekKind.CATCH_UP,
    )
    answer = office.get(PAGE)
    assert section(answer, "disputes") == (
        "Disputed 1 Anchor v Bell Division 1, 1 November, 12 noon 6–3: We won the last game. "
        "Open the case Anchor v Bell"
    )
    assert section(answer, "entered") == (
        "Results overdue 1 Ask all 2 captains for results Who is written to "
        "Type scores week by week "
        "Due Monday 2 November, 8 pm Anchor v Bell Division 1, Sat 31 October Enter : Anchor v Bell"
    )
    assert section(answer, "confirmed") == (
        "Results awaiting confirmation 1 Confirm 1 clear result "
        "Anchor v Bell Division 1 6–3, sent by Anchor 1 on Saturday 31 October; "
        "confirmation was due by Monday 2 November, 8 pm "
        "View : Anchor v Bell"
    )
    assert section(answer, "owed") == (
        "Postponed without a date 1 Anchor v Bell Division 1, from 31 October "
        "to be played by the catch-up week starting Monday 3 May Set a date : Anchor v Bell"
    )
    assert section(answer, "crowded") == (
        "More fixtures than boards 1 Anchor has room for 1 fixture at a time. On Wednesday 11 November: "
        "Anchor v Bell , Castle v Duke of York ."
    )
    html = answer.content.decode()
    assert f'href="/leagues/town/disputes/{made["disputed"].disputes.get().pk}/"' in html
    assert f'href="/leagues/town/fixtures/{made["late"].pk}/sheet/"' in html
    assert "All is well" not in html


def test_what_is_not_yet_due_is_no_trouble(office: Client, town: Town, now: dt.datetime) -> None:
    hour = dt.timedelta(hours=1)
    planned(town, 1, now - 48 * hour)
    waiting = planned(town, 2, now - 60 * hour)
    submit.submit(waiting, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now - 48 * hour)
    planned(town, 3, now + 200 * hour)
    evening = now + 8 * hour  # both have been due since noon, and so until 8 pm
    with time_machine.travel(evening, tick=False):
        answer = office.get(PAGE)
    assert [name for name in SECTIONS if section(answer, name)] == []
    with time_machine.travel(evening + dt.timedelta(seconds=1), tick=False):
        answer = office.get(PAGE)
    assert [name for name in SECTIONS if section(answer, name)] == ["entered", "confirmed"]


def test_a_venue_with_boards_enough_is_not_crowded(office: Client, town: Town, now: dt.datetime) -> None:
    trouble(town, 1, now)
    Venue.objects.update(boards=2)
    assert section(office.get(PAGE), "crowded") == ""


def test_nothing_of_another_league_is_shown(office: Client, town: Town, now: dt.datetime) -> None:
    other = factories.town("Other League", "other")
    trouble(other, 1, now)
    assert [name for name in SECTIONS if section(office.get(PAGE), name)] == []


@pytest.mark.long
def test_the_queries_do_not_grow(office: Client, town: Town, now: dt.datetime) -> None:
    trouble(town, 1, now)
    for first in (7, 13):
        with CaptureQueriesContext(connection) as seen:
            oversight_of(town.league, town.season, now=now)
        # What is late or crowded is worked out from dates; the rows of each list are read when they are seen.
        assert len(seen) == 6
        with CaptureQueriesContext(connection) as seen:
            office.get(PAGE)
        assert len(seen) == PAGE_QUERIES
        trouble(town, first, now)
    assert section(office.get(PAGE), "disputes").startswith("Disputed 3 ")


PAGE_QUERIES = 43


def test_appeals_and_open_cases_of_conduct_are_listed_with_the_way_to_them(
    office: Client, town: Town, now: dt.datetime
) -> None:
    planned(town, 1, now - dt.timedelta(hours=30))
    result = cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="stands")
    made = appeal.appeal(ruling, reason="He was not there.", by=town.captains["Bell"], now=now)
    case = ConductCase.objects.create(
        fixture=result.fixture, match_number=2, game_number=1, player=town.squads["Anchor"][2], side="home",
        overcalls=3, threshold=3, proposed_at=now,
    )  # fmt: skip
    answer = office.get(PAGE)
    assert "He was not there. Decide" in section(answer, "appeals")
    assert "Game 1 of match 2; for a neutral referee to decide." in section(answer, "cases")
    html = answer.content.decode()
    assert f'href="/leagues/town/secretary/appeals/{made.pk}/"' in html
    assert f'href="/leagues/town/calls/conduct/{case.pk}/"' in html
    # Whoever made the ruling does not decide about it.
    Ruling.objects.update(referee=town.secretary)
    assert "Another secretary must decide this" in section(office.get(PAGE), "appeals")
    appeal.decide_appeal(made, allow=False, decision="He was.", by=_another(town), now=now)
    ConductCase.objects.update(state="dismissed")
    answer = office.get(PAGE)
    assert [section(answer, name) for name in ("appeals", "cases")] == ["", ""]


def _another(town: Town) -> User:
    found = factories.user("another@town.example")
    factories.role(found, town.league, RoleKind.SECRETARY)
    return found


@pytest.mark.parametrize("path", [PAGE, LOAD])
def test_only_the_secretary_has_these_pages(town: Town, path: str) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={path}")
    assert Client().post(LOAD).status_code == 403
    stranger = factories.town("Other League", "other")
    for who in (town.captains["Anchor"], town.referee, stranger.secretary):
        answer = signed_in(who).get(path)
        assert answer.status_code == 403
        assert "Only the league's secretary" in in_words(answer.content.decode())
        assert signed_in(who).post(LOAD, {"files": [sent("venues.csv", FILES["venues.csv"])]}).status_code == 403
    assert Venue.objects.filter(name="Legion Club").count() == 0


# Loading.


def sent(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="text/csv")


@pytest.fixture
def empty(town: Town) -> League:
    """The town's league without its season."""
    Fixture.objects.all().delete()
    Season.objects.all().delete()
    Team.objects.all().delete()
    Venue.objects.all().delete()
    return town.league


def test_the_page_says_what_each_file_holds(office: Client) -> None:
    text = in_words(office.get(LOAD).content.decode())
    assert "season.csv season, first week, rounds, blank week, weeks with no play, format, points per game" in text
    assert "everything is checked first" in text.lower()


@pytest.mark.long
def test_checking_writes_nothing_and_loading_does(empty: League, town: Town) -> None:
    client = signed_in(town.secretary)
    answer = client.post(LOAD, {"do": "check", "files": [sent(name, data) for name, data in FILES.items()]})
    text = in_words(answer.content.decode())
    assert (answer.status_code, Season.objects.count(), Result.objects.count()) == (200, 0, 0)
    assert "Nothing is wrong with these files They are for 2026-27. Nothing has been loaded yet." in text
    assert "new results 139" in text
    assert "fixtures.csv: 7 to check" in text
    answer = client.post(LOAD, {"do": "load", "files": [sent(name, data) for name, data in FILES.items()]}, follow=True)
    assert (Season.objects.get().name, Result.objects.count()) == ("2026-27", 139)
    text = in_words(answer.content.decode())
    assert "Loaded into 2026-27: 1710 rows are new, 0 have changed" in text
    assert "Nothing has been loaded yet" not in text
    assert "fixtures.csv: 7 to check" in text
    assert "Sally Secretary loaded 2026-27: new 28 venues" in in_words(client.get(f"{PAGE}journal/").content.decode())
    answer = client.post(LOAD, {"do": "load", "files": [sent("results.csv", FILES["results.csv"])]}, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert "Everything in these files is in 2026-27 already; nothing has changed." in in_words(answer.content.decode())


def test_who_may_not_have_played_is_told_once_more_when_it_is_loaded(db: None, now: dt.datetime) -> None:
    """The page after loading repeats the preview's warning: the results stand, and somebody has to look."""
    league = League.objects.create(name="Town", slug="town")
    small_league.load(league, {**small_league.GOOD, "results.csv": small_league.HEAD}, now)
    Season.objects.update(registration_days=7)
    Registration.objects.filter(player__name="Anchor 3").update(starts_on=dt.date(2026, 9, 15))
    secretary = factories.user("secretary@town.example")
    factories.role(secretary, league, RoleKind.SECRETARY)
    client, results_csv = signed_in(secretary), small_league.GOOD["results.csv"].encode()
    told = "results.csv:5, home players : Anchor 3 has been registered since 15 September 2026 and may play from"
    for do, title in (
        ("check", "Nothing is wrong with these files"),
        ("load", "Loaded into 2026-27: 2 rows are new, 0 have"),
    ):
        text = in_words(client.post(LOAD, {"do": do, "files": [sent("results.csv", results_csv)]}).content.decode())
        assert title in text
        assert "results.csv: 1 to check" in text
        assert told in text
    assert Result.objects.count() == 2


def test_what_is_wrong_is_told_file_by_file(office: Client, town: Town) -> None:
    venues = b"venue,address,fixtures at once\nInn,1 High St,none\n<b>Mill</b>,,0\n"
    teams = b"team,division,home venue,home night,start,cannot play on\nEagle,Division 1,Anchr,Monday,20:00,\n"
    files = [sent("teams.csv", teams), sent("venues.csv", venues)]
    answer = office.post(LOAD, {"do": "load", "files": files})
    assert answer.status_code == 422
    text = in_words(answer.content.decode())
    assert "3 problems found; nothing was loaded venues.csv" in text
    assert 'venues.csv:2, fixtures at once : "none": write a whole number from 1 to 99' in text
    assert 'venues.csv:3, fixtures at once : "0": write a whole number from 1 to 99' in text
    assert 'teams.csv teams.csv:2, home venue : "Anchr": no such venue; did you mean "Anchor"?' in text
    assert "<b>Mill</b>" not in answer.content.decode()
    assert not Team.objects.filter(name="Eagle").exists()


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ([], "Choose at least one file."),
        ([("Results (2).csv", b"a,b\n")], 'Results (2).csv:1 : no column "date"'),
        ([("results.csv", b"x" * (5 * 1024 * 1024 + 1))], "results.csv is larger than 5 MB."),
        ([("results.csv", b"")], "the file is empty"),
        (
            [("results.csv", b"PK\x03\x04\x00\x00")],
            "the workbook is damaged. Open it in a spreadsheet program and save it again as .xlsx",
        ),
        ([("results.csv", bytes(range(1, 256)))], 'no column "date"'),
    ],
)
def test_what_cannot_be_read_is_refused_in_so_many_words(
    office: Client, files: list[tuple[str, bytes]], told: str
) -> None:
    answer = office.post(LOAD, {"do": "load", "files": [sent(*file) for file in files]})
    assert answer.status_code == 422
    text = in_words(answer.content.decode())
    assert "1 problem found; nothing was loaded" in text
    assert told in text
    assert 'aria-invalid="true"' in answer.content.decode()


# The league's settings


def test_the_secretary_changes_the_leagues_settings(town: Town) -> None:
    client, page = Client(), "/leagues/town/secretary/settings/league/"
    client.force_login(town.secretary)
    assert 'name="confirm_hours" value="48"' in client.get(page).content.decode()
    sent = untouched_on(client, page) | {"result_hours": "24", "confirm_hours": "12", "shorten_names": "on"}
    answer = saved(client, page, sent, reason="Sheets came in late.")
    assert answer.redirect_chain == [(page, 302)]
    town.league.refresh_from_db()
    assert (town.league.result_hours, town.league.confirm_hours, town.league.shorten_names) == (24, 12, True)


@pytest.mark.parametrize("hours", ["0", "x", "", "9" * 5000, "-1", "12.5", "\x00"])
def test_hours_that_cannot_be_are_told_at_their_field(town: Town, hours: str) -> None:
    client, page = Client(), "/leagues/town/secretary/settings/league/"
    client.force_login(town.secretary)
    answer = client.post(page, untouched_on(client, page) | {"result_hours": "24", "confirm_hours": hours})
    assert answer.status_code == 422
    assert 'href="#id_confirm_hours"' in answer.content.decode()
    town.league.refresh_from_db()
    assert town.league.confirm_hours == 48
