"""The brief that a timetable is made from, read from the secretary's spreadsheets alone; the database is not asked."""

from collections.abc import Iterable, Mapping

from league.errors import Invalid
from league.rules.problems import Problem
from league.services.portability.imports.check_files import divisions_of, make_plan
from league.services.portability.imports.columns import Row
from league.services.portability.imports.existing import NO_TEAM, Plan, unknown
from league.services.portability.imports.row_reader import Log, in_order, read_values
from league.services.portability.imports.sheet_recognition import rows_of, understand_files
from league.services.portability.imports.spreadsheets import WISHES, WishRow
from league.translation import N_, Text
from timetable.values import Brief, Division, MeetInWeek, NeverBothAtHome, SecondHalf, Team, Venue, Wish

NEEDED = ("venues.csv", "teams.csv", "season.csv")
READ = (*NEEDED, WISHES)


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
    sheets = [sheet for sheet in understand_files(files, log) if sheet.subject in READ]
    rows = rows_of(sheets, log, READ)
    for name in NEEDED:
        if name not in rows:
            log.of_file(name, N_("is needed for a timetable"))
    plan = make_plan(rows, None, log)
    wishes = _read_wishes(plan.wish_rows, log)
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
        rounds=given.rounds.number,
        no_play=frozenset(given.no_play),
        second_half=half,
        wishes=tuple(map(_wish, wishes)),
        seed=seed,
        shape=given.shape,
    )
    return brief, tuple(in_order(log.warnings))


def _teams(plan: Plan, division: str) -> Iterable[Team]:
    for team in plan.teams:
        if team.division == division and team.night is not None and team.start is not None:
            yield Team(team.name, team.venue, team.night, team.start, frozenset(team.blackouts))


def _read_wishes(rows: Iterable[Row], log: Log) -> list[WishRow]:
    wishes = []
    for row in rows:
        if not log.good(row):
            continue
        values = {"round": 0, "week": 0, **read_values(WishRow, row, log, "kind", "team", "other")}
        if values["team"] and values["team"] == values["other"]:
            log.problem(row, "other", N_("a wish is about two teams"))
        if values["kind"] == "meet in week":
            values |= read_values(WishRow, row, log, "round", "week")
        elif values["kind"] is not None:
            for heading in ("round", "week"):
                if row[heading]:
                    message = Text("{wish} holds for every week; leave this empty", wish=values["kind"])
                    log.problem(row, heading, message)
        if log.good(row):
            wishes.append(WishRow(row=row, **values))
    return wishes


def _wish(wish: WishRow) -> Wish:
    if wish.kind == "meet in week":
        return MeetInWeek(wish.team, wish.other, wish.round, wish.week)
    return NeverBothAtHome(wish.team, wish.other)


def _check_wish(wish: WishRow, plan: Plan, log: Log) -> None:
    row = wish.row
    division = {team.name: team.division for team in plan.teams} | plan.invalid_refs.teams
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
