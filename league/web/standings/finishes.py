"""Places of teams over the seasons, for the pages of teams and players."""

from collections.abc import Collection

from league.queries.standings.finishes import Finish, entries_of_teams, finishes, places_of
from league.web.page_cache import cached_of_divisions
from league.web.requests import LeagueRequest


def finishes_of(request: LeagueRequest, teams: Collection[int]) -> list[Finish]:
    """Where teams finished in their published seasons, or stand in one that goes on, the latest first."""
    entries = entries_of_teams(teams) if teams else []
    divisions = list({entry.division_id: entry.division for entry in entries}.values())
    places = cached_of_divisions(request, "places", divisions, places_of)
    return finishes(entries, dict(zip((division.pk for division in divisions), places, strict=True)))
