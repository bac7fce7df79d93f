"""No-shows: walkovers against a team, and the consequences they call for where a season counts them."""

from collections import defaultdict
from dataclasses import dataclass

from league.enums import FixtureState, ResultKind
from league.models import Entry, Fixture, Result, Season
from league.queries.standings.figures import COUNTING

JOINED = ("season__league", "division__season", "team")


@dataclass(frozen=True, slots=True)
class NoShows:
    """A team's no-shows of a season, the earliest first."""

    entry: Entry
    fixtures: tuple[Fixture, ...]

    @property
    def count(self) -> int:
        return len(self.fixtures)

    @property
    def due(self) -> bool:
        """Whether they call for a consequence that the secretary has not decided on."""
        limit = self.entry.season.no_show_limit
        return (
            limit is not None
            and self.entry.withdrawn_on is None
            and self.count >= limit
            and self.count > self.entry.no_shows_settled
        )


def no_shows_of(season: Season, team: int | None = None) -> list[NoShows]:
    """No-shows of a season's teams that have any, or of one team; the most first (two queries)."""
    given = Result.objects.filter(
        COUNTING, kind=ResultKind.WALKOVER, fixture__division__season=season, fixture__play_off=False
    ).exclude(fixture__state=FixtureState.CANCELLED)
    fixtures: dict[int, list[Fixture]] = defaultdict(list)
    for result in given.select_related("fixture__home", "fixture__away", "fixture__division").order_by(
        "fixture__starts_at", "fixture_id"
    ):
        fixture = result.fixture
        fixtures[fixture.away_id if result.walkover_to == "home" else fixture.home_id].append(fixture)
    entries = Entry.objects.filter(season=season, team__in=[team] if team else list(fixtures)).select_related(*JOINED)
    found = [NoShows(entry, tuple(fixtures[entry.team_id])) for entry in entries.order_by("team__name")]
    return sorted(found, key=lambda one: -one.count)


def no_shows_due(season: Season | None) -> list[NoShows]:
    """Teams whose no-shows call for a consequence (two queries, or none where the season does not count them)."""
    if season is None or season.no_show_limit is None or season.closed_at is not None:
        return []
    return [one for one in no_shows_of(season) if one.due]
