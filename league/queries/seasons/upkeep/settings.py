"""Settings as people read them: what a journal entry changed of them, and those that no page can work with."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from league.enums import JournalKind, Night, RulesetName
from league.models import Division, JournalEntry, League, Season, Team, Venue, Week
from league.models.checked import Checked
from league.queries.seasons.upkeep.names import field_name
from league.rules.problems import Problem
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import (
    Clock,
    Day,
    DivisionSettings,
    Flag,
    Language,
    LeagueSettings,
    Nights,
    Points,
    SeasonSettings,
    Weeks,
    declared,
)
from league.rules.tie_breaks import TIE_BREAKS
from league.rules.wording import clock, plain, spelt
from league.translation import N_, Text

# Whose entries hold a setting's old and new value; the others' data are for programs.
OF_SETTINGS = (
    JournalKind.SETTINGS_CHANGED,
    JournalKind.SEASON_CHANGED,
    JournalKind.VENUE_CHANGED,
    JournalKind.TEAM_CHANGED,
)
KINDS = {
    name: one.kind for of in (LeagueSettings, SeasonSettings, DivisionSettings) for name, one in declared(of).items()
}
RULESETS_OF = ("singles_ruleset", "doubles_ruleset")
MODELS = (League, Season, Division, Venue, Team, Week)


@dataclass(frozen=True, slots=True)
class Change:
    """A setting, and what it was and became, in words."""

    name: str
    old: str
    new: str


def entry_changes(entry: JournalEntry) -> tuple[Change, ...]:
    """Return what an entry changed of the settings; nothing for an entry about anything else (no query)."""
    if entry.kind not in OF_SETTINGS or not isinstance(entry.data, Mapping):
        return ()
    return format_changes(entry.data)


def format_changes(data: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return what changed of settings in words, from the old and new values that the journal keeps (no query)."""
    return tuple(
        Change(
            field_name(field).capitalised(), _format_value(field, change["from"]), _format_value(field, change["to"])
        )
        for field, change in data.items()
        if isinstance(change, Mapping) and {"from", "to"} <= change.keys()
    )


def _format_value(field: str, value: Any) -> str:
    if value is None or value == "":
        return N_("none")
    kind = KINDS.get(field)
    if isinstance(kind, Flag):
        return N_("yes") if value else N_("no")
    if isinstance(value, list):
        return Text.joined(", ", [_format_value(field, one) for one in value]) or N_("none")
    if field in RULESETS_OF:
        return _ruleset(str(value))
    if field == "tie_breaks":
        return TIE_BREAKS[value].label if value in TIE_BREAKS else str(value)
    if field in COLUMNS or isinstance(kind, Points):
        return plain(Fraction(value))
    if isinstance(kind, Clock):
        return clock(dt.time.fromisoformat(value))
    if isinstance(kind, Day | Weeks):
        return spelt(dt.date.fromisoformat(value))
    if isinstance(kind, Nights):
        return Night(value).label if value in Night.values else str(value)
    return _choices(field).get(value, str(value)) if isinstance(value, str) else str(value)


def _ruleset(value: str) -> str:
    """Return the title of a ruleset that comes with Muggins; any other is named as it was written down."""
    name, _, version = value.partition(":")
    return dict(RulesetName.choices).get(name, value) if not version or version.isdigit() else value


def _choices(field: str) -> dict[Any, str]:
    """The words that a field's values have on pages."""
    if isinstance(kind := KINDS.get(field), Language):
        return dict(kind.labels)
    for model in MODELS:
        found = next((one for one in model._meta.concrete_fields if one.name == field and one.choices), None)
        if found is not None:
            return dict(found.flatchoices)
    return {}


# What a page does meanwhile.
MEANWHILE = {
    "time_zone": N_("Times are shown in UTC until then."),
    "tie_breaks": N_("Tables leave it out until then."),
    "catch_up_weeks": N_("No week is left blank by it until then."),
    "catch_up_nights": N_("Only the other evenings are offered until then."),
    "fixture_format": N_("No result can be entered until then."),
}


def faults_of(league: League) -> list[Problem]:
    """Return what is wrong with the stored settings of a league, its seasons and divisions (two queries)."""
    seasons = {season.pk: season for season in Season.objects.filter(league=league)}
    divisions = Division.objects.filter(season__in=seasons)
    return [
        *_of_row(league, str(league)),
        *(found for season in seasons.values() for found in _of_row(season, str(season))),
        *(found for one in divisions for found in _of_row(one, f"{one}, {seasons[one.season_id]}")),
    ]


def _of_row(row: Model, where: str) -> Iterator[Problem]:
    for field in row._meta.concrete_fields:
        if not isinstance(field, Checked):
            continue
        value: Any = getattr(row, field.attname)
        try:
            field.clean(value, None)
        except ValidationError as wrong:
            name = field_name(field.name).capitalised()
            said = Text("{setting}: {problems}", setting=name, problems=" ".join(wrong.messages))
            if field.name in MEANWHILE:
                said = Text.joined(" ", [said, MEANWHILE[field.name]])
            yield Problem("setting", said, field.name, where)
