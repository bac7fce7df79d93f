"""A league's own address: proved by whoever reads its mail or set by the operator, and nothing slips into a heading."""

import datetime as dt
import re

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client

from league.enums import NoticeKind, RoleKind
from league.errors import Changed, Invalid, NotAllowed, Suspended
from league.models import JournalEntry, LeagueSender, Notice, Role, SiteMail, User
from league.services.mail.delivery import deliver_due
from league.services.mail.senders import (
    ask_for_confirmation,
    confirm,
    read_link,
    remove_sender,
    sender_of,
    set_sender,
)
from league.services.notices import queue_notice
from league.services.seasons.suspension import suspend
from league.translation import N_
from tests import factories
from tests.factories import Town
from tests.services.post_office import post_office
from tests.web.pages import signed_in, words

OURS = "cribbage@club.example"
DAY = dt.timedelta(days=1)


@pytest.fixture
def operator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


def token_in(text: str) -> str:
    found = re.search(r"/mail/sender/([^/\s]+)/", text)
    assert found is not None
    return found[1]


def asked(town: Town, now: dt.datetime, address: str = OURS, name: str = "") -> str:
    ask_for_confirmation(town.league, address=address, name=name, by=town.secretary, now=now)
    return token_in(SiteMail.objects.latest("pk").text)


def sent(town: Town, now: dt.datetime) -> mail.EmailMessage:
    queue_notice(town.league, [town.captains["Anchor"]], NoticeKind.CHARGED, f"{now}", text=N_("Due."), now=now)
    assert deliver_due(now=now).sent == 1
    return mail.outbox[-1]


def test_nothing_changes_until_somebody_follows_the_link(town: Town, now: dt.datetime, today: None) -> None:
    token = asked(town, now)
    assert SiteMail.objects.get().to == OURS
    assert sender_of(town.league) is None
    client = Client()
    page = words(client.get(f"/mail/sender/{token}/"))
    assert f"Town League wants the replies to its mail sent to {OURS}." in page
    assert sender_of(town.league) is None
    for _ in range(2):
        assert f"go to {OURS} now" in words(client.post(f"/mail/sender/{token}/"))
    letter = sent(town, now)
    assert letter.from_email == "Town League <muggins@localhost>"
    assert letter.reply_to == [f"Town League <{OURS}>"]
    what = JournalEntry.objects.filter(kind="sender-changed").values_list("what", flat=True)
    assert len(what) == 2
    assert not any("@" in sentence for sentence in what)


def test_only_the_operator_lets_mail_come_from_an_address(town: Town, operator: User, now: dt.datetime) -> None:
    with pytest.raises(NotAllowed):
        set_sender(town.league, address=OURS, as_from=True, by=town.secretary, now=now)
    for _ in range(2):
        set_sender(town.league, address=OURS, name="Town Cribbage", as_from=True, by=operator, now=now)
    letter = sent(town, now)
    assert (letter.from_email, letter.reply_to) == (f"Town Cribbage <{OURS}>", [f"Town Cribbage <{OURS}>"])
    assert JournalEntry.objects.filter(kind="sender-changed").count() == 1
    # Another address of the secretary's comes from nobody until the operator says so.
    confirm(read_link(asked(town, now, "other@club.example")), now=now)  # type: ignore[arg-type]
    assert LeagueSender.objects.get().as_from is False
    set_sender(town.league, address="", by=operator, now=now)
    assert sent(town, now + DAY).from_email == "Town League <muggins@localhost>"


def test_the_secretary_gives_it_up(town: Town, now: dt.datetime) -> None:
    confirm(read_link(asked(town, now)), now=now)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed):
        remove_sender(town.league, by=town.captains["Anchor"], now=now)
    for _ in range(2):
        remove_sender(town.league, by=town.secretary, now=now)
    assert sent(town, now).reply_to == ['"Town League, secretary" <secretary@town.example>']


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("", ""), ("nobody", ""), ("a@b.example, c@d.example", ""), ("a@b.example\nBcc: x@y.example", ""),
        ("a@b.example\r\n\r\nspam", ""), ('"x\ny"@b.example', ""), (f"{'a' * 64}@{'b' * 250}.example", ""),
        (OURS, "x" * 61), (OURS, "bank@bank.example"), (OURS, "Left\u202eright"),
    ],
)  # fmt: skip
def test_what_no_heading_can_have_is_refused(
    town: Town, operator: User, now: dt.datetime, address: str, name: str
) -> None:
    with pytest.raises(Invalid):
        ask_for_confirmation(town.league, address=address, name=name, by=town.secretary, now=now)
    if address:
        with pytest.raises(Invalid):
            set_sender(town.league, address=address, name=name, by=operator, now=now)
    assert not SiteMail.objects.exists()
    assert not LeagueSender.objects.exists()


def test_a_name_with_signs_of_a_heading_is_quoted(town: Town, operator: User, now: dt.datetime) -> None:
    set_sender(town.league, address=OURS, name='Cribs, "Pegs"; <x>\r\nBcc: y', as_from=True, by=operator, now=now)
    headers = sent(town, now).message()
    assert headers["Bcc"] is None
    assert str(headers["From"]).endswith(f"<{OURS}>")
    assert "\n" not in LeagueSender.objects.get().name


def test_a_link_is_good_for_three_days_for_a_secretary_and_as_things_stood(
    town: Town, operator: User, now: dt.datetime
) -> None:
    assert read_link("forged") is None
    assert read_link(asked(town, now)[:-1]) is None
    first, second = asked(town, now), asked(town, now, "other@club.example")
    confirm(read_link(second), now=now)  # type: ignore[arg-type]
    with pytest.raises(Changed):
        confirm(read_link(first), now=now)  # type: ignore[arg-type]
    third = asked(town, now, "third@club.example")
    Role.objects.filter(kind=RoleKind.SECRETARY, league=town.league).update(ended_at=now - DAY)
    with pytest.raises(NotAllowed):
        confirm(read_link(third), now=now)  # type: ignore[arg-type]


def test_links_are_asked_for_five_times_a_day_at_the_most(town: Town, now: dt.datetime) -> None:
    for n in range(5):
        asked(town, now, f"a{n}@club.example")
    with pytest.raises(Invalid, match="often enough today"):
        asked(town, now, "a6@club.example")
    assert asked(town, now + DAY, "a6@club.example")


def test_a_link_of_a_suspended_league_changes_nothing(town: Town, operator: User, now: dt.datetime) -> None:
    token = asked(town, now)
    suspend(town.league, reason="x", by=operator, now=now)
    with pytest.raises(Suspended):
        confirm(read_link(token), now=now)  # type: ignore[arg-type]
    assert not LeagueSender.objects.exists()


def test_a_mail_server_that_does_not_take_the_address_gets_the_mail_from_the_usual_one(
    town: Town, operator: User, now: dt.datetime, settings: LazySettings
) -> None:
    set_sender(town.league, address=OURS, as_from=True, by=operator, now=now)
    queue_notice(town.league, [town.captains["Anchor"]], NoticeKind.CHARGED, "1", text=N_("Due."), now=now)
    refused = "553 5.7.1 Sender address rejected"
    with post_office(settings, at_mail=lambda address, time: refused if address == OURS else "") as office:
        assert deliver_due(now=now).sent == 1
    (letter,) = office.mails
    assert letter["From"] == "Town League <muggins@localhost>"
    assert letter["Reply-To"] == f"Town League <{OURS}>"


def test_the_pages_of_the_secretary_and_the_operator(town: Town, operator: User, now: dt.datetime, today: None) -> None:
    client = signed_in(town.secretary)
    address = "/leagues/town/secretary/mail/sender/"
    assert "comes from muggins@localhost" in words(client.get(address))
    assert client.post(address, {"do": "ask", "address": "nobody"}).status_code == 422
    assert f"A link is on its way to {OURS}." in words(client.post(address, {"address": OURS}, follow=True))
    confirm(read_link(token_in(SiteMail.objects.get().text)), now=now)  # type: ignore[arg-type]
    assert f"Replies to the league’s mail go to {OURS}." in words(client.get(address))
    assert "go to the secretaries again" in words(client.post(address, {"do": "remove"}, follow=True))
    overseer = signed_in(operator)
    sent_form = {"do": "sender", "sender-address": OURS, "sender-name": "Pegs", "sender-as_from": "on"}
    assert "Saved." in words(overseer.post("/operator/leagues/town/", sent_form, follow=True))
    assert f"mail comes from {OURS}" in words(client.get(address))
    wrong = overseer.post("/operator/leagues/town/", sent_form | {"sender-address": "x"})
    assert wrong.status_code == 422
    assert Notice.objects.count() == 0
