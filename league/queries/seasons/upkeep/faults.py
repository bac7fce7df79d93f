"""Settings that no page can work with: rows of before they were checked, or written past every check."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from league.models import Division, League, Season
from league.models.checked import Checked
from league.rules.problems import Problem

# What a page does meanwhile.
MEANWHILE = {
    "time_zone": "Times are shown in UTC until then.",
    "tie_breaks": "Tables leave it out until then.",
    "catch_up_nights": "Only the other evenings are offered until then.",
    "fixture_format": "No result can be entered until then.",
}


def faults_of(league: League) -> list[Problem]:
    """Return what is wrong with the stored settings of a league, its seasons and divisions (two queries)."""
    seasons = list(Season.objects.filter(league=league))
    divisions = Division.objects.filter(season__in=seasons).select_related("season")
    return [
        *_of_row(league, str(league)),
        *(found for season in seasons for found in _of_row(season, str(season))),
        *(found for division in divisions for found in _of_row(division, f"{division}, {division.season}")),
    ]


def _of_row(row: Model, where: str) -> Iterator[Problem]:
    for field in row._meta.concrete_fields:
        if not isinstance(field, Checked):
            continue
        value: Any = getattr(row, field.attname)
        try:
            field.clean(value, None)
        except ValidationError as wrong:
            name = str(field.verbose_name)
            said = f"{name[0].upper()}{name[1:]}: {' '.join(wrong.messages)} {MEANWHILE.get(field.name, '')}"
            yield Problem("setting", said.strip(), field.name, where)
