"""What everybody reads: the pages' words, what they say when there is nothing, and what they never say."""

import datetime as dt
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.crypto import get_random_string

from league.enums import ResultKind, WeekKind
from league.models import (
    Blackout,
    Division,
    Fixture,
    JournalEntry,
    League,
    Player,
    Registration,
    Season,
    Team,
    User,
    Week,
)
from league.rules.sheets import GameScore
from league.services.calls import rule
from league.services.results import confirm, decide, submit
from league.services.results.confirm import confirm_due
from tests import factories
from tests.factories import PUBLISHED, Town, result_sheet

pytestmark = pytest.mark.usefixtures("today")


def read(client: Client, address: str) -> str:
    """Return the text that a reader of a page sees, in one line."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return words(answer)


def words(answer: Any) -> str:
    body = re.sub(r"<(script|style|head|svg)\b.*?</\1>", "", answer.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def play(town: Town, home: str, away: str, now: dt.datetime, *, first: GameScore | None = None) -> Fixture:
    """A fixture with a result that both captains agree on: 6–3."""
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away, first=first), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def pages_of(town: Town) -> list[str]:
    """The addresses of every public page that the town has something on."""
    own = "/leagues/town/"
    fixtures = [f"{own}fixtures/{fixture.pk}/" for fixture in town.fixtures]
    teams = [f"{own}teams/{team.slug}/" for team in town.teams.values()]
    players = [f"{own}players/{squad[0].pk}/" for squad in town.squads.values()]
    return [own, f"{own}fixtures/", f"{own}rules/", f"{own}tables/2026-27/division-1/", *fixtures, *teams, *players]


# What the pages say


def test_the_home_page_has_the_week_the_latest_results_and_the_tables(
    town: Town, now: dt.datetime, client: Client
) -> None:
    play(town, "Anchor", "Bell", now)
    submit.submit(town.fixture("Castle", "Duke of York"), result_sheet(town, "Castle", "Duke of York"),
                   by=town.captains["Castle"], now=now)  # fmt: skip
    coming = town.fixture("Bell", "Castle")
    Fixture.objects.filter(pk=coming.pk).update(starts_at=dt.datetime(2026, 11, 5, 20, tzinfo=town.league.tz))
    seen = read(client, "/leagues/town/")
    first, rest = seen.split("This week")
    this_week, latest = rest.split("Latest results")
    assert "Division 1 Anchor lead on 6" in first
    assert "Thursday 5 November 1 fixture 8 pm , Division 1 Bell v Castle" in this_week
    assert "Anchor" not in this_week
    assert "Anchor , 6 v Bell , 3" in latest
    assert "Duke of York" not in latest
    assert "1 result is awaiting confirmation and does not count yet." in latest


def test_the_division_page_says_places_and_what_is_still_to_count(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, "Anchor", "Bell", now)
    submit.submit(town.fixture("Castle", "Duke of York"), result_sheet(town, "Castle", "Duke of York"),
                   by=town.captains["Castle"], now=now)  # fmt: skip
    answer = client.get("/leagues/town/tables/2026-27/division-1/")
    rows = re.findall(r"<tr\b.*?</tr>", answer.content.decode(), flags=re.DOTALL)[1:]
    order = [name for row in rows for name in factories.TEAMS if f">{name}</a>" in row]
    assert order == ["Anchor", "Bell", "Castle", "Duke of York"]
    assert "1 result is awaiting confirmation and does not count yet. 4 fixtures still to play." in words(answer)


def test_the_fixture_page_shows_the_sheet_game_by_game(town: Town, now: dt.datetime, client: Client) -> None:
    fixture = play(town, "Anchor", "Bell", now, first=GameScore(121, 29))
    seen = read(client, f"/leagues/town/fixtures/{fixture.pk}/")
    assert "Anchor 6–3 Bell" in seen
    assert "Tuesday 15 September 2026, 8 pm at Anchor, High St" in seen
    assert "Confirmed by the other side, 3 November 2026, 12 pm." in seen
    assert "29" in seen
    for name in ("Anchor 1", "Anchor 4", "Bell 1", "Bell 4"):
        assert name in seen


def test_the_fixture_page_says_whose_sheet_waits_and_that_a_disputed_one_does_not_count(
    town: Town, now: dt.datetime, client: Client
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    address = f"/leagues/town/fixtures/{fixture.pk}/"
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=now)
    told = "This is Bell’s sheet. It counts when the other captain confirms it, or automatically on "
    assert told + "Thursday 5 November at 8 pm if they don’t reply." in read(client, address)
    confirm.dispute(fixture, 1, reason="Our card says otherwise", by=town.captains["Anchor"], now=now)
    assert "The other side disputes this sheet. It does not count until that is settled." in read(client, address)


def test_a_result_that_nobody_answered_is_marked_wherever_it_is_listed(
    town: Town, now: dt.datetime, client: Client
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=now)
    confirm_due(now=now + dt.timedelta(hours=56))
    seen = read(client, f"/leagues/town/fixtures/{fixture.pk}/")
    assert "Confirmed by the deadline" in seen
    assert "By the deadline: the other side said nothing, 5 November 2026, 8 pm." in seen
    assert "Confirmed by the deadline" in read(client, "/leagues/town/fixtures/?week=all")


def test_a_walkover_has_no_sheet_and_says_why(town: Town, now: dt.datetime, client: Client) -> None:
    fixture = town.fixture("Anchor", "Bell")
    result = decide.give_walkover(
        fixture, to="away", version=0, reason="Anchor could not raise a side.", by=town.secretary, now=now
    )
    assert result.kind == ResultKind.WALKOVER
    seen = read(client, f"/leagues/town/fixtures/{fixture.pk}/")
    assert "A walkover to Bell, who are awarded 9 games. Nothing was played. Anchor could not raise a side." in seen
    assert "0–9" not in seen


def test_a_postponed_fixture_says_from_when_and_by_when(town: Town, client: Client) -> None:
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.filter(pk=fixture.pk).update(state="postponed")
    seen = read(client, f"/leagues/town/fixtures/{fixture.pk}/")
    assert "No date yet: was Tue 15 September." in seen
    assert "To be played by the catch-up week, which begins on Monday 28 September." in seen
    Fixture.objects.filter(pk=fixture.pk).update(state="scheduled", starts_at=fixture.starts_at + dt.timedelta(days=2))
    seen = read(client, f"/leagues/town/fixtures/{fixture.pk}/")
    assert "Thursday 17 September 2026, 8 pm" in seen
    assert "Moved: was Tue 15 September, 8 pm." in seen
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=dt.datetime(2026, 11, 5, 20, tzinfo=town.league.tz))
    listed = read(client, "/leagues/town/fixtures/?week=all")
    assert "Thursday 5 November 8 pm Anchor v Bell , Moved: was 15 Sep" in listed


def test_a_cancelled_fixture_says_so_and_waits_for_nothing(town: Town, client: Client) -> None:
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.filter(pk=fixture.pk).update(state="cancelled")
    seen = read(client, f"/leagues/town/fixtures/{fixture.pk}/")
    assert "This fixture will not be played. It was set for Tuesday 15 September." in seen
    assert "No result yet" not in seen
    listed = read(client, "/leagues/town/fixtures/?week=all")
    assert "Not played was 15 Sep Anchor v Bell , Cancelled" in listed


def test_the_team_page_has_captain_venue_squad_and_fixtures(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, "Anchor", "Bell", now)
    Blackout.objects.create(entry=town.teams["Anchor"].entries.get(), date=dt.date(2026, 12, 1))
    seen = read(client, "/leagues/town/teams/anchor/")
    assert (
        "Anchor 2026-27 1st of 4 in Division 1 6 points, played 1 W Won against Bell No fixture with a date is left."
        in seen
    )
    assert "At home Anchor, Tuesdays at 8 pm Captain Anchor 1 Cannot play on" in seen
    assert "Where the 6 points come from" in seen
    assert "Anchor 1 1 2 1 67" in seen
    assert "Anchor 6 – – – –" in seen
    coming, played = seen.split("To come")[1].split("Squad")[0].split("Played")
    assert "Castle" in coming
    assert "Bell" not in coming
    assert "Anchor , 6 v Bell , 3" in played


def test_yesterdays_captain_is_not_shown_and_tomorrows_not_yet(town: Town, now: dt.datetime, client: Client) -> None:
    anchor, day = town.teams["Anchor"], dt.timedelta(days=1)
    for name, fields in (
        ("Gone Gladys", {"ends_on": now.date() - day}),
        ("Future Fred", {"starts_on": now.date() + day}),
        ("Passing Pat", {"ends_on": now.date() + day}),
    ):
        who = factories.user(f"{name.split()[1].lower()}@town.example", name=name)
        factories.role(who, town.league, factories.RoleKind.VICE_CAPTAIN, anchor, **fields)
    seen = read(client, "/leagues/town/teams/anchor/")
    assert "Gone Gladys" not in seen
    assert "Future Fred" not in seen
    assert "Vice-captain Passing Pat" in seen


def test_the_player_page_adds_up_singles_and_doubles(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, "Anchor", "Bell", now)
    single = town.squads["Anchor"][2]
    seen = read(client, f"/leagues/town/players/{single.pk}/")
    assert "Singles 1 2 1 67 All 1 2 1 67" in seen
    assert "15 Sep Bell Singles 2–1" in seen


def test_the_fixture_list_keeps_to_the_division_and_season_asked_for(town: Town, client: Client) -> None:
    second = Division.objects.create(
        season=town.season, name="Division 2", slug="division-2", order=2, fixture_format="S"
    )
    assert "Anchor v Bell" in read(client, "/leagues/town/fixtures/?division=division-1&week=all")
    assert "Anchor v Bell" not in read(client, f"/leagues/town/fixtures/?division={second.slug}&week=all")
    Season.objects.create(
        league=town.league, name="2020-21", slug="2020-21", first_week=dt.date(2020, 9, 14), published_at=PUBLISHED
    )
    assert "Anchor v Bell" not in read(client, "/leagues/town/fixtures/?season=2020-21&week=all")


def test_the_fixture_list_marks_this_week_the_catch_up_week_and_no_play(town: Town, client: Client) -> None:
    first = town.weeks[0].round
    for number, monday, kind in (
        (5, dt.date(2026, 11, 2), WeekKind.PLAY),
        (None, dt.date(2026, 12, 21), WeekKind.NO_PLAY),
    ):
        Week.objects.create(season=town.season, round=first, number=number, starts_on=monday, kind=kind)
    seen = read(client, "/leagues/town/fixtures/")
    assert "Week 5 Round 1, 2 Nov – 8 Nov · this week No fixtures are set for this week yet." in seen
    assert "Left blank for postponed fixtures." in seen
    assert "No play Round 1, 21 Dec – 27 Dec" in seen
    assert seen.count("· this week") == 1
    assert "21 Dec – 27 Dec Nothing is played this week." in seen


def test_times_are_those_of_the_leagues_zone(town: Town, now: dt.datetime, client: Client) -> None:
    fixture = play(town, "Anchor", "Bell", now)
    League.objects.update(time_zone="Australia/Brisbane")
    seen = read(client, f"/leagues/town/fixtures/{fixture.pk}/")
    assert "Wednesday 16 September 2026, 5 am" in seen
    assert "3 November 2026, 10 pm." in seen
    assert "Wednesday 16 September 5 am" in read(client, "/leagues/town/fixtures/?week=all")


# Nothing to say


@pytest.mark.parametrize("path", ["", "fixtures/", "rules/"])
def test_a_league_without_a_season_says_so(db: None, client: Client, path: str) -> None:
    League.objects.create(name="New League", slug="new")
    assert "No season yet The secretary is setting this league up." in read(client, f"/leagues/new/{path}")


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
    assert "Not entered This team is not entered in the season." in read(client, "/leagues/new/teams/lonely/")
    assert "Not registered this season. No matches yet" in read(client, f"/leagues/new/players/{player.pk}/")
    Division.objects.create(season=season, name="Empty", slug="empty", fixture_format="S")
    assert "No teams yet No team has entered this division. No fixtures left to play." not in home
    assert "No teams yet No team has entered this division." in read(client, "/leagues/new/tables/s/empty/")


def test_teams_and_players_of_a_league_without_a_season(db: None, client: Client) -> None:
    league = League.objects.create(name="New League", slug="new")
    Team.objects.create(league=league, name="Lonely", slug="lonely")
    player = Player.objects.create(league=league, name="Ann")
    assert "Not entered" in read(client, "/leagues/new/teams/lonely/")
    assert "No matches yet" in read(client, f"/leagues/new/players/{player.pk}/")


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


def test_long_names_and_markup_in_names_are_shown_whole_and_harmless(
    town: Town, now: dt.datetime, client: Client
) -> None:
    long, other = (
        "<b>Gentlemen</b> of the Worshipful Company of " + f"{word} " * 20 for word in ("Pegging", "Counting")
    )
    long, other = long[:119] + ".", other[:119] + "."
    for name, given in (("Anchor", long), ("Bell", other)):
        Team.objects.filter(pk=town.teams[name].pk).update(name=given)
        Player.objects.filter(pk=town.squads[name][0].pk).update(name=given)
        User.objects.filter(pk=town.captains[name].pk).update(name=given)
    play(town, "Anchor", "Bell", now)
    own = (f"players/{town.squads['Anchor'][0].pk}/", f"fixtures/{town.fixtures[0].pk}/")
    for address in ("", "fixtures/?week=all", "teams/anchor/", "tables/2026-27/division-1/", *own):
        body = client.get(f"/leagues/town/{address}").content.decode()
        assert "&lt;b&gt;Gentlemen&lt;/b&gt;" in body
        assert "<b>Gentlemen" not in body


def test_a_captain_with_a_very_long_address_and_no_name_can_send_a_sheet(town: Town, now: dt.datetime) -> None:
    who = town.captains["Anchor"]
    who.name, who.email = "", "anchor@" + "very-" * 40 + "long.example"
    who.save()
    play(town, "Anchor", "Bell", now)
    sent = JournalEntry.objects.get(by=who)
    assert sent.by_name == who.email


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


# How many queries, whatever the size


QUERIES = {
    "": 16,
    "fixtures/": 8,
    "tables/": 9,
    "rules/": 4,
    "tables/2026-27/division-1/": 8,
    "fixtures/{fixture}/": 15,
    "teams/anchor/": 15,
    "players/{player}/": 12,
}


@pytest.mark.parametrize("path", QUERIES)
@pytest.mark.parametrize("size", [1, 3])
def test_a_page_asks_a_fixed_number_of_queries(
    town: Town, now: dt.datetime, client: Client, django_assert_num_queries: Any, path: str, size: int
) -> None:
    for home, away in [pair for pairs in factories.PAIRS for pair in pairs][: 2 * size]:
        play(town, home, away, now)
    for number in range(2, size + 1):
        Division.objects.create(season=town.season, name=f"Division {number}", slug=f"d{number}", fixture_format="S")
    player = town.squads["Anchor"][0].pk
    address = "/leagues/town/" + path.format(fixture=town.fixture("Anchor", "Bell").pk, player=player)
    with django_assert_num_queries(QUERIES[path]):
        client.get(address)


@pytest.mark.parametrize("teams", [4, 12])
def test_a_division_table_asks_eight_queries_with_any_number_of_teams(
    town: Town, client: Client, django_assert_num_queries: Any, teams: int
) -> None:
    factories.full_division(town, teams)
    with django_assert_num_queries(8):
        answer = client.get("/leagues/town/tables/full/premier/")
    assert answer.content.decode().count("/leagues/town/teams/full-") == teams


def test_no_page_says_its_title_or_its_venue_twice(town: Town) -> None:
    home = Client().get("/leagues/town/").content.decode()
    assert "<title>Tables and results · Town League</title>" in home
    assert "<h1>2026-27</h1>" in home
    fixture = town.fixture("Anchor", "Bell")
    assert fixture.venue.address == "Anchor, High St"
    page = words(Client().get(f"/leagues/town/fixtures/{fixture.pk}/"))
    assert "at Anchor, High St" in page
    assert "Anchor Anchor" not in page


@pytest.mark.parametrize("week", ["2026-02-30", "0000-01-01", "2026-99-99", "9999-12-31", "0001-01-01", "²"])
def test_a_week_that_is_none_opens_the_weeks_looked_for(town: Town, client: Client, week: str) -> None:
    assert "Week 1" in read(client, f"/leagues/town/fixtures/?week={week}")
