"""Whether the server is being maintained, as a file says: it must be known while the database migrates or is away."""

import datetime as dt
import json
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from league.translation import N_, Text

READING = N_("The site is being maintained: you can read everything, but nothing can be entered just now.")
CLOSED = N_("The site is being maintained and will be back soon.")
BACK_SOON, READ_ONLY = N_("Back soon"), N_("Read-only for now")
AT_LEAST, AT_MOST = 30, 900
"""Seconds after which a caller is asked to come again."""
A_LONG_TIME = 120
"""From so many minutes on, hours are told."""


@dataclass(frozen=True, slots=True)
class Maintenance:
    """Planned work.

    Attributes:
        until: when it should be over, if that was told.
        reason: in the operator's words, for everybody.
        closed: whether nothing can be read either.
    """

    since: dt.datetime
    until: dt.datetime | None = None
    reason: str = ""
    closed: bool = False

    def is_overdue(self, now: dt.datetime) -> bool:
        return self.until is not None and now > self.until

    def message(self, now: dt.datetime) -> Text:
        parts: list[str] = [CLOSED if self.closed else READING]
        if self.until is not None and now < self.until:
            minutes = -((now - self.until) // dt.timedelta(minutes=1))
            if minutes <= A_LONG_TIME:
                left = Text.plural("It should take another minute.", "It should take another {n} minutes.", minutes)
            else:
                left = Text.plural(
                    "It should take another hour.", "It should take another {n} hours.", -(-minutes // 60)
                )
            parts.append(left)
        return Text.joined(" ", [*parts, self.reason] if self.reason else parts)

    def retry_after(self, now: dt.datetime) -> int:
        left = int((self.until - now).total_seconds()) if self.until else AT_LEAST
        return min(max(left, AT_LEAST), AT_MOST)


def current_maintenance() -> Maintenance | None:
    """Return what is being done; None if nothing is. Cheap: the file is read again only when it has changed."""
    path = Path(settings.MAINTENANCE_FILE)
    try:
        stat = os.stat(path)
    except OSError:
        return None
    return _parse_file(path, stat.st_mtime_ns, stat.st_ino)


@lru_cache(maxsize=1)
def _parse_file(path: Path, changed: int, inode: int) -> Maintenance:
    try:
        said = json.loads(path.read_text())
        until = dt.datetime.fromisoformat(said["until"]) if said["until"] else None
        return Maintenance(dt.datetime.fromisoformat(said["since"]), until, str(said["reason"]), bool(said["closed"]))
    except (OSError, ValueError, KeyError, TypeError):
        # It is there, and that much was meant.
        return Maintenance(dt.datetime.fromtimestamp(changed / 1e9, tz=dt.UTC))
