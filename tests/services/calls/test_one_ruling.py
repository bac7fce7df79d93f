"""One call of one hand is one ruling, whoever stores it how often; in singles the only possible player is filled in."""

import datetime as dt
from typing import Any

import pytest

from league.errors import WrongState
from league.models import Call, Fixture, Notice, Ruling
from league.queries.calls.conduct import counts_in
from league.services.calls.rule import preview, rule
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases
from tests.services.evenings import HAND, agreed

OVER: dict[str, Any] = {**HAND, "declared": 12}


@pytest.fixture
def played(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def overcalls(fixture: Fixture) -> int:
    return sum(count.overcalls for count in counts_in(fixture, match_number=2, game_number=1))


def test_the_same_call_stored_again_is_the_ruling_there_is(town: Town, played: Fixture, now: dt.datetime) -> None:
    later = now + dt.timedelta(minutes=1)
    first = rule(played, **OVER, token="one", by=town.referee, now=now)
    assert rule(played, **OVER, token="other", by=town.referee, now=later) == first
    assert rule(played, **OVER, by=town.referee, now=later) == first
    # The same cards, in another order.
    assert rule(played, **{**OVER, "cards": "3s 8h ac 7d"}, by=town.referee, now=later) == first
    assert (Ruling.objects.count(), Call.objects.count(), overcalls(played), Notice.objects.count()) == (1, 1, 1, 2)


@pytest.mark.parametrize(
    "changed", [{"declared": 11}, {"claimed": None}, {"takes": False}, {"reason": "Once more."}], ids=str
)
def test_one_hand_is_not_ruled_on_twice(town: Town, played: Fixture, now: dt.datetime, changed: dict[str, Any]) -> None:
    rule(played, **OVER, by=town.referee, now=now)
    with pytest.raises(WrongState, match="was ruled on by Reg Referee on 3 November, 12 noon") as refused:
        rule(played, **{**OVER, **changed}, by=town.referee, now=now)
    assert refused.value.code == "ruled"
    assert overcalls(played) == 1


def test_another_referee_is_told_that_the_hand_was_ruled_on(town: Town, played: Fixture, now: dt.datetime) -> None:
    rule(played, **OVER, by=town.referee, now=now)
    with pytest.raises(WrongState, match="ruled on by Reg Referee"):
        rule(played, **OVER, by=cases.second_referee(town), now=now)


def test_an_award_that_is_added_is_not_lost_without_a_word(town: Town, played: Fixture, now: dt.datetime) -> None:
    agreed(town, played, now)
    rule(played, **OVER, reason="Often.", by=town.referee, now=now)
    with pytest.raises(WrongState, match="one call is one ruling"):
        rule(played, **OVER, reason="Often.", award_to="away", by=town.referee, now=now)


@pytest.mark.parametrize("other", [{"game_number": 2}, {"starter": "7H"}, {"crib": True}, {"counter": "away"}], ids=str)
def test_another_hand_is_another_ruling(town: Town, played: Fixture, now: dt.datetime, other: dict[str, Any]) -> None:
    first = rule(played, **OVER, by=town.referee, now=now)
    assert rule(played, **{**OVER, **other}, by=town.referee, now=now) != first


def test_a_hand_that_was_ruled_on_is_not_disputed(town: Town, played: Fixture, now: dt.datetime) -> None:
    agreed(town, played, now)
    rule(played, **OVER, by=town.referee, now=now)
    with pytest.raises(WrongState, match="against a ruling there is one appeal"):
        cases.of_a_call(town, now, declared=10)
    assert not played.disputes.exists()


def test_a_hand_is_disputed_once_and_then_ruled_on_there(town: Town, played: Fixture, now: dt.datetime) -> None:
    agreed(town, played, now)
    opened = cases.of_a_call(town, now, declared=12)
    with pytest.raises(WrongState, match="disputed already"):
        cases.of_a_call(town, now, declared=11)
    with pytest.raises(WrongState, match="rule on the dispute instead"):
        rule(played, **OVER, by=town.referee, now=now)
    cases.ruled(opened, town, now, outcome="stands")
    with pytest.raises(WrongState, match="against a ruling there is one appeal"):
        cases.of_a_call(town, now, declared=12)
    with pytest.raises(WrongState, match="one call is one ruling"):
        rule(played, **OVER, by=town.referee, now=now)
    assert overcalls(played) == 1


def test_what_was_stored_twice_before_is_counted_once(town: Town, played: Fixture, now: dt.datetime) -> None:
    first = rule(played, **OVER, by=town.referee, now=now)
    call = Call.objects.get()
    call.pk, call.cards = None, "3S 8H 7D AC"
    call.save()
    Ruling.objects.create(call=call, referee=town.referee, decided_at=now, verdict=first.verdict)
    assert overcalls(played) == 1


def test_in_singles_the_only_possible_players_are_filled_in(town: Town, played: Fixture, now: dt.datetime) -> None:
    unnamed = rule(played, **OVER, by=town.referee, now=now)
    assert unnamed.call is not None
    assert (unnamed.call.counter_player, unnamed.call.challenger_player) == (None, None), "nobody knows who played"
    submit.submit(played, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    anchor, bell = town.squads["Anchor"][2], town.squads["Bell"][2]
    call = {**OVER, "starter": "7H"}
    shown = preview(played, **call, by=town.referee, now=now).called
    assert (shown["counter_player_id"], shown["challenger_player_id"]) == (anchor.pk, bell.pk)
    named = rule(played, **call, by=town.referee, now=now).call
    assert named is not None
    assert (named.counter_player_id, named.challenger_player_id) == (anchor.pk, bell.pk)
    # Nobody challenged; in doubles there are two.
    alone = rule(played, **{**call, "starter": "7S", "claimed": None}, by=town.referee, now=now).call
    assert alone is not None
    assert (alone.counter_player_id, alone.challenger_player_id) == (anchor.pk, None)
    pair = rule(played, **{**call, "match_number": 1}, by=town.referee, now=now).call
    assert pair is not None
    assert (pair.counter_player_id, pair.challenger_player_id) == (None, None)


def test_in_a_dispute_about_a_call_they_are_filled_in_too(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    call = cases.of_a_call(town, now).call
    assert call is not None
    assert (call.counter_player, call.challenger_player) == (town.squads["Anchor"][2], town.squads["Bell"][2])


def test_the_ruling_of_a_referee_whose_account_is_gone_is_told_without_a_name(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    rule(played, **OVER, by=town.referee, now=now)
    Ruling.objects.update(referee=None)
    with pytest.raises(WrongState, match="This hand was ruled on on 3 November, 12 noon"):
        rule(played, **OVER, by=cases.second_referee(town), now=now)
