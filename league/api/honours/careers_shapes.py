"""Shapes of a player's career over the years."""

from typing import Any

from rest_framework import serializers

from league.api.fields import Found
from league.api.people.people_shapes import PlayerRef, TeamRef
from league.api.shapes import shape
from league.api.standings.standings_shapes import SeasonRef
from league.queries.honours.careers import Career, CareerLine, Figures, Last
from league.rules.careers import Pegged, Streaks, Tally

TallyShape = shape(
    Tally,
    "matches matches_won matches_lost won lost",
    "Matches, and the games in them.",
    "Tally",
    percentage="Games won in a hundred.",
    matches="Those played, `matches_won` of them won and `matches_lost` lost; the others were drawn.",
    won="Games won, `lost` games lost.",
)
PeggedShape = shape(
    Pegged,
    "points games average losing lost average_losing",
    "Points of games whose scores are known.",
    "Pegged",
    points="Those the player’s side pegged in `games`.",
    losing="Those it pegged in the `lost` games of these that it lost, where the games have scores each.",
)
FIGURES = "total singles doubles home away pegged"
FiguresShape = shape(
    Figures, FIGURES, "What matches of a player add up to.", "Figures", singles="Of matches of one a side."
)
StreaksShape = shape(
    Streaks,
    "length longest",
    "Runs of matches with one outcome.",
    "Streaks",
    longest="The most matches won one after the other.",
    running=serializers.ChoiceField(choices=(("W", "Won"), ("D", "Drew"), ("L", "Lost"))),
)
CareerLineShape = shape(
    CareerLine, "tally", "A player’s record for a team in a season.", "CareerLine", season=SeasonRef(), team=TeamRef()
)
LastShape = shape(
    Last,
    "played.fixture played.won played.lost",
    "One of a player’s last matches.",
    "LastMatch",
    fixture="The fixture’s id.",
    against=TeamRef(source="team"),
)


class WithShape(serializers.Serializer[Any]):
    """The record of a player with or against somebody."""

    player = PlayerRef()
    tally = TallyShape()


def _with_player(career: Career, one: Any) -> dict[str, Any]:
    return {"player": career.people[one.player], "tally": one.tally}


class CareerShape(serializers.Serializer[Any]):
    """All that a player has played in published seasons, in confirmed results."""

    figures = Found(FiguresShape(), lambda career: career.figures())
    seasons = CareerLineShape(many=True, source="lines", help_text="By season and team, the latest first.")
    last = LastShape(many=True, help_text="The last five matches, the latest last.")
    streaks = StreaksShape(allow_null=True, help_text="Null before the first match.")
    best_partner = Found(
        WithShape(allow_null=True),
        lambda career: _with_player(career, career.best_partner) if career.best_partner else None,
        "Of those with whom they played three matches; null: nobody.",
    )
    opponents = Found(
        WithShape(many=True),
        lambda career: [_with_player(career, one) for one in career.opponents],
        "Those they faced, the one met most often first.",
    )
