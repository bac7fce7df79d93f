"""The secretary's desk as programs read it, and what they send to its buttons."""

from typing import Any

from rest_framework import serializers

from league.api.fields import Found, IdField, TextIn
from league.api.seasons.seasons_shapes import NamedFixture
from league.api.shapes import example, shape
from league.models import User
from league.queries.desk.auto_confirmable import Waiting
from league.queries.desk.reminding import Chase
from league.services.desk.approve import MOST, Approved, NotConfirmed
from league.services.desk.remind import Reminded

CHOSEN = [{"fixture": 12, "version": 1}, {"fixture": 15, "version": 2}]

AskedShape = shape(User, "id name", "A captain who would be written to.", "AskedCaptain")
ChaseShape = shape(
    Chase,
    "lately",
    "An overdue result, and the captains who would be asked for it.",
    "OverdueResult",
    lately="When a captain of it was last asked, if that is too recent to ask them again.",
    fixture=NamedFixture(),
    due_at=serializers.DateTimeField(source="late.due_at", help_text="When the result was due."),
    people=AskedShape(many=True, help_text="The captains whom the operation would write to."),
)
WaitingShape = shape(
    Waiting,
    "clear why",
    "A result that no deadline confirms any more.",
    "WaitingResult",
    fixture=Found(NamedFixture(), lambda found: found.late.fixture),
    version=serializers.IntegerField(source="result.version"),
)


class DeskShape(serializers.Serializer[Any]):
    """The secretary’s evening: what each button would do."""

    tonight = NamedFixture(many=True, help_text="Today’s fixtures.")
    cards = serializers.IntegerField(help_text="How many fixtures have begun and have no result.")
    next_card = NamedFixture(
        allow_null=True, help_text="The one to enter first: of the latest evening; null: none is left."
    )
    overdue = ChaseShape(many=True, help_text="Overdue results, the longest first.")
    waiting = WaitingShape(many=True, help_text="Results awaiting confirmation past their time.")


RemindedShape = shape(
    Reminded,
    "people fixtures",
    "The captains who were asked.",
    "Reminded",
    people="How many captains; each has a message for every fixture of theirs.",
    fixtures="About how many overdue results.",
)


class ChosenIn(serializers.Serializer[Any]):
    """A result by its fixture and the version that was seen."""

    fixture = IdField()
    version = IdField(help_text="The version that was read; a newer one is not confirmed unseen.")


@example("Two of them", results=CHOSEN, reason="The other side did not answer in time.")
class ApproveIn(serializers.Serializer[Any]):
    """The results to confirm in the other sides’ places, and the reason."""

    results = ChosenIn(many=True, max_length=MOST, allow_empty=False)  # type: ignore[call-arg]
    reason = TextIn(help_text="The journal keeps it with each result, and both captains are told.")


NotConfirmedShape = shape(
    NotConfirmed, "why", "A result that was left as it is, and why.", "NotConfirmed", fixture=NamedFixture()
)
ApprovedShape = shape(
    Approved,
    "",
    "The outcome: the fixtures whose results count now, and those that were left as they are.",
    "ConfirmedTogether",
    confirmed=Found(NamedFixture(many=True), lambda found: [result.fixture for result in found.confirmed]),
    refused=NotConfirmedShape(many=True),
)
