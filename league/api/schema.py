"""The API described (OpenAPI 3.1), and a page to try it on."""

from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.scope import ApiView
from league.api.catalogue import GROUPS
from league.translation import speaking


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The whole description. It is the same for everybody and as long as the process lives."""
    with speaking():
        return SchemaGenerator().get_schema(request=None, public=True)


class Schema(ApiView):
    """The description itself, as JSON."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(schema())


class Docs(SpectacularSwaggerSplitView):
    """The page to read and try it on. Its script comes from here, so that the strict policy holds."""

    url_name = "api-schema"
    authentication_classes = ()
    throttle_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Add the catalogue of errors, to which the `type` of a problem leads."""
        answer: Response = super().get(request, *args, **kwargs)
        if isinstance(answer.data, dict):
            answer.data["errors"] = GROUPS
        return answer

    def handle_exception(self, exc: Exception) -> Response:
        """Tell what is wrong as everywhere else in the API, not as a page."""
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        answer: Response = super().handle_exception(exc)
        return answer
