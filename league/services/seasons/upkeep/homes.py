"""Move a team's home while a season runs, or merge two entries of one venue."""

import datetime as dt
from dataclasses import replace
from typing import Any

from django.db import transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import Entry, Fixture, JournalEntry, League, Season, User, Venue, VenueClosure
from league.rules.problems import WRITE_LESS, Problem, check_reason
from league.services.dates.evenings import problems_of_night, problems_of_start
from league.services.dates.venues import against_venues, follow, require_meant, tell_captains
from league.services.journal import record_numbered
from league.services.locks import entry_now, require_shown
from league.services.seasons.upkeep.checking import different, old_and_new, problems_of, worded
from league.translation import N_, Text

HOME = ("venue", "home_night", "start_time")


@transaction.atomic
def change_home(entry: Entry, values: dict[str, Any], *, anyway: bool = False, by: User, now: dt.datetime) -> Entry:
    """Change a team's home venue, night or start; the same again changes nothing.

    Home fixtures to come, and those without a date, follow to the venue, and the division's captains are told; dates
    stay.

    Args:
        values: new values of `HOME`.
        anyway: although the new venue is full or closed on evenings of those fixtures; journalled.

    Raises:
        Invalid: a foreign or hidden venue; no such night or time; another night or start than everybody of the season
            or
            the division has; (code ``anyway``) the evenings on which the venue is full or closed.
        WrongState: the season or the team is hidden, or the team has withdrawn.
        Changed: the team is not entered any more.
    """
    league = entry.season.league
    access.require(by, "league.upkeep", league, now=now)
    # No venue is merged, hidden or loaded meanwhile.
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    Season.objects.select_for_update(of=("self",), no_key=True).get(pk=entry.season_id)
    found = entry_now(entry, "season__league", "division", "team", "venue")
    found.division.season = found.season
    require_shown(found.season, found.team)
    if found.withdrawn_on is not None:
        raise WrongState(Text("{team} has withdrawn from this season.", team=found.team.name))
    before = Entry.objects.select_related("venue").get(pk=found.pk)
    _check_home(found, values)
    found.venue = values.get("venue", before.venue)
    new = different(before, {name: getattr(found, name) for name in values})
    if not new:
        return before
    moved, against = _follow(found, before.venue, now) if "venue" in new else ([], [])
    require_meant(against, anyway=anyway)
    found.save(update_fields=list(new))
    named = {"team": found.team.name, "season": found.season.name, "fields": worded(new)}
    if against:
        what = Text("changed where or when {team} plays at home in {season}, despite the rules: {fields}", **named)
    else:
        what = Text("changed where or when {team} plays at home in {season}: {fields}", **named)
    data = old_and_new(before, new) | ({"fixtures": len(moved)} if moved else {})
    key = f"team:{found.team_id}:"
    made = record_numbered(league, JournalKind.TEAM_CHANGED, key, what, by=by, now=now, data=data, team=found.team)
    tell_captains(moved, made.number, now=now)
    return found


def _check_home(entry: Entry, values: dict[str, Any]) -> None:
    """Raise Invalid with all that is wrong with a new home; the rest is set on the entry, except the venue."""
    problems = [*_strange(values), *_elsewhere(values.get("venue"), entry.season.league)]
    if "home_night" in values:
        wrong = problems_of_night(entry.division, values["home_night"])
        problems += [replace(problem, field="home_night") for problem in wrong]
    if "start_time" in values:
        wrong = problems_of_start(entry.division, values["start_time"])
        problems += [replace(problem, field="start_time") for problem in wrong]
    problems = problems or problems_of(entry, {name: values[name] for name in values if name != "venue"})
    if problems:
        raise Invalid(problems)


def _strange(values: dict[str, Any]) -> list[Problem]:
    said = [name for name in values if name not in HOME]
    told = Text("This cannot be changed here: {fields}.", fields=worded(said))
    return [Problem("field", told, said[0])] if said else []


def _elsewhere(venue: Any, league: League) -> list[Problem]:
    # Asked again: it may have been hidden since it was read.
    if not isinstance(venue, Venue) or Venue.objects.filter(pk=venue.pk, league=league, hidden_at=None).exists():
        return []
    return [Problem("venue", N_("Choose a venue of this league that is not hidden."), "venue")]


def _follow(entry: Entry, former: Venue, now: dt.datetime) -> tuple[list[int], list[Text]]:
    """Move home fixtures to come to the new venue; return their ids, and what speaks against it."""
    at_home = Fixture.objects.filter(division__season=entry.season_id, home=entry.team_id, venue=former)
    moved = follow(at_home, entry.venue, now=now)
    return moved, against_venues(Fixture.objects.filter(pk__in=moved), now=now)


@transaction.atomic
def merge_venues(kept: Venue, gone: Venue, *, reason: str, anyway: bool = False, by: User, now: dt.datetime) -> Venue:
    """Merge two venues: teams, fixtures and closed days of `gone` become those of `kept`, which is returned.

    The merged row stays, hidden and empty: the journal names it. Past fixtures move too; captains of those to come are
    told.

    Raises:
        WrongState: they are not two visible venues of one league.
        Invalid: no reason; (code ``anyway``) the evenings on which `kept` would be full or closed, unless `anyway`.
    """
    league = kept.league
    access.require(by, "league.upkeep", league, now=now)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    fixtures = Fixture.objects.filter(venue=gone.pk).order_by("pk")
    list(fixtures.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    rows = Venue.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=(kept.pk, gone.pk), league=league)
    found = {row.pk: row for row in rows.order_by("pk")}
    if len(found) != 2 or any(row.hidden_at is not None for row in found.values()):
        raise WrongState(N_("Choose two venues of this league, neither of them hidden."))
    kept, gone = found[kept.pk], found[gone.pk]
    why = reason.strip()
    if problems := check_reason(why, N_("Say why they are one place."), too_long=WRITE_LESS):
        raise Invalid(problems)
    known = against_venues(Fixture.objects.filter(venue__in=(kept, gone)), now=now)
    moved = follow(Fixture.objects.filter(venue=gone), kept, now=now)
    data = {
        "gone": gone.name,
        "fixtures": len(moved) + Fixture.objects.filter(venue=gone).update(venue=kept),
        "teams": Entry.objects.filter(venue=gone).update(venue=kept),
    }
    closed = VenueClosure.objects.filter(venue=kept).values("date")
    VenueClosure.objects.filter(venue=gone).exclude(date__in=closed).update(venue=kept)
    against = [reason for reason in against_venues(Fixture.objects.filter(venue=kept), now=now) if reason not in known]
    require_meant(against, anyway=anyway)
    gone.hidden_at = now
    gone.save(update_fields=["hidden_at"])
    made = _record_merge(kept, gone, why, data, despite=bool(against), by=by, now=now)
    tell_captains(moved, made.number, now=now)
    return kept


def _record_merge(
    kept: Venue, gone: Venue, why: str, data: dict[str, Any], *, despite: bool, by: User, now: dt.datetime
) -> JournalEntry:
    """Journal a merge under both ids, so that neither is ever deleted; return the first entry."""
    told = (
        N_("merged the venue {gone} into {kept}, despite the rules")
        if despite
        else N_("merged the venue {gone} into {kept}")
    )
    what = Text(told, gone=gone.name, kept=kept.name)
    kind, league = JournalKind.VENUE_CHANGED, kept.league
    made = record_numbered(league, kind, f"venue:{kept.pk}:", what, by=by, now=now, why=why, data=data)
    what = Text("hid the venue {gone}, which is {kept}", gone=gone.name, kept=kept.name)
    record_numbered(league, kind, f"venue:{gone.pk}:", what, by=by, now=now, why=why)
    return made
