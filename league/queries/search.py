"""The search: names that are alike, and fixtures by their sides and days."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

from django.db import connection
from django.db.models import Case, CharField, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When, Window
from django.db.models.functions import Concat

from league.access import Grants, may
from league.models import Entry, Fixture, League, Player, Registration, Season, Team, Venue
from league.queries.leagues import with_live_results
from league.queries.people.personal_data import public_name
from league.queries.visibility import players_for, sides_shown, teams_for, venues_for
from league.rules.search import Rank, as_sought, best

# More names than a page shows, and few enough to be judged one by one.
MOST_ALIKE = 100
# Of the trigrams that are sought on SQLite, so many of the rarest: a slip spoils four at most, and what is common to
# thousands of names finds only what the rare ones find too.
RAREST = 9


class Names(Enum):
    """Kinds of names.

    OPEN are those of players who do not shorten theirs, SHORT everybody's shortened one, CUT the shortened ones of
    those alone who want it so.
    """

    TEAM = "team"
    VENUE = "venue"
    PLAYER = "player"
    OPEN = "open"
    SHORT = "short"
    CUT = "cut"


def alike(wanted: Iterable[tuple[Names, str]], league: League) -> dict[Names, list[int]]:
    """Return ids of a league's rows with a similar name, by kind, `MOST_ALIKE` at most of each (one query).

    Fetched, not joined: in a larger query PostgreSQL would first scan the league's rows of all seasons. `wanted` has
    texts as of `rules.search.as_sought`.
    """
    asked: list[str] = []
    given: list[str | int] = []
    found: dict[Names, list[int]] = {}
    for names, sought in wanted:
        question, more = _by_trigrams(names, league, sought)
        asked.append(question)
        given += more
        found[names] = []
    with connection.cursor() as cursor:
        cursor.execute(" UNION ".join(asked), given)
        for names, pk in cursor.fetchall():
            found[Names(names)].append(pk)
    return found


def _by_trigrams(names: Names, league: League, sought: str) -> tuple[str, list[str | int]]:
    """Return SQL for the kind and ids, and its params; a table's name is one of `Names`."""
    if connection.vendor == "postgresql":
        kind = [names.value, names.value]
        return "SELECT %s::text, league_alike(%s, %s, %s, %s)", [*kind, league.pk, sought, MOST_ALIKE]
    table, three = f"league_alike_{names.value}", trigrams(sought)
    rarest = (
        f"SELECT group_concat(quoted, ' OR ') FROM (SELECT '\"' || term || '\"' AS quoted FROM {table}_known "  # noqa: S608
        f"WHERE term IN ({', '.join(['%s'] * len(three))}) ORDER BY doc LIMIT {RAREST})"
    )
    found = (
        f"SELECT rowid FROM {table} WHERE {table} MATCH coalesce(({rarest}), '\"\"') AND league = %s "  # noqa: S608
        "ORDER BY rank LIMIT %s"
    )
    return f"SELECT %s, rowid FROM ({found})", [names.value, *three, league.pk, MOST_ALIKE]  # noqa: S608


def trigrams(sought: str) -> list[str]:
    """Trigrams of a text, with two blanks before each word and one at the end, as SQLite's index has it."""
    padded = "  " + sought.replace(" ", "  ") + " "
    found = dict.fromkeys(padded[place : place + 3] for place in range(len(padded) - 2))
    return [three for three in found if three.strip()]


# As long as a fixture lasts that has begun: it is still one to come.
EVENING = dt.timedelta(hours=5)


@dataclass(frozen=True, slots=True)
class Meetings:
    """Fixtures that answer a search: those to come, the next first, then the latest; `count` is of all."""

    fixtures: tuple[Fixture, ...] = ()
    count: int = 0


def find_fixtures(
    league: League,
    seasons: Mapping[int, Season],
    sides: tuple[Collection[int], ...],
    day: dt.date | None,
    *,
    now: dt.datetime,
    most: int,
) -> Meetings:
    """Return fixtures of teams, on a day if one is given (three queries; none where nothing is asked).

    `seasons` are visible ones; `sides` has the team ids of one side, or of two that met; none for any team.
    """
    if (not sides and day is None) or not all(sides):
        return Meetings()
    asked = _plays_q(sides)
    if day is not None:
        begins = dt.datetime.combine(day, dt.time.min, tzinfo=league.tz)
        ends = dt.datetime.combine(day + dt.timedelta(days=1), dt.time.min, tzinfo=league.tz)
        asked &= Q(starts_at__gte=begins, starts_at__lt=ends)
    coming = Q(starts_at__gte=now - EVENING)
    order = Case(When(coming, then=0), default=1), Case(When(coming, then=F("starts_at"))), "-starts_at", "pk"
    # Of hundreds those that are shown are chosen before anything is joined to them.
    fixtures = Fixture.objects.filter(asked, sides_shown(), division__season__in=seasons).order_by(*order)
    first = fixtures.values_list("pk", Window(Count("*")))[:most]
    if not first:
        return Meetings()
    joined = Fixture.objects.select_related("division", "home", "away", "venue", "week")
    listed = tuple(with_live_results(joined.filter(pk__in=[pk for pk, _ in first]).order_by(*order)))
    for fixture in listed:
        fixture.division.season = seasons[fixture.division.season_id]
    return Meetings(listed, first[0][1])


def _plays_q(sides: tuple[Collection[int], ...]) -> Q:
    if not sides:
        return Q()
    if len(sides) == 1:
        return Q(home__in=sides[0]) | Q(away__in=sides[0])
    one, other = sides
    return Q(home__in=one, away__in=other) | Q(home__in=other, away__in=one)


Row = TypeVar("Row", Team, Player, Venue)
Alike = Mapping[Names, Collection[int]]
# An address is no name: whoever types a street finds the venue behind those that are called so.
ADDRESSED = {Rank.EXACT: Rank.WORDS, Rank.BEGINNING: Rank.WORDS}


@dataclass(frozen=True, slots=True)
class Hit(Generic[Row]):
    """A hit with its name for the reader; `about` distinguishes namesakes by division, team or address."""

    thing: Row
    name: str
    about: str
    rank: Rank


def names_told(league: League, grants: Grants) -> tuple[Names, ...]:
    """Kinds of names by which this reader may find players (no query).

    A name that they may not read is not even compared: no result depends on it.
    """
    if may(grants, "player.name", Player(shorten_name=True)):
        return (Names.PLAYER,)
    return (Names.SHORT,) if league.shorten_names else (Names.OPEN, Names.CUT)


def find_teams(league: League, parts: Iterable[str], alike: Alike, grants: Grants) -> list[Hit[Team]]:
    """Teams whose names answer any of the parts of a search, the best first (one query; one for merged).

    A merged team leads to the other. `about` is filled in for the hits shown; likewise for players.
    """
    wanted = list(parts)
    shown = teams_for(league, grants).filter(pk__in=alike[Names.TEAM]).prefetch_related("merged_into")
    return _in_order((hit for part in wanted for hit in _in_order(_answering(shown, part))), near=True)


def _answering(rows: Iterable[Team], part: str) -> Iterable[Hit[Team]]:
    for row in rows:
        team = row.merged_into or row
        if (rank := best(part, as_sought(row.name))) is not None:
            yield Hit(team, team.name, "", rank)


def find_players(league: League, sought: str, alike: Alike, grants: Grants) -> list[Hit[Player]]:
    """Players whose names, as the reader sees them, answer a search, the best first (one query; one for merged).

    A merged player leads to the other, by the name that the other's privacy allows.
    """
    ids = {pk for names in names_told(league, grants) for pk in alike[names]}
    if Names.PLAYER not in alike:
        # Everybody reads their own name in full.
        ids |= set(grants.players)
    found = players_for(league, grants).filter(pk__in=ids, erased_at=None)
    hits = []
    for row in found.prefetch_related("merged_into"):
        player = row.merged_into or row
        read_as = _read_as(row, player, grants)
        if player.erased_at is None and (rank := best(sought, as_sought(read_as))) is not None:
            hits.append(Hit(player, read_as if row is player else public_name(player, grants), "", rank))
    return _in_order(hits)


def about_teams(hits: Iterable[Hit[Team]], seasons: Collection[int]) -> tuple[Hit[Team], ...]:
    """Add the latest division and season of each hit, of these public seasons (one query)."""
    entries = Entry.objects.filter(team=OuterRef("pk"), season__in=seasons).order_by("-season__first_week")
    return _about(hits, Team.objects.annotate(about=_describe_first(entries, "division__name", "season__name")))


def about_players(hits: Iterable[Hit[Player]], seasons: Collection[int]) -> tuple[Hit[Player], ...]:
    """Add the latest team of each hit, of these public seasons (one query)."""
    latest = _registered(seasons).filter(player=OuterRef("pk")).order_by("-season__first_week", "-starts_on")
    return _about(hits, Player.objects.annotate(about=_describe_first(latest, "team__name")))


def _registered(seasons: Collection[int]) -> QuerySet[Registration]:
    return Registration.objects.filter(season__in=seasons, team__hidden_at=None)


def _about(hits: Iterable[Hit[Row]], rows: QuerySet) -> tuple[Hit[Row], ...]:
    shown = tuple(hits)
    if not shown:
        return ()
    told = dict(rows.filter(pk__in=[hit.thing.pk for hit in shown]).values_list("pk", "about"))
    return tuple(replace(hit, about=told.get(hit.thing.pk) or "") for hit in shown)


def find_venues(league: League, sought: str, alike: Alike, grants: Grants) -> list[Hit[Venue]]:
    """Venues whose names or addresses answer a search, the best first (one query)."""
    hits = []
    for venue in venues_for(league, grants).filter(pk__in=alike[Names.VENUE]):
        rank = best(sought, as_sought(venue.name))
        there = best(sought, as_sought(venue.where))
        either = [one for one in (rank, ADDRESSED.get(there, there) if there is not None else None) if one is not None]
        if either:
            hits.append(Hit(venue, venue.name, venue.address, min(either)))
    return _in_order(hits)


def _read_as(row: Player, player: Player, grants: Grants) -> str:
    """A player's name, or a former one, as the reader may see it."""
    if row is player:
        return public_name(player, grants)
    entered = Player(pk=player.pk, name=row.name, shorten_name=player.shorten_name or row.shorten_name)
    return public_name(entered, grants)


def _describe_first(rows: QuerySet, *names: str) -> Subquery:
    parts: list[object] = [names[0]]
    for name in names[1:]:
        parts += [Value(", "), name]
    told = Concat(*parts, output_field=CharField()) if len(parts) > 1 else F(names[0])
    return Subquery(rows.annotate(told=told).values("told")[:1])


def _in_order(hits: Iterable[Hit[Row]], *, near: bool = False) -> list[Hit[Row]]:
    """Sort hits, each thing once; `near` keeps near misses where something has the very name."""
    once: dict[int, Hit[Row]] = {}
    for hit in sorted(hits, key=lambda hit: (hit.rank, hit.name.casefold(), hit.about, hit.thing.pk)):
        once.setdefault(hit.thing.pk, hit)
    exact = any(hit.rank == Rank.EXACT for hit in once.values())
    return [hit for hit in once.values() if near or not exact or hit.rank != Rank.NEAR]
