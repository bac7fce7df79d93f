"""Venues, teams and seasons are added, renamed, moved and merged on pages."""

import datetime as dt

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.models import Entry, Fixture, JournalEntry, Season, Team, Venue
from tests import factories
from tests.factories import Town
from tests.forms import untouched_on
from tests.web.pages import page as page_on
from tests.web.pages import signed_in, words

DESK = "/leagues/town/secretary/"


def page_of(kind: str, pk: int) -> str:
    return f"{DESK}upkeep/{kind}/{pk}/"


def test_a_venue_is_added(office: Client, town: Town) -> None:
    page = f"{DESK}upkeep/venue/new/"
    sent = {"name": "The Fox", "address": "1 High Street", "boards": "2"}
    answer = office.post(page, sent, follow=True)
    assert "The Fox is added." in answer.content.decode()
    assert Venue.objects.get(name="The Fox").boards == 2
    again = office.post(page, sent)
    assert again.status_code == 422
    assert Venue.objects.filter(name="The Fox").count() == 1


def test_a_venue_with_nearly_the_name_of_another_is_added_when_the_secretary_says_so(office: Client) -> None:
    page = f"{DESK}upkeep/venue/new/"
    office.post(page, {"name": "Miners Arms", "boards": "1"})
    sent = {"name": "The Miners Arms", "boards": "1"}
    asked = office.post(page, sent)
    assert asked.status_code == 422
    assert "very like Miners Arms" in words(asked)
    assert 'href="#id_anyway"' in asked.content.decode()
    assert "The Miners Arms is added." in words(office.post(page, sent | {"anyway": "on"}, follow=True))


@pytest.mark.parametrize(
    "sent", [{"name": ""}, {"boards": "0"}, {"boards": "9" * 30}, {"name": "x" * 200}, {"boards": ""}]
)
def test_a_venue_that_cannot_be_is_told_at_its_field(office: Client, sent: dict[str, str]) -> None:
    count = Venue.objects.count()
    answer = office.post(f"{DESK}upkeep/venue/new/", {"name": "The Fox", "boards": "1"} | sent)
    assert (answer.status_code, Venue.objects.count()) == (422, count)
    assert f'href="#id_{next(iter(sent))}"' in answer.content.decode()


def test_a_venue_a_team_and_a_season_are_renamed(office: Client, town: Town) -> None:
    anchor = town.teams["Anchor"]
    for kind, row in (("venue", town.venues["Bell"]), ("team", anchor), ("season", town.season)):
        page = page_of(kind, row.pk)
        sent = untouched_on(office, page) | {"name": f"New {kind}", "do": "change"}
        assert office.post(page, sent).status_code == 302
        row.refresh_from_db()
        assert row.name == f"New {kind}"
    assert JournalEntry.objects.count() == 3
    page = page_of("team", anchor.pk)
    taken = untouched_on(office, page) | {"name": "Bell", "do": "change"}
    answer = office.post(page, taken)
    assert (answer.status_code, Team.objects.filter(name="Bell").count()) == (422, 1)


def test_a_team_s_note_is_on_its_page_and_on_its_sheets(office: Client, town: Town, now: dt.datetime) -> None:
    page = page_of("team", town.teams["Bell"].pk)
    sent = untouched_on(office, page) | {"note": "Club: <under> 18s only", "do": "change"}
    assert office.post(page, sent).status_code == 302
    [entry] = JournalEntry.objects.all()
    assert entry.data == {"note": {"from": "", "to": "Club: <under> 18s only"}}
    assert "Note Club: <under> 18s only" in words(Client().get("/leagues/town/teams/bell/"))
    with time_machine.travel(now, tick=False):
        anchor = signed_in(town.captains["Anchor"])
        sheet = anchor.get(page_on(town.fixture("Anchor", "Bell"), "sheet"))
    assert "From the secretary Bell: Club: <under> 18s only" in words(sheet)
    too_long = untouched_on(office, page) | {"note": "x" * 201, "do": "change"}
    assert office.post(page, too_long).status_code == 422


def test_a_team_moves(office: Client, town: Town) -> None:
    page = f"{DESK}seasons/2026-27/teams/anchor/home/"
    assert page in office.get(page_of("team", town.teams["Anchor"].pk)).content.decode()
    sent = untouched_on(office, page) | {"venue": str(town.venues["Bell"].pk), "home_night": "3", "start_time": "19.30"}
    assert office.post(page, sent).status_code == 302
    entry = Entry.objects.get(team=town.teams["Anchor"])
    assert (entry.venue, entry.home_night) == (town.venues["Bell"], 3)
    foreign = factories.town("Other League", "other").venues["Anchor"]
    assert office.post(page, sent | {"venue": str(foreign.pk)}).status_code == 422
    assert office.get(f"{DESK}seasons/2026-27/teams/nobody/home/").status_code == 404


@pytest.mark.parametrize("typed", ["8.30", "8:30", "8.30pm", "half past eight", "20 h 30"])
def test_a_team_s_start_is_read_as_people_mean_it(office: Client, town: Town, typed: str) -> None:
    page = f"{DESK}seasons/2026-27/teams/anchor/home/"
    assert office.post(page, untouched_on(office, page) | {"start_time": typed}).status_code == 302
    assert Entry.objects.get(team=town.teams["Anchor"]).start_time == dt.time(20, 30)


def full_evening(town: Town) -> None:
    """Make Anchor and Castle play at home on one evening to come."""
    at_home = Fixture.objects.filter(home__in=(town.teams["Anchor"], town.teams["Castle"]), week__number=1)
    assert at_home.update(starts_at=timezone.now() + dt.timedelta(days=30)) == 2


def test_a_team_moves_to_a_full_venue_only_when_that_is_said(office: Client, town: Town) -> None:
    full_evening(town)
    page = f"{DESK}seasons/2026-27/teams/anchor/home/"
    untouched = untouched_on(office, page)
    assert "anyway" not in untouched
    sent = untouched | {"venue": str(town.venues["Castle"].pk), "start_time": "20:00"}
    asked = office.post(page, sent)
    assert asked.status_code == 422
    assert "Castle has no board free: it has one fixture that evening and holds 1." in asked.content.decode()
    assert 'name="anyway"' in asked.content.decode()
    assert Entry.objects.get(team=town.teams["Anchor"]).venue == town.venues["Anchor"]
    assert office.post(page, sent | {"anyway": "on"}).status_code == 302
    assert Entry.objects.get(team=town.teams["Anchor"]).venue == town.venues["Castle"]


def test_venues_that_are_full_together_are_merged_only_when_that_is_said(office: Client, town: Town) -> None:
    full_evening(town)
    page = page_of("venue", town.venues["Anchor"].pk)
    assert 'name="anyway"' not in office.get(page).content.decode()
    sent = {"do": "merge", "into": str(town.venues["Castle"].pk), "reason": "One pub & yard."}
    asked = office.post(page, sent)
    html = asked.content.decode()
    assert asked.status_code == 422
    assert "Castle has no board free: it has one fixture that evening and holds 1." in html
    assert 'name="anyway"' in html
    assert f'<option value="{town.venues["Castle"].pk}" selected>' in html
    assert "One pub &amp; yard.</textarea>" in html
    assert office.post(page, sent | {"anyway": "yes"}).status_code == 302
    assert not Entry.objects.filter(venue=town.venues["Anchor"]).exists()


def test_a_venue_is_merged_into_another(office: Client, town: Town) -> None:
    gone, kept = town.venues["Anchor"], town.venues["Bell"]
    page = page_of("venue", gone.pk)
    for sent in ({"into": ""}, {"into": str(gone.pk)}, {"into": "x"}, {"into": "9" * 40}):
        assert office.post(page, {"do": "merge", "reason": "One pub.", **sent}).status_code == 422
    foreign = factories.town("Other League", "other").venues["Anchor"]
    assert office.post(page, {"do": "merge", "reason": "One pub.", "into": str(foreign.pk)}).status_code == 422
    assert office.post(page, {"do": "merge", "reason": "", "into": str(kept.pk)}).status_code == 422
    answer = office.post(page, {"do": "merge", "reason": "One pub.", "into": str(kept.pk)}, follow=True)
    assert f"{gone.name} is {kept.name} now." in answer.content.decode()
    again = office.post(page, {"do": "merge", "reason": "One pub.", "into": str(kept.pk)})
    assert again.status_code == 409


def test_a_refused_merge_keeps_what_was_filled_in(office: Client, town: Town) -> None:
    gone, kept = town.venues["Anchor"], town.venues["Bell"]
    page = page_of("venue", gone.pk)
    answer = office.post(page, {"do": "merge", "reason": "", "into": str(kept.pk)})
    html = answer.content.decode()
    assert (answer.status_code, f'<option value="{kept.pk}" selected>' in html) == (422, True)
    assert 'id="merge-error"' in html
    assert 'href="#merge-reason"' in html
    answer = office.post(page, {"do": "merge", "reason": "<i>One</i> pub.", "into": ""})
    html = answer.content.decode()
    assert (answer.status_code, 'id="into-error"' in html) == (422, True)
    assert "&lt;i&gt;One&lt;/i&gt; pub.</textarea>" in html
    assert html.count("&lt;i&gt;One") == 1, "the other forms of the page stay empty"


def test_a_reason_that_is_missing_is_told_at_its_own_form(office: Client, town: Town) -> None:
    spare = Venue.objects.create(league=town.league, name="The Spare")
    page = page_of("venue", spare.pk)
    hide = office.post(page, {"do": "hide", "reason": " "}).content.decode()
    assert ('id="reason-error"' in hide, 'id="why-error"' in hide) == (True, False)
    delete = office.post(page, {"do": "delete", "reason": "x" * 2001})
    html = delete.content.decode()
    assert (delete.status_code, 'id="reason-error"' in html, 'href="#why"' in html) == (302, False, False) or (
        'id="why-error"' in html
    )


def test_what_a_merge_of_venues_moves_is_shown_first(office: Client, town: Town) -> None:
    gone, kept = town.venues["Anchor"], town.venues["Bell"]
    page, merge = page_of("venue", gone.pk), '<button type="submit" name="do" value="merge">'
    assert merge not in office.get(page).content.decode()
    answer = office.post(page, {"do": "look", "reason": "One pub.", "into": str(kept.pk)})
    html = answer.content.decode()
    assert (answer.status_code, merge in html) == (200, True)
    assert "Anchor would be Bell. This cannot be undone." in html
    assert "<li>1 home of a team in a season</li>" in html
    assert "One pub.</textarea>" in html
    assert office.post(page, {"do": "look", "into": ""}).status_code == 422


def test_a_team_is_looked_at_and_merged_and_its_address_leads_on(office: Client, town: Town) -> None:
    kept = town.teams["Anchor"]
    gone = Team.objects.create(league=town.league, name="Anchor A", slug="anchor-a")
    page = page_of("team", gone.pk)
    answer = office.post(page, {"do": "look", "into": str(kept.pk), "reason": ""})
    assert "Nothing has to move." in answer.content.decode()
    bare = office.post(page, {"do": "merge", "into": str(kept.pk), "reason": " "})
    assert (bare.status_code, 'id="merge-error"' in bare.content.decode()) == (422, True)
    done = office.post(page, {"do": "merge", "into": str(kept.pk), "reason": "Twice."}, follow=True)
    assert "Anchor A is Anchor now." in done.content.decode()
    visitor = Client()
    assert visitor.get("/leagues/town/teams/anchor-a/")["Location"] == "/leagues/town/teams/anchor/"
    assert b"Anchor v" in visitor.get("/leagues/town/calendars/team/anchor-a.ics").content
    assert visitor.get("/api/v1/leagues/town/teams/anchor-a/").json()["slug"] == "anchor"
    left = office.get(page).content.decode()
    assert "It was entered twice, and is Anchor now." in left
    assert 'value="restore"' not in left
    Team.objects.filter(pk=kept.pk).update(hidden_at="2026-11-01T12:00Z")
    assert visitor.get("/leagues/town/teams/anchor-a/").status_code == 404


def test_two_teams_are_told_to_be_two_and_have_no_button(office: Client, town: Town) -> None:
    page = page_of("team", town.teams["Anchor"].pk)
    sent = {"into": str(town.teams["Bell"].pk), "reason": "x"}
    looked = office.post(page, sent | {"do": "look"}).content.decode()
    assert "They meet in 2026-27: Anchor v Bell." in looked
    assert 'value="merge"' not in looked
    answer = office.post(page, sent | {"do": "merge"})
    assert answer.status_code == 422
    assert 'id="into-error"' in answer.content.decode()
    foreign = factories.town("Other League", "other").teams["Anchor"]
    assert office.post(page, sent | {"do": "merge", "into": str(foreign.pk)}).status_code == 422


def test_a_hidden_thing_is_not_renamed(office: Client, town: Town) -> None:
    Season.objects.update(hidden_at="2026-11-01T12:00Z")
    page = page_of("season", town.season.pk)
    answer = office.post(page, {"do": "change", "name": "Renamed"})
    assert (answer.status_code, "is hidden, and nothing changes in it" in answer.content.decode()) == (409, True)
    assert Season.objects.get().name == "2026-27"


def test_a_league_has_no_form_to_rename_or_merge_it(office: Client, town: Town) -> None:
    page = page_of("league", town.league.pk)
    for do in ("change", "merge", "look"):
        answer = office.post(page, {"do": do, "name": "Renamed", "into": "1", "reason": "x"})
        assert answer.status_code in (403, 422)
    town.league.refresh_from_db()
    assert town.league.name == "Town League"


def test_a_venue_holds_fewer_than_are_planned_there_only_when_that_is_said(office: Client, town: Town) -> None:
    full_evening(town)
    castle = town.venues["Castle"]
    Fixture.objects.filter(home=town.teams["Anchor"], week__number=1).update(venue=castle)
    Venue.objects.filter(pk=castle.pk).update(boards=2)
    page = page_of("venue", castle.pk)
    assert 'name="anyway"' not in office.get(page).content.decode()
    sent = {"do": "change", "name": "Castle", "address": "", "boards": "1"}
    asked = office.post(page, sent)
    html = asked.content.decode()
    assert asked.status_code == 422
    assert "Castle has no board free: it has one fixture that evening and holds 1." in html
    assert "Change it anyway; the journal will say so" in html
    assert "Merge them anyway" not in html
    assert Venue.objects.get(pk=castle.pk).boards == 2
    assert office.post(page, sent | {"anyway": "on"}).status_code == 302
    assert Venue.objects.get(pk=castle.pk).boards == 1
