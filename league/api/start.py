"""The start of the API: where everything else is found."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import ApiView


class StartShape(serializers.Serializer[Any]):
    """The whole addresses of the things to begin with."""

    leagues = serializers.URLField(help_text="The leagues of this server; each league’s own things stand below it.")
    hands = serializers.URLField(help_text="A hand is counted there, for anybody (POST).")
    schema = serializers.URLField(help_text="The description of every operation: OpenAPI 3.1.")
    docs = serializers.URLField(help_text="The description as a page, to read and try.")
    health = serializers.URLField(help_text="How the server is.")


NAMES = {"leagues": "api-leagues", "hands": "api-hands", "schema": "api-schema", "docs": "api-docs", "health": "health"}


class Start(ApiView):
    @operation("Where everything is found", action="league.view", answer=StartShape)
    def get(self, request: Request) -> Response:
        return Response({name: request.build_absolute_uri(reverse(at)) for name, at in NAMES.items()})
