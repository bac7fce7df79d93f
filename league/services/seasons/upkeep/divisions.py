import copy
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState
from league.errors import Invalid
from league.models import Division, Entry, Fixture, League, Season, User
from league.queries.people.people import captains_of_season
from league.queries.seasons.divisions import Move, move_of
from league.rules.problems import WRITE_LESS, Problem, check_reason
from league.services.dates.evenings import bring_home
from league.services.fixtures import cancel_fixture, open_postponement, turn
from league.services.journal import record_numbered
from league.services.locks import entry_now, hold, require_shown
from league.services.notices import cancel, queue_notice
from league.services.seasons.late_teams import fill_byes
from league.services.seasons.upkeep.checking import different, old_and_new
from league.services.seasons.withdraw import POINTLESS
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
    and
    the captains of both divisions are told. Before play a new timetable is due; where none can be made it plays whoever
    has
    a free week in the other division.

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
    found = _locked(entry, division)
    if division.pk == found.division_id:
        return Moved(Move(True, (), ()))
    move = move_of(found, now=now)
    why = reason.strip()
    problems = [*_elsewhere(found, division), *move.against, *move.problems_of(division)]
    problems += _reason_problems(why, move)
    if problems:
        raise Invalid(problems)
    for fixture in move.cancelled:
        _cancel(fixture, found, by=by, now=now)
    # As it is now: its evening may have changed since it was chosen.
    former, found.division = found.division, Division.objects.get(pk=division.pk)
    found.division.season = found.season
    before = copy.copy(found)
    fields = bring_home(found)
    new = different(before, {name: getattr(found, name) for name in fields})
    found.save(update_fields=["division", *new])
    made = fill_byes(found, now=now) if move.joins else []
    names = {"team": found.team.name, "old": former.name, "new": division.name, "season": found.season.name}
    data = {"division": {"from": former.name, "to": division.name}, "cancelled": [one.pk for one in move.cancelled]}
    data |= old_and_new(before, new)
    if made:
        data["fixtures"] = [one.pk for one in made]
    what = _describe_move(made, names)
    entered = record_numbered(
        league, JournalKind.TEAM_CHANGED, f"team:{found.team_id}:", what, by=by, now=now, why=why,
        data=data,
        team=found.team,
    )  # fmt: skip
    if not move.draft:
        today = now.astimezone(league.tz).date()
        told = [*captains_of_season(found.season, on=today, division=former)]
        told += captains_of_season(found.season, on=today, division=division)
        follows = N_("{team} has moved from {old} to {new}: a new timetable follows. {reason}")
        if made:
            follows = N_("{team} has moved from {old} to {new}, and plays whoever had a free week there. {reason}")
        key = f"division:{found.pk}:{entered.number}"
        text = Text(follows, **names, reason=why)
        queue_notice(league, list(dict.fromkeys(told)), NoticeKind.FIXTURE_MOVED, key, text=text, now=now)
    return Moved(move, len(made), sum(one.state == FixtureState.POSTPONED for one in made))


def _describe_move(made: Sequence[Fixture], names: Mapping[str, str]) -> Text:
    if not made:
        return Text("moved {team} from {old} to {new} of {season}", **names)
    return Text.plural(
        "moved {team} from {old} to {new} of {season}, with {n} fixture there",
        "moved {team} from {old} to {new} of {season}, with {n} fixtures there",
        n=len(made),
        **names,
    )


def _locked(entry: Entry, division: Division) -> Entry:
    """Lock the entry in the order of publishing: league, season, fixtures, teams, with the new division's teams and
    venues."""
    League.objects.select_for_update(no_key=True).get(pk=entry.season.league_id)
    season = (
        Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=entry.season_id)
    )
    entry = entry_now(entry)
    mine = Fixture.objects.filter(Q(home=entry.team_id) | Q(away=entry.team_id), division__season=season)
    list(mine.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    Entry.objects.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True).get(pk=entry.pk)
    others = Entry.objects.filter(division=division, withdrawn_on=None).values_list("venue", "team")
    venues = {entry.venue_id, *(venue for venue, _ in others)}
    hold(venues=venues, teams={entry.team_id, *(team for _, team in others)})
    found = Entry.objects.select_related("team", "division", "venue").get(pk=entry.pk)
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
