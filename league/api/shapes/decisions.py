"""What the secretary decides: about a fixture that is no ordinary result, about points, about how the league is run."""

from typing import Any

from rest_framework import serializers

from league.api.shapes.people import TeamRef
from league.api.shapes.results import LARGEST, TEXT, SheetIn
from league.api.shapes.timetables import DayField
from league.enums import Side

DECISIONS = (
    ("walkover", "A walkover to one side"),
    ("abandoned", "Abandoned: the games that were finished are kept"),
    ("nobody", "Neither side came"),
    ("void", "Void: the result counts for nothing"),
    ("reopen", "To be entered anew"),
    ("take-back", "Take back the last decision"),
)


class OutOfTheOrdinaryIn(serializers.Serializer[Any]):
    """What happened, and why."""

    what = serializers.ChoiceField(choices=DECISIONS)
    to = serializers.ChoiceField(choices=Side.choices, allow_null=True, default=None, help_text="Of a walkover.")
    sheet = SheetIn(allow_null=True, default=None, help_text="Of an abandoned fixture: the games that were finished.")
    rest = serializers.ChoiceField(
        choices=Side.choices, allow_null=True, default=None, help_text="Who gets an abandoned fixture’s other games."
    )
    version = serializers.IntegerField(min_value=0, max_value=LARGEST, help_text="Of the sheet read; 0: none.")
    sequence = serializers.IntegerField(
        min_value=0, max_value=LARGEST, allow_null=True, default=None, help_text="The fixture’s, as it was read."
    )
    reason = serializers.CharField(max_length=TEXT)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["what"] == "walkover" and attrs["to"] is None:
            raise serializers.ValidationError({"to": "Say which side gets it."}, code="required")
        if attrs["what"] == "abandoned" and attrs["sheet"] is None:
            raise serializers.ValidationError({"sheet": "Send the games that were finished."}, code="required")
        return attrs


class UpholdIn(serializers.Serializer[Any]):
    """Why a sheet counts without the other side’s answer."""

    version = serializers.IntegerField(min_value=1, max_value=LARGEST, help_text="Of the sheet read.")
    reason = serializers.CharField(max_length=TEXT, help_text="The journal keeps it, and both captains are told.")


class AdjustIn(serializers.Serializer[Any]):
    """Points given, or taken: those below nothing."""

    team = serializers.CharField(max_length=120, help_text="The team’s slug.")
    points = serializers.DecimalField(max_digits=6, decimal_places=2)
    date = DayField(help_text="The day on which it was decided.")
    reason = serializers.CharField(max_length=250, help_text="Public: it stands in the table’s notes.")
    seen = serializers.IntegerField(
        min_value=0, max_value=LARGEST, allow_null=True, default=None,
        help_text="How many adjustments of the season you have read: others since then refuse this (409).",
    )  # fmt: skip


class PointsAdjustedShape(serializers.Serializer[Any]):
    """Points given or taken, with the public reason."""

    id = serializers.IntegerField(source="pk")
    team = TeamRef(source="entry.team")
    points = serializers.DecimalField(max_digits=6, decimal_places=2)
    date = serializers.DateField()
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()
    takes_back = serializers.IntegerField(source="takes_back_id", allow_null=True, help_text="The one it takes back.")


class LeagueSettingsShape(serializers.Serializer[Any]):
    """How the league is run, in all its seasons."""

    result_hours = serializers.IntegerField(min_value=1, max_value=24 * 28)
    confirm_hours = serializers.IntegerField(min_value=1, max_value=24 * 28)
    dispute_days = serializers.IntegerField(min_value=1, max_value=90)
    appeal_days = serializers.IntegerField(min_value=1, max_value=90)
    shorten_names = serializers.BooleanField(help_text="Public pages give first names and an initial only.")
