import datetime as dt
from dataclasses import dataclass

from django.db.models import Max

from league.models import Entry, Season, Team, TeamCode


@dataclass(frozen=True, slots=True)
class CodeSheet:
    """The last sheet of codes made for a team in a season; `codes` is empty where none was."""

    team: Team
    season: Season
    codes: tuple[TeamCode, ...]

    @property
    def unused(self) -> int:
        return sum(code.used_at is None and code.revoked_at is None for code in self.codes)

    @property
    def made_at(self) -> dt.datetime | None:
        return self.codes[0].made_at if self.codes else None


def code_sheet(team: Team, season: Season) -> CodeSheet:
    """The last sheet of a team in a season, with what each code was used for (two queries)."""
    made = TeamCode.objects.filter(team=team, season=season).aggregate(last=Max("sheet"))
    found = TeamCode.objects.filter(team=team, season=season, sheet=made["last"] or 0)
    sides = ("used_for__fixture__home", "used_for__fixture__away")
    return CodeSheet(team, season, tuple(found.select_related(*sides).order_by("number")))


def code_sheets(season: Season) -> list[CodeSheet]:
    """The last sheet of each team of a season, by name; those without one too (two queries)."""
    last: dict[int, list[TeamCode]] = {}
    for code in TeamCode.objects.filter(season=season).select_related("used_for").order_by("sheet", "number"):
        if code.number == 1:
            last[code.team_id] = []
        last[code.team_id].append(code)
    entries = Entry.objects.filter(season=season, withdrawn_on=None, team__hidden_at=None).select_related("team")
    return [
        CodeSheet(entry.team, season, tuple(last.get(entry.team_id, ()))) for entry in entries.order_by("team__name")
    ]
