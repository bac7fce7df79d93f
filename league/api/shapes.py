"""Shapes of what is kept already: a model's row, or a value that a query answers with. They read, and write nothing.

`shape` makes one of the names of its fields; `tells` gives them to a class that has methods too, or that others extend.
The fields' kinds, and what they mean, need no second saying: a model has that in its help texts, a value in its
docstring (`Attributes:`). A row is told in another by its `Ref` (`team`: `TeamRef`; `fixture`: `NamedFixture`) or by
its id (`fixture_id`, called `fixture`), a value in the shape that tells it.
"""

import copy
import datetime as dt
import re
import types
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from inspect import cleandoc
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from django.db import models
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.fields import ClockField, PointsField, TextField
from league.enums import GamesWritten, MatchEnds, MatchKind, Side
from league.rules import match_terms, sheets
from league.translation import Text

Shape = TypeVar("Shape", bound="type[serializers.BaseSerializer[Any]]")
Telling = TypeVar("Telling", bound="type[ModelShape | ValueShape]")
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
# What the rules say in words that are an enum's elsewhere.
ENUMS: Mapping[Any, type[models.TextChoices]] = {
    sheets.Side: Side,
    match_terms.Kind: MatchKind,
    match_terms.Ends: MatchEnds,
    match_terms.Written: GamesWritten,
}
# Of all that a model says about a field, what holds for whoever reads it.
HOLDS = ("allow_blank", "allow_null", "choices", "decimal_places", "help_text", "max_digits")
# The shapes in which others tell a row or a value.
SHAPES: dict[type, list[Any]] = {}


class _Telling:
    """A shape's fields by name: where they are found in what is told, and what the API says about them."""

    of: type
    told: Mapping[str, str] = {}
    said: Mapping[str, str] = {}

    def get_fields(self) -> dict[str, Any]:
        """Return the fields. They are found once: a row in a list costs no look at its model."""
        shape: Any = type(self)
        if "fields_found" not in vars(shape):
            told = {name: self._field(name, path) for name, path in self.told.items()}
            shape.fields_found = told | shape._declared_fields
        return copy.deepcopy(shape.fields_found)

    def _field(self, name: str, path: str) -> Any:
        kind, said = _kind(self.of, path)
        if path != name:
            said["source"] = path
        if name in self.said:
            said["help_text"] = self.said[name]
        return kind(**said)


class ModelShape(_Telling, serializers.ModelSerializer[Any]):
    """A row."""

    serializer_field_mapping = serializers.ModelSerializer.serializer_field_mapping | {
        models.BigAutoField: serializers.IntegerField,
        models.SlugField: serializers.CharField,
        models.TimeField: ClockField,
    }


class ValueShape(_Telling, serializers.Serializer[Any]):
    """A value."""


def _kind(of: type, path: str) -> Kind:
    """Return the kind of a field that is found by a path in a row or a value, and what is said about it there."""
    step, _, rest = path.partition(".")
    row = issubclass(of, models.Model)
    if rest:
        return _kind(of._meta.get_field(step).related_model if row else _hint(of, step)[0], rest)  # type: ignore[attr-defined]
    return _kind_in_row(of, step) if row else _kind_in_value(*_hint(of, step))


def _kind_in_row(of: Any, name: str) -> Kind:
    field = of._meta.pk if name == "pk" else of._meta.get_field(name)
    if field.is_relation:
        [kind] = [serializers.IntegerField] if name == field.attname else SHAPES[field.related_model]
        return kind, {"help_text": field.help_text, "allow_null": field.null}
    kind, said = ModelShape().build_standard_field(name, field)
    return kind, {name: said[name] for name in HOLDS if name in said}


def _kind_in_value(hint: Any, said: dict[str, Any]) -> Kind:
    if get_origin(hint) in (list, tuple, Sequence):
        one, about = _kind_in_value(get_args(hint)[0], {})
        if issubclass(one, serializers.BaseSerializer):
            return one, {"many": True, **said}
        return serializers.ListField, {"child": one(**about), **said}
    if get_origin(hint) is Mapping:
        return serializers.DictField, {"child": KINDS[get_args(hint)[1]](), **said}
    hint = ENUMS.get(hint, hint)
    if get_origin(hint) is Literal:
        return serializers.CharField, said
    if hint in SHAPES:
        [shape] = SHAPES[hint]
        return shape, said
    if issubclass(hint, models.Choices):
        return serializers.ChoiceField, {"choices": hint.choices, **said}
    return KINDS[hint], said


def _hint(of: type, name: str) -> tuple[Any, dict[str, Any]]:
    """Return the kind of a class's field or property, and what is said about it there."""
    found = getattr(of, name, None)
    hint = get_type_hints(found.fget)["return"] if isinstance(found, property) else get_type_hints(of).get(name)
    if hint is None:
        raise AttributeError(f"{of.__qualname__} has no {name}, which a shape of the API names.")
    said = _meant(of, name)
    if isinstance(hint, types.UnionType):
        [hint] = [one for one in get_args(hint) if one is not types.NoneType]
        said["allow_null"] = True
    return hint, said


def _meant(of: type, name: str) -> dict[str, Any]:
    """Return what a class says about an attribute, without what it says about others along with it."""
    attributes = cleandoc(of.__doc__ or "").partition("\nAttributes:\n")[2].partition("\n\n")[0]
    for entry in re.split("\n    (?! )", f"\n{attributes}"):
        names, _, about = entry.partition(": ")
        if name in names.split(", "):
            said = _public(re.split("[;.] `(?!`)", " ".join(about.split()))[0].removesuffix("."))
            return {"help_text": f"{said[0].upper()}{said[1:]}."}
    return {}


def _public(said: str) -> str:
    """Return words of a docstring as the API has them."""
    return said.replace("'", "’").replace("None", "null")


def tells(of: type, names: str = "", /, within: str = "", **said: str) -> Callable[[Telling], Telling]:
    """Give a shape fields of a model or of a value's class, besides those of the shape that it extends.

    Args:
        names: of the fields; also by way of others, such as `call.match_number`, or called otherwise than there, such
            as `ruling=ruling.pk`.
        within: the way to all of them.
        said: further ones, or the same, with what the API says about them.
    """

    def give(shape: Telling) -> Telling:
        ways = {}
        for one in names.split():
            name, _, way = one.rpartition("=")
            ways[name or way.rpartition(".")[2].removesuffix("_id")] = way
        ways |= {name: name for name in said if name not in {**shape.told, **ways}}
        shape.told = {**shape.told, **{name: f"{within}.{way}" if within else way for name, way in ways.items()}}
        shape.said = {**shape.said, **said}
        shape.of = of
        if issubclass(of, models.Model):
            shape.Meta = type("Meta", (), {"model": of})  # type: ignore[union-attr, misc]
        if not issubclass(of, models.Model) or re.search("Ref$|^Named", shape.__name__):
            SHAPES.setdefault(of, []).append(shape)
        return shape

    return give


def shape(of: type, names: str = "", about: str = "", name: str = "", /, within: str = "", **more: Any) -> Any:
    """Make a shape of fields of a model or of a value's class, as `tells` gives them.

    Args:
        about: what it is, where the class does not say so itself.
        name: what it is called in the API, where not as the class.
        more: further fields; or what the API says about one that is there.
    """
    said = {name: one for name, one in more.items() if isinstance(one, str)}
    fields = {name: one for name, one in more.items() if name not in said}
    about = about or _public(cleandoc(of.__doc__ or "").partition("\n\n")[0])
    base: Any = ModelShape if issubclass(of, models.Model) else ValueShape
    return tells(of, names, within, **said)(type(name or of.__name__, (base,), {"__doc__": about, **fields}))


def example(about: str, /, **sent: Any) -> Callable[[Shape], Shape]:
    """Give a shape an example of what is sent in it, as one would write it down after an evening.

    Args:
        about: a few words about it.
    """

    def give(shape: Shape) -> Shape:
        others = vars(shape).get("_spectacular_annotation", {}).get("examples", [])
        return extend_schema_serializer(examples=[OpenApiExample(about, value=sent, request_only=True), *others])(shape)

    return give
