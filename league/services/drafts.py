"""Drafts: what a captain has typed so far, kept so that a dropped connection loses nothing."""

import datetime as dt
from collections.abc import Mapping

from django.db import transaction

from league import access
from league.errors import WrongState
from league.models import Fixture, Result, SheetDraft, User
from league.queries import eligibility
from league.queries.captain import draft_of
from league.queries.sheets import sheet_of
from league.rules.problems import Problem
from league.rules.sheet_fields import Fields, parse_sheet
from league.rules.sheets import Difference, GameScore, ResultSheet, differences
from league.services.moves import lock_fixture
from league.services.sheets import terms


@transaction.atomic
def save_draft(
    fixture: Fixture, fields: Mapping[str, str], *, seen: str | None = None, by: User, now: dt.datetime
) -> SheetDraft:
    """Keep the fields of an unfinished sheet as they were typed. Only their writer sees them.

    Args:
        seen: when the draft that his page rests on was kept, as `stamp` gives it ("" for none): a page that has slept
            on another device does not write over what was typed since. None asks for nothing: he has sent the sheet.

    Raises:
        NotAllowed: he may not enter this fixture's result.
        WrongState: there is a newer draft of his than the one his page rests on; nothing is written.
    """
    access.require(by, "result.submit", fixture.division.season.league, fixture, now=now)
    lock_fixture(fixture)
    if seen is not None:
        kept = SheetDraft.objects.filter(fixture=fixture, user=by).first()
        if kept is not None and stamp(kept) != seen and dict(kept.sheet) != dict(fields):
            raise WrongState("You have filled in more of this sheet on another device since this page was opened.")
    draft, _ = SheetDraft.objects.update_or_create(
        fixture=fixture, user=by, defaults={"sheet": dict(fields), "updated_at": now}
    )
    return draft


def stamp(draft: SheetDraft | None) -> str:
    """When a draft was kept, as a page remembers it; blank where there is none."""
    return draft.updated_at.astimezone(dt.UTC).isoformat() if draft is not None else ""


def drafted(fixture: Fixture, user: User) -> ResultSheet | None:
    """What somebody has filled in himself, if anything."""
    draft = draft_of(fixture, user)
    return parse_sheet(draft.sheet, terms(fixture.division))[0] if draft and draft.sheet else None


def apart_from(mine: ResultSheet | None, live: Result) -> list[Difference]:
    """Where a sheet that somebody has begun says something else than the one that waits."""
    return [found for found in differences(mine, sheet_of(live)) if _said(found)] if mine else []


def _said(difference: Difference) -> bool:
    """Whether his own sheet says anything there: what he left empty is no objection."""
    mine = difference.mine
    return not mine.blank if isinstance(mine, GameScore) else any(mine)


def breaches_of(fixture: Fixture, fields: Fields) -> list[Problem]:
    """What stands against those who are on a sheet so far, by the rules of eligibility."""
    return eligibility.look(fixture, parse_sheet(fields, terms(fixture.division))[0]).problems
