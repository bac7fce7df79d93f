"""A shortened name is shortened for programs too, for the same readers as on the pages."""

import json

import pytest

from league.models import Player
from tests.api.program import Program, problems
from tests.factories import Town

pytestmark = pytest.mark.django_db


def test_a_shortened_name_is_told_in_full_to_those_alone_who_read_it_so(town: Town) -> None:
    olive = town.squads["Anchor"][2]
    Player.objects.filter(pk=olive.pk).update(name="Olive Baker", shorten_name=True)
    fixture = town.fixture("Anchor", "Bell").pk
    paths = (f"players/{olive.pk}/", "players/", "players/?limit=2", "teams/anchor/", f"fixtures/{fixture}/squads/")
    for reader, full in ((None, False), (town.captains["Anchor"], True), (town.referee, True), (town.secretary, True)):
        for path in paths:
            said = Program(reader).get(path).content.decode()
            assert ("Baker" in said) is (full and path != "players/?limit=2"), (reader, path)


def test_a_cursor_holds_no_name(town: Town) -> None:
    town.league.shorten_names = True
    town.league.save()
    Player.objects.filter(league=town.league).update(name="Olive Baker")
    answer = json.loads(Program().get("players/", {"limit": 2}).content)
    assert [player["name"] for player in answer["results"]] == ["Olive B.", "Olive B."]
    inside = json.loads(Program().get(answer["next"].partition("testserver")[2]).content)
    assert [player["name"] for player in inside["results"]] == ["Olive B.", "Olive B."]
    guessed = Program().get("players/", {"name": "Baker"})
    assert (guessed.status_code, problems(guessed)) == (422, [("unknown-parameter", "name")])


def test_a_captain_is_shortened_like_the_player_they_are(town: Town) -> None:
    town.league.shorten_names = True
    town.league.save()
    town.captains["Anchor"].name = "Una Captain"
    town.captains["Anchor"].save()
    officers = json.loads(Program().get("teams/anchor/").content)["officers"]
    assert [officer["name"] for officer in officers] == ["Una C."]
