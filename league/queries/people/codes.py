"""The printed one-time codes of teams, as far as they can be told: never the codes themselves."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Max

from league.models import Entry, Season, Team, TeamCode


@dataclass(frozen=True, slots=True)
class CodeSheet:
    """The last sheet of codes that was made for a team in a season.

    Attributes:
        codes: in their order on it; empty where none was made.
    """

    team: Team
    season: Season
    codes: tuple[TeamCode, ...]

    @property
    def unused(self) -> int:
        """Return how many of them can be used still."""
        return sum(code.used_at is None and code.revoked_at is None for code in self.codes)

    @property
    def made_at(self) -> dt.datetime | None:
        """Return when it was made; None where none was."""
        return self.codes[0].made_at if self.codes else None


def code_sheet(team: Team, season: Season) -> CodeSheet:
    """Return the last sheet of codes of a team in a season, with what each was used for (two queries)."""
    made = TeamCode.objects.filter(team=team, season=season).aggregate(last=Max("sheet"))
    found = TeamCode.objects.filter(team=team, season=season, sheet=made["last"] or 0)
    sides = ("used_for__fixture__home", "used_for__fixture__away")
    return CodeSheet(team, season, tuple(found.select_related(*sides).order_by("number")))


def code_sheets(season: Season) -> list[CodeSheet]:
    """Return the last sheet of codes of each team of a season, by name; those without one too (two queries)."""
    last: dict[int, list[TeamCode]] = {}
    for code in TeamCode.objects.filter(season=season).select_related("used_for").order_by("sheet", "number"):
        if code.number == 1:
            last[code.team_id] = []
        last[code.team_id].append(code)
    entries = Entry.objects.filter(season=season, withdrawn_on=None, team__hidden_at=None).select_related("team")
    return [
        CodeSheet(entry.team, season, tuple(last.get(entry.team_id, ()))) for entry in entries.order_by("team__name")
    ]
