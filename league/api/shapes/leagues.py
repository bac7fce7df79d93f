"""Leagues, and the shape of their seasons."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.shapes.people import TeamRef, VenueRef
from league.enums import Night, RulesetName, WeekKind

# What a description calls a `time` has an offset; an hour by the clock on the wall has none.
CLOCK = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"


@extend_schema_field({"type": "string", "pattern": CLOCK})
class ClockField(serializers.TimeField):
    """An hour by the league’s own clock, such as 20:00."""


class LeagueShape(serializers.Serializer[Any]):
    """A league."""

    slug = serializers.CharField()
    name = serializers.CharField()
    time_zone = serializers.CharField()
    result_hours = serializers.IntegerField(help_text="Hours after the start by which a result is due.")
    confirm_hours = serializers.IntegerField(help_text="Hours after which a sheet nobody objects to is confirmed.")
    dispute_days = serializers.IntegerField()
    appeal_days = serializers.IntegerField()


class SeasonRef(serializers.Serializer[Any]):
    """A season by name."""

    slug = serializers.CharField()
    name = serializers.CharField()


class DivisionRef(serializers.Serializer[Any]):
    """A division by name, in its season."""

    slug = serializers.CharField()
    name = serializers.CharField()
    season = serializers.CharField(source="season.slug")


class SeasonShape(SeasonRef):
    """A season."""

    first_week = serializers.DateField(help_text="The Monday of its first week.")
    published_at = serializers.DateTimeField(allow_null=True, help_text="None: its secretary’s draft.")


class DivisionShape(DivisionRef):
    """A division, and how its fixtures are played and counted."""

    order = serializers.IntegerField()
    fixture_format = serializers.CharField(help_text="Its matches in order: S for singles, D for doubles.")
    games_per_match = serializers.IntegerField()
    points_per_game = serializers.DecimalField(max_digits=5, decimal_places=2)
    points_per_match = serializers.DecimalField(max_digits=5, decimal_places=2)
    points_per_win = serializers.DecimalField(max_digits=5, decimal_places=2)
    points_per_draw = serializers.DecimalField(max_digits=5, decimal_places=2)
    tie_breaks = serializers.ListField(child=serializers.CharField())
    singles_ruleset = serializers.ChoiceField(choices=RulesetName.choices)
    doubles_ruleset = serializers.ChoiceField(choices=RulesetName.choices)


class WeekShape(serializers.Serializer[Any]):
    """A match week of a round."""

    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField()
    starts_on = serializers.DateField()
    kind = serializers.ChoiceField(choices=WeekKind.choices)


class EntryShape(serializers.Serializer[Any]):
    """A team in a season: where and when it plays at home."""

    season = serializers.CharField(source="season.slug")
    division = serializers.CharField(source="division.slug")
    team = TeamRef()
    venue = VenueRef()
    home_night = serializers.ChoiceField(choices=Night.choices, help_text="Monday is 0.")
    start_time = ClockField()
    withdrawn_on = serializers.DateField(allow_null=True)
