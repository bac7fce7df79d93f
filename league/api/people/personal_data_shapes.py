"""A person's own data: what the league keeps of them, changed and erased."""

from typing import Any

from rest_framework import serializers

from league.api.fields import LARGEST
from league.api.shapes import ModelShape, tells, with_examples
from league.models import Player, Registration, Role
from league.services.people.merge import LONGEST_REASON
from league.services.people.personal_data import LONGEST_NAME, LONGEST_PHONE
from league.translation import N_, translated


@tells(Role, "id kind team starts_on ends_on")
class HeldShape(ModelShape):
    """A role that somebody has in the league."""


@tells(Registration, "id season team starts_on ends_on")
class RegisteredForShape(ModelShape):
    """A team that somebody is or was registered for."""


class PersonalDataShape(serializers.Serializer[Any]):
    """The data that a league keeps of a person, besides what they have played."""

    player = serializers.IntegerField(
        source="player.pk", default=None, allow_null=True, help_text="Their id as a player; none: they play in no team."
    )
    name = serializers.CharField(allow_blank=True)
    email = serializers.CharField(
        source="player.email", default="", allow_blank=True, help_text="As the league has it for the player."
    )
    phone = serializers.CharField(source="player.phone", default="", allow_blank=True)
    shorten_name = serializers.BooleanField(source="player.shorten_name", default=False)
    account = serializers.CharField(
        source="user.email", default=None, allow_null=True, help_text="The address they sign in with."
    )
    roles = HeldShape(many=True)
    registrations = RegisteredForShape(many=True, help_text="The latest season first.")


class NamesakeShape(serializers.Serializer[Any]):
    """A player who shares their name with another."""

    id = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    played = serializers.ListField(
        child=serializers.CharField(), help_text="Teams and seasons they were registered for, the latest first."
    )


class NamesakesShape(serializers.Serializer[Any]):
    """Players of one name: several people, or one who was entered twice."""

    players = NamesakeShape(many=True)


@with_examples({"Entered anew last season": {"player": 12, "reason": "The same Olive, entered twice."}})
class MergeIn(serializers.Serializer[Any]):
    """The other player who is the same person."""

    player = serializers.IntegerField(min_value=1, max_value=LARGEST, help_text="The one that goes.")
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="How that is known.")


@tells(Player, "id name")
class FoundPlayerShape(ModelShape):
    """A player who was looked for."""

    email = serializers.CharField(allow_blank=True)


@with_examples({"Another number": {"phone": "01632 960123"}})
class MyDetailsIn(serializers.Serializer[Any]):
    """Your own details. What is left out stays as it is. The address you sign in with changes on the account pages."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    phone = serializers.CharField(
        max_length=LONGEST_PHONE, allow_blank=True, help_text="Of a player; never shown on a public page."
    )
    shorten_name = serializers.BooleanField(help_text="Of a player: “Olive B.” on public pages.")


@with_examples(
    {
        "A number and an address": {"phone": "01632 960123", "email": "olive@league.example"},
        "Their name, shortened on public pages": {"name": "Olive Baker", "shorten_name": True},
    }
)
class DetailsIn(MyDetailsIn):
    """A player’s details, with the mail address. What is left out stays as it is."""

    email = serializers.CharField(
        max_length=254,
        allow_blank=True,
        help_text="Never shown on a public page. An invitation to it links their account.",
    )


@with_examples({"For good": {"sure": True}})
class SureIn(serializers.Serializer[Any]):
    """Erasing cannot be undone, by anybody: results stay, under “former player”; name, address and number go."""

    sure = serializers.BooleanField(help_text="Must be true.")

    def validate_sure(self, sure: bool) -> bool:
        if not sure:
            raise serializers.ValidationError(
                translated(N_("Say that you are sure: it cannot be undone.")), code="unsure"
            )
        return sure
