"""Shapes of what is kept already: a model's row, or a value that a query answers with. They read, and write nothing.

`tells` names the fields that a shape has from there; their kinds, and of a row what they mean, need no second saying. A
row is told in another by its `Ref` (`team`: `TeamRef`) or by its id (`fixture_id`, called `fixture`), a value in the
shape that tells it.
"""

import copy
import datetime as dt
import types
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from django.db import models
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.fields import ClockField, PointsField, TextField
from league.translation import Text

Shape = TypeVar("Shape", bound="type[serializers.BaseSerializer[Any]]")
Telling = TypeVar("Telling", bound="type[ModelShape | ValueShape]")
KINDS: Mapping[type, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: TextField,
    Text: TextField,
    dt.date: serializers.DateField,
    dt.datetime: serializers.DateTimeField,
    Fraction: PointsField,
}
# Of all that a model says about a field, what holds for whoever reads it.
HOLDS = ("allow_blank", "allow_null", "choices", "decimal_places", "help_text", "max_digits")
# The shapes in which others tell a row or a value.
SHAPES: dict[type, list[Any]] = {}


class _Told:
    """A shape's fields by name: where they are found in what is told, and what the API says about them."""

    told: Mapping[str, str] = {}
    said: Mapping[str, str] = {}
    within = ""

    def found_at(self, name: str, path: str) -> dict[str, str]:
        source = f"{self.within}.{path}" if self.within else path
        found = {"source": source} if source != name else {}
        return found | ({"help_text": self.said[name]} if name in self.said else {})


class ModelShape(_Told, serializers.ModelSerializer[Any]):
    """A row, or the row `within` what is told."""

    serializer_field_mapping = serializers.ModelSerializer.serializer_field_mapping | {
        models.BigAutoField: serializers.IntegerField,
        models.SlugField: serializers.CharField,
        models.TimeField: ClockField,
    }

    def get_fields(self) -> dict[str, Any]:
        """Return the fields. They are found once: a row in a list costs no look at its model."""
        shape = type(self)
        if "fields_found" not in vars(shape):
            shape.fields_found = super().get_fields()  # type: ignore[attr-defined]
        return copy.deepcopy(shape.fields_found)  # type: ignore[attr-defined]

    def get_field_names(self, declared_fields: Any, info: Any) -> list[str]:
        return list(dict.fromkeys((*self.told, *declared_fields)))

    def build_field(self, field_name: str, info: Any, model_class: Any, nested_depth: int) -> Any:
        *way, last = self.told[field_name].split(".")
        for step in way:
            model_class = model_class._meta.get_field(step).related_model
        field = model_class._meta.get_field(last)
        if not field.is_relation:
            kind, said = self.build_standard_field(last, field)
            said = {name: said[name] for name in HOLDS if name in said}
        else:
            [kind] = [serializers.IntegerField] if last == field.attname else SHAPES[field.related_model]
            said = {"help_text": field.help_text, "allow_null": field.null}
        return kind, said | self.found_at(field_name, self.told[field_name])

    def get_uniqueness_extra_kwargs(self, field_names: Any, declared_fields: Any, extra_kwargs: Any) -> Any:
        return extra_kwargs, {}


class ValueShape(_Told, serializers.Serializer[Any]):
    """A value, or the value `within` what is told."""

    of: type

    def get_fields(self) -> dict[str, Any]:
        return {name: self._field(name, path) for name, path in self.told.items()} | super().get_fields()

    def _field(self, name: str, path: str) -> Any:
        hint = _hint(self.of, path)
        said: dict[str, Any] = self.found_at(name, path)
        if isinstance(hint, types.UnionType):
            [hint] = [one for one in get_args(hint) if one is not types.NoneType]
            said["allow_null"] = True
        many = get_origin(hint) in (list, tuple, Sequence)
        kind = get_args(hint)[0] if many else hint
        if kind in SHAPES:
            [shape] = SHAPES[kind]
            return shape(many=many, **said)
        if issubclass(kind, models.Choices):
            return serializers.ChoiceField(choices=kind.choices, **said)
        return serializers.ListField(child=KINDS[kind](), **said) if many else KINDS[kind](**said)


def _hint(of: type, name: str) -> Any:
    """Return the kind of a class's field or property."""
    found = getattr(of, name, None)
    return get_type_hints(found.fget)["return"] if isinstance(found, property) else get_type_hints(of)[name]


def tells(of: type, names: str = "", within: str = "", **said: str) -> Callable[[Telling], Telling]:
    """Give a shape fields of a model or of a value's class, besides those of the shape that it extends.

    Args:
        names: of the fields; of a model's also by way of another row, such as `call.match_number`.
        within: where the row or the value is found in what is told, if it is not that itself.
        said: further ones, or the same, with what the API says about them.
    """

    def give(shape: Telling) -> Telling:
        own = {one.rpartition(".")[2].removesuffix("_id"): one for one in names.split()}
        shape.told = {**shape.told, **own, **{name: own.get(name, name) for name in said}}
        shape.said = {**shape.said, **said}
        shape.within = within
        row = issubclass(of, models.Model)
        if row:
            shape.Meta = type("Meta", (), {"model": of})  # type: ignore[union-attr, misc]
        else:
            shape.of = of  # type: ignore[union-attr]
        if not row or shape.__name__.endswith("Ref"):
            SHAPES.setdefault(of, []).append(shape)
        return shape

    return give


def with_examples(examples: Mapping[str, object]) -> Callable[[Shape], Shape]:
    """Give a shape examples of what is sent in it, as one would write it down after an evening.

    Args:
        examples: a few words about each, and what it is.
    """
    sent = [OpenApiExample(about, value=value, request_only=True) for about, value in examples.items()]
    return extend_schema_serializer(examples=sent)
