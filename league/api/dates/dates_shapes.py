"""Other dates for a fixture: asked for, offered, agreed on."""

import datetime as dt
from typing import Any

from rest_framework import serializers

from league.api.base.bodies import TextField
from league.api.base.etags import RestsOn
from league.api.results.results_shapes import LARGEST, TEXT
from league.enums import PostponementState, Side

FIRST, LAST = 2000, 2100


class MomentField(serializers.DateTimeField):
    """A moment of this century; a calendar cannot count around the ends of time."""

    default_error_messages = {"century": f"Give a moment between {FIRST} and {LAST}."}  # noqa: RUF012 - the framework's

    def to_internal_value(self, value: Any) -> dt.datetime:
        found: dt.datetime = super().to_internal_value(value)
        if not FIRST <= found.year < LAST:
            self.fail("century")
        return found


class AskIn(serializers.Serializer[Any]):
    """A request for another date."""

    slots = serializers.ListField(child=MomentField(), max_length=3, default=list, help_text="Up to three dates.")
    reason = serializers.CharField(max_length=TEXT)
    short_notice = serializers.CharField(
        max_length=TEXT, allow_blank=True, default="", help_text="Why it comes so late, where it does."
    )


class OfferIn(serializers.Serializer[Any]):
    """Other dates, in answer to an offer."""

    rests_on = RestsOn("fixture", needs=("seen",))

    slots = serializers.ListField(child=MomentField(), min_length=1, max_length=3)


class AgreeIn(serializers.Serializer[Any]):
    """One of the dates offered; or none: it is put off, the date to be found."""

    rests_on = RestsOn("fixture", needs=("seen",))

    slot = MomentField(allow_null=True)


class RefuseIn(serializers.Serializer[Any]):
    """A refusal of a postponement, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("seen",))

    reason = serializers.CharField(max_length=TEXT)


class StepIn(serializers.Serializer[Any]):
    """A step of the secretary’s, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("sequence",))

    reason = serializers.CharField(max_length=TEXT)


class MoveIn(StepIn):
    """Another date or venue."""

    starts_at = MomentField()
    venue = serializers.IntegerField(min_value=1, max_value=LARGEST, allow_null=True, default=None)
    anyway = serializers.BooleanField(default=False, help_text="Although the rules forbid the evening.")


class PutOffIn(StepIn):
    """A fixture put off by the secretary: the side that could not play, if anybody is to blame, and the reason."""

    side = serializers.ChoiceField(choices=Side.choices, allow_blank=True, default="")


class OfferShape(serializers.Serializer[Any]):
    """Dates that one side put on the table."""

    number = serializers.IntegerField()
    side = serializers.ChoiceField(choices=Side.choices)
    made_at = serializers.DateTimeField()
    dates = serializers.ListField(child=serializers.DateTimeField())


class PostponementShape(serializers.Serializer[Any]):
    """A postponement of a fixture. Reasons and offers are for its captains and the secretary; others read null."""

    id = serializers.IntegerField(source="postponement.pk")
    state = serializers.ChoiceField(choices=PostponementState.choices, source="postponement.state")
    side = serializers.ChoiceField(choices=Side.choices, allow_blank=True, source="postponement.side")
    awaiting = serializers.ChoiceField(choices=Side.choices, allow_blank=True, source="postponement.awaiting")
    requested_at = serializers.DateTimeField(source="postponement.requested_at")
    starts_at = serializers.DateTimeField(source="postponement.starts_at", allow_null=True)
    reason = serializers.CharField(source="postponement.reason", allow_blank=True, allow_null=True)
    short_notice = serializers.CharField(source="postponement.short_notice", allow_blank=True, allow_null=True)
    why = serializers.CharField(source="postponement.why", allow_blank=True, allow_null=True)
    offers = OfferShape(many=True, allow_null=True)

    def to_representation(self, instance: Any) -> Any:
        told = super().to_representation(instance)
        if not self.context["inside"]:
            told |= dict.fromkeys(("reason", "short_notice", "why", "offers"))
        return told


class ReasonShape(serializers.Serializer[Any]):
    """A reason for which an evening is not possible."""

    code = serializers.CharField()
    message = TextField()


class EveningShape(serializers.Serializer[Any]):
    """An evening, and whether the fixture may move to it."""

    date = serializers.DateField()
    starts_at = serializers.DateTimeField()
    allowed = serializers.BooleanField()
    usual = serializers.BooleanField(help_text="The home team’s evening, or one of the catch-up week’s.")
    reasons = ReasonShape(many=True)
    remark = TextField(allow_blank=True)
