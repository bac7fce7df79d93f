"""A person's own things: what they may speak for, their messages, drafts and calendar."""

from typing import Any

from rest_framework import serializers

from league.api.fields import TextField
from league.api.people.refs_shapes import PlayerRef, TeamRef
from league.api.results.results_shapes import BreachShape
from league.api.shapes import ModelShape, tells, with_examples
from league.models import Notice
from league.rules.sheet_fields import PLACE
from league.translation import N_, translated

MOST_PLACES = 500


class MeShape(serializers.Serializer[Any]):
    """The person who asks, and what they may speak for in this league."""

    name = serializers.CharField(allow_blank=True)
    secretary = serializers.BooleanField()
    referee = serializers.BooleanField()
    captain_of = TeamRef(many=True)
    players = PlayerRef(many=True, help_text="The players of the league that they are.")
    scopes = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Of the token; null: signed in with a browser."
    )


@tells(Notice, "id kind text fixture_id created_at read_at")
class MessageShape(ModelShape):
    """A message that was sent to you."""

    text = TextField(source="said")


@with_examples({"The first game": {"places": {"m1-home-1": "12", "m1-g1-winner": "home", "m1-g1-loser": "98"}}})
class DraftIn(serializers.Serializer[Any]):
    """A sheet as filled in so far, by place: ``m1-home-1`` (a player’s id), ``m1-g2-winner`` (home or away),
    ``m1-g2-loser`` (a score), ``m1-g2-winner-score``, ``m1-short``. The sheet’s page keeps the same.
    """

    places = serializers.DictField(child=serializers.CharField(max_length=12, allow_blank=True))

    def validate_places(self, sent: dict[str, str]) -> dict[str, str]:
        if len(sent) > MOST_PLACES or not all(PLACE.fullmatch(place) for place in sent):
            raise serializers.ValidationError(
                translated(N_("A place reads like m1-home-1 or m1-g2-winner.")), code="place"
            )
        return sent


class DraftShape(serializers.Serializer[Any]):
    """One’s own unfinished sheet. Nobody else sees it."""

    places = serializers.DictField(child=serializers.CharField(allow_blank=True), source="sheet")
    updated_at = serializers.DateTimeField()


class SavedDraftShape(DraftShape):
    """A draft as it is kept, and what stands against those who are on it so far."""

    breaches = BreachShape(many=True)


class CalendarShape(serializers.Serializer[Any]):
    """A calendar to subscribe to."""

    kind = serializers.ChoiceField(choices=(("division", "Division"), ("team", "Team"), ("venue", "Venue")))
    name = serializers.CharField()
    url = serializers.URLField()


class MyCalendarShape(serializers.Serializer[Any]):
    """The secret address of one’s own calendar."""

    url = serializers.URLField(allow_null=True, help_text="None: there is none; POST makes one.")


@with_examples({"Another address than before": {"renew": True}})
class RenewIn(serializers.Serializer[Any]):
    """A secret address to make. With `renew`, one that there is already is exchanged for another."""

    renew = serializers.BooleanField(default=False)
