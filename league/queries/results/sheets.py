"""Stored sheets as the values the rules work with, and names typed on a sheet as players."""

from collections.abc import Iterable
from typing import cast

from django.db.models import Prefetch, Q

from league.enums import Registering
from league.models import Appearance, Division, Fixture, Match, Player, Registration, Result, Season
from league.queries.people.people import squads
from league.queries.teams import unregistered
from league.queries.visibility import sides_shown
from league.rules.formats import players_a_side
from league.rules.match_terms import Kind
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet, ScoreOnly, Side, Totals
from league.rules.typed_names import KnownPlayer, NamedSheet, name_seats, refused_names


def names_of(players: list[Player]) -> dict[int, str]:
    return {player.pk: player.name for player in players}


def squad_names(fixture: Fixture) -> tuple[dict[int, str], dict[int, str]]:
    """Names by id of the home and the away squad on the fixture's date (one query)."""
    home, away = squads(fixture)
    return names_of(home), names_of(away)


def sheet_of(result: Result) -> ResultSheet:
    """Return a stored version as a value (three queries)."""
    return sheets_of([result])[result.pk]


def sheets_of(results: Iterable[Result]) -> dict[int, ResultSheet]:
    """Return stored versions as values, by result id (three queries, however many)."""
    results = list(results)
    found: dict[int, list[MatchSheet]] = {result.pk: [] for result in results}
    scores = {result.pk: _score_of(result) for result in results if result.score_only}
    people = Appearance.objects.order_by("side", "seat")
    matches = Match.objects.filter(result__in=found).select_related("result__format").order_by("result_id", "number")
    for match in matches.prefetch_related(Prefetch("appearances", queryset=people), "games"):
        found[match.result_id].append(_match_sheet(match))
    return {pk: ResultSheet(tuple(matches), score=scores.get(pk)) for pk, matches in found.items()}


def _score_of(result: Result) -> ScoreOnly:
    return ScoreOnly(result.home_games, result.away_games, (result.home_matches, result.away_matches))


def _match_sheet(match: Match) -> MatchSheet:
    kind = cast(Kind, match.kind)
    found = list(match.appearances.all())
    players = players_a_side(match)
    seats: dict[str, list[int | None]] = {side: [None] * players for side in (HOME, AWAY)}
    for appearance in found:
        seats[appearance.side][appearance.seat - 1] = appearance.player_id
    sides = match.number, kind, tuple(seats[HOME]), tuple(seats[AWAY])
    # Who plays has a partner in every other seat, or a dummy there.
    dummies = tuple(
        (side, seat)
        for side in (HOME, AWAY)
        for seat, player in enumerate(seats[side], start=1)
        if player is None and any(seats[side])
    )
    # Where a side was short, its games are awarded: only a match that both had nobody for has none.
    nobody = not found and match.gameless
    if match.counted:
        pegged = match.home_pegged, match.away_pegged
        games = _totals(match).games
        return MatchSheet(*sides, games, totals=True, dummies=dummies, nobody=nobody, pegged=pegged)
    games = tuple(
        GameScore(game.home_score, game.away_score, _side(game.winner) if game.awarded else None, _side(game.won))
        for game in match.games.all()
    )
    # Blank games behind the last one are no difference between two sheets.
    games += (GameScore(),) * (match.games_most - len(games) if match.finished or nobody else 0)
    return MatchSheet(*sides, games, dummies=dummies, nobody=nobody)


def _totals(match: Match) -> Totals:
    home, away = match.home_played or 0, match.away_played or 0
    to_home, to_away = away + match.away_awarded - match.away_games, home + match.home_awarded - match.home_games
    return Totals(home, away, to_home, to_away, match.home_awarded - to_home, match.away_awarded - to_away)


def _side(said: str) -> Side | None:
    return HOME if said == HOME else AWAY if said == AWAY else None


def has_results(division: Division) -> bool:
    """Whether any sheet of a division was sent (one query)."""
    return Fixture.objects.filter(division=division, results__isnull=False).exists()


def is_played(*seasons: Season) -> bool:
    """Whether any sheet of the seasons was sent (one query; none without a season)."""
    sent = Fixture.objects.filter(division__season__in=seasons, results__isnull=False)
    return bool(seasons) and sent.exists()


_OF = "result__fixture__"
_PRESENT = Q(player__erased_at=None, player__merged_into=None)
Squads = tuple[list[Player], list[Player]]


def name_players(fixture: Fixture, sheet: ResultSheet, both: Squads | None = None) -> NamedSheet:
    """Return a sheet with a player in each seat that a name was typed for (three queries; none if none was typed).

    Players who were erased, play in a hidden season or team alone, or belong to another league are not considered.
    `both` are the fixture's squads, where they have been read already.
    """
    if not sheet.typed:
        return NamedSheet(sheet)
    if fixture.division.season.registration != Registering.OPEN:
        return refused_names(sheet)
    home, away = both if both is not None else squads(fixture)
    here = set(unregistered(Player.objects.filter(appearances__result__fixture=fixture), fixture))
    known = {
        side: [KnownPlayer(player.pk, player.name, here=player.pk in here) for player in people]
        for side, people in ((HOME, home), (AWAY, away))
    }
    return name_seats(sheet, known, _players_of_others(fixture.division.season))


def _players_of_others(season: Season) -> list[KnownPlayer]:
    """Everybody who plays in a season, with their team (two queries)."""
    teams: dict[int, tuple[str, str]] = {}
    on_sheets = Appearance.objects.filter(_PRESENT, sides_shown(_OF), result__fixture__division__season=season)
    sides = (f"{_OF}home__name", f"{_OF}away__name")
    seated = on_sheets.order_by().values_list("player", "player__name", "side", *sides).distinct()
    for pk, name, side, home, away in seated:
        teams[pk] = (name, home if side == HOME else away)
    registered = Registration.objects.filter(_PRESENT, season=season, team__hidden_at=None)
    for pk, name, team in registered.order_by("starts_on").values_list("player", "player__name", "team__name"):
        teams[pk] = (name, team)
    return [KnownPlayer(pk, name, team) for pk, (name, team) in teams.items()]
