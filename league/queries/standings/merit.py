"""The merit table of a division: its players, by the games that they have won."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Case, Count, F, Q, Sum, When

from league.enums import FixtureState, ResultKind
from league.models import Appearance, Division, Player, Team
from league.queries.players import COUNTS, PLAYED
from league.rules.merit import Merit, ranked

KNOWN = PLAYED & Q(match__games__home_score__isnull=False, match__games__away_score__isnull=False)


@dataclass(frozen=True, slots=True)
class MeritLine:
    """A player's line of the merit table; `teams` are those they played for in the division."""

    player: Player
    teams: tuple[Team, ...]
    merit: Merit


def merit_table(division: Division) -> list[MeritLine]:
    """Return the players of a division who have played, best first (three queries).

    Only games that were played count, in confirmed results of fixtures that stand. Who has been merged into another
    player has their games there; who was erased is a former player.
    """
    merits: dict[int, Merit] = {}
    played_for: dict[int, set[int]] = defaultdict(set)
    for player, team, games, won, pegged, scores in _counted(division):
        before = merits.get(player, Merit(player, 0, 0))
        so_far = (before.games + games, before.won + won, before.pegged + (pegged or 0), before.scores + scores)
        merits[player] = Merit(player, *so_far)
        if games:
            played_for[player].add(team)
    lines = ranked(merits.values(), division.merit_minimum)
    players = Player.objects.select_related("league").in_bulk([line.player_id for line in lines])
    shown = (
        Team.objects.filter(hidden_at=None)
        .order_by("name")
        .in_bulk({pk for some in played_for.values() for pk in some})
    )
    return [
        MeritLine(
            players[line.player_id],
            tuple(team for pk, team in sorted(shown.items()) if pk in played_for[line.player_id]),
            line,
        )
        for line in lines
    ]


def _counted(division: Division) -> "list[tuple[int, ...]]":
    """Games played and won, points pegged and in how many games, by player and team (one query)."""
    standing = Appearance.objects.filter(COUNTS, result__fixture__division=division)
    standing = standing.exclude(result__fixture__state=FixtureState.CANCELLED).exclude(result__kind=ResultKind.VOID)
    home = When(side="home", then=F("result__fixture__home_id"))
    own = Case(When(side="home", then=F("match__games__home_score")), default=F("match__games__away_score"))
    return list(
        standing.annotate(team_id=Case(home, default=F("result__fixture__away_id")))
        .order_by()
        .values_list("player_id", "team_id")
        .annotate(
            games=Count("match__games", filter=PLAYED),
            won=Count("match__games", filter=PLAYED & Q(match__games__winner=F("side"))),
            pegged=Sum(own, filter=KNOWN),
            scores=Count("match__games", filter=KNOWN),
        )
    )
