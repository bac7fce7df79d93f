import datetime as dt

from django.db import transaction
from django.db.models import F

from league import access
from league.enums import (
    OPEN_POSTPONEMENTS,
    FixtureState,
    JournalKind,
    NoticeKind,
    NoticeState,
    PostponementState,
    WithdrawalPolicy,
)
from league.errors import Invalid
from league.models import Entry, Fixture, JournalEntry, Notice, Postponement, Season, User
from league.queries.people.people import captains_of, captains_of_season
from league.queries.seasons.withdrawals import Consequences, consequences_of
from league.rules.problems import Problem
from league.services.fixtures import lapse_disputes
from league.services.journal import record
from league.services.locks import entry_now, require_shown
from league.services.notices import queue_notice
from league.translation import N_, Text, join_names

# What is no longer worth sending about a fixture that is cancelled.
POINTLESS = (
    NoticeKind.FIXTURE_REMINDER,
    NoticeKind.RESULT_DUE,
    NoticeKind.RESULT_OVERDUE,
    NoticeKind.RESULT_CHASED,
    NoticeKind.RESULT_TO_CONFIRM,
    NoticeKind.POSTPONEMENT_ASKED,
)


@transaction.atomic
def withdraw_team(entry: Entry, *, reason: str, by: User, now: dt.datetime) -> Entry:
    """Withdraw a team from a season; again it changes nothing.

    Fixtures without a result are cancelled. Results are void or stand by the season's policy; a void one is that of a
    cancelled fixture, and stays readable. The division's captains are told. Raise Changed if the team is not entered
    any more.
    """
    league = entry.season.league
    access.require(by, "team.withdraw", league, now=now)
    if not reason.strip():
        raise Invalid([Problem("no-reason", N_("Say why the team withdraws."), "reason")])
    # In the order in which publishing takes them: the season, then fixtures.
    season = (
        Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=entry.season_id)
    )
    require_shown(season)
    entry = entry_now(entry)
    mine = Fixture.objects.filter(division__season=season)
    locked = (mine.filter(home=entry.team_id) | mine.filter(away=entry.team_id)).order_by("pk")
    list(locked.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    entry = (
        Entry.objects.select_for_update(of=("self",), no_key=True)
        .select_related("team", "division__season")
        .get(pk=entry.pk)
    )
    if entry.withdrawn_on is not None:
        return entry
    entry.season = season
    found = consequences_of(entry, now=now)
    captains = captains_told(entry, now)
    _cancel(found, entry, by=by, now=now)
    entry.withdrawn_on = now.astimezone(league.tz).date()
    policy = WithdrawalPolicy(season.withdrawal_policy)
    entry.withdrawal_policy = policy
    entry.save(update_fields=["withdrawn_on", "withdrawal_policy"])
    data = {
        "policy": policy.value,
        "cancelled": [fixture.pk for fixture in found.cancelled],
        "void": [line.fixture.pk for line in found.void],
    }
    key = decision_key(entry, JournalKind.TEAM_WITHDRAWN)
    names = {"team": entry.team.name, "division": entry.division.name, "told": _describe_consequences(found)}
    what = Text("withdrew {team} from {division}: {told}", **names)
    record(
        league, JournalKind.TEAM_WITHDRAWN, key, by=by, now=now, what=what, why=reason.strip(), data=data,
        team=entry.team,
    )  # fmt: skip
    if found.cancelled or found.void:
        text = Text("{team} has withdrawn from {division}: {told}.", **names)
        queue_notice(league, captains, NoticeKind.FIXTURE_CANCELLED, f"withdrawn:{key}", text=text, now=now)
    return entry


def decision_key(entry: Entry, kind: JournalKind) -> str:
    """Return the key of a team's next withdrawal, or return: each may happen again (one query).

    Imported entries have another server's numbers while notices have ours, so all of the team's are counted; gaps do no
    harm.
    """
    mine = JournalEntry.objects.filter(league=entry.season.league_id, kind=kind, team=entry.team_id)
    told = mine.values_list("imported", "key")
    before = sum(1 for imported, key in told if imported or key.partition(":")[0] == str(entry.pk))
    return f"{entry.pk}:{before + 1}" if before else str(entry.pk)


def captains_told(entry: Entry, now: dt.datetime) -> list[User]:
    """Captains of the division, the team's own too."""
    today = now.astimezone(entry.season.league.tz).date()
    found = captains_of_season(entry.season, on=today, division=entry.division)
    return list(dict.fromkeys([*found, *captains_of(entry.team_id, on=today)]))


def _describe_consequences(found: Consequences) -> Text:
    counts = (
        Text.plural("{n} fixture is cancelled", "{n} fixtures are cancelled", len(found.cancelled)),
        Text.plural("{n} result is void", "{n} results are void", len(found.void)),
    )
    return join_names([count for count in counts if count.n]) or N_("it had no fixtures")


def _cancel(found: Consequences, entry: Entry, *, by: User, now: dt.datetime) -> None:
    gone = [*(fixture.pk for fixture in found.cancelled), *(line.fixture.pk for line in found.void)]
    # What each was is kept, for the day on which the withdrawal is taken back.
    Fixture.objects.filter(pk__in=gone).update(
        state=FixtureState.CANCELLED, before_withdrawal=F("state"), withdrawal=entry, sequence=F("sequence") + 1,
        changed_at=now,
    )  # fmt: skip
    Postponement.objects.filter(fixture__in=gone, state__in=OPEN_POSTPONEMENTS).update(
        state=PostponementState.LAPSED,
        awaiting="",
        decided_at=now,
        why=Text("{team} has withdrawn.", team=entry.team.name),
    )
    waiting = Notice.objects.filter(fixture__in=gone, kind__in=POINTLESS, state=NoticeState.WAITING)
    waiting.update(state=NoticeState.CANCELLED, leased_until=None)
    joined = Fixture.objects.filter(pk__in=gone).select_related("division__season__league", "home", "away")
    lapse_disputes(joined.order_by("pk"), by=by, now=now)
