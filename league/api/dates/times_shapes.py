"""A time of the clock on the wall, which has no date and so no offset."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


# OpenAPI's format "time" is RFC 3339's, with an offset: it would be wrong in half of the year.
@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "example": "20:00"})
class ClockField(serializers.TimeField):
    """Hours and minutes in the league's own time zone, as "20:00"."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M"], **kwargs)
        self.error_messages["invalid"] = "Write the time as hours and minutes, such as 20:00."
