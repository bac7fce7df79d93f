"""A night open_night, who is here, games paired, closed and open_night again."""

import datetime as dt

import pytest

from league.enums import CompetitionKind
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import Attendance, JournalEntry, Player, Season, Sitting, SittingGame
from league.services.competitions.club_nights import NewSeries, change_series, make_series
from league.services.competitions.score_cards import write_card, write_result
from league.services.competitions.sittings import (
    close_sitting,
    discard_pairing,
    note_arrival,
    note_arrival_by_name,
    note_departure,
    open_sitting,
    pair_next_game,
    reopen_sitting,
)
from tests import factories
from tests.factories import Town
from tests.services.competitions.sittings import make_club_nights, make_players, make_tournament, open_night, play_game


def codes(refused: pytest.ExceptionInfo[Invalid]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_a_series_is_made_and_changed(town: Town, now: dt.datetime) -> None:
    made = make_series(
        town.season, CompetitionKind.CLUB_NIGHT, NewSeries(" Tuesday  Club ", best=20), by=town.secretary, now=now
    )
    assert (made.name, made.slug, made.sitting_rules.games, made.sitting_rules.best) == (
        "Tuesday Club",
        "tuesday-club",
        9,
        20,
    )
    changed = NewSeries("Tuesday Club", games=7)
    for _ in range(2):
        made = change_series(made, changed, by=town.secretary, now=now)
    assert (made.sitting_rules.games, made.sitting_rules.best) == (7, None)
    assert list(JournalEntry.objects.order_by("number").values_list("kind", flat=True)) == [
        "competition-made", "competition-changed",
    ]  # fmt: skip


def test_the_next_season_s_series_has_the_same_address(town: Town, now: dt.datetime) -> None:
    made = make_club_nights(town, now)
    later = Season.objects.create(
        league=town.league, name="2027-28", slug="2027-28", first_week=dt.date(2027, 9, 13), published_at=now
    )
    again = make_series(later, CompetitionKind.CLUB_NIGHT, NewSeries("Tuesday Club"), by=town.secretary, now=now)
    assert (again.slug, again.pk != made.pk) == (made.slug, True)


@pytest.mark.parametrize(
    ("kind", "new", "wrong"),
    [
        ("club-night", NewSeries(" "), [("name", "name")]),
        ("club-night", NewSeries("x" * 61), [("name", "name")]),
        ("club-night", NewSeries("tuesday CLUB"), [("name", "name")]),
        ("club-night", NewSeries("A\u202eB"), [("hidden-character", "name")]),
        ("club-night", NewSeries("A", games=0, best=0), [("games", "games"), ("best", "best")]),
        ("club-night", NewSeries("A", games=23), [("games", "games")]),
        ("club-night", NewSeries("A", best=10**9), [("best", "best")]),
        ("tournament", NewSeries("A", games=5), [("games", "games")]),
        ("tournament", NewSeries("A", qualifiers=1), [("qualifiers", "qualifiers")]),
        ("tournament", NewSeries("A", prizes="x" * 1001), [("prizes", "prizes")]),
    ],
)  # fmt: skip
def test_a_series_that_cannot_be(
    town: Town, now: dt.datetime, kind: str, new: NewSeries, wrong: list[tuple[str, str]]
) -> None:
    make_club_nights(town, now)
    with pytest.raises(Invalid) as refused:
        make_series(town.season, CompetitionKind(kind), new, by=town.secretary, now=now)
    assert codes(refused) == wrong
    assert JournalEntry.objects.count() == 1


def test_a_night_is_opened_once_a_day(town: Town, now: dt.datetime) -> None:
    competition = make_club_nights(town, now)
    one, other = (open_sitting(competition, now.date(), by=town.secretary, now=now) for _ in range(2))
    assert one == other
    with pytest.raises(Invalid) as refused:
        open_sitting(competition, dt.date(2031, 1, 1), by=town.secretary, now=now)
    assert codes(refused) == [("date", "date")]


def test_a_tournament_has_one_day(town: Town, now: dt.datetime) -> None:
    sitting = make_tournament(town, now)
    with pytest.raises(Invalid) as refused:
        open_sitting(sitting.competition, dt.date(2026, 11, 20), by=town.secretary, now=now)
    assert codes(refused) == [("one-day", "date")]


def test_who_is_here(town: Town, now: dt.datetime) -> None:
    ada, ben, cat = make_players(town, 3)
    sitting = open_night(town, make_club_nights(town, now), [ada, ben, cat, cat], now)
    note_departure(sitting, cat, by=town.secretary, now=now)
    note_departure(sitting, cat, by=town.secretary, now=now)
    assert not Attendance.objects.filter(player=cat).exists()
    play_game(town, sitting, 1, now)
    note_departure(sitting, ada, by=town.secretary, now=now)
    assert Attendance.objects.get(player=ada).left_at == now
    note_arrival(sitting, ada, by=town.secretary, now=now)
    assert Attendance.objects.get(player=ada).left_at is None


def test_somebody_new_becomes_a_player(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), [], now)
    made = note_arrival_by_name(sitting, "  Zoe   New ", by=town.secretary, now=now)
    assert (made.name, made.league) == ("Zoe New", town.league)
    assert Attendance.objects.get().player == made
    assert note_arrival_by_name(sitting, "zoe new", by=town.secretary, now=now) == made
    assert Attendance.objects.get().player == made
    for name, wrong in (
        ("", "wrong-name"),
        ("1\0", "hidden-character"),
        ("x" * 121, "wrong-name"),
    ):
        with pytest.raises(Invalid) as refused:
            note_arrival_by_name(sitting, name, by=town.secretary, now=now)
        assert codes(refused) == [(wrong, "name")]


def test_a_player_of_another_league_cannot_come(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad League", "abroad")
    sitting = open_night(town, make_club_nights(town, now), [], now)
    gone = Player.objects.create(league=town.league, name="Gone", erased_at=now)
    for player in (abroad.squads["Bell"][0], gone):
        with pytest.raises(Invalid) as refused:
            note_arrival(sitting, player, by=town.secretary, now=now)
        assert codes(refused) == [("no-player", "player")]


def test_a_game_needs_two_players(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 1), now)
    with pytest.raises(Invalid) as refused:
        pair_next_game(sitting, 1, by=town.secretary, now=now)
    assert codes(refused) == [("too-few", "here")]


def test_pairing_again_changes_nothing_and_another_number_is_refused(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 4), now)
    one, other = (pair_next_game(sitting, 1, by=town.secretary, now=now) for _ in range(2))
    assert one == other
    for number in (0, 3):
        with pytest.raises(Changed):
            pair_next_game(sitting, number, by=town.secretary, now=now)
    with pytest.raises(Invalid) as refused:
        pair_next_game(sitting, 2, by=town.secretary, now=now)
    assert codes(refused) == [("no-card", f"game-{game.pk}") for game in one]
    assert JournalEntry.objects.filter(kind="game-paired").count() == 1


def test_of_a_night_one_card_shows_that_a_game_is_over_a_tournament_needs_both(town: Town, now: dt.datetime) -> None:
    people = make_players(town, 2)
    night, day = open_night(town, make_club_nights(town, now), people, now), make_tournament(town, now)
    for player in people:
        note_arrival(day, player, by=town.secretary, now=now)
    for sitting in (night, day):
        [game] = pair_next_game(sitting, 1, by=town.secretary, now=now)
        write_card(game, game.first, 4, by=town.secretary, now=now)
    pair_next_game(night, 2, by=town.secretary, now=now)
    with pytest.raises(Invalid):
        pair_next_game(day, 2, by=town.secretary, now=now)


def test_after_the_last_game_none_is_paired(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now, games=2), make_players(town, 4), now)
    for number in (1, 2):
        play_game(town, sitting, number, now)
    with pytest.raises(WrongState):
        pair_next_game(sitting, 3, by=town.secretary, now=now)


def test_a_pairing_is_taken_back_before_a_card_is_written(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 4), now)
    pair_next_game(sitting, 1, by=town.secretary, now=now)
    for _ in range(2):
        discard_pairing(sitting, 1, by=town.secretary, now=now)
    assert not SittingGame.objects.exists()
    play_game(town, sitting, 1, now)
    with pytest.raises(WrongState):
        discard_pairing(sitting, 1, by=town.secretary, now=now)
    assert JournalEntry.objects.filter(kind="game-paired").count() == 3


def test_whoever_came_late_has_not_the_next_bye(town: Town, now: dt.datetime) -> None:
    people = make_players(town, 5)
    sitting = open_night(town, make_club_nights(town, now), people[:4], now)
    play_game(town, sitting, 1, now)
    note_arrival(sitting, people[4], by=town.secretary, now=now)
    [bye] = [game for game in play_game(town, sitting, 2, now) if game.second_id is None]
    assert bye.first_id != people[4].pk


def test_closing_tells_of_missing_cards(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 4), now)
    one, other = pair_next_game(sitting, 1, by=town.secretary, now=now)
    write_card(one, one.second, 7, by=town.secretary, now=now)
    with pytest.raises(Invalid) as refused:
        close_sitting(sitting, by=town.secretary, now=now)
    assert codes(refused) == [("cards-missing", "anyway")]
    for _ in range(2):
        close_sitting(sitting, anyway=True, by=town.secretary, now=now)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.first_margin, one.second_margin, other.first_margin) == (-7, 7, None)
    with pytest.raises(WrongState):
        note_arrival(sitting, make_players(town, 1)[0], by=town.secretary, now=now)
    reopen_sitting(sitting, by=town.secretary, now=now)
    write_result(other, 3, by=town.secretary, now=now)
    close_sitting(sitting, by=town.secretary, now=now)
    kinds = JournalEntry.objects.filter(kind__startswith="night-").values_list("kind", flat=True)
    assert list(kinds.order_by("number")) == ["night-opened", "night-closed", "night-reopened", "night-closed"]


def test_a_night_without_a_game_is_taken_away(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 4), now)
    close_sitting(sitting, by=town.secretary, now=now)
    assert not Sitting.objects.exists()
    with pytest.raises(Changed):
        note_arrival(sitting, make_players(town, 1)[0], by=town.secretary, now=now)


def test_nobody_but_the_secretary_runs_a_night(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 4), now)
    captain = town.captains["Anchor"]
    for run in (
        lambda: make_series(town.season, CompetitionKind.CLUB_NIGHT, NewSeries("X"), by=captain, now=now),
        lambda: change_series(sitting.competition, NewSeries("X"), by=captain, now=now),
        lambda: open_sitting(sitting.competition, now.date(), by=captain, now=now),
        lambda: note_arrival(sitting, town.squads["Anchor"][0], by=captain, now=now),
        lambda: note_arrival_by_name(sitting, "X", by=captain, now=now),
        lambda: note_departure(sitting, town.squads["Anchor"][0], by=captain, now=now),
        lambda: pair_next_game(sitting, 1, by=captain, now=now),
        lambda: discard_pairing(sitting, 1, by=captain, now=now),
        lambda: close_sitting(sitting, by=captain, now=now),
        lambda: reopen_sitting(sitting, by=captain, now=now),
    ):
        with pytest.raises(NotAllowed):
            run()
