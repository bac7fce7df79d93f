"""What leagues may use of this server, and what they use; the operator sets it, for all or for one."""

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db.models import BinaryField, Count, IntegerField, Sum, Transform

from league.models import CardPhotograph, League, LeagueQuota, MailDay, Photograph, Team
from league.translation import N_, Text

MEGABYTE = 1_000_000
NEARLY = 0.9
NAMES = ("photograph_megabytes", "teams", "mails_a_day")


class OctetLength(Transform):
    """Bytes of a value, which neither database reads whole for it."""

    function, lookup_name, output_field = "OCTET_LENGTH", "octet_length", IntegerField()

    def as_sqlite(self, compiler, connection, **more):  # type: ignore[no-untyped-def]
        return self.as_sql(compiler, connection, function="LENGTH", **more)


BinaryField.register_lookup(OctetLength)


@dataclass(frozen=True, slots=True)
class Usage:
    """What a league uses of one thing; a limit of 0 is none."""

    name: str
    used: int
    limit: int

    @property
    def label(self) -> Text:
        return LABELS[self.name]

    @property
    def nearly(self) -> bool:
        return bool(self.limit) and self.used >= NEARLY * self.limit

    @property
    def over(self) -> bool:
        return bool(self.limit) and self.used >= self.limit


LABELS = {
    "photograph_megabytes": N_("Photographs (MB)"),
    "teams": N_("Teams"),
    "mails_a_day": N_("Messages today"),
}


def quotas_of(leagues: Collection[int]) -> dict[int, dict[str, int]]:
    """Limits by league: its own, or the server's (one query)."""
    rows = LeagueQuota.objects.filter(league__in=leagues).values("league_id", *NAMES)
    own = {row["league_id"]: row for row in rows}
    return {
        pk: {name: default if (given := own.get(pk, {}).get(name)) is None else given for name, default in _defaults()}
        for pk in leagues
    }


def quota_of(league: League) -> dict[str, int]:
    """A league's limits (one query)."""
    return quotas_of([league.pk])[league.pk]


def _defaults() -> Iterable[tuple[str, int]]:
    return ((name, settings.QUOTAS[name]) for name in NAMES)


def photographs_of(leagues: Collection[int]) -> dict[int, tuple[int, int]]:
    """How many photographs each league keeps, and their bytes (two queries)."""
    found: dict[int, tuple[int, int]] = {}
    for model, path in ((Photograph, "evidence__dispute__fixture"), (CardPhotograph, "fixture")):
        path = f"{path}__division__season__league"
        rows = model._default_manager.filter(**{f"{path}__in": leagues}).order_by().values_list(path)
        for pk, count, size in rows.annotate(Count("pk"), Sum("content__octet_length")):
            before = found.get(pk, (0, 0))
            found[pk] = (before[0] + count, before[1] + size)
    return found


def mails_of(leagues: Collection[int], *, day: dt.date) -> dict[int, int]:
    """Messages that each league has sent on a day, in UTC (one query)."""
    return dict(MailDay.objects.filter(league__in=leagues, day=day).values_list("league_id", "sent"))


def teams_of(leagues: Collection[int]) -> dict[int, int]:
    """Teams of each league that are not hidden (one query)."""
    teams = Team.objects.filter(league__in=leagues, hidden_at=None).order_by()
    return dict(teams.values_list("league").annotate(Count("pk")))


def usages(limits: dict[str, int], *, photograph_bytes: int, teams: int, mails: int) -> tuple[Usage, ...]:
    used = {"photograph_megabytes": -(-photograph_bytes // MEGABYTE), "teams": teams, "mails_a_day": mails}
    return tuple(Usage(name, used[name], limits[name]) for name in NAMES)


def near_quota(league: League, *, now: dt.datetime) -> list[Usage]:
    """What a league uses nearly all of (one query without a limit, else five)."""
    limits, one = quota_of(league), [league.pk]
    if not any(limits.values()):
        return []
    found = usages(
        limits, photograph_bytes=photographs_of(one).get(league.pk, (0, 0))[1],
        teams=teams_of(one).get(league.pk, 0), mails=mails_of(one, day=now.date()).get(league.pk, 0),
    )  # fmt: skip
    return [usage for usage in found if usage.nearly]
