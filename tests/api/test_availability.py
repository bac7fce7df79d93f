"""Who can play, by the API: what each reader is told, answers, reserves, guests and line-ups."""

import datetime as dt

import pytest

from league.enums import GuestPolicy
from league.models import Availability, Fixture, Registration, Season
from league.services.availability import answer
from tests.api.program import Program, json_of
from tests.factories import Town


@pytest.fixture
def fixture(town: Town) -> Fixture:
    """Anchor v Bell, on Tuesday 10 November 2026 at eight."""
    when = dt.datetime(2026, 11, 10, 20, tzinfo=dt.UTC)
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(starts_at=when)
    return town.fixture("Anchor", "Bell")


def test_a_captain_reads_and_changes_their_side_alone(town: Town, fixture: Fixture) -> None:
    program, path = Program(town.captains["Anchor"]), f"fixtures/{fixture.pk}/availability/"
    [side] = json_of(program.get(path))["results"]
    assert (side["side"], side["team"], side["needed"], side["silent"], len(side["players"])) == (
        "home",
        "anchor",
        4,
        6,
        6,
    )
    assert side["starts_at"] == "2026-11-10T20:00:00Z"
    player = town.squads["Anchor"][3]
    [side] = json_of(program.post(path, {"player": player.pk, "answer": "yes"}))
    assert (side["yes"], side["silent"]) == (1, 5)
    assert program.post(path, {"player": town.squads["Bell"][1].pk, "answer": "yes"}).status_code == 403
    assert program.post(path, {"player": player.pk, "answer": "perhaps"}).status_code == 422
    json_of(program.post(f"{path}reserves/", {"player": player.pk, "reserve": True}))
    assert Registration.objects.get(player=player).reserve
    guest = {"side": "home", "player": town.squads["Castle"][0].pk}
    assert program.post(f"{path}guests/", guest).status_code == 409
    Season.objects.update(guests=GuestPolicy.ANYBODY)
    assert len(json_of(program.post(f"{path}guests/", guest))[0]["players"]) == 7


def test_a_line_up_is_put_in_place_of_the_one_there_was(town: Town, fixture: Fixture) -> None:
    program, path = Program(town.captains["Anchor"]), f"fixtures/{fixture.pk}/line-up/"
    first, second = (player.pk for player in town.squads["Anchor"][:2])
    sent = {"side": "home", "places": {"m2-home-1": first, "m3-home-1": second}, "tell": True}
    [side] = json_of(program.send("PUT", path, sent))
    assert {one["player"]: one["places"] for one in side["players"] if one["places"]} == {
        first: ["m2-home-1"], second: ["m3-home-1"],
    }  # fmt: skip
    wrong = program.send("PUT", path, {**sent, "places": {"m2-home-1": first, "m3-home-1": first}})
    assert wrong.status_code == 422
    [side] = json_of(program.send("PUT", path, {"side": "home", "places": {}}))
    assert [one for one in side["players"] if one["places"]] == []
    assert program.send("PUT", path, {**sent, "side": "away"}).status_code == 403


def test_a_link_needs_no_token_and_reading_it_answers_nothing(town: Town, fixture: Fixture) -> None:
    program, path = Program(), f"can-play/{answer.token_for(fixture.pk, town.captains['Anchor'])}/"
    asked = json_of(program.get(path))
    assert asked == {
        "fixture": fixture.pk, "start": "2026-11-10T20:00+00:00", "name": "Anchor 1", "answer": "", "refused": "",
    }  # fmt: skip
    assert not Availability.objects.exists()
    assert json_of(program.post(path, {"answer": "no", "start": asked["start"]}))["answer"] == "no"
    assert program.post(path, {"answer": "no", "start": "2026-11-09T20:00+00:00"}).status_code == 409
    assert program.post("can-play/forged/", {"answer": "no", "start": asked["start"]}).status_code == 404
