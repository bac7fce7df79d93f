"""Where everything else is found: the leagues, the API described (OpenAPI 3.1), and a page to try it on."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.catalogue import GROUPS
from league.api.operations import operation
from league.api.views import ApiView
from league.translation import speaking


class StartShape(serializers.Serializer[Any]):
    """The whole addresses of the things to begin with, and the server's version."""

    leagues = serializers.URLField(help_text="The leagues of this server; each league’s own things stand below it.")
    hands = serializers.URLField(help_text="A hand is counted there, for anybody (POST).")
    schema = serializers.URLField(help_text="The description of every operation: OpenAPI 3.1.")
    docs = serializers.URLField(help_text="The description as a page, to read and try.")
    health = serializers.URLField(help_text="How the server is.")
    version = serializers.CharField(help_text="The version of Muggins that answers.")


NAMES = {"leagues": "api-leagues", "hands": "api-hands", "schema": "api-schema", "docs": "api-docs", "health": "health"}


class Start(ApiView):
    @operation("league.view", answer=StartShape)
    def get(self) -> Response:
        """Where everything is found."""
        addresses = {name: self.request.build_absolute_uri(reverse(at)) for name, at in NAMES.items()}
        return Response({**addresses, "version": settings.VERSION})


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    with speaking():
        return SchemaGenerator().get_schema(request=None, public=True)


class Schema(ApiView):
    @extend_schema(exclude=True)
    def get(self) -> Response:
        return Response(schema())


class Docs(SpectacularSwaggerSplitView):
    """Its script is served from here, so that the strict policy holds."""

    url_name = "api-schema"
    authentication_classes = ()
    throttle_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Add the catalogue of errors, to which the `type` of a problem links."""
        answer: Response = super().get(request, *args, **kwargs)
        if isinstance(answer.data, dict):
            answer.data["errors"] = GROUPS
        return answer

    def handle_exception(self, exc: Exception) -> Response:
        """Answer errors as everywhere else in the API, not as a page."""
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        answer: Response = super().handle_exception(exc)
        return answer
