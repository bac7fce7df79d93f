"""The leagues of this server as its operator oversees them: how large, how lately used, and what is wrong."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F

from league.access import held_role_q
from league.enums import FixtureState, NoticeState, ResultState, RoleKind
from league.models import DoctorReport, Fixture, JournalEntry, League, Notice, Player, Result, Role, User
from league.queries.domains import host_of
from league.queries.quotas import Usage, mails_of, photographs_of, quotas_of, teams_of, usages
from league.rules.names import folded
from league.translation import N_, Text

MAIL_DAYS = dt.timedelta(days=30)
QUIET = dt.timedelta(days=365)
MANY_FAILED = 10
NOTE, WAIT, BAD = "quiet", "wait", "bad"
_URGENCY = {NOTE: 1, WAIT: 2, BAD: 3}
SHOWN = {
    "": N_("All leagues"),
    "attention": N_("Those that need something"),
    "suspended": N_("Suspended"),
    "quota": N_("At their quota"),
    "hidden": N_("Hidden"),
}


@dataclass(frozen=True, slots=True)
class Concern:
    """Something about a league that its operator should know; `tone` is that of its badge."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class OverseenLeague:
    """A league's numbers.

    Attributes:
        last_at: of its journal's last entry; `entries` is how long that is.
        waiting: messages still to be sent.
        failed: messages given up within 30 days.
    """

    league: League
    now: dt.datetime
    secretaries: tuple[User, ...]
    players: int
    fixtures: int
    results: int
    entries: int
    last_at: dt.datetime | None
    waiting: int
    failed: int
    photographs: int
    photograph_bytes: int
    usage: tuple[Usage, ...]

    @property
    def teams(self) -> int:
        return next(one.used for one in self.usage if one.name == "teams")

    @property
    def state(self) -> str:
        if self.league.hidden_at is not None:
            return "hidden"
        return "suspended" if self.league.suspended_at is not None else "open"

    @property
    def domain(self) -> str:
        """Its own; blank without one."""
        return host_of(self.league)

    @property
    def concerns(self) -> tuple[Concern, ...]:
        """What is wrong or unusual, the worst first."""
        return tuple(sorted(self._concerns(), key=lambda concern: -_URGENCY[concern.tone]))

    def _concerns(self) -> Iterable[Concern]:
        for one in self.usage:
            if one.nearly:
                text = N_("At its quota: {what}") if one.over else N_("Near its quota: {what}")
                yield Concern(Text(text, what=one.label), BAD if one.over else WAIT)
        if self.failed:
            text = Text.plural("{n} message failed", "{n} messages failed", n=self.failed)
            yield Concern(text, BAD if self.failed >= MANY_FAILED else WAIT)
        if self.league.suspended_at is not None:
            yield Concern(N_("Suspended"), WAIT)
        if self.league.hidden_at is not None:
            yield Concern(N_("Hidden"), NOTE)
        if not self.secretaries:
            yield Concern(N_("No secretary"), WAIT)
        if self.last_at is None or self.now - self.last_at > QUIET:
            yield Concern(N_("Nothing for a year"), NOTE)

    @property
    def rank(self) -> tuple[Any, ...]:
        """The most urgent first."""
        worst = max((_URGENCY[concern.tone] for concern in self.concerns), default=0)
        return (-worst, -self.failed, folded(self.league.name))


def overseen(*, now: dt.datetime, leagues: Sequence[League] | None = None) -> list[OverseenLeague]:
    """All leagues, or some, the most urgent first (twelve queries)."""
    rows = list(League.objects.all()) if leagues is None else leagues
    pks = [league.pk for league in rows]
    secretaries = _secretaries(rows, now=now)
    of_fixture = "fixture__division__season__league"
    players = _counts(Player.objects.filter(league__in=pks, erased_at=None, merged_into=None), "league")
    fixtures = _counts(
        Fixture.objects.filter(division__season__league__in=pks).exclude(state=FixtureState.CANCELLED),
        "division__season__league",
    )
    results = _counts(
        Result.objects.filter(live=True, state=ResultState.CONFIRMED, **{f"{of_fixture}__in": pks}), of_fixture
    )
    ends = JournalEntry.objects.filter(league__in=pks, number=F("league__journal_head__number"))
    journal = {pk: (number, at) for pk, number, at in ends.values_list("league", "number", "at")}
    waiting = _counts(Notice.objects.filter(league__in=pks, state=NoticeState.WAITING), "league")
    failed = _counts(
        Notice.objects.filter(league__in=pks, state=NoticeState.FAILED, created_at__gt=now - MAIL_DAYS), "league"
    )
    photographs, limits = photographs_of(pks), quotas_of(pks)
    teams, mails = teams_of(pks), mails_of(pks, day=now.date())
    found = []
    for league in rows:
        pk = league.pk
        entries, last_at = journal.get(pk, (0, None))
        count, size = photographs.get(pk, (0, 0))
        usage = usages(limits[pk], photograph_bytes=size, teams=teams.get(pk, 0), mails=mails.get(pk, 0))
        found.append(OverseenLeague(
            league, now, secretaries.get(pk, ()), players.get(pk, 0), fixtures.get(pk, 0), results.get(pk, 0), entries,
            last_at, waiting.get(pk, 0), failed.get(pk, 0), count, size, usage,
        ))  # fmt: skip
    return sorted(found, key=lambda one: one.rank)


def sift(leagues: Iterable[OverseenLeague], *, name: str = "", show: str = "") -> list[OverseenLeague]:
    """Those whose name or secretary has these letters, of one of the kinds of `SHOWN`."""
    wanted = folded(name)
    kinds = {
        "": lambda one: True,
        "attention": lambda one: any(concern.tone != NOTE for concern in one.concerns),
        "suspended": lambda one: one.league.suspended_at is not None,
        "quota": lambda one: any(usage.nearly for usage in one.usage),
        "hidden": lambda one: one.league.hidden_at is not None,
    }
    return [one for one in leagues if kinds[show](one) and wanted in folded(_names(one))]


def doctor_report() -> DoctorReport | None:
    """What the doctor found when it last looked (one query)."""
    return DoctorReport.objects.first()


def _names(one: OverseenLeague) -> str:
    return " ".join([one.league.name, *(f"{user} {user.email}" for user in one.secretaries)])


def _secretaries(leagues: Sequence[League], *, now: dt.datetime) -> dict[int, tuple[User, ...]]:
    found: dict[int, tuple[User, ...]] = {}
    held = Role.objects.filter(held_role_q(now.date()), kind=RoleKind.SECRETARY, league__in=leagues)
    for role in held.filter(user__is_active=True).select_related("user").order_by("user__name", "pk"):
        found[role.league_id] = (*found.get(role.league_id, ()), role.user)
    return found


def _counts(rows: Any, league: str) -> dict[int, int]:
    return dict(rows.order_by().values_list(league).annotate(Count("pk")))
