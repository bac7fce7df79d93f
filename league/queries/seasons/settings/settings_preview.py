"""The effects of other settings: on the table, the rules' sentences, deadlines and fixtures.

A pure read, shown before somebody signs; `stamp` says whether it still follows when they do.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import sha256
from typing import Any

from django.db.models import Max

from league.models import Division, League, Season
from league.queries.disputes.consequences import PlaceChange, places_changed
from league.queries.seasons.settings import settings_impact
from league.queries.seasons.settings.catalogue import TIE_BREAKS_LABEL, ranking
from league.queries.seasons.settings.date_impact import of_draft, of_season
from league.queries.seasons.settings.played import touched_by_evening, touched_by_points
from league.queries.seasons.upkeep.names import field_name
from league.queries.seasons.upkeep.settings import Change, changes_in
from league.queries.standings.figures import scheme_of
from league.queries.standings.standings import division_table
from league.queries.visibility import public
from league.rules.formats import terms
from league.rules.rulebook import league_rules
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import (
    DivisionSettings,
    LeagueSettings,
    SeasonSettings,
    Settings,
    declared,
    in_groups,
    new_in,
    stored,
    usable_tie_breaks,
)
from league.translation import Text

WEEK = dt.timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of other settings.

    Attributes:
        changes: the settings, old and new, in words.
        places: the teams whose place or points change, from the top; None where no table rests on the settings.
        gone: the sentences of the rules page that go; `new` those that come.
        touched: the deadlines, fixtures and people it touches, in sentences.
        running: the published seasons that it holds for, whose captains are told and read the reason; none of a draft.
        stamp: differs as soon as anything of this does.
    """

    changes: tuple[Change, ...]
    places: tuple[PlaceChange, ...] | None
    gone: tuple[Text, ...]
    new: tuple[Text, ...]
    touched: tuple[Text, ...]
    running: tuple[Season, ...]

    @property
    def nothing(self) -> bool:
        """Return True if no setting would be other than it is."""
        return not self.changes

    @property
    def stamp(self) -> str:
        """Return a short text that differs as soon as anything that is shown does."""
        shown = (self.changes, self.places, self.gone, self.new, self.touched, [one.pk for one in self.running])
        return sha256(repr(shown).encode()).hexdigest()[:16]


def effect_on_league(league: League, wanted: LeagueSettings, *, now: dt.datetime) -> Effect:
    """Return what would follow if a league's settings were these (a few queries for each that would be new)."""
    present, wanted = stored(LeagueSettings, league), stored(LeagueSettings, wanted)
    new = new_in(wanted, present)
    before, after = _sentences(present), _sentences(wanted)
    return Effect(
        _changes(league, new), None, _difference(before, after), _difference(after, before),
        tuple(settings_impact.of_league(league, new, now)),
        tuple(running_seasons(league, now=now)) if told(LeagueSettings, new) else (),
    )  # fmt: skip


def effect_on_season(season: Season, wanted: SeasonSettings, *, now: dt.datetime) -> Effect:
    """Return what would follow if a season's settings were these (a few queries for each that would be new).

    They are read as a stored row's are, so it tells of what would really be kept: of weeks, their Mondays in order.
    """
    present, wanted = stored(SeasonSettings, season), stored(SeasonSettings, wanted)
    new = new_in(wanted, present)
    before, after = _sentences(present), _sentences(wanted)
    asked = season.published_at is not None and told(SeasonSettings, new)
    return Effect(
        _changes(season, new), None, _difference(before, after), _difference(after, before),
        tuple(_impacts(season, new, now)),
        (season,) if asked else (),
    )  # fmt: skip


def _impacts(season: Season, new: Mapping[str, Any], now: dt.datetime) -> Iterable[Text]:
    if season.published_at is None:
        return of_draft(season, new, now)
    return of_season(season, new, now) if season.is_public else ()


def effect_on_division(division: Division, changed: Mapping[str, Any]) -> Effect:
    """Return what would follow if a division counted otherwise (about a dozen queries).

    Args:
        division: as it is stored, with its season and league joined.
        changed: columns with their values, as `services.seasons` checked them.
    """
    new = {name: value for name, value in changed.items() if getattr(division, name) != value}
    after = settings_impact.changed_row(division, new)
    said, then = _rules_of(division), _rules_of(after)
    return Effect(
        _changes(division, new),
        places_changed(division_table(division), division_table(after)) if new else (),
        _difference(said, then), _difference(then, said),
        (*touched_by_points(division, after, new), *touched_by_evening(division, after, new)),
        (division.season,) if new and division.season.published_at is not None else (),
    )  # fmt: skip


def running_seasons(league: League, *, now: dt.datetime) -> list[Season]:
    """Return the published seasons of a league whose last week is not over, the first to begin first (one query)."""
    today = now.astimezone(league.tz).date()
    found = (
        Season.objects.filter(public(), league=league).select_related("league").annotate(last=Max("weeks__starts_on"))
    )
    return [one for one in found.order_by("first_week", "pk") if one.last is None or one.last + WEEK > today]


def told(of: type[Settings], names: Iterable[str]) -> bool:
    """Return True if one of these settings is told to the captains, with the reason, when it changes."""
    known = declared(of)
    return any(known[name].told for name in names)


def labels_of(names: Iterable[str]) -> list[Text]:
    """Return the names of settings as their forms have them, for the inside of a sentence."""
    return [_label(name).lowered() for name in sorted(names, key=_sort_key)]


def changes_of(data: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return changes of settings in words, each under the label of its form.

    Args:
        data: old and new value of each field, as the journal has them.
    """
    return tuple(
        replace(one, name=_label(name).capitalised())
        for name in sorted(data, key=_sort_key)
        for one in changes_in({name: _ranked(data[name]) if name == "tie_breaks" else data[name]})
    )


# No database keeps the order in which JSON was written: changes come in that of the forms.
_IN_ORDER = (
    *in_groups(LeagueSettings),
    *in_groups(SeasonSettings),
    *in_groups(DivisionSettings),
    *COLUMNS,
    "tie_breaks",
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


def _changes(row: League | Season | Division, new: Mapping[str, Any]) -> tuple[Change, ...]:
    return changes_of({name: {"from": _plain(getattr(row, name)), "to": _plain(value)} for name, value in new.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, dt.date | dt.time) else value


def _sentences(settings: Settings) -> list[Text]:
    known = declared(type(settings))
    return [sentence for name, one in known.items() for sentence in one.sentences(name, settings)]


def _rules_of(division: Division) -> list[Text]:
    sections = league_rules(
        terms(division), scheme=scheme_of(division), tie_breaks=usable_tie_breaks(division.tie_breaks),
        settings=(SeasonSettings(), LeagueSettings(), stored(DivisionSettings, division)),
    )  # fmt: skip
    return [sentence for section in sections for sentence in section.rules]


def _difference(some: Sequence[Text], others: Sequence[Text]) -> tuple[Text, ...]:
    known = set(others)
    return tuple(dict.fromkeys(text for text in some if text not in known))
