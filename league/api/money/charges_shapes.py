"""Charges: what is charged to whom, what is paid, and the sums by team and player."""

from rest_framework import serializers

from league.api.people.people_shapes import TeamRef
from league.api.shapes import ModelShape, shape, tells
from league.models import Charge
from league.queries.money.charges import Account


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
