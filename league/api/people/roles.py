"""The holders of roles, and the invitations to roles."""

from collections.abc import Iterable
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.people.people_shapes import (
    EndRoleIn,
    InvitationShape,
    InviteIn,
    RoleShape,
    TeamRolesShape,
)
from league.models import Invitation, Player, Role, Team
from league.queries.people.roles import holders_of, open_invitations
from league.rules.problems import Problem
from league.services.people import invite, roles


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
    """The invitation that the address names, for whoever may change it."""
    rows = Invitation.objects.select_related("league", "team", "user")
    found = get_object_or_404(rows, league=view.league, pk=pk)
    view.allow("role.invite", found.team)
    return found


def _team_of(view: LeagueView, sent: dict[str, Any]) -> Team | None:
    """The team of this league that was named, if any."""
    return get_object_or_404(Team, league=view.league, slug=sent["team"]) if sent["team"] else None
