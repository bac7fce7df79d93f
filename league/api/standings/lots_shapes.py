"""Lots that are to be drawn between level teams, and those that were."""

from typing import Any

from rest_framework import serializers

from league.api.fields import DayField, Found, TextField
from league.api.people.people_shapes import TeamRef
from league.api.shapes import example, shape
from league.api.standings.standings_shapes import DivisionRef
from league.models import LotsDrawn
from league.queries.standings.lots import RecordedLots, SeasonLots, Waiting
from league.rules.reasons import LONGEST_REASON

MOST_TEAMS = 60

WaitingShape = shape(
    Waiting,
    "position remaining",
    "Teams that share a place until lots are drawn between them.",
    "WaitingForLots",
    position="The place that they share.",
    remaining="Fixtures of the division without a result that counts; while there are any, the tie may go by itself.",
    division=DivisionRef(),
    teams=TeamRef(many=True),
)
LotsShape = shape(
    LotsDrawn,
    "id drawn_on note recorded_at withdrawn_at withdrawn_why",
    "Lots that were drawn in person and recorded.",
    "Lots",
    division=DivisionRef(),
    recorded_by=Found(TextField(), lambda drawn: str(drawn.recorded_by or ""), "Empty where they are known no more."),
    teams=Found(
        TeamRef(many=True),
        lambda drawn: [lot.team for lot in drawn.lots.all()],
        "In the order drawn, the best place first.",
    ),
)
RecordedLotsShape = shape(
    RecordedLots,
    "counts",
    "Lots, and what they do now.",
    "RecordedLots",
    counts="Exactly these teams are level now, and placed by them; never once withdrawn.",
    lots=LotsShape(source="drawn"),
)
SeasonLotsShape = shape(
    SeasonLots,
    "",
    "The lots of a season: groups of teams that wait for them, and those recorded, the latest first.",
    "SeasonLots",
    waiting=WaitingShape(many=True),
    recorded=RecordedLotsShape(many=True),
)


@example(
    "Bell before Anchor", division="division-1", teams=["bell", "anchor"], drawn_on="2027-04-05", note="At the AGM."
)
class LotsIn(serializers.Serializer[Any]):
    """The order in which level teams were drawn by lot."""

    division = serializers.CharField(max_length=60, help_text="The division’s slug.")
    teams = serializers.ListField(
        child=serializers.CharField(max_length=120),
        min_length=2,
        max_length=MOST_TEAMS,
        help_text="The teams’ slugs in the order drawn, the best place first.",
    )
    drawn_on = DayField(help_text="The day on which they were drawn.")
    note = serializers.CharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Public: how, where and before whom they were drawn.",
    )
