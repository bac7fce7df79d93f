"""Checking the two sides of each fixture and result of the files: their division, fixture, week and pairing."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from league.models import Fixture
from league.rules.wording import in_numbers
from league.services.portability.imports.existing import NO_DIVISION, FixtureKey, Plan, no_team, unknown
from league.services.portability.imports.row_reader import Log
from league.services.portability.imports.season_resolver import number_weeks, numbered_weeks
from league.services.portability.imports.spreadsheets import FixtureRow, ResultRow
from league.translation import Text
from timetable.calendar import WEEKDAYS

Paired = TypeVar("Paired", FixtureRow, ResultRow)


def _with_divisions(rows: Iterable[Paired], plan: Plan, log: Log) -> list[Paired]:
    """Return fixtures or results with the division of their teams where the file says none.

    A team plays in one division of a season. Teams of two divisions are a problem, told once of each pairing.
    """
    divided: list[Paired] = []
    apart: set[tuple[str, str]] = set()
    for row in rows:
        sides = (row.home, row.away)
        divisions = [plan.homes[team].division for team in sides if team in plan.homes]
        if row.division or not divisions or plan.invalid_refs.teams.keys() & set(sides):
            divided.append(row)
        elif len(set(divisions)) == 1:
            divided.append(replace(row, division=divisions[0]))
        elif sides in apart:
            log.pass_over(row.row)
        else:
            apart.add(sides)
            message = Text(
                "{home} is in {division} and {away} in {other}; teams of one division meet",
                home=row.home, division=divisions[0], away=row.away, other=divisions[1],
            )  # fmt: skip
            log.problem(row.row, "division", message, quote=False)
    return divided


def _pair_once(fixtures: list[FixtureRow], log: Log) -> list[FixtureRow]:
    """Return the first fixture of each pairing of a round; a second is a problem, one the other way round a warning."""
    first: dict[tuple[int, str, str], FixtureRow] = {}
    for fixture in fixtures:
        known = first.setdefault((fixture.round, fixture.home, fixture.away), fixture)
        reverse = first.get((fixture.round, fixture.away, fixture.home))
        if known is not fixture:
            message = Text(
                "{pairing} is in line {line} already, in round {round}; two teams meet once a round",
                round=fixture.round, pairing=_pairing(known), line=fixture.row.line_of(known.row),
            )  # fmt: skip
            log.problem(fixture.row, "home", message, quote=False)
        elif reverse is not None:
            log.warning(fixture.row, "home", _describe_repeat(fixture, reverse), quote=False)
    return list(first.values())


def _describe_repeat(fixture: FixtureRow, other: FixtureRow) -> Text:
    return Text(
        "these teams meet in line {line} too, in the same round: {pairing}",
        line=fixture.row.line_of(other.row), pairing=_pairing(other),
    )  # fmt: skip


def _pairing(fixture: FixtureRow) -> Text:
    return Text("{home} v {away}", home=fixture.home, away=fixture.away)


def _check_sides(row: FixtureRow | ResultRow, plan: Plan, log: Log) -> bool:
    """Log what is wrong with the division and teams of a row; return whether it can be judged further."""
    invalid_refs = plan.invalid_refs.teams
    if {row.home, row.away} & invalid_refs.keys():
        log.pass_over(row.row)
        return False
    divisions = {home.division for home in plan.homes.values()} | set(invalid_refs.values())
    if row.division and row.division not in divisions:
        log.problem(row.row, "division", unknown(NO_DIVISION, row.division, divisions))
        return False
    for side, team in (("home", row.home), ("away", row.away)):
        if team not in plan.homes:
            log.problem(row.row, side, no_team(plan, team, plan.homes))
        elif (actual := plan.homes[team].division) != row.division:
            log.problem(row.row, side, Text("is in {actual}, not in {division}", actual=actual, division=row.division))
    return log.good(row.row)


def check_fixtures(rows: list[FixtureRow], plan: Plan, log: Log) -> None:
    """Add fixtures to the plan, with their division, round and week; log what is wrong or odd about them."""
    plan.fixtures = _pair_once(number_weeks(_with_divisions(rows, plan, log), plan, log), log)
    weeks = {(week.round, week.number): week.starts for week in numbered_weeks(plan)}
    nights: dict[tuple[str, dt.date], list[FixtureRow]] = defaultdict(list)
    busy: dict[tuple[int, int, str], FixtureRow] = {}
    occupied = _occupied_weeks(plan)
    met: dict[tuple[int, frozenset[str]], FixtureRow] = {}
    for fixture in plan.fixtures:
        if not _check_sides(fixture, plan, log):
            continue
        row, week, sides = fixture.row, (fixture.round, fixture.week), (fixture.home, fixture.away)
        if week not in weeks:
            log.problem(row, "week", Text("round {round} has no week of this number", round=fixture.round))
            continue
        before = met.setdefault((fixture.round, frozenset(sides)), fixture)
        if before is not fixture and any((*week, team) in busy for team in sides):
            # It is there twice: that other fixtures of its week stand in its way only follows.
            log.problem(row, "home", _describe_repeat(fixture, before), quote=False)
            continue
        for side, team in zip(("home", "away"), sides, strict=True):
            other = busy.setdefault((*week, team), fixture)
            if other is not fixture:
                log.problem(row, side, Text("plays in this week already, in line {line}", line=row.line_of(other.row)))
            elif (*week, team) in occupied:
                known = str(occupied[*week, team])
                log.problem(row, side, Text("plays {fixture} in this week already", fixture=known))
        _warn_of_date(fixture, weeks[week], plan, log)
        nights[plan.homes[fixture.home].venue, fixture.date].append(fixture)
    _warn_of_boards(nights, plan, log)


def _warn_of_boards(nights: Mapping[tuple[str, dt.date], list[FixtureRow]], plan: Plan, log: Log) -> None:
    boards = {name: venue.boards for name, venue in plan.existing.venues.items()}
    boards |= {venue.name: venue.boards for venue in plan.venues}
    for (venue, _), fixtures in nights.items():
        if len(fixtures) > boards.get(venue, 1):
            others = [Text("{team} (line {line})", team=one.home, line=one.row.line) for one in fixtures[:-1]]
            message = Text.plural(
                "{venue} has room for {n} fixture at once; also at home: {others}",
                "{venue} has room for {n} fixtures at once; also at home: {others}",
                n=boards.get(venue, 1),
                venue=venue,
                others=Text.joined(", ", others),
            )
            log.warning(fixtures[-1].row, "home", message)


def _occupied_weeks(plan: Plan) -> dict[tuple[int, int | None, str], Fixture]:
    """Return by round, week and team the fixtures of the season that the file does not name."""
    named = {(fixture.round, fixture.home, fixture.away) for fixture in plan.fixtures}
    occupied = {}
    for fixture in plan.existing.fixtures.values():
        week, home, away = fixture.week, fixture.home.name, fixture.away.name
        if (week.round.number, home, away) not in named:
            occupied.update({(week.round.number, week.number, team): fixture for team in (home, away)})
    return occupied


def _warn_of_date(fixture: FixtureRow, start: dt.date, plan: Plan, log: Log) -> None:
    end = start + dt.timedelta(days=6)
    if not start <= fixture.date <= end:
        message = Text(
            "is not in week {week} ({first} to {last})",
            week=fixture.week, first=in_numbers(start), last=in_numbers(end),
        )  # fmt: skip
        log.warning(fixture.row, "date", message)
    elif fixture.date.weekday() != plan.homes[fixture.home].night:
        weekday = WEEKDAYS[fixture.date.weekday()]
        message = Text("is a {weekday}, not {team}'s home night", weekday=weekday, team=fixture.home)
        log.warning(fixture.row, "date", message)
    for team in (fixture.home, fixture.away):
        if fixture.date in plan.homes[team].blackouts:
            log.warning(fixture.row, "date", Text("{team} cannot play on this day", team=team))


def gather_results(rows: list[ResultRow], plan: Plan, log: Log) -> None:
    """Add the lines of results to the plan by fixture; those of a fixture that is nowhere are a problem, once."""
    fixtures = set(plan.existing.fixtures) | {(f.division, f.date, f.home, f.away) for f in plan.fixtures}
    dates = {(division, home, away): date for division, date, home, away in fixtures}
    unknown_keys: set[FixtureKey] = set()
    for line in _with_divisions(rows, plan, log):
        if not _check_sides(line, plan, log):
            continue
        key = (line.division, line.date, line.home, line.away)
        if key in fixtures and line.division in plan.formats:
            plan.results.setdefault(key, []).append(line)
        elif key in fixtures or key in unknown_keys or (line.home, line.away) in plan.invalid_refs.fixtures:
            # Said already: of the fixture's first line, of the fixture itself, or of its division.
            log.pass_over(line.row)
        else:
            unknown_keys.add(key)
            log.problem(line.row, "date", _no_fixture(line, dates.get((line.division, line.home, line.away))))


def _no_fixture(line: ResultRow, date: dt.date | None) -> Text:
    sides = {"home": line.home, "away": line.away}
    if date is None:
        return Text("there is no fixture {home} v {away} on this day", **sides)
    return Text(
        "there is no fixture {home} v {away} on this day; these teams meet on {date}", date=in_numbers(date), **sides
    )
