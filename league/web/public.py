"""Placeholder: not built yet."""

from typing import Any

from django.http import HttpRequest, HttpResponse


def league_home(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def division(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def fixtures(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def fixture(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def team(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def player(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")


def rules(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet")
