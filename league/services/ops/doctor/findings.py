"""What a check of the installation reports, and what it is given to look with."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from urllib.parse import urlsplit

from django.conf import settings

from league.queries.ops import Health, health_of

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Level(StrEnum):
    OK = "ok"
    DOUBTFUL = "doubtful"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the list; `remedy` is blank where there is nothing to do, `check` names the check that found it."""

    level: Level
    message: str
    remedy: str = ""
    check: str = ""

    def __str__(self) -> str:
        remedy = f" — {self.remedy}" if self.remedy else ""
        return f"{self.level}: {self.check}: {self.message}{remedy}"


def ok(message: str) -> Finding:
    return Finding(Level.OK, message)


def doubtful(message: str, remedy: str) -> Finding:
    return Finding(Level.DOUBTFUL, message, remedy)


def wrong(message: str, remedy: str) -> Finding:
    return Finding(Level.WRONG, message, remedy)


@dataclass
class Examination:
    """What was asked for, and what several checks look at.

    Attributes:
        url: the site's address as visitors reach it; blank: the proxy is not asked.
        mail_to: where a trial message goes; blank: none is sent.
        journal: whether each league's journal is followed from its beginning.
    """

    now: dt.datetime
    url: str = ""
    mail_to: str = ""
    journal: bool = False

    @cached_property
    def health(self) -> Health:
        return health_of(now=self.now)

    @property
    def embedded(self) -> bool:
        """Whether one process does everything, on SQLite, as `make run` does."""
        return str(settings.CELERY_BROKER_URL).startswith("memory:")


def host_of(url: str) -> str:
    return urlsplit(url).hostname or ""


def is_local(host: str) -> bool:
    """Whether a host is this machine: a blank one, a socket's folder or a loopback address."""
    return not host or host.startswith("/") or host in LOOPBACK


def is_example(host: str) -> bool:
    """Whether a host is of the names that documents use (RFC 2606), such as `league.example.org`."""
    labels = host.lower().rstrip(".").split(".")
    return labels[-1] in ("example", "invalid") or (
        labels[-2:-1] == ["example"] and labels[-1] in ("org", "com", "net")
    )


def error_line(error: BaseException) -> str:
    """The first line of an error, with its kind where it says nothing."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
