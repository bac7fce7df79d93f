"""The bodies of requests, which are always JSON, and the texts of the rules in those of answers."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from league.translation import translated


class Json(JSONParser):
    """JSON, however deeply somebody nests it."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("The JSON is nested too deeply.") from error


class TextField(serializers.CharField):
    """A sentence or a name of the rules, in the reader's language; a plain string is given as it is."""

    def to_representation(self, value: Any) -> str:
        return translated(value) if isinstance(value, str) else str(value)
