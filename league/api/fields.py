"""Fields that shapes of several subjects have: texts, points, days, moments, times of the clock."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.rules.times_of_day import read_time
from league.translation import translated

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


class Found(serializers.Field[Any, Any, Any, Any]):
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
        found: dt.date = super().to_internal_value(value)
        if not FIRST <= found.year < LAST:
            self.fail("century")
        return found


class MomentField(serializers.DateTimeField):
    """A moment of this century; a calendar cannot count around the ends of time."""

    default_error_messages = {"century": f"Give a moment between {FIRST} and {LAST}."}  # noqa: RUF012 - the framework's

    def to_internal_value(self, value: Any) -> dt.datetime:
        found: dt.datetime = super().to_internal_value(value)
        if not FIRST <= found.year < LAST:
            self.fail("century")
        return found


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
