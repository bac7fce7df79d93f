"""The changes of what a season is played by that were made while it ran, as its rules page tells them."""

import datetime as dt
from dataclasses import dataclass

from league.models import Division, RuleChange, Season
from league.queries.seasons.settings.settings_preview import changes_of
from league.queries.seasons.upkeep.settings import Change


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A change of a running season.

    Attributes:
        division: the only one that it is of; None where it holds for the whole season.
        said: what changed, old and new in words.
    """

    made_at: dt.datetime
    division: Division | None
    said: tuple[Change, ...]
    reason: str


def rule_changes_of(season: Season) -> list[ToldChange]:
    """Return the changes of a season since it was published, the latest first (one query)."""
    found = RuleChange.objects.filter(season=season).select_related("division").order_by("-made_at", "-pk")
    return [ToldChange(one.made_at, one.division, changes_of(one.data), one.reason) for one in found]
