"""Placeholder: not built yet."""

from typing import Any

from django.http import HttpRequest, HttpResponse


def hand(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def any_hand(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")
