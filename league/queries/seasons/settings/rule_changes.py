"""Changes of settings in words: labels, old and new values, and which of a running season its rules page lists."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.db.models import Max

from league.models import Division, League, RuleChange, Season
from league.queries.seasons.settings.catalogue import TIE_BREAKS_LABEL, ranking
from league.queries.seasons.upkeep.names import field_name
from league.queries.seasons.upkeep.settings import Change, format_changes
from league.queries.visibility import public
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import DivisionSettings, LeagueSettings, SeasonSettings, Settings, declared, in_groups
from league.translation import Text

WEEK = dt.timedelta(days=7)
# JSON keeps no order in the database: changes come in that of the forms.
_IN_ORDER = (
    *in_groups(LeagueSettings),
    *in_groups(SeasonSettings),
    *in_groups(DivisionSettings),
    *COLUMNS,
    "tie_breaks",
)


@dataclass(frozen=True, slots=True)
class SeasonRuleChange:
    """A change of a running season.

    Attributes:
        division: the only one that it is of; None where it holds for the whole season.
        changes: old and new values in words.
    """

    made_at: dt.datetime
    division: Division | None
    changes: tuple[Change, ...]
    reason: str


def rule_changes_of(season: Season) -> list[SeasonRuleChange]:
    """Return the changes of a season since it was published, the latest first (one query)."""
    found = RuleChange.objects.filter(season=season).select_related("division").order_by("-made_at", "-pk")
    return [SeasonRuleChange(one.made_at, one.division, labelled_changes(one.data), one.reason) for one in found]


def running_seasons(league: League, *, now: dt.datetime) -> list[Season]:
    """Return the published seasons of a league whose last week is not over, the first to begin first (one query)."""
    today = now.astimezone(league.tz).date()
    seasons = Season.objects.filter(public(), league=league).select_related("league")
    dated = seasons.annotate(last=Max("weeks__starts_on")).order_by("first_week", "pk")
    return [season for season in dated if season.last is None or season.last + WEEK > today]


def is_announced(of: type[Settings], names: Iterable[str]) -> bool:
    """Return True if the captains are told, with the reason, when one of these settings changes."""
    known = declared(of)
    return any(known[name].announced for name in names)


def labels_of(names: Iterable[str]) -> list[Text]:
    """Return the names of settings as their forms have them, for the inside of a sentence."""
    return [_label(name).lowered() for name in sorted(names, key=_sort_key)]


def labelled_changes(data: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return changes of settings in words, each under the label of its form, from the data of a journal entry."""
    return tuple(
        replace(one, name=_label(name).capitalised())
        for name in sorted(data, key=_sort_key)
        for one in format_changes({name: _ranked(data[name]) if name == "tie_breaks" else data[name]})
    )


def column_changes(row: League | Season | Division, new: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return the changes of a row's columns in words."""
    return labelled_changes(
        {name: {"from": _plain(getattr(row, name)), "to": _plain(value)} for name, value in new.items()}
    )


def _sort_key(name: str) -> tuple[int, str]:
    return _IN_ORDER.index(name) if name in _IN_ORDER else len(_IN_ORDER), name


def _ranked(change: Any) -> Any:
    """Leave the name out of an old and new order of tie-breaks: it separates nobody, and was never chosen."""
    known = isinstance(change, Mapping) and all(isinstance(value, list) for value in change.values())
    return {key: list(ranking(value)) for key, value in change.items()} if known else change


def _label(name: str) -> Text:
    for of in (LeagueSettings, SeasonSettings, DivisionSettings):
        if name in declared(of):
            return declared(of)[name].label
    return TIE_BREAKS_LABEL if name == "tie_breaks" else field_name(name)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, dt.date | dt.time) else value
