"""Teams, players and venues by their names, each with what one reads of it in a list.

Only what is shown: teams and venues of a season that everybody may see, players whom one of its pages shows, and each
by the name that this reader sees (`access`, "player.name"). Whoever reads "Olive B." finds her by that and by nothing
else, and learns of no other name. The secretary finds what is still a draft too.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat

from league.access import Grants, may
from league.models import Appearance, Entry, Fixture, League, Player, Registration, Season, Team, Venue
from league.queries.people.personal_data import public_name
from league.queries.search.alike import Names, alike
from league.queries.shown import public, sides_shown
from league.rules.search import Rank, as_sought, best

Row = TypeVar("Row", Team, Player, Venue)
# An address is no name: whoever types a street finds the venue behind those that are called so.
ADDRESSED = {Rank.EXACT: Rank.WORDS, Rank.BEGINNING: Rank.WORDS}


@dataclass(frozen=True, slots=True)
class Hit(Generic[Row]):
    """Something that was found.

    Attributes:
        name: as this reader sees it.
        about: what tells it from others of the name: its division, team or address; may be blank.
        rank: how well it answers.
    """

    thing: Row
    name: str
    about: str
    rank: Rank


def seasons_seen(league: League) -> list[int]:
    """Return the ids of the seasons whose teams and players everybody may see (one query).

    A league has some dozens at most. They are fetched once for all that a search asks, which names them over and over.
    """
    return list(Season.objects.filter(public(), league=league).values_list("pk", flat=True))


def find_teams(league: League, parts: Iterable[str], grants: Grants, seasons: Collection[int]) -> list[Hit[Team]]:
    """Return the teams whose names answer any of the parts of a search, the best first (two queries).

    A team that was merged into another leads to that one.

    Args:
        seasons: `seasons_seen` of the league; so of all kinds.
    """
    wanted = list(parts)
    entries = Entry.objects.filter(team=OuterRef("shown_as"), season__in=seasons).order_by("-season__first_week")
    alike_to = alike(((Names.TEAM, part) for part in wanted), league)
    found = Team.objects.filter(pk__in=alike_to, league=league).select_related("merged_into")
    found = found.annotate(shown_as=_stays()).annotate(about=_where(entries, "division__name", "season__name"))
    if not may(grants, "league.upkeep"):
        found = found.filter(Exists(entries))
    shown = [row for row in found if (row.merged_into or row).hidden_at is None]
    return _in_order((hit for part in wanted for hit in _in_order(_answering(shown, part))), near=True)


def _answering(rows: Iterable[Team], part: str) -> Iterable[Hit[Team]]:
    for row in rows:
        team = row.merged_into or row
        if (rank := best(part, as_sought(row.name))) is not None:
            yield Hit(team, team.name, row.about or "", rank)  # type: ignore[attr-defined]


def find_players(league: League, sought: str, grants: Grants, seasons: Collection[int]) -> list[Hit[Player]]:
    """Return the players whose names, as the reader sees them, answer a search, the best first (two queries).

    A player who was merged into another leads to that one, by the name that the other's privacy allows.
    """
    played = Appearance.objects.filter(
        sides_shown("result__fixture__"),
        player=OuterRef("shown_as"),
        result__live=True,
        result__fixture__division__season__in=seasons,
    )
    registered = Registration.objects.filter(player=OuterRef("shown_as"), season__in=seasons, team__hidden_at=None)
    latest = registered.order_by("-season__first_week", "-starts_on")
    found = Player.objects.filter(pk__in=_told(league, sought, grants), league=league, erased_at=None)
    found = found.select_related("merged_into").annotate(shown_as=_stays())
    found = found.annotate(about=_where(latest, "team__name"))
    if not may(grants, "player.merge"):
        found = found.filter(Q(Exists(registered)) | Q(Exists(played)))
    hits = []
    for row in found:
        player = row.merged_into or row
        if player.erased_at is None and (rank := best(sought, as_sought(_read_as(row, player, grants)))) is not None:
            hits.append(Hit(player, public_name(player, grants), row.about or "", rank))
    return _in_order(hits)


def find_venues(league: League, sought: str, grants: Grants, seasons: Collection[int]) -> list[Hit[Venue]]:
    """Return the venues whose names or addresses answer a search, the best first (two queries)."""
    found = Venue.objects.filter(pk__in=alike([(Names.VENUE, sought)], league), league=league, hidden_at=None)
    if not may(grants, "league.upkeep"):
        at_home = Entry.objects.filter(venue=OuterRef("pk"), season__in=seasons, team__hidden_at=None)
        played = Fixture.objects.filter(sides_shown(), venue=OuterRef("pk"), division__season__in=seasons)
        found = found.filter(Q(Exists(at_home)) | Q(Exists(played)))
    hits = []
    for venue in found:
        rank = best(sought, as_sought(venue.name))
        there = best(sought, as_sought(venue.where))
        ranks = [one for one in (rank, ADDRESSED.get(there, there) if there is not None else None) if one is not None]
        if ranks:
            hits.append(Hit(venue, venue.name, venue.address, min(ranks)))
    return _in_order(hits)


def _told(league: League, sought: str, grants: Grants) -> list[int]:
    """Return the ids of players with a name like what is sought, of those that this reader may be told (one query).

    A name that they may not read is not even compared: nothing that is found, or left out, can depend on it.
    """
    if may(grants, "player.name", Player(shorten_name=True)):
        return alike([(Names.PLAYER, sought)], league)
    names = (Names.SHORT,) if league.shorten_names else (Names.OPEN, Names.CUT)
    return [*grants.players, *alike([(one, sought) for one in names], league)]


def _read_as(row: Player, player: Player, grants: Grants) -> str:
    """Return a player's name, or the one they were entered under besides, as the reader may see it."""
    if row is player:
        return public_name(player, grants)
    entered = Player(pk=player.pk, name=row.name, shorten_name=player.shorten_name or row.shorten_name)
    return public_name(entered, grants)


def _stays() -> object:
    """The number of the row that a merged one leads to, or of the row itself."""
    return Coalesce("merged_into", "pk")


def _where(rows: QuerySet, *names: str) -> Subquery:
    """The first of some rows in a few words: "Division 1, 2026-27"."""
    parts: list[object] = [names[0]]
    for name in names[1:]:
        parts += [Value(", "), name]
    told = Concat(*parts, output_field=CharField()) if len(parts) > 1 else F(names[0])
    return Subquery(rows.annotate(told=told).values("told")[:1])


def _in_order(hits: Iterable[Hit[Row]], *, near: bool = False) -> list[Hit[Row]]:
    """Return hits with the best first, each thing once.

    Args:
        near: near misses too where something has the very name.
    """
    once: dict[int, Hit[Row]] = {}
    for hit in sorted(hits, key=lambda hit: (hit.rank, hit.name.casefold(), hit.about, hit.thing.pk)):
        once.setdefault(hit.thing.pk, hit)
    exact = any(hit.rank == Rank.EXACT for hit in once.values())
    return [hit for hit in once.values() if near or not exact or hit.rank != Rank.NEAR]
