"""Charges: what is charged to whom, what is paid, and the sums by team and player."""

from typing import Any

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.fields import DayField, IdField
from league.api.people.people_shapes import TeamRef
from league.api.shapes import ModelShape, example, shape, tells
from league.enums import ChargeKind
from league.models import Charge
from league.queries.money.charges import Account
from league.rules.reasons import LONGEST_REASON
from league.services.money.charges import MOST_AT_ONCE


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


class ChargedShape(serializers.Serializer[Any]):
    """The charges that were made in one go."""

    charges = ChargeShape(many=True, help_text="The teams’ first, each in the order in which they were named.")


def _sum_of_money(meaning: str) -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=12, decimal_places=2, help_text=meaning)


AccountShape = shape(
    Account,
    "team player",
    "What a team or a player is charged in a season.",
    charged=_sum_of_money("Everything they are charged."),
    paid=_sum_of_money("What of it they have paid."),
    owed=_sum_of_money("What is not paid yet."),
)


@example(
    "Every team’s entry fee",
    teams=["anchor", "bell"],
    kind="fee",
    amount="20.00",
    reason="Entry fee for the season.",
    date="2026-11-02",
)
@example("A fine of a player", players=[12], kind="fine", amount="2.50", reason="No-show.", date="2026-11-02")
class ChargeIn(serializers.Serializer[Any]):
    """A charge to each of these teams and players: the same to all, and to all of them or none."""

    teams = serializers.ListField(
        child=serializers.CharField(max_length=120), required=False, default=list, max_length=MOST_AT_ONCE,
        help_text="Slugs of teams that are entered in the season.",
    )  # fmt: skip
    players = serializers.ListField(
        child=IdField(), required=False, default=list, max_length=MOST_AT_ONCE, help_text="Ids of players."
    )
    kind = serializers.ChoiceField(choices=ChargeKind.choices)
    amount = serializers.DecimalField(max_digits=7, decimal_places=2, help_text="For each, in the league’s currency.")
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Whoever is charged reads it.")
    date = DayField(help_text="The day for which it is charged; today or earlier.")


@example("Paid on an evening", paid_on="2026-11-03")
class PayIn(serializers.Serializer[Any]):
    """The day on which somebody paid."""

    rests_on = RestsOn("charge", takes=("seen",), stamp=True)
    paid_on = DayField(help_text="Today or earlier.")


class UnpayIn(serializers.Serializer[Any]):
    """Nothing but the charge that was looked at."""

    rests_on = RestsOn("charge", takes=("seen",), stamp=True)


@example("Let off", reason="The late card was in the post.")
class CancelIn(serializers.Serializer[Any]):
    """The reason for which a charge is cancelled."""

    rests_on = RestsOn("charge", takes=("seen",), stamp=True)
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Whoever was charged reads it.")
