"""What everybody reads where there is nothing to say or nothing there, and what is never said to them."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils.crypto import get_random_string

from league.enums import RoleKind
from league.models import Division, Fixture, League, Player, Registration, Season, Team, User
from league.rules.sheets import GameScore
from league.services.calls import rule
from league.services.results import confirm, submit
from tests import factories
from tests.factories import PUBLISHED, Town, result_sheet
from tests.web.pages import signed_in
from tests.web.public_pages import pages_of, play, read, words

pytestmark = pytest.mark.usefixtures("today")


# Nothing to say


@pytest.mark.parametrize("path", ["", "fixtures/", "rules/"])
def test_a_league_without_a_season_says_so(db: None, client: Client, path: str) -> None:
    League.objects.create(name="New League", slug="new")
    assert "No season yet The secretary is setting this league up." in read(client, f"/leagues/new/{path}")


def secretary_of(league: League) -> User:
    user = factories.user("secretary@new.example")
    factories.role(user, league, RoleKind.SECRETARY)
    return user


def test_a_season_without_anything_says_so(db: None, client: Client) -> None:
    league = League.objects.create(name="New League", slug="new")
    season = Season.objects.create(
        league=league, name="2026-27", slug="s", first_week=dt.date(2026, 9, 14), published_at=PUBLISHED
    )
    Team.objects.create(league=league, name="Lonely", slug="lonely")
    player = Player.objects.create(league=league, name="Ann")
    home = read(client, "/leagues/new/")
    for title in ("Nothing is played this week", "No results yet", "No divisions yet"):
        assert title in home
    assert "No weeks yet" in read(client, "/leagues/new/fixtures/")
    secretary = signed_in(secretary_of(league))
    assert "Not entered This team is not entered in the season." in read(secretary, "/leagues/new/teams/lonely/")
    assert "No matches yet" in read(secretary, f"/leagues/new/players/{player.pk}/")
    Division.objects.create(season=season, name="Empty", slug="empty", fixture_format="S")
    assert "No teams yet No team has entered this division. No fixtures left to play." not in home
    assert "No teams yet No team has entered this division." in read(client, "/leagues/new/tables/s/empty/")


def test_teams_and_players_of_a_league_without_a_season(db: None, client: Client) -> None:
    league = League.objects.create(name="New League", slug="new")
    Team.objects.create(league=league, name="Lonely", slug="lonely")
    player = Player.objects.create(league=league, name="Ann")
    secretary = signed_in(secretary_of(league))
    for address in ("/leagues/new/teams/lonely/", f"/leagues/new/players/{player.pk}/"):
        assert client.get(address).status_code == 404, "of no season that is public"
    assert "Not entered" in read(secretary, "/leagues/new/teams/lonely/")
    assert "No matches yet" in read(secretary, f"/leagues/new/players/{player.pk}/")


def test_a_fixture_without_a_result_and_a_team_without_players(town: Town, client: Client) -> None:
    seen = read(client, f"/leagues/town/fixtures/{town.fixtures[0].pk}/")
    assert "No result yet: the captains enter it." in seen
    Registration.objects.all().delete()
    assert "Nobody registered" in read(client, "/leagues/town/teams/anchor/")


def test_the_start_leads_straight_to_the_only_league(db: None, client: Client) -> None:
    assert client.get("/").headers["Location"] == "/setup/"
    factories.user("ada@town.example")
    assert "No leagues here yet" in read(client, "/")
    League.objects.create(name="New League", slug="new")
    assert client.get("/").headers["Location"] == "/leagues/new/"
    League.objects.create(name="Another", slug="another")
    assert "Another New League" in read(client, "/")


# Nothing there


MISSING = (
    "/nowhere/",
    "/leagues/nowhere/",
    "/leagues/town/tables/2026-27/division-9/",
    "/leagues/town/tables/1999-00/division-1/",
    "/leagues/town/tables/2026-27/only-theirs/",
    "/leagues/town/fixtures/999999/",
    "/leagues/town/fixtures/99999999999999999999999/",
    "/leagues/town/players/99999999999999999999999/",
    "/leagues/town/fixtures/?division=division-9",
    "/leagues/town/fixtures/?season=1999-00",
    "/leagues/town/fixtures/?season=%00",
    "/leagues/town/fixtures/?division=%00",
    "/leagues/town/teams/only-theirs/",
    "/leagues/town/teams/anchor/?season=1999-00",
    "/leagues/town/rules/?season=x",
)


@pytest.mark.parametrize("address", MISSING)
def test_what_is_not_there_is_a_page_that_says_so(town: Town, client: Client, address: str) -> None:
    theirs = factories.town("Abroad", "abroad")
    Division.objects.filter(pk=theirs.division.pk).update(slug="only-theirs")
    Team.objects.filter(pk=theirs.teams["Bell"].pk).update(slug="only-theirs")
    answer = client.get(address)
    assert answer.status_code == 404
    assert "Nothing pegged here" in words(answer)


@pytest.mark.long
def test_nothing_of_another_league_is_found_or_named(town: Town, client: Client) -> None:
    theirs = factories.town("Abroad", "abroad")
    for address in (f"fixtures/{theirs.fixtures[0].pk}/", f"players/{theirs.squads['Bell'][0].pk}/"):
        assert client.get(f"/leagues/town/{address}").status_code == 404
        assert client.get(f"/leagues/abroad/{address}").status_code == 200
    for address in pages_of(town):
        assert "Abroad" not in read(client, address)


# Never said


@pytest.mark.long
def test_no_address_and_no_unconfirmed_sheet_of_the_other_side_is_shown(
    town: Town, now: dt.datetime, client: Client
) -> None:
    """With users who never gave a name, players with an address, a ruling, a draft and a disputed sheet."""
    User.objects.update(name="")
    for squad in town.squads.values():
        for player in squad:
            Player.objects.filter(pk=player.pk).update(email=f"p{player.pk}@players.example")
    ruled = play(town, "Duke of York", "Anchor", now)
    call = {
        "match_number": 1,
        "game_number": 1,
        "counter": "home",
        "cards": "AC 7D 8H 3S",
        "starter": "7C",
        "declared": 6,
    }
    rule.rule(ruled, by=town.referee, now=now, crib=False, claimed=8, takes=True, reason="He missed two.",
                      counter_player_id=None, challenger_player_id=None, token=get_random_string(20), **call)  # type: ignore[arg-type]  # fmt: skip
    disputed = town.fixture("Anchor", "Bell")
    submit.submit(disputed, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    counter = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 97))
    confirm.dispute(disputed, 1, reason="It was 97", sheet=counter, by=town.captains["Bell"], now=now)
    drafted = town.fixture("Castle", "Duke of York")
    submit.save_draft(drafted, {"m1-g1-loser": "98"}, by=town.captains["Castle"], now=now)
    bodies = {address: client.get(address).content.decode() for address in pages_of(town)}
    assert "He missed two." in bodies[f"/leagues/town/fixtures/{ruled.pk}/"]
    for address, body in bodies.items():
        assert re.findall(r"[\w.+-]+@[\w-]+\.\w+", body) == [], address
    assert "97" not in words(client.get(f"/leagues/town/fixtures/{disputed.pk}/"))
    assert "98" not in words(client.get(f"/leagues/town/fixtures/{drafted.pk}/"))


@pytest.mark.long
def test_a_stranger_is_offered_no_button(town: Town, now: dt.datetime, client: Client) -> None:
    for address in pages_of(town):
        body = client.get(address).content.decode()
        assert 'class="actions"' not in body
        assert 'method="post"' not in body


def test_a_season_that_is_not_published_is_the_secretary_s_alone(town: Town, now: dt.datetime, client: Client) -> None:
    """Its fixtures stand in no list either, and there is no page of theirs to act on."""
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=now)
    shown = f"/leagues/town/fixtures/{fixture.pk}/"
    for path in ("/leagues/town/", "/leagues/town/my/"):
        client.force_login(town.captains["Anchor"])
        assert shown in client.get(path).content.decode(), path
    Season.objects.update(published_at=None)
    pages = [shown, *(f"{shown}{page}/" for page in ("sheet", "postpone", "versions"))]
    for who, status in ((None, 404), (town.captains["Anchor"], 404), (town.referee, 404), (town.secretary, 200)):
        client.logout()
        if who is not None:
            client.force_login(who)
        answers = {path: client.get(path).status_code for path in pages}
        assert answers[shown] == status
        assert status == 200 or set(answers.values()) == {404}, answers
        assert shown not in client.get("/leagues/town/").content.decode()
    client.force_login(town.captains["Anchor"])
    assert shown not in client.get("/leagues/town/my/").content.decode()
    client.force_login(town.referee)
    assert shown not in client.get("/leagues/town/calls/").content.decode()
