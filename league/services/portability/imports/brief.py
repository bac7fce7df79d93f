"""The brief that a timetable is made from, read from the secretary's spreadsheets alone; the database is not asked."""

from collections.abc import Iterable, Mapping

from league.errors import Invalid
from league.rules.problems import Problem
from league.services.portability.imports.plan import divisions_of, make_plan, values_of
from league.services.portability.imports.planned import NO_TEAM, Plan, homes_of, unknown
from league.services.portability.imports.readers import Log, Row, in_order
from league.services.portability.imports.reading import rows_of, understood
from league.services.portability.imports.values import WishValue, wish_value
from league.translation import N_, Text
from timetable.values import Brief, Division, MeetInWeek, NeverBothAtHome, SecondHalf, Team, Venue, Wish

NEEDED = ("venues.csv", "teams.csv", "season.csv")
READ = (*NEEDED, "wishes.csv")


def read_brief(
    files: Mapping[str, bytes], *, second_half: SecondHalf | None = None, seed: int = 0
) -> tuple[Brief, tuple[Problem, ...]]:
    """The brief that spreadsheets say, and what is odd about them.

    Args:
        files: contents by file name: `NEEDED`, and wishes.csv where there are any; others are not read.
        second_half: in place of what season.csv says.

    Raises:
        Invalid: every problem of the files, each with its place.
    """
    log = Log()
    # A workbook of the whole season has more than is needed here.
    sheets = [sheet for sheet in understood(files, log) if sheet.subject in READ]
    rows = rows_of(sheets, log, READ)
    for name in NEEDED:
        if name not in rows:
            log.of_file(name, N_("is needed for a timetable"))
    plan = make_plan(rows, None, log)
    wishes = values_of(plan.wish_rows, wish_value, log)
    if plan.weeks is not None:
        for wish in wishes:
            _check_wish(wish, plan, log)
    given = plan.season
    if log.problems or given is None:
        raise Invalid(in_order(log.problems))
    half: SecondHalf = second_half or ("french" if given.second_half == "french" else "mirrored")
    brief = Brief(
        divisions=tuple(Division(name, tuple(_teams(plan, name))) for name in divisions_of(plan)),
        venues=tuple(Venue(venue.name, venue.boards, frozenset(venue.closed or ())) for venue in plan.venues),
        first_week=given.first_week,
        rounds=given.rounds,
        no_play=frozenset(given.no_play),
        second_half=half,
        wishes=tuple(_wish(wish) for wish in wishes),
        seed=seed,
        shape=given.shape,
    )
    return brief, tuple(in_order(log.warnings))


def _teams(plan: Plan, division: str) -> Iterable[Team]:
    homes = homes_of(plan)
    for team in plan.teams:
        if team.division == division:
            home = homes[team.name]
            yield Team(team.name, home.venue, home.night, home.start, home.blackouts)


def _wish(value: WishValue) -> Wish:
    if value.kind == "meet in week":
        return MeetInWeek(value.team, value.other, value.round, value.week)
    return NeverBothAtHome(value.team, value.other)


def _check_wish(wish: WishValue, plan: Plan, log: Log) -> None:
    row: Row = wish.row
    division = {team.name: team.division for team in plan.teams} | plan.doubtful.teams
    for heading, name in (("team", wish.team), ("other", wish.other)):
        if name not in division:
            log.problem(row, heading, unknown(NO_TEAM, name, division))
    if not log.good(row) or wish.kind != "meet in week":
        return
    if division[wish.team] != division[wish.other]:
        message = Text("is in {division}; only teams of one division meet", division=division[wish.other])
        log.problem(row, "other", message)
    weeks = {week.number: week.kind for week in plan.weeks or () if week.round == wish.round and week.number}
    if not weeks:
        log.problem(row, "round", N_("the season has no such round"))
    elif wish.week not in weeks:
        log.problem(row, "week", Text("round {round} has the weeks 1 to {last}", round=wish.round, last=max(weeks)))
    elif weeks[wish.week] == "catch-up":
        log.problem(row, "week", Text("is left blank in round {round}", round=wish.round))
