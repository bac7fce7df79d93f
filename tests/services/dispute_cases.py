"""Disputes to test with: Anchor v Bell was 6–3 by Anchor's sheet, sent at noon on 3 November."""

import datetime as dt
from typing import Any

from league.enums import DisputeSubject, RoleKind
from league.models import Dispute, Result, User
from league.rules.sheets import GameScore
from league.services.disputes import dispute as disputes
from league.services.disputes import rulings
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet

CALLED: dict[str, Any] = {
    "match_number": 2,
    "game_number": 1,
    "counter": "home",
    "cards": "AC 7D 8H 3S",
    "starter": "7C",
    "crib": False,
    "declared": 6,
    "claimed": 8,
    "takes": True,
}
SIGNED: dict[str, Any] = {"reason": "The card says so.", "rule": "R50"}


def waiting_sheet(town: Town, now: dt.datetime) -> Result:
    """Anchor's sheet, waiting for Bell."""
    fixture = town.fixture("Anchor", "Bell")
    return submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)


def counting(town: Town, now: dt.datetime) -> Result:
    """Anchor's sheet, confirmed by Bell."""
    found = waiting_sheet(town, now)
    return confirm.confirm(found.fixture, found.version, by=town.captains["Bell"], now=now)


def of_a_game(town: Town, now: dt.datetime, *, side: str = "Bell", match: int = 1, game: int = 1) -> Dispute:
    """A dispute about a game of the sheet there is."""
    return disputes.open_dispute(
        town.fixture("Anchor", "Bell"),
        subject=DisputeSubject.GAME,
        match_number=match,
        game_number=game,
        reason="We won it.",
        by=town.captains[side],
        now=now,
    )


def of_a_call(town: Town, now: dt.datetime, **changed: Any) -> Dispute:
    """A dispute about a hand that was called, as Bell's captain saw it."""
    called: Any = {**CALLED, **changed}
    return disputes.open_dispute(
        town.fixture("Anchor", "Bell"),
        subject=DisputeSubject.CALL,
        reason="It was eight.",
        call=called,
        by=town.captains["Bell"],
        now=now,
    )


def of_a_waiting_sheet(town: Town, now: dt.datetime) -> Dispute:
    """Bell disputes Anchor's waiting sheet with one of its own: the first game was 61–121."""
    found = waiting_sheet(town, now)
    mine = result_sheet(town, "Anchor", "Bell", first=GameScore(61, 121))
    by = town.captains["Bell"]
    return confirm.dispute(found.fixture, found.version, reason="We won the first.", sheet=mine, by=by, now=now)


def of_a_counting_sheet(town: Town, now: dt.datetime) -> Dispute:
    """A dispute about a sheet that is confirmed."""
    return disputes.open_dispute(
        town.fixture("Anchor", "Bell"),
        subject=DisputeSubject.SHEET,
        reason="That was not our team.",
        by=town.captains["Bell"],
        now=now,
    )


def ruled(dispute: Dispute, town: Town, now: dt.datetime, **decision: Any) -> Any:
    """The neutral referee's ruling."""
    return rulings.rule(dispute, by=town.referee, now=now, **{**SIGNED, **decision})


def second_referee(town: Town) -> User:
    """Another neutral referee."""
    found = factories.user("second@town.example", name="Second Referee")
    factories.role(found, town.league, RoleKind.REFEREE)
    return found
