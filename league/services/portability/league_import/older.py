"""The rows of files that an older Muggins wrote: what their tables lacked, and what they had instead.

Each version of the format is brought up to the next one here, and nowhere else.
"""

import copy
from collections.abc import Mapping
from typing import Any

from django.db.models import F, Model

from league.models import Appeal, Division, Game, JournalEntry, League, Match, Notice, Result, Season

# The oldest version of the format that is read.
OLDEST = 2
# By the version that had them first: columns that were added to a table, and what a row of before has in them.
ADDED: Mapping[int, Mapping[type[Model], dict[str, Any]]] = {
    3: {JournalEntry: {"made_of": {}}, Notice: {"made_of": {}}},
    4: {
        Division: {
            **dict.fromkeys(
                (
                    "points_per_loss",
                    "points_per_close_loss",
                    "points_per_match_drawn",
                    "points_per_whole_match",
                    "points_per_whole_fixture",
                    "points_per_lurch",
                    "points_per_double_lurch",
                ),
                "0.00",
            ),
            "close_loss_games": 0,
            "merit_minimum": 0,
            "walkover_games": None,
            "walkover_games_against": 0,
            "walkover_points": None,
            "absent_points": None,
            "singles_own": None,
            "doubles_own": None,
            "singles_rules": {},
            "doubles_rules": {},
        },
        Appeal: {"goes_to": "secretary", "vote_days": 7, "decided_as": ""},
        League: {"appeals_by": "secretary", "vote_days": 7, "currency": "GBP"},
        Game: {"won": ""},
        Match: {"ends": "all", "written": "scores", "finished": True},
        Result: {"finished": True},
        Season: {"registration": "required"},
    },
}


def brought_up(model: type[Model], said: dict[str, Any], version: int) -> dict[str, Any]:
    """Return a row of a file of that version as a file of today has it; what is wrong with it stays wrong."""
    for since, added in ADDED.items():
        if version < since:
            said = copy.deepcopy(added.get(model, {})) | said
    if version < 4 and model is Match and "games_to_play" in said:
        games = said.pop("games_to_play")
        said |= {"games_most": games, "games_needed": games}
    return said


def finish(league: League, version: int) -> None:
    """Say of a league that was read from a file of that version what none of its rows could say by itself.

    Before version 4 every match had the games of its division, and whatever had fewer was never finished.
    """
    if version >= 4:
        return
    for division in Division.objects.filter(season__league=league):
        due = division.games_per_match
        games = sum(letter.isalpha() for letter in division.fixture_format) * due
        short = Match.objects.filter(result__fixture__division=division, games_most__lt=due)
        short.update(games_most=due, games_needed=due, finished=False)
        broken_off = Result.objects.filter(fixture__division=division, kind="abandoned")
        broken_off.filter(home_games__lt=games - F("away_games")).update(finished=False)
