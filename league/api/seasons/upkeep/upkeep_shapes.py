"""The shapes in which programs add, rename, move and merge venues, teams and seasons."""

from typing import Any

from rest_framework import serializers

from league.api.fields import ClockField, Found, IdField, TextField, TextIn
from league.api.shapes import example, shape
from league.enums import Night
from league.queries.seasons.free_weeks import Place
from league.queries.seasons.upkeep.divisions import Join, Move
from league.queries.seasons.upkeep.merges import Merge

MOST_BOARDS = 32767


@example("A pub with two boards", name="The Fox", address="1 High Street", boards=2)
class VenueIn(serializers.Serializer[Any]):
    """A venue of the league."""

    name = serializers.CharField(max_length=120)
    address = serializers.CharField(max_length=250, allow_blank=True, required=False)
    boards = serializers.IntegerField(
        min_value=1, max_value=MOST_BOARDS, required=False, help_text="How many fixtures it holds at once; 1."
    )


@example("A pub that has changed its name", name="The Fox and Hounds")
class UpkeepDetailsIn(serializers.Serializer[Any]):
    """The details of a season, venue, team or league that are to be others: those that such a thing has."""

    name = serializers.CharField(max_length=120, required=False)
    slug = serializers.CharField(max_length=120, required=False, help_text="Of a season, team or league.")
    address = serializers.CharField(max_length=250, allow_blank=True, required=False, help_text="Of a venue.")
    boards = serializers.IntegerField(min_value=1, max_value=MOST_BOARDS, required=False, help_text="Of a venue.")
    note = serializers.CharField(max_length=200, allow_blank=True, required=False, help_text="Of a team; public.")
    time_zone = serializers.CharField(max_length=50, required=False, help_text="Of a league, such as Europe/London.")
    anyway = serializers.BooleanField(
        default=False, help_text="Of a venue: although it then holds fewer fixtures than it has on evenings to come."
    )


@example("Listed twice", into=3, reason="The Fox and Fox Inn are one pub.")
class VenueMergeIn(serializers.Serializer[Any]):
    """The venue that another one is, and why."""

    into = IdField()
    reason = TextIn()
    anyway = serializers.BooleanField(
        default=False, help_text="Although the other one is then full or closed on evenings with fixtures."
    )


@example("On Mondays at another pub", venue=3, home_night=0, start_time="19:30")
class HomeIn(serializers.Serializer[Any]):
    """The home of a team: venue, night and start; what is left out stays as it is."""

    venue = IdField(required=False)
    home_night = serializers.ChoiceField(choices=Night.choices, required=False, help_text="Monday is 0.")
    start_time = ClockField(required=False, help_text="By the clock in the league’s time zone.")
    anyway = serializers.BooleanField(
        default=False, help_text="Although the venue is full or closed on evenings of its fixtures."
    )


@example("Dealt into the wrong one", division="division-2", reason="It was dealt into the wrong division.")
class DivisionIn(serializers.Serializer[Any]):
    """The division that a team moves to, and why."""

    division = serializers.CharField(max_length=60, help_text="Its word in addresses.")
    reason = TextIn(
        allow_blank=True, default="", help_text="Asked for once the season has fixtures: the captains are told."
    )


def _against(about: str) -> Found:
    """Return the field of the sentences that stand against a change."""
    return Found(
        serializers.ListField(child=TextField()), lambda found: [problem.message for problem in found.against], about
    )


PlaceShape = shape(
    Place,
    "starts_at",
    "A fixture in a week in which another team has none.",
    "FreeWeekFixture",
    week=serializers.IntegerField(source="week.pk", help_text="Its id."),
    home=serializers.CharField(source="home.team.slug"),
    away=serializers.CharField(source="away.team.slug"),
)

DivisionJoinShape = shape(
    Join,
    "",
    "The fixtures that a team would have in a division that it joins while it plays.",
    "DivisionJoin",
    division=serializers.CharField(source="division.slug"),
    fixtures=PlaceShape(many=True, source="places"),
    against=_against("Why it has no place there; empty: it can be moved there."),
)

DivisionMoveShape = shape(
    Move,
    "draft",
    "What would follow if a team moved to another division of its season.",
    "DivisionMove",
    cancelled=Found(
        serializers.ListField(child=serializers.IntegerField()),
        lambda found: [fixture.pk for fixture in found.cancelled],
        "Its fixtures in the division that it leaves, which would be cancelled.",
    ),
    against=_against("Why it cannot be moved now, and what to do instead."),
    joins=DivisionJoinShape(
        many=True,
        help_text="Where no new timetable can be made: what it would play in the free weeks of each other division.",
    ),
)

MergeShape = shape(
    Merge,
    "",
    "What would follow if two things that were entered twice were made one.",
    "Merge",
    moves=serializers.ListField(child=TextField(), help_text="What would become the other’s, in sentences."),
    against=_against("What shows that they are two; empty: they can be merged."),
)
