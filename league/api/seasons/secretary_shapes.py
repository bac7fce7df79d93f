"""The secretary's overview: what is late, what is owed, what became of the mail."""

from typing import Any

from rest_framework import serializers

from league.api.fields import IdField
from league.api.shapes import example, shape
from league.models import ConductCase, Dispute, Fixture, Notice
from league.queries.dates.owed import Owed
from league.queries.dates.placing import Preview, WouldBe
from league.queries.mail.messages import Deliveries
from league.queries.ops.desk import Appealed, Crowded, Late, Oversight
from league.rules.problems import Problem

MOST = 1000

NamedFixture = shape(Fixture, "id home away sequence", "A fixture by its teams.", "NamedFixture")
LateShape = shape(Late, "due_at", fixture=NamedFixture())
OpenDisputeShape = shape(
    Dispute, "id opened_at reason", "A dispute awaiting a ruling.", "OpenDispute", fixture=NamedFixture()
)
OpenAppealShape = shape(
    Appealed,
    "appeal.id appeal.opened_at appeal.reason",
    "An appeal awaiting a decision.",
    "OpenAppeal",
    fixture=NamedFixture(),
)
OpenConductShape = shape(
    ConductCase,
    "id match_number game_number proposed_at",
    "Conduct that no neutral referee has decided about yet.",
    "OpenConduct",
    fixture=NamedFixture(),
)
CrowdedShape = shape(Crowded, "date venue=venue.name venue.boards", fixtures=NamedFixture(many=True))
FaultShape = shape(Problem, "where field message", "A stored setting that no page can work with.", "Fault")
SecretaryShape = shape(
    Oversight,
    "not_entered not_confirmed crowded appeals",
    "The things that want the secretary’s eye.",
    "Secretary",
    disputes=OpenDisputeShape(many=True),
    conduct=OpenConductShape(many=True, source="cases"),
    faults=FaultShape(many=True, help_text="Settings to fix."),
)
OwedShape = shape(
    Owed,
    "days_left round=fixture.week.round.number last_day in_hand then",
    "A fixture without a date, or not played in time.",
    by="The team that postponed it.",
    fixture=NamedFixture(),
)
WouldBeShape = shape(WouldBe, "starts_at why", fixture=NamedFixture())
PlacedShape = shape(
    Preview, "placed", "The number of fixtures that were placed; those that could not be say why in the list.", "Placed"
)
MailShape = shape(
    Notice,
    "id kind recipient.email text error attempts",
    "A message that did not get through.",
    "Mail",
    recipient=serializers.CharField(),
)
DeliveriesShape = shape(
    Deliveries,
    "counts waiting oldest",
    "The state of the league’s mail: how many messages of the last thirty days, by what became of them.",
    refused=MailShape(many=True, help_text="Refused for now; tried again."),
    failed=MailShape(many=True),
)


@example("Two of them", messages=[41, 42])
@example("All of them", messages=None)
class RetryIn(serializers.Serializer[Any]):
    """The failed messages to try again; null: all of them."""

    messages = serializers.ListField(child=IdField(), max_length=MOST, allow_null=True)


class RetriedShape(serializers.Serializer[Any]):
    """The number of messages that are tried again."""

    count = serializers.IntegerField()
