"""Things made by mistake, with what can be hidden or deleted and what would go; a withdrawal taken back."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.shapes import ValueShape, tells
from league.api.standings.teams_shapes import LineShape
from league.queries.fixtures import FixtureLine
from league.queries.seasons.upkeep.returns import Return
from league.queries.seasons.upkeep.things import Kind, kind_of


class ThingShape(serializers.Serializer[Any]):
    """A league, season, venue or team, hidden or not."""

    kind = serializers.SerializerMethodField()
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    hidden_at = serializers.DateTimeField(allow_null=True, help_text="Since when nobody sees it; null: it is shown.")

    @extend_schema_field(serializers.ChoiceField(choices=Kind.choices))
    def get_kind(self, thing: Any) -> str:
        return kind_of(thing).value


class GoesShape(serializers.Serializer[Any]):
    """Rows of one kind that would be deleted."""

    what = serializers.CharField()
    count = serializers.IntegerField()


class ThingPreviewShape(serializers.Serializer[Any]):
    """A preview of hiding or deleting a thing."""

    thing = ThingShape()
    confirmed = serializers.IntegerField(help_text="How many fixtures in it have a confirmed result.")
    not_hidden = serializers.ListField(child=serializers.CharField(), help_text="Why it cannot be hidden.")
    not_deleted = serializers.ListField(child=serializers.CharField(), help_text="Why it cannot be deleted.")
    goes = serializers.SerializerMethodField(help_text="What would be deleted with it.")

    @extend_schema_field(GoesShape(many=True))
    def get_goes(self, found: Any) -> Any:
        return [{"what": what, "count": count} for what, count in found.goes.items()]


class UndatedShape(serializers.Serializer[Any]):
    """A fixture that would come back without its date, and why."""

    fixture = serializers.IntegerField(source="fixture.pk")
    why = serializers.CharField()


@tells(Return, before="The division’s table now.", after="The table then.")
class ReturnShape(ValueShape):
    """A preview of taking a team’s withdrawal back."""

    results = LineShape(many=True, help_text="Results that would count again.")
    dated = serializers.SerializerMethodField(help_text="Fixtures that would have their dates again.")
    undated = UndatedShape(many=True, help_text="Fixtures that would want a new date.")
    stay = serializers.SerializerMethodField(help_text="Fixtures that stay cancelled: the other team has left too.")

    @extend_schema_field(LineShape(many=True))
    def get_dated(self, found: Any) -> Any:
        return LineShape([FixtureLine(fixture, None) for fixture in found.dated], many=True).data

    @extend_schema_field(LineShape(many=True))
    def get_stay(self, found: Any) -> Any:
        return LineShape([FixtureLine(fixture, None) for fixture in found.stay], many=True).data
