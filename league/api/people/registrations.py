"""The registrations of players for teams: made, ended, and exchanged for another team's."""

from functools import partial

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.people.people_shapes import RegisteredShape, RegisterIn, ReleaseIn, TransferIn
from league.api.seasons.seasons import OwnSeason
from league.models import Player, Registration, Team
from league.queries.listings import registered_for
from league.services.people import register


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
