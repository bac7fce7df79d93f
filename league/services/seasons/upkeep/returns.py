import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F

from league import access
from league.enums import DisputeState, FixtureState, JournalKind, NoticeKind, PostponementState, ResultState
from league.errors import Invalid, WrongState
from league.models import Dispute, Entry, Fixture, Postponement, Season, User
from league.queries.seasons.withdrawals import Return, Undated, return_of
from league.rules.problems import Problem
from league.services.fixtures import close_dispute
from league.services.journal import record
from league.services.locks import entry_now, hold, require_shown
from league.services.notices import queue_notice
from league.services.results.awaiting import ask_again
from league.services.seasons.withdraw import captains_told, decision_key
from league.translation import N_, Text, join_names


@transaction.atomic
def return_team(entry: Entry, *, reason: str, by: User, now: dt.datetime) -> Entry:
    """Reverse a team's withdrawal; a team that has not withdrawn stays as it is.

    Cancelled fixtures come back on their dates if still free, else without one; a play-off whose evening is gone stays
    cancelled, and another can be made. Void results count again; waiting sheets get a new deadline, and disputes
    reopen. A
    fixture against a team that has withdrawn too stays cancelled.

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
    entry = entry_now(entry, "team", "division__season__league")
    if entry.withdrawn_on is None:
        return entry
    if entry.team.hidden_at is not None:
        raise WrongState(Text("{name} is hidden. Restore it first.", name=entry.team.name))
    entry.season = season
    hold(venues={venue for venue, _, _ in sides}, teams={team for _, *both in sides for team in both})
    found = return_of(entry, now=now)
    _no_fixture_is_lost(found, entry)
    _bring_back(found, entry, now=now)
    entry.withdrawn_on, entry.withdrawal_policy = None, ""
    entry.save(update_fields=["withdrawn_on", "withdrawal_policy"])
    _announce(entry, found, reason.strip(), by=by, now=now)
    return entry


def _withdrawn_too(entry: Entry) -> dict[int, Entry]:
    """Other withdrawn entries of a season, by team."""
    left = Entry.objects.filter(season=entry.season_id, withdrawn_on__isnull=False).exclude(pk=entry.pk)
    return {other.team_id: other for other in left}


def _no_fixture_is_lost(found: Return, entry: Entry) -> None:
    """Raise WrongState if another team is hidden but has not withdrawn: restoring it later would bring no fixture."""
    left = _withdrawn_too(entry)
    for fixture in found.stay:
        other = fixture.home if fixture.away_id == entry.team_id else fixture.away
        if other.pk not in left:
            raise WrongState(Text("{name} is hidden. Restore it first.", name=other.name))


def _bring_back(found: Return, entry: Entry, *, now: dt.datetime) -> None:
    counted = [line.fixture for line in found.results]
    _write(counted, FixtureState.SCHEDULED, now)
    _write(found.dated, FixtureState.SCHEDULED, now)
    _write([undated.fixture for undated in found.undated], FixtureState.POSTPONED, now)
    _write(found.lapsed, FixtureState.CANCELLED, now)
    for undated in found.undated:
        _owe_a_date(undated, now)
    for result in (line.result for line in found.results):
        if result is not None and result.state == ResultState.SUBMITTED and result.confirm_by is not None:
            ask_again(result, now=now)
    for dispute in Dispute.objects.filter(fixture__in=counted, state=DisputeState.LAPSED).order_by("pk"):
        close_dispute(dispute, DisputeState.OPEN)
        Dispute.objects.filter(pk=dispute.pk).update(times_returned=F("times_returned") + 1)
    # A fixture whose other team has left too comes back with that one.
    left = _withdrawn_too(entry)
    for fixture in found.stay:
        other = left.get(fixture.home_id) or left[fixture.away_id]
        Fixture.objects.filter(pk=fixture.pk).update(withdrawal=other)


def _write(fixtures: Iterable[Fixture], state: FixtureState, now: dt.datetime) -> None:
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


def _announce(entry: Entry, found: Return, why: str, *, by: User, now: dt.datetime) -> None:
    league = entry.season.league
    names = {"team": entry.team.name, "division": entry.division.name, "told": _describe_return(found)}
    key = decision_key(entry, JournalKind.TEAM_RETURNED)
    data = {
        "results": [line.fixture.pk for line in found.results],
        "dated": [fixture.pk for fixture in found.dated],
        "undated": [undated.fixture.pk for undated in found.undated],
        "stay": [fixture.pk for fixture in found.stay],
        "lapsed": [fixture.pk for fixture in found.lapsed],
    }
    what = Text("reversed the withdrawal of {team} from {division}: {told}", **names)
    record(league, JournalKind.TEAM_RETURNED, key, by=by, now=now, what=what, why=why, data=data, team=entry.team)
    text = Text("{team} is back in {division}: {told}.", **names)
    queue_notice(league, captains_told(entry, now), NoticeKind.FIXTURE_MOVED, f"returned:{key}", text=text, now=now)


def _describe_return(found: Return) -> Text:
    counts = (
        Text.plural("{n} fixture has its date again", "{n} fixtures have their dates again", len(found.dated)),
        Text.plural("{n} fixture has no date", "{n} fixtures have no date", len(found.undated)),
        Text.plural("{n} result counts again", "{n} results count again", len(found.results)),
        Text.plural("{n} play-off stays cancelled", "{n} play-offs stay cancelled", len(found.lapsed)),
    )
    return join_names([count for count in counts if count.n]) or N_("it had no fixtures")
