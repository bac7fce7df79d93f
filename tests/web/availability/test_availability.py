"""Who can play, page by page: the link in a mail, a player's own page, and the captain's list and line-up."""

import datetime as dt
import re
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.enums import GuestPolicy, Side
from league.models import Availability, Fixture, Registration, Season
from league.queries.availability import availability_of
from league.services.availability import answer, choose
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.web.pages import filled, page, signed_in, summary, words

pytestmark = pytest.mark.usefixtures("today")


@pytest.fixture
def fixture(town: Town) -> Fixture:
    """Anchor v Bell, on Tuesday 10 November 2026 at eight."""
    when = dt.datetime(2026, 11, 10, 20, tzinfo=dt.UTC)
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(starts_at=when)
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def link(town: Town, fixture: Fixture) -> str:
    """The address in the mail of Anchor's captain."""
    return f"/leagues/town/can-play/{answer.token_for(fixture.pk, town.captains['Anchor'])}/"


def test_a_link_only_shows_buttons_until_one_is_pressed(
    town: Town, fixture: Fixture, link: str, client: Client
) -> None:
    for method in (client.get, client.head, client.get):
        assert method(link).status_code == 200
    assert not Availability.objects.exists()
    shown = client.get(link)
    assert "Tuesday 10 November, 8 pm, at Anchor" in words(shown)
    assert 'content="noindex"' in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    start = answer.format_start(fixture)
    told = client.post(link, {"answer": "yes", "start": start}, follow=True)
    assert "You said you can play." in words(told)
    assert Availability.objects.get().answer == "yes"
    assert "You said you can’t play." in words(client.post(link, {"answer": "no", "start": start}, follow=True))
    assert Availability.objects.get().answer == "no"


def test_a_link_says_what_is_wrong_with_it(town: Town, fixture: Fixture, link: str, client: Client) -> None:
    start = answer.format_start(fixture)
    broken = client.get(link[:-3] + "/")
    assert broken.status_code == 404
    assert "This link does not work" in words(broken)
    none = client.post(link, {"answer": "perhaps", "start": start})
    assert (none.status_code, "Answer yes, no or maybe." in words(none)) == (422, True)
    Fixture.objects.update(starts_at=fixture.starts_at + dt.timedelta(days=1))
    moved = client.post(link, {"answer": "yes", "start": start})
    assert (moved.status_code, "was moved since this page was opened" in words(moved)) == (409, True)
    assert "Wednesday 11 November" in words(moved)
    Fixture.objects.update(starts_at=fixture.starts_at - dt.timedelta(days=30))
    over = client.post(link, {"answer": "yes", "start": start})
    assert (over.status_code, "has started, so answers are closed" in words(over)) == (409, True)
    assert not Availability.objects.exists()


def test_a_link_leaks_nothing_of_what_is_hidden(town: Town, fixture: Fixture, link: str, client: Client) -> None:
    Season.objects.update(published_at=None)
    assert client.get(link).status_code == 404
    assert client.post(link, {"answer": "yes"}).status_code == 404


def test_a_player_sees_the_numbers_and_a_captain_everybody(
    town: Town, fixture: Fixture, anchor: Client, client: Client
) -> None:
    player = town.squads["Anchor"][1]
    player.user = town.referee
    player.save()
    answer.answer(fixture, town.squads["Anchor"][2], "no", by=town.captains["Anchor"], now=dt.datetime.now(dt.UTC))
    theirs = words(signed_in(town.referee).get(page(fixture, "players")))
    assert "Your answer" in theirs
    assert "0 of 4 players no 1 · maybe 0 · no answer 5" in theirs
    assert "Anchor 3" not in theirs
    captains = words(anchor.get(page(fixture, "players")))
    assert "Anchor 3 Can’t play · answered for them" in captains
    assert "Anchor 4 No account: ask them yourself" in captains
    assert "Bell 2" not in captains
    for stranger in (signed_in(town.captains["Castle"]), client):
        answered = stranger.get(page(fixture, "players"))
        assert answered.status_code in (302, 403)
    assert "Bell 2" in words(signed_in(town.secretary).get(page(fixture, "players")))


def test_a_player_answers_on_the_page_and_for_nobody_else(town: Town, fixture: Fixture) -> None:
    player = town.squads["Anchor"][1]
    player.user = town.referee
    player.save()
    browser, start = signed_in(town.referee), answer.format_start(fixture)
    sent = {"do": "answer", "player": player.pk, "answer": "maybe", "start": start}
    assert "Anchor 2 may be able to play." in words(browser.post(page(fixture, "players"), sent, follow=True))
    other = town.squads["Anchor"][2].pk
    assert browser.post(page(fixture, "players"), sent | {"player": other}).status_code == 403
    assert browser.post(page(fixture, "players"), {"do": "line-up", "side": "home"}).status_code == 403
    assert browser.post(page(fixture, "players"), {"do": "reserve", "player": player.pk}).status_code == 403
    assert Availability.objects.get().player == player


def test_a_captain_answers_for_a_player_makes_reserves_and_asks_guests(
    town: Town, fixture: Fixture, anchor: Client
) -> None:
    player, start = town.squads["Anchor"][3], answer.format_start(fixture)
    sent = {"do": "answer", "player": player.pk, "answer": "yes", "start": start}
    assert "Anchor 4 can play." in words(anchor.post(page(fixture, "players"), sent, follow=True))
    told = anchor.post(page(fixture, "players"), {"do": "reserve", "player": player.pk}, follow=True)
    assert "Anchor 4 is a reserve: asked only if you are short." in words(told)
    assert Registration.objects.get(player=player).reserve
    anchor.post(page(fixture, "players"), {"do": "first", "player": player.pk})
    assert not Registration.objects.get(player=player).reserve
    assert "Ask a guest" not in words(anchor.get(page(fixture, "players")))
    Season.objects.update(guests=GuestPolicy.ANYBODY)
    guest = town.squads["Castle"][0]
    told = anchor.post(page(fixture, "players"), {"do": "guest", "side": "home", "player": guest.pk}, follow=True)
    assert "Castle 1 is asked." in words(told)
    assert anchor.post(page(fixture, "players"), {"do": "guest", "player": "9999"}).status_code == 422
    assert anchor.post(page(fixture, "players"), {"do": "answer", "player": "x"}).status_code == 422


def test_a_line_up_is_chosen_told_and_opens_the_sheet(
    town: Town, fixture: Fixture, anchor: Client, bell: Client, now: dt.datetime
) -> None:
    chosen = {"m1-home-1": 5, "m1-home-2": 4, "m2-home-1": 3, "m3-home-1": 2}
    places = {place: str(town.squads["Anchor"][number].pk) for place, number in chosen.items()}
    sent = {"do": "line-up-tell", "side": "home", **places}
    assert "Line-up saved. The players are told." in words(anchor.post(page(fixture, "players"), sent, follow=True))
    assert filled(anchor.get(page(fixture, "players"))) == places
    twice = sent | {"m1-home-2": places["m1-home-1"]}
    wrong = anchor.post(page(fixture, "players"), twice)
    assert wrong.status_code == 422
    assert {field for field, _ in summary(wrong)} == {"m1-home-1", "m1-home-2"}
    assert filled(wrong) == places | {"m1-home-2": places["m1-home-1"]}
    with time_machine.travel(fixture.starts_at, tick=False):
        answered = anchor.get(page(fixture, "sheet"))
        assert filled(answered) == places
        assert "Your own line-up: check who played." in words(answered)
        # The other side's captain is not shown it.
        assert filled(bell.get(page(fixture, "sheet"))) == {}


def test_the_form_begins_with_the_last_line_up_without_those_who_cannot(
    town: Town, fixture: Fixture, anchor: Client, now: dt.datetime
) -> None:
    submit.submit(town.fixture("Anchor", "Castle"), result_sheet(town, "Anchor", "Castle"), by=town.secretary, now=now)
    out = town.squads["Anchor"][0]
    answer.answer(fixture, out, "no", by=town.captains["Anchor"], now=now)
    answered = anchor.get(page(fixture, "players"))
    assert "Last time’s line-up, without those who can’t play. Nothing is saved yet." in words(answered)
    assert str(out.pk) not in filled(answered).values()
    assert len(filled(answered)) == 3
    assert availability_of(fixture)[Side.HOME].line_up == {}


def test_the_fixtures_page_leads_there_while_it_matters(
    town: Town, fixture: Fixture, anchor: Client, client: Client
) -> None:
    there = f'href="{page(fixture, "players")}"'
    assert there in anchor.get(page(fixture)).content.decode()
    assert there not in client.get(page(fixture)).content.decode()
    Fixture.objects.update(starts_at=fixture.starts_at - dt.timedelta(days=30))
    assert there not in anchor.get(page(fixture)).content.decode()
    shown = words(anchor.get(page(fixture, "players")))
    assert "This fixture has started, so answers are closed." in shown
    assert not re.search(r"Save and tell", shown)


def test_the_page_asks_the_same_number_of_queries_for_any_squad(
    town: Town, fixture: Fixture, anchor: Client, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    Registration.objects.filter(team=town.teams["Anchor"]).exclude(player=town.squads["Anchor"][0]).delete()
    with django_assert_num_queries(QUERIES):
        anchor.get(page(fixture, "players"))
    for player in town.squads["Anchor"][1:]:
        Registration.objects.create(
            season=town.season, team=town.teams["Anchor"], player=player, starts_on=dt.date(2026, 9, 1)
        )
        answer.answer(fixture, player, "yes", by=town.captains["Anchor"], now=now)
    choose.choose_line_up(fixture, Side.HOME, {}, tell=False, by=town.captains["Anchor"], now=now)
    with django_assert_num_queries(QUERIES):
        anchor.get(page(fixture, "players"))


# session, user, league, grants (2), fixture, squads, answers, reserves, guests, what was played, answers again
QUERIES = 11
