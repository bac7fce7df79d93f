"""A team's receipt: the source of each of its points, line by line."""

from typing import Any

from rest_framework import serializers

from league.api.base.bodies import TextField
from league.api.standings.points_shapes import PointsField
from league.enums import ResultKind, Settlement, Side


class SourcesShape(serializers.Serializer[Any]):
    """Points by what they are for."""

    games = PointsField()
    matches = PointsField()
    win = PointsField()
    draw = PointsField()


class SchemeShape(serializers.Serializer[Any]):
    """The points that the division gives for a game, a match won, a fixture won and one drawn."""

    game = PointsField()
    match = PointsField()
    win = PointsField()
    draw = PointsField()


class FixtureLineShape(serializers.Serializer[Any]):
    """The points that one fixture gave the team."""

    fixture = serializers.IntegerField(source="fixture_id")
    date = serializers.DateTimeField()
    opponent = serializers.CharField()
    opponent_slug = serializers.CharField()
    side = serializers.ChoiceField(choices=Side.choices)
    kind = serializers.ChoiceField(choices=ResultKind.choices)
    counts = serializers.BooleanField()
    why_not = serializers.CharField(allow_blank=True, help_text="Why it does not count.")
    games_for = serializers.IntegerField()
    games_against = serializers.IntegerField()
    awarded_for = serializers.IntegerField()
    awarded_against = serializers.IntegerField()
    matches_won = serializers.IntegerField()
    sources = SourcesShape()
    points = PointsField()
    total = PointsField(help_text="The team’s points with this line.")
    settlement = serializers.ChoiceField(choices=Settlement.choices, allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)


class AdjustmentLineShape(serializers.Serializer[Any]):
    """Points given or taken."""

    points = PointsField()
    reason = serializers.CharField()
    date = serializers.DateField()
    total = PointsField()
    takes_back = serializers.DateField(allow_null=True, help_text="The day of the one that this one takes back.")
    taken_back = serializers.DateField(allow_null=True)


class FigureShape(serializers.Serializer[Any]):
    """A team’s figure in a tie-break."""

    team = serializers.CharField()
    figure = TextField(allow_blank=True)


class StepShape(serializers.Serializer[Any]):
    """One tie-break as it was applied to the teams still level."""

    tie_break = serializers.CharField()
    label = TextField()  # type: ignore[assignment]
    figures = FigureShape(many=True)
    verdict = serializers.CharField()
    why = TextField()


class TieShape(serializers.Serializer[Any]):
    """The tie-breaks applied to teams level on points, step by step."""

    points = PointsField()
    teams = serializers.ListField(child=serializers.CharField())
    steps = StepShape(many=True)
    conclusion = TextField(allow_blank=True)


class ReceiptShape(serializers.Serializer[Any]):
    """A team’s receipt: its lines add up to the points in the table."""

    season = serializers.CharField()
    division = serializers.CharField()
    team = serializers.CharField()
    team_slug = serializers.CharField()
    position = serializers.IntegerField(allow_null=True, help_text="Null: it has withdrawn and is in no table.")
    joint = serializers.BooleanField()
    points = PointsField()
    from_fixtures = PointsField()
    scheme = SchemeShape()
    fixtures = FixtureLineShape(many=True)
    adjustments = AdjustmentLineShape(many=True)
    remaining = serializers.IntegerField()
    tie = TieShape(allow_null=True)
    as_of = serializers.DateTimeField()
