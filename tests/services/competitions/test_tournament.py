"""A tournament of a day: Swiss rounds, its best in a knock-out, prizes in the final order."""

import datetime as dt
from collections import Counter

import pytest

from league.access import anybody
from league.errors import Invalid, WrongState
from league.models import Sitting
from league.queries.competitions.sittings import NightView, load_night
from league.services.competitions.club_nights import NewSeries, change_series
from league.services.competitions.score_cards import write_card, write_result
from league.services.competitions.sittings import (
    close_sitting,
    discard_pairing,
    note_arrival,
    note_departure,
    pair_next_game,
)
from tests.factories import Town
from tests.services.competitions.sittings import make_players, make_tournament, play_game


def view(town: Town, sitting: Sitting) -> NightView:
    fresh = Sitting.objects.select_related("competition__season__league", "competition__sitting_rules")
    return load_night(fresh.get(pk=sitting.pk), anybody(town.league))


@pytest.fixture
def tournament(town: Town, now: dt.datetime) -> Sitting:
    """Six rounds of eleven, of whom the one with the lower number always wins; four go on."""
    sitting = make_tournament(town, now, qualifiers=4, prizes="£50\n£30\n£20")
    for player in make_players(town, 11):
        note_arrival(sitting, player, by=town.secretary, now=now)
    for number in range(1, 7):
        play_game(town, sitting, number, now, lambda game: 12 if game.first_id < (game.second_id or 0) else -12)
    return sitting


def test_rounds_without_a_rematch_and_byes_that_move_round(town: Town, tournament: Sitting) -> None:
    games = list(tournament.games.all())
    pairs = Counter(game.value.pair for game in games if game.second_id is not None)
    assert max(pairs.values()) == 1
    byes = Counter(game.first_id for game in games if game.second_id is None)
    assert (len(byes), sum(byes.values())) == (6, 6)
    deals = Counter(game.first_id for game in games if game.second_id is not None)
    assert max(deals.values()) - min(deals.values()) <= 2
    standing = view(town, tournament).standing
    assert standing[0].name == "Ada Club"
    assert standing[0].total.points == 12


def test_the_best_play_a_knock_out(town: Town, tournament: Sitting, now: dt.datetime) -> None:
    before = [line.key for line in view(town, tournament).standing]
    one, other = pair_next_game(tournament, 7, by=town.secretary, now=now)
    assert {one.value.pair, other.value.pair} == {frozenset((before[0], before[3])), frozenset((before[1], before[2]))}
    assert str(view(town, tournament).now_label) == "Semi-finals"
    # Both claiming a win, both lose: somebody has to go on.
    for player in (one.first, one.second):
        assert player is not None
        write_card(one, player, 5, by=town.secretary, now=now)
    write_result(other, 9, by=town.secretary, now=now)
    with pytest.raises(Invalid) as refused:
        pair_next_game(tournament, 8, by=town.secretary, now=now)
    assert [problem.code for problem in refused.value.problems] == ["no-card"]
    write_result(one, -5, by=town.secretary, now=now)
    final, third = pair_next_game(tournament, 8, by=town.secretary, now=now)
    assert final.value.pair == {one.second_id, other.first_id}
    assert third.value.pair == {one.first_id, other.second_id}
    write_result(third, -31, by=town.secretary, now=now)
    assert [line.key for line in view(town, tournament).standing] == before
    write_result(final, 3, by=town.secretary, now=now)
    seen = view(town, tournament)
    assert (seen.champion, seen.next_number) == (final.first.name, None)
    assert [[shown.spread for shown in round_.ties] for round_ in seen.rounds] == [[5, 9], [31, 3]]
    assert [line.place for line in seen.standing][:5] == [1, 2, 3, 4, 5]
    places = [final.first_id, final.second_id, third.second_id, third.first_id]
    assert [line.key for line in seen.standing] == places + [key for key in before if key not in places]
    with pytest.raises(WrongState):
        pair_next_game(tournament, 9, by=town.secretary, now=now)
    close_sitting(tournament, by=town.secretary, now=now)


def test_what_the_knock_out_rests_on_is_not_corrected(town: Town, tournament: Sitting, now: dt.datetime) -> None:
    round_game = tournament.games.filter(number=6, table=1).get()
    write_result(round_game, 20, by=town.secretary, now=now)
    pair_next_game(tournament, 7, by=town.secretary, now=now)
    with pytest.raises(WrongState):
        write_result(round_game, 21, by=town.secretary, now=now)
    discard_pairing(tournament, 7, by=town.secretary, now=now)
    write_result(round_game, 21, by=town.secretary, now=now)


def test_a_tournament_that_has_begun_keeps_its_rounds(town: Town, tournament: Sitting, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        change_series(tournament.competition, NewSeries("Open", games=9, qualifiers=2), by=town.secretary, now=now)
    assert [problem.field for problem in refused.value.problems] == ["games", "qualifiers"]
    changed = change_series(
        tournament.competition, NewSeries("Open", games=6, qualifiers=4, prizes="A cup"), by=town.secretary, now=now
    )
    assert (changed.name, changed.sitting_rules.prizes) == ("Open", "A cup")


def test_without_one_of_the_two_there_is_no_game_for_the_third_place(
    town: Town, tournament: Sitting, now: dt.datetime
) -> None:
    play_game(town, tournament, 7, now)
    loser = tournament.games.get(number=7, table=2).second
    assert loser is not None
    note_departure(tournament, loser, by=town.secretary, now=now)
    [final] = play_game(town, tournament, 8, now)
    seen = view(town, tournament)
    assert seen.champion == final.first.name
    assert [line.place for line in seen.standing][:5] == [1, 2, 3, 3, 5]
    assert seen.rounds[1].ties[0].table is None
    close_sitting(tournament, by=town.secretary, now=now)
