"""Home night and start of teams: their checks, and entries that follow a change.

They are written to the teams' entries (decisions 0059 and 0056), so that whoever reads an entry has the right ones.
"""

import datetime as dt
from collections.abc import Iterable

from league.models import Division, Entry, Season
from league.queries.seasons.divisions import evening_in, home_of
from league.rules.problems import Problem
from league.rules.settings import AS_THE_SEASON
from league.rules.wording import clock
from league.translation import N_, Text
from timetable.calendar import WEEKDAYS


def bring_home(entry: Entry) -> list[str]:
    """Give an entry its division's night and start; return the columns to save."""
    found = home_of(entry.division, entry.home_night, entry.start_time)
    for name, value in found.items():
        setattr(entry, name, value)
    return list(found)


def problems_of_home(division: Division, night: int | None, start: dt.time | None) -> list[Problem]:
    """Return what is wrong with a team's night and start; None is right where the division or the season has them."""
    return [*problems_of_night(division, night), *problems_of_start(division, start)]


def problems_of_night(division: Division, said: int | None) -> list[Problem]:
    evening = evening_in(division)
    if evening is None:
        return [Problem("no-night", N_("Choose the home night."), "night")] if said is None else []
    if said in (None, evening):
        return []
    told = N_("Everybody plays on {evening} this season; leave the night out.")
    if division.own_evening != AS_THE_SEASON:
        told = N_("Everybody in {division} plays on {evening}; leave the night out.")
    return [Problem("night", Text(told, evening=WEEKDAYS[evening], division=division.name), "night")]


def problems_of_start(division: Division, said: dt.time | None) -> list[Problem]:
    start = division.own_start
    if start is None:
        return (
            [Problem("no-start", N_("Write when its home fixtures start, like 20:00."), "start")]
            if said is None
            else []
        )
    if said in (None, start):
        return []
    told = Text(
        "Everybody in {division} starts at {time}; leave the start out.", division=division.name, time=clock(start)
    )
    return [Problem("start", told, "start")]


def problems_of_nights(evening: int | None, teams: Iterable[tuple[str, int]]) -> list[Problem]:
    """Return a problem for each (team, night) that is not the evening on which everybody plays."""
    if evening is None:
        return []
    return [
        Problem(
            "night",
            Text(
                "Everybody plays on {evening}; leave {night} out of the line of {team}.",
                evening=WEEKDAYS[evening], night=WEEKDAYS[night], team=team,
            ),
            "teams",
        )
        for team, night in teams
        if night != evening
    ]  # fmt: skip


def all_play_on(season: Season, evening: int | None) -> int:
    """Make an evening the home night of every team of a locked season, except in divisions with their own.

    Return how many teams change; None for the evening changes nothing (one query).
    """
    if evening is None:
        return 0
    teams = Entry.objects.filter(season=season, division__own_evening=AS_THE_SEASON)
    return teams.exclude(home_night=evening).update(home_night=evening)


def all_follow(division: Division) -> None:
    """Give every team of a division of a locked season its night and start, where it has them (two queries at most)."""
    evening, start = evening_in(division), division.own_start
    teams = Entry.objects.filter(division=division)
    if evening is not None:
        teams.update(home_night=evening)
    if start is not None:
        teams.update(start_time=start)
