"""Other dates for a fixture: asked for, offered, agreed on."""

from typing import Any

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.fields import LARGEST, TEXT, MomentField
from league.api.shapes import ModelShape, ValueShape, tells, with_examples
from league.enums import Side
from league.models import Offer, Postponement
from league.rules.slots import Evening, Reason

STEP = {"reason": "The pub is flooded."}


@with_examples(
    {
        "Two other evenings": {
            "slots": ["2026-11-10T20:00:00Z", "2026-11-12T20:00:00Z"],
            "reason": "Three of us have the flu.",
        }
    }
)
class AskIn(serializers.Serializer[Any]):
    """A request for a postponement."""

    slots = serializers.ListField(child=MomentField(), max_length=3, default=list, help_text="Up to three dates.")
    reason = serializers.CharField(max_length=TEXT)
    short_notice = serializers.CharField(
        max_length=TEXT, allow_blank=True, default="", help_text="Why it comes so late, where it does."
    )


@with_examples({"Another evening": {"slots": ["2026-11-11T20:00:00Z"]}})
class OfferIn(serializers.Serializer[Any]):
    """Other dates, in answer to an offer."""

    rests_on = RestsOn("fixture", needs=("seen",))

    slots = serializers.ListField(child=MomentField(), min_length=1, max_length=3)


@with_examples(
    {
        "The first of them": {"slot": "2026-11-10T20:00:00Z"},
        "Put off without a date": {"slot": None},
    }
)
class AgreeIn(serializers.Serializer[Any]):
    """One of the dates offered; or none: it is put off, the date to be found."""

    rests_on = RestsOn("fixture", needs=("seen",))

    slot = MomentField(allow_null=True)


@with_examples({"No evening": {"reason": "We have no other evening."}})
class RefuseIn(serializers.Serializer[Any]):
    """A refusal of a postponement, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("seen",))

    reason = serializers.CharField(max_length=TEXT)


@with_examples({"Why": STEP})
class StepIn(serializers.Serializer[Any]):
    """A step of the secretary’s, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("sequence",))

    reason = serializers.CharField(max_length=TEXT)


@with_examples({"Another evening, at the same venue": {**STEP, "starts_at": "2026-11-12T20:00:00Z"}})
class MoveIn(StepIn):
    """A new date or venue."""

    starts_at = MomentField()
    venue = serializers.IntegerField(min_value=1, max_value=LARGEST, allow_null=True, default=None)
    anyway = serializers.BooleanField(default=False, help_text="Although the rules forbid the evening.")


@with_examples({"The home side could not play": {**STEP, "side": "home"}})
class PutOffIn(StepIn):
    """A fixture put off by the secretary: the side that could not play, if anybody is to blame, and the reason."""

    side = serializers.ChoiceField(choices=Side.choices, allow_blank=True, default="")


@tells(Offer, "number side made_at")
class OfferShape(ModelShape):
    """Dates that one side put on the table."""

    dates = serializers.ListField(child=serializers.DateTimeField())


@tells(Postponement, "id state side awaiting requested_at starts_at", within="postponement")
class PostponementShape(ModelShape):
    """A postponement of a fixture. Reasons and offers are for its captains and the secretary; others read null."""

    reason = serializers.CharField(source="postponement.reason", allow_blank=True, allow_null=True)
    short_notice = serializers.CharField(source="postponement.short_notice", allow_blank=True, allow_null=True)
    why = serializers.CharField(source="postponement.why", allow_blank=True, allow_null=True)
    offers = OfferShape(many=True, allow_null=True)

    def to_representation(self, instance: Any) -> Any:
        told = super().to_representation(instance)
        if not self.context["inside"]:
            told |= dict.fromkeys(("reason", "short_notice", "why", "offers"))
        return told


@tells(Reason, "code message")
class ReasonShape(ValueShape):
    """A reason for which an evening is not possible."""


@tells(
    Evening, "date starts_at allowed reasons remark", usual="The home team’s evening, or one of the catch-up week’s."
)
class EveningShape(ValueShape):
    """An evening, and whether the fixture may move to it."""
