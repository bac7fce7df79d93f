"""Reading the journal: what was decided about a fixture, a team, a player or the whole league, by whom and why."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection
from django.db.models import Q, QuerySet

from league.enums import JournalKind
from league.models import Fixture, JournalEntry, JournalHead, League, Player, Season, Team
from league.queries.seasons.upkeep.archivable_objects import MONEY_KINDS, entries_about
from league.queries.seasons.upkeep.settings import Change, changes_of
from league.queries.visibility import sides_hidden
from league.rules.chain import ABOUT, Link
from league.translation import N_, Text

A_PAGE = 50
PLAYER = "{player}"
# How many entries are in memory at once while a chain is followed.
CHUNK = 2000
# Whether somebody's conduct is persistent is between them, the referees and the secretary until it is ruled (R43).
KEPT_BACK = (JournalKind.CONDUCT_PROPOSED, JournalKind.CONDUCT_DECIDED)


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a search in the whole journal.

    Attributes:
        kind: of this kind only.
        since: decided on this day of the league's time or later; `until`: on this day or earlier.
        before: with lower numbers than this: where the page before ended.
    """

    kind: JournalKind | None = None
    since: dt.date | None = None
    until: dt.date | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry as a person reads it: when, who, what and why, with the names that people have now.

    Attributes:
        changes: the settings that it changed, each with its old and new value.
    """

    entry: JournalEntry
    who: str
    what: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Entries, the latest first, and from which number on the older ones follow; None where there are none."""

    lines: list[EntryView]
    older: int | None


def journal_of(league: League, sought: Filters, *, most: int = A_PAGE) -> Page:
    """A page of a league's journal, of so many entries at the most (one query)."""
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
    """The latest of these entries whose numbers are lower than `before` (one query)."""
    if before is not None:
        found = found.filter(number__lt=before)
    rows = list(found[: most + 1])
    more = len(rows) > most
    return Page([told(row) for row in rows[:most]], rows[most - 1].number if more else None)


def entries_of(league: League) -> QuerySet[JournalEntry]:
    """Everything that was decided in a league, the latest first."""
    return _with_names(JournalEntry.objects.filter(league=league))


def entries_of_fixture(fixture: Fixture, *, conduct: bool) -> QuerySet[JournalEntry]:
    """Return the journal's entries about a fixture, the latest first.

    Args:
        conduct: whether the reader also sees what is said of a player's conduct.
    """
    return _with_names(_visible_entries(JournalEntry.objects.filter(fixture=fixture), conduct))


def entries_of_team(team: Team, *, conduct: bool, hidden: bool, money: bool) -> QuerySet[JournalEntry]:
    """Return the journal's entries about a team and its fixtures, the latest first.

    Args:
        conduct: whether the reader also sees what is said of a player's conduct.
        hidden: whether the reader also sees what is said of a hidden season or team.
        money: whether the reader also sees what the team and its players are charged.
    """
    about = Q(team=team) | Q(team__merged_into=team) | Q(fixture__home=team) | Q(fixture__away=team)
    found = _visible_entries(JournalEntry.objects.filter(about, league=team.league_id), conduct, money=money)
    return _with_names(found if hidden else _of_what_is_shown(found, team.league))


def entries_of_player(player: Player, *, hidden: bool, money: bool) -> QuerySet[JournalEntry]:
    """Return the journal's entries about a player, the latest first.

    Args:
        hidden: whether the reader also sees what is said of a hidden season or team.
        money: whether the reader also sees what they are charged.
    """
    found = _visible_entries(
        JournalEntry.objects.filter(Q(player=player) | Q(player__merged_into=player)), True, money=money
    )
    return _with_names(found if hidden else _of_what_is_shown(found, player.league))


def _of_what_is_shown(found: QuerySet[JournalEntry], league: League) -> QuerySet[JournalEntry]:
    """A query, and two for each hidden season."""
    found = found.filter(~sides_hidden("fixture__"))
    for season in Season.objects.filter(league=league, hidden_at__isnull=False):
        found = found.exclude(pk__in=JournalEntry.objects.filter(entries_about(season), league=league).values("pk"))
    return found


def _visible_entries(found: QuerySet[JournalEntry], conduct: bool, *, money: bool = True) -> QuerySet[JournalEntry]:
    kept_back = [*(() if conduct else KEPT_BACK), *(() if money else MONEY_KINDS)]
    return found.exclude(kind__in=kept_back) if kept_back else found


def _with_names(found: QuerySet[JournalEntry]) -> QuerySet[JournalEntry]:
    return found.select_related("by", "player", "team", "fixture__home", "fixture__away").order_by("-number")


def told(entry: JournalEntry) -> EntryView:
    """An entry whose people are loaded, as a sentence."""
    name, what = entry.player.name if entry.player else N_("a player"), entry.said
    if isinstance(what, Text):
        what = what.with_params(player=name)
    if PLAYER in what:
        # A sentence without a param for the gap, as those are that are kept in English.
        what = what.replace(PLAYER, name)
    who = N_("Somebody on the server it came from") if entry.by is None and "by" in entry.refs else entry.by_name
    return EntryView(entry, who, what, changes_of(entry))


def head_of(league: League) -> JournalHead:
    """Return the head of a league's journal, where its chain ends; number 0 if nothing is written yet (one query)."""
    return JournalHead.objects.filter(league=league).first() or JournalHead(league=league)


# Written out: it is asked for every page that is kept, and to make it anew takes longer than to answer it.
_END = """
    SELECT head.hash, (SELECT SUM(score.sequence) FROM league_livescore score WHERE score.league_id = head.league_id)
    FROM league_journalhead head JOIN league_league league ON league.id = head.league_id WHERE league.slug = %s
"""


def end_of_journal(slug: str) -> str:
    """Return the hash in which the journal of a league ends, by its slug; blank without either (one query).

    It is another one after every decision, from the moment at which that is there to be read, and after every game of a
    score that is written live, which is no decision and in no journal.
    """
    with connection.cursor() as cursor:
        cursor.execute(_END, [slug])
        found = cursor.fetchone()
    if found is None or not found[0]:
        return ""
    return f"{found[0]}.{found[1]}" if found[1] else str(found[0])


def links_of(league: League, *, until: int) -> Iterator[Link]:
    """The entries of a league's chain by number, read as a stream."""
    said = ("at", "kind", "key", "what", "why", "data", "refs", "made_of")
    found = JournalEntry.objects.filter(league=league, number__lte=until).order_by("number")
    columns = ("number", "previous", "hash", "imported", *said, *(f"{name}__uid" for name in ABOUT))
    for number, previous, hash, imported, *more in found.values_list(*columns).iterator(CHUNK):
        rows = {name: str(uid or "") for name, uid in zip(ABOUT, more[len(said) :], strict=True)}
        yield Link(number, previous, hash, dict(zip(said, more, strict=False)), rows, imported)
