"""The address of a league's own that its mail comes from, or is answered to.

A secretary's is taken once whoever reads its mail follows a link sent there: then replies go to it. Mail comes from it
only where the operator says so, who knows whether its domain lets this server send (SPF, DKIM).
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from league import access
from league.enums import JournalKind
from league.errors import Changed, Invalid
from league.models import JournalEntry, League, LeagueSender, User
from league.queries.domains import base_url_of
from league.rules.names import check_line, clean_line
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.services.mail.site_mail import queue_site_mail
from league.translation import N_, Text, translated

SALT = "muggins.league-sender"
LASTS = dt.timedelta(days=3)
LONGEST_NAME = 60
ASKED_A_DAY = 5


@dataclass(frozen=True, slots=True)
class Link:
    """A confirmation that was asked for: whose, of which address, and what the league had then."""

    league: League
    by: User
    address: str
    name: str
    basis: str


@transaction.atomic
def ask_for_confirmation(league: League, *, address: str, name: str = "", by: User, now: dt.datetime) -> None:
    """Mail a link to the address; nothing changes until it is followed.

    Raises:
        NotAllowed: not the league's secretary.
        Invalid: no address, a name that no mail can have, or too many asked for today.
    """
    access.require(by, "league.settings", league, now=now)
    address, name = _checked(address, name)
    row = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    since = now - dt.timedelta(days=1)
    asked = JournalEntry.objects.filter(league=row, kind=JournalKind.SENDER_CHANGED, at__gt=since, imported=False)
    if asked.count() >= ASKED_A_DAY:
        raise Invalid(
            [Problem("too-many", N_("This was asked for often enough today; try again tomorrow."), "address")]
        )
    token = signing.dumps([row.pk, by.pk, address, name, _state_of(row)], salt=SALT, compress=True)
    url = base_url_of(row) + reverse("sender-confirm", kwargs={"token": token})
    text = Text(
        "{league} wants the replies to its mail sent to this address. If that’s right, follow this link within three "
        "days:\n\n{url}\n\nIf it isn’t, ignore this message: nothing changes.",
        league=row.name, url=url,
    )  # fmt: skip
    subject = translated(Text("Confirm this address for {league}", league=row.name))
    _record(row, N_("asked to confirm an address for the league’s mail"), by=by, now=now)
    queue_site_mail(address, subject, translated(text) + "\n", now=now, lasts=LASTS)


def read_link(token: str) -> Link | None:
    """Return what a link asks for; None if it is forged, too old, or of somebody or a league that is gone."""
    try:
        league, by, address, name, basis = signing.loads(token, salt=SALT, max_age=LASTS)
        return Link(League.objects.get(pk=league), User.objects.get(pk=by, is_active=True), address, name, basis)
    except (signing.BadSignature, ValueError, TypeError, League.DoesNotExist, User.DoesNotExist):
        return None


@transaction.atomic
def confirm(link: Link, *, now: dt.datetime) -> LeagueSender:
    """Take the address of a link; the same again changes nothing.

    Raises:
        NotAllowed: whoever asked for it is not the league's secretary any more.
        Changed: the league has another address since.
    """
    access.require(link.by, "league.settings", link.league, now=now)
    row = League.objects.select_for_update(no_key=True).get(pk=link.league.pk)
    present = LeagueSender.objects.filter(league=row).first()
    if present is not None and (present.address, present.name) == (link.address, link.name):
        return present
    if _state_of(row) != link.basis:
        raise Changed(N_("The league has another address since this link was sent."))
    # Another address comes from nobody's word but its reader's: the operator has said nothing of it.
    as_from = present is not None and present.as_from and present.address == link.address
    return _save(row, link.address, link.name, as_from=as_from, by=link.by, now=now)


@transaction.atomic
def set_sender(
    league: League, *, address: str, name: str = "", as_from: bool = False, by: User, now: dt.datetime
) -> LeagueSender | None:
    """Set a league's address as operator, without a confirmation; a blank one removes it. The same changes nothing.

    Raises:
        NotAllowed: no administrator of this server.
        Invalid: no address, or a name that no mail can have.
    """
    access.require(by, "league.operate", league, now=now)
    if not address.strip():
        _remove(league, by=by, now=now)
        return None
    address, name = _checked(address, name)
    row = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    present = LeagueSender.objects.filter(league=row).first()
    if present is not None and (present.address, present.name, present.as_from) == (address, name, as_from):
        return present
    return _save(row, address, name, as_from=as_from, by=by, now=now)


@transaction.atomic
def remove_sender(league: League, *, by: User, now: dt.datetime) -> None:
    """Let a league's mail come from the server's address again, as its secretary; again it changes nothing."""
    access.require(by, "league.settings", league, now=now)
    _remove(league, by=by, now=now)


def sender_of(league: League) -> LeagueSender | None:
    return LeagueSender.objects.filter(league=league).first()


def senders_of(leagues: Iterable[int]) -> dict[int, LeagueSender]:
    """The senders of leagues that have one (one query)."""
    return {sender.league_id: sender for sender in LeagueSender.objects.filter(league__in=set(leagues))}


def apply_sender(mail: EmailMultiAlternatives, sender: LeagueSender, league: League) -> None:
    """Let a mail come from a league's own address, or be answered to it."""
    name = " ".join((sender.name or league.name).split())
    mail.from_email = formataddr((name, sender.address if sender.as_from else server_address()))
    mail.reply_to = [formataddr((name, sender.address))]


def server_address() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


def _checked(address: str, name: str) -> tuple[str, str]:
    """Return address and name as they are stored; Invalid with every problem."""
    address, name = address.strip(), clean_line(name)
    problems = check_line(name, "name")
    if len(name) > LONGEST_NAME:
        problems.append(Problem("too-long", Text("Use up to {most} letters.", most=LONGEST_NAME), "name"))
    if "@" in name:
        problems.append(Problem("wrong-name", N_("Leave the address out of the name."), "name"))
    try:
        validate_email(address)
    except ValidationError:
        problems.append(Problem("email", N_("Write an email address like name@example.org."), "address"))
    if len(address) > 254:
        problems.append(Problem("too-long", Text("Use up to {most} letters.", most=254), "address"))
    if problems:
        raise Invalid(problems)
    return address, name


def _state_of(league: League) -> str:
    present = LeagueSender.objects.filter(league=league).values_list("set_at", flat=True).first()
    return present.isoformat() if present else ""


def _save(league: League, address: str, name: str, *, as_from: bool, by: User, now: dt.datetime) -> LeagueSender:
    columns = {"address": address, "name": name, "as_from": as_from, "set_at": now}
    saved, _ = LeagueSender.objects.update_or_create(league=league, defaults=columns)
    what = N_("gave the league an address that its mail is answered to")
    if as_from:
        what = N_("gave the league an address that its mail comes from")
    _record(league, what, by=by, now=now)
    return saved


def _remove(league: League, *, by: User, now: dt.datetime) -> None:
    row = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    deleted, _ = LeagueSender.objects.filter(league=row).delete()
    if deleted:
        _record(row, N_("gave up the league’s own address for its mail"), by=by, now=now)


def _record(league: League, what: Text, *, by: User, now: dt.datetime) -> None:
    # No address: the journal holds nothing by which a person is found.
    record_numbered(league, JournalKind.SENDER_CHANGED, f"league:{league.pk}:", what, by=by, now=now)
