"""The values of a row as an export writes them, and back: each field of the database has one form in JSON."""

import base64
import binascii
import datetime as dt
import uuid
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from league.models.checked import LineField
from league.rules.names import without_hidden
from league.translation import N_, Text

Plain = Callable[[Any], Any]
AnyField: TypeAlias = "models.Field[Any, Any]"


def _moment(value: dt.datetime) -> str:
    return value.astimezone(dt.UTC).isoformat()


def _iso(value: dt.date | dt.time) -> str:
    return value.isoformat()


def _base64(value: bytes | memoryview) -> str:
    return base64.b64encode(bytes(value)).decode("ascii")


# A moment is a date to Django as to Python, so it comes first.
_WRITTEN: tuple[tuple[type[Any], Plain], ...] = (
    (models.DateTimeField, _moment),
    (models.DateField, _iso),
    (models.TimeField, _iso),
    (models.DecimalField, str),
    (models.UUIDField, str),
    (models.BinaryField, _base64),
)


def writer_of(field: AnyField) -> Plain | None:
    """Return the function that makes JSON of a field's values; None where they are JSON as they are."""
    return next((write for kind, write in _WRITTEN if isinstance(field, kind)), None)


def _read_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(N_("must be text"))
    return value


def _read_moment(value: Any) -> dt.datetime:
    found = dt.datetime.fromisoformat(_read_text(value))
    if found.tzinfo is None:
        raise ValueError(N_("must include a time zone"))
    return found


def _read_number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(N_("must be a whole number"))
    return value


def _read_truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(N_("must be true or false"))
    return value


def _read_decimal(value: Any) -> Decimal:
    found = Decimal(_read_text(value))
    if not found.is_finite():
        raise ValueError(N_("must be a number"))
    return found


_READ: tuple[tuple[type[Any], Plain], ...] = (
    (models.DateTimeField, _read_moment),
    (models.DateField, lambda value: dt.date.fromisoformat(_read_text(value))),
    (models.TimeField, lambda value: dt.time.fromisoformat(_read_text(value))),
    (models.DecimalField, _read_decimal),
    (models.UUIDField, lambda value: uuid.UUID(_read_text(value))),
    (models.BinaryField, lambda value: base64.b64decode(_read_text(value), validate=True)),
    (models.BooleanField, _read_truth),
    (models.ForeignKey, _read_number),
    (models.IntegerField, _read_number),
    (models.JSONField, lambda value: value),
    # Nobody can be asked to type a line anew.
    (LineField, lambda value: without_hidden(_read_text(value))),
    (models.CharField, _read_text),
    (models.TextField, _read_text),
)


def reader_of(field: AnyField) -> Plain:
    """Return the function that reads a field's value from JSON, strictly: a value the field could not hold is refused.

    The reader raises ValueError with what would be right.
    """
    read = next(read for kind, read in _READ if isinstance(field, kind))
    # A league has lived with the addresses it has; whether they look like addresses is not asked again.
    address = isinstance(field, models.EmailField)
    validators = [v for v in field.validators if not address or getattr(v, "code", "") == "max_length"]
    # Whatever this database would take: a number goes by what every database takes.
    least, most = BaseDatabaseOperations.integer_field_ranges.get(field.get_internal_type(), (None, None))
    choices = {value for value, _ in field.flatchoices} | ({""} if field.blank else set())
    shape = _shape_of(field)

    def reading(value: Any) -> Any:
        if value is None:
            if field.null:
                return None
            raise ValueError(N_("is missing"))
        try:
            found = read(value)
        except (InvalidOperation, binascii.Error, OverflowError) as wrong:
            raise ValueError(N_("cannot be read")) from wrong
        if len(choices) > 1 and found not in choices:
            raise ValueError(Text("“{word}” is not one of the words that may stand here", word=found))
        if shape is not None and type(found) is not shape:
            raise ValueError(N_("must be a list") if shape is list else N_("must be an object"))
        if least is not None and most is not None and not least <= found <= most:
            raise ValueError(Text("must be a number from {least} to {most}", least=least, most=most))
        # As Django has it: a blank that may stand is not looked at.
        for validator in () if field.blank and found in field.empty_values else validators:
            try:
                validator(found)
            except ValidationError as wrong:
                raise ValueError(" ".join(wrong.messages)) from wrong
        return found

    return reading


def _shape_of(field: AnyField) -> type | None:
    """Whether a JSON field holds a list or an object, which code rests on."""
    if not isinstance(field, models.JSONField):
        return None
    return type(field.get_default()) if field.has_default() else None
