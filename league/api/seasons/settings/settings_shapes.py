"""Settings as programs have them: those of a league and of a season from their declaration, and a division's points."""

from typing import Any, ClassVar

from rest_framework import serializers

from league.api.fields import ClockField
from league.enums import Night
from league.models import Division
from league.rules import settings as rules
from league.rules.scheme_columns import COLUMNS, MOST, Column
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS

MOST_WEEKS = 60


class SettingsShape(serializers.Serializer[Any]):
    """The shape of settings, each a field as its declaration has it."""

    settings: ClassVar[type[rules.Settings]]

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: _field_of(one) for name, one in rules.declared(self.settings).items()}


def _field_of(setting: rules.Setting) -> serializers.Field[Any, Any, Any, Any]:
    kind, about = setting.kind, setting.about
    match kind:
        case rules.Number(least, most, _, optional):
            if not optional:
                return serializers.IntegerField(min_value=least, max_value=most, help_text=about)
            about = f"{about.removesuffix('.')}; null: {kind.empty}."
            return serializers.IntegerField(min_value=least, max_value=most, allow_null=True, help_text=about)
        case rules.Points(least, most):
            return serializers.DecimalField(
                max_digits=5, decimal_places=2, min_value=least, max_value=most, help_text=about
            )
        case rules.Choice() | rules.Language():
            return serializers.ChoiceField(choices=kind.choices, help_text=about)
        case rules.Flag():
            return serializers.BooleanField(help_text=about)
        case rules.Day():
            return serializers.DateField(allow_null=True, help_text=about)
        case rules.Clock(empty):
            return ClockField(allow_null=True, help_text=f"{about.removesuffix('.')}; null: {empty}.")
        case rules.Weeks():
            return serializers.ListField(child=serializers.DateField(), max_length=MOST_WEEKS, help_text=about)
        case rules.Nights():
            night = serializers.ChoiceField(choices=Night.choices)
            return serializers.ListField(child=night, min_length=1, max_length=len(Night), help_text=about)


class SeasonSettingsShape(SettingsShape):
    """The settings of a season. Hours, days and nights are those that the season's page allows."""

    settings = rules.SeasonSettings


class LeagueSettingsShape(SettingsShape):
    """The settings of a league, for all its seasons."""

    settings = rules.LeagueSettings


class DivisionSettingsShape(serializers.Serializer[Any]):
    """The evening and start of a division, its points, and what separates teams that are level on them."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        found = {name: _field_of(one) for name, one in rules.declared(rules.DivisionSettings).items()}
        found |= {name: _column_field(one) for name, one in COLUMNS.items()}
        known = serializers.ChoiceField(choices=[(key, str(one.label)) for key, one in TIE_BREAKS.items()])
        found["tie_breaks"] = serializers.ListField(
            child=known,
            max_length=len(TIE_BREAKS),
            help_text=f"In the order in which they are tried; by default {', '.join(DEFAULT_TIE_BREAKS)}.",
        )
        return found


def _column_field(one: Column) -> serializers.Field[Any, Any, Any, Any]:
    about = f"{one.label.capitalised()}. {one.about}".strip()
    said: dict[str, Any] = {"min_value": one.least, "max_value": MOST, "help_text": about}
    if one.default is None:
        said["allow_null"] = True
    if one.whole:
        return serializers.IntegerField(**said)
    return serializers.DecimalField(max_digits=5, decimal_places=2, **said)


def told_of(division: Division) -> dict[str, Any]:
    """Return a division's settings by name, as `DivisionSettingsShape` tells them."""
    own = rules.declared(rules.DivisionSettings)
    return {name: getattr(division, name) for name in (*own, *COLUMNS, "tie_breaks")}
