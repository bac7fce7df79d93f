"""Leagues of another shape: the town plays as they do, and a night's sheet is written as they write it."""

from decimal import Decimal

from league.models import Player
from league.queries.standings.standings import division_table
from league.rules.match_terms import Kind
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet, Side
from tests import factories
from tests.factories import Town

LETTERS: dict[str, Side] = {"H": HOME, "A": AWAY}


def league_of(match_format: str, *, players: int = 8, **settings: object) -> Town:
    """A league of four teams whose division is set as its secretary would set it, with nothing played yet."""
    made = factories.town(match_format=match_format, players=players)
    for name, value in settings.items():
        setattr(made.division, name, value)
    made.division.save()
    return made


def games(said: str, most: int = 0) -> tuple[GameScore, ...]:
    """The games of a match: ``HHA`` where only winners are written down, ``H90 A110`` with the losers' scores."""
    read = []
    for word in said.split() if any(letter.isdigit() for letter in said) else said:
        won, lost = LETTERS[word[0]], word[1:]
        if not lost:
            read.append(GameScore(won=won))
        else:
            read.append(GameScore(121, int(lost)) if won == HOME else GameScore(int(lost), 121))
    return (*read, *(GameScore() for _ in range(most - len(read))))


def match(number: int, kind: Kind, home: list[Player], away: list[Player], won: tuple[GameScore, ...]) -> MatchSheet:
    """A match of a sheet."""
    return MatchSheet(number, kind, tuple(p.pk for p in home), tuple(p.pk for p in away), won)


def sheet(*matches: MatchSheet) -> ResultSheet:
    """A sheet of matches."""
    return ResultSheet(matches)


def table(town: Town) -> dict[str, tuple[int, int, int, Decimal | int]]:
    """Games won and lost, fixtures won and points of each team that has played."""
    rows = division_table(town.division).rows
    return {
        found.team.name: (found.row.games_for, found.row.games_against, found.row.won, found.row.points)
        for found in rows
        if found.row.played
    }
