"""One round of a division as a model: who is at home in which week, and who is whose host.

`Places` puts the teams on the places of timetables from the catalogue, which have as few breaks as any. `Free` is every
timetable there is, and `Rows` no more than its rows of home and away: quicker, and what it refutes is refuted. Weeks
are those of the first round, counted from 0.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, combinations, permutations, product
from typing import Protocol

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import Literal

from timetable.bounds import fewest_breaks
from timetable.calendar import half_of, play_weeks_for
from timetable.patterns import complement
from timetable.schemes import cheap_rows, longest_run, patterns_of, season_row
from timetable.values import LONGEST_RUN, SecondHalf
from timetable.weeks import Half, Pairing, order_of

Row = tuple[tuple[int, str], ...]  # weeks of the first round, and whether at home, away or free in them
Side = tuple[int, int, str]  # a team, a week of the first round, H or A
Turn = tuple[int, bool]  # a week of the first round, and whether home and away are swapped


class Core(Protocol):
    weeks: int
    teams: int

    def at_home(self, team: int, week: int, side: str) -> Literal:
        """That the team is at home (side H) or away (A)."""

    def hosts(self, host: int, guest: int, week: int) -> Literal:
        """That the one is at home to the other."""

    def balanced(self, team: int, holds: Sequence[Literal]) -> None:
        """Ask for balance, where all of `holds` hold."""

    def no_run(self, team: int, holds: Sequence[Literal]) -> None:
        """Ask for no row of three in the season, where all of `holds` hold."""

    def breaks(self) -> cp_model.LinearExprT:
        """The breaks of the season."""

    def half(self, solver: cp_model.CpSolver) -> Half:
        """The round that was found."""


class Places:
    """Each team on one place of one timetable of the catalogue."""

    def __init__(
        self, model: cp_model.CpModel, halves: Sequence[Half], teams: int, rounds: int, second_half: SecondHalf,
        half: bool = False,
    ) -> None:  # fmt: skip
        self.model, self.halves, self.teams, self.weeks = model, halves, teams, play_weeks_for(teams)
        self.patterns = [patterns_of(one, teams) for one in halves]
        self.rows = [[season_row(row, rounds, second_half, half) for row in rows] for rows in self.patterns]
        self.facing = [[{a: b for p in week for a, b in (p, p[::-1])} for week in one] for one in halves]
        self.places = [(entry, place) for entry in range(len(halves)) for place in range(teams)]
        self.on = {(team, *place): model.new_bool_var("") for team in range(teams) for place in self.places}
        self._sides: dict[tuple[int, int, str], Literal] = {}
        self._hosts: dict[tuple[int, int, int], Literal] = {}
        self.chosen = [model.new_bool_var("") for _ in halves]
        model.add_exactly_one(self.chosen)
        for team in range(teams):
            model.add_exactly_one(self.on[team, *place] for place in self.places)
            for entry, choice in enumerate(self.chosen):
                model.add(sum(self.on[team, entry, place] for place in range(teams)) == choice)
        for entry, place in self.places:
            model.add(sum(self.on[team, entry, place] for team in range(teams)) == self.chosen[entry])

    def at_home(self, team: int, week: int, side: str) -> Literal:
        key = (team, week, side)
        if key not in self._sides:
            literal = self._sides[key] = self.model.new_bool_var("")
            here = [place for place in self.places if self.patterns[place[0]][place[1]][week] == side]
            self.model.add(sum(self.on[team, *place] for place in here) == literal)
        return self._sides[key]

    def hosts(self, host: int, guest: int, week: int) -> Literal:
        key = (host, guest, week)
        if key not in self._hosts:
            literal = self._hosts[key] = self.model.new_bool_var("")
            for entry, place in self.places:
                here = self.on[host, entry, place]
                if self.patterns[entry][place][week] == "H":
                    there = self.on[guest, entry, self.facing[entry][week][place]]
                    self.model.add_implication(literal, there).only_enforce_if(here)
                    self.model.add_bool_or(literal, ~here, ~there)
                else:
                    self.model.add_implication(here, ~literal)
        return self._hosts[key]

    def balanced(self, team: int, holds: Sequence[Literal]) -> None:
        for entry, place in self.places:
            row = self.patterns[entry][place]
            if abs(row.count("H") - row.count("A")) > 1:
                self.model.add_bool_or(~self.on[team, entry, place], *(~each for each in holds))

    def no_run(self, team: int, holds: Sequence[Literal]) -> None:
        for entry, place in self.places:
            if longest_run(self.rows[entry][place]) > LONGEST_RUN:
                self.model.add_bool_or(~self.on[team, entry, place], *(~each for each in holds))

    def breaks(self) -> cp_model.LinearExprT:
        return 0  # the fewest there are

    def half(self, solver: cp_model.CpSolver) -> Half:
        team_on = {key[1:]: key[0] for key, on in self.on.items() if solver.boolean_value(on)}
        entry = next(entry for entry, choice in enumerate(self.chosen) if solver.boolean_value(choice))
        return tuple(
            tuple((team_on[entry, home], team_on[entry, away]) for home, away in week) for week in self.halves[entry]
        )


class Rows:
    """The rows of home and away alone: whoever meets whom, no timetable has others. What they cannot do, none can."""

    def __init__(
        self, model: cp_model.CpModel, teams: int, rounds: int, second_half: SecondHalf, half: bool = False
    ) -> None:
        self.model, self.teams, self.weeks = model, teams, play_weeks_for(teams)
        own = half_of(self.weeks) if half else self.weeks
        self.bound = fewest_breaks(teams, rounds, second_half, half)
        self.season = [
            (week, number % 2 == 0)
            for number in range(1, rounds + 1)
            for week in order_of(second_half, number, self.weeks)[: own if number == rounds else self.weeks]
        ]
        self._sides = {
            (team, week, side): model.new_bool_var("")
            for team in range(teams)
            for week in range(self.weeks)
            for side in "HA"
        }
        self._breaks: list[cp_model.LinearExprT] = []
        for team, week in product(range(teams), range(self.weeks)):
            home, away = self._sides[team, week, "H"], self._sides[team, week, "A"]
            if teams % 2:
                model.add_at_most_one(home, away)
            else:
                model.add_exactly_one(home, away)
        self._pairings()

    def _halves(self) -> None:
        """As many at home as away in each week."""
        for week, side in product(range(self.weeks), "HA"):
            self.model.add(sum(self._sides[team, week, side] for team in range(self.teams)) == self.teams // 2)

    def _pairings(self) -> None:
        """As many at home as away in each week, everybody free at most once, and for each pair a week to meet in."""
        weeks = range(self.weeks)
        self._halves()
        for team in range(self.teams) if self.teams % 2 else ():
            self.model.add(sum(self._sides[team, week, side] for week in weeks for side in "HA") == self.teams - 1)
        for one, other in combinations(range(self.teams), 2):
            meet = []
            for week, (here, there) in product(weeks, (("H", "A"), ("A", "H"))):
                meet.append(self.model.new_bool_var(""))
                self.model.add_implication(meet[-1], self._sides[one, week, here])
                self.model.add_implication(meet[-1], self._sides[other, week, there])
            self.model.add_bool_or(meet)

    def at_home(self, team: int, week: int, side: str) -> Literal:
        return self._sides[team, week, side]

    def hosts(self, host: int, guest: int, week: int) -> Literal:
        return self.model.new_bool_var("")  # as may be

    def balanced(self, team: int, holds: Sequence[Literal]) -> None:
        home = sum(self._sides[team, week, "H"] for week in range(self.weeks))
        fixtures = self.teams - 1
        self.model.add_linear_constraint(home, fixtures // 2, fixtures - fixtures // 2).only_enforce_if(*holds)

    def no_run(self, team: int, holds: Sequence[Literal]) -> None:
        for row in dict.fromkeys(row for rows in self._rows(LONGEST_RUN + 1) for row in rows):
            self.model.add_bool_or(*self._broken(team, row), *(~each for each in holds))

    def breaks(self) -> cp_model.LinearExprT:
        if not self._breaks:
            times = Counter(self._rows(2))  # a later round repeats the rows of the first
            for team in range(self.teams):
                self._breaks.append(self._team_breaks(team, times))
            self.model.add(sum(self._breaks) >= self.bound)
        return sum(self._breaks)

    def _team_breaks(self, team: int, times: Mapping[tuple[Row, ...], int]) -> cp_model.LinearExprT:
        breaks = []
        for rows, often in times.items():
            literal = self.model.new_bool_var("")
            breaks.append(often * literal)
            for row in rows:
                self.model.add_bool_or(literal, *self._broken(team, row))
        return sum(breaks)

    def _rows(self, length: int) -> Iterator[tuple[Row, ...]]:
        """Each place in the season where so many fixtures may follow one another: the row at home and the row away."""
        gaps = (1, 2) if self.teams % 2 else (1,)  # 2 over a free week; none has two of them running
        for first, steps in product(range(len(self.season)), product(gaps, repeat=length - 1)):
            fixtures = list(accumulate(steps, initial=first))
            if fixtures[-1] < len(self.season):
                free = [self.season[at][0] for at in range(first, fixtures[-1]) if at not in fixtures]
                rows = (self._row([self.season[at] for at in fixtures], free, side) for side in "HA")
                yield tuple(sorted(row for row in rows if row))

    @staticmethod
    def _row(fixtures: Sequence[Turn], free: Sequence[int], side: str) -> Row:
        """What the first round must be for such a row of the season; empty where it contradicts itself."""
        asked: dict[int, str] = dict.fromkeys(free, "-")
        for week, swapped in fixtures:
            letter = complement(side) if swapped else side
            if asked.setdefault(week, letter) != letter:
                return ()
        return tuple(sorted(asked.items()))

    def _broken(self, team: int, row: Row) -> list[Literal]:
        """What prevents the row, if any one of them holds."""
        return [
            literal
            for week, letter in row
            for literal in (
                [self._sides[team, week, "H"], self._sides[team, week, "A"]]
                if letter == "-"
                else [~self._sides[team, week, letter]]
            )
        ]

    def half(self, solver: cp_model.CpSolver) -> Half:
        return ((),) * self.weeks

    def chosen_sides(self, solver: cp_model.CpSolver) -> list[Side]:
        """Return which teams were found to be at home in which weeks, and which away."""
        return [key for key, literal in self._sides.items() if solver.boolean_value(literal)]


class Columns(Rows):
    """The rows again, each of the cheaper ones a choice of its own: more to solve, and much better bounds."""

    def __init__(
        self, model: cp_model.CpModel, teams: int, rounds: int, second_half: SecondHalf, half: bool = False
    ) -> None:
        super().__init__(model, teams, rounds, second_half, half)
        self.costs, self.dearer = cheap_rows(teams, rounds, second_half, half)
        self._taken: dict[str, list[Literal]] = {row: [] for row in self.costs}

    def _team_breaks(self, team: int, times: Mapping[tuple[Row, ...], int]) -> cp_model.LinearExprT:
        breaks = super()._team_breaks(team, times)
        chosen = {row: self.model.new_bool_var("") for row in self.costs}
        dearer = self.model.new_bool_var("")
        self.model.add_exactly_one(*chosen.values(), dearer)
        for week, side in product(range(self.weeks), "HA"):
            here = [literal for row, literal in chosen.items() if row[week] == side]
            elsewhere = [literal for row, literal in chosen.items() if row[week] != side]
            self.model.add(sum(here) <= self._sides[team, week, side])
            self.model.add(sum(elsewhere) <= 1 - self._sides[team, week, side])
        cost = sum(self.costs[row] * literal for row, literal in chosen.items()) + self.dearer * dearer
        self.model.add(breaks >= cost)
        for row, literal in chosen.items():
            self._taken[row].append(literal)
            if len(self._taken[row]) == self.teams:
                self.model.add_at_most_one(self._taken[row])
        return breaks


class Free(Rows):
    """Every round there is: a pairing in each week, or not."""

    def _pairings(self) -> None:
        if self.teams % 2:
            self._halves()  # it follows, but not easily: nine teams are no pairs
        every = range(self.weeks)
        pairs = permutations(range(self.teams), 2)
        self.met = {(*pair, week): self.model.new_bool_var("") for pair in pairs for week in every}
        for one, other in combinations(range(self.teams), 2):
            either = ((one, other), (other, one))
            self.model.add_exactly_one(self.met[pair[0], pair[1], week] for pair in either for week in every)
        for team, week in product(range(self.teams), every):
            others = [other for other in range(self.teams) if other != team]
            home, away = self._sides[team, week, "H"], self._sides[team, week, "A"]
            self.model.add_exactly_one(*(self.met[team, other, week] for other in others), ~home)
            self.model.add_exactly_one(*(self.met[other, team, week] for other in others), ~away)

    def hosts(self, host: int, guest: int, week: int) -> Literal:
        return self.met[host, guest, week]

    def half(self, solver: cp_model.CpSolver) -> Half:
        weeks: list[list[Pairing]] = [[] for _ in range(self.weeks)]
        for (home, away, week), met in self.met.items():
            if solver.boolean_value(met):
                weeks[week].append((home, away))
        return tuple(map(tuple, weeks))

    def hint(self, half: Half) -> None:
        """Begin the search at this round."""
        kept = {(home, away, week) for week, pairings in enumerate(half) for home, away in pairings}
        for key, met in self.met.items():
            self.model.add_hint(met, key in kept)
