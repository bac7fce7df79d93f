"""Letters read as a mail program reads them."""

import datetime as dt
import email
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser
from zoneinfo import ZoneInfo

from django.core import mail
from django.db.models import Q

from league.enums import NoticeKind
from league.models import Fixture, User
from league.queries.mail.letters import NOTHING, facts_of, with_everything
from league.services.mail.letters import notice_mail
from league.services.notices import queue_notice

LONDON = ZoneInfo("Europe/London")
VOID = {"meta", "br", "img", "hr", "input", "link"}


class Outline(HTMLParser):
    """The outline of a mail's HTML: elements left open, its links' addresses, and those of what it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        given = dict(attrs)
        if tag == "a":
            self.links.append(given.get("href") or "")
        self.loads += [value or "" for name, value in attrs if name in ("src", "background", "srcset")]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def outline(html: str) -> Outline:
    found = Outline()
    found.feed(html)
    found.close()
    return found


def sent_mail(message: mail.EmailMessage) -> EmailMessage:
    """The mail as it leaves, parsed again."""
    found = email.message_from_bytes(message.message().as_bytes(), policy=default)
    assert isinstance(found, EmailMessage)
    return found


def text(message: EmailMessage, kind: str = "plain") -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def mail_of(kind: NoticeKind, to: User, fixture: Fixture | None, now: dt.datetime) -> EmailMessage:
    league = fixture.division.season.league if fixture else to.roles.get().league
    queue_notice(league, [to], kind, f"of-{kind}", text="It was decided.", now=now, fixture=fixture)
    (notice,) = with_everything(Q(recipient=to, kind=kind, key=f"of-{kind}"))
    return sent_mail(notice_mail(notice, facts_of([notice]).get(notice.fixture_id or 0, NOTHING)))
