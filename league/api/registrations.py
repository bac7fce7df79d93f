"""Registrations of players, roles, invitations and one-time codes."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from league.api.league_views import LeagueView, TeamView
from league.api.operations import operation
from league.api.shapes import DayField, IdField, TextIn, example, shape
from league.enums import RoleKind
from league.models import Invitation, Player, Registration, Role, Season, Team, TeamCode
from league.queries.leagues import registered_for
from league.queries.people.people import CodeSheet, Holders, code_sheet, code_sheets, holders_of, open_invitations
from league.rules.problems import Problem
from league.services.people import captains, invite, register, roles
from league.services.people.captains import PrintedCodes


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
    Invitation, "id kind team email invited_at expires_at revoked_at", "An invitation that nobody has accepted yet."
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


class Registrations(TeamView):
    def resolve_address(self) -> dict[str, Any]:
        """Find the team first: a captain of it may register in a season that is a draft."""
        team = self.find_team(self.kwargs["team"])
        return {"team": team, "season": self.own_season(self.kwargs["season"])}

    @operation("player.register", answer=RegisteredShape(many=True))
    def get(self, season: Season, team: Team) -> object:
        """Who is, will be or was registered for a team in a season, by name."""
        return list(registered_for(team, season))

    @operation("player.register", body=RegisterIn, answer=RegisteredShape, status=201)
    def post(self, season: Season, team: Team) -> object:
        """Register a player for a team."""
        sent = self.read(partial(register.problems_of_registration, team, season, by=self.user, now=self.now))
        pk = sent.pop("player")
        player = get_object_or_404(Player, league=self.league, pk=pk) if pk is not None else None
        return register.register(team, season, player, **sent, by=self.user, now=self.now)


class PlayerTransfer(LeagueView):
    @operation("player.transfer", body=TransferIn, answer=RegisteredShape, status=201)
    def post(self, season: Season, player: int) -> object:
        """Let a player change team."""
        row = get_object_or_404(Player, league=self.league, pk=player)
        sent = self.read(partial(register.problems_of_transfer, row, season))
        team = get_object_or_404(Team, league=self.league, slug=sent.pop("team"), hidden_at=None)
        return register.transfer(row, season, team, **sent, by=self.user, now=self.now)


class PlayerRelease(LeagueView):
    @operation("player.transfer", body=ReleaseIn, answer=RegisteredShape)
    def post(self, registration: int) -> object:
        """End a player’s registration."""
        self.allow("player.transfer")
        rows = Registration.objects.select_related("season__league", "team", "player")
        row = get_object_or_404(rows, season__league=self.league, pk=registration)
        return register.release(row, **self.read(), by=self.user, now=self.now)


class Roles(LeagueView):
    @operation("role.manage", answer=RoleShape(many=True))
    def get(self) -> object:
        """Who holds which role, the league’s own first."""
        return [role for place in holders_of(self.league, now=self.now) for role in place.roles]


class RoleEnd(LeagueView):
    @operation("role.manage", body=EndRoleIn, answer=RoleShape, fresh=True)
    def post(self, role: int) -> object:
        """End a role with a day, or at once."""
        self.allow("role.manage")
        row = get_object_or_404(Role.objects.select_related("league", "team", "user"), league=self.league, pk=role)
        return roles.end_role(row, **self.read(), by=self.user, now=self.now)


class Invitations(LeagueView):
    def resolve_address(self) -> dict[str, Any]:
        """Let a captain invite: for which team, the service asks."""
        is_captain = self.request.method == "POST" and self.grants.captain_of
        return {} if is_captain else super().resolve_address()

    @operation("role.manage", answer=InvitationShape(many=True))
    def get(self) -> object:
        """The invitations that nobody has accepted yet."""
        return list(open_invitations(self.league).select_related("user", "team").order_by("-invited_at", "-pk"))

    @operation("role.invite", name="invite", body=InviteIn, answer=InvitationShape, status=201, fresh=True)
    def post(self) -> object:
        """Offer somebody a role by mail; a captain for their own team."""
        sent = self.read(self._check)
        pk = sent["player"]
        player = get_object_or_404(Player, league=self.league, pk=pk) if pk is not None else None
        return invite.invite(
            self.league, sent["email"], sent["kind"], _team_of(self, sent),
            player=player, ends_on=sent["ends_on"], by=self.user, now=self.now,
        )  # fmt: skip

    def _check(self, sent: dict[str, Any]) -> Iterable[Problem]:
        given = sent | ({"team": _team_of(self, sent)} if "team" in sent else {})
        return invite.problems_of_invitation(self.league, given, now=self.now)


class InvitationView(LeagueView):
    def find_invitation(self, pk: int) -> Invitation:
        rows = Invitation.objects.select_related("league", "team", "user")
        invitation = get_object_or_404(rows, league=self.league, pk=pk)
        self.allow("role.invite", invitation.team)
        return invitation


class InvitationRevoke(InvitationView):
    @operation("role.invite", answer=InvitationShape)
    def post(self, invitation: Invitation) -> object:
        """Withdraw an invitation; its link stops working."""
        return invite.revoke(invitation, by=self.user, now=self.now)


class InvitationRemind(InvitationView):
    @operation("role.invite", answer=InvitationShape, fresh=True)
    def post(self, invitation: Invitation) -> object:
        """Send an invitation once more, at most once a day; it holds for a fortnight again."""
        return invite.remind(invitation, by=self.user, now=self.now)


class TeamRoles(TeamView):
    @operation("role.invite", answer=TeamRolesShape)
    def get(self, team: Team) -> object:
        """Who speaks for a team, and who is invited to it."""
        [place] = holders_of(self.league, now=self.now, team=team)
        return place


def _team_of(view: LeagueView, sent: dict[str, Any]) -> Team | None:
    return get_object_or_404(Team, league=view.league, slug=sent["team"]) if sent["team"] else None


class Codes(LeagueView):
    @operation("codes.make", answer=CodeSheetShape(many=True))
    def get(self, season: Season) -> object:
        """The teams of a season, each with what is left of its printed codes."""
        return code_sheets(season)


class TeamCodes(TeamView):
    @operation("codes.make", name="codes_make", answer=PrintedCodesShape, status=201, kept=False, fresh=True)
    def post(self, season: Season, team: Team) -> object:
        """Make a sheet of one-time codes for a team; it is told this once, and an older one works no more."""
        return captains.make_codes(team, season, by=self.user, now=self.now)


class TeamCodesRevoke(TeamView):
    @operation("codes.make", name="codes_revoke", answer=CodeSheetShape)
    def post(self, season: Season, team: Team) -> object:
        """Revoke the codes of a team that were not used."""
        captains.revoke_codes(team, season, by=self.user, now=self.now)
        return code_sheet(team, season)
