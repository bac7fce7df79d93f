"""People of a club, and nights that they play."""

import datetime as dt
import random
from collections.abc import Callable, Iterable, Mapping

from league.enums import CompetitionKind
from league.models import Division, Player, Sitting, SittingGame
from league.services.competitions.club_nights import NewSeries, make_series
from league.services.competitions.score_cards import write_result
from league.services.competitions.sittings import (
    close_sitting,
    note_arrival,
    note_departure,
    open_sitting,
    pair_next_game,
)
from tests.factories import Town

NAMES = [
    "Ada", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Lou", "Mia", "Ned", "Oda", "Pat",
    "Quin", "Ros", "Sid", "Tia",
]  # fmt: skip


def make_players(town: Town, count: int) -> list[Player]:
    return Player.objects.bulk_create([Player(league=town.league, name=f"{name} Club") for name in NAMES[:count]])


def make_club_nights(town: Town, now: dt.datetime, **fields: object) -> Division:
    new = NewSeries("Tuesday Club", **fields)  # type: ignore[arg-type]
    return make_series(town.season, CompetitionKind.CLUB_NIGHT, new, by=town.secretary, now=now)


def make_tournament(town: Town, now: dt.datetime, **fields: object) -> Sitting:
    new = NewSeries("Spring Open", **{"games": 6, **fields})  # type: ignore[arg-type]
    made = make_series(town.season, CompetitionKind.TOURNAMENT, new, by=town.secretary, now=now)
    return open_sitting(made, now.date(), by=town.secretary, now=now)


def open_night(town: Town, competition: Division, players: Iterable[Player], now: dt.datetime, day: int = 0) -> Sitting:
    """A night `day` weeks after now, with these players here."""
    date = now.date() + dt.timedelta(weeks=day)
    sitting = open_sitting(competition, date, by=town.secretary, now=now)
    for player in players:
        note_arrival(sitting, player, by=town.secretary, now=now)
    return sitting


def play_game(
    town: Town, sitting: Sitting, number: int, now: dt.datetime, margin: Callable[[SittingGame], int] = lambda game: 10
) -> list[SittingGame]:
    """Pair a game and write the result of each table."""
    games = pair_next_game(sitting, number, by=town.secretary, now=now)
    for game in games:
        if game.second_id is not None:
            write_result(game, margin(game), by=town.secretary, now=now)
    return games


def play_night(
    town: Town,
    sitting: Sitting,
    now: dt.datetime,
    *,
    games: int = 9,
    come: Mapping[int, list[Player]] = {},
    go: Mapping[int, list[Player]] = {},
    seed: int = 1,
) -> None:
    """Play a night; `come` and `go` are who comes and goes before which game."""
    chance = random.Random(seed)
    for number in range(1, games + 1):
        for player in come.get(number, []):
            note_arrival(sitting, player, by=town.secretary, now=now)
        for player in go.get(number, []):
            note_departure(sitting, player, by=town.secretary, now=now)
        play_game(town, sitting, number, now, lambda game: chance.choice([-40, -20, -3, 5, 18, 33]))
    close_sitting(sitting, by=town.secretary, now=now)
