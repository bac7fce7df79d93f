"""Asking players of coming fixtures, and telling captains who are short: when, whom, once, and again after a move."""

import datetime as dt
from typing import Any

import pytest

from league.enums import CanPlay, NoticeKind, NoticeState, Registering, Side
from league.models import Fixture, League, Notice, Player, Preference, Registration, Result, User
from league.queries.availability import availability_of
from league.services import fixtures as moving
from league.services.availability import answer, ask
from league.services.mail import delivery
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet

ASKED, SHORT = NoticeKind.CAN_YOU_PLAY, NoticeKind.PLAYERS_SHORT


@pytest.fixture
def fixture(town: Town) -> Fixture:
    """Anchor v Bell, on Tuesday 10 November 2026 at eight; the only one that is near."""
    when = dt.datetime(2026, 11, 10, 20, tzinfo=dt.UTC)
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(starts_at=when)
    return town.fixture("Anchor", "Bell")


# Five days before, at six in the evening.
THURSDAY = dt.datetime(2026, 11, 5, 18, tzinfo=dt.UTC)
SUNDAY = dt.datetime(2026, 11, 8, 18, tzinfo=dt.UTC)


def with_account(town: Town, name: str) -> User:
    player = Player.objects.get(name=name)
    player.user = factories.user(f"{name.lower().replace(' ', '')}@town.example", name=name)
    player.save()
    assert player.user is not None
    return player.user


def notice_texts(kind: NoticeKind) -> list[str]:
    return sorted(Notice.objects.filter(kind=kind).values_list("recipient__email", flat=True))


def test_both_squads_are_asked_once_at_six_five_days_before(town: Town, fixture: Fixture) -> None:
    with_account(town, "Anchor 2")
    assert ask.queue_due(now=THURSDAY - dt.timedelta(seconds=1)) == 0
    assert ask.queue_due(now=THURSDAY) == 3
    assert notice_texts(ASKED) == ["anchor2@town.example", "anchor@town.example", "bell@town.example"]
    assert ask.queue_due(now=THURSDAY) == ask.queue_due(now=THURSDAY + dt.timedelta(days=1)) == 0
    notice = Notice.objects.filter(kind=ASKED).first()
    assert notice is not None
    assert str(notice.message) == "Anchor v Bell, Tuesday 10 November at 8 pm: can you play?"
    assert notice.stale_at == fixture.starts_at


def test_a_missed_beat_asks_late_and_never_after_the_start(town: Town, fixture: Fixture) -> None:
    assert ask.queue_due(now=fixture.starts_at) == 0
    assert ask.queue_due(now=fixture.starts_at - dt.timedelta(minutes=1)) > 0


def test_nobody_is_asked_where_the_league_asks_nobody_or_the_season_is_no_ones_to_see(
    town: Town, fixture: Fixture
) -> None:
    for model, said in (
        (League, {"ask_days": None}),
        (League, {"hidden_at": THURSDAY}),
        (type(town.season), {"published_at": None}),
        (type(town.season), {"hidden_at": THURSDAY}),
        (Fixture, {"state": "postponed"}),
        (Fixture, {"state": "cancelled"}),
    ):
        before = {name: model.objects.values_list(name, flat=True)[0] for name in said}
        model.objects.update(**said)
        assert ask.queue_due(now=THURSDAY) == 0, said
        model.objects.update(**before)
    assert ask.queue_due(now=THURSDAY) == 2


def test_who_has_answered_is_not_asked_and_who_is_not_registered_that_day_is_not(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    captain = town.squads["Anchor"][0]
    answer.answer(fixture, captain, "yes", by=captain.user, now=now)
    Registration.objects.filter(player=town.squads["Bell"][0]).update(ends_on=dt.date(2026, 11, 9))
    assert ask.queue_due(now=THURSDAY) == 0


def test_reserves_are_asked_and_captains_told_two_days_before_where_too_few_can_play(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    with_account(town, "Anchor 6")
    office = town.captains["Anchor"]
    answer.set_reserve(fixture, town.squads["Anchor"][5], reserve=True, by=office, now=now)
    for player in town.squads["Bell"][:4]:
        answer.answer(fixture, player, CanPlay.YES, by=town.captains["Bell"], now=now)
    for player in town.squads["Anchor"][:3]:
        answer.answer(fixture, player, CanPlay.YES, by=office, now=now)
    ask.queue_due(now=SUNDAY - dt.timedelta(seconds=1))
    assert notice_texts(ASKED) == []
    ask.queue_due(now=SUNDAY)
    # Bell's four are enough.
    assert notice_texts(SHORT) == ["anchor@town.example"]
    assert notice_texts(ASKED) == ["anchor6@town.example"]
    said = str(Notice.objects.get(kind=SHORT).message)
    assert said == "Anchor v Bell, Tuesday 10 November at 8 pm: 3 of 4 players can play for Anchor so far."
    assert ask.queue_due(now=SUNDAY + dt.timedelta(hours=5)) == 0


def test_a_moved_fixture_asks_again_and_forgets_the_answers(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    captain, first = town.squads["Anchor"][0], fixture.starts_at
    ask.queue_due(now=THURSDAY)
    answer.answer(fixture, captain, CanPlay.YES, by=captain.user, now=THURSDAY)
    assert availability_of(fixture)[Side.HOME].yes == 1
    waiting = Notice.objects.get(kind=ASKED, recipient=town.captains["Bell"])
    moving.move_fixture(fixture, fixture.starts_at + dt.timedelta(days=2), now=THURSDAY)
    moved = town.fixture("Anchor", "Bell")
    waiting.refresh_from_db()
    assert waiting.state == NoticeState.CANCELLED
    assert availability_of(moved)[Side.HOME].yes == 0
    assert ask.queue_due(now=THURSDAY) == 0
    assert ask.queue_due(now=THURSDAY + dt.timedelta(days=2)) == 2
    # Back on its first date: what was called off is owed after all, and the answer given for it holds.
    moving.move_fixture(moved, first, now=THURSDAY)
    assert ask.queue_due(now=THURSDAY) == 1
    waiting.refresh_from_db()
    assert waiting.state == NoticeState.WAITING


def test_a_scan_asks_the_same_number_of_queries_for_any_number(
    town: Town, fixture: Fixture, django_assert_num_queries: Any
) -> None:
    ask.queue_due(now=THURSDAY)
    with django_assert_num_queries(7):
        ask.queue_due(now=THURSDAY)
    Fixture.objects.update(starts_at=fixture.starts_at)
    ask.queue_due(now=THURSDAY)
    with django_assert_num_queries(7):
        ask.queue_due(now=THURSDAY)


def test_the_mail_has_a_link_that_needs_no_sign_in_and_heeds_what_people_want(
    town: Town, fixture: Fixture, mailoutbox: Any, transactional_db: None
) -> None:
    Preference.objects.create(user=town.captains["Bell"], kind=ASKED, delivery="none")
    ask.queue_due(now=THURSDAY)
    delivery.deliver_due(now=THURSDAY)
    assert [mail.to for mail in mailoutbox] == [["anchor@town.example"]]
    token = answer.token_for(fixture.pk, town.captains["Anchor"])
    assert f"/leagues/town/can-play/{token}/" in mailoutbox[0].body
    assert "Can you play? Anchor v Bell" in mailoutbox[0].subject
    assert "List-Unsubscribe" in mailoutbox[0].extra_headers
    assert not Result.objects.exists()


def test_where_nobody_is_registered_those_are_asked_who_have_played_for_the_team(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    type(town.season).objects.update(registration=Registering.OPEN)
    played = town.fixture("Anchor", "Castle")
    submit.submit(played, result_sheet(town, "Anchor", "Castle"), by=town.captains["Anchor"], now=now)
    for name in ("Anchor 2", "Anchor 3", "Castle 2"):
        with_account(town, name)
    Registration.objects.exclude(player__name="Anchor 3").delete()
    # Anchor 3 has gone to Castle, and is registered there.
    Registration.objects.update(team=town.teams["Castle"])
    ask.queue_due(now=THURSDAY)
    assert notice_texts(ASKED) == ["anchor2@town.example", "anchor@town.example"]
