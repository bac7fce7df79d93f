"""The home page, which begins with what is the reader's own, and the page of all tables."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.enums import RoleKind
from league.models import Entry, Fixture, League, Player, Registration, Season, User
from league.services.results import confirm, decide, submit
from tests import factories
from tests.factories import PUBLISHED, Town, result_sheet
from tests.web.pages import words
from tests.web.public_pages import pages_of, play, read

pytestmark = pytest.mark.usefixtures("today")

HOME = "/leagues/town/"


@pytest.fixture
def coming(town: Town, now: dt.datetime) -> Fixture:
    """Castle v Bell's return is out of reach; Bell v Castle is played in two days, at Bell."""
    fixture = town.fixture("Bell", "Castle")
    starts_at = dt.datetime(2026, 11, 5, 20, tzinfo=town.league.tz)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=starts_at, original_starts_at=starts_at)
    return fixture


def player_of(town: Town, team: str, number: int = 0) -> User:
    """A user who is a player of a team and nothing else."""
    user = factories.user(f"player{number}@{team.lower()}.example", name=f"{team} {number + 1}")
    Player.objects.filter(pk=town.squads[team][number].pk).update(user=user)
    return user


def test_a_player_finds_place_next_fixture_and_record_first(
    town: Town, now: dt.datetime, client: Client, coming: Fixture
) -> None:
    play(town, "Anchor", "Bell", now)
    client.force_login(player_of(town, "Bell", 2))
    seen = read(client, HOME)
    own = seen.split("Latest results")[0]
    assert "Bell 2026-27" in own
    assert "2nd of 4 in Division 1 3 points, played 1" in own
    assert "Next Castle at home Thu 5 Nov, 8 pm · Bell" in own
    assert "Last Anchor 6–3 Bell" in own
    assert "You 1–2 in games , 33 %, 1 match" in own
    assert "Follow a team" not in seen
    assert "To do" not in own


def test_a_last_fixture_that_was_not_played_says_to_whom_it_was_given(
    town: Town, now: dt.datetime, client: Client
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    decide.give_walkover(fixture, to="away", version=0, reason="Nobody came.", by=town.secretary, now=now)
    client.force_login(player_of(town, "Bell", 2))
    assert "Last Anchor v Bell Walkover to Bell" in read(client, HOME)


def test_a_captain_finds_what_is_to_be_done_first(town: Town, now: dt.datetime, client: Client) -> None:
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )
    client.force_login(town.captains["Bell"])
    answer = client.get(HOME)
    page = answer.content.decode()
    confirms = f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/confirm/"
    assert f'<a class="button due-first" href="{confirms}">Confirm 6–3: Anchor v Bell</a>' in page
    assert page.count("due-first") == 1
    assert "Enter result: Bell v Castle" in words(answer)


def test_tonights_fixture_comes_before_an_older_one(town: Town, now: dt.datetime, client: Client) -> None:
    tonight = town.fixture("Duke of York", "Anchor")
    Fixture.objects.filter(pk=tonight.pk).update(starts_at=now - dt.timedelta(hours=2))
    client.force_login(town.captains["Anchor"])
    page = client.get(HOME).content.decode()
    assert page.split("due-first")[1].split("</a>")[0].endswith("Enter result: Duke of York v Anchor")


def test_a_player_is_asked_whether_they_can_play(town: Town, client: Client, coming: Fixture) -> None:
    client.force_login(player_of(town, "Bell", 2))
    page = client.get(HOME).content.decode()
    asked = f"/leagues/town/fixtures/{coming.pk}/players/"
    assert f'<a class="button due-first" href="{asked}">Can you play? Bell v Castle</a>' in page


def test_a_referee_finds_what_to_rule_on_and_the_secretary_what_is_overdue(
    town: Town, now: dt.datetime, client: Client
) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.dispute(fixture, 1, reason="Our card says otherwise", by=town.captains["Bell"], now=now)
    client.force_login(town.referee)
    page = client.get(HOME).content.decode()
    assert page.split("due-first")[1].split("</a>")[0].endswith("Rule on Anchor v Bell")
    client.force_login(town.secretary)
    own = read(client, HOME).split("Latest results")[0]
    assert "5 results overdue 1 dispute to settle Settings" in own
    assert "Follow a team" not in own


def test_a_captain_has_thirty_links_at_most(town: Town, now: dt.datetime, client: Client, coming: Fixture) -> None:
    play(town, "Anchor", "Bell", now)
    play(town, "Castle", "Duke of York", now)
    captain = town.captains["Bell"]
    Player.objects.filter(pk=town.squads["Bell"][0].pk).update(user=captain)
    for reader in (None, captain, town.secretary, town.referee):
        if reader is not None:
            client.force_login(reader)
        assert client.get(HOME).content.count(b"<a ") <= 30, reader


def test_more_than_four_things_to_do_are_counted(town: Town, now: dt.datetime, client: Client) -> None:
    """Every fixture of Anchor's and Bell's is over, and no result in."""
    captain = town.captains["Anchor"]
    factories.role(captain, town.league, RoleKind.CAPTAIN, town.teams["Bell"], starts_on=now.date())
    client.force_login(captain)
    own = read(client, HOME).split("Latest results")[0]
    assert own.count("Enter result: ") == 4
    assert "1 more" in own


def test_whoever_is_of_two_teams_finds_both_the_captains_first(
    town: Town, now: dt.datetime, client: Client, coming: Fixture
) -> None:
    user = player_of(town, "Bell")
    factories.role(user, town.league, RoleKind.CAPTAIN, town.teams["Castle"], starts_on=now.date())
    client.force_login(user)
    own = read(client, HOME).split("Latest results")[0].split(" Sign out ")[1]
    assert own.index("Castle") < own.index("Bell")
    assert "Next Bell away Thu 5 Nov, 8 pm · Bell" in own
    assert "Next Castle at home Thu 5 Nov, 8 pm · Bell" in own


def test_a_stranger_follows_a_team_by_its_address(
    town: Town, now: dt.datetime, client: Client, coming: Fixture
) -> None:
    assert "Follow a team Choose a team Anchor Bell Castle Duke of York" in read(client, HOME)
    seen = read(client, f"{HOME}?team=bell")
    assert "Bell Stop following – of 4 in Division 1 0 points, played 0" in seen
    assert "Next Castle at home" in seen
    assert "Choose a team" not in seen


def test_a_stranger_follows_a_player_who_may_be_shortened(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, "Anchor", "Bell", now)
    player = town.squads["Bell"][2]
    Player.objects.filter(pk=player.pk).update(name="Winifred Longbottom", shorten_name=True)
    for page in (HOME, f"{HOME}following/"):
        seen = read(client, f"{page}?player={player.pk}")
        assert "Bell Stop following 2nd of 4" in seen
        assert "Winifred L. 1–2 in games" in seen
        assert "Longbottom" not in seen


@pytest.mark.parametrize(
    "whom",
    ["", "team=", "team=nobody", "team=<b>", "player=0", "player=x", "player=²", "player=" + "9" * 40, "team=%00"],
)
def test_following_nobody_is_told_and_the_home_page_asks_again(town: Town, client: Client, whom: str) -> None:
    assert client.get(f"{HOME}following/?{whom}").status_code == 404
    if "%00" not in whom:
        assert "Choose a team" in read(client, f"{HOME}?{whom}")


def test_nobody_follows_into_another_league_a_draft_or_what_is_hidden(town: Town, client: Client) -> None:
    elsewhere = League.objects.create(name="Elsewhere", slug="elsewhere")
    stranger = Player.objects.create(league=elsewhere, name="Secret Sid")
    gone = Player.objects.create(league=town.league, name="A former player", erased_at=PUBLISHED)
    for number in (stranger.pk, gone.pk):
        assert client.get(f"{HOME}following/?player={number}").status_code == 404
    town.teams["Bell"].hidden_at = PUBLISHED
    town.teams["Bell"].save()
    assert client.get(f"{HOME}following/?team=bell").status_code == 404
    Season.objects.update(published_at=None)
    assert client.get(f"{HOME}following/?team=anchor").status_code == 404


def test_a_team_that_has_withdrawn_is_followed_without_a_place(town: Town, client: Client) -> None:
    Entry.objects.filter(team=town.teams["Bell"]).update(withdrawn_on=dt.date(2026, 10, 1))
    Fixture.objects.filter(home=town.teams["Bell"]).update(state="cancelled")
    Fixture.objects.filter(away=town.teams["Bell"]).update(state="cancelled")
    seen = read(client, f"{HOME}following/?team=bell")
    assert "Bell Stop following Division 1 No fixture with a date is left." in seen


def test_a_fixture_of_this_evening_stays_the_next_one_until_it_is_over(
    town: Town, now: dt.datetime, client: Client, coming: Fixture
) -> None:
    for hours, shown in ((5, True), (7, False)):
        Fixture.objects.filter(pk=coming.pk).update(starts_at=now - dt.timedelta(hours=hours))
        assert ("Next Castle at home" in read(client, f"{HOME}following/?team=bell")) is shown


@pytest.mark.parametrize("size", [1, 3])
def test_the_home_page_asks_a_fixed_number_of_queries_of_a_captain_who_plays(
    town: Town, now: dt.datetime, client: Client, django_assert_num_queries: Any, size: int
) -> None:
    for home, away in [pair for pairs in factories.PAIRS for pair in pairs][:size]:
        play(town, home, away, now)
    captain = town.captains["Anchor"]
    Player.objects.filter(pk=town.squads["Anchor"][0].pk).update(user=captain)
    client.force_login(captain)
    with django_assert_num_queries(35):
        client.get(HOME)


def test_the_tables_of_a_season_stand_on_one_page_ones_own_first(town: Town, now: dt.datetime, client: Client) -> None:
    factories.full_division(town, 4)
    play(town, "Anchor", "Bell", now)
    older = Season.objects.create(
        league=town.league, name="2020-21", slug="2020-21", first_week=dt.date(2020, 9, 14), published_at=PUBLISHED
    )
    page = client.get(f"{HOME}tables/?season=2026-27").content.decode()
    assert "Division 1" in page
    assert '<tr class="mine">' not in page
    assert f"?season={older.slug}" in page
    client.force_login(town.captains["Bell"])
    page = client.get(f"{HOME}tables/?season=2026-27").content.decode()
    marked = page.split('<tr class="mine">')
    assert len(marked) == 2
    assert ">Bell</a>" in marked[1].split("</tr>")[0]
    assert client.get(f"{HOME}tables/?season=nothing").status_code == 404


def test_a_result_counts_on_the_next_request(town: Town, now: dt.datetime, client: Client) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert "played 0" in read(client, f"{HOME}?team=anchor")
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert "1st of 4 in Division 1 6 points, played 1" in read(client, f"{HOME}?team=anchor")


@pytest.mark.long
def test_every_stranger_gets_the_same_bytes_and_no_cookie(town: Town, now: dt.datetime) -> None:
    """Nothing of a public page without a form is one visitor's alone, so that a proxy could keep it for all."""
    play(town, "Anchor", "Bell", now)
    for address in [*pages_of(town), f"{HOME}tables/", f"{HOME}following/?team=bell"]:
        first, second = (Client().get(address) for _ in range(2))
        assert first.content == second.content, address
        assert not first.cookies, address
        assert b"csrf" not in first.content.lower(), address


@pytest.mark.long
def test_htmx_comes_with_the_pages_that_use_it_alone(town: Town) -> None:
    pages = [*pages_of(town), f"{HOME}tables/", f"{HOME}hand/", "/hand/"]
    bodies = {address: Client().get(address).content.decode() for address in pages}
    used = {address for address, body in bodies.items() if "hx-get" in body}
    assert used == {f"{HOME}fixtures/", f"{HOME}hand/", "/hand/"}
    assert {address for address, body in bodies.items() if "htmx-config" in body} == used


def test_a_player_of_one_team_twice_in_a_season_follows_it_once(town: Town, now: dt.datetime, client: Client) -> None:
    play(town, "Anchor", "Bell", now)
    player = town.squads["Bell"][2]
    first = Registration.objects.get(player=player)
    Registration.objects.filter(pk=first.pk).update(ends_on=first.starts_on + dt.timedelta(days=1))
    Registration.objects.create(
        player=player, team=first.team, season=first.season, starts_on=first.starts_on + dt.timedelta(days=2)
    )
    assert read(client, f"{HOME}?player={player.pk}").count("2nd of 4") == 1
