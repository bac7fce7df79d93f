import datetime as dt

from django.db.models import Q, QuerySet

from league.enums import DisputeState
from league.models import Call, Dispute, Fixture, League, Ruling
from league.queries.fixtures import FixtureLine, lines_between
from league.queries.visibility import not_hidden

RECENT = 20
BACK = dt.timedelta(weeks=4)
_TEAMS = ("call__fixture__home", "call__fixture__away")
_PLAYERS = ("call__counter_player", "call__challenger_player")


def rulings_of(fixture: Fixture) -> list[Ruling]:
    """Rulings on calls of a fixture by match and game (one query)."""
    found = Ruling.objects.filter(call__fixture=fixture).select_related(*_PLAYERS, "referee", "appeal")
    rulings = list(found.order_by("call__match_number", "call__game_number", "decided_at"))
    for ruling in rulings:
        if ruling.call is not None:
            ruling.call.fixture = fixture
    return rulings


def latest_rulings(league: League) -> list[Ruling]:
    return list(
        Ruling.objects.filter(
            not_hidden("call__fixture__division__season__"), call__fixture__division__season__league=league
        )
        .select_related(*_TEAMS, *_PLAYERS, "referee")
        .order_by("-decided_at", "-pk")[:RECENT]
    )


def rulings_listed(league: League) -> QuerySet[Ruling]:
    """Rulings on calls in a league, with everything joined that a line shows."""
    return Ruling.objects.filter(
        not_hidden("call__fixture__division__season__"), call__fixture__division__season__league=league
    ).select_related(*_TEAMS, *_PLAYERS, "referee")


def fixtures_to_rule_on(league: League, *, now: dt.datetime) -> list[FixtureLine]:
    """Fixtures begun in the last four weeks, the latest first (two queries)."""
    return lines_between(league, now - BACK, now)[::-1]


def open_disputes(league: League) -> list[Dispute]:
    """Open disputes of a league, the oldest first (one query)."""
    return list(
        Dispute.objects.filter(
            not_hidden("fixture__division__season__"), fixture__division__season__league=league, state=DisputeState.OPEN
        )
        .select_related("fixture__home", "fixture__away", "opened_by")
        .order_by("opened_at", "pk")
    )


def ruling_on_hand(call: Call) -> Ruling | None:
    """The standing ruling on the very hand of a call, stored with it or made in a dispute (one query)."""
    here = Q()
    for way in ("", "dispute__"):
        here |= _on_hand(call, f"{way}call__")
    rulings = Ruling.objects.filter(here, revoked_at=None).select_related("call", "dispute__call", "referee")
    found = [ruling for ruling in rulings.order_by("decided_at", "pk") if _call_of(ruling).hand_key == call.hand_key]
    return found[-1] if found else None


def dispute_of_hand(call: Call) -> Dispute | None:
    """The open dispute about the very hand of a call (one query)."""
    found = Dispute.objects.filter(_on_hand(call, "call__"), state=DisputeState.OPEN).select_related("call")
    return next((dispute for dispute in found if dispute.call and dispute.call.hand_key == call.hand_key), None)


def _on_hand(call: Call, way: str) -> Q:
    """Calls that may be of the same hand; the order of its cards is left to `Call.hand_key`."""
    same = ("fixture_id", "match_number", "game_number", "counter", "crib", "starter")
    return Q(**{f"{way}{field}": getattr(call, field) for field in same})


def _call_of(ruling: Ruling) -> Call:
    found = ruling.call or (ruling.dispute.call if ruling.dispute else None)
    assert found is not None, "of a call"  # noqa: S101 - the query asked for these
    return found
