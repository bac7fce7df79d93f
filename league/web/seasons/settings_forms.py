"""The forms of settings: a league's or a season's, made from their declaration, and a division's points and order."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Any, Generic, TypeVar

from django import forms

from league.enums import Night
from league.models import Division
from league.queries.seasons.settings_catalogue import (
    OF_A_DIVISION,
    SettingLine,
    describe_column,
    division_lines,
    format_column,
    format_setting,
    format_tie_breaks,
    ranking,
    setting_lines,
)
from league.rules import settings
from league.rules.scheme_columns import COLUMNS, MOST
from league.rules.settings import usable_tie_breaks
from league.rules.tie_breaks import TIE_BREAKS
from league.rules.wording import ordinal
from league.services.portability.imports.parsers import Wrong, parse_dates
from league.translation import N_, Text, dated, in_a_sentence, translated
from league.web.forms import DAY, TimeOfDayField
from timetable.calendar import WEEKDAYS

S = TypeVar("S", bound=settings.Settings)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields under a heading: those that come first, and the others, folded with what they are at present.

    Attributes:
        told: what the folded ones are: those that are not as by default, or where all are, all.
        open: a folded one is wrong as it was sent.
    """

    title: str
    first: list[forms.BoundField]
    folded: list[forms.BoundField]
    told: list[SettingLine]

    @property
    def open(self) -> bool:
        return any(field.errors for field in self.folded)


def group_fields(form: forms.Form, lines: Iterable[SettingLine], common: Collection[str]) -> list[FieldGroup]:
    """Return the fields of a form by the headings of their settings, in the order of these."""
    groups: dict[str, FieldGroup] = {}
    for line in lines:
        if line.name not in form.fields:
            continue
        group = groups.setdefault(line.group, FieldGroup(line.group, [], [], []))
        (group.first if line.name in common else group.folded).append(form[line.name])
        if line.name not in common:
            group.told.append(line)
    for group in groups.values():
        group.told[:] = [line for line in group.told if line.differs] or group.told
    return list(groups.values())


class WeeksField(forms.CharField):
    """Weeks, each by any day of it, as people write days one after another."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=1000, **options)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return "; ".join(dated(dt.date.fromisoformat(day), "d/m/Y") for day in value or ())

    def clean(self, value: Any) -> tuple[str, ...]:
        try:
            return settings.usable_weeks(parse_dates(super().clean(value)))
        except Wrong as wrong:
            raise forms.ValidationError(list(map(translated, wrong.texts))) from wrong


class SettingsForm(forms.Form, Generic[S]):
    """The form of settings, by group; `fixed` leaves out those that a published season no longer changes."""

    def __init__(self, now: S, sent: Mapping[str, Any] | None = None, *, fixed: bool = False) -> None:
        super().__init__(sent, initial={name: plain_number(value) for name, value in asdict(now).items()})
        self.now = now
        usual = type(now)()
        for name, in_group in settings.in_groups(type(now)).items():
            if not (fixed and in_group.settled):
                self.fields[name] = setting_field(in_group, getattr(usual, name))

    def settings(self) -> S:
        """Return the settings as filled in; the form must be valid."""
        return replace(self.now, **self.cleaned_data)

    def groups(self) -> list[FieldGroup]:
        return group_fields(self, setting_lines(self.now), type(self.now).common)


def setting_field(setting: settings.Setting, default: Any) -> forms.Field:
    kind = setting.kind
    hints = [setting.hint] if setting.hint else []
    if kind.optional:
        hints.append(Text("Empty: {meaning}.", meaning=kind.empty))
    hints.append(Text("Default: {value}.", value=in_a_sentence(format_setting(setting, default))))
    options: dict[str, Any] = {"label": translated(setting.label), "help_text": translated(Text.joined(" ", hints))}
    match kind:
        case settings.Number():
            return forms.IntegerField(required=not kind.optional, **options)
        case settings.Points():
            points = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
            return forms.DecimalField(widget=points, localize=True, max_digits=5, decimal_places=2, **options)
        case settings.Choice() | settings.Language():
            widget = forms.Select if kind.drop_down else forms.RadioSelect
            choices = [(word, translated(label)) for word, label in kind.labels]
            return forms.ChoiceField(choices=choices, widget=widget, **options)
        case settings.Flag():
            return forms.BooleanField(required=False, **options)
        case settings.Day():
            return forms.DateField(required=False, widget=DAY, **options)
        case settings.Clock():
            return TimeOfDayField(required=False, **options)
        case settings.Weeks():
            return WeeksField(required=False, **options)
        case settings.Nights():
            nights = [(night.value, translated(WEEKDAYS[night.value])) for night in Night]
            return forms.TypedMultipleChoiceField(
                choices=nights, coerce=int, widget=forms.CheckboxSelectMultiple, **options
            )


class DivisionForm(forms.Form):
    """The form of a division's evening and start, promotion, points and tie-breaks."""

    def __init__(self, division: Division, sent: Mapping[str, Any] | None = None) -> None:
        self.division = division
        self.chosen = ranking(usable_tie_breaks(division.tie_breaks))
        own, usual = settings.stored(settings.DivisionSettings, division), settings.DivisionSettings()
        first = {name: plain_number(getattr(division, name)) for name in COLUMNS}
        super().__init__(sent, initial={**asdict(own), **first})
        self.own = settings.in_groups(settings.DivisionSettings)
        self.fields |= {name: setting_field(one, getattr(usual, name)) for name, one in self.own.items()}
        for names in OF_A_DIVISION.values():
            self.fields |= {name: column_field(name) for name in names}
        places = [("", translated(N_("not used"))), *((str(n), ordinal_of(n)) for n in range(1, len(RANKING) + 1))]
        for key in RANKING:
            self.fields[f"place_{key}"] = forms.TypedChoiceField(
                label=translated(TIE_BREAKS[key].label.capitalised()),
                help_text=translated(TIE_BREAKS[key].what.capitalised()),
                choices=places,
                coerce=int,
                empty_value=None,
                required=False,
                initial=self.chosen.index(key) + 1 if key in self.chosen else "",
            )

    def clean(self) -> dict[str, Any]:
        by_place: dict[int, list[str]] = {}
        for key in RANKING:
            if place := self.cleaned_data.get(f"place_{key}"):
                by_place.setdefault(place, []).append(key)
        for place, keys in by_place.items():
            for key in keys[1:]:
                first = TIE_BREAKS[keys[0]].label
                message = Text("{tie_break} is in place {n} already.", tie_break=first.capitalised(), n=place)
                self.add_error(f"place_{key}", translated(message))
        return self.cleaned_data

    def changed(self) -> dict[str, Any]:
        """Return the division's columns as filled in; the form must be valid."""
        values = self.cleaned_data
        chosen = sorted((key for key in RANKING if values[f"place_{key}"]), key=lambda key: values[f"place_{key}"])
        # The name lists teams that are level to the end; an order that is not touched stays as it is stored.
        unchanged = tuple(chosen) == self.chosen
        tie_breaks = list(self.division.tie_breaks) if unchanged else [*chosen, "name"]
        return {name: values[name] for name in (*self.own, *COLUMNS)} | {"tie_breaks": tie_breaks}

    def groups(self) -> list[FieldGroup]:
        """Return the fields but the tie-breaks under their headings."""
        return group_fields(self, division_lines(self.division), (*settings.DivisionSettings.common, *COMMON_COLUMNS))

    def order(self) -> Text:
        """Return the tie-breaks in use, in their order."""
        return format_tie_breaks(self.chosen)

    def places_are_wrong(self) -> bool:
        return any(name.startswith("place_") for name in self.errors)

    def places(self) -> list[forms.BoundField]:
        """Return the fields of the tie-breaks, those in use first, in their order."""
        rest = [key for key in RANKING if key not in self.chosen]
        return [self[f"place_{key}"] for key in (*self.chosen, *rest)]


RANKING = ranking(TIE_BREAKS)
# With those of `DivisionSettings.common`, what comes first of a division.
COMMON_COLUMNS = ("points_per_game", "points_per_match", "points_per_win", "points_per_draw", "walkover_games")


def ordinal_of(n: int) -> str:
    return translated(ordinal(n))


def plain_number(value: Any) -> Any:
    """Return a number of points without zeros behind the point; its field shows it in the reader's language."""
    return Decimal(f"{value.normalize():f}") if isinstance(value, Decimal) else value


def column_field(name: str) -> forms.Field:
    one = COLUMNS[name]
    hints = [describe_column(name)]
    if one.default is not None:
        hints.append(Text("Default: {value}.", value=format_column(one.default)))
    options: dict[str, Any] = {
        "label": translated(one.label.capitalised()),
        "help_text": translated(Text.joined(" ", hints)),
        "required": one.default is not None,
        "min_value": one.least,
        "max_value": MOST,
    }
    widget = forms.TextInput(attrs={"inputmode": "numeric" if one.whole else "decimal", "autocomplete": "off"})
    if one.whole:
        return forms.IntegerField(widget=widget, **options)
    return forms.DecimalField(widget=widget, localize=True, max_digits=5, decimal_places=2, **options)
