"""The secretary's overview: what is late, what is owed, what became of the mail."""

from typing import Any

from rest_framework import serializers

from league.api.fields import LARGEST
from league.api.shapes import ModelShape, ValueShape, tells, with_examples
from league.models import Appeal, ConductCase, Dispute, Fixture, Notice
from league.queries.dates.owed import Owed
from league.queries.dates.placing import WouldBe
from league.queries.ops.desk import Crowded, Late, Oversight
from league.rules.problems import Problem

MOST = 1000


@tells(Fixture, "id home away sequence")
class NamedFixture(ModelShape):
    """A fixture by its teams."""


@tells(Late, "due_at")
class LateShape(ValueShape):
    """Something overdue, and since when."""

    fixture = NamedFixture()


@tells(Dispute, "id opened_at reason")
class OpenDisputeShape(ModelShape):
    """A dispute awaiting a ruling."""

    fixture = NamedFixture()


@tells(Appeal, "id opened_at reason", within="appeal")
class OpenAppealShape(ModelShape):
    """An appeal awaiting a decision."""

    fixture = NamedFixture()


@tells(ConductCase, "id match_number game_number proposed_at")
class OpenConductShape(ModelShape):
    """Conduct that no neutral referee has decided about yet."""

    fixture = NamedFixture()


@tells(Crowded, "date")
class CrowdedShape(ValueShape):
    """A venue that has more fixtures on a night than it holds."""

    venue = serializers.CharField(source="venue.name")
    boards = serializers.IntegerField(source="venue.boards")
    fixtures = NamedFixture(many=True)


@tells(Problem, "where field message")
class FaultShape(ValueShape):
    """A stored setting that no page can work with."""


@tells(Oversight, "not_entered not_confirmed crowded")
class SecretaryShape(ValueShape):
    """The things that want the secretary’s eye."""

    disputes = OpenDisputeShape(many=True)
    appeals = OpenAppealShape(many=True)
    conduct = OpenConductShape(many=True, source="cases")
    faults = FaultShape(many=True, help_text="Settings to fix.")


@tells(
    Owed,
    "days_left",
    by="The team that postponed it.",
    last_day="The last day on which it may be played.",
    in_hand="Nothing happens automatically any more; the secretary decides.",
    then="What happens automatically, and when.",
)
class OwedShape(ValueShape):
    """A fixture without a date, or not played in time."""

    fixture = NamedFixture()
    round = serializers.IntegerField(source="fixture.week.round.number")


@tells(WouldBe, "starts_at why")
class WouldBeShape(ValueShape):
    """A fixture as a placing would leave it: when it would begin, or why it has no evening."""

    fixture = NamedFixture()


class PlacedShape(serializers.Serializer[Any]):
    """The number of fixtures that were placed; those that could not be say why in the list."""

    placed = serializers.IntegerField()


@tells(Notice, "id kind recipient.email text error attempts")
class MailShape(ModelShape):
    """A message that did not get through."""

    recipient = serializers.CharField()


class DeliveriesShape(serializers.Serializer[Any]):
    """The state of the league’s mail: how many messages of the last thirty days, by what became of them."""

    counts = serializers.DictField(child=serializers.IntegerField())
    waiting = serializers.IntegerField(help_text="The messages not sent yet, however old.")
    oldest = serializers.DateTimeField(allow_null=True, help_text="When the oldest unsent one was due.")
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
