"""A stored sheet as the value the rules work with."""

from collections.abc import Iterable

from django.db.models import Prefetch

from league.models import Appearance, Fixture, Match, Player, Result
from league.queries.people.people import squads
from league.rules.sheets import AWAY, HOME, GameScore, Kind, MatchSheet, ResultSheet, Side, players_a_side


def names_of(players: list[Player]) -> dict[int, str]:
    """Names by id, as the rules want a squad."""
    return {player.pk: player.name for player in players}


def squad_names(fixture: Fixture) -> tuple[dict[int, str], dict[int, str]]:
    """The names by id of the home and the away squad on the fixture's date (one query)."""
    home, away = squads(fixture)
    return names_of(home), names_of(away)


def sheet_of(result: Result) -> ResultSheet:
    """A stored version of a sheet as a value (three queries)."""
    return sheets_of([result])[result.pk]


def sheets_of(results: Iterable[Result]) -> dict[int, ResultSheet]:
    """Stored versions of sheets as values, by the results' ids (three queries, however many there are)."""
    found: dict[int, list[MatchSheet]] = {result.pk: [] for result in results}
    people = Appearance.objects.order_by("side", "seat")
    matches = Match.objects.filter(result__in=found).order_by("result", "number")
    for match in matches.prefetch_related(Prefetch("appearances", queryset=people), "games"):
        found[match.result_id].append(_match_sheet(match))
    return {pk: ResultSheet(tuple(matches)) for pk, matches in found.items()}


def _match_sheet(match: Match) -> MatchSheet:
    kind: Kind = "doubles" if match.kind == "doubles" else "singles"
    seats: dict[str, list[int | None]] = {side: [None] * players_a_side(kind) for side in (HOME, AWAY)}
    for appearance in match.appearances.all():
        seats[appearance.side][appearance.seat - 1] = appearance.player_id
    games = tuple(
        GameScore(game.home_score, game.away_score, _awarded(game.awarded, game.winner)) for game in match.games.all()
    )
    return MatchSheet(match.number, kind, tuple(seats[HOME]), tuple(seats[AWAY]), games)


def _awarded(awarded: bool, winner: str) -> Side | None:
    if not awarded:
        return None
    return HOME if winner == HOME else AWAY
