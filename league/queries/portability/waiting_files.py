"""Spreadsheets that were sent for a preview and are not loaded yet."""

import datetime as dt
import re

from league.models import League, User, WaitingFile

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def waiting_files(token: str, league: League, user: User, *, now: dt.datetime) -> dict[str, bytes]:
    """Return the files of an upload by name; none where they are there no longer (one query)."""
    if not _TOKEN.fullmatch(token):
        return {}
    rows = WaitingFile.objects.filter(token=token, league=league, user=user, expires_at__gt=now)
    return {row.name: bytes(row.data) for row in rows}
