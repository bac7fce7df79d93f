"""From one round of numbered teams to the meetings of a season, with their weeks, dates and venues."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from timetable.circle import circle
from timetable.values import Brief, Division, Meeting
from timetable.weeks import Half, mondays_of, night_of, order_of, usual_weeks


class Plan(NamedTuple):
    """A division's first round, its teams by number, and the numbers of its weeks of play in each round."""

    half: Half
    weeks: tuple[tuple[int, ...], ...]


def circle_plans(brief: Brief, divisions: Collection[int]) -> dict[int, Plan]:
    """The circle method's plans of some divisions, by number."""
    return {
        number: Plan(
            circle(len(division.teams)),
            tuple(usual_weeks(brief, division, of_round) for of_round in range(1, brief.rounds + 1)),
        )
        for number, division in enumerate(brief.divisions)
        if number in divisions
    }


def meetings_from(brief: Brief, plans: Mapping[str, Plan]) -> list[Meeting]:
    """Every meeting of a season. The rounds after the first have home and away swapped from one to the next."""
    return [
        meeting for division in brief.divisions for meeting in _division_meetings(brief, division, plans[division.name])
    ]


def _division_meetings(brief: Brief, division: Division, plan: Plan) -> Iterator[Meeting]:
    mondays = mondays_of(brief)
    for number in range(1, brief.rounds + 1):
        order = order_of(brief.second_half, number, len(plan.half))
        weeks = plan.weeks[number - 1]
        for week, played in zip(weeks, order[: len(weeks)], strict=True):
            for pairing in plan.half[played]:
                home, away = (division.teams[place] for place in (pairing if number % 2 else pairing[::-1]))
                date = night_of(mondays[number, week], home.night)
                yield Meeting(division.name, number, week, date, home.name, away.name, home.venue)
