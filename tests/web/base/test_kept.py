"""Pages that are kept for strangers: never stale, the same for all, and told of in a line where nothing changed."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.settings import api_settings

from league.models import Fixture, League, Player, Team
from league.services import live
from league.services.results import confirm, submit
from league.services.seasons.changes import change_team
from league.web.page_cache import BY_THE_CLOCK, BY_THE_DAY, LONGEST_ADDRESS, PAGES
from league.web.urls import league_pages
from tests import factories
from tests.factories import Town, result_sheet
from tests.web.pages import signed_in

LEAGUE = "/leagues/town/"
TABLE = f"{LEAGUE}tables/2026-27/division-1/"
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture
def clock(settings: Any, town: Town, now: dt.datetime) -> Iterator[time_machine.Traveller]:
    """Pages are kept, the journal has begun, and the clock stands."""
    settings.KEPT_PAGES = 1_000_000
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )  # fmt: skip
    with time_machine.travel(now, tick=False) as travelled:
        yield travelled


@pytest.fixture
def reader(clock: time_machine.Traveller) -> Client:
    """A stranger, who has read the table once."""
    found = Client()
    assert found.get(TABLE).status_code == 200
    return found


def test_a_page_is_read_once_and_then_costs_one_look_at_the_journal(
    reader: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        again = reader.get(TABLE)
    assert (again.status_code, again["Cache-Control"], again["Vary"]) == (
        200, "public, no-cache", "Accept-Encoding, Cookie",
    )  # fmt: skip
    assert "Division 1" in again.content.decode()
    assert again["Content-Security-Policy"]
    assert again["X-Frame-Options"] == "DENY"


def test_whoever_has_it_is_told_that_it_is_as_it_was(reader: Client, django_assert_num_queries: Any) -> None:
    etag = reader.get(TABLE)["ETag"]
    with django_assert_num_queries(1):
        answer = reader.get(TABLE, headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)
    assert reader.get(TABLE, headers={"If-None-Match": '"another"'}).status_code == 200


def test_a_confirmed_result_is_on_the_next_page(reader: Client, town: Town, now: dt.datetime) -> None:
    etag = reader.get(TABLE)["ETag"]
    confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
    answer = reader.get(TABLE, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert "6 points from 1 played" in reader.get(TABLE + "?as=text").content.decode()
    assert answer["ETag"] != etag


def test_a_table_is_made_once_for_everybody_who_is_signed_in(
    clock: time_machine.Traveller, town: Town, now: dt.datetime
) -> None:
    captain = signed_in(town.captains["Anchor"])
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert captain.get(TABLE).status_code == 200
        asked.append(len(queries))
    # Its five are asked once: teams, points adjusted, fixtures left, results, weeks; so are the season, its divisions
    # and how far the journal goes.
    assert asked[0] - asked[1] == 8
    confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
    assert "6 points from 1 played" in captain.get(TABLE + "?as=text").content.decode()


def test_a_result_leaves_the_pages_of_other_divisions_as_they_are(
    reader: Client, town: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    other = factories.full_division(town, 4, name="Other")
    address = f"{LEAGUE}tables/{other.season.slug}/premier/"
    etag = reader.get(address)["ETag"]
    confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
    # The end of the journal, and what of it is new.
    with django_assert_num_queries(2):
        assert reader.get(address, headers={"If-None-Match": etag}).status_code == 304
    with django_assert_num_queries(1):
        assert reader.get(address, headers={"If-None-Match": etag}).status_code == 304
    assert "6 points from 1 played" in reader.get(TABLE + "?as=text").content.decode()


def test_a_new_name_is_on_the_pages_of_every_division(reader: Client, town: Town, now: dt.datetime) -> None:
    other = factories.full_division(town, 4, name="Other")
    address = f"{LEAGUE}tables/{other.season.slug}/premier/"
    assert "Other 01" in reader.get(address).content.decode()
    team = Team.objects.get(name="Other 01")
    change_team(team, {"name": "Ash"}, by=town.secretary, now=now)
    assert "Ash" in reader.get(address).content.decode()


def test_a_live_score_is_on_the_page_of_its_division(reader: Client, town: Town, now: dt.datetime) -> None:
    fixture, anchor = town.fixture("Anchor", "Castle"), town.captains["Anchor"]
    live.begin(fixture, phone="a", by=anchor, now=now)
    assert "As it stands" not in reader.get(TABLE).content.decode()
    live.write(fixture, {"m1-g1-winner": "home", "m1-g1-loser": "98"}, phone="a", by=anchor, now=now)
    assert "As it stands" in reader.get(TABLE).content.decode()


def test_what_only_time_changes_changes_on_the_minute(
    clock: time_machine.Traveller, reader: Client, town: Town
) -> None:
    due = town.fixture("Anchor", "Castle")
    page, before = f"{LEAGUE}fixtures/{due.pk}/", due.starts_at - dt.timedelta(seconds=1)
    clock.move_to(before)
    to_come = reader.get(page).content
    assert reader.get(page).content == to_come
    clock.move_to(due.starts_at)
    assert reader.get(page).content != to_come


def test_a_minute_later_an_unchanged_page_is_still_the_one_that_a_browser_has(
    clock: time_machine.Traveller, reader: Client
) -> None:
    etag = reader.get(TABLE)["ETag"]
    clock.shift(60)
    assert reader.get(TABLE, headers={"If-None-Match": etag}).status_code == 304


def test_nobody_who_is_signed_in_gets_a_page_of_strangers_or_leaves_one(reader: Client, town: Town) -> None:
    captain = Client()
    captain.force_login(town.captains["Anchor"])
    own = captain.get(TABLE)
    assert "Sign out" in own.content.decode()
    assert "ETag" not in own
    captain.post("/accounts/logout/")
    assert "Sign out" not in Client().get(TABLE).content.decode()
    signed_out = captain.get(TABLE)
    assert "You have signed out." in signed_out.content.decode()
    assert "You have signed out." not in reader.get(TABLE).content.decode()


def test_names_are_everybodys_and_as_they_are_now(reader: Client, town: Town, now: dt.datetime) -> None:
    page = f"{LEAGUE}fixtures/{town.fixture('Anchor', 'Bell').pk}/"
    Player.objects.filter(name="Bell 3").update(name="Olive Baker", shorten_name=True)
    captain = Client()
    captain.force_login(town.captains["Bell"])
    assert "Olive Baker" in captain.get(page).content.decode()
    assert "Olive Baker" not in reader.get(page).content.decode()


def test_packed_and_plain_pages_are_kept_apart_and_so_are_addresses(reader: Client) -> None:
    packed = reader.get(TABLE, headers=GZIP)
    assert (packed["Content-Encoding"], "Content-Encoding" in reader.get(TABLE)) == ("gzip", False)
    assert packed["ETag"] != reader.get(TABLE)["ETag"]
    assert reader.get(TABLE, headers=GZIP).content == packed.content
    text = reader.get(f"{TABLE}?as=text")
    assert text["Content-Type"].startswith("text/plain")
    assert reader.get(TABLE)["Content-Type"].startswith("text/html")
    assert reader.get(f"{LEAGUE}fixtures/?week={'x' * LONGEST_ADDRESS}").headers.get("ETag") is None


def test_what_is_refused_or_not_there_is_not_kept(reader: Client, town: Town) -> None:
    for address in (f"{LEAGUE}teams/nobody/", f"{LEAGUE}my/", "/leagues/nowhere/", "/"):
        assert reader.get(address).headers.get("ETag") is None
    League.objects.filter(pk=town.league.pk).update(slug="elsewhere")
    assert reader.get(TABLE).status_code == 404


@pytest.mark.long
def test_no_more_is_kept_than_there_is_room_for(settings: Any, reader: Client, django_assert_num_queries: Any) -> None:
    settings.KEPT_PAGES = 40_000
    small = Client()
    small.get(TABLE)
    for number in range(40):
        small.get(f"{TABLE}?number={number}")
    with pytest.raises(pytest.fail.Exception), django_assert_num_queries(1):
        small.get(TABLE)


def test_every_page_that_is_kept_is_one_of_ours() -> None:
    assert {page.name for page in league_pages} >= {*PAGES}
    assert not BY_THE_CLOCK & BY_THE_DAY


def test_the_line_about_tonight_comes_and_goes_with_the_leagues_day(clock: time_machine.Traveller, town: Town) -> None:
    evening = dt.datetime(2026, 11, 5, 20, tzinfo=town.league.tz)
    Fixture.objects.update(starts_at=evening - dt.timedelta(days=60))
    Fixture.objects.filter(pk=town.fixture("Bell", "Castle").pk).update(starts_at=evening)
    midnight = evening.replace(hour=0)
    reader, etag, seen = Client(), "", []
    for at in (midnight - dt.timedelta(minutes=1), midnight, midnight + dt.timedelta(hours=23, minutes=59)):
        clock.move_to(at)
        answer = reader.get(LEAGUE, headers={"If-None-Match": etag})
        assert answer.status_code == (304 if answer["ETag"] == etag else 200)
        etag = answer["ETag"]
        seen.append("Tonight: 1 fixture" in reader.get(LEAGUE).content.decode())
    clock.move_to(midnight + dt.timedelta(days=1))
    answer = reader.get(LEAGUE, headers={"If-None-Match": etag})
    assert (answer.status_code, "Tonight:" in answer.content.decode()) == (200, False)
    assert seen == [False, True, True]


def test_a_table_that_no_clock_changes_holds_longer_than_the_minute(
    clock: time_machine.Traveller, reader: Client, django_assert_num_queries: Any
) -> None:
    clock.move_to(dt.datetime(2026, 11, 3, 12, 14, 59, tzinfo=dt.UTC))
    with django_assert_num_queries(1):
        assert reader.get(TABLE).status_code == 200
    clock.move_to(dt.datetime(2026, 11, 3, 12, 15, tzinfo=dt.UTC))
    with CaptureQueriesContext(connection) as queries:
        reader.get(TABLE)
    assert len(queries) > 1


@pytest.mark.parametrize("file", ["2026-27/results.csv", "2026-27/results.json", "2026-27/division-1/table.json"])
def test_a_file_is_made_once_and_told_of_in_a_line(
    reader: Client, town: Town, now: dt.datetime, django_assert_num_queries: Any, file: str
) -> None:
    address = f"{LEAGUE}tables/{file}"
    first = reader.get(address)
    with django_assert_num_queries(1):
        again = reader.get(address, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
    changed = reader.get(address, headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed["Content-Type"]) == (200, first["Content-Type"])
    assert changed.content != first.content


def test_whoever_goes_by_what_is_kept_has_files_made_at_a_limited_rate(
    settings: Any, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cookie of no session goes by what is kept for strangers; each of its files is made anew."""
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "file-address", "2/min")
    cache.clear()
    reader.cookies[settings.SESSION_COOKIE_NAME] = "nobody"
    address = f"{LEAGUE}tables/2026-27/results.csv"
    assert [reader.get(address).status_code for _ in range(3)] == [200, 200, 429]
    assert Client().get(address).status_code == 429
