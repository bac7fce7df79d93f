"""Lists for pagination: unevaluated querysets with everything joined that a line shows."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from league.models import Division, Entry, Fixture, League, Player, Registration, Result, Season, Team, Week
from league.queries.visibility import sides_shown


def fixtures_listed(seasons: QuerySet[Season] | Collection[int]) -> QuerySet[Fixture]:
    """Fixtures of these seasons with their live result as `live_results` (two queries a page)."""
    found = Fixture.objects.filter(sides_shown(), division__season__in=seasons)
    return with_live_results(found.select_related("division__season", "home", "away", "venue", "week"))


def with_live_results(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Fixtures with their live result, or none, as the list `live_results` (one query more)."""
    return fixtures.prefetch_related(Prefetch("results", Result.objects.filter(live=True), to_attr="live_results"))


def divisions_listed(season: Season) -> QuerySet[Division]:
    return Division.objects.filter(season=season).select_related("season__league").order_by("order", "name")


def weeks_listed(season: Season) -> QuerySet[Week]:
    return Week.objects.filter(season=season).select_related("round").order_by("starts_on")


def entries_listed(season: Season) -> QuerySet[Entry]:
    """Teams entered in a season, by division and name."""
    found = Entry.objects.filter(season=season, team__hidden_at=None).order_by("division__order", "team__name")
    return found.select_related("season", "division", "team", "venue")


def players_listed(league: League, seasons: QuerySet[Season]) -> QuerySet[Player]:
    """Players who are or were registered in one of these seasons."""
    registered = Registration.objects.filter(player=OuterRef("pk"), season__in=seasons)
    return Player.objects.filter(Exists(registered), league=league)


def registered_for(team: Team, season: Season) -> QuerySet[Registration]:
    """Everybody who is, will be or was registered for a team in a season, by name."""
    found = Registration.objects.filter(team=team, season=season).select_related("season", "team", "player")
    return found.order_by("player__name", "player_id", "starts_on")


def results_listed(seasons: QuerySet[Season]) -> QuerySet[Result]:
    """Live results of these seasons."""
    return Result.objects.filter(live=True, fixture__division__season__in=seasons).select_related(
        "fixture__division__season", "fixture__home", "fixture__away", "format"
    )


def versions_of(fixture: Fixture) -> list[Result]:
    """Versions of a fixture's sheet, the first one first, each with that fixture (one query)."""
    found = list(Result.objects.filter(fixture=fixture).select_related("format").order_by("version"))
    for result in found:
        result.fixture = fixture
    return found
