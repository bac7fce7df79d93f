"""Called hands and what was ruled on them."""

import datetime as dt
from collections import Counter
from dataclasses import dataclass

from league.enums import DisputeState, Side
from league.models import Dispute, Fixture, League, Player, Ruling
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


@dataclass(frozen=True, slots=True)
class Conduct:
    """What was ruled so far against one person in one game, or against a side where nobody was named (R43)."""

    side: str
    player: Player | None
    overcalls: int = 0
    false_challenges: int = 0

    @property
    def total(self) -> int:
        return self.overcalls + self.false_challenges


def conduct_in(fixture: Fixture, *, match_number: int, game_number: int) -> list[Conduct]:
    """Who overcalled or challenged falsely in a game, by the rulings so far (one query)."""
    overcalls: Counter[tuple[str, Player | None]] = Counter()
    challenges: Counter[tuple[str, Player | None]] = Counter()
    for ruling in rulings_of(fixture):
        call = ruling.call
        if call is None or (call.match_number, call.game_number) != (match_number, game_number):
            continue
        overcalls[call.counter, call.counter_player] += bool(ruling.verdict["overcall"])
        challenger = Side(call.counter).other.value
        challenges[challenger, call.challenger_player] += bool(ruling.verdict["false_challenge"])
    wrong = (+overcalls + +challenges).keys()
    found = [Conduct(side, player, overcalls[side, player], challenges[side, player]) for side, player in wrong]
    return sorted(found, key=lambda conduct: (-conduct.total, conduct.side, str(conduct.player)))
