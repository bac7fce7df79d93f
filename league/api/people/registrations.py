"""Registrations of players, roles, invitations and one-time codes."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.people.people_shapes import (
    CodeSheetShape,
    EndRoleIn,
    InvitationShape,
    InviteIn,
    PrintedCodesShape,
    RegisteredShape,
    RegisterIn,
    ReleaseIn,
    RoleShape,
    TeamRolesShape,
    TransferIn,
)
from league.api.seasons.seasons import OwnSeason
from league.api.views import LeagueView
from league.models import Invitation, Player, Registration, Role, Team
from league.queries.leagues import registered_for
from league.queries.people.people import code_sheet, code_sheets, holders_of, open_invitations
from league.rules.problems import Problem
from league.services.people import captains, invite, register, roles


class Registrations(OwnSeason):
    @operation(
        "Who is, will be or was registered for a team in a season, by name",
        action="player.register",
        answer=RegisteredShape(many=True),
    )
    def get(self, request: Request, season: str, team: str) -> Response:
        at = get_object_or_404(Team, league=self.league, slug=team, hidden_at=None)
        self.allow("player.register", at)
        found = registered_for(at, self.one(season))
        return self.paged(list(found), RegisteredShape)

    @operation(
        "Register a player for a team", action="player.register", body=RegisterIn, answer=RegisteredShape, status=201
    )
    def post(self, request: Request, season: str, team: str) -> Response:
        at = get_object_or_404(Team.objects.select_related("league"), league=self.league, slug=team, hidden_at=None)
        self.allow("player.register", at)
        found = self.one(season)
        check = partial(register.problems_of_registration, at, found, by=self.user, now=self.now)
        sent = self.read(RegisterIn, check)
        known = sent.pop("player")
        player = get_object_or_404(Player, league=self.league, pk=known) if known is not None else None
        made = register.register(at, found, player, **sent, by=self.user, now=self.now)
        return Response(RegisteredShape(made).data, status=201)


class PlayerTransfer(OwnSeason):
    @operation(
        "Let a player change team", action="player.transfer", body=TransferIn, answer=RegisteredShape, status=201
    )
    def post(self, request: Request, season: str, player: int) -> Response:
        self.allow("player.transfer")
        who = get_object_or_404(Player, league=self.league, pk=player)
        found = self.one(season)
        sent = self.read(TransferIn, partial(register.problems_of_transfer, who, found))
        to = get_object_or_404(Team, league=self.league, slug=sent.pop("team"), hidden_at=None)
        made = register.transfer(who, found, to, **sent, by=self.user, now=self.now)
        return Response(RegisteredShape(made).data, status=201)


class PlayerRelease(LeagueView):
    @operation("End a player’s registration", action="player.transfer", body=ReleaseIn, answer=RegisteredShape)
    def post(self, request: Request, registration: int) -> Response:
        self.allow("player.transfer")
        rows = Registration.objects.select_related("season__league", "team", "player")
        found = get_object_or_404(rows, season__league=self.league, pk=registration)
        ended = register.release(found, **self.read(ReleaseIn), by=self.user, now=self.now)
        return Response(RegisteredShape(ended).data)


class Roles(LeagueView):
    @operation("Who holds which role, the league’s own first", action="role.manage", answer=RoleShape(many=True))
    def get(self, request: Request) -> Response:
        self.allow("role.manage")
        held = [role for place in holders_of(self.league, now=self.now) for role in place.roles]
        return self.paged(held, RoleShape)


class RoleEnd(LeagueView):
    @operation("End a role with a day, or at once", action="role.manage", body=EndRoleIn, answer=RoleShape, fresh=True)
    def post(self, request: Request, role: int) -> Response:
        self.allow("role.manage")
        found = get_object_or_404(Role.objects.select_related("league", "team", "user"), league=self.league, pk=role)
        return Response(RoleShape(roles.end_role(found, **self.read(EndRoleIn), by=self.user, now=self.now)).data)


class Invitations(LeagueView):
    @operation("The invitations that nobody has accepted yet", action="role.manage", answer=InvitationShape(many=True))
    def get(self, request: Request) -> Response:
        self.allow("role.manage")
        found = open_invitations(self.league).select_related("user", "team").order_by("-invited_at", "-pk")
        return self.paged(list(found), InvitationShape)

    @operation(
        "Offer somebody a role by mail; a captain for their own team",
        name="invite",
        action="role.invite",
        body=InviteIn,
        answer=InvitationShape,
        status=201,
        fresh=True,
    )
    def post(self, request: Request) -> Response:
        if not self.grants.captain_of:
            self.allow("role.invite")
        sent = self.read(InviteIn, self._check)
        player = None
        if sent["player"] is not None:
            player = get_object_or_404(Player, league=self.league, pk=sent["player"])
        made = invite.invite(
            self.league, sent["email"], sent["kind"], _team_of(self, sent),
            player=player, ends_on=sent["ends_on"], by=self.user, now=self.now,
        )  # fmt: skip
        return Response(InvitationShape(made).data, status=201)

    def _check(self, sent: dict[str, Any]) -> Iterable[Problem]:
        given = sent | ({"team": _team_of(self, sent)} if "team" in sent else {})
        return invite.problems_of_invitation(self.league, given, now=self.now)


class InvitationRevoke(LeagueView):
    @operation("Withdraw an invitation; its link stops working", action="role.invite", answer=InvitationShape)
    def post(self, request: Request, invitation: int) -> Response:
        found = _invitation_of(self, invitation)
        return Response(InvitationShape(invite.revoke(found, by=self.user, now=self.now)).data)


class InvitationRemind(LeagueView):
    @operation(
        "Send an invitation once more, at most once a day; it holds for a fortnight again",
        action="role.invite",
        answer=InvitationShape,
        fresh=True,
    )
    def post(self, request: Request, invitation: int) -> Response:
        found = _invitation_of(self, invitation)
        return Response(InvitationShape(invite.remind(found, by=self.user, now=self.now)).data)


class TeamRoles(LeagueView):
    @operation("Who speaks for a team, and who is invited to it", action="role.invite", answer=TeamRolesShape)
    def get(self, request: Request, team: str) -> Response:
        found = get_object_or_404(Team.objects.select_related("league"), league=self.league, slug=team, hidden_at=None)
        self.allow("role.invite", found)
        [place] = holders_of(self.league, now=self.now, team=found)
        return Response(TeamRolesShape(place).data)


def _invitation_of(view: LeagueView, pk: int) -> Invitation:
    rows = Invitation.objects.select_related("league", "team", "user")
    found = get_object_or_404(rows, league=view.league, pk=pk)
    view.allow("role.invite", found.team)
    return found


def _team_of(view: LeagueView, sent: dict[str, Any]) -> Team | None:
    return get_object_or_404(Team, league=view.league, slug=sent["team"]) if sent["team"] else None


class Codes(OwnSeason):
    @operation(
        "The teams of a season, each with what is left of its printed codes",
        action="codes.make",
        answer=CodeSheetShape(many=True),
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("codes.make")
        return self.paged(code_sheets(self.one(season)), CodeSheetShape)


class TeamCodes(OwnSeason):
    def team(self, slug: str) -> Team:
        """Return the team of this league that the address names."""
        self.allow("codes.make")
        return get_object_or_404(Team.objects.select_related("league"), league=self.league, slug=slug, hidden_at=None)

    @operation(
        "Make a sheet of one-time codes for a team; it is told this once, and an older one works no more",
        name="codes_make",
        action="codes.make",
        answer=PrintedCodesShape,
        status=201,
        kept=False,
        fresh=True,
    )
    def post(self, request: Request, season: str, team: str) -> Response:
        found = self.team(team)
        made = captains.make_codes(found, self.one(season), by=self.user, now=self.now)
        return Response(PrintedCodesShape(made).data, status=201)


class TeamCodesRevoke(TeamCodes):
    @operation(
        "Revoke the codes of a team that were not used",
        name="codes_revoke",
        action="codes.make",
        answer=CodeSheetShape,
    )
    def post(self, request: Request, season: str, team: str) -> Response:
        found, of = self.team(team), self.one(season)
        captains.revoke_codes(found, of, by=self.user, now=self.now)
        return Response(CodeSheetShape(code_sheet(found, of)).data)
