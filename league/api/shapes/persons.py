"""A person's own data: what the league keeps of him, changed and erased."""

from typing import Any

from rest_framework import serializers

from league.api.shapes.leagues import SeasonRef
from league.api.shapes.members import InvitationShape
from league.api.shapes.people import TeamRef
from league.enums import RoleKind
from league.services.persons import LONGEST_NAME, LONGEST_PHONE


class HeldShape(serializers.Serializer[Any]):
    """A role that somebody has in the league."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(choices=RoleKind.choices)
    team = TeamRef(allow_null=True)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)


class RegisteredForShape(serializers.Serializer[Any]):
    """A team that somebody is or was registered for."""

    id = serializers.IntegerField(source="pk")
    season = SeasonRef()
    team = TeamRef()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)


class PersonShape(serializers.Serializer[Any]):
    """What a league keeps of somebody besides what he has played."""

    player = serializers.IntegerField(
        source="player.pk", default=None, allow_null=True, help_text="His id as a player; none: he plays in no team."
    )
    name = serializers.CharField(allow_blank=True)
    email = serializers.CharField(
        source="player.email", default="", allow_blank=True, help_text="As the league has it for the player."
    )
    phone = serializers.CharField(source="player.phone", default="", allow_blank=True)
    shorten_name = serializers.BooleanField(source="player.shorten_name", default=False)
    account = serializers.CharField(
        source="user.email", default=None, allow_null=True, help_text="The address he signs in with."
    )
    roles = HeldShape(many=True)
    registrations = RegisteredForShape(many=True, help_text="The latest season first.")


class FoundPersonShape(serializers.Serializer[Any]):
    """A player who was looked for."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    email = serializers.CharField(allow_blank=True)


class OwnDetailsIn(serializers.Serializer[Any]):
    """What is left out stays as it is. The address one signs in with is changed on the pages of one’s account."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    phone = serializers.CharField(
        max_length=LONGEST_PHONE, allow_blank=True, help_text="Of a player; never shown on a public page."
    )
    shorten_name = serializers.BooleanField(help_text="Of a player: “Olive B.” on public pages.")


class DetailsIn(OwnDetailsIn):
    """What is left out stays as it is."""

    email = serializers.CharField(
        max_length=254,
        allow_blank=True,
        help_text="Never shown on a public page. An invitation to it links his account.",
    )


class SureIn(serializers.Serializer[Any]):
    """Erasing cannot be undone, by anybody: results stay, under “former player”; name, address and number go."""

    sure = serializers.BooleanField(help_text="Must be true.")

    def validate_sure(self, sure: bool) -> bool:
        if not sure:
            raise serializers.ValidationError("Say that you are sure: it cannot be undone.", code="unsure")
        return sure


class OfficeShape(serializers.Serializer[Any]):
    """Who has which role in a team, by name."""

    kind = serializers.ChoiceField(choices=RoleKind.choices)
    name = serializers.CharField(source="user.name", allow_blank=True)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)


class TeamPeopleShape(serializers.Serializer[Any]):
    """Who speaks for a team or is to, and who is invited to it."""

    roles = OfficeShape(many=True)
    invitations = InvitationShape(many=True, help_text="Those that nobody has accepted yet.")
