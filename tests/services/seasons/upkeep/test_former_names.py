"""A rename leaves the seasons that are over as they were, in pages, tables, feeds, calendars, exports and the API."""

import datetime as dt
import io
import json
import zipfile

import pytest
from django.db import transaction
from django.test import Client

from league.models import Entry, Fixture, Registration, Season, Team, Venue
from league.queries.dates.calendars import event_of
from league.queries.fixtures import find_fixture
from league.queries.honours.careers import career_of
from league.queries.standings.standings import division_table
from league.services.portability.exports import VERSION, export_league, export_spreadsheets
from league.services.portability.imports import import_season
from league.services.portability.league_import.older import upgrade_row
from league.services.results import confirm, submit
from league.services.seasons.changes import change_team, change_venue
from league.services.seasons.drafts import copy_season
from tests.factories import FIRST_WEEK, Town, result_sheet
from tests.web.pages import words

# The town's season is over; nobody plays yet in the next one.
SUMMER = dt.datetime(2027, 6, 1, 12, tzinfo=dt.UTC)


@pytest.fixture
def archived(town: Town) -> Town:
    """A town with a confirmed result, whose team and venue Bell were renamed in the summer."""
    fixture = town.fixture("Bell", "Castle")
    sent = submit.submit(fixture, result_sheet(town, "Bell", "Castle"), by=town.captains["Bell"],
                         now=fixture.starts_at + dt.timedelta(hours=3))  # fmt: skip
    confirm.confirm(fixture, sent.version, by=town.captains["Castle"], now=fixture.starts_at + dt.timedelta(hours=4))
    rename(town, "Bell", "Ring of Bells", SUMMER)
    change_venue(town.venues["Bell"], {"name": "The Old Forge"}, by=town.secretary, now=SUMMER)
    return town


def rename(town: Town, name: str, to: str, now: dt.datetime) -> None:
    change_team(town.teams[name], {"name": to}, by=town.secretary, now=now)


def test_the_past_season_keeps_the_names_and_the_team_has_the_new_one(archived: Town) -> None:
    assert Team.objects.get(pk=archived.teams["Bell"].pk).name == "Ring of Bells"
    fixture = find_fixture(archived.league, archived.fixture("Bell", "Castle").pk)
    assert str(fixture) == "Bell v Castle"
    assert (fixture.home.now_called, fixture.away.now_called) == ("Ring of Bells", "")
    assert (fixture.venue.name, fixture.venue.now_called) == ("Bell", "The Old Forge")
    assert "Bell" in {row.team.name for row in division_table(archived.division).rows}
    assert Entry.objects.select_related("team").get(team=archived.teams["Bell"]).team.name == "Bell"
    assert {one.team.name for one in Registration.objects.filter(team=archived.teams["Bell"])} == {"Bell"}
    event = event_of(fixture, base_url="https://league.example")
    assert event.summary == "Bell v Castle"
    assert event.location.startswith("Bell,")


@pytest.mark.usefixtures("today")
def test_pages_feed_and_api_say_the_names_of_then_and_link_the_present_one(archived: Town, client: Client) -> None:
    fixture = archived.fixture("Bell", "Castle")
    page = client.get(f"/leagues/town/fixtures/{fixture.pk}/")
    text = words(page)
    assert "Bell are Ring of Bells now." in text
    assert "Bell is The Old Forge now." in text
    assert '<a href="/leagues/town/teams/bell/">Ring of Bells</a>' in page.content.decode()
    table = words(client.get("/leagues/town/tables/2026-27/division-1/"))
    assert "Bell are Ring of Bells now." in table
    feed = client.get("/leagues/town/feeds/results.atom").content.decode()
    assert "<title>Bell " in feed
    assert "Ring of Bells" not in feed
    told = client.get(f"/api/v1/leagues/town/fixtures/{fixture.pk}/").json()
    assert (told["home"]["name"], told["venue"]["name"]) == ("Bell", "Bell")
    assert words(client.get("/leagues/town/teams/bell/")).count("Ring of Bells") > 0


@pytest.mark.usefixtures("today")
def test_the_records_of_players_say_the_names_of_then(archived: Town, client: Client) -> None:
    player, other = archived.squads["Bell"][0], archived.squads["Castle"][0]
    merit = "/2026-27/division-1/"
    assert "Bell" in words(client.get(f"/leagues/town/merit{merit}"))
    assert "Ring of Bells" not in words(client.get(f"/leagues/town/merit{merit}"))
    told = client.get("/api/v1/leagues/town/seasons/2026-27/divisions/division-1/merit/").content.decode()
    assert '"name":"Bell"' in told
    assert "Ring of Bells" not in told
    lines = client.get(f"/api/v1/leagues/town/players/{player.pk}/career/").json()["seasons"]
    assert [line["team"]["name"] for line in lines] == ["Bell"]
    assert [line.team.now_called for line in career_of(player).lines] == ["Ring of Bells"]
    assert {last.team.name for last in career_of(other).last} == {"Bell"}


def test_a_season_that_goes_on_has_the_new_name_at_once(town: Town) -> None:
    during = dt.datetime.combine(FIRST_WEEK, dt.time(12), tzinfo=dt.UTC) + dt.timedelta(weeks=3, days=5)
    rename(town, "Bell", "Ring of Bells", during)
    assert str(town.fixture("Bell", "Castle")) == "Ring of Bells v Castle"
    assert not Fixture.objects.exclude(home_called="", away_called="").exists()


def test_two_renames_later_each_season_has_its_own_name(archived: Town) -> None:
    made = copy_season(
        archived.league, archived.season, "2027-28", dt.date(2027, 9, 14), by=archived.secretary, now=SUMMER
    )
    Season.objects.filter(pk=made.pk).update(published_at=SUMMER)
    entry = Entry.objects.get(season=made, team=archived.teams["Bell"])
    assert (entry.team.name, entry.team_called) == ("Ring of Bells", "")
    rename(archived, "Bell", "Bell End", dt.datetime(2027, 10, 1, tzinfo=dt.UTC))
    old, new = (Entry.objects.get(season=one, team=archived.teams["Bell"]) for one in (archived.season, made))
    assert (old.team.name, new.team.name) == ("Bell", "Bell End")
    # Called as it was once more: there is nothing to tell.
    rename(archived, "Bell", "Bell", dt.datetime(2027, 11, 1, tzinfo=dt.UTC))
    old = Entry.objects.get(pk=old.pk)
    assert (old.team.name, old.team.now_called) == ("Bell", "")


def test_spreadsheets_have_the_names_of_then_and_are_read_back_as_the_same_teams(archived: Town) -> None:
    out = io.BytesIO()
    with transaction.atomic():
        export_spreadsheets(archived.season, out, by=archived.secretary, now=SUMMER)
    book = zipfile.ZipFile(io.BytesIO(out.getvalue()))
    files = {name: book.read(name) for name in book.namelist() if name.endswith(".csv")}
    assert "Bell," in files["teams.csv"].decode()
    assert "Ring of Bells" not in "".join(data.decode() for data in files.values())
    teams, venues = Team.objects.count(), Venue.objects.count()
    import_season(files, archived.league, by=None, now=SUMMER)
    assert (Team.objects.count(), Venue.objects.count()) == (teams, venues)
    assert Team.objects.get(pk=archived.teams["Bell"].pk).name == "Ring of Bells"


def test_a_league_s_file_keeps_them(archived: Town) -> None:
    out = io.BytesIO()
    with transaction.atomic():
        export_league(archived.league, out, by=archived.secretary, now=SUMMER)
    book = zipfile.ZipFile(io.BytesIO(out.getvalue()))
    rows = [json.loads(line) for name in book.namelist() if "fixture" in name for line in book.read(name).splitlines()]
    assert {row["home_called"] for row in rows if "home_called" in row} == {"", "Bell"}
    assert upgrade_row(Fixture, {}, VERSION)["home_called"] == ""
    assert upgrade_row(Entry, {}, VERSION)["team_called"] == ""
    assert upgrade_row(Registration, {}, VERSION)["team_called"] == ""
