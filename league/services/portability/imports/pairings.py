"""The two sides of each fixture and result of the files: their division, fixture and pairing, and their players."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from league.rules.match_terms import DUMMY
from league.rules.names import folded, is_name
from league.rules.wording import in_numbers
from league.services.portability.imports.planned import (
    NO_DIVISION,
    FixtureKey,
    Home,
    Plan,
    homes_of,
    no_team,
    unknown,
)
from league.services.portability.imports.readers import Log
from league.services.portability.imports.result_lines import ResultLine
from league.services.portability.imports.values import FixtureValue
from league.translation import Text

Paired = TypeVar("Paired", FixtureValue, ResultLine)


def with_divisions(values: Iterable[Paired], plan: Plan, log: Log) -> list[Paired]:
    """Return fixtures or results with the division of their teams where the file says none.

    A team plays in one division of a season. Teams of two divisions are a problem, told once of each pairing.
    """
    homes = homes_of(plan)
    found: list[Paired] = []
    apart: set[tuple[str, str]] = set()
    for value in values:
        sides = (value.home, value.away)
        divisions = [homes[team].division for team in sides if team in homes]
        if value.division or not divisions or plan.doubtful.teams.keys() & set(sides):
            found.append(value)
        elif len(set(divisions)) == 1:
            found.append(replace(value, division=divisions[0]))
        elif sides in apart:
            log.passed_over(value.row)
        else:
            apart.add(sides)
            message = Text(
                "{home} is in {division} and {away} in {other}; teams of one division meet",
                home=value.home, division=divisions[0], away=value.away, other=divisions[1],
            )  # fmt: skip
            log.problem(value.row, "division", message, quote=False)
    return found


def pair_once(fixtures: list[FixtureValue], log: Log) -> list[FixtureValue]:
    """The fixtures, a pairing that its round has already being a problem, and one the other way round a warning."""
    first: dict[tuple[int, str, str], FixtureValue] = {}
    for fixture in fixtures:
        known = first.setdefault((fixture.round, fixture.home, fixture.away), fixture)
        reverse = first.get((fixture.round, fixture.away, fixture.home))
        other = known if known is not fixture or reverse is None else reverse
        about = {"pairing": _pairing(other), "line": fixture.row.line_of(other.row)}
        if known is not fixture:
            message = Text("{pairing} is in line {line} already, in round {round}; two teams meet once a round",
                           round=fixture.round, **about)  # fmt: skip
            log.problem(fixture.row, "home", message, quote=False)
        elif reverse is not None:
            log.warning(fixture.row, "home", describe_repeat(fixture, other), quote=False)
    return list(first.values())


def describe_repeat(fixture: FixtureValue, other: FixtureValue) -> Text:
    return Text(
        "these teams meet in line {line} too, in the same round: {pairing}",
        line=fixture.row.line_of(other.row), pairing=_pairing(other),
    )  # fmt: skip


def _pairing(fixture: FixtureValue) -> Text:
    return Text("{home} v {away}", home=fixture.home, away=fixture.away)


def check_sides(what: FixtureValue | ResultLine, homes: Mapping[str, Home], plan: Plan, log: Log) -> None:
    if {what.home, what.away} & plan.doubtful.teams.keys():
        log.passed_over(what.row)
        return
    divisions = {at.division for at in homes.values()} | set(plan.doubtful.teams.values())
    if what.division and what.division not in divisions:
        log.problem(what.row, "division", unknown(NO_DIVISION, what.division, divisions))
        return
    for side, team in (("home", what.home), ("away", what.away)):
        if team not in homes:
            log.problem(what.row, side, no_team(plan, team, homes))
        elif homes[team].division != what.division:
            message = Text("is in {actual}, not in {division}", actual=homes[team].division, division=what.division)
            log.problem(what.row, side, message)


def gather_results(plan: Plan, lines: list[ResultLine], log: Log) -> None:
    homes = homes_of(plan)
    fixtures = set(plan.known.fixtures) | {(f.division, f.date, f.home, f.away) for f in plan.fixtures}
    dates = {(key[0], key[2], key[3]): key[1] for key in fixtures}
    unknown: set[FixtureKey] = set()
    for line in lines:
        check_sides(line, homes, plan, log)
        if not log.good(line.row):
            continue
        key = (line.division, line.date, line.home, line.away)
        if key in fixtures and line.division in plan.formats:
            plan.results.setdefault(key, []).append(line)
            continue
        if key in fixtures or key in unknown or (line.home, line.away) in plan.doubtful.fixtures:
            # Said already: of the fixture's first line, of the fixture itself, or of its division.
            log.passed_over(line.row)
            continue
        unknown.add(key)
        date = dates.get((line.division, line.home, line.away))
        log.problem(line.row, "date", _no_fixture(line, date))


def _no_fixture(line: ResultLine, date: dt.date | None) -> Text:
    if date is None:
        return Text("there is no fixture {home} v {away} on this day", home=line.home, away=line.away)
    return Text(
        "there is no fixture {home} v {away} on this day; these teams meet on {date}",
        home=line.home,
        away=line.away,
        date=in_numbers(date),
    )


def squads_of(plan: Plan) -> dict[str, list[str]]:
    squads = {team: list(names) for team, names in plan.known.squads.items()}
    for team, player in [(player.team, player.name) for player in plan.players] + sorted(plan.doubtful.players):
        names = squads.setdefault(team, [])
        if player not in names:
            names.append(player)
    return squads


def as_known(lines: list[ResultLine], squads: dict[str, list[str]]) -> list[ResultLine]:
    """Return lines with each name as the team has it already, or as the file wrote it first; it joins the squad.

    A name of another team stays a stranger here: nobody can be asked which of the two is meant.
    """
    spelt: dict[str, dict[str, str]] = defaultdict(dict)
    for team, names in squads.items():
        for name in names:
            spelt[team].setdefault(folded(name), name)

    def known(team: str, name: str) -> str:
        squad = squads.setdefault(team, [])
        if name in squad or not is_name(name):
            return name
        elsewhere = any(folded(name) in names for other, names in spelt.items() if other != team)
        if elsewhere and folded(name) not in spelt[team]:
            return name
        found = spelt[team].setdefault(folded(name), name)
        if found not in squad:
            squad.append(found)
        return found

    return [
        replace(
            line,
            home_players=tuple(known(line.home, name) for name in line.home_players),
            away_players=tuple(known(line.away, name) for name in line.away_players),
        )
        for line in lines
    ]


def with_dummies(lines: list[ResultLine]) -> list[ResultLine]:
    """Return lines with a blank in the place of each partner who is written down as a dummy."""

    def named(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple("" if name.casefold() == DUMMY else name for name in names)

    return [
        replace(line, home_players=named(line.home_players), away_players=named(line.away_players)) for line in lines
    ]
