"""High hands: recorded by captains until the result is confirmed, counted by the engine, never twice by one press."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from league.enums import JournalKind
from league.errors import Invalid, LeagueError, NotAllowed, WrongState
from league.models import Fixture, HighHand, JournalEntry, Player, Season, Team
from league.queries.honours.high_hands import counting, counting_of, public_high_hands
from league.queries.people.personal_data import everything_about
from league.rules.sheets import ResultSheet
from league.services.honours.high_hands import (
    MOST,
    NewHand,
    complete_high_hand,
    record_high_hand,
    remove_high_hand,
)
from league.services.people import erasing
from league.services.people.merge import merge_players
from league.services.results import confirm, correct, decide, submit
from tests.factories import Town, result_sheet

NINES = {"cards": "5H 5C 5S JD", "starter": "5D"}


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Fixture:
    """Anchor v Bell, sent by Anchor: doubles of Anchor 1 and 2, singles of Anchor 3, singles of Anchor 4."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return fixture


@pytest.fixture
def confirmed(town: Town, played: Fixture, now: dt.datetime) -> Fixture:
    confirm.confirm(played, 1, by=town.captains["Bell"], now=now)
    return played


def hold(town: Town, name: str = "Anchor", number: int = 1, **said: object) -> NewHand:
    return NewHand(town.squads[name][number - 1].pk, **{**NINES, **said})  # type: ignore[arg-type]


def codes(refused: Invalid) -> list[tuple[str, str]]:
    return [(one.code, one.field) for one in refused.problems]


def test_a_hand_with_its_cards_is_counted_and_stands_in_the_match_that_its_player_was_in(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    made = record_high_hand(played, hold(town), by=town.captains["Bell"], now=now)
    said = (made.points, made.cards, made.starter, made.match_number, made.side, made.verified)
    assert said == (29, "5C 5H 5S JD", "5D", 1, "away", True)
    entry = JournalEntry.objects.get(kind=JournalKind.HIGH_HAND_RECORDED)
    assert entry.what == "recorded a high hand of {player} in Anchor v Bell: 29, with its cards"
    assert (entry.player, entry.fixture, entry.by) == (made.player, played, town.captains["Bell"])
    assert entry.data == {"hand": made.pk, "points": 29, "cards": ["5C", "5H", "5S", "JD", "5D"], "match": 1}


def test_a_score_alone_is_recorded_without_cards(town: Town, played: Fixture, now: dt.datetime) -> None:
    made = record_high_hand(played, hold(town, cards="", starter="", points=28), by=town.captains["Anchor"], now=now)
    assert (made.points, made.cards, made.verified, made.side) == (28, "", False, "home")


def test_before_there_is_a_sheet_the_squads_of_the_day_are_the_players_of_the_night(
    town: Town, now: dt.datetime
) -> None:
    made = record_high_hand(town.fixture("Anchor", "Bell"), hold(town, number=6), by=town.secretary, now=now)
    assert (made.player.name, made.match_number, made.side) == ("Anchor 6", None, "")


@pytest.mark.parametrize(
    ("said", "problems"),
    [
        ({"points": 27, "cards": "", "starter": ""}, [("impossible-points", "points")]),
        ({"points": 30, "cards": "", "starter": ""}, [("impossible-points", "points")]),
        ({"points": 23, "cards": "", "starter": ""}, [("low-points", "points")]),
        ({"points": 28}, [("points-differ", "points")]),
        ({"cards": "2H 4C 6S 8D", "starter": "TD"}, [("low-points", "points")]),
        ({"cards": "5H 5C 5S", "starter": "5D"}, [("wrong-cards", "cards")]),
        ({"cards": "5H 5C 5S JD", "starter": "5H"}, [("wrong-starter", "starter")]),
        ({"cards": "5H 5C 5S XD"}, [("wrong-cards", "cards")]),
        ({"starter": ""}, [("no-starter", "cards")]),
        ({"cards": "", "starter": ""}, [("no-hand", "cards")]),
        ({"match_number": 9}, [("no-match", "match_number")]),
        ({"match_number": 2}, [("wrong-match", "match_number")]),
        ({"number": 6}, [("wrong-player", "player")]),
        ({"name": "Castle"}, [("wrong-player", "player")]),
        ({"name": "Castle", "points": 28}, [("wrong-player", "player"), ("points-differ", "points")]),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(
    town: Town, played: Fixture, now: dt.datetime, said: dict[str, object], problems: list[tuple[str, str]]
) -> None:
    with pytest.raises(Invalid) as refused:
        record_high_hand(played, hold(town, **said), by=town.captains["Anchor"], now=now)  # type: ignore[arg-type]
    assert codes(refused.value) == problems
    assert not HighHand.objects.exists()
    assert not JournalEntry.objects.filter(kind=JournalKind.HIGH_HAND_RECORDED).exists()


def test_four_of_a_suit_count_in_a_hand_and_not_in_the_crib(town: Town, played: Fixture, now: dt.datetime) -> None:
    town.league.high_hand = 12
    town.league.save(update_fields=["high_hand"])
    flush = hold(town, cards="4H 5H 6H JH", starter="5S")
    assert record_high_hand(played, flush, by=town.secretary, now=now).points == 20
    crib = replace(flush, crib=True, player=town.squads["Bell"][0].pk)
    assert record_high_hand(played, crib, by=town.secretary, now=now).points == 16


def test_the_least_is_the_league_s(town: Town, played: Fixture, now: dt.datetime) -> None:
    town.league.high_hand = 20
    town.league.save(update_fields=["high_hand"])
    low = hold(town, cards="", starter="", points=20)
    assert record_high_hand(played, low, by=town.secretary, now=now).points == 20


def test_the_same_cards_are_one_hand_in_whatever_order(town: Town, played: Fixture, now: dt.datetime) -> None:
    record_high_hand(played, hold(town), by=town.captains["Anchor"], now=now)
    with pytest.raises(Invalid) as refused:
        record_high_hand(played, hold(town, cards="JD 5S 5H 5C"), by=town.captains["Bell"], now=now)
    assert codes(refused.value) == [("recorded", "cards")]
    assert HighHand.objects.count() == 1


def test_a_score_again_is_asked_about_and_a_repeated_press_is_asked_again(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    bare, by = hold(town, cards="", starter="", points=24), town.captains["Anchor"]
    record_high_hand(played, bare, by=by, now=now)
    with pytest.raises(Invalid) as asked:
        record_high_hand(played, bare, by=by, now=now)
    assert codes(asked.value) == [("again", "again")]
    assert asked.value.problems[0].message == "This player has a 24 on record tonight already. Is this another one?"
    record_high_hand(played, replace(bare, again=1), by=by, now=now)
    with pytest.raises(Invalid) as twice:
        record_high_hand(played, replace(bare, again=1), by=by, now=now)
    assert codes(twice.value) == [("again", "again")]
    assert HighHand.objects.count() == 2
    other = replace(bare, player=town.squads["Anchor"][2].pk)
    assert record_high_hand(played, other, by=by, now=now).match_number == 2


@pytest.mark.parametrize("who", ["Castle", "referee"])
def test_only_its_captains_and_the_secretary_record_and_remove(
    town: Town, played: Fixture, now: dt.datetime, who: str
) -> None:
    by = town.captains.get(who) or town.referee
    with pytest.raises(NotAllowed):
        record_high_hand(played, hold(town), by=by, now=now)
    made = record_high_hand(played, hold(town), by=town.captains["Anchor"], now=now)
    for other in (by, town.captains["Bell"]):
        with pytest.raises(NotAllowed):
            remove_high_hand(made, by=other, now=now)


def test_after_confirmation_the_secretary_alone_changes_them(town: Town, played: Fixture, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    made = record_high_hand(played, hold(town), by=captain, now=now)
    confirm.confirm(played, 1, by=town.captains["Bell"], now=now)
    bell = hold(town, "Bell", points=28, cards="", starter="")
    for change in (
        lambda by: record_high_hand(played, bell, by=by, now=now),
        lambda by: remove_high_hand(made, by=by, now=now),
    ):
        with pytest.raises(WrongState) as late:
            change(captain)
        assert late.value.message == "The result is confirmed. Ask the secretary to change its high hands."
        change(town.secretary)
    assert [one.player.name for one in public_high_hands(played)] == ["Bell 1"]


def test_removing_says_so_in_the_journal_once(town: Town, played: Fixture, now: dt.datetime) -> None:
    made = record_high_hand(played, hold(town), by=town.captains["Anchor"], now=now)
    for _ in range(2):
        remove_high_hand(made, by=town.captains["Anchor"], now=now)
    entry = JournalEntry.objects.get(kind=JournalKind.HIGH_HAND_REMOVED)
    assert entry.what == "removed a high hand of {player} in Anchor v Bell: 29"
    assert public_high_hands(played) == []
    again = record_high_hand(played, hold(town), by=town.captains["Anchor"], now=now)
    assert [one.pk for one in public_high_hands(played)] == [again.pk]


def test_what_has_not_begun_or_was_not_played_has_none(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    early = fixture.starts_at - dt.timedelta(hours=1)
    with pytest.raises(WrongState):
        record_high_hand(fixture, hold(town), by=town.captains["Anchor"], now=early)
    decide.give_walkover(fixture, to="home", version=0, reason="Ill", by=town.secretary, now=now)
    with pytest.raises(WrongState) as refused:
        record_high_hand(fixture, hold(town), by=town.secretary, now=now)
    assert refused.value.message == "This fixture was not played: it has no high hands."


def test_there_are_no_more_than_forty(town: Town, played: Fixture, now: dt.datetime) -> None:
    HighHand.objects.bulk_create(
        HighHand(fixture=played, player=town.squads["Anchor"][1], points=24, recorded_at=now) for _ in range(40)
    )
    with pytest.raises(Invalid) as refused:
        record_high_hand(played, hold(town), by=town.secretary, now=now)
    assert codes(refused.value) == [("too-many", "")]


def _void(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    decide.void(fixture, version=1, reason="Short pack", by=town.secretary, now=now)


def _hide_season(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    Season.objects.update(hidden_at=now)


def _hide_team(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    Team.objects.filter(pk=fixture.away_id).update(hidden_at=now)


def _draft(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    Season.objects.update(published_at=None)


def _cancel(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(state="cancelled")


def _correct(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    first = replace(sheet.matches[0], home_players=(town.squads["Anchor"][4].pk, town.squads["Anchor"][1].pk))
    correct.propose(
        fixture, 1, ResultSheet((first, *sheet.matches[1:])), reason="Miscopied", by=town.secretary, now=now
    )


@pytest.mark.parametrize("undo", [_void, _hide_season, _hide_team, _draft, _cancel, _correct])
def test_it_counts_while_a_confirmed_result_has_its_player(
    town: Town, confirmed: Fixture, now: dt.datetime, undo: Callable[[Town, Fixture, dt.datetime], None]
) -> None:
    made = record_high_hand(confirmed, hold(town), by=town.secretary, now=now)
    assert list(counting(town.league)) == [made]
    assert counting_of(made.player) == [made]
    undo(town, confirmed, now)
    assert list(counting(town.league)) == []


def test_it_does_not_count_before_confirmation_but_the_fixture_tells_of_it(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    made = record_high_hand(played, hold(town), by=town.captains["Anchor"], now=now)
    assert list(counting(town.league)) == []
    assert public_high_hands(played) == [made]


def test_who_is_erased_keeps_no_name_on_it_and_has_it_in_their_data(
    town: Town, confirmed: Fixture, now: dt.datetime
) -> None:
    made = record_high_hand(confirmed, hold(town, number=2), by=town.secretary, now=now)
    about = everything_about(town.league, made.player, None)["high_hands"]
    assert [(one["points"], one["cards"], one["fixture__home__name"]) for one in about] == [
        (29, "5C 5H 5S JD", "Anchor")
    ]
    erasing.erase(made.player, by=town.secretary, now=now)
    assert [hand.player.name for hand in counting(town.league)] == ["former player"]
    page = Client().get(f"/leagues/town/fixtures/{confirmed.pk}/").content.decode()
    assert "former player" in page
    assert "Anchor 2" not in page


@pytest.mark.long
def test_merging_two_players_moves_their_hands_and_keeps_one_of_two(
    town: Town, confirmed: Fixture, now: dt.datetime
) -> None:
    gone = town.squads["Anchor"][1]
    kept = Player.objects.create(league=town.league, name="Ann Chor")
    made = record_high_hand(confirmed, hold(town, number=2), by=town.secretary, now=now)
    HighHand.objects.create(fixture=confirmed, player=kept, points=29, cards=made.cards, starter="5D", recorded_at=now)
    HighHand.objects.create(fixture=confirmed, player=gone, points=28, recorded_at=now)
    merge_players(kept, gone, reason="Typed twice", by=town.secretary, now=now)
    assert sorted(hand.points for hand in counting_of(kept)) == [28, 29]
    assert HighHand.objects.filter(player=gone).count() == 0


def test_a_hidden_league_s_hands_are_not_changed(town: Town, confirmed: Fixture, now: dt.datetime) -> None:
    made = record_high_hand(confirmed, hold(town), by=town.secretary, now=now)
    Season.objects.update(hidden_at=now)
    with pytest.raises(LeagueError):
        remove_high_hand(made, by=town.secretary, now=now)


def test_the_same_cards_in_another_match_are_the_same_hand(town: Town, played: Fixture, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    record_high_hand(played, hold(town, match_number=1), by=captain, now=now)
    with pytest.raises(Invalid) as refused:
        record_high_hand(played, hold(town, crib=True, again=1), by=captain, now=now)
    assert codes(refused.value) == [("recorded", "cards")]


@pytest.mark.long
def test_recording_and_removing_over_and_over_comes_to_an_end(town: Town, played: Fixture, now: dt.datetime) -> None:
    """Each leaves an entry in the journal for good."""
    captain, new = town.captains["Anchor"], hold(town, cards="", starter="", points=28)
    for _ in range(3 * MOST):
        remove_high_hand(record_high_hand(played, new, by=captain, now=now), by=captain, now=now)
    with pytest.raises(Invalid) as refused:
        record_high_hand(played, new, by=captain, now=now)
    assert codes(refused.value) == [("too-many", "")]


@pytest.fixture
def hand_without_cards(town: Town, played: Fixture, now: dt.datetime) -> HighHand:
    """A 29 of Anchor 1, recorded by Anchor's captain without its cards."""
    return record_high_hand(played, hold(town, cards="", starter="", points=29), by=town.captains["Anchor"], now=now)


def test_the_cards_are_added_to_a_score_and_count_as_it(
    town: Town, played: Fixture, hand_without_cards: HighHand, now: dt.datetime
) -> None:
    captain = town.captains["Anchor"]
    for _ in range(2):
        complete_high_hand(hand_without_cards, cards="JD 5S 5H 5C", starter="5D", by=captain, now=now)
    [told] = public_high_hands(played)
    assert (told.pk, told.points, told.codes, told.crib, told.verified) == (
        hand_without_cards.pk, 29, ["5C", "5H", "5S", "JD", "5D"], False, True
    )  # fmt: skip
    added = JournalEntry.objects.filter(what__startswith="added the cards")
    assert [entry.what for entry in added] == ["added the cards to a high hand of {player} in Anchor v Bell: 29"]
    assert added.get().data["cards"] == told.codes
    with pytest.raises(Invalid) as again:
        record_high_hand(played, hold(town), by=captain, now=now)
    assert [problem.code for problem in again.value.problems] == ["recorded"]


@pytest.mark.parametrize(
    ("cards", "code", "message"),
    [
        (("4H 5H 6H 6C", "5S"), "points-differ", "These cards make 24, not 29."),
        (("5H 5C 5S", "5D"), "wrong-cards", "The hand has 3 cards"),
        (("5H 5C 5S 5H", "5D"), "wrong-cards", "twice"),
        (("", "5D"), "no-hand", "Enter the cards, the starter last."),
        (("5H 5C 5S JD", ""), "no-starter", "Enter the starter too"),
        (("29", ""), "no-starter", "Enter the starter too"),
    ],
)  # fmt: skip
def test_cards_that_do_not_make_the_score_are_not_added(
    town: Town, hand_without_cards: HighHand, now: dt.datetime, cards: tuple[str, str], code: str, message: str
) -> None:
    with pytest.raises(Invalid) as refused:
        complete_high_hand(hand_without_cards, cards=cards[0], starter=cards[1], by=town.captains["Anchor"], now=now)
    [problem] = refused.value.problems
    assert problem.code == code
    assert message in str(problem.message)
    hand_without_cards.refresh_from_db()
    assert not hand_without_cards.verified


def test_cards_are_added_once_and_to_what_is_there(
    town: Town, played: Fixture, hand_without_cards: HighHand, now: dt.datetime
) -> None:
    captain, cards = town.captains["Anchor"], {"cards": "5H 5C 5S JD", "starter": "5D"}
    other = record_high_hand(played, hold(town, cards="", starter="", points=29, again=1), by=captain, now=now)
    complete_high_hand(hand_without_cards, **cards, by=captain, now=now)
    with pytest.raises(WrongState, match="has its cards already"):
        complete_high_hand(hand_without_cards, cards="5H 5D 5S JC", starter="5C", by=captain, now=now)
    with pytest.raises(Invalid) as same:
        complete_high_hand(other, **cards, by=captain, now=now)
    assert [problem.code for problem in same.value.problems] == ["recorded"]
    remove_high_hand(other, by=captain, now=now)
    with pytest.raises(WrongState, match="was removed"):
        complete_high_hand(other, cards="5H 5D 5S JC", starter="5C", by=captain, now=now)


def test_a_flush_of_four_is_said_to_be_a_hand_or_the_crib(town: Town, played: Fixture, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    made = record_high_hand(played, hold(town, cards="", starter="", points=24, crib=True), by=captain, now=now)
    cards = {"cards": "4H 5H 6H 6C", "starter": "5S"}
    assert complete_high_hand(made, **cards, crib=False, by=captain, now=now).crib is False


def test_only_the_side_that_recorded_it_and_the_secretary_add_its_cards(
    town: Town, played: Fixture, hand_without_cards: HighHand, now: dt.datetime
) -> None:
    for by in (town.captains["Bell"], town.captains["Castle"], town.referee):
        with pytest.raises(NotAllowed):
            complete_high_hand(hand_without_cards, **NINES, by=by, now=now)
    confirm.confirm(played, 1, by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState, match="Ask the secretary"):
        complete_high_hand(hand_without_cards, **NINES, by=town.captains["Anchor"], now=now)
    assert complete_high_hand(hand_without_cards, **NINES, by=town.secretary, now=now).verified
