"""Fixtures as lists and single ones show them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.people.refs_shapes import PlayerRef, TeamRef, VenueRef
from league.api.standings.leagues_shapes import DivisionRef
from league.enums import FixtureState, MatchKind, ResultKind, ResultState, WeekKind


class ScoreShape(serializers.Serializer[Any]):
    """The result a fixture rests on, in short. It counts when it is confirmed."""

    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ResultState.choices)
    kind = serializers.ChoiceField(choices=ResultKind.choices)
    home_games = serializers.IntegerField()
    away_games = serializers.IntegerField()


class WeekRef(serializers.Serializer[Any]):
    """The week the timetable gave it."""

    number = serializers.IntegerField()
    starts_on = serializers.DateField()
    kind = serializers.ChoiceField(choices=WeekKind.choices)


class FixtureShape(serializers.Serializer[Any]):
    """Home team v away team, at a venue, at a time."""

    id = serializers.IntegerField(source="pk")
    uid = serializers.UUIDField()
    division = DivisionRef()
    week = WeekRef()
    home = TeamRef()
    away = TeamRef()
    venue = VenueRef()
    starts_at = serializers.DateTimeField(help_text="Of one without a date: when it was to be played last.")
    original_starts_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=FixtureState.choices)
    sequence = serializers.IntegerField(help_text="Grows whenever its time, place or state changes.")
    played = serializers.SerializerMethodField(help_text="Whether it has a result that counts: a confirmed one.")
    result = serializers.SerializerMethodField()

    def get_played(self, fixture: Any) -> bool:
        return any(one.state == ResultState.CONFIRMED for one in fixture.live_results)

    @extend_schema_field(ScoreShape(allow_null=True))
    def get_result(self, fixture: Any) -> Any:
        live = fixture.live_results
        return ScoreShape(live[0]).data if live else None


class SquadsShape(serializers.Serializer[Any]):
    """The players who may be put on a fixture’s sheet: those registered for the two teams on its date, and its guests.

    A called hand may name the guests of its match, too.
    """

    home = PlayerRef(many=True)
    away = PlayerRef(many=True)
    home_guests = PlayerRef(many=True)
    away_guests = PlayerRef(many=True)
    format = serializers.ListField(child=serializers.ChoiceField(choices=MatchKind.choices))
    games_per_match = serializers.IntegerField()
