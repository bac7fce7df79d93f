"""Guards before every page of the admin: values no database takes are a bad request, and writing needs a fresh sign-in.

An administrator's stolen session would otherwise make a password, an address or another administrator there, past all
that the account's own pages ask for (docs/accounts.md).
"""

from collections.abc import Callable, Iterator
from typing import Any

import structlog
from django.contrib.admin import ModelAdmin
from django.core.exceptions import BadRequest, ValidationError
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views import defaults

from league.web.requests import READING, ask_again, is_stale

log = structlog.get_logger(__name__)
ADMIN = "admin"


class AdminValues:
    """Answer 400 to values that no database takes: a NUL, half a surrogate pair, a number past 64 bits."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> HttpResponse | None:
        if not in_admin(request):
            return None
        if not all(_can_be_stored(text) for text in _submitted_values(request, kwargs)):
            return _refused(request, "An address or a form of the admin has characters that cannot be stored.")
        model_admin = getattr(view, "model_admin", None)
        if isinstance(model_admin, ModelAdmin) and not _are_rows(model_admin, request.POST.getlist("_selected_action")):
            return _refused(request, "A row that was picked in the admin has no such number.")
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        # Both are said of a value alone: by PostgreSQL, and by SQLite's driver.
        if not in_admin(request) or not isinstance(exception, DataError | OverflowError):
            return None
        return _refused(request, "An address or a form of the admin has a value out of reach.")


def in_admin(request: HttpRequest) -> bool:
    return request.resolver_match is not None and ADMIN in request.resolver_match.app_names


def _submitted_values(request: HttpRequest, kwargs: dict[str, Any]) -> Iterator[str]:
    yield from (str(value) for value in kwargs.values())
    for sent in (request.GET, request.POST):
        for name, values in sent.lists():
            yield name
            yield from map(str, values)


def _can_be_stored(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _are_rows(model_admin: Any, picked: list[Any]) -> bool:
    try:
        for value in picked:
            model_admin.opts.pk.to_python(value)
    except ValidationError:
        return False
    return True


def _refused(request: HttpRequest, why: str) -> HttpResponse:
    log.warning("admin_value_refused", why=why)
    return defaults.bad_request(request, BadRequest(why))


LOST = (
    "You signed in some time ago, so nothing was changed, and what you sent was not kept. Prove that it is you, then "
    "enter it again."
)
SIGN_OUT, PASSWORD = "logout", "auth_user_password_change"


class AdminProofs:
    """Ask for a fresh sign-in before an admin form is opened or sent. Nothing sent is kept: it may hold a password."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or not in_admin(request) or match.url_name == SIGN_OUT or not is_stale(request):
            return None
        reads = request.method in READING and not _is_form(request, view, match.url_name or "")
        return None if reads else ask_again(request, LOST)


def _is_form(request: HttpRequest, view: Any, name: str) -> bool:
    model_admin = getattr(view, "model_admin", None)
    if not isinstance(model_admin, ModelAdmin):
        return name == PASSWORD
    wanted = {
        "add": model_admin.has_add_permission,
        "change": model_admin.has_change_permission,
        "delete": model_admin.has_delete_permission,
    }.get(name.rpartition("_")[2])
    return wanted is not None and wanted(request)
