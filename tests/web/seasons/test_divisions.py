"""The page on which a team moves to another division."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from league.enums import TimetableState
from league.models import Division, Entry, Timetable
from tests import factories
from tests.api.program import Program
from tests.factories import Town

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


def test_a_program_moves_it_too(town: Town, other: Division) -> None:
    program, at = Program(town.secretary), "seasons/2026-27/teams/anchor/division/"
    looked = program.get(at).json()
    assert (looked["draft"], len(looked["cancelled"]), looked["against"]) == (False, 3, [])
    assert program.post(at, {"division": "nobody", "reason": "x"}).status_code == 404
    refused = program.post(at, {"division": "division-2"})
    assert [one["field"] for one in refused.json()["errors"]] == ["reason"]
    moved = program.post(at, {"division": "division-2", "reason": "Dealt wrongly."})
    assert (moved.status_code, Entry.objects.get(division=other).team) == (200, town.teams["Anchor"])
