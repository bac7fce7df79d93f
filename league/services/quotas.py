"""A league's quota: refused beyond it is only what is added, in a sentence that says whom to ask; results never are."""

import datetime as dt
from collections.abc import Mapping
from email.utils import parseaddr

from django.conf import settings
from django.db import transaction

from league import access
from league.enums import JournalKind
from league.errors import Changed, Invalid
from league.models import League, LeagueQuota, MailDay, User
from league.queries.quotas import LABELS, MEGABYTE, NAMES, photographs_of, quota_of, quotas_of, teams_of
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.translation import N_, Text

MOST = 10_000_000
CODE = "quota"
Limits = Mapping[str, int | None]


@transaction.atomic
def change_quota(league: League, limits: Limits, *, seen: Limits | None = None, by: User, now: dt.datetime) -> Limits:
    """Give a league limits of its own: 0 is none, and None the server's. The same again changes nothing.

    What is there beyond a limit stays. Return all of its own limits.

    Args:
        limits: by name, of `NAMES`; others stay.
        seen: all its own limits as they were when this was decided.

    Raises:
        NotAllowed: no administrator of this server.
        Invalid: a limit below 0 or too large; all at once.
        Changed: they are no longer as `seen`.
    """
    access.require(by, "league.operate", league, now=now)
    problems = [
        Problem("range", Text("Use a number from 0 to {most}.", most=MOST), name)
        for name, limit in limits.items()
        if limit is not None and not 0 <= limit <= MOST
    ]
    if problems:
        raise Invalid(problems)
    # The key stays: new rows that refer to the league need not wait.
    row = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    before = own_limits(row)
    if seen is not None and dict(seen) != before:
        raise Changed(N_("Somebody else has changed this quota since."), on_page=N_("Look at it again."))
    changed = {name: limit for name, limit in limits.items() if before[name] != limit}
    if not changed:
        return before
    LeagueQuota.objects.update_or_create(league=row, defaults=changed)
    what = Text("changed what the league may use: {what}", what=Text.joined(", ", [LABELS[name] for name in changed]))
    data = {name: {"from": before[name], "to": limit} for name, limit in changed.items()}
    record_numbered(row, JournalKind.QUOTA_CHANGED, f"league:{row.pk}:", what, by=by, now=now, data=data)
    return {**before, **changed}


def own_limits(league: League) -> dict[str, int | None]:
    """A league's own limits; None where the server's holds (one query)."""
    row = LeagueQuota.objects.filter(league=league).values(*NAMES).first()
    return {name: row[name] if row else None for name in NAMES}


def team_problems(league: League, more: int, *, field: str) -> list[Problem]:
    """Why a league cannot have so many more teams, if it cannot (one query without a limit, else two)."""
    limit = quota_of(league)["teams"] if more > 0 else 0
    used = teams_of([league.pk]).get(league.pk, 0) if limit else 0
    if not limit or used + more <= limit:
        return []
    message = Text(
        "This league may have {limit} teams, and has {used}. Ask the operator of this server for more: {address}.",
        limit=limit, used=used, address=_contact(),
    )  # fmt: skip
    return [Problem(CODE, message, field)]


def require_room_for_photograph(league: League, size: int, *, instead_of: int = 0) -> None:
    """Raise Invalid where a photograph of so many bytes is too much (one query without a limit, else three)."""
    limit = quota_of(league)["photograph_megabytes"]
    if not limit:
        return
    _, used = photographs_of([league.pk]).get(league.pk, (0, 0))
    if used - instead_of + size <= limit * MEGABYTE:
        return
    message = Text(
        "This league may keep {limit} MB of photographs, and they are full. Results can be entered without. "
        "Ask the operator of this server for more: {address}.",
        limit=limit, address=_contact(),
    )  # fmt: skip
    raise Invalid([Problem(CODE, message, "photograph")])


@transaction.atomic
def reserve_mails(wanted: Mapping[int, int], urgent: Mapping[int, int], *, day: dt.date) -> dict[int, int]:
    """Count mails that are about to be sent towards the day's quota; return how many of those wanted may go, by league.

    Urgent ones go all the same, and count. Workers at once never go beyond a quota together.
    """
    leagues = sorted(wanted.keys() | urgent.keys())
    limits = quotas_of(leagues)
    MailDay.objects.bulk_create([MailDay(league_id=pk, day=day) for pk in leagues], ignore_conflicts=True)
    days = MailDay.objects.select_for_update().filter(league__in=leagues, day=day).order_by("league_id")
    granted: dict[int, int] = {}
    rows = list(days)
    for row in rows:
        pk, limit = row.league_id, limits[row.league_id]["mails_a_day"]
        row.sent += urgent.get(pk, 0)
        granted[pk] = min(wanted.get(pk, 0), max(0, limit - row.sent)) if limit else wanted.get(pk, 0)
        row.sent += granted[pk]
    MailDay.objects.bulk_update(rows, ["sent"])
    return granted


@transaction.atomic
def return_mails(unsent: Mapping[int, int], *, day: dt.date) -> None:
    """Take back what was reserved and not sent."""
    days = MailDay.objects.select_for_update().filter(league__in=unsent.keys(), day=day).order_by("league_id")
    rows = list(days)
    for row in rows:
        row.sent = max(0, row.sent - unsent[row.league_id])
    MailDay.objects.bulk_update(rows, ["sent"])


def _contact() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
