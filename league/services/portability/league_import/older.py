"""The rows of files that an older Muggins wrote: what their tables lacked, and what they had instead.

Each version of the format is brought up to the next one here, and nowhere else. A setting is no version's: whoever
wrote a file that lacks one did not know it, and played as its default says.
"""

import copy
import datetime as dt
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.db.models import Count, F, Model, OuterRef, Subquery
from django.db.models.functions import Coalesce, Lower

from league.models import (
    Appeal,
    Dispute,
    Division,
    Entry,
    Fixture,
    FixtureFormat,
    Game,
    Invitation,
    JournalEntry,
    League,
    MailSettings,
    Match,
    Notice,
    Player,
    Registration,
    Result,
    Season,
    Team,
    User,
    Venue,
)
from league.rules.settings import DivisionSettings, LeagueSettings, SeasonSettings, Settings, declared
from league.services.fixtures import stored_format
from league.services.portability.exports.values import writer_of

# The oldest version of the format that is read.
OLDEST = 1
# Before version 4 no result named its format: a number for it that no row of a file has.
UNNAMED = 0
# By the version that had them first: columns that were added to a table, and what a row of before has in them.
ADDED: Mapping[int, Mapping[type[Model], dict[str, Any]]] = {
    2: {
        Dispute: {"times_returned": 0},
        Fixture: {"before_withdrawal": "", "withdrawal": None},
        League: {"hidden_at": None},
        Player: {"merged_into": None},
        Season: {"hidden_at": None},
        Team: {"hidden_at": None},
        Venue: {"hidden_at": None},
    },
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
            "match_rules": {},
            "format": None,
            "format_since": None,
        },
        Appeal: {"goes_to": "secretary", "vote_days": 7, "decided_as": ""},
        Game: {"won": ""},
        Match: {
            "ends": "all",
            "written": "scores",
            "finished": True,
            "home_awarded": 0,
            "away_awarded": 0,
            "home_played": None,
            "away_played": None,
            "home_pegged": None,
            "away_pegged": None,
        },
        Fixture: {"format": None, "play_off": False},
        Result: {"finished": True, "format": UNNAMED},
        Player: {"note": ""},
        Team: {"merged_into": None, "note": ""},
    },
}
# Columns that came while the version stayed as it was: of version 4 too there are files with and without them.
NEWER: Mapping[type[Model], dict[str, Any]] = {
    Invitation: {"email": ""},
    Division: {"kind": "league"},
    Team: {"colour": "", "kind": "team"},
    User: {"language": ""},
    Entry: {
        "team_called": "",
        "venue_called": "",
        "no_shows_settled": 0,
        "move": "",
        "moves_to": None,
        "answer": "",
        "answered_at": None,
        "answered_by": None,
    },
    Fixture: {"home_called": "", "away_called": "", "venue_called": "", "tie": None, "leg": None},
    Player: {"hide_averages": False},
    Registration: {"reserve": False, "team_called": ""},
    MailSettings: {"officer_digest": True},
    Result: {"detail": "card"},
    # Whoever wrote a file before there were scores alone had whole cards only.
    Season: {"score_only": False, "closed_at": None, "closed_by": None},
}
SETTINGS: Mapping[type[Model], type[Settings]] = {
    League: LeagueSettings,
    Season: SeasonSettings,
    Division: DivisionSettings,
}


@cache
def _of_any_version(model: type[Model]) -> dict[str, Any]:
    """Return what a row of any version may lack, as a file has it: `NEWER`, and the settings with their defaults."""
    settings = declared(SETTINGS[model]) if model in SETTINGS else {}
    found = dict(NEWER.get(model, {}))
    for field in model._meta.fields:
        if field.name in settings and field.name not in found:
            value, write = field.get_default(), writer_of(field)
            found[field.name] = value if value is None or write is None else write(value)
    return found


def upgrade_row(model: type[Model], said: dict[str, Any], version: int) -> dict[str, Any]:
    """Return a row of a file of that version as a file of today has it; what is wrong with it stays wrong."""
    for since, added in ADDED.items():
        if version < since:
            said = copy.deepcopy(added.get(model, {})) | said
    if lacking := _of_any_version(model):
        said = copy.deepcopy(lacking) | said
    if version < 4 and model is Match and "games_to_play" in said:
        games = said.pop("games_to_play")
        said |= {"games_most": games, "games_needed": games}
    return said


def implied_ids(version: int) -> Mapping[type[Model], set[int]]:
    """Return the numbers that rows of a file of that version may refer to though no row of it has them."""
    return {FixtureFormat: {UNNAMED}} if version < 4 else {}


def keep_format(fixture_id: int, version: int, *, now: dt.datetime) -> dict[int, int]:
    """Keep a format for the results of a file that has none, before they are written: that of a fixture of theirs.

    Returns:
        The number of a format here by the one that every result of the file refers to; `finish` gives each its own.
    """
    if version >= 4:
        return {}
    division = Division.objects.select_related("season__league", "format").get(fixtures=fixture_id)
    return {UNNAMED: stored_format(division, now=now, alone=True).pk}


def finish(league: League, version: int, *, now: dt.datetime) -> None:
    """Say of a league that was read from a file of that version what none of its rows could say by itself.

    An invitation without an address was sent to its account's. Before version 4 every match had the games of its
    division, and whatever had fewer was never finished; and every result of a division was played by the format that
    the division has.
    """
    address = User.objects.filter(pk=OuterRef("user")).annotate(address=Lower("email")).values("address")
    Invitation.objects.filter(league=league, email="").update(email=Subquery(address))
    if version >= 4:
        return
    _give_formats(league, now=now)
    for division in Division.objects.filter(season__league=league):
        due = division.games_per_match
        games = sum(letter.isalpha() for letter in division.fixture_format) * due
        short = Match.objects.filter(result__fixture__division=division, games_most__lt=due)
        short.update(games_most=due, games_needed=due, finished=False)
        broken_off = Result.objects.filter(fixture__division=division, kind="abandoned")
        broken_off.filter(home_games__lt=games - F("away_games")).update(finished=False)
    awarded = Match.objects.filter(result__fixture__division__season__league=league, games__awarded=True)
    awarded.update(home_awarded=_awarded("home"), away_awarded=_awarded("away"))


def _give_formats(league: League, *, now: dt.datetime) -> None:
    """Give each division with results the format that it plays by, and its results that one; others have none yet."""
    played = Fixture.objects.filter(division__season__league=league, results__isnull=False).values("division")
    for division in Division.objects.filter(pk__in=played).select_related("season__league", "format").order_by("pk"):
        one = stored_format(division, now=now, alone=True)
        Result.objects.filter(fixture__division=division).update(format=one)
        Fixture.objects.filter(division=division, results__live=True).update(format=one)


def _awarded(side: str) -> Coalesce:
    found = Game.objects.filter(match=OuterRef("pk"), awarded=True, winner=side).order_by().values("match")
    return Coalesce(Subquery(found.annotate(n=Count("pk")).values("n")), 0)
