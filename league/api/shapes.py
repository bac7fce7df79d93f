"""Read-only serializers ("shapes") made from a model's fields or from the annotations of a value's class.

`shape` makes one of the names of its fields; `tells` adds them to a class that has methods too, or that others extend.
The kind of a field comes from the model or the annotation. Its description comes from the model's help text, or is
written where the shape is declared: `played="Matches, drawn ones too."`. Docstrings of values are not published.
A row stands in another by its `Ref` (`team`: `TeamRef`; `fixture`: `NamedFixture`) or by its id (`fixture_id`, called
`fixture`), a value in the shape that is declared for it.
"""

import copy
import datetime as dt
import re
import types
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from django.db import models
from drf_spectacular.drainage import set_override
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from league.enums import GamesWritten, MatchEnds, MatchKind, Side
from league.queries.rows import Rows
from league.rules import match_terms, sheets
from league.rules.wording import read_time
from league.translation import Text, translated

LARGEST = 2**31 - 1
TEXT = 2000
FIRST, LAST = 2000, 2100


class TextField(serializers.CharField):
    """A sentence or a name of the rules, in the reader's language; a plain string is given as it is."""

    def to_representation(self, value: Any) -> str:
        return translated(value) if isinstance(value, str) else str(value)


class TextIn(serializers.CharField):
    """A text that somebody writes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=TEXT, **kwargs)


class IdField(serializers.IntegerField):
    """The id of a row that somebody names."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST, **kwargs)


class OptionalNumber(serializers.IntegerField):
    """A number from a range that may be null, as it is where it is left out."""

    def __init__(self, least: int, most: int, about: str | None = None) -> None:
        super().__init__(min_value=least, max_value=most, allow_null=True, default=None, help_text=about)


class OptionalSide(serializers.ChoiceField):
    """A side that may be null, as it is where it is left out."""

    def __init__(self, about: str | None = None) -> None:
        super().__init__(choices=Side.choices, allow_null=True, default=None, help_text=about)


class ComputedField(serializers.Field[Any, Any, Any, Any]):
    """Tell what a function finds in a thing: in the shape that is given, or nothing."""

    def __init__(self, shape: Any, find: Callable[[Any], Any], about: str | None = None) -> None:
        super().__init__(source="*", read_only=True, help_text=about)
        self.shape, self.find = shape, find
        set_override(self, "field", shape)

    def to_representation(self, value: Any) -> Any:
        found = self.find(value)
        return None if found is None else self.shape.to_representation(found)


@extend_schema_field({"type": "number", "example": 107.5})
class PointsField(serializers.Field[Any, Any, Any, Any]):
    """Points as a number, as files have them: 107 or 107.5. A division gives none finer than hundredths."""

    def to_representation(self, value: Any) -> int | float:
        whole, parts = value.as_integer_ratio()
        return int(whole) if parts == 1 else round(float(value), 2)


class DayField(serializers.DateField):
    """A day of this century; a calendar cannot count around the ends of time."""

    default_error_messages = {"century": f"Give a day between {FIRST} and {LAST}."}  # noqa: RUF012 - the framework's

    def to_internal_value(self, value: Any) -> dt.date:
        day: dt.date = super().to_internal_value(value)
        if not FIRST <= day.year < LAST:
            self.fail("century")
        return day


class MomentField(serializers.DateTimeField):
    """A moment of this century; a calendar cannot count around the ends of time."""

    default_error_messages = {"century": f"Give a moment between {FIRST} and {LAST}."}  # noqa: RUF012 - the framework's

    def to_internal_value(self, value: Any) -> dt.datetime:
        day: dt.datetime = super().to_internal_value(value)
        if not FIRST <= day.year < LAST:
            self.fail("century")
        return day


# OpenAPI's format "time" is RFC 3339's, with an offset: it would be wrong in half of the year.
@extend_schema_field({"type": "string", "example": "20:00"})
class ClockField(serializers.TimeField):
    """Hours and minutes in the league's own time zone, told as "20:00" and read as people write them.

    Args:
        evening: see `read_time`.
    """

    def __init__(self, *, evening: bool = True, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", **kwargs)
        self.evening = evening
        self.error_messages["invalid"] = "Write the time as hours and minutes, such as 20:00."

    def to_internal_value(self, value: Any) -> dt.time:
        time = read_time(value, evening=self.evening) if isinstance(value, str) else None
        if time is None:
            self.fail("invalid", format="HH:MM")
        return time.replace(second=0)


Shape = TypeVar("Shape", bound="type[serializers.BaseSerializer[Any]]")
Serializer = TypeVar("Serializer", bound="type[ModelShape | ValueShape]")
Kind = tuple[Any, dict[str, Any]]
KINDS: Mapping[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: TextField,
    Text: TextField,
    dt.date: serializers.DateField,
    dt.datetime: serializers.DateTimeField,
    Fraction: PointsField,
    Decimal: PointsField,
}
# Values of the rules that the database has as an enum.
ENUMS: Mapping[Any, type[models.TextChoices]] = {
    sheets.Side: Side,
    match_terms.Kind: MatchKind,
    match_terms.Ends: MatchEnds,
    match_terms.Written: GamesWritten,
}
# The options of a model's field that matter to a reader.
READ_OPTIONS = ("allow_blank", "allow_null", "choices", "decimal_places", "help_text", "max_digits")
# By model or value: the shape in which other shapes show it.
SHAPES: dict[type, list[Any]] = {}


class _FieldsByPath:
    """Fields by name: the path of each in the row or value, and its description in the API."""

    of: type
    paths: Mapping[str, str] = {}
    help_texts: Mapping[str, str] = {}

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, built once per class: a row in a list costs no look at its model."""
        shape: Any = type(self)
        if "built_fields" not in vars(shape):
            shape.built_fields = {name: self._build_field(name, path) for name, path in self.paths.items()}
            shape.built_fields |= shape._declared_fields
        return copy.deepcopy(shape.built_fields)

    def _build_field(self, name: str, path: str) -> Any:
        kind, options = _kind(self.of, path)
        if path != name:
            options["source"] = path
        if name in self.help_texts:
            options["help_text"] = self.help_texts[name]
        return kind(**options)


class ModelShape(_FieldsByPath, serializers.ModelSerializer[Any]):
    """A row."""

    serializer_field_mapping = serializers.ModelSerializer.serializer_field_mapping | {
        models.BigAutoField: serializers.IntegerField,
        models.SlugField: serializers.CharField,
        models.TimeField: ClockField,
    }


class ValueShape(_FieldsByPath, serializers.Serializer[Any]):
    """A value."""


def _kind(of: type, path: str) -> Kind:
    """Return the serializer field for a path in a row or a value, and its options."""
    step, _, rest = path.partition(".")
    row = issubclass(of, models.Model)
    if rest:
        return _kind(of._meta.get_field(step).related_model if row else _annotation(of, step)[0], rest)  # type: ignore[attr-defined]
    return _kind_in_row(of, step) if row else _kind_in_value(*_annotation(of, step))


def _kind_in_row(of: Any, name: str) -> Kind:
    field = of._meta.pk if name == "pk" else of._meta.get_field(name)
    if field.is_relation:
        [kind] = [serializers.IntegerField] if name == field.attname else SHAPES[field.related_model]
        return kind, {"help_text": field.help_text, "allow_null": field.null}
    kind, options = ModelShape().build_standard_field(name, field)
    return kind, {name: options[name] for name in READ_OPTIONS if name in options}


def _kind_in_value(hint: Any, options: dict[str, Any]) -> Kind:
    if get_origin(hint) in (list, tuple, Sequence, Rows):
        item, item_options = _kind_in_value(get_args(hint)[0], {})
        if issubclass(item, serializers.BaseSerializer):
            return item, {"many": True, **options}
        return serializers.ListField, {"child": item(**item_options), **options}
    if get_origin(hint) in (Mapping, dict):
        return serializers.DictField, {"child": KINDS[get_args(hint)[1]](), **options}
    hint = ENUMS.get(hint, hint)
    if get_origin(hint) is Literal:
        return serializers.CharField, options
    if hint in SHAPES:
        [shape] = SHAPES[hint]
        return shape, options
    if issubclass(hint, models.Choices):
        return serializers.ChoiceField, {"choices": hint.choices, **options}
    return KINDS[hint], options


def _annotation(of: type, name: str) -> tuple[Any, dict[str, Any]]:
    """Return the type of a class's field or property without None, and whether it may be null."""
    member = getattr(of, name, None)
    hint = get_type_hints(member.fget)["return"] if isinstance(member, property) else get_type_hints(of).get(name)
    if hint is None:
        raise AttributeError(f"{of.__qualname__} has no {name}, which a shape of the API names.")
    if isinstance(hint, types.UnionType):
        [hint] = [kind for kind in get_args(hint) if kind is not types.NoneType]
        return hint, {"allow_null": True}
    return hint, {}


def tells(of: type, names: str = "", /, within: str = "", **help_texts: str) -> Callable[[Serializer], Serializer]:
    """Add fields of a model or of a value's class to a shape, besides those of the shape that it extends.

    Args:
        names: of the fields, each a path such as `call.match_number`, or renamed such as `ruling=ruling.pk`.
        within: the path to all of them.
        help_texts: descriptions by name; a name that is not among the fields adds it.
    """

    def give(shape: Serializer) -> Serializer:
        paths = {}
        for item in names.split():
            name, _, path = item.rpartition("=")
            paths[name or path.rpartition(".")[2].removesuffix("_id")] = path
        paths |= {name: name for name in help_texts if name not in {**shape.paths, **paths}}
        shape.paths = {
            **shape.paths, **{name: f"{within}.{path}" if within else path for name, path in paths.items()}
        }  # fmt: skip
        shape.help_texts = {**shape.help_texts, **help_texts}
        shape.of = of
        if issubclass(of, models.Model):
            shape.Meta = type("Meta", (), {"model": of})  # type: ignore[union-attr, misc]
        if not issubclass(of, models.Model) or re.search("Ref$|^Named", shape.__name__):
            SHAPES.setdefault(of, []).append(shape)
        return shape

    return give


def shape(of: type, names: str, about: str, name: str = "", /, within: str = "", **more: Any) -> Any:
    """Make a shape of fields of a model or of a value's class, as `tells` adds them.

    Args:
        about: its description in the API.
        name: its name in the API, where not the class's.
        more: further fields; or a string, the description of a field.
    """
    help_texts = {name: text for name, text in more.items() if isinstance(text, str)}
    fields = {name: field for name, field in more.items() if name not in help_texts}
    base: Any = ModelShape if issubclass(of, models.Model) else ValueShape
    return tells(of, names, within, **help_texts)(type(name or of.__name__, (base,), {"__doc__": about, **fields}))


def example(about: str, /, **body: Any) -> Callable[[Shape], Shape]:
    """Add an example of a request's body to a shape, as one would write it down after an evening."""

    def give(shape: Shape) -> Shape:
        others = vars(shape).get("_spectacular_annotation", {}).get("examples", [])
        return extend_schema_serializer(examples=[OpenApiExample(about, value=body, request_only=True), *others])(shape)

    return give
