"""Answers, line-ups, reserves and guests: who may say so, until when, and what becomes of it."""

import datetime as dt

import pytest

from league.access import grants
from league.enums import GuestPolicy, NoticeKind, NoticeState, Side
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import Availability, Division, Fixture, Notice, Player, Registration, Season, User
from league.queries.availability import availability_of, next_fixture_of
from league.services.availability import answer, choose
from league.services.ops import purge
from league.services.people import erasing, merge, personal_data
from tests.factories import Town


@pytest.fixture
def fixture(town: Town) -> Fixture:
    """Anchor v Bell, on Tuesday 10 November 2026 at eight."""
    when = dt.datetime(2026, 11, 10, 20, tzinfo=dt.UTC)
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(starts_at=when)
    return town.fixture("Anchor", "Bell")


def reply_text(fixture: Fixture, player: Player) -> str:
    found = availability_of(fixture)[Side.HOME].find(player.pk)
    assert found is not None
    return found.answer


def test_a_player_and_their_captain_answer_and_nobody_else(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    player = town.squads["Anchor"][1]
    for who in ("Bell", "Castle"):
        with pytest.raises(NotAllowed):
            answer.answer(fixture, player, "yes", by=town.captains[who], now=now)
    with pytest.raises(NotAllowed):
        answer.answer(fixture, player, "yes", by=None, now=now)
    answer.answer(fixture, player, "maybe", by=town.captains["Anchor"], now=now)
    found = availability_of(fixture)[Side.HOME].find(player.pk)
    assert found is not None
    assert (found.answer, found.by_captain) == ("maybe", True)
    answer.answer(fixture, player, "", by=town.secretary, now=now)
    assert reply_text(fixture, player) == ""
    own = town.squads["Anchor"][0]
    answer.answer(fixture, own, "no", by=own.user, now=now)
    found = availability_of(fixture)[Side.HOME].find(own.pk)
    assert found is not None
    assert (found.answer, found.by_captain) == ("no", False)


def test_a_link_answers_for_its_own_player_alone(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    own = town.squads["Anchor"][0]
    token = answer.token_for(fixture.pk, town.captains["Anchor"])
    answer.answer_by_link(town.league, token, "yes", start=answer.format_start(fixture), now=now)
    answer.answer_by_link(town.league, token, "yes", start=answer.format_start(fixture), now=now)
    assert reply_text(fixture, own) == "yes"
    assert Availability.objects.get().player == own
    for broken in (
        token[:-1],
        "x",
        "",
        answer.token_for(999, own.user or User()),
        answer.token_for(fixture.pk, User(pk=999)),
    ):
        assert answer.open_link(town.league, broken, now=now) is None
        with pytest.raises(WrongState):
            answer.answer_by_link(town.league, broken, "yes", start=answer.format_start(fixture), now=now)


def test_a_link_is_over_when_the_fixture_starts_or_is_moved_off(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    token, start = answer.token_for(fixture.pk, town.captains["Anchor"]), answer.format_start(fixture)
    with pytest.raises(WrongState, match="has started"):
        answer.answer_by_link(town.league, token, "yes", start=start, now=fixture.starts_at)
    for state, told in (("postponed", "was postponed"), ("cancelled", "is cancelled")):
        Fixture.objects.filter(pk=fixture.pk).update(state=state)
        with pytest.raises(WrongState, match=told):
            answer.answer_by_link(town.league, token, "yes", start=start, now=now)
    Fixture.objects.filter(pk=fixture.pk).update(state="scheduled", starts_at=fixture.starts_at + dt.timedelta(days=1))
    with pytest.raises(Changed):
        answer.answer_by_link(town.league, token, "yes", start=start, now=now)
    assert not Availability.objects.exists()


def test_a_link_of_what_is_hidden_or_of_somebody_erased_is_none(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    token = answer.token_for(fixture.pk, town.captains["Anchor"])
    Season.objects.update(hidden_at=now)
    assert answer.open_link(town.league, token, now=now) is None
    Season.objects.update(hidden_at=None)
    found = answer.open_link(town.league, token, now=now)
    assert found is not None
    assert found.refused == ""
    player = town.squads["Anchor"][0]
    answer.answer(fixture, player, "yes", by=player.user, now=now)
    erasing.erase(player, by=town.secretary, now=now)
    assert answer.open_link(town.league, token, now=now) is None
    assert not Availability.objects.exists()


def test_an_answer_that_is_none_is_refused(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    own = town.squads["Anchor"][0]
    with pytest.raises(Invalid):
        answer.answer(fixture, own, "perhaps", by=own.user, now=now)
    with pytest.raises(WrongState, match="neither team"):
        answer.answer(fixture, town.squads["Castle"][0], "yes", by=town.secretary, now=now)


def test_the_answers_of_two_entries_of_one_person_become_one(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    kept, gone = town.squads["Anchor"][1], town.squads["Anchor"][2]
    answer.answer(fixture, gone, "yes", by=town.captains["Anchor"], now=now)
    merge.merge_players(kept, gone, reason="One person.", by=town.secretary, now=now)
    assert reply_text(fixture, kept) == "yes"


# The line-up

PLACES = ("m1-home-1", "m1-home-2", "m2-home-1", "m3-home-1")


def line_up(town: Town, *numbers: int) -> dict[str, int]:
    return {place: town.squads["Anchor"][number].pk for place, number in zip(PLACES, numbers, strict=False)}


def test_a_line_up_is_kept_and_told_to_whom_it_changes(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    captain = town.captains["Anchor"]
    choose.choose_line_up(fixture, Side.HOME, line_up(town, 0, 1, 2, 3), tell=False, by=captain, now=now)
    assert availability_of(fixture)[Side.HOME].line_up == line_up(town, 0, 1, 2, 3)
    told = Notice.objects.filter(kind=NoticeKind.LINE_UP_TOLD)
    assert not told.exists()
    choose.choose_line_up(fixture, Side.HOME, line_up(town, 0, 1, 2, 3), tell=True, by=captain, now=now)
    # Of the four only the captain has an account.
    said = "Anchor v Bell, Tuesday 10 November at 8 pm: you are in the line-up (match 1)."
    assert [str(one.message) for one in told] == [said]
    later = now + dt.timedelta(minutes=1)
    choose.choose_line_up(fixture, Side.HOME, line_up(town, 0, 1, 2, 3), tell=True, by=captain, now=later)
    assert told.count() == 1
    choose.choose_line_up(fixture, Side.HOME, line_up(town, 4, 1, 2, 3), tell=True, by=captain, now=later)
    assert "not in the line-up any more" in str(told.order_by("-pk")[0].message)


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ({"m9-home-1": 0}, "place"),
        ({"m1-away-1": 0}, "place"),
        ({"m1-home-1": 0, "m1-home-2": 0}, "twice"),
        ({"m1-home-1": 0, "m2-home-1": 0}, "too-often"),
    ],
)
def test_a_line_up_that_cannot_be_is_refused_and_nothing_is_kept(
    town: Town, fixture: Fixture, now: dt.datetime, places: dict[str, int], code: str
) -> None:
    wanted = {place: town.squads["Anchor"][number].pk for place, number in places.items()}
    with pytest.raises(Invalid) as refused:
        choose.choose_line_up(fixture, Side.HOME, wanted, tell=True, by=town.captains["Anchor"], now=now)
    assert {problem.code for problem in refused.value.problems} == {code}
    assert not Availability.objects.exists()
    stranger = {"m1-home-1": town.squads["Bell"][0].pk, "m2-home-1": 0}
    with pytest.raises(Invalid) as refused:
        choose.choose_line_up(fixture, Side.HOME, stranger, tell=True, by=town.captains["Anchor"], now=now)
    assert [problem.code for problem in refused.value.problems] == ["player", "player"]


def test_only_their_own_captain_chooses_and_only_before_the_start(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    with pytest.raises(NotAllowed):
        choose.choose_line_up(fixture, Side.HOME, {}, tell=False, by=town.captains["Bell"], now=now)
    with pytest.raises(WrongState):
        choose.choose_line_up(fixture, Side.HOME, {}, tell=False, by=town.captains["Anchor"], now=fixture.starts_at)


def test_a_guest_is_asked_where_the_season_lets_them_play(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    guest, captain = town.squads["Castle"][0], town.captains["Anchor"]
    with pytest.raises(WrongState, match="may not play as a guest"):
        choose.want_guest(fixture, Side.HOME, guest, by=captain, now=now)
    Season.objects.update(guests=GuestPolicy.ANYBODY)
    fixture = town.fixture("Anchor", "Bell")
    choose.want_guest(fixture, Side.HOME, guest, by=captain, now=now)
    choose.want_guest(fixture, Side.HOME, guest, by=captain, now=now)
    assert [one.recipient for one in Notice.objects.filter(kind=NoticeKind.CAN_YOU_PLAY)] == [guest.user]
    answer.answer(fixture, guest, "yes", by=guest.user, now=now)
    found = availability_of(fixture)[Side.HOME].find(guest.pk)
    assert found is not None
    assert (found.answer, found.guest) == ("yes", True)


def test_the_next_fixture_of_a_reader_and_who_can_play(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    player = town.squads["Anchor"][0]
    answer.answer(fixture, player, "yes", by=player.user, now=now)
    found = next_fixture_of(town.league, grants(player.user, town.league, now=now), now=now)
    assert found is not None
    assert (found.team.fixture, found.team.yes, found.team.silent, found.team.needed) == (fixture, 1, 5, 4)
    assert found.mine is not None
    assert (found.mine.answer, found.manages) == ("yes", True)
    assert next_fixture_of(town.league, grants(town.referee, town.league, now=now), now=now) is None


def test_old_answers_are_thrown_away_and_a_persons_own_are_told_to_them(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    own = town.squads["Anchor"][0]
    answer.answer(fixture, own, "yes", by=own.user, now=now)
    about = personal_data.export_person(own, by=town.secretary, now=now)
    assert [(one["fixture"], one["answer"]) for one in about["availability"]] == [("Anchor v Bell", "yes")]
    purge.purge(now=fixture.starts_at + dt.timedelta(days=729))
    assert Availability.objects.exists()
    assert purge.purge(now=fixture.starts_at + dt.timedelta(days=731)).answers == 1
    assert not Availability.objects.exists()


def test_one_sides_guest_is_not_the_other_sides_to_take_or_to_see(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    Season.objects.update(guests=GuestPolicy.ANYBODY)
    guest, home, away = town.squads["Castle"][0], town.captains["Anchor"], town.captains["Bell"]
    choose.want_guest(fixture, Side.HOME, guest, by=home, now=now)
    places = {"m1-home-1": guest.pk}
    choose.choose_line_up(fixture, Side.HOME, places, tell=False, by=home, now=now)
    with pytest.raises(WrongState, match="is with the other team in this fixture"):
        choose.want_guest(fixture, Side.AWAY, guest, by=away, now=now)
    assert availability_of(fixture)[Side.HOME].line_up == places
    assert availability_of(fixture)[Side.AWAY].find(guest.pk) is None


def test_a_fixture_has_so_many_guests_and_no_more(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    """Each is sent a mail: a captain could write to the whole league."""
    Season.objects.update(guests=GuestPolicy.ANYBODY)
    asked = [*town.squads["Castle"], *town.squads["Duke of York"]]
    for guest in asked[: choose.MOST_GUESTS]:
        choose.want_guest(fixture, Side.HOME, guest, by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState, match="as many guests as a fixture can have"):
        choose.want_guest(fixture, Side.HOME, asked[choose.MOST_GUESTS], by=town.captains["Anchor"], now=now)


def test_a_player_is_told_five_times_a_day_at_most(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    captain, told = town.captains["Anchor"], Notice.objects.filter(kind=NoticeKind.LINE_UP_TOLD)
    for number in range(20):
        places = {f"m1-home-{1 + number % 2}": town.squads["Anchor"][0].pk}
        at = now + dt.timedelta(minutes=number)
        choose.choose_line_up(fixture, Side.HOME, places, tell=True, by=captain, now=at)
    assert told.count() == choose.MOST_TOLD
    # What is out of date before it is sent is not sent.
    assert told.filter(state=NoticeState.WAITING).count() <= 1
    later = now + dt.timedelta(days=1, hours=1)
    choose.choose_line_up(
        fixture, Side.HOME, {"m1-home-1": town.squads["Anchor"][0].pk}, tell=True, by=captain, now=later
    )
    assert told.count() == choose.MOST_TOLD + 1


def test_the_order_in_which_seats_are_sent_changes_nothing(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    Division.objects.update(fixture_format="S S S / 3")
    fixture = town.fixture("Anchor", "Bell")
    first, captain = town.squads["Anchor"][0].pk, town.captains["Anchor"]
    seats = ["m1-home-1", "m2-home-1", "m3-home-1"]
    for order in (seats, seats[::-1]):
        choose.choose_line_up(fixture, Side.HOME, dict.fromkeys(order, first), tell=True, by=captain, now=now)
    assert Notice.objects.filter(kind=NoticeKind.LINE_UP_TOLD).count() == 1


def test_who_changes_to_the_other_team_is_nobodys_guest(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    player = town.squads["Anchor"][0]
    answer.answer(fixture, player, "yes", by=town.captains["Anchor"], now=now)
    choose.choose_line_up(fixture, Side.HOME, {"m1-home-1": player.pk}, tell=False, by=town.captains["Anchor"], now=now)
    Registration.objects.filter(player=player).update(team=town.teams["Bell"])
    found = availability_of(fixture)
    assert found[Side.HOME].find(player.pk) is None
    moved = found[Side.AWAY].find(player.pk)
    assert moved is not None
    assert (moved.guest, moved.places) == (False, ())
    answer.answer(fixture, player, "no", by=town.captains["Bell"], now=now)
    row = Availability.objects.get(player=player)
    assert (row.side, row.places) == ("away", "")


def test_no_guest_is_asked_once_the_fixture_has_begun(town: Town, fixture: Fixture) -> None:
    with pytest.raises(WrongState, match="has started"):
        choose.want_guest(
            fixture, Side.HOME, town.squads["Castle"][0], by=town.captains["Anchor"], now=fixture.starts_at
        )
    assert not Availability.objects.exists()


def test_a_link_of_somebody_who_is_in_neither_squad_any_more_says_so(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    token = answer.token_for(fixture.pk, town.captains["Anchor"])
    Registration.objects.filter(player=town.squads["Anchor"][0]).update(ends_on=now.date())
    followed = answer.open_link(town.league, token, now=now)
    assert followed is not None
    assert (followed.refused, followed.team) == ("You are in neither team’s squad for this fixture any more.", None)


def test_a_guest_is_nobodys_reserve(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    guest, captain = town.squads["Castle"][0], town.captains["Anchor"]
    Season.objects.update(guests=GuestPolicy.ANYBODY)
    choose.want_guest(town.fixture("Anchor", "Bell"), Side.HOME, guest, by=captain, now=now)
    with pytest.raises(WrongState, match="Castle 1 is not registered for Anchor"):
        answer.set_reserve(fixture, guest, reserve=True, by=captain, now=now)
