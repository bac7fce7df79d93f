"""Play-offs on the secretary's pages: told when they are due, made with a form, and told where the fixture is shown."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Division, Fixture, Venue
from league.services.standings.level_teams import make_play_off
from tests import factories
from tests.factories import Town
from tests.services.standings.test_play_offs import WHEN, arranged, division_of, level, play
from tests.web.public_pages import words

__all__ = ["level"]
OFFICE = "/leagues/town/secretary/"
PAGE = f"{OFFICE}seasons/2026-27/play-offs/"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def office(level: Town, client: Client) -> Client:
    client.force_login(level.secretary)
    return client


def filled(town: Town, **more: str) -> dict[str, str]:
    anchor, castle = town.teams["Anchor"].pk, town.teams["Castle"].pk
    venue = Venue.objects.filter(league=town.league).order_by("pk").values_list("pk", flat=True)[0]
    return {
        "pair": f"{anchor}-{castle}", "home": str(castle), "date": "2027-05-04", "time": "20:00", "venue": str(venue),
        "format": "", **more,
    }  # fmt: skip


def test_those_due_are_on_the_desk_and_lead_to_the_page(office: Client) -> None:
    desk = words(office.get(OFFICE))
    assert "Play-offs due 2 Anchor, Castle Division 1 Level for 1st place" in desk
    assert PAGE in office.get(OFFICE).content.decode()
    assert PAGE in office.get(f"{OFFICE}seasons/2026-27/").content.decode()
    told = "Division 1: level for 1st place Anchor, Castle. Arrange it here if the place matters"
    assert told in words(office.get(PAGE))


def test_it_is_made_with_the_form_and_shown_as_what_it_is(office: Client, level: Town) -> None:
    answer = office.post(PAGE, filled(level), follow=True)
    assert "The play-off Castle v Anchor is arranged. The captains of both teams are told." in words(answer)
    arranged = Fixture.objects.get(play_off=True)
    assert (arranged.home, arranged.away, arranged.starts_at) == (level.teams["Castle"], level.teams["Anchor"], WHEN)
    assert "Their play-off is arranged; its result decides." in words(answer)
    assert "Castle v Anchor Division 1, 4 May 2027, 8 pm" in words(answer)
    office.logout()
    table = words(office.get("/leagues/town/tables/2026-27/division-1/"))
    assert "Anchor and Castle: their play-off is on 4 May 2027; until then they share the place." in table
    assert "Bell and Duke of York: a play-off between them is due; until it is played they share the place." in table
    assert "Division 1 · Play-off" in words(office.get(f"/leagues/town/fixtures/{arranged.pk}/"))
    listed = words(office.get("/leagues/town/fixtures/?week=all"))
    assert "Tuesday 4 May 8 pm Play-off Castle v Anchor" in listed


def test_everything_that_is_wrong_is_told_at_its_field_and_what_was_typed_stays(office: Client, level: Town) -> None:
    answer = office.post(PAGE, filled(level, home="", date="", venue="999999", format="SXX"))
    assert answer.status_code == 422
    page = answer.content.decode()
    for field in ("home", "starts_at", "venue", "format"):
        assert f'id="{field}-error"' in page
    answer = office.post(PAGE, filled(level, format="SXX"))
    assert (answer.status_code, 'value="SXX"' in answer.content.decode()) == (422, True)
    assert not Fixture.objects.filter(play_off=True).exists()


@pytest.mark.parametrize("pair", ["", "1-2", "99999999999999999999-1", "x", "\0"])
def test_a_pair_that_is_not_level_is_refused(office: Client, level: Town, pair: str) -> None:
    assert office.post(PAGE, filled(level, pair=pair)).status_code == 422


def test_one_of_another_league_s_teams_or_venues_is_not_there(office: Client, level: Town) -> None:
    abroad = factories.town("Abroad League", "abroad")
    strange = Venue.objects.filter(league=abroad.league).values_list("pk", flat=True)[0]
    assert office.post(PAGE, filled(level, venue=str(strange))).status_code == 422
    assert office.post(PAGE, filled(level, home=str(abroad.teams["Anchor"].pk))).status_code == 422


def test_where_play_offs_are_no_tie_break_the_season_leads_to_none(office: Client, level: Town) -> None:
    Division.objects.filter(pk=level.division.pk).update(tie_breaks=["games_difference", "name"])
    assert PAGE not in office.get(f"{OFFICE}seasons/2026-27/").content.decode()
    assert "No play-off is due" in words(office.get(PAGE))


def test_the_captain_is_not_offered_to_postpone_it(client: Client, level: Town, now: dt.datetime) -> None:
    venue = level.fixture("Anchor", "Bell").venue
    arranged = make_play_off(
        division_of(level), level.teams["Castle"], level.teams["Anchor"], starts_at=WHEN, venue=venue,
        by=level.secretary, now=now,
    )  # fmt: skip
    client.force_login(level.captains["Castle"])
    assert "Postpone" not in words(client.get(f"/leagues/town/fixtures/{arranged.pk}/"))
    assert client.get(f"/leagues/town/fixtures/{arranged.pk}/postpone/").status_code == 409


def test_tables_are_final_once_the_play_off_is_over(level: Town, office: Client, now: dt.datetime) -> None:
    archived = "/leagues/town/archive/2026-27/"
    assert "Tables as they are now" in words(office.get(archived))
    pairs = ("Anchor", "Castle"), ("Bell", "Duke of York")
    days = WHEN, WHEN + dt.timedelta(days=1)
    play_offs = [arranged(level, *pair, now, starts_at=day) for pair, day in zip(pairs, days, strict=True)]
    for fixture, pair in zip(play_offs, pairs, strict=True):
        assert "Tables as they are now" in words(office.get(archived))
        play(level, fixture, *pair)
    assert "Final tables" in words(office.get(archived))
