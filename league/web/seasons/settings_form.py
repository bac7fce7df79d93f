"""The form of a league's or a season's settings, made from their declaration."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Generic, TypeVar

from django import forms

from league.enums import Night
from league.rules import settings
from league.rules.wording import WEEKDAYS
from league.services.portability.imports.readers import Log, Row, read_dates
from league.translation import Text, translated
from league.web.base.problems import DAY

S = TypeVar("S", bound=settings.Settings)


class WeeksField(forms.CharField):
    """Weeks, each by any day of it, as people write days one after another."""

    def __init__(self, **said: Any) -> None:
        super().__init__(max_length=1000, **said)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return "; ".join(f"{dt.date.fromisoformat(day):%d/%m/%Y}" for day in value or ())

    def clean(self, value: Any) -> tuple[str, ...]:
        log = Log()
        found = read_dates(Row("", 0, {"weeks": super().clean(value)}), "weeks", log)
        if log.problems:
            raise forms.ValidationError([translated(problem.message) for problem in log.problems])
        return settings.usable_weeks(found)


class SettingsForm(forms.Form, Generic[S]):
    """The form of settings, group by group.

    Args:
        now: the settings as they are.
        fixed: leave out those that no longer change once a season is published.
    """

    def __init__(self, now: S, sent: Mapping[str, Any] | None = None, *, fixed: bool = False) -> None:
        super().__init__(sent, initial=asdict(now))
        self.now = now
        for name, one in settings.in_groups(type(now)).items():
            if not (fixed and one.settled):
                self.fields[name] = field_of(one)

    def settings(self) -> S:
        """Return the settings as filled in; the form must be valid."""
        return replace(self.now, **self.cleaned_data)


def field_of(setting: settings.Setting) -> forms.Field:
    """Return the field in which a setting is filled in."""
    kind = setting.kind
    said: dict[str, Any] = {"label": translated(setting.label), "help_text": translated(setting.hint)}
    if kind.optional:
        empty = translated(Text("Empty: {meaning}.", meaning=kind.empty))
        said["help_text"] = f"{said['help_text']} {empty}".strip()
    match kind:
        case settings.Number():
            return forms.IntegerField(required=not kind.optional, **said)
        case settings.Choice():
            widget = forms.Select if kind.drop_down else forms.RadioSelect
            choices = [(option.word, translated(option.label)) for option in kind.options]
            return forms.ChoiceField(choices=choices, widget=widget, **said)
        case settings.Flag():
            return forms.BooleanField(required=False, **said)
        case settings.Day():
            return forms.DateField(required=False, widget=DAY, **said)
        case settings.Weeks():
            return WeeksField(required=False, **said)
        case settings.Nights():
            nights = [(night.value, translated(WEEKDAYS[night.value])) for night in Night]
            return forms.TypedMultipleChoiceField(
                choices=nights, coerce=int, widget=forms.CheckboxSelectMultiple, **said
            )
