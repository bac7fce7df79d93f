"""Placeholder: not built yet."""

from typing import Any

from django.http import HttpRequest, HttpResponse


def overview(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def load(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")
