"""What is hidden is reached by nobody, whatever address they kept; and nobody hides what is not theirs."""

import datetime as dt
import json
from typing import Any

import pytest
from django.test import Client

from league.models import CalendarFeed, Entry, JournalEntry, League, Season, Team, Venue
from tests import factories
from tests.factories import Town

OWN = "/leagues/town/"
API = "/api/v1/leagues/town/"
WHY = {"reason": "Made by mistake."}


def _client(who: Any = None) -> Client:
    client = Client()
    if who is not None:
        client.force_login(who)
    return client


def addresses(town: Town) -> list[str]:
    """Everything of a league that its public and its people read."""
    fixture, player, venue = town.fixtures[0].pk, town.squads["Anchor"][0].pk, town.venues["Anchor"].pk
    CalendarFeed.objects.get_or_create(
        user=town.captains["Anchor"], league=town.league, token="a-secret", defaults={"created_at": factories.PUBLISHED}
    )
    pages = (
        "", "fixtures/", "rules/", "teams/anchor/", f"players/{player}/", f"fixtures/{fixture}/", "calendars/", "hand/",
        "my/", "secretary/", "secretary/journal/", "secretary/upkeep/", "messages/", "tables/2026-27/division-1/",
        "tables/2026-27/division-1/anchor/", "tables/2026-27/division-1/table.csv", "tables/2026-27/players.json",
        "calendars/team/anchor.ics", f"calendars/player/{player}.ics", f"calendars/venue/{venue}.ics",
        "calendars/division/division-1.ics", "calendars/my/a-secret.ics",
    )  # fmt: skip
    operations = (
        "", "seasons/", "seasons/2026-27/", "teams/", "players/", "fixtures/", f"fixtures/{fixture}/", "results/",
        "rulings/", "calendars/", "my/fixtures/", "secretary/", "journal/", "upkeep/",
    )  # fmt: skip
    return [*(OWN + page for page in pages), *(API + operation for operation in operations)]


@pytest.mark.long
def test_a_hidden_league_is_found_at_no_address_by_anybody_but_an_administrator(town: Town, now: dt.datetime) -> None:
    """A league that was hidden is read, by whoever kept an address of it."""
    asked = addresses(town)
    League.objects.filter(pk=town.league.pk).update(hidden_at=now)
    for who in (None, town.captains["Anchor"], town.referee, town.secretary):
        client = _client(who)
        got = {address: client.get(address).status_code for address in asked}
        # As a league that there is not: who is not signed in reads 401 of what nobody reads without.
        assert got == {a: client.get(a.replace("/town/", "/nowhere/")).status_code for a in asked}
        assert set(got.values()) <= {404, 401}
        assert client.get("/api/v1/leagues/").json()["results"] == []
        for page in ("/", OWN, f"{OWN}widgets/table/division-1/", "/accounts/login/?next=/leagues/town/"):
            assert "Town League" not in client.get(page).content.decode()
    admin = _client(factories.user("super@town.example", is_superuser=True))
    assert admin.get(OWN).status_code == 200
    assert "Town League" in admin.get("/").content.decode()


@pytest.mark.long
def test_a_hidden_season_is_found_at_no_address(town: Town, now: dt.datetime) -> None:
    """A season that was hidden is read by its slug or a fixture's number: pages, files, calendars, API."""
    fixture = town.fixtures[0].pk
    Season.objects.filter(pk=town.season.pk).update(hidden_at=now)
    gone = (
        f"{OWN}fixtures/{fixture}/", f"{OWN}tables/2026-27/division-1/", f"{OWN}fixtures/?season=2026-27",
        f"{OWN}tables/2026-27/division-1/table.csv", f"{OWN}tables/2026-27/players.json",
        f"{OWN}tables/2026-27/division-1/anchor/", f"{OWN}calendars/division/division-1.ics",
        f"{API}seasons/2026-27/", f"{API}seasons/2026-27/standings/", f"{API}seasons/2026-27/divisions/",
        f"{API}fixtures/{fixture}/", f"{API}fixtures/{fixture}/result/", f"{API}seasons/2026-27/entries/",
    )  # fmt: skip
    for who in (None, town.captains["Anchor"], town.referee):
        client = _client(who)
        assert {address: client.get(address).status_code for address in gone} == dict.fromkeys(gone, 404)
        for name in ("seasons", "fixtures", "results"):
            assert client.get(f"{API}{name}/").json()["results"] == []
        assert b"VEVENT" not in client.get(f"{OWN}calendars/team/anchor.ics").content
    for page in ("", "fixtures/", "rules/", "calendars/", "teams/anchor/"):
        assert "2026-27" not in _client().get(OWN + page).content.decode()
    assert "Anchor v Bell" not in _client(town.captains["Anchor"]).get(f"{OWN}my/").content.decode()
    seasons = _client(town.secretary).get(f"{OWN}secretary/seasons/").content.decode()
    assert "Hidden" in seasons


def test_a_hidden_team_and_venue_are_found_at_no_address(town: Town, now: dt.datetime) -> None:
    team = Team.objects.create(league=town.league, name="Dog Tooth", slug="dog-tooth", hidden_at=now)
    venue = Venue.objects.create(league=town.league, name="Kennel", hidden_at=now)
    Entry.objects.create(
        season=town.season, division=town.division, team=team, venue=town.venues["Bell"], home_night=1,
        start_time=dt.time(20),
    )  # fmt: skip
    gone = (
        f"{OWN}teams/dog-tooth/", f"{OWN}calendars/team/dog-tooth.ics", f"{OWN}calendars/venue/{venue.pk}.ics",
        f"{API}teams/dog-tooth/", f"{OWN}tables/2026-27/division-1/dog-tooth/", f"{OWN}teams/dog-tooth/people/",
        f"{API}seasons/2026-27/divisions/division-1/teams/dog-tooth/receipt/",
    )  # fmt: skip
    for who in (None, town.captains["Anchor"], town.secretary):
        client = _client(who)
        for address in gone:
            assert client.get(address).status_code in (404, 302), address
    listed = (
        OWN, f"{OWN}tables/2026-27/division-1/", f"{OWN}calendars/", f"{API}teams/", f"{API}seasons/2026-27/entries/",
        f"{API}seasons/2026-27/standings/", f"{OWN}tables/2026-27/teams.json", f"{API}calendars/",
    )  # fmt: skip
    for address in listed:
        said = _client().get(address).content.decode()
        assert "Dog Tooth" not in said, address
        assert "Kennel" not in said, address
    people = _client(town.secretary).get(f"{OWN}secretary/people/").content.decode()
    assert "Dog Tooth" not in people


@pytest.mark.parametrize("do", ["hide", "restore", "delete"])
def test_a_captain_hides_nothing(town: Town, do: str) -> None:
    """A captain makes another team, or the league, vanish: through the page."""
    team = Team.objects.create(league=town.league, name="Dog", slug="dog")
    for kind, pk in (("team", team.pk), ("season", town.season.pk), ("league", town.league.pk)):
        for who in (None, town.captains["Anchor"], town.referee):
            client = _client(who)
            answer = client.post(f"{OWN}secretary/upkeep/{kind}/{pk}/", {"do": do, **WHY})
            assert answer.status_code == 403
    assert not JournalEntry.objects.exists()


def test_a_secretary_hides_no_league_and_nothing_of_another(town: Town) -> None:
    """A secretary makes the whole league vanish, or another league's team."""
    abroad = factories.town("Abroad", "abroad")
    client = _client(town.secretary)
    assert client.post(f"{OWN}secretary/upkeep/league/{town.league.pk}/", {"do": "hide", **WHY}).status_code == 403
    for kind, pk in (("league", abroad.league.pk), ("season", abroad.season.pk), ("bogus", 1)):
        assert client.get(f"{OWN}secretary/upkeep/{kind}/{pk}/").status_code == 404
        answer = client.post(f"{API}upkeep/{kind}/{pk}/hide/", json.dumps(WHY), content_type="application/json")
        assert answer.status_code == 404
    assert not League.objects.exclude(hidden_at=None).exists()


def test_the_secretary_hides_and_restores_on_the_page_twice_without_harm(town: Town) -> None:
    client = _client(town.secretary)
    page = f"{OWN}secretary/upkeep/season/{town.season.pk}/"
    for do, hidden in (("hide", True), ("hide", True), ("restore", False), ("restore", False)):
        assert client.post(page, {"do": do, **WHY}).status_code == 302
        assert (Season.objects.get(pk=town.season.pk).hidden_at is not None) is hidden
        assert client.get(page).status_code == 200
    assert JournalEntry.objects.count() == 2
    assert client.post(page, {"do": "hide", "reason": ""}).status_code == 422
