"""Two phones write one game, and two people pair the next, at the same second."""

import datetime as dt
from functools import partial

import pytest

from league.errors import LeagueError
from league.models import JournalEntry, Player, SittingGame
from league.services.competitions.score_cards import write_card, write_result
from league.services.competitions.sittings import close_sitting, note_arrival_by_name, pair_next_game
from tests.factories import Town
from tests.services.at_once import TIMES, at_once
from tests.services.competitions.sittings import make_club_nights, make_players, open_night

pytestmark = pytest.mark.django_db(transaction=True)


def test_both_cards_of_a_game_are_kept(town: Town, now: dt.datetime) -> None:
    people = [town.squads["Anchor"][0], town.squads["Bell"][0]]
    sitting = open_night(town, make_club_nights(town, now), people, now)
    for number in range(1, TIMES + 1):
        [game] = pair_next_game(sitting, number, by=town.secretary, now=now)
        at_once(
            partial(write_card, game, game.first, 12, by=game.first.user, now=now),
            partial(write_card, game, game.second, -12, by=game.second.user, now=now),
        )
        [row] = SittingGame.objects.filter(number=number)
        assert (row.first_margin, row.second_margin) == (12, -12)
        assert (row.first_by_id, row.second_by_id) == (game.first.user_id, game.second.user_id)


def test_a_game_is_paired_once(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 9), now)
    for number in range(1, TIMES + 1):
        pair = partial(pair_next_game, sitting, number, by=town.secretary, now=now)
        one, other = at_once(pair, pair)
        assert {game.pk for game in one} == {game.pk for game in other}
        assert SittingGame.objects.filter(number=number).count() == 5
        for game in one:
            if game.second_id is not None:
                write_result(game, 5, by=town.secretary, now=now)
    assert JournalEntry.objects.filter(kind="game-paired").count() == TIMES


def test_a_card_written_as_the_night_is_closed_is_there_or_refused(town: Town, now: dt.datetime) -> None:
    people = [town.squads["Anchor"][0], town.squads["Bell"][0]]
    competition = make_club_nights(town, now)
    for week in range(TIMES):
        sitting = open_night(town, competition, people, now, week)
        [game] = pair_next_game(sitting, 1, by=town.secretary, now=now)
        write_card(game, game.first, 12, by=game.first.user, now=now)
        written, _ = at_once(
            partial(write_card, game, game.second, -8, by=game.second.user, now=now),
            partial(close_sitting, sitting, anyway=True, by=town.secretary, now=now),
        )
        game.refresh_from_db()
        assert game.second_margin == (-12 if isinstance(written, LeagueError) else -8)


def test_a_new_name_added_twice_is_one_player(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), [], now)
    for time in range(TIMES):
        name = f"Zoe New {'x' * time}"
        add = partial(note_arrival_by_name, sitting, name, by=town.secretary, now=now)
        assert not any(isinstance(one, LeagueError) for one in at_once(add, add))
        assert Player.objects.filter(name=name).count() == 1
