from collections.abc import Collection

from league.enums import (
    GamesWritten,
)
from league.models import Appearance, Game, Match, Result
from league.queries.results.eligibility import guests_among
from league.rules.formats import fixture_terms
from league.rules.sheets import AWAY, HOME, SIDES, MatchSheet, ResultSheet


def store_matches(stored: list[tuple[Result, ResultSheet]]) -> None:
    """Insert matches, games and players of new results of one season (four queries, however many).

    Their fixtures have division, season and league joined.
    """
    matches = Match.objects.bulk_create(
        [_match_row(result, match) for result, sheet in stored for match in sheet.matches], batch_size=1000
    )
    values = [match for _, sheet in stored for match in sheet.matches]
    pairs = list(zip(matches, values, strict=True))
    Game.objects.bulk_create([game for row, value in pairs for game in _game_rows(row, value)], batch_size=1000)
    guests = guests_among(stored)
    Appearance.objects.bulk_create(
        [seat for row, value in pairs for seat in _appearance_rows(row, value, guests)], batch_size=1000
    )


def _match_row(result: Result, match: MatchSheet) -> Match:
    due = fixture_terms(result.fixture).match(match.number)
    home, away = match.games_won(HOME), match.games_won(AWAY)
    played = match.counted if match.totals or (match.nobody and due.counted) else None
    return Match(
        result=result,
        number=match.number,
        kind=match.kind,
        ends=due.ends,
        written=due.written,
        games_most=due.most,
        games_needed=due.needed,
        home_games=home,
        away_games=away,
        home_awarded=match.awarded(HOME),
        away_awarded=match.awarded(AWAY),
        home_played=played.home if played else None,
        away_played=played.away if played else None,
        home_pegged=match.pegged[0],
        away_pegged=match.pegged[1],
        finished=due.is_over(home, away),
    )


def _game_rows(row: Match, match: MatchSheet) -> list[Game]:
    if match.totals:
        return []
    target = fixture_terms(row.result.fixture).match(match.number).target
    return [
        Game(
            match=row,
            number=number,
            target=target if row.written == GamesWritten.SCORES else None,
            home_score=game.home,
            away_score=game.away,
            winner=game.winner or "",
            won=game.won or "",
            awarded=game.awarded is not None,
        )
        for number, game in enumerate(match.known, start=1)
    ]


def _appearance_rows(row: Match, match: MatchSheet, guests: Collection[tuple[int, int]]) -> list[Appearance]:
    result = row.result
    return [
        Appearance(
            result=result, match=row, player_id=player, side=side, seat=seat, guest=(result.pk, player) in guests
        )
        for side in SIDES
        for seat, player in enumerate(match.players(side), start=1)
        if player is not None
    ]
