"""An evening on which somebody calls too much: rulings in one game, one after another."""

import datetime as dt
from typing import Any

from league.models import Fixture, Player, Result, Ruling
from league.services import results
from league.services.verification import rule
from tests.factories import Town, result_sheet

# The hand is worth 8.
HAND: dict[str, Any] = {
    "match_number": 2,
    "game_number": 1,
    "counter": "home",
    "cards": "AC 7D 8H 3S",
    "starter": "7C",
    "crib": False,
    "claimed": 8,
    "takes": True,
}


def overcall(town: Town, fixture: Fixture, who: Player | None, now: dt.datetime, **more: Any) -> Ruling:
    """The home side's player calls 12 for it, in match 2, game 1, and the referee rules so."""
    called = {**HAND, "declared": 12, "counter_player_id": who.pk if who else None, "by": town.referee, **more}
    return rule(fixture, now=now, **called)


def false_challenge(town: Town, fixture: Fixture, who: Player | None, now: dt.datetime, **more: Any) -> Ruling:
    """The home side's player challenges a call of the away side that was right."""
    called = {**HAND, "counter": "away", "declared": 8, "claimed": 10, "by": town.referee}
    return rule(fixture, now=now, **{**called, "challenger_player_id": who.pk if who else None, **more})


def agreed(town: Town, fixture: Fixture, now: dt.datetime) -> Result:
    """The sheet of the evening, sent by the home captain and confirmed by the other."""
    home, away = fixture.home.name, fixture.away.name
    results.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    return results.confirm(fixture, 1, by=town.captains[away], now=now)
