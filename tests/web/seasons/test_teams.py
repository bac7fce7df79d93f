"""The secretary enters a team that comes late, withdraws one and takes that back."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Division, Entry, Season, Venue
from league.services.results import confirm, submit
from league.services.seasons import publish
from tests.factories import Town, result_sheet
from tests.services.draft_season import draft, ready
from tests.services.spreadsheets import NOW
from tests.web.pages import words

pytestmark = pytest.mark.usefixtures("today")

DESK = "/leagues/town/secretary/seasons/"


@pytest.fixture
def published(town: Town) -> Season:
    """A season that is published, with four teams in One and three in Two."""
    season = draft(town.league, town.secretary)
    publish.publish(ready(season, town.secretary), version=1, despite="It will do.", by=town.secretary, now=NOW)
    return season


def enter(office: Client, season: Season, division: str, name: str = "Hazel", **also: str) -> str:
    sent = {
        "name": name, "division": str(Division.objects.get(season=season, name=division).pk),
        "venue": str(Venue.objects.get(league=season.league, name="Forge").pk), "night": "3", "start": "20:00",
    } | also  # fmt: skip
    return words(office.post(f"{DESK}{season.slug}/teams/add/", sent, follow=True))


def test_a_late_team_has_the_weeks_that_others_had_free(office: Client, published: Season) -> None:
    said = enter(office, published, "Two")
    assert "Hazel is in Two. It has 6 fixtures, in the weeks that others had free." in said
    assert "still need a date" not in said


def test_a_team_with_nearly_the_name_of_another_is_entered_when_the_secretary_says_so(
    office: Client, published: Season
) -> None:
    address = f"{DESK}{published.slug}/teams/add/"
    assert "They are different" not in words(office.get(address))
    enter(office, published, "Two", "Miners Arms")
    said = enter(office, published, "Two", "The Miners Arms")
    assert "very like Miners Arms" in said
    assert "They are different" in said
    assert not Entry.objects.filter(team__name="The Miners Arms").exists()
    assert "The Miners Arms is in Two." in enter(office, published, "Two", "The Miners Arms", anyway="on")


def test_what_a_late_team_has_missed_still_needs_a_date(office: Client, published: Season) -> None:
    today = dt.date(2026, 11, 3)
    first, second = published.weeks.filter(kind="play").order_by("starts_on")[:2]
    for week, monday in ((first, today - dt.timedelta(days=15)), (second, today - dt.timedelta(days=8))):
        published.weeks.filter(pk=week.pk).update(starts_on=monday)
    assert "2 still need a date." in enter(office, published, "Two")


def test_a_late_team_of_an_even_division_needs_a_new_timetable(office: Client, published: Season) -> None:
    said = enter(office, published, "One")
    assert "Hazel is in One. The timetable has no place for it: make a new one." in said


def test_a_team_that_withdraws_and_comes_back(office: Client, town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    away, again = (f"{DESK}2026-27/teams/bell/{what}/" for what in ("withdraw", "return"))
    early = office.get(again)
    assert (early.status_code, "Bell has not withdrawn." in words(early)) == (409, True)
    answer = office.post(away, {"reason": " "})
    assert answer.status_code == 422
    said = words(office.post(away, {"reason": "Too few players."}, follow=True))
    assert "Bell has withdrawn; the captains of Division 1 have been told." in said
    late = office.get(away)
    assert (late.status_code, "Bell has withdrawn already." in words(late)) == (409, True)
    shown = office.get(again)
    assert shown.status_code == 200
    assert "Bell withdrew on 3 November 2026 and would be back in Division 1." in words(shown)
    assert "Results that count again 1" in words(shown)
    assert office.post(again, {"reason": ""}).status_code == 422
    assert Entry.objects.get(team=town.teams["Bell"]).withdrawn_on is not None
    said = words(office.post(again, {"reason": "They stay."}, follow=True))
    assert "Bell is back; the captains of Division 1 are told." in said
    assert Entry.objects.get(team=town.teams["Bell"]).withdrawn_on is None
