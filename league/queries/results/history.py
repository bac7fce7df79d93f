"""Every version of a fixture's sheet, and what each changed."""

from dataclasses import dataclass

from league.models import Fixture, Player, Result
from league.queries.results.sheets import sheets_of
from league.rules.sheets import Difference, differences


@dataclass(frozen=True, slots=True)
class ComparedVersion:
    """A version and the one it is compared with.

    Attributes:
        before: the version that it corrects or replaces, or else the one sent before it; None for the first.
        apart: where the two differ, the older one's as `mine`.
    """

    result: Result
    before: Result | None
    apart: tuple[Difference, ...]


def compared_versions(fixture: Fixture) -> list[ComparedVersion]:
    """Return the versions of a fixture with what each changed, the newest first (four queries, however many)."""
    stored = list(Result.objects.filter(fixture=fixture).order_by("version"))
    sheets = sheets_of(stored)
    by_pk = {result.pk: result for result in stored}
    found: list[ComparedVersion] = []
    for place, result in enumerate(stored):
        result.fixture = fixture
        before = by_pk.get(result.corrects_id or 0) or (stored[place - 1] if place else None)
        apart = differences(sheets[before.pk], sheets[result.pk]) if before else ()
        found.append(ComparedVersion(result, before, apart))
    return found[::-1]


def people_of(fixture: Fixture) -> list[Player]:
    """Everybody who is on any version of a fixture's sheet (one query)."""
    return list(Player.objects.filter(appearances__result__fixture=fixture).distinct())
