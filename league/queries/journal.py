"""The journal as its readers see it."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection
from django.db.models import Q, QuerySet, Subquery

from league.enums import JournalKind
from league.models import Fixture, JournalEntry, JournalHead, League, Player, Season, Team
from league.queries.seasons.archivable_objects import MONEY_KINDS, entries_about
from league.queries.seasons.setting_changes import Change, entry_changes
from league.queries.visibility import sides_hidden
from league.rules.chain import ABOUT, Link
from league.rules.stored_texts import blank_names
from league.translation import N_, Text

A_PAGE = 50
PLAYER = "{player}"
# A side of the entry’s fixture that is a pair or a single player.
SIDES = ("{home}", "{away}")
# How many entries are in memory at once while a chain is followed.
CHUNK = 2000
# Whether somebody's conduct is persistent is between them, the referees and the secretary until it is ruled (R43).
KEPT_BACK = (JournalKind.CONDUCT_PROPOSED, JournalKind.CONDUCT_DECIDED)


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a search in the journal.

    Attributes:
        since: day of the league's time zone; `until` included.
        before: lower numbers only: where the page before ended.
    """

    kind: JournalKind | None = None
    since: dt.date | None = None
    until: dt.date | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry with the names that people have now, and the settings it changed."""

    entry: JournalEntry
    who: str
    what: str
    changes: tuple[Change, ...] = ()


class Page(NamedTuple):
    """Entries, the latest first; `older` is the number to continue from."""

    lines: list[EntryView]
    older: int | None


def journal_of(league: League, sought: Filters, *, most: int = A_PAGE) -> Page:
    """A page of a league's journal (one query)."""
    found = entries_of(league)
    if sought.kind is not None:
        found = found.filter(kind=sought.kind)
    if sought.since is not None:
        found = found.filter(at__gte=dt.datetime.combine(sought.since, dt.time(), tzinfo=league.tz))
    if sought.until is not None:
        after = sought.until + dt.timedelta(days=1)
        found = found.filter(at__lt=dt.datetime.combine(after, dt.time(), tzinfo=league.tz))
    return page_of(found, sought.before, most)


def page_of(found: QuerySet[JournalEntry], before: int | None, most: int = A_PAGE) -> Page:
    """The latest entries with numbers lower than `before` (one query)."""
    if before is not None:
        found = found.filter(number__lt=before)
    rows = list(found[: most + 1])
    more = len(rows) > most
    return Page([entry_view(row) for row in rows[:most]], rows[most - 1].number if more else None)


def entries_of(league: League) -> QuerySet[JournalEntry]:
    return _with_names(JournalEntry.objects.filter(league=league))


def entries_of_fixture(fixture: Fixture, *, conduct: bool) -> QuerySet[JournalEntry]:
    """Entries about a fixture, the latest first; with `conduct` those on a player's conduct too."""
    return _with_names(_visible_entries(JournalEntry.objects.filter(fixture=fixture), conduct))


def entries_of_team(team: Team, *, conduct: bool, hidden: bool, money: bool) -> QuerySet[JournalEntry]:
    """Entries about a team and its fixtures, the latest first.

    `conduct`, `hidden` (seasons and teams) and `money` (charges): whether the reader sees those too.
    """
    about = Q(team=team) | Q(team__merged_into=team) | Q(fixture__home=team) | Q(fixture__away=team)
    entries = _visible_entries(JournalEntry.objects.filter(about, league=team.league_id), conduct, money=money)
    return _with_names(entries if hidden else _of_what_is_shown(entries, team.league))


def entries_of_player(player: Player, *, hidden: bool, money: bool) -> QuerySet[JournalEntry]:
    """Entries about a player, the latest first; `hidden` and `money` as for `entries_of_team`."""
    entries = _visible_entries(
        JournalEntry.objects.filter(Q(player=player) | Q(player__merged_into=player)), True, money=money
    )
    return _with_names(entries if hidden else _of_what_is_shown(entries, player.league))


def _of_what_is_shown(entries: QuerySet[JournalEntry], league: League) -> QuerySet[JournalEntry]:
    """Leave out what is hidden (one query, and two for each hidden season)."""
    entries = entries.filter(~sides_hidden("fixture__"))
    for season in Season.objects.filter(league=league, hidden_at__isnull=False):
        entries = entries.exclude(pk__in=JournalEntry.objects.filter(entries_about(season), league=league).values("pk"))
    return entries


def _visible_entries(entries: QuerySet[JournalEntry], conduct: bool, *, money: bool = True) -> QuerySet[JournalEntry]:
    kept_back = [*(() if conduct else KEPT_BACK), *(() if money else MONEY_KINDS)]
    return entries.exclude(kind__in=kept_back) if kept_back else entries


def _with_names(entries: QuerySet[JournalEntry]) -> QuerySet[JournalEntry]:
    return entries.select_related("by", "player", "team", "fixture__home", "fixture__away").order_by("-number")


def entry_view(entry: JournalEntry) -> EntryView:
    name, what = entry.player.name if entry.player else N_("a player"), entry.message
    if isinstance(what, Text):
        what = what.with_params(player=name)
    if PLAYER in what:
        # A sentence without a param for the gap, as those are that are kept in English.
        what = what.replace(PLAYER, name)
    if entry.fixture is not None and any(mark in what for mark in SIDES):
        what = blank_names(what, dict(zip(SIDES, (team.name for team in entry.fixture.sides), strict=True)))
    who = N_("Somebody on the server it came from") if entry.by is None and "by" in entry.refs else entry.by_name
    return EntryView(entry, who, what, entry_changes(entry))


def head_of(league: League) -> JournalHead:
    """The end of a league's chain; number 0 if it is empty (one query)."""
    return JournalHead.objects.filter(league=league).first() or JournalHead(league=league)


# Written out: it is asked for every page that is kept, and to make it anew takes longer than to answer it.
_END = """
    SELECT head.hash, (SELECT SUM(score.sequence) FROM league_livescore score WHERE score.league_id = head.league_id)
    FROM league_journalhead head JOIN league_league league ON league.id = head.league_id WHERE league.slug = %s
"""


def end_of_journal(slug: str) -> str:
    """The hash that ends a league's journal, by slug; blank without either (one query).

    It changes once a decision is readable, and after every game of a live score, which is not journalled.
    """
    with connection.cursor() as cursor:
        cursor.execute(_END, [slug])
        found = cursor.fetchone()
    if found is None or not found[0]:
        return ""
    return f"{found[0]}.{found[1]}" if found[1] else str(found[0])


# Entries of these kinds about a fixture change the table of its division and no other.
OF_ONE_DIVISION = frozenset((
    JournalKind.RESULT_SUBMITTED, JournalKind.CARD_PHOTOGRAPHED, JournalKind.RESULT_CONFIRMED,
    JournalKind.RESULT_DISPUTED, JournalKind.RESULT_CORRECTED, JournalKind.RESULT_DECIDED,
    JournalKind.CORRECTION_PROPOSED, JournalKind.CORRECTION_ANSWERED, JournalKind.WALKOVER_GIVEN,
    JournalKind.DISPUTE_OPENED, JournalKind.DISPUTE_SETTLED, JournalKind.FIXTURE_POSTPONED, JournalKind.FIXTURE_MOVED,
    JournalKind.POSTPONEMENT_REQUESTED, JournalKind.POSTPONEMENT_ANSWERED, JournalKind.POSTPONEMENT_AGREED,
    JournalKind.POSTPONEMENT_REFUSED, JournalKind.POSTPONEMENT_WITHDRAWN, JournalKind.POSTPONEMENT_PLACED,
    JournalKind.CALL_RULED, JournalKind.LIVE_BEGUN, JournalKind.LIVE_TAKEN_OVER, JournalKind.LIVE_BECAME_RESULT,
    JournalKind.REPORT_WRITTEN, JournalKind.CAPTAINS_REMINDED, JournalKind.HIGH_HAND_RECORDED,
    JournalKind.HIGH_HAND_REMOVED,
))  # fmt: skip


# A season and a division of it, by slug.
DivisionSlugs = tuple[str, str]


class TableChange(NamedTuple):
    """An entry, and the only division whose table it can have changed; None: any."""

    number: int
    hash: str
    division: DivisionSlugs | None


def table_changes(slug: str, after: int, most: int) -> list[TableChange]:
    """Return a league's entries after a number, `most` and one more at most (one query)."""
    # By its key, which a plan can look up first: with the slug joined PostgreSQL reads the journals of all leagues.
    league = Subquery(League.objects.filter(slug=slug).values("pk")[:1])
    entries = JournalEntry.objects.filter(league=league, number__gt=after).order_by("number")
    rows = entries.values_list("number", "hash", "kind", "fixture__division__season__slug", "fixture__division__slug")
    return [
        TableChange(number, hash, (season, division) if kind in OF_ONE_DIVISION and division else None)
        for number, hash, kind, season, division in rows[: most + 1]
    ]


def last_change(slug: str) -> TableChange:
    """Return a league's last entry as one that can have changed any table (one query)."""
    head = JournalHead.objects.filter(league__slug=slug).first() or JournalHead()
    return TableChange(head.number, head.hash, None)


def links_of(league: League, *, until: int) -> Iterator[Link]:
    """Links of a league's chain by number, as a stream."""
    said = ("at", "kind", "key", "what", "why", "data", "refs", "made_of")
    entries = JournalEntry.objects.filter(league=league, number__lte=until).order_by("number")
    columns = ("number", "previous", "hash", "imported", *said, *(f"{name}__uid" for name in ABOUT))
    for number, previous, hash, imported, *more in entries.values_list(*columns).iterator(CHUNK):
        rows = {name: str(uid or "") for name, uid in zip(ABOUT, more[len(said) :], strict=True)}
        yield Link(number, previous, hash, dict(zip(said, more, strict=False)), rows, imported)
