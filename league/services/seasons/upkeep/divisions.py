"""A team that was put into the wrong division of a season plays in another one."""

import copy
import datetime as dt

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import JournalKind, NoticeKind, PostponementState
from league.errors import Invalid
from league.models import Division, Entry, Fixture, League, Season, User
from league.queries.people.people import captains_of_season
from league.queries.seasons.upkeep.divisions import Move, move_of
from league.rules.problems import Problem
from league.rules.reasons import WRITE_LESS, check_reason
from league.services.dates.evenings import bring_home
from league.services.fixtures import cancel_fixture, open_postponement, turn
from league.services.journal import record_numbered
from league.services.locks import entry_now, hold, require_shown
from league.services.notices import cancel, owe
from league.services.seasons.upkeep.checking import different, from_to
from league.services.seasons.withdraw import POINTLESS
from league.translation import N_, Text


@transaction.atomic
def move_team(entry: Entry, division: Division, *, reason: str = "", by: User, now: dt.datetime) -> Move:
    """Put a team of a season into another division of it. Where it is there already nothing changes.

    It plays on the evening of its new division, where that has one of its own, and starts when it does. In a draft that
    is all. In a published season in which nothing has been played its fixtures are cancelled, the
    captains of both divisions are told, and a new timetable is due, in which both divisions have their fixtures.

    Args:
        reason: in the journal and in the message to the captains; asked for once the season has fixtures.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        WrongState: the season or the team is hidden.
        Changed: the team is not entered any more.
        Invalid: a division of another season; no reason, or one too long; it has withdrawn, it has results, or no new
            timetable can be made; all at once.
    """
    league = entry.season.league
    access.require(by, "team.withdraw", league, now=now)
    found = _locked(entry)
    if division.pk == found.division_id:
        return Move(True, (), ())
    move = move_of(found, now=now)
    why = reason.strip()
    problems = [*_elsewhere(found, division), *move.against, *_reason_problems(why, move)]
    if problems:
        raise Invalid(problems)
    for fixture in move.cancelled:
        _cancel(fixture, found, by=by, now=now)
    former, found.division = found.division, division
    before = copy.copy(found)
    fields = bring_home(found)
    new = different(before, {name: getattr(found, name) for name in fields})
    found.save(update_fields=["division", *new])
    names = {"team": found.team.name, "old": former.name, "new": division.name, "season": found.season.name}
    data = {"division": {"from": former.name, "to": division.name}, "cancelled": [one.pk for one in move.cancelled]}
    data |= from_to(before, new)
    what = Text("moved {team} from {old} to {new} of {season}", **names)
    made = record_numbered(
        league, JournalKind.TEAM_CHANGED, f"team:{found.team_id}:", what, by=by, now=now, why=why, data=data,
        team=found.team,
    )  # fmt: skip
    if not move.draft:
        today = now.astimezone(league.tz).date()
        told = [*captains_of_season(found.season, on=today, division=former)]
        told += captains_of_season(found.season, on=today, division=division)
        text = Text("{team} has moved from {old} to {new}: a new timetable follows. {reason}", **names, reason=why)
        key = f"division:{found.pk}:{made.number}"
        owe(league, list(dict.fromkeys(told)), NoticeKind.FIXTURE_MOVED, key, text=text, now=now)
    return move


def _locked(entry: Entry) -> Entry:
    """Return the entry in the order of locks in which timetables are published: league, season, fixtures, team."""
    League.objects.select_for_update(no_key=True).get(pk=entry.season.league_id)
    season = (
        Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=entry.season_id)
    )
    entry = entry_now(entry)
    mine = Fixture.objects.filter(Q(home=entry.team_id) | Q(away=entry.team_id), division__season=season)
    list(mine.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    Entry.objects.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True).get(pk=entry.pk)
    hold(venues=(), teams=(entry.team_id,))
    found = Entry.objects.select_related("team", "division").get(pk=entry.pk)
    found.season = season
    require_shown(season, found.team)
    return found


def _elsewhere(entry: Entry, division: Division) -> list[Problem]:
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
        turn(put_off, PostponementState.LAPSED, decided_by=by, decided_at=now, why=why)
    cancel_fixture(fixture, by=by, now=now)
    cancel(fixture, POINTLESS)
