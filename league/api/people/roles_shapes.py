"""The players of the teams, the holders of roles, and the invitations to roles."""

from typing import Any

from rest_framework import serializers

from league.api.fields import LARGEST, TEXT, DayField
from league.api.shapes import ModelShape, tells, with_examples
from league.enums import RoleKind
from league.models import Invitation, Registration, Role


@with_examples({"Somebody new": {"name": "Olive Baker", "starts_on": "2026-11-03"}})
class RegisterIn(serializers.Serializer[Any]):
    """A player whom the league knows, or the name of a new one."""

    player = serializers.IntegerField(min_value=1, max_value=LARGEST, allow_null=True, default=None)
    name = serializers.CharField(max_length=120, allow_blank=True, default="")
    another = serializers.BooleanField(default=False, help_text="Another person than the player of that name.")
    starts_on = DayField(help_text="The first day on which they play for it.")


@with_examples({"To another team": {"team": "bell", "starts_on": "2026-11-03"}})
class TransferIn(serializers.Serializer[Any]):
    """The new team, and the first day with it."""

    team = serializers.CharField(max_length=120, help_text="The team’s slug.")
    starts_on = DayField()
    anyway = serializers.BooleanField(default=False, help_text="Against the season’s limit; then say why.")
    reason = serializers.CharField(max_length=TEXT, allow_blank=True, default="")


@with_examples({"The last day": {"ends_on": "2026-11-30"}})
class ReleaseIn(serializers.Serializer[Any]):
    """The last day."""

    ends_on = DayField()


@tells(Registration, "id team player starts_on ends_on")
class RegisteredShape(ModelShape):
    """A player of a team, from a day until a day."""

    season = serializers.CharField(source="season.slug")


@tells(Role, "id kind team user.name user.email starts_on ends_on")
class RoleShape(ModelShape):
    """A role, from a day until a day."""


@with_examples(
    {"A captain": {"email": "olive@example.org", "kind": "captain", "team": "anchor", "starts_on": "2026-11-03"}}
)
class GiveRoleIn(serializers.Serializer[Any]):
    """A role for somebody who has an account."""

    email = serializers.CharField(max_length=254)
    kind = serializers.ChoiceField(choices=RoleKind.choices)
    team = serializers.CharField(max_length=120, allow_null=True, default=None, help_text="The team’s slug.")
    starts_on = DayField()
    ends_on = DayField(allow_null=True, default=None)


@with_examples({"At once": {"at_once": True}, "After a day": {"last_day": "2026-11-30"}})
class EndRoleIn(serializers.Serializer[Any]):
    """The last day; or at once."""

    last_day = DayField(allow_null=True, default=None)
    at_once = serializers.BooleanField(default=False)


@with_examples({"A vice-captain": {"email": "olive@example.org", "kind": "vice-captain", "team": "anchor"}})
class InviteIn(serializers.Serializer[Any]):
    """A role offered by mail."""

    email = serializers.CharField(max_length=254)
    kind = serializers.ChoiceField(choices=RoleKind.choices)
    team = serializers.CharField(max_length=120, allow_null=True, default=None, help_text="The team’s slug.")
    player = serializers.IntegerField(
        min_value=1, max_value=LARGEST, allow_null=True, default=None,
        help_text="Who they are among the players; only the secretary says so.",
    )  # fmt: skip
    ends_on = DayField(allow_null=True, default=None)


@tells(Invitation, "id kind team user.email invited_at expires_at revoked_at")
class InvitationShape(ModelShape):
    """An invitation that nobody has accepted yet."""


@tells(Role, "kind user.name starts_on ends_on")
class OfficeShape(ModelShape):
    """A role in a team, with the name of the person who holds it."""


class TeamRolesShape(serializers.Serializer[Any]):
    """The roles of a team, now and to come, and the invitations to it."""

    roles = OfficeShape(many=True)
    invitations = InvitationShape(many=True, help_text="Those that nobody has accepted yet.")
