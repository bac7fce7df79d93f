"""What a person wants as mail, the link that stops it, and the secretary's second attempt."""

import datetime as dt
from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail

from league.enums import Delivery, NoticeKind, NoticeState
from league.errors import Invalid, NotAllowed
from league.models import MailSettings, Notice, Preference, User
from league.queries.mail.messages import MailChoices, choices_of, deliveries_of
from league.services.mail.delivery import Delivered, deliver_due
from league.services.mail.preferences import (
    Unsubscribing,
    problems_of,
    read_unsubscribe_token,
    retry,
    save_choices,
    set_subscription,
    unsubscribe_token,
)
from league.services.notices import queue_notice
from tests.factories import Town

ALL = dict.fromkeys(NoticeKind, Delivery.MAIL)
USUAL = {**ALL, NoticeKind.RESULT_ENTERED: Delivery.DIGEST, NoticeKind.JOURNAL_HEAD: Delivery.NONE}
RULINGS = NoticeKind.RULING_MADE
CHOSEN = MailChoices(
    {**ALL, RULINGS: Delivery.DIGEST, NoticeKind.FIXTURE_MOVED: Delivery.NONE},
    reminder_days=(3, 1),
    quiet_from=dt.time(22),
    quiet_until=dt.time(7, 30),
    digest_at=dt.time(18),
)


def owe_notice(town: Town, now: dt.datetime, key: str = "1") -> Notice:
    anchor = town.captains["Anchor"]
    queue_notice(town.league, [anchor], RULINGS, key, text="A ruling.", now=now, fixture=town.fixture("Anchor", "Bell"))
    return Notice.objects.get(recipient=anchor, key=key)


def test_who_has_chosen_nothing_has_each_kind_as_it_says(town: Town) -> None:
    assert choices_of(town.captains["Anchor"]) == MailChoices(USUAL, (7, 1), None, None, dt.time(21))


def test_choices_are_kept_and_changed(town: Town, now: dt.datetime) -> None:
    anchor = town.captains["Anchor"]
    save_choices(CHOSEN, league=town.league, by=anchor, now=now)
    assert choices_of(anchor) == CHOSEN
    save_choices(MailChoices(ALL, reminder_days=()), league=town.league, by=anchor, now=now)
    assert choices_of(anchor) == MailChoices(ALL, reminder_days=())
    assert (Preference.objects.count(), MailSettings.objects.count()) == (len(NoticeKind), 1)
    assert choices_of(town.captains["Bell"]) == MailChoices(USUAL)


def test_nobody_chooses_without_signing_in(town: Town, now: dt.datetime) -> None:
    with pytest.raises(NotAllowed):
        save_choices(CHOSEN, league=town.league, by=AnonymousUser(), now=now)  # type: ignore[arg-type]


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_kept(town: Town, now: dt.datetime) -> None:
    wrong = replace(CHOSEN, quiet_from=None, reminder_days=(0, 29))
    with pytest.raises(Invalid) as refused:
        save_choices(wrong, league=town.league, by=town.captains["Anchor"], now=now)
    assert [problem.field for problem in refused.value.problems] == ["quiet_from", "reminder_days"]
    assert Preference.objects.count() == 0


@pytest.mark.parametrize(
    ("quiet_from", "quiet_until", "digest_at", "field"),
    [
        (dt.time(22), None, dt.time(8), "quiet_until"),
        (dt.time(22), dt.time(22), dt.time(8), "quiet_until"),
        (dt.time(22), dt.time(7), dt.time(6, 59), "digest_at"),
        (dt.time(22), dt.time(7), dt.time(22), "digest_at"),
        (dt.time(9), dt.time(17), dt.time(12), "digest_at"),
        (dt.time(22), dt.time(7), dt.time(7), ""),
        (dt.time(9), dt.time(17), dt.time(18), ""),
        (None, None, dt.time(3), ""),
    ],
)
def test_quiet_hours_are_whole_and_the_daily_mail_does_not_fall_into_them(
    quiet_from: dt.time | None, quiet_until: dt.time | None, digest_at: dt.time, field: str
) -> None:
    choices = MailChoices(ALL, (), quiet_from, quiet_until, digest_at)
    assert [problem.field for problem in problems_of(choices)] == ([field] if field else [])


def test_a_change_of_mind_holds_for_what_waits_already(town: Town, now: dt.datetime) -> None:
    anchor = town.captains["Anchor"]
    owe_notice(town, now)
    save_choices(CHOSEN, league=town.league, by=anchor, now=now)
    assert deliver_due(now=now) == Delivered(put_off=1)
    save_choices(MailChoices(ALL), league=town.league, by=anchor, now=now)
    assert deliver_due(now=now) == Delivered(sent=1)


def test_a_link_turns_its_kind_off_and_on_as_it_was(town: Town, now: dt.datetime) -> None:
    anchor = town.captains["Anchor"]
    link = read_unsubscribe_token(unsubscribe_token(anchor, (RULINGS, NoticeKind.FIXTURE_MOVED), Delivery.DIGEST))
    assert link == Unsubscribing(anchor.pk, (RULINGS, NoticeKind.FIXTURE_MOVED), Delivery.DIGEST)
    for _ in range(2):
        assert set_subscription(link, on=False, now=now) == anchor
    chosen = choices_of(anchor).deliveries
    assert {kind for kind in chosen if chosen[kind] != USUAL[kind]} == set(link.kinds)
    assert {chosen[kind] for kind in link.kinds} == {Delivery.NONE}
    set_subscription(link, on=True, now=now)
    chosen = choices_of(anchor).deliveries
    assert {kind for kind in chosen if chosen[kind] != USUAL[kind]} == set(link.kinds)
    assert {chosen[kind] for kind in link.kinds} == {Delivery.DIGEST}


def test_turning_an_officer_s_daily_mail_on_again_does_not_hold_back_a_captain_s(town: Town, now: dt.datetime) -> None:
    link = Unsubscribing(town.secretary.pk, (NoticeKind.RESULT_OVERDUE,), Delivery.DIGEST)
    set_subscription(link, on=False, now=now)
    set_subscription(link, on=True, now=now)
    assert choices_of(town.secretary).deliveries[NoticeKind.RESULT_OVERDUE] == Delivery.MAIL


def test_what_waits_when_its_kind_is_turned_off_is_not_sent(town: Town, now: dt.datetime) -> None:
    found = owe_notice(town, now)
    set_subscription(Unsubscribing(found.recipient_id, (RULINGS,), Delivery.MAIL), on=False, now=now)
    assert deliver_due(now=now) == Delivered(dropped=1)
    assert mail.outbox == []


def test_a_link_of_somebody_who_is_gone_does_nothing(town: Town, now: dt.datetime) -> None:
    assert set_subscription(Unsubscribing(10**9, (RULINGS,), Delivery.MAIL), on=False, now=now) is None


@pytest.mark.parametrize("change", ["", "x", "WzFd:abc", "cut"])
def test_a_link_that_nobody_made_stands_for_nothing(change: str) -> None:
    token = unsubscribe_token(User(pk=1), (RULINGS,), Delivery.MAIL)
    assert read_unsubscribe_token(token[:-3] if change == "cut" else change) is None


def test_a_link_is_the_same_in_every_mail_of_its_kind_and_of_no_other_person() -> None:
    one, other = User(pk=1), User(pk=2)
    assert unsubscribe_token(one, (RULINGS,), "mail") == unsubscribe_token(one, (RULINGS,), "mail")
    assert unsubscribe_token(one, (RULINGS,), "mail") != unsubscribe_token(other, (RULINGS,), "mail")


def failed(found: Notice) -> None:
    Notice.objects.filter(pk=found.pk).update(state=NoticeState.FAILED, attempts=12, error="550 No such user")


def test_the_secretary_tries_again_what_failed(town: Town, now: dt.datetime) -> None:
    one, other, fine = owe_notice(town, now), owe_notice(town, now, "2"), owe_notice(town, now, "3")
    failed(one)
    failed(other)
    assert deliver_due(now=now) == Delivered(sent=1)
    assert retry(town.league, [one.pk, fine.pk], by=town.secretary, now=now) == 1
    one.refresh_from_db()
    assert (one.state, one.attempts, one.error) == (NoticeState.WAITING, 0, "")
    assert retry(town.league, by=town.secretary, now=now) == 1
    assert deliver_due(now=now) == Delivered(sent=2)


@pytest.mark.parametrize("who", ["captain", "secretary abroad"])
def test_only_the_league_s_secretary_tries_again(town: Town, now: dt.datetime, who: str) -> None:
    found = owe_notice(town, now)
    failed(found)
    by = town.captains["Anchor"] if who == "captain" else User.objects.create(email="s@abroad.example")
    with pytest.raises(NotAllowed):
        retry(town.league, by=by, now=now)
    found.refresh_from_db()
    assert found.state == NoticeState.FAILED


def test_the_secretary_sees_how_the_mail_is_getting_on(town: Town, now: dt.datetime) -> None:
    found = [owe_notice(town, now, str(number)) for number in range(4)]
    failed(found[0])
    Notice.objects.filter(pk=found[1].pk).update(error="451 Later", attempts=1, send_at=now + dt.timedelta(hours=1))
    seen = deliveries_of(town.league, now=now)
    assert {state: count for state, count in seen.counts.items() if count} == {
        NoticeState.WAITING: 3,
        NoticeState.FAILED: 1,
    }
    assert (seen.oldest, seen.refused, seen.failed) == (now, [found[1]], [found[0]])
