"""Cards of a game: each player's own, both by whoever runs the night, and what they say together."""

import datetime as dt

import pytest

from league.access import anybody
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import JournalEntry, League, Player, Season, SittingGame
from league.queries.competitions.sittings import load_night
from league.services.competitions.score_cards import write_card, write_result
from league.services.competitions.sittings import close_sitting, discard_pairing, note_departure, pair_next_game
from tests.factories import Town
from tests.services.competitions.sittings import make_club_nights, make_players, open_night

Signed = tuple[SittingGame, Player, Player]


@pytest.fixture
def game(town: Town, now: dt.datetime) -> SittingGame:
    """A game of the captains of Anchor and Bell, who have accounts."""
    people = [town.squads["Anchor"][0], town.squads["Bell"][0]]
    [made] = pair_next_game(open_night(town, make_club_nights(town, now), people, now), 1, by=town.secretary, now=now)
    return made


def standing(town: Town, game: SittingGame) -> list[tuple[int, int, int]]:
    """Points, games won and spread of the first and second player."""
    totals = {placed.key: placed.total for placed in load_night(game.sitting, anybody(town.league)).standing}
    both = [totals[key] for key in (game.first_id, game.second_id) if key in totals]
    return [(total.points, total.won, total.spread) for total in both]


def write_both(town: Town, game: SittingGame, now: dt.datetime, one: int, other: int) -> SittingGame:
    for player, margin in ((game.first, one), (game.second, other)):
        assert player is not None
        game = write_card(game, player, margin, by=player.user, now=now)
    return game


def test_a_game_counts_once_both_cards_are_written(town: Town, game: SittingGame, now: dt.datetime) -> None:
    write_card(game, game.first, 12, by=game.first.user, now=now)
    assert standing(town, game) == []
    write_card(game, game.second, -12, by=game.second.user, now=now)
    assert standing(town, game) == [(2, 1, 12), (0, 0, -12)]
    game.refresh_from_db()
    assert (game.first_by, game.second_by) == (game.first.user, game.second.user)
    assert not JournalEntry.objects.filter(kind="card-corrected").exists()


@pytest.mark.parametrize(
    ("one", "other", "then"),
    [
        (31, -31, [(3, 1, 31), (0, 0, -31)]),
        # 12.2: a spread that differs goes against both; both claiming a win, both lose.
        (21, -16, [(2, 1, 16), (0, 0, -21)]),
        (12, 5, [(0, 0, -12), (0, 0, -12)]),
        (-12, -5, [(0, 0, -12), (0, 0, -12)]),
        (33, -29, [(2, 1, 29), (0, 0, -33)]),
    ],
)
def test_two_cards(
    town: Town, game: SittingGame, now: dt.datetime, one: int, other: int, then: list[tuple[int, int, int]]
) -> None:
    write_both(town, game, now, one, other)
    assert standing(town, game) == then


def test_a_correction_is_journalled(town: Town, game: SittingGame, now: dt.datetime) -> None:
    write_both(town, game, now, 12, 12)
    for _ in range(2):
        write_card(game, game.second, -12, by=game.second.user, now=now)
    assert standing(town, game) == [(2, 1, 12), (0, 0, -12)]
    [entry] = JournalEntry.objects.filter(kind="card-corrected")
    assert (entry.player, entry.by, entry.data) == (
        game.second, game.second.user, {"game": game.pk, "from": 12, "to": -12}
    )  # fmt: skip


def test_whoever_runs_the_night_writes_both(town: Town, game: SittingGame, now: dt.datetime) -> None:
    write_card(game, game.first, 12, by=game.first.user, now=now)
    write_result(game, -9, by=town.secretary, now=now)
    assert standing(town, game) == [(0, 0, -9), (2, 1, 9)]
    assert JournalEntry.objects.filter(kind="card-corrected").count() == 1


@pytest.mark.parametrize("margin", [0, 122, -122, 10**9])
def test_a_spread_that_no_game_has(town: Town, game: SittingGame, now: dt.datetime, margin: int) -> None:
    for write in (
        lambda: write_card(game, game.first, margin, by=game.first.user, now=now),
        lambda: write_result(game, margin, by=town.secretary, now=now),
    ):
        with pytest.raises(Invalid) as refused:
            write()
        assert [(problem.code, problem.field) for problem in refused.value.problems] == [("spread", "spread")]


def test_nobody_writes_on_another_s_card(town: Town, game: SittingGame, now: dt.datetime) -> None:
    for by in (game.second.user, town.captains["Castle"], town.referee):
        with pytest.raises(NotAllowed):
            write_card(game, game.first, 5, by=by, now=now)
        with pytest.raises(NotAllowed):
            write_result(game, 5, by=by, now=now)
    castle = town.squads["Castle"][0]
    with pytest.raises(Invalid):
        write_card(game, castle, 5, by=town.captains["Castle"], now=now)


def test_a_bye_has_no_card(town: Town, now: dt.datetime) -> None:
    games = pair_next_game(
        open_night(town, make_club_nights(town, now), make_players(town, 3), now), 1, by=town.secretary, now=now
    )
    [bye] = [one for one in games if one.second_id is None]
    with pytest.raises(Invalid):
        write_card(bye, bye.first, 5, by=town.secretary, now=now)
    with pytest.raises(Invalid):
        write_result(bye, 5, by=town.secretary, now=now)


def test_a_game_that_was_paired_again_is_not_written(town: Town, game: SittingGame, now: dt.datetime) -> None:
    discard_pairing(game.sitting, 1, by=town.secretary, now=now)
    with pytest.raises(Changed):
        write_card(game, game.first, 5, by=game.first.user, now=now)


def test_on_a_closed_night_only_the_secretary_corrects(town: Town, game: SittingGame, now: dt.datetime) -> None:
    write_result(game, 5, by=town.secretary, now=now)
    close_sitting(game.sitting, by=town.secretary, now=now)
    with pytest.raises(WrongState):
        write_card(game, game.first, 6, by=game.first.user, now=now)
    write_card(game, game.first, 4, by=town.secretary, now=now)
    assert standing(town, game) == [(2, 1, 4), (0, 0, -5)]


def test_a_loser_claims_no_win_once_the_cards_agree(town: Town, game: SittingGame, now: dt.datetime) -> None:
    assert game.second is not None
    write_both(town, game, now, 12, -12)
    with pytest.raises(WrongState):
        write_card(game, game.second, 12, by=game.second.user, now=now)
    # The same again is no change; the secretary corrects what both had wrong.
    write_card(game, game.second, -12, by=game.second.user, now=now)
    write_card(game, game.second, -11, by=town.secretary, now=now)
    assert standing(town, game) == [(2, 1, 11), (0, 0, -12)]


def test_a_card_of_an_earlier_game_is_corrected_by_the_secretary(
    town: Town, game: SittingGame, now: dt.datetime
) -> None:
    write_both(town, game, now, 12, 9)
    pair_next_game(game.sitting, 2, by=town.secretary, now=now)
    with pytest.raises(WrongState):
        write_card(game, game.first, -9, by=game.first.user, now=now)
    write_card(game, game.first, -9, by=town.secretary, now=now)
    assert standing(town, game) == [(0, 0, -9), (2, 1, 9)]


def test_who_left_still_writes_the_card_of_their_last_game(town: Town, game: SittingGame, now: dt.datetime) -> None:
    note_departure(game.sitting, game.first, by=town.secretary, now=now)
    write_card(game, game.first, 5, by=game.first.user, now=now)
    game.refresh_from_db()
    assert game.first_margin == 5


@pytest.mark.parametrize("what", ["closed season", "suspended league"])
def test_nothing_is_written_in_what_is_over(town: Town, game: SittingGame, now: dt.datetime, what: str) -> None:
    if what == "closed season":
        Season.objects.update(closed_at=now)
    else:
        League.objects.update(suspended_at=now, suspended_because="Unpaid.")
    fresh = SittingGame.objects.select_related("sitting__competition__season__league").get()
    for write in (
        lambda: write_card(fresh, fresh.first, 5, by=fresh.first.user, now=now),
        lambda: write_result(fresh, 5, by=town.secretary, now=now),
        lambda: pair_next_game(fresh.sitting, 2, by=town.secretary, now=now),
        lambda: close_sitting(fresh.sitting, anyway=True, by=town.secretary, now=now),
    ):
        with pytest.raises((WrongState, NotAllowed)):
            write()
