"""Teams and venues by the name that they had in a season that is over (docs/decisions/seasons.md).

A row that belongs to a season keeps that name beside its reference: `team_called` beside `team`. Blank, it is called as
it is now. Whoever reads the reference gets a copy of the row with the former name; `now_called` says the present one.
"""

import copy
from typing import Any

from django.db import models
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor

from league.rules.names import LONGEST_NAME


def called(**more: Any) -> "models.CharField[str, str]":
    """Return the column of a former name."""
    return models.CharField(
        max_length=LONGEST_NAME, blank=True, default="", editable=False,
        help_text="What it was called then, where it was renamed since the season was over.", **more,
    )  # fmt: skip


class _ByFormerName(ForwardManyToOneDescriptor):
    """Read a reference to a team or a venue by the name that its row keeps."""

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
    """Let references of a model be read by the names that its rows keep."""
    for name in names:
        setattr(model, name, _ByFormerName(model._meta.get_field(name)))
