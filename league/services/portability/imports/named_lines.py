"""The players of imported results, named as their squads have them, and dummies where nobody played."""

from collections import defaultdict
from dataclasses import replace

from league.rules.names import folded, is_name
from league.rules.short_sides import DUMMY
from league.services.portability.imports.planned import Plan
from league.services.portability.imports.result_lines import ResultLine


def squads_of(plan: Plan) -> dict[str, list[str]]:
    """The names registered for each team, in the files and already."""
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
