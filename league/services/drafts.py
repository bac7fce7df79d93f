"""Drafts: what a captain has typed so far, kept so that a dropped connection loses nothing."""

import datetime as dt
from collections.abc import Mapping

from league import access
from league.models import Fixture, SheetDraft, User


def save_draft(fixture: Fixture, fields: Mapping[str, str], *, by: User, now: dt.datetime) -> SheetDraft:
    """Keep the fields of an unfinished sheet as they were typed. Only their writer sees them.

    Raises:
        NotAllowed: he may not enter this fixture's result.
    """
    access.require(by, "result.submit", fixture.division.season.league, fixture, now=now)
    draft, _ = SheetDraft.objects.update_or_create(
        fixture=fixture, user=by, defaults={"sheet": dict(fields), "updated_at": now}
    )
    return draft
