"""The page on which a team moves to another division."""

import datetime as dt
import re
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from league.enums import TimetableState
from league.models import Division, Entry, Timetable
from league.services.seasons import publish
from tests import factories
from tests.factories import Town
from tests.services.draft_season import draft, ready

pytestmark = pytest.mark.django_db
PAGE = "/leagues/town/secretary/seasons/2026-27/teams/anchor/division/"
BEFORE = dt.datetime(2026, 8, 20, 12, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _summer() -> Iterator[None]:
    with time_machine.travel(BEFORE, tick=False):
        yield


@pytest.fixture
def other(town: Town) -> Division:
    Timetable.objects.create(season=town.season, brief={}, asked_at=BEFORE, state=TimetableState.PUBLISHED)
    return Division.objects.create(
        season=town.season, name="Division 2", slug="division-2", order=2, fixture_format="D S S"
    )


def test_it_is_shown_what_follows_moved_and_a_timetable_is_due(office: Client, town: Town, other: Division) -> None:
    assert PAGE in office.get(f"/leagues/town/secretary/upkeep/team/{town.teams['Anchor'].pk}/").content.decode()
    assert "Its 3 fixtures in Division 1 are cancelled" in office.get(PAGE).content.decode()
    bare = office.post(PAGE, {"division": str(other.pk), "reason": " "})
    html = bare.content.decode()
    assert (bare.status_code, 'id="reason-error"' in html, f'value="{other.pk}" selected' in html) == (422, True, True)
    wrong = office.post(PAGE, {"division": "x", "reason": "Dealt wrongly."})
    assert (wrong.status_code, "Dealt wrongly.</textarea>" in wrong.content.decode()) == (422, True)
    done = office.post(PAGE, {"division": str(other.pk), "reason": "Dealt wrongly."}, follow=True)
    html = done.content.decode()
    assert "Anchor is in Division 2; the captains have been told. Make a new timetable now." in html
    assert "A new timetable is due" in html
    assert "Anchor (Division 2)" in html
    for page in (
        "tables/2026-27/division-1/",
        "tables/2026-27/division-2/",
        "teams/anchor/",
        "fixtures/",
        "teams/bell/",
    ):
        assert Client().get(f"/leagues/town/{page}").status_code in (200, 302), page


def test_what_stands_in_its_way_leaves_no_form(office: Client, town: Town, other: Division) -> None:
    Timetable.objects.all().delete()
    html = office.get(PAGE).content.decode()
    assert "The fixtures of 2026-27 come from a spreadsheet" in html
    assert '<select id="division"' not in html
    refused = office.post(PAGE, {"division": str(other.pk), "reason": "x"})
    assert (refused.status_code, Entry.objects.filter(division=other).count()) == (422, 0)


def test_anothers_team_and_division_are_not_there(office: Client, town: Town, other: Division) -> None:
    abroad = factories.town("Abroad", "abroad")
    assert office.get(PAGE.replace("anchor", "nobody")).status_code == 404
    assert office.post(PAGE, {"division": str(abroad.division.pk), "reason": "x"}).status_code == 422
    assert office.get(PAGE.replace("/town/", "/abroad/")).status_code == 403


@pytest.mark.long
def test_once_play_has_begun_the_page_shows_which_fixtures_go_and_come(office: Client, town: Town) -> None:
    season = draft(town.league, town.secretary)
    publish.publish(ready(season, town.secretary), version=1, despite="It will do.", by=town.secretary, now=BEFORE)
    page = f"/leagues/town/secretary/seasons/{season.slug}/teams/ash/division/"
    two = season.divisions.get(name="Two")
    third = Division.objects.create(season=season, name="Three", slug="three", order=3, fixture_format="D S")
    with time_machine.travel(dt.datetime(2027, 9, 26, 12, tzinfo=dt.UTC), tick=False):
        office.force_login(town.secretary)
        html = office.get(page).content.decode()
        assert "6 fixtures in One are cancelled" in html
        assert "6 fixtures in Two come" in html
        assert "Three has no free week" in html
        assert f'<option value="{third.pk}"' not in html
        refused = office.post(page, {"division": str(third.pk), "reason": "Dealt wrongly."})
        assert (refused.status_code, "Three has no free week" in refused.content.decode()) == (422, True)
        done = office.post(page, {"division": str(two.pk), "reason": "Dealt wrongly."}, follow=True)
        said = " ".join(done.content.decode().split())
        assert re.search(r"Ash is in Two and has 6 fixtures there; the captains have been told. \d still need", said)
        for public in (f"tables/{season.slug}/two/", f"tables/{season.slug}/one/", "teams/ash/", "fixtures/"):
            assert Client().get(f"/leagues/town/{public}").status_code in (200, 302), public
