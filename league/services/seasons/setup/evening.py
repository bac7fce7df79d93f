"""The evening on which everybody plays, where a season has one: it is the home night of every team."""

from collections.abc import Iterable

from league.models import Entry, Season
from league.rules.problems import Problem
from league.rules.settings import SeasonSettings, stored
from league.rules.wording import WEEKDAYS
from league.translation import N_, Text


def evening_of(season: Season) -> int | None:
    """Return the evening on which everybody of a season plays, Monday 0; None where each team has its own night."""
    return stored(SeasonSettings, season).night


def home_night(season: Season, said: int | None) -> tuple[int, list[Problem]]:
    """Return the home night of a team of a season, and what is wrong with the one that was said, if any was."""
    evening = evening_of(season)
    if evening is None:
        return (said or 0), ([Problem("no-night", N_("Choose the home night."), "night")] if said is None else [])
    if said is None or said == evening:
        return evening, []
    message = Text("Everybody plays on {evening} this season; leave the night out.", evening=WEEKDAYS[evening])
    return evening, [Problem("night", message, "night")]


def problems_of_nights(evening: int | None, teams: Iterable[tuple[str, int]]) -> list[Problem]:
    """Return a problem for each team of a list whose night is not the evening on which everybody plays.

    Args:
        evening: that evening, Monday 0; None where each team has its own night.
        teams: name and night of each.
    """
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


def all_play_on(season: Season, evening: int | None) -> None:
    """Make an evening the home night of every team of a locked season; None changes nothing (one query)."""
    if evening is not None:
        Entry.objects.filter(season=season).exclude(home_night=evening).update(home_night=evening)
