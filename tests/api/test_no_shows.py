"""Counted no-shows in the hands of a program that the secretary has given a token."""

import datetime as dt

import pytest

from league.models import Season
from tests.api.program import Program, json_of
from tests.factories import Town
from tests.services.standings.test_no_shows import give_walkovers

pytestmark = pytest.mark.django_db
PATH = "seasons/2026-27/no-shows/"


def test_teams_with_no_shows_are_listed_the_most_first(town: Town, now: dt.datetime) -> None:
    program = Program(town.secretary)
    assert json_of(program.get(PATH))["results"] == []
    Season.objects.update(no_show_limit=2)
    give_walkovers(town, "Bell", 2, now=now)
    give_walkovers(town, "Castle", 1, now=now)
    bell, castle = json_of(program.get(PATH))["results"]
    assert (bell["team"]["slug"], bell["division"]["slug"], bell["count"], bell["due"], bell["settled"]) == (
        "bell", "division-1", 2, True, 0,
    )  # fmt: skip
    assert (castle["team"]["slug"], castle["count"], castle["due"]) == ("castle", 1, False)
    assert ["bell" in (one["home"]["slug"], one["away"]["slug"]) for one in bell["fixtures"]] == [True, True]
