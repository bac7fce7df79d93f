"""Entries in a draft that captains confirm: who has, who has not, and the fee of the season before."""

from collections.abc import Collection
from decimal import Decimal
from typing import NamedTuple

from django.db.models import CharField, Count, Exists, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Concat

from league.enums import ChargeKind, EntryAnswer, NoticeKind
from league.models import Charge, Entry, League, Notice, Season, Team, User
from league.queries.seasons.closing import season_before
from league.queries.visibility import not_closed

JOINED = ("season__league", "division", "team", "venue", "answered_by")


class EntryFee(NamedTuple):
    """What each team is charged for entering, proposed from the season before."""

    amount: Decimal
    reason: str


def find_entry(league: League, pk: int) -> Entry | None:
    """An entry with everything joined; None where season or team are hidden (one query)."""
    entries = Entry.objects.filter(not_closed("season__"), season__league=league, team__hidden_at=None, pk=pk)
    return entries.select_related(*JOINED).first()


def entries_asked(season: Season) -> list[Entry]:
    """Teams of a season by division and name, with their answers and when they were last `asked_at` (one query)."""
    key = Concat(Cast(OuterRef("pk"), CharField()), Value(":"))
    asked = Notice.objects.filter(league=season.league_id, kind=NoticeKind.ENTRY_TO_CONFIRM, key__startswith=key)
    entries = Entry.objects.filter(season=season, team__hidden_at=None, withdrawn_on=None).select_related(*JOINED)
    entries = entries.annotate(asked_at=Subquery(asked.order_by("-created_at").values("created_at")[:1]))
    return list(entries.order_by("division__order", "division__name", "team__name"))


def unanswered_entries(season: Season) -> list[Entry]:
    return [entry for entry in entries_asked(season) if not entry.answer]


def entries_to_confirm(league: League, teams: Collection[int], user: User) -> list[Entry]:
    """Entries of these teams in drafts that their captain was asked about, without an answer (one query)."""
    key = Concat(Cast(OuterRef("pk"), CharField()), Value(":"))
    question = Notice.objects.filter(recipient=user, kind=NoticeKind.ENTRY_TO_CONFIRM, key__startswith=key)
    asked = Entry.objects.filter(
        Exists(question), not_closed("season__"), season__league=league, season__published_at=None, team__in=teams,
        team__hidden_at=None, withdrawn_on=None, answer="",
    )  # fmt: skip
    return list(asked.select_related(*JOINED).order_by("team__name"))


def entry_fee(season: Season) -> EntryFee | None:
    """The fee that most teams of the season before were charged (three queries); None where they were charged none."""
    last = season_before(season)
    if last is None:
        return None
    fees = Charge.objects.filter(season=last, team__isnull=False, kind=ChargeKind.FEE, cancelled_at=None)
    rows = (
        fees.values_list("amount", "reason").annotate(teams=Count("team", distinct=True)).order_by("-teams", "-amount")
    )
    first = rows.first()
    if first is None or 2 * first[2] < Entry.objects.filter(season=last).count():
        return None
    return EntryFee(first[0], first[1].replace(last.name, season.name))


def teams_to_charge(season: Season) -> list[Team]:
    """Teams that have confirmed and were charged no fee of the season yet (one query)."""
    charged = Charge.objects.filter(season=season, kind=ChargeKind.FEE, cancelled_at=None, team__isnull=False)
    entries = Entry.objects.filter(season=season, answer=EntryAnswer.YES, team__hidden_at=None)
    entries = entries.exclude(team__in=charged.values("team")).select_related("team").order_by("team__name")
    return [entry.team for entry in entries]
