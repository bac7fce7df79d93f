"""What a season asks of its players, by program; and a sheet that does not meet it."""

import datetime as dt
import json

import pytest

from league.enums import Enforcement
from tests.api.program import Program, as_sent, problems
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat

pytestmark = pytest.mark.django_db
SETTINGS = "seasons/2026-27/settings/"
ASKED = {
    "eligibility": "warn",
    "registration_days": 7,
    "registration_until": "2027-01-31",
    "transfer_limit": None,
    "transfer_until": "2027-02-28",
    "guests": "other-teams",
    "guest_limit": 2,
}


def test_what_a_sheet_was_taken_with_is_told_with_the_names_as_the_reader_knows_them(
    town: Town, now: dt.datetime
) -> None:
    town.season.eligibility = Enforcement.WARN
    town.season.save()
    castle = town.squads["Castle"][0]
    castle.name, castle.shorten_name = "Olive Baker", True
    castle.save()
    fixture = town.fixture("Anchor", "Bell")
    sheet = with_seat(result_sheet(town, "Anchor", "Bell"), 3, "home", 1, castle.pk)
    Program(town.captains["Anchor"]).post(f"fixtures/{fixture.pk}/result/", as_sent(sheet))
    for who, name in ((None, "Olive B."), (town.captains["Bell"], "Olive Baker")):
        for address in ("", "versions/1/"):
            told = json.loads(Program(who).get(f"fixtures/{fixture.pk}/result/{address}").content)
            assert (told if address else told["live"])["breaches"] == [
                {
                    "code": "other-team",
                    "message": f"{name} is registered for Castle; this season a player plays for their own team only.",
                    "field": "m3-home-1",
                    "where": "match 3, home player",
                }
            ]


def test_a_sheet_with_a_breach_is_refused_at_its_seat(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sheet = with_seat(result_sheet(town, "Anchor", "Bell"), 3, "home", 1, town.squads["Castle"][0].pk)
    answer = Program(town.captains["Anchor"]).post(f"fixtures/{fixture.pk}/result/", as_sent(sheet))
    assert (answer.status_code, problems(answer)) == (422, [("other-team", "/matches/2/home_players/0")])


def test_a_draft_that_is_kept_says_what_stands_against_those_on_it(town: Town) -> None:
    """The API warns of players who may not play, as the sheet's page does while it is filled in."""
    fixture, other = town.fixture("Anchor", "Bell"), town.squads["Castle"][0]
    anchor, path = Program(town.captains["Anchor"]), f"fixtures/{fixture.pk}/draft/"
    places = {"m3-home-1": str(other.pk), "m2-home-1": str(town.squads["Anchor"][2].pk)}
    kept = anchor.send("PUT", path, {"places": places})
    assert kept.status_code == 200
    told = json.loads(kept.content)
    assert told["places"] == places
    [breach] = told["breaches"]
    assert breach["field"] == "m3-home-1"
    assert "Castle" in breach["message"]
    fine = anchor.send("PUT", path, {"places": {**places, "m3-home-1": ""}})
    assert json.loads(fine.content)["breaches"] == []
