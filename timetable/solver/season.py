"""The divisions of a season in one model, with conditions on them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import Literal

from timetable.conditions import Atom, Member, Spot, Week
from timetable.layout import Plan
from timetable.solver.models import Core
from timetable.values import Brief
from timetable.weeks import numbers_of, order_of, own_weeks, usual_weeks

MakeCore = Callable[[cp_model.CpModel, int], Core]  # of a division by its number
Turn = tuple[int, Literal | None]  # a week of the first round, and what must hold for it to be played then


class SeasonModel:
    """Some divisions of a brief, each with its core, and when it plays which of its weeks.

    With `free_weeks` a division smaller than the largest has its idle weeks wherever they serve, in each round, but
    never in the last week of play.
    """

    def __init__(self, brief: Brief, divisions: Iterable[int], core: MakeCore, *, free_weeks: bool = False) -> None:
        self.brief, self.model = brief, cp_model.CpModel()
        self.numbers = {of_round: numbers_of(brief, of_round) for of_round in range(1, brief.rounds + 1)}
        self.cores = {number: core(self.model, number) for number in divisions}
        self._when: dict[tuple[int, int], dict[int, list[tuple[int, Literal | None]]]] = {}
        self._homes: dict[Spot, Literal | None] = {}
        for number in self.cores:
            for round_number in range(1, brief.rounds + 1):
                weeks = self._chosen_weeks(number, round_number) if free_weeks else self._usual(number, round_number)
                self._when[number, round_number] = weeks

    def ask(self, atoms: Iterable[Atom], *holds: Literal) -> None:
        """Ask for the atoms, where all of `holds` hold."""
        for atom in atoms:
            self._ask(atom, holds)

    def breaks(self) -> cp_model.LinearExprT:
        """The breaks of all the divisions."""
        return sum(core.breaks() for core in self.cores.values())

    def plans(self, solver: cp_model.CpSolver) -> dict[int, Plan]:
        """Return the plans that were found, by the division's number."""
        return {
            number: Plan(
                core.half(solver), tuple(self._played(solver, number, r) for r in range(1, self.brief.rounds + 1))
            )
            for number, core in self.cores.items()
        }

    def surely_hosting(self, spot: Spot, guest: int) -> list[Literal]:
        """That the one hosts the other then, where it is settled which week of the first round is played then."""
        return [literal for literal, played in self._hosting(spot, guest) if not played]

    def _ask(self, atom: Atom, holds: Sequence[Literal]) -> None:
        lapses = [~each for each in holds]
        if atom.impossible:
            self.model.add_bool_or(lapses)
        for limit, spots in atom.at_most:
            taken = [home for home in map(self._home, spots) if home is not None]
            if len(taken) == limit + 1:
                self.model.add_bool_or(*(~home for home in taken), *lapses)
            elif len(taken) > limit:
                self.model.add(sum(taken) <= limit).only_enforce_if(*holds)
        for spot, guest in atom.not_hosting:
            for literal, played in self._hosting(spot, guest):
                self.model.add_bool_or(~literal, *(~each for each in played), *lapses)
        if atom.absent:
            self._absent(atom.absent, lapses)
        if atom.meet:
            self._meet(*atom.meet, lapses)
        self._ask_of_rows(atom, holds)

    def _ask_of_rows(self, atom: Atom, holds: Sequence[Literal]) -> None:
        if atom.balanced:
            self.cores[atom.balanced.division].balanced(atom.balanced.team, holds)
        if atom.no_run:
            self.cores[atom.no_run.division].no_run(atom.no_run.team, holds)

    def _absent(self, spot: Spot, lapses: Sequence[Literal]) -> None:
        (division, team), week = spot
        for at, played in self._turns(division, week):
            for side in "HA":
                here = self.cores[division].at_home(team, at, side)
                self.model.add_bool_or(~here, *lapses, *([] if played is None else [~played]))

    def _meet(self, spot: Spot, other: int, lapses: Sequence[Literal]) -> None:
        here = self._hosting(spot, other)
        there = self._hosting(Spot(Member(spot.member.division, other), spot.week), spot.member.team)
        for (literal, played), (reverse, _) in zip(here, there, strict=True):
            self.model.add_bool_or(literal, reverse, *(~each for each in played), *lapses)
        if all(played for _, played in here):
            self.model.add_bool_or(*(each for _, played in here for each in played), *lapses)

    def _home(self, spot: Spot) -> Literal | None:
        """That the team is at home then; None where its division does not play."""
        if spot not in self._homes:
            (division, team), (round_number, _) = spot
            core, side = self.cores[division], "H" if round_number % 2 else "A"
            turns = [(core.at_home(team, week, side), played) for week, played in self._turns(division, spot.week)]
            self._homes[spot] = self._either(turns)
        return self._homes[spot]

    def _either(self, turns: Sequence[tuple[Literal, Literal | None]]) -> Literal | None:
        if not turns or turns[0][1] is None:
            return turns[0][0] if turns else None
        either = self.model.new_bool_var("")
        for literal, played in turns:
            if played is not None:
                self.model.add_bool_or(either, ~literal, ~played)
        return either

    def _hosting(self, spot: Spot, guest: int) -> list[tuple[Literal, list[Literal]]]:
        """For each week of the first round that may be played then: that the one hosts the other, and that it is."""
        (division, host), (round_number, _) = spot
        pair = (host, guest) if round_number % 2 else (guest, host)
        core = self.cores[division]
        return [
            (core.hosts(*pair, week), [] if played is None else [played])
            for week, played in self._turns(division, spot.week)
        ]

    def _turns(self, division: int, week: Week) -> list[Turn]:
        """The weeks of the first round that may be played in this week of the season."""
        order = order_of(self.brief.second_half, week[0], self.cores[division].weeks)
        return [(order[at], played) for at, played in self._when[division, week[0]].get(week[1], [])]

    def _usual(self, division: int, of_round: int) -> dict[int, list[tuple[int, Literal | None]]]:
        numbers = usual_weeks(self.brief, self.brief.divisions[division], of_round)
        return {number: [(at, None)] for at, number in enumerate(numbers)}

    def _chosen_weeks(self, division: int, of_round: int) -> dict[int, list[tuple[int, Literal | None]]]:
        own, numbers = own_weeks(self.brief, self.brief.divisions[division], of_round), self.numbers[of_round]
        idle = len(numbers) - own
        if not idle or not own:
            return self._usual(division, of_round)
        when: dict[int, list[tuple[int, Literal | None]]] = {numbers[-1]: [(own - 1, None)]}
        chosen = []
        for at in range(own - 1):
            places = {place: self.model.new_bool_var("") for place in range(at, at + idle + 1)}
            self.model.add_exactly_one(places.values())
            chosen.append(places)
            for place, literal in places.items():
                when.setdefault(numbers[place], []).append((at, literal))
        for before, after in pairwise(chosen):
            for place, literal in before.items():  # the next one is played later
                self.model.add_bool_or(~literal, *(other for later, other in after.items() if later > place))
        return when

    def _played(self, solver: cp_model.CpSolver, division: int, round_number: int) -> tuple[int, ...]:
        when: Mapping[int, list[tuple[int, Literal | None]]] = self._when[division, round_number]
        return tuple(
            number
            for number in self.numbers[round_number]
            if any(played is None or solver.boolean_value(played) for _, played in when.get(number, []))
        )
