"""Cups by the API: what everybody reads."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Season, Tie
from tests.factories import Town
from tests.services.cups.worlds import cup, drawn, play

pytestmark = pytest.mark.usefixtures("today")
CUPS = "/api/v1/leagues/town/cups/"
ONE = "/api/v1/leagues/town/seasons/2026-27/cups/town-cup/"


def test_a_cup_is_read_round_by_round_to_its_champion(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    assert Client().get(CUPS).json()["results"][0]["slug"] == "town-cup"
    assert Client().get(ONE).json()["rounds"] == []
    semi, other = drawn(made, town, now=now)[:2]
    for tie in (semi, other):
        play(tie, tie.top, town, now=now)
    final = Tie.objects.select_related("top__team", "bottom__team").get(knock_out=made, round=2)
    waiting = Client().get(ONE).json()
    assert waiting["champion"] is None
    assert waiting["rounds"][1]["ties"][0]["ending"] == ""
    fixture = play(final, final.bottom, town, now=now)
    told = Client().get(ONE).json()
    tie = told["rounds"][1]["ties"][0]
    assert final.bottom is not None
    assert told["champion"]["name"] == tie["bottom"]["name"] == final.bottom.team.name
    assert (tie["ending"], tie["bottom"]["won"], tie["bottom"]["points"]) == ("played", True, 3)
    assert tie["fixtures"] == [fixture.pk]


def test_a_cup_of_a_draft_season_or_of_no_name_is_not_there(town: Town, now: dt.datetime) -> None:
    cup(town, now=now)
    assert Client().get(ONE.replace("town-cup", "pairs-cup")).status_code == 404
    Season.objects.update(published_at=None)
    assert Client().get(ONE).status_code == 404
    assert Client().get(CUPS).json()["results"] == []
