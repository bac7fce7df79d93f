"""An evening on which somebody calls too much: rulings in one game, one after another."""

import datetime as dt
from typing import Any

from league.models import Call, Fixture, Player, Result, Ruling
from league.services.calls.rule import rule
from league.services.results import confirm, submit
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


def next_hand(fixture: Fixture) -> dict[str, str]:
    """A hand that has not been called in this fixture yet; it is worth 8 like the others, one call being one ruling."""
    made = Call.objects.filter(fixture=fixture).count()
    return {"cards": f"A{'CDHS'[made // 3 % 4]} 7D 8H 3S", "starter": f"7{'CHS'[made % 3]}"}


def overcall(town: Town, fixture: Fixture, who: Player | None, now: dt.datetime, **more: Any) -> Ruling:
    """The home side's player calls 12 for it, in match 2, game 1, and the referee rules so."""
    called = {**HAND, **next_hand(fixture), "declared": 12, "by": town.referee}
    called |= {"counter_player_id": who.pk if who else None, **more}
    return rule(fixture, now=now, **called)


def false_challenge(town: Town, fixture: Fixture, who: Player | None, now: dt.datetime, **more: Any) -> Ruling:
    """The home side's player challenges a call of the away side that was right."""
    called = {**HAND, **next_hand(fixture), "counter": "away", "declared": 8, "claimed": 10, "by": town.referee}
    return rule(fixture, now=now, **{**called, "challenger_player_id": who.pk if who else None, **more})


def agreed(town: Town, fixture: Fixture, now: dt.datetime) -> Result:
    """The sheet of the evening, sent by the home captain and confirmed by the other."""
    home, away = fixture.home.name, fixture.away.name
    submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    return confirm.confirm(fixture, 1, by=town.captains[away], now=now)
