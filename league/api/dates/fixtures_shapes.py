"""Fixtures as lists and single ones show them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.people.refs_shapes import PlayerRef
from league.api.shapes import ModelShape, tells
from league.enums import MatchKind, ResultState
from league.models import Fixture, Result, Week


@tells(Result, "version state kind home_games away_games")
class ScoreShape(ModelShape):
    """The result a fixture rests on, in short. It counts when it is confirmed."""


@tells(Week, "number starts_on kind")
class WeekRef(ModelShape):
    """The week the timetable gave it."""


@tells(
    Fixture,
    "id uid division week home away venue original_starts_at state sequence",
    starts_at="Of one without a date: when it was to be played last.",
)
class FixtureShape(ModelShape):
    """Home team v away team, at a venue, at a time."""

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
