"""Mail that belongs to no league: written down, sent as soon as it can be, and never kept longer than it is of use."""

import datetime as dt
import re
import smtplib
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.locmem import EmailBackend as LocmemBackend
from django.db import transaction
from django.test import Client

from league.models import SiteMail, User
from league.services.mail import site_mail
from tests import factories
from tests.factories import Town
from tests.web.public_pages import words

SECOND, MINUTE, HOUR = (dt.timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours"))

pytestmark = pytest.mark.django_db


@pytest.fixture
def refusing(settings: Any) -> Any:
    """A mail server that nobody answers for; `settings.EMAIL_BACKEND` is given back by `back`."""
    before = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = (
        "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1", 1,
    )  # fmt: skip

    def later() -> None:
        settings.EMAIL_BACKEND = before

    return later


def owe_mail(now: dt.datetime, **fields: Any) -> SiteMail:
    return site_mail.queue_site_mail(
        "una@town.example", "Your code", "It is QXJ-484.", now=now, **{"lasts": HOUR, **fields}
    )


def test_it_goes_at_once_and_nothing_of_it_stays(now: dt.datetime) -> None:
    assert site_mail.send_at_once(owe_mail(now, html="<b>QXJ-484</b>"), now=now)
    [letter] = mail.outbox
    assert (letter.to, letter.subject, letter.body) == (["una@town.example"], "Your code", "It is QXJ-484.")
    assert [tuple(part) for part in letter.alternatives] == [("<b>QXJ-484</b>", "text/html")]  # type: ignore[attr-defined]
    assert not SiteMail.objects.exists()


def test_one_that_is_refused_goes_later_each_time_after_a_longer_while(now: dt.datetime, refusing: Any) -> None:
    assert not site_mail.send_at_once(owe_mail(now), now=now)
    waits, at = [], now
    for _ in range(7):
        found = SiteMail.objects.get()
        waits.append(found.send_at - at)
        assert site_mail.deliver_due(now=found.send_at - SECOND) == 0
        at = found.send_at
        assert site_mail.deliver_due(now=at) == 0
    assert waits == [dt.timedelta(seconds=n) for n in (10, 20, 40, 80, 160, 300, 300)]
    refusing()
    assert site_mail.deliver_due(now=SiteMail.objects.get().send_at) == 1
    assert (len(mail.outbox), SiteMail.objects.count()) == (1, 0)


class NoSuchMailbox(BaseEmailBackend):
    """A mail server that knows nobody of that name."""

    def send_messages(self, email_messages: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({"una@town.example": (550, b"no such mailbox")})


def test_a_mail_is_named_after_the_site_and_the_same_at_every_try(now: dt.datetime, settings: Any) -> None:
    settings.BASE_URL = "https://league.example.org"
    settings.EMAIL_BACKEND = f"{__name__}.LostAnswer"
    LostAnswer.sent.clear()
    made = owe_mail(now)
    assert not site_mail.send_at_once(made, now=now)
    made.refresh_from_db()
    site_mail.deliver_due(now=made.send_at)
    names = [letter.message()["Message-ID"] for letter in LostAnswer.sent]
    assert len(names) == 2
    assert re.fullmatch(r"<site-\d+\.[0-9a-f]{16}@league\.example\.org>", names[0])
    assert names[0] == names[1]
    site_mail.send_at_once(owe_mail(now), now=now)
    assert LostAnswer.sent[-1].message()["Message-ID"] != names[0]


class LostAnswer(BaseEmailBackend):
    """A mail server that takes a mail and breaks off before it says so."""

    sent: ClassVar[list[Any]] = []

    def send_messages(self, email_messages: Any) -> int:
        self.sent.extend(email_messages)
        raise smtplib.SMTPServerDisconnected("lost")


class RelayDenied(BaseEmailBackend):
    """A mail server that takes nothing from us."""

    def send_messages(self, email_messages: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({"una@town.example": (554, b"5.7.1 Relay access denied")})


def test_a_code_that_was_refused_for_our_fault_is_tried_again(now: dt.datetime, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.RelayDenied"
    assert not site_mail.send_at_once(owe_mail(now), now=now)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert site_mail.deliver_due(now=SiteMail.objects.get().send_at) == 1


def test_a_mailbox_that_does_not_exist_is_not_asked_again(now: dt.datetime, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.NoSuchMailbox"
    assert site_mail.send_at_once(owe_mail(now), now=now)  # nothing waits, and no page says so
    assert not SiteMail.objects.exists()


UNBUILDABLE = ["a@אa.example", f"a@{'ü' * 62}.example", "a@xn--é.example"]
"""Addresses that Django takes for valid and that no mail can have (RFC 3490)."""


@pytest.mark.parametrize("address", UNBUILDABLE)
def test_an_address_that_no_mail_can_have_is_given_up_and_stops_no_other(
    now: dt.datetime, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    # No time, address or number of a row holds it by chance.
    site_mail.queue_site_mail(address, "Your code", "It is QXJ-484.", now=now, lasts=HOUR)
    owe_mail(now)
    with caplog.at_level("INFO"):
        assert site_mail.deliver_due(now=now) == 1
    assert ([letter.to for letter in mail.outbox], SiteMail.objects.count()) == ([["una@town.example"]], 0)
    lines: list[Any] = [record.msg for record in caplog.records]
    assert [line["event"] for line in lines] == ["site_mail_undeliverable"]
    assert not any(secret in str(lines) for secret in (address, "QXJ-484"))


class Broken(BaseEmailBackend):
    """A way to send that breaks in a way nobody has thought of, but for Una's mail."""

    def send_messages(self, email_messages: Any) -> int:
        if email_messages[0].to != ["una@town.example"]:
            raise RuntimeError("out of order")
        return 1


def test_what_nobody_has_thought_of_puts_one_mail_off_and_stops_no_other(now: dt.datetime, settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    site_mail.queue_site_mail("bea@town.example", "Your code", "It is QXJ-484.", now=now, lasts=HOUR)
    owe_mail(now)
    assert site_mail.deliver_due(now=now) == 1
    waits = SiteMail.objects.get()
    assert (waits.to, waits.attempts, waits.leased_until) == ("bea@town.example", 1, None)
    assert waits.send_at == now + 10 * SECOND


class Slow(LocmemBackend):
    """A mail server that takes 15 seconds for each mail, while others work on the rows (`meanwhile`)."""

    meanwhile: ClassVar[Callable[[], object]]

    def send_messages(self, messages: Any) -> int:
        Slow.meanwhile()
        return super().send_messages(messages)


@pytest.fixture
def slow(settings: Any, monkeypatch: pytest.MonkeyPatch) -> type[Slow]:
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    monkeypatch.setattr("time.monotonic", lambda: 15.0 * len(mail.outbox))
    Slow.meanwhile = lambda: None
    return Slow


def test_a_slow_mail_server_is_sent_none_twice(now: dt.datetime, slow: type[Slow]) -> None:
    """Each lease is reckoned from its own claim, not from the scan's start."""
    owe_mail(now)
    owe_mail(now)
    leases: list[Any] = []
    slow.meanwhile = lambda: leases.extend(
        SiteMail.objects.exclude(leased_until=None).values_list("leased_until", flat=True)
    )
    assert site_mail.deliver_due(now=now) == 2
    assert leases == [now + 2 * MINUTE, now + 15 * SECOND + 2 * MINUTE]


def test_a_slow_mail_server_leaves_the_notices_their_turn(now: dt.datetime, slow: type[Slow]) -> None:
    for _ in range(5):
        owe_mail(now)
    assert site_mail.deliver_due(now=now) == 2
    assert SiteMail.objects.filter(leased_until=None, send_at=now, attempts=0).count() == 3


def test_what_has_run_out_while_it_waited_for_its_turn_is_not_sent(now: dt.datetime, slow: type[Slow]) -> None:
    owe_mail(now)
    owe_mail(now, lasts=15 * SECOND)
    assert site_mail.deliver_due(now=now) == 1
    assert SiteMail.objects.get().attempts == 0


def test_what_another_scan_has_put_off_meanwhile_waits(now: dt.datetime, slow: type[Slow]) -> None:
    owe_mail(now)
    other = owe_mail(now)
    slow.meanwhile = lambda: SiteMail.objects.filter(pk=other.pk).update(send_at=now + MINUTE, attempts=1)
    assert site_mail.deliver_due(now=now) == 1
    assert SiteMail.objects.get().leased_until is None


def test_nothing_is_sent_inside_a_transaction(now: dt.datetime) -> None:
    """It would stay open while the mail server is slow, and the mail would be out though it is rolled back."""
    mail_owed = owe_mail(now)
    for send in (partial(site_mail.send_at_once, mail_owed, now=now), partial(site_mail.deliver_due, now=now)):
        with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
            send()
    assert mail.outbox == []


class TakenOverServer(BaseEmailBackend):
    """A mail server that says no, for now, after another scan has taken the mail over."""

    meanwhile: ClassVar[Callable[[], object]]

    def send_messages(self, email_messages: Any) -> int:
        TakenOverServer.meanwhile()
        raise smtplib.SMTPDataError(451, b"later")


def test_who_has_lost_the_lease_puts_nothing_off(now: dt.datetime, settings: Any) -> None:
    mine = owe_mail(now)
    settings.EMAIL_BACKEND = f"{__name__}.TakenOverServer"
    theirs = now + HOUR
    TakenOverServer.meanwhile = lambda: SiteMail.objects.update(leased_until=theirs)
    assert not site_mail.send_at_once(mine, now=now)
    assert list(SiteMail.objects.values_list("leased_until", "attempts")) == [(theirs, 0)]


def test_a_mail_server_that_does_not_answer_is_asked_once_in_a_scan(now: dt.datetime, refusing: Any) -> None:
    for _ in range(3):
        owe_mail(now)
    assert site_mail.deliver_due(now=now) == 0
    assert list(SiteMail.objects.values_list("attempts", "leased_until")) == [(1, None), (0, None), (0, None)]


def test_what_comes_too_late_is_deleted_unsent(now: dt.datetime, refusing: Any) -> None:
    owe_mail(now, lasts=3 * MINUTE)
    refusing()
    assert site_mail.deliver_due(now=now + 3 * MINUTE) == 0
    assert (mail.outbox, SiteMail.objects.count()) == ([], 0)


def test_one_that_somebody_is_sending_is_left_to_them_while_they_live(now: dt.datetime) -> None:
    held = owe_mail(now)
    SiteMail.objects.update(leased_until=now + MINUTE)
    assert not site_mail.send_at_once(held, now=now)
    assert site_mail.deliver_due(now=now) == 0
    assert site_mail.deliver_due(now=now + MINUTE) == 1


def test_neither_the_admin_nor_the_log_shows_what_a_mail_says(
    now: dt.datetime, refusing: Any, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever keeps the server does not sign in with other people's codes."""
    mail_owed = owe_mail(now, html="<b>QXJ-484</b>")
    with caplog.at_level("INFO"):
        assert not site_mail.send_at_once(mail_owed, now=now)
    lines: list[Any] = [record.msg for record in caplog.records]
    assert [(line["event"], line["mail"]) for line in lines] == [("site_mail_refused", mail_owed.pk)]
    assert not any(secret in str(lines) for secret in ("QXJ-484", "una@"))
    client.force_login(factories.user("keeper@town.example", is_staff=True, is_superuser=True))
    for page in ("", f"{mail_owed.pk}/change/"):
        answer = client.get(f"/admin/league/sitemail/{page}")
        assert (answer.status_code, "una@town.example" in answer.text) == (200, True)
        assert "It is QXJ-484" not in answer.text
        assert "<b>QXJ-484" not in answer.text


# What a page says while the mail server is away


def ask(client: Client, page: str, **form: str) -> str:
    answer = client.post(page, form, follow=True)
    assert answer.status_code == 200
    return words(answer)


def test_a_code_to_sign_in_arrives_when_the_mail_server_is_back(town: Town, refusing: Any) -> None:
    una = town.captains["Anchor"]
    client = Client()
    assert "Your mail will go out as soon as it does" in ask(client, "/accounts/login/code/", email=una.email)
    waits = SiteMail.objects.get()
    assert (waits.to, waits.expires_at - waits.created_at) == (una.email, 15 * MINUTE)
    refusing()
    site_mail.deliver_due(now=waits.send_at)
    code = next(line.strip() for line in mail.outbox[0].body.splitlines() if line.strip().replace("-", "").isalnum()
                and line.strip().upper() == line.strip() and len(line.strip()) >= 6)  # fmt: skip
    answer = client.post("/accounts/login/code/confirm/", {"code": code}, follow=True)
    assert answer.context["user"] == una


def test_signing_up_and_resetting_are_no_500_either(town: Town, refusing: Any) -> None:
    said = ask(
        Client(), "/accounts/signup/", email="new@town.example", password1="a long one 7", password2="a long one 7"
    )
    assert "Your mail will go out as soon as it does" in said
    assert User.objects.filter(email="new@town.example").exists()
    said = ask(Client(), "/accounts/password/reset/", email=town.captains["Bell"].email)
    assert "Your mail will go out as soon as it does" in said
    assert sorted(SiteMail.objects.values_list("to", flat=True)) == ["bell@town.example", "new@town.example"]


def test_nobody_learns_from_it_who_has_an_account(town: Town, refusing: Any) -> None:
    told = [
        ask(Client(), "/accounts/password/reset/", email=email)
        for email in (town.captains["Bell"].email, "nobody@nowhere.example")
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/login/code/"])
def test_an_address_that_no_mail_can_have_is_answered_as_any_that_nobody_has(town: Town, path: str) -> None:
    User.objects.create_user(UNBUILDABLE[0], "a long one 7")
    told = {ask(Client(), path, email=email).replace(email, "…") for email in ("nobody@nowhere.example", *UNBUILDABLE)}
    assert len(told) == 1
    assert not SiteMail.objects.exists()
