"""Settings change while others decide about the same season, and while they change themselves."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from league.models import Division, Entry, League, RuleChange, Season, Week
from league.services.seasons import leagues, rulesets, seasons
from league.services.seasons.withdraw import withdraw_team
from tests.factories import Town
from tests.services.at_the_journal import one_then_the_other

pytestmark = pytest.mark.django_db(transaction=True)


def of_league(town: Town, now: dt.datetime) -> Callable[[], Any]:
    league = League.objects.get(pk=town.league.pk)
    wanted = replace(leagues.settings_of(league), dispute_days=9)
    return partial(leagues.change_settings, league, wanted, reason="Agreed.", by=town.secretary, now=now)


def of_season(town: Town, now: dt.datetime) -> Callable[[], Any]:
    season = Season.objects.select_related("league").get(pk=town.season.pk)
    wanted = replace(seasons.settings_of(season), place_days=3)
    return partial(seasons.change_settings, season, wanted, reason="Agreed.", by=town.secretary, now=now)


def of_division(town: Town, now: dt.datetime) -> Callable[[], Any]:
    said = {"points_per_match": 2}
    return partial(seasons.change_division, division_of(town), said, reason="Agreed.", by=town.secretary, now=now)


def of_rulesets(town: Town, now: dt.datetime) -> Callable[[], Any]:
    said = {"singles": "five-card"}
    return partial(rulesets.play_by, division_of(town), said, reason="Agreed.", by=town.secretary, now=now)


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


@pytest.mark.parametrize("change", [of_league, of_season, of_division, of_rulesets])
def test_settings_change_while_a_team_is_withdrawn(
    town: Town, now: dt.datetime, change: Callable[[Town, dt.datetime], Callable[[], Any]]
) -> None:
    Week.objects.create(season=town.season, round=town.weeks[0].round, number=98, starts_on=dt.date(2026, 12, 28))
    entry = Entry.objects.select_related("season__league", "team").get(season=town.season, team=town.teams["Castle"])
    _, gone = one_then_the_other(
        town.league, change(town, now), partial(withdraw_team, entry, reason="Gone.", by=town.secretary, now=now)
    )
    assert gone.withdrawn_on == now.date()
    assert [one.season for one in RuleChange.objects.select_related("season")] == [town.season]
