"""Placeholder: not built yet."""

from typing import Any

from django.http import HttpRequest, HttpResponse


def sheet(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def draft(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def confirm(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def dispute(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def accept(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def my_fixtures(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")
