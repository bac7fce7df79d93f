"""Set up a draft of a season: step by step from a shape, or like a season before.

Every step is stored as its rows, so it can be left and resumed; nobody else sees a draft until its timetable is
published. Roles belong to the league: a captain stays captain until their role ends.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from league import access
from league.enums import CompetitionKind, JournalKind, NextMove
from league.errors import Invalid, WrongState
from league.models import PRESENT, Division, Entry, Fixture, JournalEntry, League, Player, Registration, Season, User
from league.queries.results.sheets import is_played
from league.queries.seasons.drafts import is_dealt
from league.rules.names import check_line, clean_line, folded
from league.rules.problems import Problem
from league.rules.settings import Day, DivisionSettings, SeasonSettings, Weeks, declared
from league.rules.shapes import SHAPES
from league.services.dates.evenings import apply_division_home, apply_home_to_teams
from league.services.journal import record, record_numbered
from league.services.locks import require_shown, reread_entry
from league.services.seasons.checking import changed_values, old_and_new, problems_of
from league.services.slugs import unique_slug
from league.translation import N_, Text, join_names
from timetable.calendar import monday_of

MOST_DIVISIONS = 20
LONGEST_NAME = 60
# A season is planned for a time that somebody alive may see.
YEARS = range(2000, 2100)
FIRST_DIVISION = "Division 1"


@transaction.atomic
def start_season(
    league: League, name: str, shape: str, *, first_day: dt.date | None = None, by: User, now: dt.datetime
) -> Season:
    """Create a draft with one division of a shape (`rules.shapes.SHAPES`), by default three weeks on."""
    locked = lock_league(league, by=by, now=now)
    problems = []
    if shape not in SHAPES:
        problems.append(Problem("shape", N_("Choose a shape to start from."), "shape"))
    day = first_day or now.astimezone(locked.tz).date() + dt.timedelta(weeks=3)
    season = Season(league=locked)
    problems += check_named(season, name, day)
    if problems:
        raise Invalid(problems)
    # Names are written on the sheet until the secretary wants a list of players.
    for setting, value in {"registration": "open", **SHAPES[shape].season}.items():
        setattr(season, setting, value)
    season.save(force_insert=True)
    division = Division(season=season)
    wrong = problems_of(division, {"name": FIRST_DIVISION, "slug": "division-1", **SHAPES[shape].division})
    if wrong:
        raise Invalid(wrong)
    division.save(force_insert=True)
    what = Text("made a draft of {season}", season=season.name)
    data = {"shape": shape}
    record(locked, JournalKind.SEASON_MADE, str(season.pk), by=by, now=now, what=what, data=data)
    return season


def lock_league(league: League, *, by: User, now: dt.datetime) -> League:
    """Lock a league for its secretary; WrongState if it is hidden."""
    access.require(by, "season.make", league, now=now)
    locked = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    access.require(by, "season.make", locked, now=now)
    if locked.hidden_at is not None:
        raise WrongState(Text("{thing} is hidden, and nothing changes in it. Restore it first.", thing=locked.name))
    return locked


def lock_draft(season: Season, *, by: User, now: dt.datetime) -> Season:
    """Lock a league, then its draft; WrongState if the season is hidden, published, or has fixtures."""
    lock_league(season.league, by=by, now=now)
    locked = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    require_draft(locked)
    return locked


def require_draft(season: Season) -> None:
    """Raise WrongState if the season is hidden, published, or has fixtures (one query)."""
    require_shown(season)
    if (
        season.published_at is not None
        or Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE).exists()
    ):
        raise WrongState(Text("{season} has its fixtures; it is no draft any more.", season=season.name))


def lock_unplayed(season: Season, *, by: User, now: dt.datetime) -> Season:
    """Lock a league, then a season of it that nobody has played in; raises as `require_unplayed`."""
    lock_league(season.league, by=by, now=now)
    locked = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)
    require_unplayed(locked)
    return locked


def require_unplayed(season: Season) -> None:
    """Raise WrongState if the season is hidden, or a result of it was sent (one query)."""
    require_shown(season)
    if is_played(season):
        message = Text("{season} has results: its setup is over. Change its settings instead.", season=season.name)
        raise WrongState(message)


def check_named(season: Season, name: str, first_day: dt.date) -> list[Problem]:
    """Set a draft's name, slug and first week; return what is wrong with them."""
    called = clean_line(name.replace("\0", ""))
    others = Season.objects.filter(league=season.league).exclude(pk=season.pk)
    if not called:
        return [Problem("no-name", N_("Write the season’s name, such as 2026–27."), "name")]
    if first_day.year not in YEARS:
        return [Problem("range", N_("Write the day of the first evening, such as 15 September 2026."), "first_day")]
    values: dict[str, Any] = {"name": called, "first_week": monday_of(first_day)}
    if season.slug == "" or called != season.name:
        values["slug"] = unique_slug(called.replace("–", "-"), others.values_list("slug", flat=True), most=LONGEST_NAME)
    return problems_of(season, values)


@transaction.atomic
def plan_season(
    season: Season, name: str | None, first_day: dt.date, divisions: Sequence[str] | None = None, *, by: User,
    now: dt.datetime,
) -> Season:  # fmt: skip
    """Set the name, first week and divisions of a season without results; the same again changes nothing.

    None leaves the name or the divisions; those of a draft alone change. A new division is a copy of the first one;
    teams of one that is left out move to the last.
    """
    locked = lock_unplayed(season, by=by, now=now)
    before = Season.objects.get(pk=locked.pk)
    problems = check_named(locked, before.name if name is None else name, first_day)
    wanted = None if divisions is None else _clean_divisions(locked, divisions, problems)
    if problems:
        raise Invalid(problems)
    new = changed_values(before, {field: getattr(locked, field) for field in ("name", "slug", "first_week")})
    if new:
        locked.save(update_fields=list(new))
    data: dict[str, Any] = old_and_new(before, new) | _name_divisions(locked, wanted)
    key = f"{locked.pk}:planned:"
    first = not JournalEntry.objects.filter(league=locked.league, key__startswith=key).exists()
    if data or first:
        names = locked.divisions.order_by("order", "name").values_list("name", flat=True)
        what = Text("planned {season}: {divisions}", season=locked.name, divisions=join_names(list(names)))
        record_step(locked, "planned", what, data, by=by, now=now)
    return locked


@transaction.atomic
def name_divisions(season: Season, divisions: Sequence[str], *, by: User, now: dt.datetime) -> Season:
    """Replace the divisions of a draft by their names, as `plan_season`."""
    locked = lock_draft(season, by=by, now=now)
    problems: list[Problem] = []
    wanted = _clean_divisions(locked, divisions, problems)
    if problems:
        raise Invalid(problems)
    if data := _name_divisions(locked, wanted):
        what = Text("named the divisions of {season}: {divisions}", season=locked.name, divisions=join_names(wanted))
        record_step(locked, "divisions", what, data, by=by, now=now)
    return locked


def _clean_divisions(season: Season, divisions: Sequence[str], problems: list[Problem]) -> list[str]:
    """Return names of divisions as they are stored; problems with them are appended."""
    wanted = [clean_line(line.replace("\0", "")) for line in divisions]
    problems += _division_problems(wanted)
    if not problems and list(season.divisions.order_by("order", "name").values_list("name", flat=True)) != wanted:
        require_draft(season)
    return wanted


def _name_divisions(season: Season, wanted: list[str] | None) -> dict[str, Any]:
    """Write the divisions of a locked draft; return the change for the journal."""
    former = list(season.divisions.order_by("order", "name").values_list("name", flat=True))
    if wanted is None or former == wanted:
        return {}
    _write_divisions(season, wanted)
    return {"divisions": {"from": former, "to": wanted}}


def _division_problems(names: Sequence[str]) -> list[Problem]:
    if not any(names):
        return [Problem("no-division", N_("Write one division at least."), "divisions")]
    if len(names) > MOST_DIVISIONS:
        message = Text("A season has {most} divisions at most.", most=MOST_DIVISIONS)
        return [Problem("too-many", message, "divisions")]
    problems = []
    for number, name in enumerate(names, start=1):
        where = Text("line {number}", number=number)
        if len(name) > LONGEST_NAME:
            message = Text("Use a name of up to {most} letters.", most=LONGEST_NAME)
            problems.append(Problem("too-long", message, "divisions", where))
        problems += [replace(problem, where=where) for problem in check_line(name, "divisions")]
        if folded(name) in map(folded, names[: number - 1]):
            message = Text("There are two divisions called {name}.", name=name)
            problems.append(Problem("twice", message, "divisions", where))
    return problems


def _write_divisions(season: Season, wanted: Sequence[str]) -> None:
    before = list(season.divisions.order_by("order", "name"))
    keys = set(map(folded, wanted))
    by_name = {folded(division.name): division for division in before if folded(division.name) in keys}
    spare = [division for division in before if division not in by_name.values()]
    slugs = {division.slug for division in by_name.values()}
    like = before[0]
    kept = []
    for order, name in enumerate(wanted, start=1):
        division = by_name.get(folded(name))
        if division is not None:
            division.name = name
        else:
            division = spare.pop(0) if spare else _copy_division(like, season)
            division.name = name
            division.slug = unique_slug(name, slugs, most=LONGEST_NAME)
            slugs.add(division.slug)
        division.order = order
        # Of those that are left over one may still have this address.
        Division.objects.filter(pk__in=[other.pk for other in spare], slug=division.slug).update(
            slug=unique_slug(
                f"left-{division.slug}"[:LONGEST_NAME], [*slugs, *(other.slug for other in spare)], most=60
            )
        )
        division.save()
        kept.append(division)
    for division in spare:
        Entry.objects.filter(division=division).update(division=kept[-1])
        apply_home_to_teams(kept[-1])
        try:
            division.delete()
        except ProtectedError as protected:
            message = Text("{division} has lots recorded; it cannot be taken out.", division=division.name)
            raise Invalid([Problem("protected", message, "divisions")]) from protected


def _copy_division(like: Division, season: Season) -> Division:
    """Copy a division within its season, without its evening."""
    made, usual = copy_rules(like, season=season), DivisionSettings()
    for name in declared(DivisionSettings).keys() - {"won_by"}:
        setattr(made, name, getattr(usual, name))
    return made


def copy_rules(division: Division, *, season: Season) -> Division:
    """Copy a division's rules; not saved."""
    own = ("id", "season", "format", "format_since")
    fields = [field.attname for field in Division._meta.concrete_fields if field.name not in own]
    return Division(season=season, **{name: getattr(division, name) for name in fields})


@transaction.atomic
def deal_teams(season: Season, dealt: Mapping[int, int], *, by: User, now: dt.datetime) -> Season:
    """Deal the teams of a draft into its divisions (by ids); the rest stay. The same again changes nothing.

    A team takes its new division's evening and start, where it has them.
    """
    locked = lock_draft(season, by=by, now=now)
    divisions = {division.pk: division for division in locked.divisions.select_related("season")}
    entries = {entry.pk: entry for entry in Entry.objects.filter(season=locked).select_related("team", "division")}
    problems = [
        Problem("division", N_("Choose a division of this season."), f"team-{entry}")
        for entry, division in dealt.items()
        if entry not in entries or division not in divisions
    ]
    if problems:
        raise Invalid(problems)
    moved = {}
    for pk, division in dealt.items():
        entry = entries[pk]
        if entry.division_id != division:
            moved[entry.team.name] = {"from": entry.division.name, "to": divisions[division].name}
            entry.division = divisions[division]
            entry.save(update_fields=["division", *apply_division_home(entry)])
    if moved:
        what = Text.plural(
            "dealt {n} team of {season} into another division", "dealt {n} teams of {season} into other divisions",
            len(moved), season=locked.name,
        )  # fmt: skip
        record_step(locked, "dealt", what, moved, by=by, now=now)
    elif not is_dealt(locked):
        what = Text("left the teams of {season} in the divisions of the season before", season=locked.name)
        record_step(locked, "dealt", what, {}, by=by, now=now)
    return locked


def record_step(season: Season, step: str, what: Text, data: Mapping[str, Any], *, by: User, now: dt.datetime) -> None:
    key = f"{season.pk}:{step}:"
    record_numbered(season.league, JournalKind.SEASON_CHANGED, key, what, by=by, now=now, data=data)


# From the first week of one season to that of the one like it.
A_YEAR = dt.timedelta(weeks=52)
OWN = ("id", "league", "name", "slug", "first_week", "published_at", "hidden_at", "closed_at", "closed_by")


@transaction.atomic
def copy_season(
    league: League, last: Season, name: str, first_day: dt.date, *, squads: bool = False, by: User, now: dt.datetime
) -> Season:
    """Copy a season as a draft; of one that is closed the teams are in the divisions that its end decided.

    Dates, such as the last day of registration, move with the first week. Withdrawn or hidden teams, those that leave,
    and hidden venues with their teams, are left out.

    Args:
        squads: register everybody who is registered for a team to the end.
    """
    locked = lock_league(league, by=by, now=now)
    if last.league_id != locked.pk or last.hidden_at is not None:
        raise Invalid([Problem("last", N_("Choose a season of this league."), "like")])
    season = Season(league=locked, **_copied_settings(last))
    problems = check_named(season, name, first_day)
    if problems:
        raise Invalid(problems)
    moved = season.first_week - last.first_week
    for field, declaration in declared(SeasonSettings).items():
        then = getattr(season, field)
        if isinstance(declaration.kind, Day) and then is not None:
            setattr(season, field, then + moved)
        if isinstance(declaration.kind, Weeks):
            setattr(season, field, [(dt.date.fromisoformat(day) + moved).isoformat() for day in then])
    season.save(force_insert=True)
    divisions = {}
    for division in last.divisions.order_by("order", "name"):
        divisions[division.pk] = copy_rules(division, season=season)
        divisions[division.pk].save(force_insert=True)
    entries = _copy_entries(last, divisions)
    data = {"like": last.pk, "teams": len(entries), "promoted": last.closed_at is not None}
    if squads:
        data["players"] = _copy_squads(last, season, [entry.team_id for entry in entries])
    what = Text("made a draft of {season}, like {last}", season=season.name, last=last.name)
    record(locked, JournalKind.SEASON_MADE, str(season.pk), by=by, now=now, what=what, data=data)
    return season


def _copied_settings(last: Season) -> dict[str, Any]:
    fields = [field.attname for field in Season._meta.concrete_fields if field.name not in OWN]
    return {name: getattr(last, name) for name in fields}


def _copy_entries(last: Season, divisions: Mapping[int, Division]) -> list[Entry]:
    """Enter last season's teams in the new `divisions`, given by the old ones' ids."""
    entries = Entry.objects.filter(season=last, team__hidden_at=None, venue__hidden_at=None).exclude(
        move=NextMove.LEAVES
    )
    if last.closed_at is None:
        entries = entries.filter(withdrawn_on=None)
    made = [
        Entry(
            season=division.season, division=division, team_id=entry.team_id, venue_id=entry.venue_id,
            home_night=entry.home_night, start_time=entry.start_time,
        )
        for entry in entries.order_by("division__order", "division__name", "pk")
        if (division := divisions.get(entry.moves_to_id or entry.division_id)) is not None
    ]  # fmt: skip
    for entry in made:
        apply_division_home(entry)
    return Entry.objects.bulk_create(made)


def _copy_squads(last: Season, season: Season, teams: Sequence[int]) -> int:
    """Register last season's players of these teams from the first week on; return how many."""
    players = Player.objects.filter(PRESENT, league=last.league_id)
    rows = Registration.objects.filter(season=last, team__in=teams, player__in=players, ends_on=None).order_by("pk")
    made = [
        Registration(
            season=season, team_id=row.team_id, player_id=row.player_id, starts_on=season.first_week,
            reserve=row.reserve,
        )
        for row in rows
    ]  # fmt: skip
    return len(Registration.objects.bulk_create(made))


@transaction.atomic
def take_out_team(entry: Entry, *, by: User, now: dt.datetime) -> Season:
    """Take a team and its squad out of a draft; WrongState if the season is no draft, or the team is out already."""
    locked = lock_draft(entry.season, by=by, now=now)
    entry = reread_entry(entry, "team")
    Registration.objects.filter(season=locked, team=entry.team_id).delete()
    entry.delete()
    what = Text("took {team} out of {season}", team=entry.team.name, season=locked.name)
    record_step(locked, "taken-out", what, {"team": entry.team_id}, by=by, now=now)
    return locked
