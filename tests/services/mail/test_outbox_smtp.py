"""Delivery against a real mail server that says no, for now or for good, hangs up, or is not there."""

import datetime as dt
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend

from league.enums import Delivery, NoticeKind, NoticeState
from league.models import Notice, Preference, User
from league.services.mail.delivery import Delivered, Pace, deliver_due
from league.services.notices import owe
from tests.factories import Town
from tests.services.post_office import post_office

MINUTE = dt.timedelta(minutes=1)


def owed(town: Town, now: dt.datetime, count: int) -> list[User]:
    """So many people, each owed one notice."""
    people = User.objects.bulk_create(User(email=f"p{n}@town.example", name=f"P {n}") for n in range(count))
    fixture = town.fixture("Anchor", "Bell")
    owe(town.league, people, NoticeKind.RULING_MADE, "1", text="A ruling was made.", now=now, fixture=fixture)
    return people


def states() -> dict[str, int]:
    found: dict[str, int] = {}
    for state in Notice.objects.values_list("state", flat=True):
        found[state] = found.get(state, 0) + 1
    return found


def test_a_batch_goes_over_one_connection(town: Town, now: dt.datetime, settings: LazySettings) -> None:
    owed(town, now, 25)
    with post_office(settings) as office:
        assert deliver_due(now=now, batch=10) == Delivered(sent=25)
    assert (len(set(office.ids())), office.connections) == (25, 1)


@pytest.mark.long
def test_a_server_that_refuses_a_third_of_the_time_gets_everything_in_the_end(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owed(town, now, 60)
    asked = iter(range(10_000))
    with post_office(settings, at_rcpt=lambda *_: "451 4.3.0 Try later" if next(asked) % 3 == 0 else "") as office:
        rounds = [deliver_due(now=now + minutes * MINUTE) for minutes in (0, 1, 3, 7, 15)]
    assert rounds[0] == Delivered(sent=40, retried=20)
    assert states() == {NoticeState.SENT: 60}
    assert (len(office.mails), len(set(office.ids()))) == (60, 60)
    # It takes a refusal at its word and goes on over the same connection.
    assert office.connections <= len(rounds)


def test_a_refusal_for_now_is_tried_again_later_and_later_until_it_is_given_up(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owed(town, now, 1)
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
    owed(town, now, 5)
    answers: dict[str, Any] = {stage: lambda address, _: "550 5.1.1 No such user" if address.startswith("p2@") else ""}
    with post_office(settings, **answers) as office:
        assert deliver_due(now=now) == Delivered(sent=4, failed=1)
    failed = Notice.objects.get(state=NoticeState.FAILED)
    assert (failed.recipient.email, failed.error) == ("p2@town.example", "550 5.1.1 No such user")
    assert office.connections == 1


@pytest.mark.parametrize("address", ["p one @@ town", "a@אa.example", f"a@{'ü' * 62}.example", "a@xn--é.example"])
def test_an_address_that_is_none_fails_alone(
    town: Town, now: dt.datetime, settings: LazySettings, address: str
) -> None:
    owed(town, now, 3)
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
    owed(town, now, 3)
    with post_office(settings):
        settings.EMAIL_BACKEND = f"{__name__}.Broken"
        assert deliver_due(now=now) == Delivered(sent=2, retried=1)
    assert Notice.objects.get(state=NoticeState.WAITING).error == "RuntimeError: out of order"


def test_a_server_whose_name_is_none_is_as_if_it_were_not_there(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owed(town, now, 2)
    with post_office(settings):
        settings.EMAIL_HOST = f"{'x' * 64}.example"
        assert deliver_due(now=now) == Delivered(unreachable=True)
    assert set(Notice.objects.values_list("state", "attempts")) == {(NoticeState.WAITING, 0)}


def test_a_server_that_is_not_there_costs_nobody_an_attempt(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owed(town, now, 30)
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
    owed(town, now, 6)
    with post_office(
        settings, at_data=lambda address, time: "drop" if address.startswith("p3@") and time == 1 else ""
    ) as office:
        assert deliver_due(now=now) == Delivered(sent=5, retried=1)
        assert deliver_due(now=now + MINUTE) == Delivered(sent=1)
    assert len(set(office.ids())) == 6


def test_a_server_that_breaks_every_connection_is_left_alone(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owed(town, now, 30)
    with post_office(settings, at_data=lambda *_: "drop") as office:
        assert deliver_due(now=now) == Delivered(retried=1, unreachable=True)
    assert office.connections == 2
    assert sorted(Notice.objects.values_list("attempts", flat=True)) == [0] * 29 + [1]


def test_a_server_about_to_shut_down_is_asked_over_a_new_connection(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    owed(town, now, 4)
    with post_office(
        settings,
        at_rcpt=lambda address, time: "421 4.3.2 Shutting down" if address.startswith("p1@") and time == 1 else "",
    ) as office:
        assert deliver_due(now=now) == Delivered(sent=3, retried=1)
    assert office.connections == 2


def test_a_daily_mail_that_is_refused_stays_one_mail(town: Town, now: dt.datetime, settings: LazySettings) -> None:
    (person,) = owed(town, now, 1)
    Preference.objects.create(user=person, kind=NoticeKind.RULING_MADE, delivery=Delivery.DIGEST)
    owe(town.league, [person], NoticeKind.RULING_MADE, "2", text="Another.", now=now)
    deliver_due(now=now)
    morning = now + dt.timedelta(days=1)
    with post_office(settings, at_rcpt=lambda _, time: "451 Later" if time == 1 else "") as office:
        assert deliver_due(now=morning) == Delivered(retried=2)
        assert deliver_due(now=morning + MINUTE) == Delivered(sent=2)
    assert [mail["Subject"] for mail in office.mails] == ["2 messages from Town League"]
