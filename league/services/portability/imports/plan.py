"""Checking the files together and against what the league has already, before anything is written."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from league.models import Fixture, League, Season
from league.rules.names import folded
from league.rules.wording import clock, in_numbers
from league.services.portability.imports.columns import DIVISION, SUBJECTS
from league.services.portability.imports.pairings import (
    check_sides,
    describe_repeat,
    gather_results,
    pair_once,
    with_divisions,
)
from league.services.portability.imports.planned import (
    NO_DIVISION,
    NO_VENUE,
    Doubtful,
    Existing,
    Home,
    Plan,
    evening_in,
    homes_of,
    known_of,
    no_team,
    own_of,
    unknown,
)
from league.services.portability.imports.readers import Log, Row
from league.services.portability.imports.result_lines import result_line
from league.services.portability.imports.season_resolver import number_weeks, season_of, season_weeks_of
from league.services.portability.imports.spelling import spellings_of
from league.services.portability.imports.values import (
    FixtureValue,
    PlayerValue,
    TeamValue,
    VenueValue,
    fixture_value,
    player_value,
    season_value,
    team_value,
    venue_value,
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
    season_rows = rows.get("season.csv", [])
    # A template's empty sheet says nothing of the season; the page, or the dates, do.
    known = league is not None and Season.objects.filter(league=league, hidden_at=None).exists()
    if "season.csv" in rows and not season_rows and not log.unreadable and not known:
        log.of_file("season.csv", N_("there is no season in it"))
    if log.unreadable:
        return Plan(Existing())
    given = values_of(season_rows[:1], season_value, log)
    for row in season_rows[1:]:
        log.problem(row, "season", N_("one season at a time: this is a second one"))
    season = season_of(league, given[0].name if given else None, chosen, rows, today, log) if league else None
    if season is None and not season_rows and not log.unreadable:
        log.of_file("season.csv", N_("is needed: this league has no season yet"))
    if log.unreadable:
        return Plan(Existing())
    if season_rows and not given:
        # Of which season these files are cannot be known.
        season = None
    plan = Plan(known_of(league, season), season=given[0] if given else None)
    rows = _respelt(rows, plan, log)
    plan.venues = _once(values_of(rows.get("venues.csv", ()), venue_value, log), lambda v: (v.name,), "venue", log)
    plan.teams = _once(values_of(rows.get("teams.csv", ()), team_value, log), lambda t: (t.name,), "team", log)
    plan.teams = [team for team in (_with_home(team, plan, log) for team in plan.teams) if team is not None]
    plan.players = _once(
        values_of(rows.get("players.csv", ()), player_value, log), lambda p: (p.team, p.name, p.email), "player", log
    )
    plan.fixtures = values_of(rows.get("fixtures.csv", ()), fixture_value, log)
    plan.wish_rows = rows.get("wishes.csv", [])
    results = values_of(rows.get("results.csv", ()), result_line, log)
    plan.doubtful = _doubtful(rows, plan, log)
    _check_teams(plan, log)
    _check_calendar(plan, log)
    _check_players(plan, log)
    if plan.fixtures and plan.known.has_timetable:
        message = N_("the fixtures of this season are those of its published timetable; leave this file out")
        log.problem(plan.fixtures[0].row, "division", message, quote=False)
        return plan
    if plan.weeks is not None or (plan.season is None and season is not None):
        plan.fixtures = pair_once(number_weeks(with_divisions(plan.fixtures, plan, log), plan, log), log)
        _check_fixtures(plan, log)
        gather_results(plan, with_divisions(results, plan, log), log)
    return plan


def _respelt(rows: Mapping[str, list[Row]], plan: Plan, log: Log) -> dict[str, list[Row]]:
    spellings = spellings_of(plan.known, log)
    # What is named first is known to what follows: the files in the order of their subjects.
    found = {file: spellings.respell(file, rows[file]) for file in SUBJECTS if file in rows}
    given, known = plan.season, plan.known.season
    if given is not None and known is not None and given.name != known.name:
        log.warning(given.row, "season", Text("is taken as {known}", known=known.name))
    if given is not None:
        evenings = {spellings.spell(DIVISION, name): own for name, own in given.evenings.items()}
        plan.season = replace(given, evenings=evenings)
    return found


def _with_home(team: TeamValue, plan: Plan, log: Log) -> TeamValue | None:
    """A team with its night and its start, which may be left out where everybody has the same."""
    with_night = _with_night(team, plan, log)
    start = own_of(plan, team.division).own_start
    if team.start is None and start is None:
        log.problem(team.row, "start", N_("write a time like 20:00"))
        return None
    if team.start is not None and start not in (None, team.start):
        told = Text("everybody in {division} starts at {time}; leave this cell empty",
                    division=team.division, time=clock(start))  # fmt: skip
        log.problem(team.row, "start", told)
        return None
    return with_night and replace(with_night, start=team.start or start)


def _with_night(team: TeamValue, plan: Plan, log: Log) -> TeamValue | None:
    """A team with its home night, which may be left out where there is one evening for everybody."""
    evening = evening_in(plan, team.division)
    if team.night is not None and evening in (None, team.night):
        return team
    if evening is None:
        log.problem(team.row, "home night", N_("write a day of the week, like Tuesday"))
        return None
    if team.night is not None:
        told = N_("everybody plays on {evening}; leave this cell empty")
        if own_of(plan, team.division).night is not None:
            told = N_("everybody in {division} plays on {evening}; leave this cell empty")
        message = Text(told, evening=WEEKDAYS[evening], division=team.division)
        log.problem(team.row, "home night", message)
        return None
    return replace(team, night=evening)


def _doubtful(rows: Mapping[str, list[Row]], plan: Plan, log: Log) -> Doubtful:
    bad = {file: [row for row in found if not log.good(row)] for file, found in rows.items()}
    teams = {row["team"]: row["division"] for row in bad.get("teams.csv", ())}
    return Doubtful(
        {row["venue"] for row in bad.get("venues.csv", ())},
        {name: division for name, division in teams.items() if name not in {team.name for team in plan.teams}},
        {(row["team"], row["player"]) for row in bad.get("players.csv", ())},
        {(row["home"], row["away"]) for row in bad.get("fixtures.csv", ())},
    )


Value = TypeVar("Value")
Located = TypeVar("Located", VenueValue, TeamValue, PlayerValue)


def values_of(rows: Iterable[Row], make: Callable[[Row, Log], Value | None], log: Log) -> list[Value]:
    made = (make(row, log) for row in rows if log.good(row))
    return [value for value in made if value is not None]


def _once(values: list[Located], key: Callable[[Located], object], heading: str, log: Log) -> list[Located]:
    first: dict[object, Located] = {}
    for value in values:
        known = first.setdefault(key(value), value)
        if known is not value:
            log.problem(value.row, heading, Text("stands in line {line} already", line=value.row.line_of(known.row)))
    return list(first.values())


def _check_teams(plan: Plan, log: Log) -> None:
    venues = set(plan.known.venues) | {venue.name for venue in plan.venues} | plan.doubtful.venues
    for team in plan.teams:
        if team.name in plan.known.merged:
            log.problem(team.row, "team", no_team(plan, team.name, ()))
        if team.venue not in venues:
            log.problem(team.row, "home venue", unknown(NO_VENUE, team.venue, venues))
        entry = plan.known.entries.get(team.name)
        if entry is not None and entry.division.name != team.division:
            message = Text("{team} is in {division} this season already", team=team.name, division=entry.division.name)
            log.problem(team.row, "division", message)


def divisions_of(plan: Plan) -> list[str]:
    """Names of the season's divisions: those it has, then new ones in the order of teams.csv."""
    return list(dict.fromkeys([*plan.known.divisions, *(team.division for team in plan.teams)]))


def _sizes(plan: Plan) -> Counter[str]:
    members = {name: entry.division.name for name, entry in plan.known.entries.items()}
    members.update(plan.doubtful.teams)
    members.update({team.name: team.division for team in plan.teams})
    return Counter(members.values())


def _check_calendar(plan: Plan, log: Log) -> None:
    """Lay out the weeks of a season that is given, and the format of every division."""
    plan.formats = dict(plan.known.divisions)
    given = plan.season
    if given is None:
        for team in plan.teams if plan.known.season is not None else ():
            if team.division not in plan.known.divisions:
                message = N_("is new, and only season.csv says how it plays; load that with it")
                log.problem(team.row, "division", message)
        return
    strange = [name for name in given.evenings if name not in divisions_of(plan)]
    for name in strange:
        log.problem(given.row, "evenings of divisions", unknown(NO_DIVISION, name, divisions_of(plan)))
    largest = max(_sizes(plan).values(), default=0)
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
        rounds=given.rounds,
        play_weeks=play_weeks_for(largest),
        no_play=given.no_play,
        shape=replace(given.shape, every=plan.known.season.weeks_apart) if plan.known.season else given.shape,
    )
    for name in divisions_of(plan):
        plan.formats[name] = given.fixture_format


def _check_players(plan: Plan, log: Log) -> None:
    teams = set(plan.known.entries) | {team.name for team in plan.teams} | set(plan.doubtful.teams)
    by_email: dict[str, PlayerValue] = {}
    by_name: dict[str, list[PlayerValue]] = defaultdict(list)
    for player in plan.players:
        if player.team not in teams:
            log.problem(player.row, "team", no_team(plan, player.team, teams))
        first = by_email.setdefault(player.email, player) if player.email else player
        if first is not player:
            taken = Text("is {name}'s already, in line {line}", name=first.name, line=player.row.line_of(first.row))
            log.problem(player.row, "email", taken)
        by_name[folded(player.name)].append(player)
    for player in plan.players:
        same = [other for other in by_name[folded(player.name)] if other.team == player.team]
        if len(same) > 1 and same[0] is not player:
            twice = Text("two players of {team} have this name; tell them apart", team=player.team)
            log.problem(player.row, "player", twice)
    for players in by_name.values():
        if len(players) > 1:
            warning = Text.plural(
                "{n} player has this name: also {others}",
                "{n} players have this name: also {others}",
                n=len(players),
                others=Text.joined(", ", [_in_line(player.team, player.row) for player in players[1:]]),
            )
            log.warning(players[0].row, "player", warning)


def _in_line(team: str, row: Row) -> Text:
    return Text("{team} (line {line})", team=team, line=row.line)


def _check_fixtures(plan: Plan, log: Log) -> None:
    homes = homes_of(plan)
    weeks = {(week.round, week.number): week.starts for week in season_weeks_of(plan)}
    nights: dict[tuple[str, dt.date], list[FixtureValue]] = defaultdict(list)
    busy: dict[tuple[int, int, str], FixtureValue] = {}
    taken = _occupied_weeks(plan)
    met: dict[tuple[int, frozenset[str]], FixtureValue] = {}
    for fixture in plan.fixtures:
        check_sides(fixture, homes, plan, log)
        if not log.good(fixture.row):
            continue
        start = weeks.get((fixture.round, fixture.week))
        if start is None:
            log.problem(fixture.row, "week", Text("round {round} has no week of this number", round=fixture.round))
            continue
        before = met.setdefault((fixture.round, frozenset({fixture.home, fixture.away})), fixture)
        if before is not fixture and any(
            busy.get((fixture.round, fixture.week, team)) for team in (fixture.home, fixture.away)
        ):
            # It is there twice: that other fixtures of its week stand in its way only follows.
            log.problem(fixture.row, "home", describe_repeat(fixture, before), quote=False)
            continue
        for side, team in (("home", fixture.home), ("away", fixture.away)):
            other = busy.setdefault((fixture.round, fixture.week, team), fixture)
            if other is not fixture:
                log.problem(
                    fixture.row,
                    side,
                    Text("plays in this week already, in line {line}", line=fixture.row.line_of(other.row)),
                )
            elif (fixture.round, fixture.week, team) in taken:
                known = str(taken[fixture.round, fixture.week, team])
                log.problem(fixture.row, side, Text("plays {fixture} in this week already", fixture=known))
        _warn_of_date(fixture, start, homes, log)
        nights[(homes[fixture.home].venue, fixture.date)].append(fixture)
    boards = plan.known.venues | {venue.name: venue.boards for venue in plan.venues}
    for (venue, _), fixtures in nights.items():
        if len(fixtures) > boards.get(venue, 1):
            room = Text.plural(
                "{venue} has room for {n} fixture at once; also at home: {others}",
                "{venue} has room for {n} fixtures at once; also at home: {others}",
                n=boards.get(venue, 1),
                venue=venue,
                others=Text.joined(", ", [_in_line(f.home, f.row) for f in fixtures[:-1]]),
            )
            log.warning(fixtures[-1].row, "home", room)


def _occupied_weeks(plan: Plan) -> dict[tuple[int, int | None, str], Fixture]:
    named = {(fixture.round, fixture.home, fixture.away) for fixture in plan.fixtures}
    found = {}
    for fixture in plan.known.fixtures.values():
        week, home, away = fixture.week, fixture.home.name, fixture.away.name
        if (week.round.number, home, away) not in named:
            found.update({(week.round.number, week.number, team): fixture for team in (home, away)})
    return found


def _warn_of_date(fixture: FixtureValue, start: dt.date, homes: Mapping[str, Home], log: Log) -> None:
    end = start + dt.timedelta(days=6)
    if not start <= fixture.date <= end:
        outside = Text(
            "is not in week {week} ({first} to {last})",
            week=fixture.week,
            first=in_numbers(start),
            last=in_numbers(end),
        )
        log.warning(fixture.row, "date", outside)
    elif fixture.date.weekday() != homes[fixture.home].night:
        night = WEEKDAYS[fixture.date.weekday()]
        log.warning(
            fixture.row, "date", Text("is a {weekday}, not {team}'s home night", weekday=night, team=fixture.home)
        )
    for team in (fixture.home, fixture.away):
        if fixture.date in homes[team].blackouts:
            log.warning(fixture.row, "date", Text("{team} cannot play on this day", team=team))
