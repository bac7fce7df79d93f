"""The parser of a request's body, which is always JSON."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from league.translation import N_, translated


class Json(JSONParser):
    """JSON, however deeply somebody nests it."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(translated(N_("The JSON is nested too deeply."))) from error
