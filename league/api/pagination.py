"""Long lists come in pages, each with the addresses of the next and the one before."""

from collections.abc import Sequence
from typing import Any

from django.core import signing
from django.db.models import QuerySet
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from league.errors import Invalid
from league.rules.problems import Problem
from league.translation import N_, Text

A_PAGE = 50
MOST = 200


class Pages(CursorPagination):
    """By cursor, signed for its address. Every list of the API comes in these pages, the short ones too.

    Rows are paged by where the last one stood: what is added meanwhile neither repeats nor skips a line. A list that is
    worked out, such as the evenings a fixture may move to, is paged by how many came before.
    """

    page_size = A_PAGE
    max_page_size = MOST
    page_size_query_param = "limit"
    page_size_query_description = f"How many to a page: {A_PAGE}, or 1 to {MOST}."
    cursor_query_description = "Where the page begins; taken from `next` or `previous`, never made up."
    ordering = ("pk",)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        self.salt = f"api.pages:{request.path}"
        self.worked_out = not isinstance(queryset, QuerySet)
        if self.worked_out:
            return self._part(queryset, request)
        self.ordering = getattr(view, "ordering", self.ordering)
        return super().paginate_queryset(queryset, request, view)

    def _part(self, lines: Sequence[Any], request: Request) -> Sequence[Any]:
        self.request = request
        self.page_size = self.get_page_size(request)
        self.base_url = request.build_absolute_uri()
        cursor = self.decode_cursor(request)
        self.begins = cursor.offset if cursor is not None else 0
        self.has_previous = self.begins > 0
        self.has_next = self.begins + self.page_size < len(lines)
        return lines[self.begins : self.begins + self.page_size]

    def get_next_link(self) -> str | None:
        if not self.worked_out:
            return super().get_next_link()
        return self.encode_cursor(Cursor(self.begins + self.page_size, False, None)) if self.has_next else None

    def get_previous_link(self) -> str | None:
        if not self.worked_out:
            return super().get_previous_link()
        return self.encode_cursor(Cursor(max(0, self.begins - self.page_size), False, None)) if self.begins else None

    def get_page_size(self, request: Request) -> int:
        limit = request.query_params.get("limit")
        if limit is None:
            return A_PAGE
        if not (limit.isascii() and limit.isdigit() and len(limit) < 5 and 1 <= int(limit) <= MOST):
            raise Invalid([Problem("limit", Text("A page has 1 to {most} lines.", most=MOST), "limit")])
        return int(limit)

    def encode_cursor(self, cursor: Cursor) -> str:
        # Without a time: a page that is as it was has the bytes that it had.
        signed = signing.Signer(salt=self.salt).sign_object([cursor.offset, cursor.reverse, cursor.position])
        return replace_query_param(str(self.base_url), self.cursor_query_param, signed)

    def decode_cursor(self, request: Request) -> Cursor | None:
        signed = request.query_params.get(self.cursor_query_param)
        if signed is None:
            return None
        try:
            offset, reverse, position = signing.Signer(salt=self.salt).unsign_object(signed)
        except signing.BadSignature as error:
            raise Invalid(
                [
                    Problem(
                        "cursor",
                        N_("There is no such page. Use `next` or `previous` of a page, or start again."),
                        "cursor",
                    )
                ]
            ) from error
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
