"""Called hands and their rulings, and the sides of a call by name."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from league.enums import DisputeState, Side
from league.models import Call, Dispute, Fixture, League, Player, Ruling
from league.queries.calls.conduct import call_of
from league.queries.fixtures import FixtureLine, lines_between
from league.queries.visibility import not_closed, not_hidden
from league.rules.names import short_name
from league.translation import Text


@dataclass(frozen=True, slots=True)
class CallSides:
    """Who counted a hand and who could challenge it, as "Swan (Ann Archer)"; only the team where nobody is recorded."""

    counter: Text | str
    challenger: Text | str

    def pegs(self, verdict: Mapping[str, Any]) -> Text:
        """Format a stored verdict's points: "Swan (Ann Archer) peg 20 · Bell (Ben Brown) peg 4"."""
        points = ((self.counter, verdict["counter_pegs"]), (self.challenger, verdict["challenger_pegs"]))
        return Text.joined(" · ", [Text("{side} peg {points}", side=side, points=n) for side, n in points])


def call_sides(call: Call, name: Callable[[Player], str] | None = None) -> CallSides:
    """Name the sides of a call whose fixture, teams and players are joined; `name` formats a player for the reader."""
    teams = call_teams(call)

    def public(player: Player) -> str:
        shorten = player.shorten_name or call.fixture.league.shorten_names
        return short_name(player.name) if shorten else player.name

    def describe_side(team: Text | str, player: Player | None) -> Text | str:
        return team if player is None else Text("{team} ({player})", team=team, player=(name or public)(player))

    return CallSides(
        describe_side(teams.counter, call.counter_player), describe_side(teams.challenger, call.challenger_player)
    )


def call_teams(call: Call) -> CallSides:
    """Name the sides of a call by their teams alone, for the journal, which outlives the names of players."""
    return CallSides(call.fixture.team_name(call.counter), call.fixture.team_name(Side(call.counter).other))


def ruling_pegs(ruling: Ruling, name: Callable[[Player], str] | None = None) -> Text | None:
    """Format what each side pegs by a ruling on a called hand; None for any other ruling."""
    call = call_of(ruling)
    if call is None or "counter_pegs" not in ruling.verdict:
        return None
    if ruling.dispute is not None:
        call.fixture = ruling.dispute.fixture
    return call_sides(call, name).pegs(ruling.verdict)


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
            not_closed("fixture__division__season__"), fixture__division__season__league=league, state=DisputeState.OPEN
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
    ordered = rulings.order_by("decided_at", "pk")
    same = [ruling for ruling in ordered if (ruled := call_of(ruling)) and ruled.hand_key == call.hand_key]
    return same[-1] if same else None


def dispute_of_hand(call: Call) -> Dispute | None:
    """The open dispute about the very hand of a call (one query)."""
    disputes = Dispute.objects.filter(_on_hand(call, "call__"), state=DisputeState.OPEN).select_related("call")
    return next((dispute for dispute in disputes if dispute.call and dispute.call.hand_key == call.hand_key), None)


def _on_hand(call: Call, way: str) -> Q:
    """Calls that may be of the same hand; the order of its cards is left to `Call.hand_key`."""
    same = ("fixture_id", "match_number", "game_number", "counter", "crib", "starter")
    return Q(**{f"{way}{field}": getattr(call, field) for field in same})
