"""Fees, fines and pennies: the secretary's list and what they do to it; a team's statement and a player's own."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.filters import ChargeFilter, narrowed
from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.money.charges_shapes import AccountShape, CancelIn, ChargedShape, ChargeIn, ChargeShape, PayIn, UnpayIn
from league.api.seasons.seasons import OwnSeason
from league.errors import Invalid, NothingThere
from league.models import Charge, Player, Team
from league.queries.money import charges as queries
from league.rules.problems import Problem
from league.services.money import charges, payments
from league.services.money.charges import NewCharge
from league.translation import N_, Text


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

    @operation(
        "Charge teams and players a fee, a fine or pennies: the same to each",
        name="charge_make",
        action="charge.manage",
        body=ChargeIn,
        answer=ChargedShape,
        status=201,
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("charge.manage")
        found, sent = self.one(season), self.read(ChargeIn)
        teams, players = self._teams(sent.pop("teams")), self._players(sent.pop("players"))
        made = charges.charge(found, teams, players, NewCharge(**sent), by=self.user, now=self.now)
        return Response(ChargedShape({"charges": made}).data, status=201)

    def _teams(self, slugs: list[str]) -> list[Team]:
        known = {team.slug: team for team in Team.objects.filter(league=self.league, slug__in=slugs, hidden_at=None)}
        unknown = [Text("There is no team “{slug}” in this league.", slug=slug) for slug in slugs if slug not in known]
        if unknown:
            raise Invalid([Problem("no-team", message, "teams") for message in unknown])
        return [known[slug] for slug in slugs]

    def _players(self, ids: list[int]) -> list[Player]:
        known = Player.objects.filter(league=self.league).in_bulk(ids)
        unknown = [Text("There is no player {id} in this league.", id=pk) for pk in ids if pk not in known]
        if unknown:
            raise Invalid([Problem("no-player", message, "players") for message in unknown])
        return [known[pk] for pk in ids]


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

    def told(self, charge: Charge) -> Response:
        return self.tagged(ChargeShape(charge).data, "charge", seen=charge.standing)


class OneCharge(OfACharge):
    @operation("A charge", action="charge.manage", answer=ChargeShape, etag=True)
    def get(self, request: Request, charge: int) -> Response:
        return self.told(self.charge(charge))


class ChargePay(OfACharge):
    @operation(
        "Note that a charge was paid. Nothing is paid here",
        action="charge.manage",
        body=PayIn,
        answer=ChargeShape,
        etag=True,
    )
    def post(self, request: Request, charge: int) -> Response:
        found, sent = self.charge(charge), self.read(PayIn)
        paid = payments.pay(found, on=sent["paid_on"], seen=sent["seen"], by=self.user, now=self.now)
        return self.told(paid)


class ChargeUnpay(OfACharge):
    @operation(
        "Note that a charge is not paid after all",
        action="charge.manage",
        body=UnpayIn,
        answer=ChargeShape,
        etag=True,
    )
    def post(self, request: Request, charge: int) -> Response:
        found = self.charge(charge)
        return self.told(payments.unpay(found, **self.read(UnpayIn), by=self.user, now=self.now))


class ChargeCancel(OfACharge):
    @operation(
        "Cancel a charge that is not paid; it stays on the list with the reason",
        action="charge.manage",
        body=CancelIn,
        answer=ChargeShape,
        etag=True,
    )
    def post(self, request: Request, charge: int) -> Response:
        found = self.charge(charge)
        return self.told(payments.cancel(found, **self.read(CancelIn), by=self.user, now=self.now))


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
