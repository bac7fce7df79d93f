"""An individual league of the town to test with: Anchor 1 and Bell 1 have accounts, Castle 2 has none."""

import datetime as dt
from typing import Any

from league.models import Entrant, IndividualLeague, Player
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.competitions.individual import IndividualPlan, enter_players, make_individual
from tests.factories import Town

FIRST, LAST = dt.date(2026, 10, 1), dt.date(2026, 12, 31)
PLAYED_ON = dt.date(2026, 11, 2)


def make_plan(town: Town, **fields: Any) -> IndividualPlan:
    return IndividualPlan(
        **{"name": "Singles", "opens_on": FIRST, "closes_on": LAST, "venue": town.venues["Bell"], **fields}
    )


def list_people(town: Town) -> list[Player]:
    return [town.squads["Anchor"][0], town.squads["Bell"][0], town.squads["Castle"][1]]


def make_singles(town: Town, now: dt.datetime, **fields: Any) -> IndividualLeague:
    """Singles of three games, in which everybody meets everybody once unless told otherwise."""
    made = make_individual(town.season, make_plan(town, **fields), by=town.secretary, now=now)
    enter_players(made, list_people(town), by=town.secretary, now=now)
    return made


def find_entrant(individual: IndividualLeague, player: Player) -> Entrant:
    entrants = individual.competition.entrants
    return entrants.select_related("team__league", "competition__season__league").get(team__members=player)


def make_sheet(home: Player, away: Player, *losing: int) -> ResultSheet:
    """A sheet of three games, won by home, away and home."""
    first, second, third = losing or (90, 101, 60)
    games = (GameScore(121, first), GameScore(second, 121), GameScore(121, third))
    return ResultSheet((MatchSheet(1, "singles", (home.pk,), (away.pk,), games),))
