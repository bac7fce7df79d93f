"""Delivery against a real mail server that says no, for now or for good, hangs up, or is not there."""

import datetime as dt
from io import StringIO
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.management import CommandError, call_command

from league.enums import Delivery, NoticeKind, NoticeState
from league.models import League, Notice, Preference, User
from league.queries.ops import health_of
from league.services.mail.delivery import Delivered, Pace, deliver_due
from league.services.notices import queue_notice
from tests.factories import Town
from tests.services.post_office import post_office

MINUTE = dt.timedelta(minutes=1)


def owe_notices(town: Town, now: dt.datetime, count: int) -> list[User]:
    """So many people, each owed one notice."""
    people = User.objects.bulk_create(User(email=f"p{n}@town.example", name=f"P {n}") for n in range(count))
    fixture = town.fixture("Anchor", "Bell")
    queue_notice(town.league, people, NoticeKind.RULING_MADE, "1", text="A ruling was made.", now=now, fixture=fixture)
    return people


def states() -> dict[str, int]:
    found: dict[str, int] = {}
    for state in Notice.objects.values_list("state", flat=True):
        found[state] = found.get(state, 0) + 1
    return found


def test_a_batch_goes_over_one_connection(town: Town, now: dt.datetime, settings: LazySettings) -> None:
    owe_notices(town, now, 25)
    with post_office(settings) as office:
        assert deliver_due(now=now, batch=10) == Delivered(sent=25)
    assert (len(set(office.ids())), office.connections) == (25, 1)


@pytest.mark.long
def test_a_server_that_refuses_a_third_of_the_time_gets_everything_in_the_end(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owe_notices(town, now, 60)
    asked = iter(range(10_000))
    with post_office(settings, at_rcpt=lambda *_: "451 4.3.0 Try later" if next(asked) % 3 == 0 else "") as office:
        rounds = [deliver_due(now=now + minutes * MINUTE) for minutes in (0, 1, 3, 7, 15, 31)]
    assert rounds[0] == Delivered(sent=40, retried=20)
    assert states() == {NoticeState.SENT: 60}
    assert (len(office.mails), len(set(office.ids()))) == (60, 60)
    # It takes a refusal at its word and goes on over the same connection.
    assert office.connections <= len(rounds)


def test_a_refusal_for_now_is_tried_again_later_and_later_until_it_is_given_up(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owe_notices(town, now, 1)
    with post_office(settings, at_data=lambda *_: "452 4.2.2 Mailbox full"):
        assert deliver_due(now=now) == Delivered(retried=1)
        found = Notice.objects.get()
        assert (found.attempts, found.send_at, found.error) == (1, now + MINUTE, "452 4.2.2 Mailbox full")
        assert deliver_due(now=now + MINUTE / 2) == Delivered()
        assert deliver_due(now=now + MINUTE) == Delivered(retried=1)
        found.refresh_from_db()
        assert (found.attempts, found.send_at) == (2, now + 3 * MINUTE)
        assert deliver_due(now=now + 3 * MINUTE, pace=Pace(attempts=3)) == Delivered(failed=1)
    found.refresh_from_db()
    assert (found.state, found.attempts, found.leased_until) == (NoticeState.FAILED, 3, None)


@pytest.mark.parametrize("stage", ["at_rcpt", "at_data"])
def test_a_refusal_for_good_fails_at_once_and_the_others_go(
    town: Town, now: dt.datetime, settings: LazySettings, stage: str
) -> None:
    owe_notices(town, now, 5)
    answers: dict[str, Any] = {stage: lambda address, _: "550 5.1.1 No such user" if address.startswith("p2@") else ""}
    with post_office(settings, **answers) as office:
        assert deliver_due(now=now) == Delivered(sent=4, failed=1)
    failed = Notice.objects.get(state=NoticeState.FAILED)
    assert (failed.recipient.email, failed.error) == ("p2@town.example", "550 5.1.1 No such user")
    assert office.connections == 1


EVERYBODY = pytest.mark.parametrize("stage", ["at_rcpt", "at_data"])
RELAY = "554 5.7.1 Relay access denied"


@EVERYBODY
@pytest.mark.parametrize(
    "answer", [RELAY, "550 5.7.26 Unauthenticated sender", "554 Transaction failed", "550 5.1.1 No"]
)
def test_a_server_that_refuses_everybody_is_waited_for(
    town: Town, now: dt.datetime, settings: LazySettings, stage: str, answer: str
) -> None:
    """A relay that has lost its password, or a blacklist: sixty notices were given up for good."""
    owe_notices(town, now, 60)
    # A minute more than each wait: sending takes its time.
    minutes = (0, 2, 5, 10, 19, 36, 69, 134, 263, 520, 881, 1242, 1603, 1964, 2325)
    with post_office(settings, **{stage: lambda *_: answer}):
        for after in minutes:
            assert deliver_due(now=now + after * MINUTE) == Delivered(retried=60), after
    assert states() == {NoticeState.WAITING: 60}
    found = Notice.objects.first()
    assert found is not None
    assert (found.error, found.attempts) == (answer, 11)
    [problem] = [said for said in health_of(now=now + 20 * MINUTE).problems if "refused" in said]
    assert problem.startswith("Town League: the mail server refused 60 messages.")
    with post_office(settings) as office:
        call_command("retry_mail", "--all", stdout=StringIO())
        Notice.objects.update(send_at=now)
        assert deliver_due(now=now + 2330 * MINUTE) == Delivered(sent=60)
        assert len(set(office.ids())) == 60
    assert not [said for said in health_of(now=now).problems if "refused" in said]


def test_a_server_that_refuses_everybody_is_noticed_over_several_scans(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    """Notices come one at a time: the first two are given up, and wait again with the third."""
    people = owe_notices(town, now, 4)
    Notice.objects.update(send_at=now + 600 * MINUTE)
    with post_office(settings, at_rcpt=lambda *_: "550 5.1.1 No such user"):
        for number, person in enumerate(people[:3]):
            Notice.objects.filter(recipient=person).update(send_at=now + number * MINUTE / 4)
            deliver_due(now=now + number * MINUTE / 4)
    assert states() == {NoticeState.WAITING: 4}
    with post_office(settings) as office:
        assert deliver_due(now=now + 5 * MINUTE) == Delivered(sent=3)
        assert len(office.mails) == 3


def test_a_mailbox_that_is_gone_is_given_up_once_the_server_takes_others(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    """Three dead mailboxes before the living ones are no refusal of everybody."""
    owe_notices(town, now, 6)
    dead = ("p0@", "p1@", "p2@", "p3@")
    with post_office(settings, at_rcpt=lambda address, _: "550 5.1.1 Gone" if address.startswith(dead) else ""):
        assert deliver_due(now=now) == Delivered(sent=2, failed=4)
        gone = list(User.objects.filter(email="p0@town.example"))
        queue_notice(town.league, gone, NoticeKind.RULING_MADE, "2", text="Another.", now=now + MINUTE)
        assert deliver_due(now=now + MINUTE) == Delivered(failed=1)


def test_a_sender_refused_for_one_recipient_alone_is_given_up_in_the_end(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owe_notices(town, now, 13)
    Notice.objects.exclude(recipient__email="p12@town.example").update(send_at=now + 6000 * MINUTE)
    others = list(Notice.objects.exclude(recipient__email="p12@town.example").order_by("pk"))
    with post_office(settings, at_rcpt=lambda address, _: RELAY if address.startswith("p12@") else ""):
        for number, other in enumerate(others):
            at = now + number * 400 * MINUTE
            Notice.objects.filter(pk=other.pk).update(send_at=at - MINUTE)
            deliver_due(now=at)
    assert states() == {NoticeState.SENT: 12, NoticeState.FAILED: 1}


def test_failures_of_a_day_are_a_problem_and_a_hidden_league_is_not_named(town: Town, now: dt.datetime) -> None:
    owe_notices(town, now, 10)
    Notice.objects.update(state=NoticeState.FAILED, send_at=now, error="550 5.1.1 Gone")
    ours = "Town League: the mail server refused 10 messages. Once it takes them, run manage.py retry_mail --all."
    assert health_of(now=now).problems == (ours,)
    assert health_of(now=now + 24 * 60 * MINUTE).ok
    League.objects.update(hidden_at=now)
    assert health_of(now=now).problems == (ours.replace("Town League", "A hidden league"),)
    Notice.objects.filter(pk=Notice.objects.values("pk")[:1]).update(state=NoticeState.SENT)
    assert health_of(now=now).ok, "nine may be nine mailboxes"


def test_mail_of_one_league_is_tried_again_by_its_address(town: Town, now: dt.datetime) -> None:
    owe_notices(town, now, 2)
    Notice.objects.update(state=NoticeState.FAILED, attempts=12, error="550 Gone")
    out = StringIO()
    call_command("retry_mail", "--league", "town", stdout=out)
    assert out.getvalue() == "2 messages will be tried again.\n"
    assert states() == {NoticeState.WAITING: 2}
    assert {notice.attempts for notice in Notice.objects.all()} == {0}
    with pytest.raises(CommandError, match="There is no league “country”"):
        call_command("retry_mail", "--league", "country")
    with pytest.raises(CommandError, match="required"):
        call_command("retry_mail")


@pytest.mark.parametrize("address", ["p one @@ town", "a@אa.example", f"a@{'ü' * 62}.example", "a@xn--é.example"])
def test_an_address_that_is_none_fails_alone(
    town: Town, now: dt.datetime, settings: LazySettings, address: str
) -> None:
    owe_notices(town, now, 3)
    User.objects.filter(email="p1@town.example").update(email=address)
    with post_office(settings) as office:
        assert deliver_due(now=now) == Delivered(sent=2, failed=1)
    failed = Notice.objects.get(state=NoticeState.FAILED)
    assert failed.error.startswith(("ValueError: Invalid address", "UnicodeError: encoding with 'idna' codec failed"))
    assert office.connections == 1


class Broken(EmailBackend):
    """A way to send that breaks for one person in a way nobody has thought of."""

    def _send(self, email_message: EmailMessage) -> bool:
        if email_message.to == ["p1@town.example"]:
            raise RuntimeError("out of order")
        return super()._send(email_message)  # type: ignore[misc, no-any-return]


def test_what_nobody_has_thought_of_puts_one_notice_off(town: Town, now: dt.datetime, settings: LazySettings) -> None:
    owe_notices(town, now, 3)
    with post_office(settings):
        settings.EMAIL_BACKEND = f"{__name__}.Broken"
        assert deliver_due(now=now) == Delivered(sent=2, retried=1)
    assert Notice.objects.get(state=NoticeState.WAITING).error == "RuntimeError: out of order"


def test_a_server_whose_name_is_none_is_as_if_it_were_not_there(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owe_notices(town, now, 2)
    with post_office(settings):
        settings.EMAIL_HOST = f"{'x' * 64}.example"
        assert deliver_due(now=now) == Delivered(unreachable=True)
    assert set(Notice.objects.values_list("state", "attempts")) == {(NoticeState.WAITING, 0)}


def test_a_server_that_is_not_there_costs_nobody_an_attempt(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owe_notices(town, now, 30)
    with post_office(settings):
        pass
    assert deliver_due(now=now) == Delivered(unreachable=True)
    assert set(Notice.objects.values_list("state", "attempts", "send_at", "leased_until")) == {
        (NoticeState.WAITING, 0, now, None)
    }
    assert all("ConnectionRefusedError" in error for error in Notice.objects.values_list("error", flat=True))
    with post_office(settings) as office:
        assert deliver_due(now=now + MINUTE) == Delivered(sent=30)
    assert len(office.mails) == 30
    assert set(Notice.objects.values_list("error", flat=True)) == {""}


def test_a_connection_that_breaks_is_opened_again_and_costs_one_attempt(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owe_notices(town, now, 6)
    with post_office(
        settings, at_data=lambda address, time: "drop" if address.startswith("p3@") and time == 1 else ""
    ) as office:
        assert deliver_due(now=now) == Delivered(sent=5, retried=1)
        assert deliver_due(now=now + MINUTE) == Delivered(sent=1)
    assert len(set(office.ids())) == 6


def test_a_server_that_breaks_every_connection_is_left_alone(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owe_notices(town, now, 30)
    with post_office(settings, at_data=lambda *_: "drop") as office:
        assert deliver_due(now=now) == Delivered(retried=1, unreachable=True)
    assert office.connections == 2
    assert sorted(Notice.objects.values_list("attempts", flat=True)) == [0] * 29 + [1]


def test_a_server_about_to_shut_down_is_asked_over_a_new_connection(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owe_notices(town, now, 4)
    with post_office(
        settings,
        at_rcpt=lambda address, time: "421 4.3.2 Shutting down" if address.startswith("p1@") and time == 1 else "",
    ) as office:
        assert deliver_due(now=now) == Delivered(sent=3, retried=1)
    assert office.connections == 2


def test_a_daily_mail_that_is_refused_stays_one_mail(town: Town, now: dt.datetime, settings: LazySettings) -> None:
    (person,) = owe_notices(town, now, 1)
    Preference.objects.create(user=person, kind=NoticeKind.RULING_MADE, delivery=Delivery.DIGEST)
    queue_notice(town.league, [person], NoticeKind.RULING_MADE, "2", text="Another.", now=now)
    deliver_due(now=now)
    morning = now + dt.timedelta(days=1)
    with post_office(settings, at_rcpt=lambda _, time: "451 Later" if time == 1 else "") as office:
        assert deliver_due(now=morning) == Delivered(retried=2)
        assert deliver_due(now=morning + MINUTE) == Delivered(sent=2)
    assert [mail["Subject"] for mail in office.mails] == ["2 messages from Town League"]
