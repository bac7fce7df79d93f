"""The secretary's notes on teams and players: on the sheet and wherever it is answered, and by whom they are read."""

import datetime as dt
from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from league.models import Fixture, Player, Team
from league.queries.results.eligibility import notes_on_guests
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from league.rules.sheets import GameScore
from league.services.people.captains import make_codes
from league.services.results import confirm, correct, handover, submit
from tests.api.program import Program, json_of
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat
from tests.web.results.test_captain import page, signed_in, words

pytestmark = pytest.mark.django_db
GUEST, TEAM = "Castle 1: Under 18: <till> nine", "Bell: Young Farmers <club>"


@pytest.fixture(autouse=True)
def _today(now: dt.datetime) -> Iterator[None]:
    cache.clear()
    with time_machine.travel(now, tick=False):
        yield


@pytest.fixture
def fixture(town: Town) -> Fixture:
    """Anchor v Bell in a season with guests; a guest and a team are noted."""
    town.season.guests = "other-teams"
    town.season.save()
    Player.objects.filter(pk=town.squads["Castle"][0].pk).update(note="Under 18: <till> nine")
    Player.objects.filter(pk=town.squads["Castle"][1].pk).update(note="Not on this sheet")
    Team.objects.filter(pk=town.teams["Bell"].pk).update(note="Young Farmers <club>")
    return town.fixture("Anchor", "Bell")


def sent(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    guest = with_seat(result_sheet(town, "Anchor", "Bell"), 3, "home", 1, town.squads["Castle"][0].pk)
    submit.submit(fixture, guest, by=town.captains["Anchor"], now=now)


def test_a_guest_s_note_is_on_the_sheet_from_when_they_are_chosen(town: Town, fixture: Fixture) -> None:
    anchor = signed_in(town.captains["Anchor"])
    empty = words(anchor.get(page(fixture, "sheet")))
    assert f"From the secretary {TEAM}" in empty
    assert "Under 18" not in empty
    fields = fields_of(result_sheet(town, "Anchor", "Bell"), terms(fixture.division))
    fields["m3-home-1"] = str(town.squads["Castle"][0].pk)
    assert anchor.post(page(fixture, "draft"), fields).json()["guest_notes"] == [GUEST]
    opened = words(anchor.get(page(fixture, "sheet")))
    assert f"{TEAM} {GUEST}" in opened
    assert "Not on this sheet" not in opened


def test_nobody_asks_for_the_note_on_a_player_whom_they_cannot_choose(town: Town, fixture: Fixture) -> None:
    seated = with_seat(result_sheet(town, "Anchor", "Bell"), 3, "home", 1, town.squads["Castle"][0].pk)
    assert [f"{name}: {note}" for name, note in notes_on_guests(fixture, seated)] == [GUEST]
    fixture.division.season.guests = "none"
    assert notes_on_guests(fixture, seated) == []
    Player.objects.filter(pk=town.squads["Anchor"][0].pk).update(note="Of the squad")
    assert notes_on_guests(fixture, result_sheet(town, "Anchor", "Bell")) == []


def test_both_notes_are_where_the_sheet_is_confirmed(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    sent(town, fixture, now)
    for captain, name in (("Bell", "confirm"), ("Anchor", "confirm-here")):
        read = words(signed_in(town.captains[captain]).get(page(fixture, name)))
        assert f"From the secretary {TEAM} {GUEST}" in read
        assert "Not on this sheet" not in read


def test_a_link_and_a_code_show_a_player_s_note_only_to_captains(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    sent(town, fixture, now)
    make_codes(town.teams["Bell"], town.season, by=town.secretary, now=now)
    token = handover.token_for(fixture.results.get(), town.captains["Bell"])
    for address in (f"/leagues/town/confirm/{token}/", page(fixture, "confirm-code")):
        public = Client().get(address)
        assert public.status_code == 200
        assert f"From the secretary {TEAM}" in words(public)
        assert "Under 18" not in words(public)
        assert f"{TEAM} {GUEST}" in words(signed_in(town.captains["Bell"]).get(address))
        assert "Under 18" not in words(signed_in(town.captains["Castle"]).get(address))


def test_both_notes_are_where_a_sheet_of_one_s_own_or_a_correction_is_answered(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    sent(town, fixture, now)
    other = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    confirm.dispute(fixture, 1, reason="No.", sheet=other, by=town.captains["Bell"], now=now)
    assert TEAM in words(signed_in(town.captains["Anchor"]).get(page(fixture, "accept")))
    second = town.fixture("Castle", "Duke of York")
    Team.objects.filter(pk=town.teams["Duke of York"].pk).update(note="Pub team")
    sheet = result_sheet(town, "Castle", "Duke of York")
    submit.submit(second, sheet, by=town.captains["Castle"], now=now)
    confirm.confirm(second, 1, by=town.captains["Duke of York"], now=now)
    changed = result_sheet(town, "Castle", "Duke of York", first=GameScore(88, 121))
    correct.propose(second, 1, changed, reason="Slip.", by=town.captains["Castle"], now=now)
    read = words(signed_in(town.captains["Duke of York"]).get(page(second, "correction")))
    assert f"From the secretary Duke of York: Pub team {GUEST}" in read


def test_a_program_reads_the_note_on_a_guest(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    guest = {"player": town.squads["Castle"][0].pk, "note": "Under 18: <till> nine"}
    sent(town, fixture, now)
    address = f"fixtures/{fixture.pk}/squads/"
    for who, notes in ((town.captains["Bell"], [guest]), (town.secretary, [guest]), (town.captains["Castle"], [])):
        assert json_of(Program(who).get(address))["notes"] == notes
