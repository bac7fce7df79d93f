"""Play-offs that are due between level teams, and those that were made."""

from typing import Any

from rest_framework import serializers

from league.api.fields import MomentField
from league.api.people.people_shapes import TeamRef
from league.api.shapes import example, shape
from league.api.standings.standings_shapes import DivisionRef
from league.models import Fixture
from league.queries.standings.play_offs import DueBetween, MadePlayOff, SeasonPlayOffs
from league.services.standings import play_offs as services

PlayOffFixture = shape(
    Fixture, "id home away starts_at state", "A play-off by its teams.", "PlayOffFixture", division=DivisionRef()
)
MadeShape = shape(
    MadePlayOff,
    "counts home_games away_games",
    "A play-off that was made.",
    "MadePlayOff",
    counts="These teams are level now, and placed by it.",
    standing=serializers.ChoiceField(
        choices=("arranged", "won", "level", "cancelled", "idle"),
        help_text="Level: it decided nothing. Idle: the division has no play-offs among its tie-breaks now.",
    ),
    fixture=PlayOffFixture(),
)
DueShape = shape(
    DueBetween,
    "position remaining arranged",
    "Teams that share a place until play-offs have decided between them.",
    "PlayOffsDue",
    position="The place that they share.",
    remaining="Fixtures of the division without a result that counts; while there are any, none is made.",
    arranged="How many play-offs between them are made and not decided.",
    division=DivisionRef(),
    teams=TeamRef(many=True),
    missing=serializers.ListField(
        child=TeamRef(many=True),
        help_text="The pairs whose play-off is still to be made, once no other fixture remains.",
    ),
)
SeasonPlayOffsShape = shape(
    SeasonPlayOffs,
    "",
    "The play-offs of a season: those due, and those made, the latest first.",
    "SeasonPlayOffs",
    due=DueShape(many=True),
    made=MadeShape(many=True),
)


@example(
    "Anchor at home to Bell, three singles", division="division-1", home="anchor", away="bell", venue=1,
    starts_at="2027-05-04T19:00:00Z", format="SSS",
)  # fmt: skip
class PlayOffIn(serializers.Serializer[Any]):
    """A play-off between two teams that are level at the end."""

    division = serializers.CharField(max_length=60, help_text="The division’s slug.")
    home = serializers.CharField(max_length=120, help_text="The home team’s slug.")
    away = serializers.CharField(max_length=120, help_text="The away team’s slug.")
    venue = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The number of one of the league’s venues."
    )
    starts_at = MomentField()
    format = serializers.CharField(
        max_length=services.LONGEST_FORMAT, allow_blank=True, default="",
        help_text="Its own format; empty: as the division plays.",
    )  # fmt: skip
