"""The leagues' own domains, and where links to a league lead.

All of them are held in memory, looked at anew after a few seconds, so that neither a request nor a link asks a query.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from urllib.parse import urlsplit

from django.conf import settings
from django.db import Error
from django.http import HttpRequest

from league.models import League, LeagueDomain

LASTS = 5.0
"""Seconds after which every process knows of another domain; the one that changed it does at once."""


@dataclass(frozen=True, slots=True)
class Domains:
    """By host the league's slug, and by the league's key its host."""

    leagues: Mapping[str, str] = field(default_factory=dict)
    hosts: Mapping[int, str] = field(default_factory=dict)


class _Held:
    def __init__(self) -> None:
        self._domains, self._until = Domains(), 0.0
        self._lock = Lock()

    def get(self) -> Domains:
        if time.monotonic() >= self._until:
            # Of those who come at that moment one looks, and the others take what was there.
            first = self._until == 0.0
            if self._lock.acquire(blocking=first):
                try:
                    if time.monotonic() >= self._until:
                        self.hold(_read_domains(self._domains), LASTS)
                finally:
                    self._lock.release()
        return self._domains

    def hold(self, domains: Domains, seconds: float) -> None:
        self._domains, self._until = domains, time.monotonic() + seconds

    def forget(self) -> None:
        self._until = 0.0


HELD = _Held()


def _read_domains(before: Domains) -> Domains:
    try:
        rows = list(LeagueDomain.objects.values_list("host", "league", "league__slug"))
    except Error:
        return before  # Whatever else is asked says itself that the database is away.
    return Domains({host: slug for host, _, slug in rows}, {league: host for host, league, _ in rows})


def league_of_host(host: str) -> str:
    """Return the slug of the league whose domain a host name is; blank where it is nobody's."""
    return HELD.get().leagues.get(host, "")


def host_of_slug(slug: str) -> str:
    """Return the domain of the league of a slug; blank without one."""
    return next((host for host, league in HELD.get().leagues.items() if league == slug), "")


def host_of(league: League) -> str:
    """Return a league's own domain; blank without one."""
    return HELD.get().hosts.get(league.pk, "")


def base_url_of(league: League, site: str = "") -> str:
    """Return where links to a league lead, without a trailing slash: its own domain, else the site's address.

    Scheme and port are the site's. Never what a visitor typed.
    """
    site = (site or settings.BASE_URL).rstrip("/")
    host = host_of(league)
    if not host:
        return site
    own = urlsplit(site)
    return f"{own.scheme}://{host}{f':{own.port}' if own.port else ''}"


def host_league(request: HttpRequest) -> str:
    """Return the slug of the league whose own domain was asked; blank on the server's own hosts."""
    return getattr(request, "host_league", "")


def is_here(request: HttpRequest, league: League) -> bool:
    """Whether a league is there on the host that was asked."""
    return host_league(request) in ("", league.slug)
