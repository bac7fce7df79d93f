"""Fees, fines and pennies: the secretary's list and what they do to it; a team's statement and a player's own."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import ChargeFilter, narrowed
from league.api.operations import operation
from league.api.people.people_shapes import TeamRef
from league.api.seasons.seasons import OwnSeason
from league.api.shapes import ModelShape, shape, tells
from league.api.views import LeagueView
from league.errors import NothingThere
from league.models import Charge, Player, Team
from league.queries import money as queries
from league.queries.money import Account
from league.translation import N_


@tells(Charge, "id team player kind amount reason date paid_on made_at cancelled_at cancelled_because")
class ChargeShape(ModelShape):
    """A fee, a fine or pennies. What it says never changes; it is paid, or it is cancelled."""

    through = TeamRef(
        source="through_shown",
        allow_null=True,
        help_text="The team that the player was registered for that day: its captain sees the charge.",
    )
    season = serializers.CharField(source="season.slug", help_text="The season’s slug.")
    currency = serializers.CharField(source="season.league.currency", help_text="The league’s, such as GBP.")


def _sum_of_money(meaning: str) -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=12, decimal_places=2, help_text=meaning)


AccountShape = shape(
    Account,
    "team player",
    "What a team or a player is charged in a season.",
    team="That is charged; null where it is a player.",
    player="Who is charged; null where it is a team.",
    charged=_sum_of_money("Everything they are charged."),
    paid=_sum_of_money("What of it they have paid."),
    owed=_sum_of_money("What is not paid yet."),
)


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
