"""Checking the files together and against what the league has already, before anything is written."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace

from league.models import League, Season
from league.rules.names import folded
from league.rules.wording import clock
from league.services.portability.imports.columns import DIVISION, Row
from league.services.portability.imports.dates import in_the_morning
from league.services.portability.imports.existing import (
    NO_DIVISION,
    NO_VENUE,
    Existing,
    InvalidRefs,
    Plan,
    evening_in,
    homes_of,
    no_team,
    read_existing,
    settings_in,
    unknown,
)
from league.services.portability.imports.pairings import check_fixtures, gather_results
from league.services.portability.imports.row_reader import Log, Typed, read_results, read_rows
from league.services.portability.imports.season_resolver import season_of
from league.services.portability.imports.spelling import Spellings
from league.services.portability.imports.spreadsheets import (
    SUBJECTS,
    FixtureRow,
    PlayerRow,
    SeasonRow,
    TeamRow,
    VenueRow,
)
from league.translation import N_, Text
from timetable.calendar import WEEKDAYS, play_weeks_for, season_weeks


def make_plan(
    rows: Mapping[str, list[Row]],
    league: League | None,
    log: Log,
    *,
    today: dt.date = dt.date.min,
    chosen: Season | None = None,
) -> Plan:
    """Check every file. What is wrong is in `log`; a plan with problems must not be written.

    Args:
        rows: of each subject that the files hold, as they were read.
        league: whose files they are; None judges them by themselves, without the database.
        today: in the league's time zone.
        chosen: the season they are for, where somebody chose one.
    """
    plan = _plan_season(rows, league, log, today, chosen)
    if log.unreadable:
        return plan
    rows = _respell(rows, plan, log)
    plan.venues = _once(read_rows(VenueRow, rows, log), lambda v: v.name, "venue", log)
    teams = read_rows(TeamRow, rows, log)
    for team in teams:
        if team.start is not None and in_the_morning(team.row["start"], team.start):
            message = N_("is read as a time in the morning; write it like 20:00 or 8pm for the evening")
            log.warning(team.row, "start", message)
    teams = [_with_home(team, plan, log) for team in _once(teams, lambda t: t.name, "team", log)]
    plan.teams = [team for team in teams if log.good(team.row)]
    plan.homes = homes_of(plan)
    players = read_rows(PlayerRow, rows, log)
    plan.players = _once(players, lambda p: (p.team, p.name, p.email), "player", log)
    fixtures = read_rows(FixtureRow, rows, log)
    results = read_results(rows.get("results.csv", ()), log)
    plan.wish_rows = rows.get("wishes.csv", [])
    plan.invalid_refs = _invalid_refs(rows, plan, log)
    _check_teams(plan, log)
    _check_calendar(plan, log)
    _check_players(plan, log)
    if fixtures and plan.existing.has_timetable:
        message = N_("the fixtures of this season are those of its published timetable; leave this file out")
        log.problem(fixtures[0].row, "division", message, quote=False)
    elif plan.weeks is not None or (plan.season is None and plan.existing.season is not None):
        check_fixtures(fixtures, plan, log)
        gather_results(results, plan, log)
    return plan


def _plan_season(
    rows: Mapping[str, list[Row]], league: League | None, log: Log, today: dt.date, chosen: Season | None
) -> Plan:
    """Return a plan of the season that the files are about, and nothing else yet."""
    season_rows = rows.get("season.csv", [])
    # A template's empty sheet says nothing of the season; the page, or the dates, do.
    known = league is not None and Season.objects.filter(league=league, hidden_at=None).exists()
    if "season.csv" in rows and not season_rows and not log.unreadable and not known:
        log.of_file("season.csv", N_("there is no season in it"))
    if log.unreadable:
        return Plan(Existing())
    given = next(iter(read_rows(SeasonRow, {"season.csv": season_rows[:1]}, log)), None)
    for row in season_rows[1:]:
        log.problem(row, "season", N_("one season at a time: this is a second one"))
    season = season_of(league, given.name if given else None, chosen, rows, today, log) if league else None
    if season is None and not season_rows and not log.unreadable:
        log.of_file("season.csv", N_("is needed: this league has no season yet"))
    if log.unreadable or league is None:
        return Plan(Existing(), given)
    # Where season.csv is faulty, of which season these files are cannot be known.
    return Plan(read_existing(league, season if given or not season_rows else None), given)


def _respell(rows: Mapping[str, list[Row]], plan: Plan, log: Log) -> dict[str, list[Row]]:
    spellings = Spellings(plan.existing, log)
    # What is named first is known to what follows: the files in the order of their subjects.
    respelt = {file: [spellings.respell(file, row) for row in rows[file]] for file in SUBJECTS if file in rows}
    given, known = plan.season, plan.existing.season
    if given is not None:
        if known is not None and given.name != known.name:
            log.warning(given.row, "season", Text("is taken as {known}", known=known.name))
        evenings = {spellings.spell(DIVISION, name): own for name, own in given.evenings.items()}
        plan.season = replace(given, evenings=evenings)
    return respelt


def _with_home(team: TeamRow, plan: Plan, log: Log) -> TeamRow:
    """Return a team with its night and its start, which may be left out where everybody has the same."""
    own, evening = settings_in(plan, team.division), evening_in(plan, team.division)
    if team.night is None and evening is None:
        log.problem(team.row, "home night", N_("write a day of the week, like Tuesday"))
    elif team.night is not None and evening not in (None, team.night):
        message = N_("everybody plays on {evening}; leave this cell empty")
        if own.night is not None:
            message = N_("everybody in {division} plays on {evening}; leave this cell empty")
        evening_name = WEEKDAYS[evening]
        log.problem(team.row, "home night", Text(message, evening=evening_name, division=team.division))
    if team.start is None and own.own_start is None:
        log.problem(team.row, "start", N_("write a time like 20:00"))
    elif team.start is not None and own.own_start not in (None, team.start):
        message = Text("everybody in {division} starts at {time}; leave this cell empty",
                       division=team.division, time=clock(own.own_start))  # fmt: skip
        log.problem(team.row, "start", message)
    night = evening if team.night is None else team.night
    return replace(team, night=night, start=team.start or own.own_start)


def _invalid_refs(rows: Mapping[str, list[Row]], plan: Plan, log: Log) -> InvalidRefs:
    bad = {file: [row for row in among if not log.good(row)] for file, among in rows.items()}
    named = {team.name for team in plan.teams}
    return InvalidRefs(
        {row["venue"] for row in bad.get("venues.csv", ())},
        {row["team"]: row["division"] for row in bad.get("teams.csv", ()) if row["team"] not in named},
        {(row["team"], row["player"]) for row in bad.get("players.csv", ())},
        {(row["home"], row["away"]) for row in bad.get("fixtures.csv", ())},
    )


def _once(values: list[Typed], key: Callable[[Typed], object], heading: str, log: Log) -> list[Typed]:
    first: dict[object, Typed] = {}
    for value in values:
        known = first.setdefault(key(value), value)
        if known is not value:
            log.problem(value.row, heading, Text("stands in line {line} already", line=value.row.line_of(known.row)))
    return list(first.values())


def _check_teams(plan: Plan, log: Log) -> None:
    venues = set(plan.existing.venues) | {venue.name for venue in plan.venues} | plan.invalid_refs.venues
    for team in plan.teams:
        if plan.existing.merged_into(team.name) is not None:
            log.problem(team.row, "team", no_team(plan, team.name, ()))
        if team.venue not in venues:
            log.problem(team.row, "home venue", unknown(NO_VENUE, team.venue, venues))
        entry = plan.existing.entries.get(team.name)
        if entry is not None and entry.division.name != team.division:
            message = Text("{team} is in {division} this season already", team=team.name, division=entry.division.name)
            log.problem(team.row, "division", message)


def divisions_of(plan: Plan) -> list[str]:
    """Names of the season's divisions: those it has, then new ones in the order of teams.csv."""
    return list(dict.fromkeys([*plan.existing.divisions, *(team.division for team in plan.teams)]))


def _check_calendar(plan: Plan, log: Log) -> None:
    """Lay out the weeks of a season that is given, and the format of every division."""
    plan.formats = {name: division.fixture_format for name, division in plan.existing.divisions.items()}
    given = plan.season
    if given is None:
        for team in plan.teams if plan.existing.season is not None else ():
            if team.division not in plan.existing.divisions:
                message = N_("is new, and only season.csv says how it plays; load that with it")
                log.problem(team.row, "division", message)
        return
    divisions = divisions_of(plan)
    for name in given.evenings:
        if name not in divisions:
            log.problem(given.row, "evenings of divisions", unknown(NO_DIVISION, name, divisions))
    members = {team.name: team.division for team in plan.homes.values()} | plan.invalid_refs.teams
    largest = max(Counter(members.values()).values(), default=0)
    if largest < 2:
        message = (
            N_("no division has two teams that could meet")
            if plan.teams
            else N_("no division has two teams: teams.csv is needed with it")
        )
        log.problem(given.row, "season", message, quote=False)
        return
    plan.weeks = season_weeks(
        given.first_week,
        rounds=given.rounds.number,
        play_weeks=play_weeks_for(largest),
        no_play=given.no_play,
        shape=replace(given.shape, every=plan.existing.season.weeks_apart) if plan.existing.season else given.shape,
    )
    plan.formats |= dict.fromkeys(divisions, given.fixture_format)


def _check_players(plan: Plan, log: Log) -> None:
    teams = set(plan.homes) | set(plan.invalid_refs.teams)
    by_email: dict[str, PlayerRow] = {}
    by_name: dict[str, list[PlayerRow]] = defaultdict(list)
    for player in plan.players:
        if player.team not in teams:
            log.problem(player.row, "team", no_team(plan, player.team, teams))
        first = by_email.setdefault(player.email, player) if player.email else player
        if first is not player:
            taken = Text("is {name}'s already, in line {line}", name=first.name, line=player.row.line_of(first.row))
            log.problem(player.row, "email", taken)
        namesakes = by_name[folded(player.name)]
        if any(other.team == player.team for other in namesakes):
            twice = Text("two players of {team} have this name; tell them apart", team=player.team)
            log.problem(player.row, "player", twice)
        namesakes.append(player)
    for first, *others in by_name.values():
        if others:
            warning = Text.plural(
                "{n} player has this name: also {others}",
                "{n} players have this name: also {others}",
                n=len(others) + 1,
                others=Text.joined(
                    ", ", [Text("{team} (line {line})", team=other.team, line=other.row.line) for other in others]
                ),
            )
            log.warning(first.row, "player", warning)
