"""Where teams finished, or stand, in the divisions of many seasons."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, Q

from league.enums import CompetitionKind, FixtureState, ResultState
from league.models import Division, Entry, Fixture, Season, Team
from league.queries.standings.standings import read_table_data, table_of
from league.queries.visibility import public, sides_shown
from league.rules.standings import Row


@dataclass(frozen=True, slots=True)
class Places:
    """A division's table in short: rows by team; `over` means that no place can change any more."""

    rows: Mapping[int, Row]
    over: bool


class Finish(NamedTuple):
    """A team's season: `row` is None where the table has none of it, such as of a withdrawn team."""

    season: Season
    division: Division
    team: int
    row: Row | None
    over: bool


def entries_of_teams(teams: Collection[int]) -> list[Entry]:
    """Entries of teams in published seasons, the latest season first (one query)."""
    entries = Entry.objects.filter(public("season__"), team__in=teams, division__kind=CompetitionKind.LEAGUE)
    return list(entries.select_related("season", "division__season__league").order_by("-season__first_week", "-pk"))


def places_of(divisions: Sequence[Division]) -> list[Places]:
    """Tables of divisions of any seasons in short (as many queries as for one)."""
    data = read_table_data(divisions)
    tables = [table_of(division, data) for division in divisions]
    return [Places({row.team.pk: row.row for row in table.rows}, table.settled) for table in tables]


def finishes(entries: Iterable[Entry], places: Mapping[int, Places]) -> list[Finish]:
    """Each entry with its place, by division (no query)."""
    found = []
    for entry in entries:
        table = places[entry.division_id]
        found.append(Finish(entry.season, entry.division, entry.team_id, table.rows.get(entry.team_id), table.over))
    return found


class CupRecord(NamedTuple):
    """A team's fixtures of a season in a competition beside the league."""

    season: Season
    competition: Division
    played: int
    won: int


def cups_of(team: Team) -> list[CupRecord]:
    """Confirmed fixtures of a team in cups, the latest season first (one query)."""
    shown = Fixture.objects.filter(public("division__season__"), sides_shown(), Q(home=team) | Q(away=team))
    rows = shown.filter(results__live=True, results__state=ResultState.CONFIRMED).exclude(
        Q(division__kind=CompetitionKind.LEAGUE) | Q(state=FixtureState.CANCELLED)
    )
    found: dict[int, list[bool]] = defaultdict(list)
    competitions: dict[int, Division] = {}
    games = rows.annotate(home_games=F("results__home_games"), away_games=F("results__away_games"))
    for row in games.select_related("division__season").order_by("-division__season__first_week", "-starts_at"):
        competitions[row.division_id] = row.division
        difference = row.home_games - row.away_games
        found[row.division_id].append((difference if row.home_id == team.pk else -difference) > 0)
    return [CupRecord(cup.season, cup, len(found[pk]), sum(found[pk])) for pk, cup in competitions.items()]
