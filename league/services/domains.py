"""A league's own domain, which the operator sets once the name leads to this server."""

import datetime as dt
import re
from functools import partial
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http.request import validate_host

from league import access
from league.enums import JournalKind
from league.errors import Invalid
from league.models import League, LeagueDomain, User
from league.queries.domains import HELD
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.translation import N_, Text

LONGEST = 253
LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
# The last label begins with a letter: what ends in a number a browser takes for an address.
HOST = re.compile(rf"({LABEL}\.)+[a-z]([a-z0-9-]{{0,61}}[a-z0-9])?")


@transaction.atomic
def set_domain(league: League, *, host: str, by: User, now: dt.datetime) -> LeagueDomain | None:
    """Give a league a domain of its own; a blank one removes it. The same again changes nothing.

    Other processes know of it within `queries.domains.LASTS` seconds.

    Raises:
        NotAllowed: no administrator of this server.
        Invalid: no host name, one of the server's own, or another league's.
    """
    access.require(by, "league.operate", league, now=now)
    host = read_host(host) if host.strip() else ""
    row = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    present = LeagueDomain.objects.filter(league=row).first()
    if host == (present.host if present else ""):
        return present
    saved = None
    if host:
        try:
            with transaction.atomic():
                saved, _ = LeagueDomain.objects.update_or_create(league=row, defaults={"host": host, "set_at": now})
        except IntegrityError:
            raise _problem("taken", N_("Another league of this server has this domain.")) from None
    elif present is not None:
        present.delete()
    what = Text("gave the league the domain {host}", host=host) if host else N_("gave up the league’s own domain")
    record_numbered(row, JournalKind.DOMAIN_CHANGED, f"league:{row.pk}:", what, by=by, now=now)
    HELD.forget()
    transaction.on_commit(partial(HELD.forget))
    return saved


def read_host(typed: str) -> str:
    """Return a host name as it is stored; Invalid with what is wrong with it."""
    host = typed.strip().lower().removesuffix(".")
    if "*" in host:
        raise _problem("wildcard", N_("Name one host: a wildcard is not possible."))
    if _is_address(host):
        raise _problem("address", N_("Write a name, not the number of a machine."))
    _, colon, port = host.partition(":")
    if colon and port.isdecimal():
        raise _problem("port", N_("Leave the port out."))
    try:
        host = host.encode("idna").decode().lower()
    except UnicodeError:
        host = ""
    if len(host) > LONGEST or not HOST.fullmatch(host):
        raise _problem("host", N_("Write the host name alone, like crib.example.org."))
    if validate_host(host, settings.ALLOWED_HOSTS) or host == urlsplit(settings.BASE_URL).hostname:
        raise _problem("own-host", N_("This server is itself called that. Choose another name."))
    return host


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return bool(re.fullmatch(r"[0-9.]+", host))
    return True


def _problem(code: str, message: Text) -> Invalid:
    return Invalid([Problem(code, message, "host")])
