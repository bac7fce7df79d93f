"""Called hands and what was ruled on them."""

import datetime as dt
from dataclasses import dataclass

from league.models import Fixture, League, Ruling
from league.queries.fixtures import FixtureLine, lines_between

RECENT = 20
BACK = dt.timedelta(weeks=4)


def rulings_of(fixture: Fixture) -> list[Ruling]:
    """The rulings on calls of a fixture by match and game (one query)."""
    return list(
        Ruling.objects.filter(call__fixture=fixture)
        .select_related("call__counter_player", "call__challenger_player", "referee")
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


@dataclass(frozen=True, slots=True)
class Conduct:
    """What was ruled so far about one side in one game (R43)."""

    overcalls: int
    false_challenges: int


def conduct_in_game(fixture: Fixture, match_number: int, game_number: int, side: str) -> Conduct:
    """Overcalls and false challenges ruled against a side in a game so far (one query)."""
    found = Ruling.objects.filter(
        call__fixture=fixture, call__match_number=match_number, call__game_number=game_number
    ).values_list("call__counter", "verdict__overcall", "verdict__false_challenge")
    overcalls = sum(1 for counter, over, _ in found if counter == side and over)
    false = sum(1 for counter, _, false in found if counter != side and false)
    return Conduct(overcalls, false)
