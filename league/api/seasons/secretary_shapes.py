"""The secretary's overview: what is late, what is owed, what became of the mail."""

from typing import Any

from rest_framework import serializers

from league.api.components import with_examples
from league.api.people.refs_shapes import TeamRef
from league.api.results.results_shapes import LARGEST
from league.enums import NoticeKind

MOST = 1000


class NamedFixture(serializers.Serializer[Any]):
    """A fixture by its teams."""

    id = serializers.IntegerField(source="pk")
    home = TeamRef()
    away = TeamRef()
    sequence = serializers.IntegerField()


class LateShape(serializers.Serializer[Any]):
    """Something overdue, and since when."""

    fixture = NamedFixture()
    due_at = serializers.DateTimeField()


class OpenDisputeShape(serializers.Serializer[Any]):
    """A dispute that waits to be settled."""

    id = serializers.IntegerField(source="pk")
    fixture = NamedFixture()
    opened_at = serializers.DateTimeField()
    reason = serializers.CharField()


class OpenAppealShape(serializers.Serializer[Any]):
    """An appeal that waits to be decided."""

    id = serializers.IntegerField(source="appeal.pk")
    fixture = NamedFixture()
    opened_at = serializers.DateTimeField(source="appeal.opened_at")
    reason = serializers.CharField(source="appeal.reason")


class OpenConductShape(serializers.Serializer[Any]):
    """Conduct that no neutral referee has decided about yet."""

    id = serializers.IntegerField(source="pk")
    fixture = NamedFixture()
    match_number = serializers.IntegerField()
    game_number = serializers.IntegerField()
    proposed_at = serializers.DateTimeField()


class CrowdedShape(serializers.Serializer[Any]):
    """A venue that has more fixtures on a night than it holds."""

    venue = serializers.CharField(source="venue.name")
    boards = serializers.IntegerField(source="venue.boards")
    date = serializers.DateField()
    fixtures = NamedFixture(many=True)


class FaultShape(serializers.Serializer[Any]):
    """A stored setting that no page can work with."""

    where = serializers.CharField()
    field = serializers.CharField()
    message = serializers.CharField()


class SecretaryShape(serializers.Serializer[Any]):
    """The things that want the secretary’s eye."""

    not_entered = LateShape(many=True)
    not_confirmed = LateShape(many=True)
    disputes = OpenDisputeShape(many=True)
    appeals = OpenAppealShape(many=True)
    conduct = OpenConductShape(many=True, source="cases")
    crowded = CrowdedShape(many=True)
    faults = FaultShape(many=True, help_text="Settings to mend.")


class OwedShape(serializers.Serializer[Any]):
    """A fixture without a date, or not played in time."""

    fixture = NamedFixture()
    round = serializers.IntegerField(source="fixture.week.round.number")
    by = serializers.CharField(allow_blank=True, help_text="The team that postponed it.")
    last_day = serializers.DateField(allow_null=True, help_text="The last day on which it may be played.")
    days_left = serializers.IntegerField()
    in_hand = serializers.BooleanField(help_text="Nothing happens by itself any more; the secretary decides.")
    then = serializers.CharField(help_text="What happens by itself, and when.")


class WouldBeShape(serializers.Serializer[Any]):
    """A fixture as a placing would leave it: when it would begin, or why it has no evening."""

    fixture = NamedFixture()
    starts_at = serializers.DateTimeField(allow_null=True)
    why = serializers.CharField(allow_blank=True)


class PlacedShape(serializers.Serializer[Any]):
    """The number of fixtures that were placed; those that could not be say why in the list."""

    placed = serializers.IntegerField()


class MailShape(serializers.Serializer[Any]):
    """A message that did not get through."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(choices=NoticeKind.choices)
    recipient = serializers.CharField()
    email = serializers.EmailField(source="recipient.email")
    text = serializers.CharField()
    error = serializers.CharField(help_text="What the mail server said.")
    attempts = serializers.IntegerField()


class DeliveriesShape(serializers.Serializer[Any]):
    """The state of the league’s mail: how many messages of the last thirty days, by what became of them."""

    counts = serializers.DictField(child=serializers.IntegerField())
    waiting = serializers.IntegerField(help_text="How many wait to be sent, however old.")
    oldest = serializers.DateTimeField(allow_null=True, help_text="Since when the oldest waits that was due.")
    refused = MailShape(many=True, help_text="Refused for now; tried again.")
    failed = MailShape(many=True)


@with_examples({"Two of them": {"messages": [41, 42]}, "All of them": {"messages": None}})
class RetryIn(serializers.Serializer[Any]):
    """The failed messages to try again; null: all of them."""

    messages = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST), max_length=MOST, allow_null=True
    )


class RetriedShape(serializers.Serializer[Any]):
    """The number of messages that are tried again."""

    count = serializers.IntegerField()
