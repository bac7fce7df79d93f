"""Called hands and what was ruled on them."""

import datetime as dt

from django.db.models import QuerySet

from league.enums import DisputeState
from league.models import Dispute, Fixture, League, Ruling
from league.queries.fixtures import FixtureLine, lines_between

RECENT = 20
BACK = dt.timedelta(weeks=4)


def rulings_of(fixture: Fixture) -> list[Ruling]:
    """The rulings on calls of a fixture by match and game (one query)."""
    return list(
        Ruling.objects.filter(call__fixture=fixture)
        .select_related("call__counter_player", "call__challenger_player", "referee", "appeal")
        .order_by("call__match_number", "call__game_number", "decided_at")
    )


def latest_rulings(league: League) -> list[Ruling]:
    """The latest rulings on calls in a league (one query)."""
    return list(
        Ruling.objects.filter(call__fixture__division__season__league=league)
        .select_related("call__fixture__home", "call__fixture__away", "referee")
        .order_by("-decided_at", "-pk")[:RECENT]
    )


def rulings_listed(league: League) -> QuerySet[Ruling]:
    """The rulings on calls in a league, with everything joined that a line says."""
    return Ruling.objects.filter(call__fixture__division__season__league=league).select_related(
        "call__counter_player", "call__challenger_player", "referee"
    )


def fixtures_to_rule_on(league: League, *, now: dt.datetime) -> list[FixtureLine]:
    """The fixtures begun in the last four weeks, the latest first (two queries)."""
    return lines_between(league, now - BACK, now)[::-1]


def open_disputes(league: League) -> list[Dispute]:
    """The disputes of a league that nobody has settled, the oldest first (one query)."""
    return list(
        Dispute.objects.filter(fixture__division__season__league=league, state=DisputeState.OPEN)
        .select_related("fixture__home", "fixture__away", "opened_by")
        .order_by("opened_at", "pk")
    )
