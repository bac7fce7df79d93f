"""Messages on a phone: they are read, chosen and stopped; and neither the pages nor the mail look broken anywhere."""

import datetime as dt
import re
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from django.conf import LazySettings
from playwright.sync_api import Page, expect

from league.enums import Delivery, NoticeKind, NoticeState, RoleKind
from league.models import Notice, Preference
from league.queries.mail.kinds import KINDS
from league.services.mail.delivery import deliver_due
from league.services.mail.letters import base_url
from league.services.notices import queue_notice
from tests import factories
from tests.e2e.looking import faults, faults_at
from tests.factories import Town
from tests.services.post_office import post_office

pytestmark = pytest.mark.e2e
SIZES = [(360, "light"), (1280, "dark")]
NOW = dt.datetime(2026, 9, 14, 20, tzinfo=ZoneInfo("Europe/London"))


def queue_every_notice(town: Town, *, to: str = "Anchor") -> None:
    """One notice of each kind, the last of them failed."""
    town.teams["Anchor"].name = "The Ancient and Honourable Anchor of Llanfairpwllgwyngyllgogerychwyrndrobwll"
    town.teams["Anchor"].save()
    fixture = town.fixture("Anchor", "Bell")
    for kind in NoticeKind:
        about = fixture if KINDS[kind].fixture else None
        text = f"{fixture}: something was decided."
        queue_notice(town.league, [town.captains[to]], kind, f"of-{kind}", text=text, now=NOW, fixture=about)
    told = "550 5.1.1 <anchor@town.example>: Recipient address rejected: User unknown in virtual mailbox table"
    Notice.objects.filter(kind=NoticeKind.RULING_MADE).update(state=NoticeState.FAILED, error=told, attempts=12)


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_pages_about_messages_are_clean(
    town: Town, sign_in: Callable[..., Page], width: int, scheme: str, settings: LazySettings
) -> None:
    queue_every_notice(town)
    page = sign_in("Anchor", viewport={"width": width, "height": 800}, color_scheme=scheme)
    found: list[str] = []
    for address in ("messages/", f"messages/{Notice.objects.latest('pk').pk}/", "messages/settings/"):
        page.goto(f"/leagues/town/{address}")
        found += [f"{address}: {fault}" for fault in faults(page)]
    assert found == []


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_the_secretary_s_pages_about_mail_are_clean(
    town: Town, sign_in: Callable[..., Page], width: int, scheme: str, settings: LazySettings
) -> None:
    queue_every_notice(town)
    settings.MAIL_PREVIEWS = True
    page = sign_in("secretary", viewport={"width": width, "height": 800}, color_scheme=scheme)
    found: list[str] = []
    for address in ("secretary/mail/", "secretary/mail/previews/"):
        page.goto(f"/leagues/town/{address}")
        found += [f"{address}: {fault}" for fault in faults(page)]
    page.goto("/leagues/town/secretary/mail/")
    page.get_by_role("button", name="Try all of them again").click()
    expect(page.get_by_text("1 message will be tried again within a minute.")).to_be_visible()
    assert found == []


def test_the_mail_itself_fits_and_can_be_read_in_both_lights(
    town: Town, new_page: Callable[..., Page], settings: LazySettings
) -> None:
    queue_every_notice(town)
    factories.role(town.captains["Anchor"], town.league, RoleKind.SECRETARY)
    with post_office(settings) as office:
        deliver_due(now=NOW)
        deliver_due(now=NOW + dt.timedelta(days=1))
    assert any(re.search("things to do in", mail["Subject"]) for mail in office.mails)  # the daily one
    page = new_page()
    found: list[str] = []
    for mail in office.mails:
        part = mail.get_body(("html",))
        assert part is not None
        page.set_content(str(part.get_content()))
        # A mail stands inside a page of the mail program, which has the landmarks.
        landmarks = ("about:blank: landmark", "about:blank: region")
        found += [fault for fault in faults_at(page, 390, 700) if not any(each in fault for each in landmarks)]
    assert (len(office.mails) >= 10, found) == (True, [])


def test_a_mail_is_stopped_and_turned_on_again_without_signing_in(
    town: Town, new_page: Callable[..., Page], settings: LazySettings
) -> None:
    queue_every_notice(town)
    with post_office(settings) as office:
        deliver_due(now=NOW)
    link = office.mails[0]["List-Unsubscribe"].strip(" <>").removeprefix(base_url())
    page = new_page()
    page.goto(link)
    assert faults(page) == []
    page.get_by_role("button", name="Stop it").click()
    expect(page.get_by_role("heading", name="This mail has stopped")).to_be_visible()
    assert Preference.objects.get().delivery == Delivery.NONE
    page.get_by_role("button", name="Turn it on again").click()
    expect(page.get_by_role("heading", name="This mail is on again")).to_be_visible()
    assert Preference.objects.get().delivery == Delivery.MAIL
