"""The files that phones fetch, and the page that offers them."""

import datetime as dt
from typing import Any

import icalendar
import pytest
from django.test import Client

from league.enums import FixtureState
from league.models import CalendarFeed, Fixture, League, Player, Season, Team, Venue
from league.services.people.accounts.keys import make_feed, revoke_feed
from tests import factories
from tests.factories import PUBLISHED, Town
from tests.web.public_pages import words

pytestmark = pytest.mark.usefixtures("today")

PAGE = "/leagues/town/calendars/"
ANCHOR = f"{PAGE}team/anchor.ics"
MOVED = dt.datetime(2026, 9, 10, 8, 15, tzinfo=dt.UTC)


def addresses(town: Town) -> list[str]:
    """One calendar of each kind."""
    player, venue = town.squads["Anchor"][0], town.venues["Anchor"]
    return [
        ANCHOR, f"{PAGE}division/division-1.ics", f"{PAGE}player/{player.pk}.ics", f"{PAGE}venue/{venue.pk}.ics",
    ]  # fmt: skip


def summaries(client: Client, address: str) -> list[str]:
    calendar = icalendar.Calendar.from_ical(client.get(address).content)
    return [str(event["SUMMARY"]) for event in calendar.events]


def move(town: Town, **fields: Any) -> None:
    """Change Anchor v Bell as a service does."""
    Fixture.objects.filter(pk=town.fixtures[0].pk).update(sequence=1, changed_at=MOVED, **fields)


# The files


def test_a_calendar_is_a_file_that_a_library_reads(town: Town, client: Client, settings: Any) -> None:
    settings.BASE_URL = "https://league.example"
    answer = client.get(ANCHOR)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'inline; filename="town-anchor.ics"'
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert calendar["X-WR-CALNAME"] == "Town League: Anchor"
    first = calendar.events[0]
    assert (first["SUMMARY"], first["DTSTART"].params["TZID"]) == ("Anchor v Bell", "Europe/London")
    assert first["DTSTART"].dt == town.fixtures[0].starts_at
    assert first["UID"] == f"fixture-{town.fixtures[0].pk}@league.example"
    assert first["URL"] == f"https://league.example/leagues/town/fixtures/{town.fixtures[0].pk}/"
    assert len(calendar.events) == 3


def test_every_kind_of_calendar_can_be_read(town: Town, client: Client) -> None:
    assert [len(summaries(client, address)) for address in addresses(town)] == [3, 6, 3, 2]


def test_a_fixture_is_the_same_entry_in_every_calendar_and_at_every_host(town: Town, client: Client) -> None:
    uids = set()
    for address in addresses(town):
        for host in ("testserver", "localhost"):
            calendar = icalendar.Calendar.from_ical(client.get(address, headers={"host": host}).content)
            uids |= {str(event["UID"]) for event in calendar.events}
    assert len(uids) == 6


def test_a_moved_fixture_moves_and_a_cancelled_one_says_so(town: Town, client: Client) -> None:
    move(town, starts_at=dt.datetime(2026, 10, 27, 19, 30, tzinfo=dt.UTC))
    found = icalendar.Calendar.from_ical(client.get(ANCHOR).content).events
    moved = found[-1]
    assert (moved["SUMMARY"], moved["SEQUENCE"], moved["STATUS"]) == ("Anchor v Bell", 1, "CONFIRMED")
    assert moved["DTSTART"].dt.isoformat() == "2026-10-27T19:30:00+00:00"
    assert "Moved from Tuesday 15 September 2026, 20:00." in moved["DESCRIPTION"]
    for state, summary, status in (
        (FixtureState.POSTPONED, "Postponed: Anchor v Bell", "TENTATIVE"),
        (FixtureState.CANCELLED, "Cancelled: Anchor v Bell", "CANCELLED"),
    ):
        move(town, state=state)
        event = icalendar.Calendar.from_ical(client.get(ANCHOR).content).events[-1]
        assert (event["SUMMARY"], event["STATUS"], event["UID"]) == (summary, status, moved["UID"])


def test_asking_with_head_gives_everything_but_the_file(town: Town, client: Client) -> None:
    asked, given = client.get(ANCHOR), client.head(ANCHOR)
    assert (given.status_code, given.content) == (200, b"")
    for name in ("ETag", "Last-Modified", "Cache-Control", "Content-Type", "Content-Disposition"):
        assert given.headers[name] == asked.headers[name]


# Not twice


def test_a_phone_that_has_it_is_sent_nothing(town: Town, client: Client) -> None:
    for address in addresses(town):
        first = client.get(address)
        assert first.headers["Last-Modified"] == "Sat, 01 Aug 2026 12:00:00 GMT"
        assert first.headers["Cache-Control"] == "public, max-age=300"
        for tag in (first.headers["ETag"], f"W/{first.headers['ETag']}", f'"old", {first.headers["ETag"]}', "*"):
            again = client.get(address, headers={"if-none-match": tag})
            assert (again.status_code, again.content) == (304, b"")
            assert (again.headers["ETag"], again.headers["Cache-Control"]) == (
                first.headers["ETag"],
                "public, max-age=300",
            )
        assert client.head(address, headers={"if-none-match": first.headers["ETag"]}).status_code == 304


def test_a_phone_that_has_an_older_one_is_sent_the_new_one(town: Town, client: Client) -> None:
    tag = client.get(ANCHOR).headers["ETag"]
    move(town, state=FixtureState.POSTPONED)
    answer = client.get(ANCHOR, headers={"if-none-match": tag})
    assert (answer.status_code, answer.headers["Last-Modified"]) == (200, "Thu, 10 Sep 2026 08:15:00 GMT")
    assert answer.headers["ETag"] != tag


def test_a_date_alone_never_keeps_a_new_name_from_a_phone(town: Town, client: Client) -> None:
    Team.objects.filter(pk=town.teams["Bell"].pk).update(name="Blue Bell")
    answer = client.get(ANCHOR, headers={"if-modified-since": "Sun, 01 Nov 2026 12:00:00 GMT"})
    assert answer.status_code == 200
    assert "Anchor v Blue Bell" in answer.content.decode()


def test_the_file_is_not_written_for_a_phone_that_has_it(
    town: Town, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = client.get(ANCHOR).headers["ETag"]
    monkeypatch.setattr("league.queries.dates.calendars.calendar_bytes", None)
    assert client.get(ANCHOR, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.long
@pytest.mark.parametrize("fixtures", [3, 42])
def test_a_calendar_asks_four_queries(
    town: Town, client: Client, django_assert_num_queries: Any, fixtures: int
) -> None:
    if fixtures == 42:
        factories.full_division(town, 22)
    address = ANCHOR if fixtures == 3 else f"{PAGE}team/full-1.ics"
    with django_assert_num_queries(4):
        assert len(summaries(client, address)) == fixtures
    tag = client.get(address).headers["ETag"]
    with django_assert_num_queries(4):
        assert client.get(address, headers={"if-none-match": tag}).status_code == 304


# What is not there


@pytest.mark.parametrize(
    "path",
    ["team/nobody.ics", "team/anchor", "team/.ics", "division/division-9.ics", "player/999999.ics",
     "venue/999999.ics", "venue/anchor.ics", "my/nobodys-secret.ics", "my/%00.ics", "team/%00.ics",
     "venue/99999999999999999999.ics", "my/.ics", "player/-1.ics"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(town: Town, client: Client, path: str) -> None:
    assert client.get(PAGE + path).status_code == 404


def test_what_belongs_to_another_league_is_not_found(town: Town, client: Client) -> None:
    abroad = factories.town("Abroad", "abroad")
    player, venue = abroad.squads["Anchor"][0], abroad.venues["Anchor"]
    feed = make_feed(abroad.league, by=abroad.captains["Anchor"], now=PUBLISHED)
    for path in (f"player/{player.pk}.ics", f"venue/{venue.pk}.ics", f"my/{feed.token}.ics"):
        assert client.get(PAGE + path).status_code == 404
        assert client.get(f"/leagues/abroad/calendars/{path}").status_code == 200


def test_a_draft_is_in_no_calendar(town: Town, client: Client) -> None:
    Season.objects.update(published_at=None)
    client.force_login(town.secretary)
    assert [client.get(one).status_code for one in (ANCHOR, f"{PAGE}division/division-1.ics")] == [404, 404]
    assert "Calendars are listed here once a season is published." in words(client.get(PAGE))


def test_nobodys_address_is_in_a_calendar(town: Town, client: Client) -> None:
    feed = make_feed(town.league, by=town.captains["Anchor"], now=PUBLISHED)
    Player.objects.filter(pk=town.squads["Anchor"][0].pk).update(email="private@example.com")
    for address in (*addresses(town), f"{PAGE}my/{feed.token}.ics"):
        text = client.get(address).content.decode()
        assert "town.example" not in text
        assert "private@example.com" not in text


# A user's own


def own_address(town: Town) -> str:
    return f"{PAGE}my/{CalendarFeed.objects.get(revoked_at=None).token}.ics"


def press(client: Client, button: str) -> Any:
    return client.post(PAGE, {"do": button}, follow=True)


def test_a_captain_makes_a_calendar_and_a_phone_reads_it_without_signing_in(town: Town, client: Client) -> None:
    client.force_login(town.captains["Anchor"])
    assert "Make my calendar" in words(client.get(PAGE))
    page = press(client, "make")
    assert "Your calendar is ready." in words(page)
    address = own_address(town)
    assert f'value="http://testserver{address}"' in page.content.decode()
    assert f'href="webcal://testserver{address}"' in page.content.decode()
    phone = Client()
    answer = phone.get(address)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Content-Disposition"] == 'inline; filename="town-my-fixtures.ics"'
    assert summaries(phone, address) == ["Anchor v Bell", "Duke of York v Anchor", "Anchor v Castle"]
    assert phone.get(address, headers={"if-none-match": answer.headers["ETag"]}).status_code == 304


def test_who_is_in_no_team_is_told_that_it_stays_empty(town: Town, client: Client) -> None:
    for visitor, told in ((town.referee, True), (town.captains["Anchor"], False)):
        client.force_login(visitor)
        assert ("You are not in a team at present" in words(client.get(PAGE))) is told


def test_only_its_owner_sees_the_secret_address(town: Town, client: Client) -> None:
    token = make_feed(town.league, by=town.captains["Anchor"], now=PUBLISHED).token
    for visitor in (None, town.captains["Bell"], town.secretary):
        other = Client()
        if visitor is not None:
            other.force_login(visitor)
        assert token not in other.get(PAGE).content.decode()
    client.force_login(town.captains["Anchor"])
    assert token in client.get(PAGE).content.decode()


def test_renewed_the_old_address_is_gone_also_for_a_phone_that_has_it(town: Town, client: Client) -> None:
    client.force_login(town.captains["Anchor"])
    press(client, "make")
    old = own_address(town)
    tag = client.get(old).headers["ETag"]
    assert "Subscribe again." in words(press(client, "renew"))
    assert client.get(old).status_code == 404
    assert client.get(old, headers={"if-none-match": tag}).status_code == 404
    assert client.get(own_address(town)).status_code == 200


def test_taken_back_it_is_gone(town: Town, client: Client) -> None:
    client.force_login(town.captains["Anchor"])
    press(client, "make")
    address = own_address(town)
    assert "no longer works" in words(press(client, "revoke"))
    assert client.get(address).status_code == 404
    assert "Make my calendar" in words(client.get(PAGE))


def test_a_closed_accounts_calendar_is_gone(town: Town, client: Client) -> None:
    captain = town.captains["Anchor"]
    make_feed(town.league, by=captain, now=PUBLISHED)
    captain.is_active = False
    captain.save()
    assert client.get(own_address(town)).status_code == 404


def test_a_button_that_the_page_does_not_have_changes_nothing(town: Town, client: Client) -> None:
    client.force_login(town.captains["Anchor"])
    for sent in ({}, {"do": "burn"}, {"do": "\x00"}):
        answer = client.post(PAGE, sent)
        assert (answer.status_code, "Press one of the buttons" in words(answer)) == (422, True)
    assert CalendarFeed.objects.count() == 0


def test_a_visitor_is_asked_to_sign_in(town: Town, client: Client) -> None:
    page = client.get(PAGE)
    assert "Sign in to have one of your own." in words(page)
    assert f"/accounts/login/?next={PAGE}" in page.content.decode()
    assert client.post(PAGE, {"do": "make"}).status_code == 403


@pytest.mark.long
@pytest.mark.parametrize(("signed_in", "queries"), [(False, 5), (True, 10)])
def test_the_page_asks_a_fixed_number_of_queries(
    town: Town, client: Client, django_assert_num_queries: Any, signed_in: bool, queries: int
) -> None:
    if signed_in:
        client.force_login(town.captains["Anchor"])
    for teams in (0, 20):
        if teams:
            factories.full_division(town, teams)
        with django_assert_num_queries(queries):
            client.get(PAGE)


# Offered where one looks for it


def test_pages_offer_their_own_calendar(town: Town, client: Client) -> None:
    player = town.squads["Anchor"][0].pk
    for page, path in (
        ("teams/anchor/", "team/anchor.ics"),
        ("tables/2026-27/division-1/", "division/division-1.ics"),
        (f"players/{player}/", f"player/{player}.ics"),
        ("calendars/", f"venue/{town.venues['Anchor'].pk}.ics"),
    ):
        body = client.get(f"/leagues/town/{page}").content.decode()
        assert f'href="webcal://testserver{PAGE}{path}"' in body
        assert f'href="http://testserver{PAGE}{path}"' in body
    assert f'href="{PAGE}"' in client.get("/leagues/town/fixtures/").content.decode()


NASTY = '<script>alert("x")</script> & Söhne'


def test_a_nasty_name_is_only_a_name(town: Town, client: Client) -> None:
    Team.objects.filter(pk=town.teams["Anchor"].pk).update(name=NASTY)
    Venue.objects.filter(pk=town.venues["Anchor"].pk).update(name=NASTY)
    League.objects.update(name=f"{NASTY}\nBEGIN:VEVENT")
    body = client.get(PAGE).content.decode()
    assert "<script>alert" not in body
    assert "&lt;script&gt;alert" in body
    answer = client.get(ANCHOR)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert len(calendar.events) == 3
    assert calendar.events[0]["SUMMARY"] == f"{NASTY} v Bell"


def test_a_revoked_address_says_what_one_who_guesses_is_told(town: Town, client: Client) -> None:
    feed = make_feed(town.league, by=town.captains["Anchor"], now=PUBLISHED)
    revoke_feed(town.league, by=town.captains["Anchor"], now=PUBLISHED)
    revoked, guessed = (client.get(f"{PAGE}my/{token}.ics") for token in (feed.token, "a-guess"))
    assert (revoked.status_code, words(revoked)) == (404, words(guessed))
