"""What goes with a letter, read as a mail program reads it: its two texts, its head, its calendar and its links."""

import datetime as dt
import re
from email.message import EmailMessage
from urllib.parse import urlsplit

import icalendar
import pytest
from django.conf import LazySettings
from django.core import mail
from django.db.models import Q
from django.test import Client

from league.enums import FixtureState, NoticeKind, RoleKind
from league.models import Fixture, League, Notice, Offer, Postponement, User
from league.queries.mail.kinds import KINDS
from league.queries.mail.letters import with_everything
from league.rules.sheets import GameScore
from league.services.mail.delivery import deliver_due
from league.services.mail.letters import notice_mail
from league.services.notices import queue_notice
from league.services.results import correct, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.pseudo import pseudo
from tests.services.mail.reading import LONDON, mail_of, outline, sent_mail, text

__all__ = ["pseudo"]

EVERY_KIND = list(NoticeKind)


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_kind_reads_the_same_in_text_and_html(
    town: Town, fixture: Fixture, now: dt.datetime, kind: NoticeKind
) -> None:
    about = fixture if KINDS[kind].fixture else None
    message = mail_of(kind, town.captains["Anchor"], about, now)
    plain, html = text(message), text(message, "html")
    found = outline(html)
    assert (found.wrong, found.open, found.loads) == ([], [], [])
    assert "url(" not in html
    words = re.sub(r"\s+", " ", re.sub(r"<style>.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL))
    for line in plain.splitlines()[2:]:
        if line and "http" not in line and line != "-- ":
            for part in line.split(": ", 1) if line.split(":")[0] in ("Fixture", "When", "Where", "In") else [line]:
                assert part.rstrip(":") in words
    assert message["Subject"] in words
    assert len(message["Subject"]) < 90
    assert "None" not in plain
    assert set(re.findall(r"https?://[^\s<>]+", plain)) == set(found.links)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_what_a_mail_program_needs_stands_in_the_head(
    town: Town, fixture: Fixture, now: dt.datetime, kind: NoticeKind
) -> None:
    town.league.name = "Ålesund & Town “A” League, Premier"
    town.league.save()
    fixture.refresh_from_db()
    message = mail_of(kind, town.captains["Anchor"], town.fixture("Anchor", "Bell"), now)
    (sender,) = message["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (town.league.name, "muggins@localhost")
    assert message["To"] == "anchor@town.example"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Id"] == "<town.testserver>"
    assert re.fullmatch(r"<notice-[0-9]+\.[0-9a-f]{16}@testserver>", message["Message-ID"])
    assert re.fullmatch(r"<http://testserver/mail/stop/[\w:-]+/>", message["List-Unsubscribe"].strip())
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def delivered(town: Town, to: User, now: dt.datetime) -> EmailMessage:
    queue_notice(town.league, [to], NoticeKind.RULING_MADE, f"to-{to.pk}", text="It was decided.", now=now)
    deliver_due(now=now)
    return sent_mail(mail.outbox[-1])


@pytest.mark.django_db(transaction=True)
def test_a_reply_goes_to_the_secretaries_of_today(town: Town, now: dt.datetime) -> None:
    """A reply reaches neither an address that nobody reads, nor a former secretary, nor another league's."""
    factories.town("Abroad League", "abroad")
    second, gone = factories.user("second@town.example"), factories.user("gone@town.example")
    factories.role(second, town.league, RoleKind.SECRETARY)
    factories.role(gone, town.league, RoleKind.SECRETARY, ends_on=now.date() - dt.timedelta(days=1))
    message = delivered(town, town.captains["Anchor"], now)
    found = {(one.display_name, one.addr_spec) for one in message["Reply-To"].addresses}
    assert found == {("Town League, secretary", town.secretary.email), ("Town League, secretary", second.email)}
    to_one_of_them = delivered(town, second, now)
    assert [one.addr_spec for one in to_one_of_them["Reply-To"].addresses] == [town.secretary.email]


@pytest.mark.django_db(transaction=True)
def test_an_installation_may_keep_the_secretary_s_address_back(
    town: Town, now: dt.datetime, settings: LazySettings
) -> None:
    settings.REPLY_TO_SECRETARY = False
    assert delivered(town, town.captains["Anchor"], now)["Reply-To"] is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["sally@town.example\nBcc: all@town.example", "sally", ""])
def test_no_heading_gets_in_by_a_secretary_s_address(town: Town, now: dt.datetime, address: str) -> None:
    """One that no mail can have is left out; it neither adds a heading nor keeps the mail back."""
    User.objects.filter(pk=town.secretary.pk).update(email=address)
    League.objects.filter(pk=town.league.pk).update(name="Town\r\nBcc: all@town.example")
    town.league.refresh_from_db()
    to = town.captains["Anchor"]
    queue_notice(town.league, [to], NoticeKind.RULING_MADE, "of-town", text="It was decided.", now=now)
    (notice,) = with_everything(Q(recipient=to, key="of-town"))
    written = notice_mail(notice, secretaries=[address, "ok@town.example"])
    assert written.reply_to == ['"Town Bcc: all@town.example, secretary" <ok@town.example>']


def event(message: EmailMessage) -> icalendar.Event:
    (part,) = [part for part in message.iter_attachments() if part.get_content_type() == "text/calendar"]
    assert (part.get_filename(), part.get_param("method")) == ("fixture.ics", "PUBLISH")
    calendar = icalendar.Calendar.from_ical(part.get_payload(decode=True))  # type: ignore[arg-type]
    assert str(calendar["METHOD"]) == "PUBLISH"
    (found,) = calendar.walk("VEVENT")
    assert isinstance(found, icalendar.Event)
    return found


def test_a_moved_fixture_moves_in_the_phone_s_calendar(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    before = event(mail_of(NoticeKind.FIXTURE_REMINDER, town.captains["Bell"], fixture, now))
    assert before["DTSTART"].dt == dt.datetime(2026, 9, 15, 20, tzinfo=LONDON)
    fixture.starts_at = dt.datetime(2026, 10, 27, 20, tzinfo=LONDON)
    fixture.sequence, fixture.changed_at = 1, now
    fixture.save()
    after = event(mail_of(NoticeKind.FIXTURE_MOVED, town.captains["Bell"], fixture, now))
    assert after["UID"] == before["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)
    assert after["DTSTART"].dt == dt.datetime(2026, 10, 27, 20, tzinfo=LONDON)


def test_a_cancelled_fixture_is_cancelled_in_the_phone_s_calendar(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    fixture.state, fixture.sequence = FixtureState.CANCELLED, 1
    fixture.save()
    assert event(mail_of(NoticeKind.FIXTURE_CANCELLED, town.captains["Bell"], fixture, now))["STATUS"] == "CANCELLED"


def test_a_result_brings_no_calendar(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    message = mail_of(NoticeKind.RESULT_CONFIRMED, town.captains["Bell"], fixture, now)
    assert list(message.iter_attachments()) == []


def test_names_with_marks_of_html_are_words(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    fixture.home.name = "<b>Fox & Hounds</b>"
    fixture.home.save()
    message = mail_of(NoticeKind.FIXTURE_REMINDER, town.captains["Bell"], town.fixture("Anchor", "Bell"), now)
    assert message["Subject"].startswith("<b>Fox & Hounds</b> v Bell")
    assert "<b>" not in text(message, "html")
    assert "&lt;b&gt;Fox &amp; Hounds&lt;/b&gt;" in text(message, "html")
    assert "<b>Fox & Hounds</b> v Bell" in text(message)


def test_a_line_break_in_a_name_makes_no_header(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    fixture.home.name = "Fox\r\nBcc: all@town.example"
    fixture.home.save()
    message = mail_of(NoticeKind.FIXTURE_REMINDER, town.captains["Bell"], town.fixture("Anchor", "Bell"), now)
    assert message["Bcc"] is None
    assert message["Subject"].startswith("Fox Bcc: all@town.example v Bell")


def opened(client: Client, address: str) -> int:
    """The status of a page that a mail leads to, after the way through the sign-in page if there is one."""
    return client.get(urlsplit(address).path).status_code


@pytest.mark.long
# An invitation's link is its own; tests/web/people/test_people.py follows it from the mail.
@pytest.mark.parametrize("kind", [kind for kind in EVERY_KIND if kind != NoticeKind.INVITATION])
def test_links_lead_to_pages_that_the_recipient_may_open(
    town: Town, fixture: Fixture, now: dt.datetime, kind: NoticeKind
) -> None:
    if kind == NoticeKind.RESULT_TO_CONFIRM:
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    if kind == NoticeKind.CORRECTION_TO_CONFIRM:
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
        right = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
        correct.propose(fixture, 1, right, reason="Swapped.", by=town.captains["Anchor"], now=now)
    if kind == NoticeKind.POSTPONEMENT_ASKED:
        asked = Postponement.objects.create(fixture=fixture, side="home", awaiting="away", requested_at=now)
        Offer.objects.create(
            postponement=asked, number=1, side="home", made_at=now, slots=["2026-11-17T20:00:00+00:00"]
        )
    if kind == NoticeKind.TIME_RUNNING_OUT:
        Postponement.objects.create(fixture=fixture, side="home", state="owed", requested_at=now)
    if kind == NoticeKind.RESULT_UNANSWERABLE:
        factories.role(town.captains["Anchor"], town.league, RoleKind.CAPTAIN, town.teams["Bell"])
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    desks = {
        NoticeKind.RESULT_UNANSWERABLE: town.secretary,
        NoticeKind.RESULT_OVERDUE: town.secretary,
        NoticeKind.JOURNAL_HEAD: town.secretary,
        NoticeKind.DATE_TO_SET: town.secretary,
        NoticeKind.NO_SHOWS_DUE: town.secretary,
        NoticeKind.CONDUCT_PROPOSED: town.referee,
    }
    reader = desks.get(kind, town.captains["Bell"])
    about = fixture if KINDS[kind].fixture else None
    found = outline(text(mail_of(kind, reader, about, now), "html"))
    client = Client()
    client.force_login(reader)
    assert {address: opened(client, address) for address in found.links} == dict.fromkeys(found.links, 200)


def test_a_link_leads_through_the_sign_in_page_to_its_own_page(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    client = Client()
    page = client.get(f"/leagues/town/fixtures/{fixture.pk}/confirm/", follow=True)
    assert page.redirect_chain[-1][0] == f"/accounts/login/?next=/leagues/town/fixtures/{fixture.pk}/confirm/"
    entered = {
        "login": "bell@town.example",
        "password": "a-long-enough-password",
        "next": f"/leagues/town/fixtures/{fixture.pk}/confirm/",
    }
    assert f'name="next" value="{entered["next"]}"' in page.content.decode()
    arrived = client.post("/accounts/login/", entered, follow=True)
    assert arrived.redirect_chain[-1][0] == entered["next"]
    assert arrived.status_code == 200


def test_a_league_s_mail_never_names_another_league(town: Town, now: dt.datetime) -> None:
    abroad = factories.town("Abroad League", "abroad")
    both = town.captains["Anchor"]
    factories.role(both, abroad.league, RoleKind.VICE_CAPTAIN, abroad.teams["Anchor"])
    for made in (town, abroad):
        about = made.fixture("Anchor", "Bell")
        queue_notice(made.league, [both], NoticeKind.RULING_MADE, made.league.slug, text="x", now=now, fixture=about)
    deliver_due(now=now)
    assert Notice.objects.filter(sent_at=now).count() == 2
    for message, other in zip(mail.outbox, ("abroad", "town"), strict=True):
        assert f"/leagues/{other}/" not in str(message.body)


def test_a_letter_is_in_the_language_of_its_reader(
    town: Town, fixture: Fixture, now: dt.datetime, pseudo: None
) -> None:
    message = mail_of(NoticeKind.RESULT_DUE, town.captains["Anchor"], fixture, now)
    assert message["Subject"].strip() == "Ŧħé řéšüłŧ îš đüé: Anchor ṽ Bell"
    said, html = text(message), text(message, "html")
    for part in (
        "Ŵħéñ: Ŧüéšđåý 15 Šéƥŧéɱƀéř 2026, 8 ƥɱ BST",
        "Îñ: Division 1, řøüñđ 1, ŵééķ 1",
        "Éñŧéř ŧħé řéšüłŧ:",
        "å řéšüłŧ îš đüé",
    ):
        assert part in said
        assert part.rstrip(":").rpartition(": ")[2] in html
