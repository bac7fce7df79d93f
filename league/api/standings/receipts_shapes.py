"""A team's receipt: the source of each of its points, line by line."""

from rest_framework import serializers

from league.api.shapes import ValueShape, tells
from league.enums import Side
from league.queries.standings.receipts import AdjustmentLine, Figure, FixtureLine, Receipt, StepLine, TieLine
from league.rules.points import PointsScheme, Sources


@tells(Sources, "games matches win draw")
class SourcesShape(ValueShape):
    """Points by what they are for."""


@tells(PointsScheme, "game match win draw")
class SchemeShape(ValueShape):
    """The points that the division gives for a game, a match won, a fixture won and one drawn."""


@tells(
    FixtureLine,
    "date opponent opponent_slug kind counts games_for games_against awarded_for awarded_against "
    "matches_won sources points settlement settled_at version note",
    why_not="Why it does not count.",
    total="The team’s points with this line.",
)
class FixtureLineShape(ValueShape):
    """The points that one fixture gave the team."""

    fixture = serializers.IntegerField(source="fixture_id")
    side = serializers.ChoiceField(choices=Side.choices)


@tells(AdjustmentLine, "points reason date total taken_back", takes_back="The day of the one that this one takes back.")
class AdjustmentLineShape(ValueShape):
    """Points given or taken."""


@tells(Figure, "team figure")
class FigureShape(ValueShape):
    """A team’s figure in a tie-break."""


@tells(StepLine, "tie_break label figures verdict why")
class StepShape(ValueShape):
    """One tie-break as it was applied to the teams still level."""


@tells(TieLine, "points teams steps conclusion")
class TieShape(ValueShape):
    """The tie-breaks applied to teams level on points, step by step."""


@tells(
    Receipt,
    "season division team team_slug joint points from_fixtures scheme fixtures adjustments remaining tie as_of",
    position="Null: it has withdrawn and is in no table.",
)
class ReceiptShape(ValueShape):
    """A team’s receipt: its lines add up to the points in the table."""
