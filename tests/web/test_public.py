"""What everybody reads: the pages' words, and how many queries each takes."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client

from league.enums import ResultKind, WeekKind
from league.models import Blackout, Division, Fixture, JournalEntry, League, Player, Season, Team, User, Week
from league.rules.sheets import GameScore
from league.services.results import confirm, decide, submit
from league.services.results.confirm import confirm_due
from tests import factories
from tests.factories import PUBLISHED, Town, result_sheet
from tests.web.public_pages import play, read, words

pytestmark = pytest.mark.usefixtures("today")


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
    first, rest = seen.split("Latest results")
    latest, this_week = rest.split("This week")
    assert "Division 1 Anchor lead on 6" in first
    assert "Thursday 5 November 8 pm , Division 1 Bell v Castle" in this_week
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
    assert "Anchor , 6 v Bell , 3" in seen
    assert "Tuesday 15 September 2026, 8 pm at Anchor, High St" in seen
    assert "Confirmed by the other side, 3 November 2026, 12 noon." in seen
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
    assert "Anchor 2026-27 1st of 4 in Division 1 6 points, played 1" in seen
    assert "No fixture with a date is left." in seen
    assert "At home Anchor, Tuesdays at 8 pm Captain Anchor 1 Cannot play on" in seen
    assert "Where the 6 points come from" in seen
    assert "Anchor 1 1 2 1 67" in seen
    assert "Anchor 6 – – – –" in seen
    assert seen.index("Squad") < seen.index("To come")
    coming, played = seen.split("To come")[1].split("Played")
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


# How many queries, whatever the size


QUERIES = {
    "": 17,
    "fixtures/": 8,
    "tables/": 9,
    "rules/": 4,
    "tables/2026-27/division-1/": 10,
    "fixtures/{fixture}/": 15,
    "teams/anchor/": 22,
    "players/{player}/": 18,
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
def test_a_division_table_asks_ten_queries_with_any_number_of_teams(
    town: Town, client: Client, django_assert_num_queries: Any, teams: int
) -> None:
    factories.full_division(town, teams)
    with django_assert_num_queries(10):
        answer = client.get("/leagues/town/tables/full/premier/")
    assert answer.content.decode().count("/leagues/town/teams/full-") == teams


def test_no_page_says_its_title_or_its_venue_twice(town: Town) -> None:
    home = Client().get("/leagues/town/").content.decode()
    assert "<title>Tables and results · Town League</title>" in home
    assert "<h1>Town League</h1>" in home
    fixture = town.fixture("Anchor", "Bell")
    assert fixture.venue.address == "Anchor, High St"
    page = words(Client().get(f"/leagues/town/fixtures/{fixture.pk}/"))
    assert "at Anchor, High St" in page
    assert "Anchor Anchor" not in page


@pytest.mark.parametrize("week", ["2026-02-30", "0000-01-01", "2026-99-99", "9999-12-31", "0001-01-01", "²"])
def test_a_week_that_is_none_opens_the_weeks_looked_for(town: Town, client: Client, week: str) -> None:
    assert "Week 1" in read(client, f"/leagues/town/fixtures/?week={week}")
