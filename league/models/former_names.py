"""Teams and venues by the name that they had in a season that is over (docs/decisions/seasons.md).

A row of a season stores it beside its reference: `team_called` beside `team`, blank for the present name. The reference
returns a copy with the former name; `now_called` is the present one.
"""

import copy
from typing import Any

from django.db import models
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor

from league.rules.names import LONGEST_NAME


def name_then(**more: Any) -> "models.CharField[str, str]":
    return models.CharField(
        max_length=LONGEST_NAME, blank=True, default="", editable=False,
        help_text="What it was called then, where it was renamed since the season was over.", **more,
    )  # fmt: skip


class _ByFormerName(ForwardManyToOneDescriptor):
    """A reference that returns a copy with the row's former name."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        thing: Any = super().__get__(instance, cls)
        if instance is None or thing is None:
            return thing
        # Not asked for where the query left the column out.
        former = instance.__dict__.get(f"{self.field.name}_called")
        if not former or thing.name == former:
            return thing
        then = copy.copy(thing)
        then.name, then.now_called = former, thing.name
        self.field.set_cached_value(instance, then)
        return then


def read_by_former_name(model: type[models.Model], *names: str) -> None:
    """Make references of a model return former names."""
    for name in names:
        setattr(model, name, _ByFormerName(model._meta.get_field(name)))
