"""Long lists come in pages, each with the addresses of the next and the one before."""

from typing import Any

from django.core import signing
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from league.errors import Invalid
from league.rules.problems import Problem

A_PAGE = 50
MOST = 200


class Pages(CursorPagination):
    """By cursor: what is added meanwhile neither repeats nor skips a line. The cursor is signed for its address."""

    page_size = A_PAGE
    max_page_size = MOST
    page_size_query_param = "limit"
    page_size_query_description = f"How many to a page: {A_PAGE}, or 1 to {MOST}."
    cursor_query_description = "Where the page begins; taken from `next` or `previous`, never made up."
    ordering = ("pk",)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        self.ordering = getattr(view, "ordering", self.ordering)
        self.salt = f"api.pages:{request.path}"
        return super().paginate_queryset(queryset, request, view)

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get("limit")
        if asked is None:
            return A_PAGE
        if not (asked.isascii() and asked.isdigit() and len(asked) < 5 and 1 <= int(asked) <= MOST):
            raise Invalid([Problem("limit", f"A page has 1 to {MOST} lines.", "limit")])
        return int(asked)

    def encode_cursor(self, cursor: Cursor) -> str:
        signed = signing.dumps([cursor.offset, cursor.reverse, cursor.position], salt=self.salt)
        return replace_query_param(str(self.base_url), self.cursor_query_param, signed)

    def decode_cursor(self, request: Request) -> Cursor | None:
        signed = request.query_params.get(self.cursor_query_param)
        if signed is None:
            return None
        try:
            offset, reverse, position = signing.loads(signed, salt=self.salt)
        except signing.BadSignature as error:
            raise NotFound("There is no such page; begin with the first.") from error
        return Cursor(offset, reverse, position)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] = {"type": "integer", "minimum": 1, "maximum": MOST, "default": A_PAGE}
        return parameters
