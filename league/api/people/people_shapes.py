"""People and teams as others name them; a person's own things and data; who plays for a team and who has a role."""

from contextvars import ContextVar
from typing import Any

from rest_framework import serializers

from league.access import Grants
from league.api.shapes import ComputedField, DayField, IdField, ModelShape, TextField, TextIn, example, shape, tells
from league.enums import RoleKind
from league.models import Invitation, Notice, Player, Registration, Role, Team, TeamCode, Venue
from league.queries.people.namesakes import Namesake, NewPlayer
from league.queries.people.people import CodeSheet, Holders
from league.queries.people.personal_data import public_name
from league.rules.names import LONGEST_NAME
from league.rules.problems import LONGEST_REASON
from league.services.people.captains import PrintedCodes
from league.services.people.personal_data import LONGEST_NOTE, LONGEST_PHONE
from league.translation import N_, translated

# Who reads the answer: a name may be shortened for one and not for another. Without a reader no name is told at all.
READER: ContextVar[Grants] = ContextVar("READER")

PlayerRef = shape(
    Player,
    "id",
    "A player. Their name is shortened for whoever would read it so on the pages.",
    "PlayerRef",
    name=ComputedField(serializers.CharField(), lambda player: public_name(player, READER.get())),
)


@tells(Team, "id slug name")
class TeamRef(ModelShape):
    """A team, and the word that stands for it in addresses."""


VenueRef = shape(Venue, "id name address", "A place in which fixtures are played.", "VenueRef")


class MeShape(serializers.Serializer[Any]):
    """The person who asks, and what they may speak for in this league."""

    name = serializers.CharField(allow_blank=True)
    secretary = serializers.BooleanField()
    referee = serializers.BooleanField()
    committee = serializers.BooleanField(help_text="Of the committee that decides appeals, as its chair too.")
    judge = serializers.BooleanField(help_text="One of the judges who decide appeals.")
    captain_of = TeamRef(many=True)
    players = PlayerRef(many=True, help_text="The players of the league that they are.")
    scopes = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Of the token; null: signed in with a browser."
    )


MessageShape = shape(
    Notice,
    "id kind fixture_id created_at read_at",
    "A message that was sent to you.",
    "Message",
    text=TextField(source="said"),
)


class CalendarShape(serializers.Serializer[Any]):
    """A calendar to subscribe to."""

    kind = serializers.ChoiceField(choices=(("division", "Division"), ("team", "Team"), ("venue", "Venue")))
    name = serializers.CharField()
    url = serializers.URLField()


class MyCalendarShape(serializers.Serializer[Any]):
    """The secret address of one’s own calendar."""

    url = serializers.URLField(allow_null=True, help_text="None: there is none; POST makes one.")


@example("Another address than before", renew=True)
class RenewIn(serializers.Serializer[Any]):
    """A secret address to make. With `renew`, one that there is already is exchanged for another."""

    renew = serializers.BooleanField(default=False)


HeldShape = shape(Role, "id kind team starts_on ends_on", "A role that somebody has in the league.", "Held")
RegisteredForShape = shape(
    Registration, "id season team starts_on ends_on", "A team that somebody is or was registered for.", "RegisteredFor"
)


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
    hide_averages = serializers.BooleanField(source="player.hide_averages", default=False)
    note = serializers.CharField(
        source="player.note", default="", allow_blank=True, help_text="What the secretary tells captains on the sheet."
    )
    account = serializers.CharField(
        source="user.email", default=None, allow_null=True, help_text="The address they sign in with."
    )
    roles = HeldShape(many=True)
    registrations = RegisteredForShape(many=True, help_text="The latest season first.")


NamesakeShape = shape(
    Namesake,
    "player.id player.name",
    "A player who shares their name with another.",
    played="Teams and seasons they were registered for, the latest first.",
)


class NamesakesShape(serializers.Serializer[Any]):
    """Players of one name: several people, or one who was entered twice."""

    players = NamesakeShape(many=True)


@example("Entered anew last season", player=12, reason="The same Olive, entered twice.")
class MergeIn(serializers.Serializer[Any]):
    """The other player who is the same person."""

    player = IdField(help_text="The one that goes.")
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="How that is known.")


FoundPlayerShape = shape(
    Player, "id name", "A player who was looked for.", "FoundPlayer", email=serializers.CharField(allow_blank=True)
)
NewPlayerShape = shape(
    NewPlayer,
    "player.id player.name fixture=fixture.pk team",
    "A player whom a sheet has made, and whom nobody has registered.",
    team="The side they were written down for.",
    alike=FoundPlayerShape(many=True, help_text="Players with that name or one like it."),
)


@example("Another number", phone="01632 960123")
class MyDetailsIn(serializers.Serializer[Any]):
    """Your own details. What is left out stays as it is. The address you sign in with changes on the account pages."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    phone = serializers.CharField(
        max_length=LONGEST_PHONE, allow_blank=True, help_text="Of a player; never shown on a public page."
    )
    shorten_name = serializers.BooleanField(help_text="Of a player: “Olive B.” on public pages.")
    hide_averages = serializers.BooleanField(help_text="Of a player: no averages or totals of theirs on public pages.")


@example("A number and an address", phone="01632 960123", email="olive@league.example")
@example("Their name, shortened on public pages", name="Olive Baker", shorten_name=True)
class DetailsIn(MyDetailsIn):
    """A player’s details, with the mail address. What is left out stays as it is."""

    email = serializers.CharField(
        max_length=254, allow_blank=True,
        help_text="Never shown on a public page. An invitation to it links their account.",
    )  # fmt: skip
    note = serializers.CharField(
        max_length=LONGEST_NOTE, allow_blank=True,
        help_text="Both captains read it on the sheet; nothing is judged by it. The secretary’s to write.",
    )  # fmt: skip


@example("For good", sure=True)
class SureIn(serializers.Serializer[Any]):
    """Erasing cannot be undone, by anybody: results stay, under “former player”; name, address and number go."""

    sure = serializers.BooleanField(help_text="Must be true.")

    def validate_sure(self, sure: bool) -> bool:
        if not sure:
            raise serializers.ValidationError(
                translated(N_("Say that you are sure: it cannot be undone.")), code="unsure"
            )
        return sure


@example("Somebody new", name="Olive Baker", starts_on="2026-11-03")
class RegisterIn(serializers.Serializer[Any]):
    """A player whom the league knows, or the name of a new one."""

    player = IdField(allow_null=True, default=None)
    name = serializers.CharField(max_length=120, allow_blank=True, default="")
    another = serializers.BooleanField(default=False, help_text="Another person than the player of that name.")
    starts_on = DayField(help_text="The first day on which they play for it.")


@example("To another team", team="bell", starts_on="2026-11-03")
class TransferIn(serializers.Serializer[Any]):
    """The new team, and the first day with it."""

    team = serializers.CharField(max_length=120, help_text="The team’s slug.")
    starts_on = DayField()
    anyway = serializers.BooleanField(default=False, help_text="Against the season’s limit; then say why.")
    reason = TextIn(allow_blank=True, default="")


@example("The last day", ends_on="2026-11-30")
class ReleaseIn(serializers.Serializer[Any]):
    """The last day."""

    ends_on = DayField()


RegisteredShape = shape(
    Registration,
    "id team player starts_on ends_on season=season.slug",
    "A player of a team, from a day until a day.",
    "Registered",
)
RoleShape = shape(Role, "id kind team user.name user.email starts_on ends_on", "A role, from a day until a day.")


class RoleIn(serializers.Serializer[Any]):
    """A role that somebody is to have."""

    email = serializers.CharField(max_length=254)
    kind = serializers.ChoiceField(choices=RoleKind.choices)
    team = serializers.CharField(max_length=120, allow_null=True, default=None, help_text="The team’s slug.")


@example("At once", at_once=True)
@example("After a day", last_day="2026-11-30")
class EndRoleIn(serializers.Serializer[Any]):
    """The last day; or at once."""

    last_day = DayField(allow_null=True, default=None)
    at_once = serializers.BooleanField(default=False)


@example("A vice-captain", email="olive@example.org", kind="vice-captain", team="anchor")
class InviteIn(RoleIn):
    """A role offered by mail."""

    player = IdField(
        allow_null=True, default=None, help_text="Who they are among the players; only the secretary says so."
    )
    ends_on = DayField(allow_null=True, default=None)


InvitationShape = shape(
    Invitation,
    "id kind team email invited_at expires_at revoked_at",
    "An invitation that nobody has accepted yet.",
)
OfficeShape = shape(
    Role, "kind user.name starts_on ends_on", "A role in a team, with the name of the person who holds it.", "Office"
)
TeamRolesShape = shape(
    Holders,
    "",
    "The roles of a team, now and to come, and the invitations to it.",
    "TeamRoles",
    roles=OfficeShape(many=True),
    invitations=InvitationShape(many=True, help_text="Those that nobody has accepted yet."),
)
CodeShape = shape(
    TeamCode,
    "number used_at revoked_at",
    "A printed one-time code of a team; the code itself is told when it is made, and never again.",
    "TeamCode",
    fixture=serializers.IntegerField(
        source="used_for.fixture_id", default=None, help_text="The fixture whose result was confirmed with it."
    ),
)
CodeSheetShape = shape(
    CodeSheet,
    "team season=season.slug made_at unused",
    "The last sheet of one-time codes of a team.",
    codes=CodeShape(many=True),
)
PrintedCodesShape = shape(
    PrintedCodes,
    "team season=season.slug sheet codes",
    "A new sheet of one-time codes. It is told this once: print it now.",
)
