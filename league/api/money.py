"""Fees, fines and pennies: the secretary's list and what they do to it; a team's statement and a player's own."""

from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.response import Response

from league.api.filters import ChargeFilter, narrowed
from league.api.league_views import LeagueView, PlayerView, TeamView, find_or_404
from league.api.operations import operation
from league.api.refs import TeamRef
from league.api.shapes import ModelShape, shape, tells
from league.models import Charge, Player, Season, Team
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


class Charges(ChargeList):
    @operation("charge.manage", answer=ChargeShape(many=True))
    def get(self, season: Season) -> object:
        """What the teams and players of a season are charged, the latest first."""
        return narrowed(self, queries.charges_of_season(season))


class Accounts(LeagueView):
    @operation("charge.manage", answer=AccountShape(many=True))
    def get(self, season: Season) -> object:
        """What each team and each player of a season is charged, has paid and owes: teams first, by name."""
        return queries.with_charges(season, queries.accounts_of(season))


class OneCharge(LeagueView):
    @operation("charge.manage", answer=ChargeShape, etag=True)
    def get(self, charge: int) -> Response:
        """A charge."""
        self.allow("charge.manage")
        row = find_or_404(N_("There is no such charge in this league."), queries.find_charge, self.league, charge)
        return self.tagged(row, "charge", seen=row.standing)


class TeamCharges(ChargeList, TeamView):
    @operation("team.charges", answer=ChargeShape(many=True))
    def get(self, team: Team) -> object:
        """What a team and its players are charged, in every season, the latest first."""
        return narrowed(self, queries.charges_of_team(team))


class PlayerCharges(ChargeList, PlayerView):
    @operation("player.charges", answer=ChargeShape(many=True))
    def get(self, player: Player) -> object:
        """What a player is charged, in every season, the latest first."""
        return narrowed(self, queries.charges_of_player(player.merged_into or player))
