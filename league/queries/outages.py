import datetime as dt
from collections.abc import Iterable

from league.enums import JournalKind, OutageKind
from league.models import JournalEntry, League, Outage, Ruling, Season
from league.rules.deadlines import Gap

_ENDED_BY = {
    JournalKind.HIDDEN: JournalKind.RESTORED,
    JournalKind.LEAGUE_SUSPENDED: JournalKind.LEAGUE_RESUMED,
}


def gaps_of(seasons: Iterable[Season]) -> dict[int, list[Gap]]:
    """When nobody could answer anything, by season and in order (two queries at most).

    That is during outages, while the season or its league was hidden, and while the league was suspended.
    """
    wanted = {season.pk: season.league_id for season in seasons}
    if not wanted:
        return {}
    outages = Outage.objects.filter(kind=OutageKind.GAP).values_list("began_at", "ended_at")
    everywhere = [Gap(*row) for row in outages]
    hidden = _hidden({*wanted.values()})
    return {
        pk: sorted(
            [*everywhere, *hidden.get(f"season:{pk}", ()), *hidden.get(f"league:{league}", ())],
            key=lambda gap: gap.began,
        )
        for pk, league in wanted.items()
    }


def gaps_in(season: Season) -> list[Gap]:
    """`gaps_of` one season (two queries)."""
    return gaps_of([season])[season.pk]


def hidden_since(seasons: Iterable[Season], since: dt.datetime) -> dict[int, dt.datetime]:
    """Return from when on each season has been hidden, where `since` is when what is restored now was.

    A season and its league may have been hidden one after the other, overlapping (one query).
    """
    wanted = {season.pk: season.league_id for season in seasons}
    hidden = _hidden({*wanted.values()})
    found = {}
    for pk, league in wanted.items():
        began = since
        gaps = [*hidden.get(f"season:{pk}", ()), *hidden.get(f"league:{league}", ())]
        for gap in sorted(gaps, key=lambda gap: gap.ended, reverse=True):
            began = min(began, gap.began) if gap.ended >= began else began
        found[pk] = began
    return found


def _hidden(leagues: set[int]) -> dict[str, list[Gap]]:
    """Spans in which things were hidden or suspended that are not any more, by kind and number."""
    entries = JournalEntry.objects.filter(
        league__in=leagues, kind__in=(*_ENDED_BY, *_ENDED_BY.values()), imported=False
    )
    since: dict[tuple[str, str], dt.datetime] = {}
    found: dict[str, list[Gap]] = {}
    for kind, key, at in entries.order_by("league", "number").values_list("kind", "key", "at"):
        about, _, _ = key.rpartition(":")
        if kind in _ENDED_BY:
            since[about, _ENDED_BY[JournalKind(kind)]] = at
        elif (about, kind) in since and since[about, kind] < at:
            found.setdefault(about, []).append(Gap(since.pop((about, kind)), at))
    return found


def open_jump() -> Outage | None:
    """The jump of the clock that no operator has acknowledged (one query)."""
    return Outage.objects.filter(kind=OutageKind.JUMP, acknowledged_at=None).first()


def appeal_until(ruling: Ruling, league: League, away: Iterable[Gap]) -> dt.datetime:
    """Return until when a ruling can be appealed; `away` is from `gaps_of`."""
    return league.evenings.after_gaps(league.evenings.days_after(ruling.decided_at, league.appeal_days), away)
