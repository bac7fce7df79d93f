"""Placeholder: not built yet."""

from typing import Any

from django.http import HttpRequest, HttpResponse


def settle(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def calls(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def rule(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")
