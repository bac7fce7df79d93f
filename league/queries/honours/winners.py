"""Winners through the years: who won what, by competition, and the teams and players of a league that a name means."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet

from league.access import Grants, may
from league.models import PRESENT, Division, League, Player, Season, Team, Winner
from league.queries.visibility import players_for, teams_for
from league.rules.competitions.past_winners import PLACES, people_in, split_people, year_order
from league.rules.names import folded, short_name
from league.translation import Text

RECENT = 5


class NamePart(NamedTuple):
    """A part of a winner's name, and the player whose page it leads to, if any."""

    text: str
    player: Player | None


class Champion(NamedTuple):
    """A winner as a reader sees it; `team` is the one whose page its name leads to."""

    winner: Winner
    parts: tuple[NamePart, ...]
    team: Team | None

    @property
    def name(self) -> str:
        return "".join(part.text for part in self.parts)

    @property
    def place(self) -> Text:
        return PLACES[self.winner.place]


@dataclass(frozen=True, slots=True)
class YearOfWinners:
    year: str
    season: Season | None
    first: tuple[Champion, ...]
    second: tuple[Champion, ...]
    third: tuple[Champion, ...]
    fourth: tuple[Champion, ...]

    @property
    def order(self) -> tuple[int, str]:
        """Sort key: of a season that is kept its first week's year, whatever it is called."""
        return (self.season.first_week.year, self.year) if self.season else year_order(self.year)

    @property
    def note(self) -> str:
        return "; ".join(dict.fromkeys(filter(None, (one.winner.note for one in self.everybody))))

    @property
    def everybody(self) -> tuple[Champion, ...]:
        return self.first + self.second + self.third + self.fourth


@dataclass(frozen=True, slots=True)
class Roll:
    """A competition's winners, the latest first; `name` is what it is called now."""

    slug: str
    name: str
    years: tuple[YearOfWinners, ...]

    @property
    def recent(self) -> tuple[YearOfWinners, ...]:
        return self.years[:RECENT]

    @property
    def third(self) -> bool:
        return any(year.third for year in self.years)


def rolls_of(league: League, grants: Grants, slug: str = "") -> list[Roll]:
    """Winners of every competition of a league, or of one, that of the latest year first (four queries)."""
    rows = _winners(league)
    by_slug: dict[str, list[Champion]] = defaultdict(list)
    for champion in champions(list(rows.filter(slug=slug) if slug else rows), league, grants):
        by_slug[champion.winner.slug].append(champion)
    rolls = [_build_roll(slug, found) for slug, found in by_slug.items()]
    rolls.sort(key=lambda roll: roll.name.casefold())
    return sorted(rolls, key=lambda roll: roll.years[0].order[0], reverse=True)


def champions(winners: Sequence[Winner], league: League, grants: Grants) -> list[Champion]:
    """Winners as a reader may see them; of those named who have a page that they may open (two queries)."""
    teams = {winner.team_id for winner in winners if winner.team_id is not None}
    people = {player.pk for winner in winners for player in winner.players.all()}
    seen_teams = set(teams_for(league, grants).filter(pk__in=teams).values_list("pk", flat=True)) if teams else set()
    seen = set(players_for(league, grants).filter(pk__in=people).values_list("pk", flat=True)) if people else set()
    return [
        Champion(winner, name_parts(winner, grants, seen), winner.team if winner.team_id in seen_teams else None)
        for winner in winners
    ]


def name_parts(winner: Winner, grants: Grants, seen: Collection[int]) -> tuple[NamePart, ...]:
    """A winner's name as it was then, players' as short as this reader sees them; `seen` have a page (no query)."""
    people = {folded(player.name): player for player in winner.players.all()}
    whole = people.get(folded(winner.name))
    pieces = [winner.name] if whole is not None else split_people(winner.name)
    unnamed = people.keys() - {folded(piece) for piece in pieces}
    # Who is called otherwise now is one of those whose name is nobody's.
    shorten = any(not may(grants, "player.name", people[name]) for name in unnamed)
    parts = []
    for number, piece in enumerate(pieces):
        player = people.get(folded(piece))
        short = shorten if player is None else not may(grants, "player.name", player)
        text = short_name(piece) if short and number % 2 == 0 else piece
        reached = player is not None and player.pk in seen and player.erased_at is None
        parts.append(NamePart(text, player if reached else None))
    return tuple(parts)


def titles_of_team(team: Team, grants: Grants) -> list[Champion]:
    """What a team has won, the latest first (three queries at most)."""
    return _titles(_winners(team.league).filter(team=team), team.league, grants)


def titles_of_player(player: Player, grants: Grants) -> list[Champion]:
    """What a player has won by name, the latest first (three queries at most)."""
    rows = _winners(player.league).filter(pk__in=Winner.objects.filter(players=player).values("pk"))
    return _titles(rows, player.league, grants)


def _titles(rows: QuerySet[Winner], league: League, grants: Grants) -> list[Champion]:
    found = champions(list(rows), league, grants)
    return sorted(found, key=lambda one: (year_order(one.winner.year), -one.winner.place), reverse=True)


def _winners(league: League) -> QuerySet[Winner]:
    rows = Winner.objects.filter(league=league).select_related("team__league", "season")
    return rows.prefetch_related("players__league").order_by("place", "name", "pk")


def _build_roll(slug: str, champions: Iterable[Champion]) -> Roll:
    by_year: dict[str, list[Champion]] = defaultdict(list)
    for champion in champions:
        by_year[champion.winner.year].append(champion)
    years = []
    for year, found in by_year.items():
        places = (tuple(one for one in found if one.winner.place == place) for place in PLACES)
        years.append(YearOfWinners(year, next((o.winner.season for o in found if o.winner.season), None), *places))
    years.sort(key=lambda line: line.order, reverse=True)
    return Roll(slug, years[0].everybody[0].winner.competition, tuple(years))


class KnownNames:
    """A league's teams and players by name, for names that somebody typed (two queries when made)."""

    def __init__(self, league: League) -> None:
        self._teams: dict[str, list[Team]] = defaultdict(list)
        self._players: dict[str, list[Player]] = defaultdict(list)
        for team in Team.objects.filter(league=league, hidden_at=None):
            self._teams[folded(team.name)].append(team)
        for player in Player.objects.filter(PRESENT, league=league):
            self._players[folded(player.name)].append(player)

    def find(self, name: str) -> tuple[Team | None, list[Player]]:
        """The team that a name means, or the players; nobody where several could be meant."""
        teams, players = self._teams.get(folded(name), []), self._players.get(folded(name), [])
        if teams or players:
            alone = len(teams) + len(players) == 1
            return (teams[0] if alone and teams else None), players if alone and players else []
        found = [self._players.get(folded(part), []) for part in people_in(name)]
        return None, [some[0] for some in found if len(some) == 1]


def competition_names(league: League) -> dict[str, str]:
    """Names of the competitions with winners by the word in their address, as they were last called (one query)."""
    rows = Winner.objects.filter(league=league).order_by("recorded_at", "pk").values_list("slug", "competition")
    return dict(rows)


def competition_slug(league: League, name: str) -> str:
    """The slug of a competition of this name that has winners, or is played; else blank (two queries)."""
    won = Winner.objects.filter(league=league).order_by("-recorded_at", "-pk").values_list("competition", "slug")
    played = Division.every.filter(season__league=league).order_by("-season__first_week").values_list("name", "slug")
    return next((slug for rows in (won, played) for other, slug in rows if folded(other) == folded(name)), "")


def winner_of(league: League, pk: int) -> QuerySet[Winner]:
    return Winner.objects.filter(pk=pk, league=league).select_related("league", "team", "season")
