"""A tournament of 200 players: a round is paired in two seconds. Run with `make bench`."""

import datetime as dt
import time

import pytest

from league.models import Attendance, Player, SittingGame
from league.services.competitions.sittings import pair_next_game
from tests.factories import Town
from tests.services.competitions.sittings import make_tournament

pytestmark = pytest.mark.bench

PLAYERS = 200
ROUNDS = 6
MOST_SECONDS = 2


def test_two_hundred_players_are_paired_in_two_seconds(town: Town, now: dt.datetime) -> None:
    sitting = make_tournament(town, now)
    people = Player.objects.bulk_create([Player(league=town.league, name=f"Player {n:03}") for n in range(PLAYERS)])
    Attendance.objects.bulk_create([Attendance(sitting=sitting, player=player, arrived_at=now) for player in people])
    taken = []
    for number in range(1, ROUNDS + 1):
        began = time.process_time()
        games = pair_next_game(sitting, number, by=town.secretary, now=now)
        taken.append(time.process_time() - began)
        for game in games:
            game.first_margin = (game.pk * 7) % 60 + 1 if game.pk % 3 else -((game.pk * 11) % 40) - 1
            game.second_margin = -game.first_margin
        SittingGame.objects.bulk_update(games, ["first_margin", "second_margin"])
    assert len(games) == PLAYERS // 2
    print(f"\n{PLAYERS} players, {ROUNDS} rounds: {', '.join(f'{one:.2f}' for one in taken)} s")  # noqa: T201
    assert max(taken) <= MOST_SECONDS
