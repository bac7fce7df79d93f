"""Move a team of a season to another division or home, or merge two entries of one venue."""

import copy
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState
from league.errors import Invalid, WrongState
from league.models import Division, Entry, Fixture, JournalEntry, League, Season, User, Venue, VenueClosure
from league.queries.people.people import captains_of_season
from league.queries.seasons.divisions import Move, move_of
from league.rules.problems import WRITE_LESS, Problem, check_reason
from league.services.dates.evenings import apply_division_home, problems_of_night, problems_of_start
from league.services.dates.venues import against_venues, move_to_venue, require_confirmed, tell_captains
from league.services.fixtures import cancel_fixture, move_postponement, open_postponement
from league.services.journal import record_numbered
from league.services.locks import lock_venues_and_teams, require_shown, reread_entry
from league.services.notices import cancel_notices, queue_notice
from league.services.seasons.checking import changed_values, format_field_names, old_and_new, problems_of
from league.services.seasons.entries import fill_byes
from league.services.seasons.withdrawals import POINTLESS
from league.translation import N_, Text


@dataclass(frozen=True, slots=True)
class Moved:
    """The outcome of moving a team: fixtures against teams with a bye, `owed` of them without a date."""

    move: Move
    fixtures: int = 0
    owed: int = 0


@transaction.atomic
def move_team(entry: Entry, division: Division, *, reason: str = "", by: User, now: dt.datetime) -> Moved:
    """Move a team of a season to another division; where it is there already nothing changes.

    It takes its new division's evening and start, where that has them. In a published season its fixtures are cancelled
    and the captains of both divisions are told. Before play a new timetable is due; where none can be made it plays
    whoever has a free week in the other division.

    Args:
        reason: journalled and told to the captains; needed once the season has fixtures.

    Raises:
        WrongState: the season or the team is hidden.
        Changed: the team is not entered any more.
        Invalid: a division of another season; no reason, or one too long; it has withdrawn, it has results, or no new
            timetable can be made and the division has no free week; all at once.
    """
    league = entry.season.league
    access.require(by, "team.withdraw", league, now=now)
    locked = _lock_entry(entry, division)
    if division.pk == locked.division_id:
        return Moved(Move(True, (), ()))
    move = move_of(locked, now=now)
    why = reason.strip()
    problems = [*_foreign_division(locked, division), *move.against, *move.problems_of(division)]
    problems += _reason_problems(why, move)
    if problems:
        raise Invalid(problems)
    for fixture in move.cancelled:
        _cancel(fixture, locked, by=by, now=now)
    # As it is now: its evening may have changed since it was chosen.
    former, locked.division = locked.division, Division.objects.get(pk=division.pk)
    locked.division.season = locked.season
    before = copy.copy(locked)
    fields = apply_division_home(locked)
    new = changed_values(before, {name: getattr(locked, name) for name in fields})
    locked.save(update_fields=["division", *new])
    made = fill_byes(locked, now=now) if move.joins else []
    names = {"team": locked.team.name, "old": former.name, "new": division.name, "season": locked.season.name}
    data = {
        "division": {"from": former.name, "to": division.name},
        "cancelled": [cancelled.pk for cancelled in move.cancelled],
    }
    data |= old_and_new(before, new)
    if made:
        data["fixtures"] = [cancelled.pk for cancelled in made]
    what = _describe_move(made, names)
    entered = record_numbered(
        league, JournalKind.TEAM_CHANGED, f"team:{locked.team_id}:", what, by=by, now=now, why=why,
        data=data,
        team=locked.team,
    )  # fmt: skip
    if not move.draft:
        today = now.astimezone(league.tz).date()
        recipients = [*captains_of_season(locked.season, on=today, division=former)]
        recipients += captains_of_season(locked.season, on=today, division=division)
        follows = N_("{team} has moved from {old} to {new}: a new timetable follows. {reason}")
        if made:
            follows = N_("{team} has moved from {old} to {new}, and plays whoever had a free week there. {reason}")
        key = f"division:{locked.pk}:{entered.number}"
        text = Text(follows, **names, reason=why)
        queue_notice(league, list(dict.fromkeys(recipients)), NoticeKind.FIXTURE_MOVED, key, text=text, now=now)
    return Moved(move, len(made), sum(cancelled.state == FixtureState.POSTPONED for cancelled in made))


def _describe_move(made: Sequence[Fixture], names: Mapping[str, str]) -> Text:
    if not made:
        return Text("moved {team} from {old} to {new} of {season}", **names)
    return Text.plural(
        "moved {team} from {old} to {new} of {season}, with {n} fixture there",
        "moved {team} from {old} to {new} of {season}, with {n} fixtures there",
        n=len(made),
        **names,
    )


def _lock_entry(entry: Entry, division: Division) -> Entry:
    """Lock the entry in the order of publishing: league, season, fixtures, teams, with the new division's teams and
    venues."""
    League.objects.select_for_update(no_key=True).get(pk=entry.season.league_id)
    season = (
        Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=entry.season_id)
    )
    entry = reread_entry(entry)
    mine = Fixture.objects.filter(Q(home=entry.team_id) | Q(away=entry.team_id), division__season=season)
    list(mine.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    Entry.objects.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True).get(pk=entry.pk)
    others = Entry.objects.filter(division=division, withdrawn_on=None).values_list("venue", "team")
    venues = {entry.venue_id, *(venue for venue, _ in others)}
    lock_venues_and_teams(venues=venues, teams={entry.team_id, *(team for _, team in others)})
    locked = Entry.objects.select_related("team", "division", "venue").get(pk=entry.pk)
    locked.season = season
    require_shown(season, locked.team)
    return locked


def _foreign_division(entry: Entry, division: Division) -> list[Problem]:
    if division.season_id == entry.season_id:
        return []
    return [Problem("division", N_("Choose a division of this season."), "division")]


def _reason_problems(why: str, move: Move) -> list[Problem]:
    if not why and move.draft:
        return []
    ask = N_("Say why it moves: the captains of both divisions are told.")
    return check_reason(why, ask, too_long=WRITE_LESS)


def _cancel(fixture: Fixture, entry: Entry, *, by: User, now: dt.datetime) -> None:
    put_off = open_postponement(fixture)
    if put_off is not None:
        why = Text("{team} has moved to another division.", team=entry.team.name)
        move_postponement(put_off, PostponementState.LAPSED, decided_by=by, decided_at=now, why=why)
    cancel_fixture(fixture, by=by, now=now)
    cancel_notices(fixture, POINTLESS)


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
            or the division has; (code ``anyway``) the evenings on which the venue is full or closed.
        WrongState: the season or the team is hidden, or the team has withdrawn.
        Changed: the team is not entered any more.
    """
    league = entry.season.league
    access.require(by, "league.upkeep", league, now=now)
    # No venue is merged, hidden or loaded meanwhile.
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    Season.objects.select_for_update(of=("self",), no_key=True).get(pk=entry.season_id)
    fresh = reread_entry(entry, "season__league", "division", "team", "venue")
    fresh.division.season = fresh.season
    require_shown(fresh.season, fresh.team)
    if fresh.withdrawn_on is not None:
        raise WrongState(Text("{team} has withdrawn from this season.", team=fresh.team.name))
    before = Entry.objects.select_related("venue").get(pk=fresh.pk)
    _check_home(fresh, values)
    fresh.venue = values.get("venue", before.venue)
    new = changed_values(before, {name: getattr(fresh, name) for name in values})
    if not new:
        return before
    moved, against = _follow(fresh, before.venue, now) if "venue" in new else ([], [])
    require_confirmed(against, anyway=anyway)
    fresh.save(update_fields=list(new))
    named = {"team": fresh.team.name, "season": fresh.season.name, "fields": format_field_names(new)}
    if against:
        what = Text("changed where or when {team} plays at home in {season}, despite the rules: {fields}", **named)
    else:
        what = Text("changed where or when {team} plays at home in {season}: {fields}", **named)
    data = old_and_new(before, new) | ({"fixtures": len(moved)} if moved else {})
    key = f"team:{fresh.team_id}:"
    made = record_numbered(league, JournalKind.TEAM_CHANGED, key, what, by=by, now=now, data=data, team=fresh.team)
    tell_captains(moved, made.number, now=now)
    return fresh


def _check_home(entry: Entry, values: dict[str, Any]) -> None:
    """Raise Invalid with all that is wrong with a new home; the rest is set on the entry, except the venue."""
    problems = [*_unknown_fields(values), *_foreign_venue(values.get("venue"), entry.season.league)]
    if "home_night" in values:
        wrong = problems_of_night(entry.division, values["home_night"])
        problems += [replace(problem, field="home_night") for problem in wrong]
    if "start_time" in values:
        wrong = problems_of_start(entry.division, values["start_time"])
        problems += [replace(problem, field="start_time") for problem in wrong]
    problems = problems or problems_of(entry, {name: values[name] for name in values if name != "venue"})
    if problems:
        raise Invalid(problems)


def _unknown_fields(values: dict[str, Any]) -> list[Problem]:
    strange = [name for name in values if name not in HOME]
    message = Text("This cannot be changed here: {fields}.", fields=format_field_names(strange))
    return [Problem("field", message, strange[0])] if strange else []


def _foreign_venue(venue: Any, league: League) -> list[Problem]:
    # Asked again: it may have been hidden since it was read.
    if not isinstance(venue, Venue) or Venue.objects.filter(pk=venue.pk, league=league, hidden_at=None).exists():
        return []
    return [Problem("venue", N_("Choose a venue of this league that is not hidden."), "venue")]


def _follow(entry: Entry, former: Venue, now: dt.datetime) -> tuple[list[int], list[Text]]:
    """Move home fixtures to come to the new venue; return their ids, and what speaks against it."""
    at_home = Fixture.objects.filter(division__season=entry.season_id, home=entry.team_id, venue=former)
    moved = move_to_venue(at_home, entry.venue, now=now)
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
    locked = {row.pk: row for row in rows.order_by("pk")}
    if len(locked) != 2 or any(row.hidden_at is not None for row in locked.values()):
        raise WrongState(N_("Choose two venues of this league, neither of them hidden."))
    kept, gone = locked[kept.pk], locked[gone.pk]
    why = reason.strip()
    if problems := check_reason(why, N_("Say why they are one place."), too_long=WRITE_LESS):
        raise Invalid(problems)
    against_before = against_venues(Fixture.objects.filter(venue__in=(kept, gone)), now=now)
    moved = move_to_venue(Fixture.objects.filter(venue=gone), kept, now=now)
    data = {
        "gone": gone.name,
        "fixtures": len(moved) + Fixture.objects.filter(venue=gone).update(venue=kept),
        "teams": Entry.objects.filter(venue=gone).update(venue=kept),
    }
    closed = VenueClosure.objects.filter(venue=kept).values("date")
    VenueClosure.objects.filter(venue=gone).exclude(date__in=closed).update(venue=kept)
    against = [
        reason for reason in against_venues(Fixture.objects.filter(venue=kept), now=now) if reason not in against_before
    ]
    require_confirmed(against, anyway=anyway)
    gone.hidden_at = now
    gone.save(update_fields=["hidden_at"])
    made = _record_merge(kept, gone, why, data, despite=bool(against), by=by, now=now)
    tell_captains(moved, made.number, now=now)
    return kept


def _record_merge(
    kept: Venue, gone: Venue, why: str, data: dict[str, Any], *, despite: bool, by: User, now: dt.datetime
) -> JournalEntry:
    """Journal a merge under both ids, so that neither is ever deleted; return the first entry."""
    message = (
        N_("merged the venue {gone} into {kept}, despite the rules")
        if despite
        else N_("merged the venue {gone} into {kept}")
    )
    what = Text(message, gone=gone.name, kept=kept.name)
    kind, league = JournalKind.VENUE_CHANGED, kept.league
    made = record_numbered(league, kind, f"venue:{kept.pk}:", what, by=by, now=now, why=why, data=data)
    what = Text("hid the venue {gone}, which is {kept}", gone=gone.name, kept=kept.name)
    record_numbered(league, kind, f"venue:{gone.pk}:", what, by=by, now=now, why=why)
    return made
