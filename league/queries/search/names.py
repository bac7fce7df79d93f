"""Find teams, players and venues by name, for a reader.

Only what this reader sees (`queries.visibility`), each by the name that they read (`access`, "player.name"): whoever
reads "Olive B." finds her by that alone, and learns of no other name.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from django.db.models import CharField, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from league.access import Grants, may
from league.models import Entry, League, Player, Registration, Team, Venue
from league.queries.people.personal_data import public_name
from league.queries.search.alike import Names
from league.queries.visibility import players_for, teams_for, venues_for
from league.rules.search import Rank, as_sought, best

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
    """The first of some rows in a few words: "Division 1, 2026-27"."""
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
