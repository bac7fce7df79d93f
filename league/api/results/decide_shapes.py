"""The secretary's decisions: about a fixture that is no ordinary result, about points, about how the league is run."""

from typing import Any

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.fields import TEXT, DayField
from league.api.results.results_shapes import SHEET, SheetIn
from league.api.shapes import ModelShape, tells, with_examples
from league.enums import Side
from league.models import Adjustment
from league.translation import N_, translated

DECISIONS = (
    ("walkover", "A walkover to one side"),
    ("abandoned", "Abandoned: the games that were finished are kept"),
    ("nobody", "Neither side came"),
    ("void", "Void: the result counts for nothing"),
    ("reopen", "To be entered again"),
    ("take-back", "Reverse the last decision"),
)


@with_examples(
    {
        "A walkover to the home side": {
            "what": "walkover",
            "to": "home",
            "reason": "The away side did not come.",
        },
        "Neither side came": {"what": "nobody", "reason": "Both thought it was put off."},
        "Abandoned; the rest is given to the home side": {
            "what": "abandoned",
            "sheet": SHEET,
            "rest": "home",
            "reason": "The away side had to leave.",
        },
    }
)
class OutOfTheOrdinaryIn(serializers.Serializer[Any]):
    """A decision about a fixture that is no ordinary result, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("version",), takes=("sequence",))

    what = serializers.ChoiceField(choices=DECISIONS)
    to = serializers.ChoiceField(choices=Side.choices, allow_null=True, default=None, help_text="Of a walkover.")
    sheet = SheetIn(allow_null=True, default=None, help_text="Of an abandoned fixture: the games that were finished.")
    rest = serializers.ChoiceField(
        choices=Side.choices, allow_null=True, default=None, help_text="Who gets an abandoned fixture’s other games."
    )
    reason = serializers.CharField(max_length=TEXT)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["what"] == "walkover" and attrs["to"] is None:
            raise serializers.ValidationError({"to": translated(N_("Say which side gets it."))}, code="required")
        if attrs["what"] == "abandoned" and attrs["sheet"] is None:
            told = translated(N_("Send the games that were finished."))
            raise serializers.ValidationError({"sheet": told}, code="required")
        return attrs


@with_examples({"Why it counts": {"reason": "Their captain is abroad, and agrees by phone."}})
class UpholdIn(serializers.Serializer[Any]):
    """The reason why a sheet counts without the other side’s answer."""

    rests_on = RestsOn("fixture", needs=("version",))

    reason = serializers.CharField(max_length=TEXT, help_text="The journal keeps it, and both captains are told.")


@with_examples(
    {"A point taken": {"team": "anchor", "points": "-1", "date": "2026-11-03", "reason": "The card came late."}}
)
class AdjustIn(serializers.Serializer[Any]):
    """Points given, or taken: those below nothing."""

    rests_on = RestsOn("season", takes=("seen",))

    team = serializers.CharField(max_length=120, help_text="The team’s slug.")
    points = serializers.DecimalField(max_digits=6, decimal_places=2)
    date = DayField(help_text="The day on which it was decided.")
    reason = serializers.CharField(max_length=250, help_text="Public: it appears in the table’s notes.")


@tells(Adjustment, "id entry.team points date reason made_at takes_back_id", takes_back="The adjustment it reverses.")
class PointsAdjustedShape(ModelShape):
    """Points given or taken, with the public reason."""
