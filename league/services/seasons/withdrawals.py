"""Withdraw a team from a season, and reverse that."""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F

from league import access
from league.enums import (
    OPEN_POSTPONEMENTS,
    CompetitionKind,
    DisputeState,
    FixtureState,
    JournalKind,
    NoticeKind,
    NoticeState,
    PostponementState,
    ResultState,
    WithdrawalPolicy,
)
from league.errors import Invalid, WrongState
from league.models import Dispute, Entry, Fixture, JournalEntry, Notice, Postponement, Season, User
from league.queries.people.people import captains_of, captains_of_season
from league.queries.seasons.withdrawals import Consequences, Return, Undated, consequences_of, return_of
from league.rules.problems import Problem
from league.services.fixtures import close_dispute, lapse_disputes
from league.services.journal import record
from league.services.locks import lock_venues_and_teams, require_shown, reread_entry
from league.services.notices import cancel_by_key, queue_notice
from league.services.results.awaiting import ask_again
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
    entry = reread_entry(entry)
    mine = Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE)
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
    consequences = consequences_of(entry, now=now)
    captains = captains_to_tell(entry, now)
    _cancel_fixtures(consequences, entry, by=by, now=now)
    entry.withdrawn_on = now.astimezone(league.tz).date()
    policy = WithdrawalPolicy(season.withdrawal_policy)
    entry.withdrawal_policy = policy
    entry.save(update_fields=["withdrawn_on", "withdrawal_policy"])
    cancel_by_key(league, [NoticeKind.NO_SHOWS_DUE], f"{entry.pk}:", prefix=True)
    data = {
        "policy": policy.value,
        "cancelled": [fixture.pk for fixture in consequences.cancelled],
        "void": [line.fixture.pk for line in consequences.void],
    }
    key = decision_key(entry, JournalKind.TEAM_WITHDRAWN)
    names = {"team": entry.team.name, "division": entry.division.name, "told": _describe_consequences(consequences)}
    what = Text("withdrew {team} from {division}: {told}", **names)
    record(
        league, JournalKind.TEAM_WITHDRAWN, key, by=by, now=now, what=what, why=reason.strip(), data=data,
        team=entry.team,
    )  # fmt: skip
    if consequences.cancelled or consequences.void:
        text = Text("{team} has withdrawn from {division}: {told}.", **names)
        queue_notice(league, captains, NoticeKind.FIXTURE_CANCELLED, f"withdrawn:{key}", text=text, now=now)
    return entry


def decision_key(entry: Entry, kind: JournalKind) -> str:
    """Return the key of a team's next withdrawal, or return: each may happen again (one query).

    Imported entries have another server's numbers while notices have ours, so all of the team's are counted; gaps do no
    harm.
    """
    mine = JournalEntry.objects.filter(league=entry.season.league_id, kind=kind, team=entry.team_id)
    decisions = mine.values_list("imported", "key")
    before = sum(1 for imported, key in decisions if imported or key.partition(":")[0] == str(entry.pk))
    return f"{entry.pk}:{before + 1}" if before else str(entry.pk)


def captains_to_tell(entry: Entry, now: dt.datetime) -> list[User]:
    """Captains of the division, the team's own too."""
    today = now.astimezone(entry.season.league.tz).date()
    captains = captains_of_season(entry.season, on=today, division=entry.division)
    return list(dict.fromkeys([*captains, *captains_of(entry.team_id, on=today)]))


def _describe_consequences(consequences: Consequences) -> Text:
    counts = (
        Text.plural("{n} fixture is cancelled", "{n} fixtures are cancelled", len(consequences.cancelled)),
        Text.plural("{n} result is void", "{n} results are void", len(consequences.void)),
    )
    return join_names([count for count in counts if count.n]) or N_("it had no fixtures")


def _cancel_fixtures(consequences: Consequences, entry: Entry, *, by: User, now: dt.datetime) -> None:
    gone = [*(fixture.pk for fixture in consequences.cancelled), *(line.fixture.pk for line in consequences.void)]
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


@transaction.atomic
def return_team(entry: Entry, *, reason: str, by: User, now: dt.datetime) -> Entry:
    """Reverse a team's withdrawal; a team that has not withdrawn stays as it is.

    Cancelled fixtures come back on their dates if still free, else without one; a play-off whose evening is gone stays
    cancelled, and another can be made. Void results count again; waiting sheets get a new deadline, and disputes
    reopen. A fixture against a team that has withdrawn too stays cancelled.

    Raises:
        Changed: the team is not entered any more.
        WrongState: the season, the team, or an opponent of a fixture that would come back is hidden.
    """
    league = entry.season.league
    access.require(by, "team.withdraw", league, now=now)
    if not reason.strip():
        raise Invalid([Problem("no-reason", N_("Say why the withdrawal is reversed."), "reason")])
    # In the order in which a withdrawal takes them: the season, then fixtures, the entry, venues and teams.
    season = (
        Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=entry.season_id)
    )
    require_shown(season)
    mine = Fixture.objects.filter(withdrawal=entry).order_by("pk").select_for_update(of=("self",), no_key=True)
    sides = list(mine.values_list("venue_id", "home_id", "away_id"))
    Entry.objects.select_for_update(no_key=True).values_list("pk", flat=True).filter(pk=entry.pk).first()
    entry = reread_entry(entry, "team", "division__season__league")
    if entry.withdrawn_on is None:
        return entry
    if entry.team.hidden_at is not None:
        raise WrongState(Text("{name} is hidden. Restore it first.", name=entry.team.name))
    entry.season = season
    lock_venues_and_teams(venues={venue for venue, _, _ in sides}, teams={team for _, *both in sides for team in both})
    returned = return_of(entry, now=now)
    _require_no_fixture_lost(returned, entry)
    _bring_back(returned, entry, now=now)
    entry.withdrawn_on, entry.withdrawal_policy = None, ""
    entry.save(update_fields=["withdrawn_on", "withdrawal_policy"])
    _announce_return(entry, returned, reason.strip(), by=by, now=now)
    return entry


def _withdrawn_too(entry: Entry) -> dict[int, Entry]:
    """Other withdrawn entries of a season, by team."""
    left = Entry.objects.filter(season=entry.season_id, withdrawn_on__isnull=False).exclude(pk=entry.pk)
    return {other.team_id: other for other in left}


def _require_no_fixture_lost(returned: Return, entry: Entry) -> None:
    """Raise WrongState if another team is hidden but has not withdrawn: restoring it later would bring no fixture."""
    left = _withdrawn_too(entry)
    for fixture in returned.stay:
        other = fixture.home if fixture.away_id == entry.team_id else fixture.away
        if other.pk not in left:
            raise WrongState(Text("{name} is hidden. Restore it first.", name=other.name))


def _bring_back(returned: Return, entry: Entry, *, now: dt.datetime) -> None:
    counted = [line.fixture for line in returned.results]
    _set_states(counted, FixtureState.SCHEDULED, now)
    _set_states(returned.dated, FixtureState.SCHEDULED, now)
    _set_states([undated.fixture for undated in returned.undated], FixtureState.POSTPONED, now)
    _set_states(returned.lapsed, FixtureState.CANCELLED, now)
    for undated in returned.undated:
        _owe_a_date(undated, now)
    for result in (line.result for line in returned.results):
        if result is not None and result.state == ResultState.SUBMITTED and result.confirm_by is not None:
            ask_again(result, now=now)
    for dispute in Dispute.objects.filter(fixture__in=counted, state=DisputeState.LAPSED).order_by("pk"):
        close_dispute(dispute, DisputeState.OPEN)
        Dispute.objects.filter(pk=dispute.pk).update(times_returned=F("times_returned") + 1)
    # A fixture whose other team has left too comes back with that one.
    left = _withdrawn_too(entry)
    for fixture in returned.stay:
        other = left.get(fixture.home_id) or left[fixture.away_id]
        Fixture.objects.filter(pk=fixture.pk).update(withdrawal=other)


def _set_states(fixtures: Iterable[Fixture], state: FixtureState, now: dt.datetime) -> None:
    Fixture.objects.filter(pk__in=[fixture.pk for fixture in fixtures]).update(
        state=state, withdrawal=None, before_withdrawal="", sequence=F("sequence") + 1, changed_at=now
    )


def _owe_a_date(undated: Undated, now: dt.datetime) -> None:
    """Leave a fixture without a date, as it was put off before, or because of the withdrawal."""
    last = Postponement.objects.filter(fixture=undated.fixture, state=PostponementState.LAPSED).order_by("-pk").first()
    put_off = last if undated.fixture.before_withdrawal == FixtureState.POSTPONED else None
    Postponement.objects.create(
        fixture=undated.fixture,
        side=put_off.side if put_off else "",
        reason=put_off.reason if put_off else Text("The team had withdrawn. {why}", why=undated.why),
        state=PostponementState.OWED,
        requested_by=put_off.requested_by if put_off else None,
        requested_at=now,
    )


def _announce_return(entry: Entry, returned: Return, why: str, *, by: User, now: dt.datetime) -> None:
    league = entry.season.league
    names = {"team": entry.team.name, "division": entry.division.name, "told": _describe_return(returned)}
    key = decision_key(entry, JournalKind.TEAM_RETURNED)
    data = {
        "results": [line.fixture.pk for line in returned.results],
        "dated": [fixture.pk for fixture in returned.dated],
        "undated": [undated.fixture.pk for undated in returned.undated],
        "stay": [fixture.pk for fixture in returned.stay],
        "lapsed": [fixture.pk for fixture in returned.lapsed],
    }
    what = Text("reversed the withdrawal of {team} from {division}: {told}", **names)
    record(league, JournalKind.TEAM_RETURNED, key, by=by, now=now, what=what, why=why, data=data, team=entry.team)
    text = Text("{team} is back in {division}: {told}.", **names)
    queue_notice(league, captains_to_tell(entry, now), NoticeKind.FIXTURE_MOVED, f"returned:{key}", text=text, now=now)


def _describe_return(returned: Return) -> Text:
    counts = (
        Text.plural("{n} fixture has its date again", "{n} fixtures have their dates again", len(returned.dated)),
        Text.plural("{n} fixture has no date", "{n} fixtures have no date", len(returned.undated)),
        Text.plural("{n} result counts again", "{n} results count again", len(returned.results)),
        Text.plural("{n} play-off stays cancelled", "{n} play-offs stay cancelled", len(returned.lapsed)),
    )
    return join_names([count for count in counts if count.n]) or N_("it had no fixtures")
