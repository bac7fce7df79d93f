"""Judge guests again whose number of evenings has changed since their sheet came in.

A sheet is judged when it arrives, by the fixtures before its own; an earlier fixture's sheet that comes late, is
corrected or voided changes the number. A scan then lists the breach on the sheets it is wrong on, or strikes it out.
"""

import datetime as dt
from collections.abc import Iterable
from functools import partial

from django.db import transaction

from league.enums import GuestPolicy, JournalKind, ResultKind
from league.models import Fixture, JournalEntry, Result, Season
from league.queries.results.eligibility import beyond_limit, look
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import key_of, live_result
from league.queries.visibility import seasons_shown, sides_shown
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.results import store
from league.services.scans import process_each
from league.translation import N_, Text

LIMIT = "guest-limit"
KIND = JournalKind.GUESTS_JUDGED


def judge_again(*, now: dt.datetime) -> int:
    """Judge every live sheet again where a guest's limit differs from what the season's sheets say; return how many
    changed.

    Two queries a season that limits guests, and a journalled transaction a sheet. Running it again changes nothing
    more. Fixtures that have not begun and draft or hidden seasons are left alone.
    """
    limited = Season.objects.filter(seasons_shown()).exclude(guests=GuestPolicy.NONE).exclude(guest_limit=None)
    changed = 0
    for season in limited.filter(published_at__lte=now):
        changed += process_each(_wrongly_judged(season), partial(_judge, now=now))
    return changed


def _wrongly_judged(season: Season) -> list[int]:
    beyond = beyond_limit(season, season.guest_limit)
    listed = Result.objects.filter(sides_shown("fixture__"), fixture__in=list(beyond), live=True)
    rows = listed.values_list("fixture", "breaches")
    return [fixture for fixture, breaches in rows if _listed_players(breaches) != beyond[fixture]]


def _listed_players(breaches: Iterable[dict[str, object]]) -> set[object]:
    return {breach["player"] for breach in breaches if breach["code"] == LIMIT}


@transaction.atomic
def _judge(pk: int, *, now: dt.datetime) -> bool:
    """Judge a fixture's live sheet again; only its breaches of guests' limits change."""
    fixture = lock_fixture(Fixture(pk=pk))
    live = live_result(fixture)
    if live is None or live.kind == ResultKind.VOID:
        return False
    sheet = sheet_of(live)
    store.lock_players(sheet)
    beyond = [breach.to_dict() for breach in look(fixture, sheet).breaches if breach.code == LIMIT]
    breaches = [breach for breach in live.breaches if breach["code"] != LIMIT] + beyond
    if breaches == live.breaches:
        return False
    before = len(_listed_players(live.breaches))
    live.breaches = breaches
    live.save(update_fields=["breaches"])
    about = f"{key_of(live)}:"
    what = Text("judged {fixture} again: no guest beyond the season's limit", fixture=str(fixture))
    if beyond:
        what = Text.plural(
            "judged {fixture} again: a guest beyond the season's limit",
            "judged {fixture} again: {n} guests beyond the season's limit",
            n=len(beyond),
            fixture=str(fixture),
        )
    # Numbered: it may be judged again.
    number = JournalEntry.objects.filter(fixture=fixture, kind=KIND, key__startswith=about).count() + 1
    record(
        fixture.league, KIND, f"{about}{number}", by=None, now=now, fixture=fixture, what=what,
        why=N_("The sheet of another evening was sent, or no longer counts."),
        data={"before": before, "after": len(beyond)},
    )  # fmt: skip
    return True
