"""A person's mail settings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fields import ClockField
from league.api.shapes import example
from league.enums import Delivery, NoticeKind
from league.queries.mail.kinds import AT_ONCE
from league.rules.mailing import FURTHEST_REMINDER
from league.translation import Text, in_a_sentence, translated


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "string", "enum": Delivery.values},
        "propertyNames": {"enum": NoticeKind.values},
    }
)
class DeliveriesField(serializers.DictField):
    """The delivery of each kind of notice, by kind."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=serializers.ChoiceField(choices=Delivery.choices), **kwargs)

    def to_internal_value(self, data: Any) -> dict[NoticeKind, Delivery]:
        sent = super().to_internal_value(data)
        strange = sorted(kind for kind in sent if kind not in NoticeKind.values)
        if strange:
            message = Text("There is no kind {kind}.", kind=strange[0][:60])
            raise serializers.ValidationError(translated(message), code="kind")
        late = sorted(kind for kind in AT_ONCE if sent.get(kind) == Delivery.DIGEST)
        if late:
            kind = in_a_sentence(NoticeKind(late[0]).label)
            message = Text("What is about {kind} does not wait for the daily mail.", kind=kind)
            raise serializers.ValidationError(translated(message), code="at-once")
        return {NoticeKind(kind): Delivery(delivery) for kind, delivery in sent.items()}

    def to_representation(self, value: Any) -> dict[str, str]:
        return {str(kind): str(delivery) for kind, delivery in value.items()}


@example(
    "Rulings once a day, no reminders, quiet at night",
    deliveries={"ruling-made": "digest"},
    reminder_days=[],
    quiet_from="22:00",
    quiet_until="07:00",
    digest_at="08:00",
)
class MailSettingsShape(serializers.Serializer[Any]):
    """Your mail settings, in every league of this server. What is left out stays as it is, kind by kind."""

    deliveries = DeliveriesField(help_text="By kind of notice.")
    reminder_days = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=FURTHEST_REMINDER),
        max_length=FURTHEST_REMINDER,
        help_text="So many days before a fixture you are reminded of it; none: never.",
    )
    quiet_from = ClockField(evening=False, allow_null=True, help_text="No mail from then on; null: at any hour.")
    quiet_until = ClockField(evening=False, allow_null=True, help_text="It may be on the next day.")
    digest_at = ClockField(
        evening=False, help_text="When the daily mail comes. All three by the clock in each league’s time zone."
    )
