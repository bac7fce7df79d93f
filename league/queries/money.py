"""Charges and their sums by season, team and player.

Those of a hidden season or team are nowhere. Cancelled charges are listed, and count for nothing."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from league.enums import ChargeKind
from league.models import PRESENT, Charge, Division, Entry, League, Player, Registration, Season, Team
from league.queries.visibility import not_hidden
from league.rules.money import Totals

CANCELLED = Q(cancelled_at__isnull=False)
PAID = Q(paid_on__isnull=False)
OWED = Q(cancelled_at=None, paid_on=None)
STATES = {"owed": OWED, "paid": PAID, "cancelled": CANCELLED}


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a statement; `state` is "owed", "paid" or "cancelled", "" for all."""

    state: str = ""
    kind: ChargeKind | None = None

    @property
    def condition(self) -> Q:
        found = STATES.get(self.state, Q(pk__isnull=False))
        return found if self.kind is None else found & Q(kind=self.kind)


@dataclass(slots=True)
class Account:
    """Charges of one team or one player in a season."""

    team: Team | None  # or a player
    player: Player | None
    charged: Decimal
    paid: Decimal
    charges: list[Charge] = field(default_factory=list)  # those that match the search, the latest first

    @property
    def owed(self) -> Decimal:
        return self.charged - self.paid


class Chargeable(NamedTuple):
    """Who can be charged in a season: divisions, teams, and present or former registrations, each player once."""

    divisions: list[Division]
    entries: list[Entry]
    registrations: list[Registration]


def charges_shown() -> QuerySet[Charge]:
    """Charges of what is not hidden, the latest first, with everybody they name."""
    charges = Charge.objects.filter(Q(team=None) | Q(team__hidden_at=None), not_hidden("season__"))
    return charges.select_related("season__league", "team", "player", "through").order_by("-date", "-pk")


def charges_of_season(season: Season) -> QuerySet[Charge]:
    return charges_shown().filter(season=season)


def charges_of_team(team: Team) -> QuerySet[Charge]:
    """Charges of a team, and of players for whom it was their team, in every season."""
    return charges_shown().filter(Q(team=team) | Q(through=team))


def charges_of_player(player: Player) -> QuerySet[Charge]:
    return charges_shown().filter(player=player)


def find_charge(league: League, pk: int) -> Charge:
    """Return a charge of a league that is not hidden; raise Charge.DoesNotExist."""
    return charges_shown().get(season__league=league, pk=pk)


def totals_of(found: QuerySet[Charge]) -> Totals:
    """Sums of charges (one query)."""
    return Totals(**found.order_by().aggregate(**_sums()))


def accounts_of(season: Season, sought: Filters | None = None) -> QuerySet[Charge, Any]:
    """Teams and then players with such charges, by name, each with the sums of all of theirs; not evaluated, for
    paging."""
    which = (sought or Filters()).condition
    rows = charges_of_season(season).order_by().values("team", "player", "team__name", "player__name")
    found = rows.annotate(**_sums(), sought=Count("pk", filter=which)).filter(sought__gt=0)
    by_name = (F("team__name").asc(nulls_last=True), "team", F("player__name").asc(nulls_last=True), "player")
    return found.order_by(*by_name)


def with_charges(season: Season, rows: Iterable[dict[str, Any]], sought: Filters | None = None) -> list[Account]:
    """Return rows of `accounts_of` with the charges that were sought (one query)."""
    listed = list(rows)
    teams = [row["team"] for row in listed if row["team"] is not None]
    players = [row["player"] for row in listed if row["player"] is not None]
    of_them = Q(team__in=teams) | Q(player__in=players)
    lines: dict[tuple[int | None, int | None], list[Charge]] = {}
    for charge in charges_of_season(season).filter(of_them, (sought or Filters()).condition):
        lines.setdefault((charge.team_id, charge.player_id), []).append(charge)
    accounts = []
    for row in listed:
        charges = lines.get((row["team"], row["player"]), [])
        if charges:
            team, player = charges[0].team, charges[0].player
            accounts.append(Account(team, player, row["charged"], row["paid"], charges))
    return accounts


def _sums() -> dict[str, Any]:
    none = Value(Decimal(0))
    counting = {"charged": ~CANCELLED, "paid": PAID}
    return {name: Coalesce(Sum("amount", filter=which), none) for name, which in counting.items()}


def chargeable_in(season: Season) -> Chargeable:
    """Everybody who can be charged in a season (three queries)."""
    entries = Entry.objects.filter(season=season, team__hidden_at=None).select_related("team", "division")
    present = Player.objects.filter(PRESENT, league=season.league_id)
    registered = Registration.objects.filter(season=season, team__hidden_at=None, player__in=present)
    once = {}
    # Of somebody who has changed team the last registration is left.
    for row in registered.select_related("player", "team").order_by("starts_on", "pk"):
        once[row.player_id] = row
    return Chargeable(
        list(Division.objects.filter(season=season).order_by("order", "name")),
        list(entries.order_by("division__order", "division__name", "team__name", "pk")),
        sorted(once.values(), key=lambda row: (row.team.name, row.player.name, row.player_id)),
    )
