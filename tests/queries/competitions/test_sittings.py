"""What the pages of a night and a season read: standings, tables, who may be tapped."""

import datetime as dt
from typing import Any

import pytest

from league.access import Grants, anybody
from league.models import Season, Sitting
from league.queries.competitions.sittings import (
    JOINED,
    find_absent,
    find_edition,
    list_open_sittings,
    list_series,
    load_night,
    load_series,
)
from league.services.competitions.sittings import close_sitting, note_departure, pair_next_game
from tests.factories import Town
from tests.services.competitions.sittings import (
    make_club_nights,
    make_players,
    make_tournament,
    open_night,
    play_game,
    play_night,
)


@pytest.mark.parametrize("size", [3, 7])
def test_a_night_asks_a_fixed_number_of_queries(
    town: Town, now: dt.datetime, django_assert_num_queries: Any, size: int
) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, size), now)
    play_game(town, sitting, 1, now)
    sitting = Sitting.objects.select_related(*JOINED).get()
    with django_assert_num_queries(3):
        view = load_night(sitting, anybody(town.league))
    with django_assert_num_queries(2):
        assert (len(view.standing), len(view.current), view.number, view.next_number) == (size - 1, size // 2, 1, 2)
        find_absent(view, anybody(town.league))


def test_a_bye_counts_in_a_tournament_alone(town: Town, now: dt.datetime) -> None:
    people = make_players(town, 3)
    night, day = open_night(town, make_club_nights(town, now), people, now), make_tournament(town, now)
    open_night(town, day.competition, people, now)
    for sitting, points in ((night, [2, 0]), (day, [2, 2, 0])):
        play_game(town, sitting, 1, now)
        assert [line.total.points for line in load_night(sitting, anybody(town.league)).standing] == points


@pytest.mark.parametrize("nights", [1, 3])
def test_the_season_s_standing_asks_three_queries(
    town: Town, now: dt.datetime, django_assert_num_queries: Any, nights: int
) -> None:
    people, competition = make_players(town, 6), make_club_nights(town, now, best=2)
    for week in range(nights):
        play_night(town, open_night(town, competition, people, now, week), now, games=3, seed=week)
    with django_assert_num_queries(3):
        season = load_series(competition, anybody(town.league))
    assert [line.nights for line in season.standing] == [nights] * 6
    assert {line.placed.total.cards for line in season.standing} == {min(2, nights)}
    assert [sitting.date for sitting in season.sittings] == sorted(
        (now.date() + dt.timedelta(weeks=week) for week in range(nights)), reverse=True
    )
    assert all(placed.place == 1 for best in season.winners.values() for placed in best)


def test_regulars_stand_first(town: Town, now: dt.datetime) -> None:
    ada, ben, cat = make_players(town, 3)
    competition = make_club_nights(town, now)
    play_night(town, open_night(town, competition, [ada, cat], now), now, games=1)
    play_night(town, open_night(town, competition, [cat, ben], now, 1), now, games=1)
    sitting = open_night(town, competition, [ben], now, 2)
    absent = find_absent(load_night(sitting, anybody(town.league)), anybody(town.league))
    assert absent.regulars == [cat, ada]
    assert len(absent.others) == sum(len(squad) for squad in town.squads.values())
    note_departure(sitting, ben, by=town.secretary, now=now)
    absent = find_absent(load_night(sitting, anybody(town.league)), anybody(town.league))
    assert absent.regulars == [cat, ada, ben]


def test_a_draft_season_s_series_is_its_secretary_s(town: Town, now: dt.datetime) -> None:
    competition = make_club_nights(town, now)
    sitting = open_night(town, competition, make_players(town, 2), now)
    reader, secretary = anybody(town.league), Grants(town.league.pk, secretary=True)
    kind, slug = competition.kind, competition.slug
    assert list_open_sittings(town.league) == [sitting]
    assert find_edition(town.league, kind, slug, "", reader) == competition
    assert find_edition(town.league, kind, slug, "2026-27", reader) == competition
    assert find_edition(town.league, kind, slug, "1999", reader) is None
    Season.objects.update(published_at=None)
    assert list(list_series(town.league, reader, kind)) == list(list_series(town.league, reader)) == []
    assert list(list_series(town.league, secretary, kind)) == [competition]
    assert list_open_sittings(town.league) == []


def test_a_closed_night_is_not_open(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 2), now)
    pair_next_game(sitting, 1, by=town.secretary, now=now)
    close_sitting(sitting, anyway=True, by=town.secretary, now=now)
    assert list_open_sittings(town.league) == []
