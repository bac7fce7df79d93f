"""A setting that a journal entry changed: its name, its old and its new value as people read them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.enums import JournalKind, Night
from league.models import Division, JournalEntry, League, Season, Team, Venue, Week
from league.rules.settings import Flag, LeagueSettings, Nights, SeasonSettings, declared
from league.rules.tie_breaks import TIE_BREAKS

# Whose entries hold a setting's old and new value; the others' data are for programs.
OF_SETTINGS = (
    JournalKind.SETTINGS_CHANGED,
    JournalKind.SEASON_CHANGED,
    JournalKind.VENUE_CHANGED,
    JournalKind.TEAM_CHANGED,
)
KINDS = {name: one.kind for of in (LeagueSettings, SeasonSettings) for name, one in declared(of).items()}
MODELS = (League, Season, Division, Venue, Team, Week)


@dataclass(frozen=True, slots=True)
class Change:
    """A setting, and what it was and became, in words."""

    name: str
    old: str
    new: str


def changes_of(entry: JournalEntry) -> tuple[Change, ...]:
    """Return what an entry changed of the settings; nothing for an entry about anything else (no query)."""
    if entry.kind not in OF_SETTINGS or not isinstance(entry.data, Mapping):
        return ()
    return tuple(
        Change(_name(field), _said(field, change["from"]), _said(field, change["to"]))
        for field, change in entry.data.items()
        if isinstance(change, Mapping) and {"from", "to"} <= change.keys()
    )


def _name(field: str) -> str:
    words = field.replace("_", " ")
    return words[:1].upper() + words[1:]


def _said(field: str, value: Any) -> str:
    if value is None or value == "":
        return "none"
    kind = KINDS.get(field)
    if isinstance(kind, Flag):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_said(field, one) for one in value) or "none"
    if field == "tie_breaks":
        return TIE_BREAKS[value].label if value in TIE_BREAKS else str(value)
    if isinstance(kind, Nights):
        return str(Night(value).label) if value in Night.values else str(value)
    return _choices(field).get(value, str(value)) if isinstance(value, str) else str(value)


def _choices(field: str) -> dict[Any, str]:
    """The words that a field's values have on pages."""
    for model in MODELS:
        found = next((one for one in model._meta.concrete_fields if one.name == field and one.choices), None)
        if found is not None:
            return {value: str(label) for value, label in found.flatchoices}
    return {}
