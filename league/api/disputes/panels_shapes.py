"""Show the panel of an appeal: who decides it, who is recused, who has voted, and how once it is decided."""

from typing import Any

from rest_framework import serializers

from league.api.disputes.disputes_shapes import TEXT, AppealShape
from league.api.fields import TextField
from league.api.shapes import example
from league.enums import AppealBody


class SeatShape(serializers.Serializer[Any]):
    """A member of the committee, or a judge, to whom an appeal goes."""

    name = serializers.CharField(source="user.name")
    chair = serializers.BooleanField()
    why_recused = TextField(allow_blank=True, help_text="Why it is their own case; blank where it is not.")
    voted = serializers.BooleanField()
    may_vote = serializers.BooleanField(help_text="They may give or change their vote now.")


class CastShape(serializers.Serializer[Any]):
    """A vote on an appeal that is decided."""

    name = serializers.CharField(source="user.name", allow_null=True, default=None)
    allow = serializers.BooleanField()
    reason = serializers.CharField()
    voted_at = serializers.DateTimeField()


class PanelShape(serializers.Serializer[Any]):
    """An appeal, and how it stands with those who decide it."""

    appeal = AppealShape()
    body = serializers.ChoiceField(choices=AppealBody.choices, help_text="Who decides it as things stand, or has.")
    reason = TextField(source="standing.reason", allow_blank=True, help_text="How that came about, in a sentence.")
    until = serializers.DateTimeField(
        source="standing.until", allow_null=True, help_text="Until when votes count; null: there is no deadline."
    )
    seats = SeatShape(many=True)
    votes = CastShape(many=True, source="votes_told", help_text="How each voted; none while it is open.")


@example("To dismiss it", allow=False, reason="The cards were on the table.")
class VoteIn(serializers.Serializer[Any]):
    """A vote on an appeal, with its reason, which is told with the decision, without a name, if the two agree."""

    allow = serializers.BooleanField(help_text="True: the ruling is to be revoked.")
    reason = serializers.CharField(max_length=TEXT)
