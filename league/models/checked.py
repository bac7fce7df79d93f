"""Fields that validate on every way into the database through the ORM: save, create, bulk_create, update.

Django's validators run only for forms. What the database can check itself is a constraint besides.
"""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q, TextChoices

from league.rules import settings
from league.rules.formats import check_kept, check_named, read_format
from league.rules.languages import check_code
from league.rules.names import check_line, clean_line
from league.rules.news import LONGEST_REPORT, check_text
from league.rules.problems import Problem
from league.rules.rulesets import check_value


def _refuse(problems: Iterable[Problem]) -> None:
    errors = [ValidationError(_sentence(problem.message), code=problem.code) for problem in problems]
    if errors:
        raise ValidationError(errors)


def _sentence(message: str) -> str:
    return f"{message[0].upper()}{message[1:]}{'' if message.endswith('.') else '.'}"


def are_tie_breaks(value: Any) -> None:
    _refuse(settings.check_tie_break_list(value))


def is_ruleset(value: Any) -> None:
    """Refuse a value that is no ruleset; an empty one means a named ruleset."""
    _refuse(check_value(value))


def are_rulesets(value: Any) -> None:
    _refuse(check_named(value))


def are_nights(value: Any) -> None:
    _refuse(settings.check_nights(value))


def are_weeks(value: Any) -> None:
    _refuse(settings.check_weeks(value))


def are_reminder_days(value: Any) -> None:
    _refuse(settings.check_reminder_days(value))


def is_language(value: str) -> None:
    """Check the form of a language's code; the site need not have the language."""
    _refuse(check_code(value))


def is_line(value: str) -> None:
    """Refuse a line with an invisible character."""
    _refuse(check_line(value, ""))


def is_news(value: str) -> None:
    """Refuse what is too long for a post or a page, or takes too long to read."""
    _refuse(check_text(value))


def is_report(value: str) -> None:
    """Refuse what is too long for a match report, or takes too long to read."""
    _refuse(check_text(value, LONGEST_REPORT))


def is_format_value(value: Any) -> None:
    """Refuse a value without figures of a format."""
    _refuse(check_kept(value))


def is_format(value: str) -> None:
    """Refuse a text that is no list of matches. A word that changes nothing may stand, as when it was stored."""
    _refuse(read_format(value)[1])


def column(of: type[settings.Settings], name: str) -> dict[str, Any]:
    """Arguments of a setting's column from its declaration: default, help text, choices or limits.

    `null`, and the default of a list, are for the field itself, for the type checker and the migrations.
    """
    declaration, default = settings.declared(of)[name], getattr(of(), name)
    options: dict[str, Any] = {"default": default, "help_text": declaration.about}
    match declaration.kind:
        case settings.Number(least, most, _, optional):
            options["validators"] = [MinValueValidator(least), MaxValueValidator(most)]
            if optional:
                options["help_text"] = f"{declaration.about.removesuffix('.')}; empty: {declaration.kind.empty}."
        case settings.Points(least, most):
            options |= {"max_digits": 5, "decimal_places": 2}
            options["validators"] = [MinValueValidator(least), MaxValueValidator(most)]
        case settings.Choice():
            options["choices"] = declaration.kind.choices
        case settings.Language():
            options["validators"] = [is_language]
        case settings.Day():
            del options["default"]
        case settings.Clock(empty):
            del options["default"]
            options["help_text"] = f"{declaration.about.removesuffix('.')}; empty: {empty}."
        case settings.Nights():
            del options["default"]
            options["validators"] = [are_nights]
        case settings.Weeks():
            del options["default"]
            options["validators"] = [are_weeks]
    return options | ({"blank": True} if declaration.kind.optional else {})


def limits_q(of: type[settings.Settings]) -> Q:
    """Constraint that every number among the settings is within its limits; an optional one may be null."""
    limits = Q()
    for name, declaration in settings.declared(of).items():
        if isinstance(declaration.kind, settings.Number | settings.Points):
            number = Q(**{f"{name}__gte": declaration.kind.least, f"{name}__lte": declaration.kind.most})
            limits &= number | Q(**{f"{name}__isnull": True}) if declaration.kind.optional else number
    return limits


def worded(of: type[settings.Settings]) -> Q:
    """Constraint that every choice among the settings is one of its words."""
    choices = {
        name: declaration.kind
        for name, declaration in settings.declared(of).items()
        if isinstance(declaration.kind, settings.Choice)
    }
    return Q(**{f"{name}__in": [option.word for option in kind.options] for name, kind in choices.items()})


def choices_q(**words: type[TextChoices]) -> Q:
    """Constraint that each of these columns holds one of its words."""
    return Q(**{f"{name}__in": list(choices.values) for name, choices in words.items()})


class Checked:
    """A field whose validators run whenever a row is saved. Migrations see its base."""

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if not hasattr(value, "as_sql"):
            self.clean(value, None)  # type: ignore[attr-defined]
        return super().get_db_prep_save(value, connection)  # type: ignore[misc]

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _, args, kwargs = super().deconstruct()  # type: ignore[misc]
        plain = next(kind for kind in type(self).__mro__ if kind.__module__.startswith("django.db.models"))
        return name, f"django.db.models.{plain.__name__}", args, kwargs


class CheckedText(Checked, models.CharField):
    pass


class CheckedSlug(Checked, models.SlugField):
    """A slug that is never empty."""


class CheckedList(Checked, models.JSONField):
    pass


class CheckedValue(Checked, models.JSONField):
    pass


class LineField(Checked, models.CharField):
    """A name or other line of text: stored clean, refused with an invisible character."""

    default_validators = [is_line]  # noqa: RUF012 - as Django has it

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return clean_line(text) if isinstance(text, str) else text

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.to_python(getattr(model_instance, self.attname))
        setattr(model_instance, self.attname, value)
        return value

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if isinstance(value, str):
            value = clean_line(value)
            is_line(value)
        # Length and emptiness are the database's to refuse, as ever.
        return models.CharField.get_db_prep_save(self, value, connection)
