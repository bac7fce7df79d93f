"""Fees, fines and pennies: the secretary's list and what they do to it; a team's statement and a player's own."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.filters import ChargeFilter, narrowed
from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.money.charges_shapes import AccountShape, ChargeShape
from league.api.seasons.seasons import OwnSeason
from league.errors import NothingThere
from league.models import Charge, Player, Team
from league.queries.money import charges as queries
from league.translation import N_


class ChargeList(LeagueView):
    """A list of charges, the latest first."""

    queryset = Charge.objects.all()
    ordering = ("-date", "-pk")
    filter_backends = (DjangoFilterBackend,)
    filterset_class = ChargeFilter

    def listed(self, found: QuerySet[Charge]) -> Response:
        return self.paged(narrowed(ChargeFilter, self, found), ChargeShape)


class Charges(ChargeList, OwnSeason):
    @operation(
        "What the teams and players of a season are charged, the latest first",
        action="charge.manage",
        answer=ChargeShape(many=True),
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("charge.manage")
        return self.listed(queries.charges_of_season(self.one(season)))


class Accounts(OwnSeason):
    @operation(
        "What each team and each player of a season is charged, has paid and owes: teams first, by name",
        action="charge.manage",
        answer=AccountShape(many=True),
    )
    def get(self, request: Request, season: str) -> Response:
        self.allow("charge.manage")
        found = self.one(season)
        return self.paged(queries.with_charges(found, queries.accounts_of(found)), AccountShape)


class OfACharge(LeagueView):
    """An address about one charge."""

    def charge(self, pk: int) -> Charge:
        """The charge of this league that the address names.

        Raises:
            NotAllowed: the asker is not the secretary.
            Http404: there is none.
        """
        self.allow("charge.manage")
        try:
            return queries.find_charge(self.league, pk)
        except Charge.DoesNotExist as missing:
            raise NothingThere(N_("There is no such charge in this league.")) from missing

    def respond(self, charge: Charge) -> Response:
        return self.tagged(ChargeShape(charge).data, "charge", seen=charge.standing)


class OneCharge(OfACharge):
    @operation("A charge", action="charge.manage", answer=ChargeShape, etag=True)
    def get(self, request: Request, charge: int) -> Response:
        return self.respond(self.charge(charge))


class TeamCharges(ChargeList):
    @operation(
        "What a team and its players are charged, in every season, the latest first",
        action="team.charges",
        answer=ChargeShape(many=True),
    )
    def get(self, request: Request, team: str) -> Response:
        found = get_object_or_404(Team, league=self.league, slug=team, hidden_at=None)
        self.allow("team.charges", found)
        return self.listed(queries.charges_of_team(found))


class PlayerCharges(ChargeList):
    @operation(
        "What a player is charged, in every season, the latest first",
        action="player.charges",
        answer=ChargeShape(many=True),
    )
    def get(self, request: Request, player: int) -> Response:
        found = get_object_or_404(Player.objects.select_related("merged_into"), league=self.league, pk=player)
        self.allow("player.charges", found)
        return self.listed(queries.charges_of_player(found.merged_into or found))
