"""The honours board: high hands, and nights on which a player won every game."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q, Sum

from league.models import Fixture, HighHand, League, Player, Season
from league.queries.honours.high_hands import JOINED, counting
from league.queries.players import LOST, WON, appearances_that_count
from league.queries.visibility import public, sides_shown
from league.rules.high_hands import FEW

# The best scores are told one by one, each with all its hands; of the others the best and latest.
BEST, OTHERS, NIGHTS = 200, 60, 20
# A night's games are something from so many on.
GAMES_OF_A_NIGHT = 3
AWARDED = F("match__home_awarded") + F("match__away_awarded")


@dataclass(frozen=True, slots=True)
class Hands:
    """High hands of one score, or all others."""

    points: int | None  # None: the scores without a group of their own
    all: int
    hands: Sequence[HighHand]  # the latest


@dataclass(frozen=True, slots=True)
class Nights:
    """The nights on which a player won every game, and the last of them."""

    player: Player
    nights: int
    latest: Fixture


@dataclass(frozen=True, slots=True)
class Board:
    """Honours of a season, or with None of all; the best scores one by one, then the others."""

    season: Season | None
    hands: Sequence[Hands]
    nights: Sequence[Nights]

    @property
    def empty(self) -> bool:
        return not self.hands and not self.nights


def honours_board(league: League, season: Season | None) -> Board:
    """Honours of a season, or of all (six queries, whatever is on it)."""
    return Board(season, _hands(league, season), _nights(league, season))


def _hands(league: League, season: Season | None) -> list[Hands]:
    """High hands by score (three queries)."""
    found = counting(league).filter(points__gte=league.high_hand)
    if season is not None:
        found = found.filter(fixture__division__season=season)
    counts = dict(found.order_by().values_list("points").annotate(n=Count("pk")))
    best = [points for points in sorted(counts, reverse=True) if points >= 28]
    latest = found.select_related(*JOINED).order_by("-points", "-fixture__starts_at", "-pk")
    high = list(latest.filter(points__in=best)[:BEST])
    others = list(latest.exclude(points__in=best)[:OTHERS])
    told = [Hands(points, counts[points], [hand for hand in high if hand.points == points]) for points in best[:FEW]]
    if others:
        told.append(Hands(None, sum(n for points, n in counts.items() if points not in best), others))
    return told


def _nights(league: League, season: Season | None) -> list[Nights]:
    """Who won every game of a fixture, and how often (three queries); not those who hide their averages."""
    seen = public("result__fixture__division__season__") & sides_shown("result__fixture__")
    seen &= Q(player__hide_averages=False, result__fixture__division__season__league=league)
    if season is not None:
        seen &= Q(result__fixture__division__season=season)
    rows = (
        appearances_that_count(seen)
        .order_by()
        .values("player_id", "result__fixture_id")
        .annotate(won=Sum(WON), lost=Sum(LOST), awarded=Sum(AWARDED))
        .filter(won__gte=GAMES_OF_A_NIGHT, lost=0, awarded=0)
        .values_list("player_id", "result__fixture_id", "result__fixture__starts_at")
    )
    by_player: dict[int, list[tuple[object, int]]] = {}
    for player, fixture, starts_at in rows:
        by_player.setdefault(player, []).append((starts_at, fixture))
    listed = [(player, len(some), max(some)) for player, some in by_player.items()]
    listed = sorted(sorted(listed, key=lambda one: one[0]), key=lambda one: (one[1], one[2]), reverse=True)[:NIGHTS]
    players = Player.objects.in_bulk([player for player, _, _ in listed])
    fixtures = Fixture.objects.select_related("home", "away").in_bulk([pk for _, _, (_, pk) in listed])
    return [Nights(players[player], n, fixtures[pk]) for player, n, (_, pk) in listed]
