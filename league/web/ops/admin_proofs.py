"""A guard before every page of the admin: nothing is written there by a session that has not signed in lately.

An administrator's stolen session would otherwise make a password, an address or another administrator there, past all
that the account's own pages ask for (docs/accounts.md).
"""

from collections.abc import Callable
from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from league.web.fresh_sign_in import READING, ask_again, is_stale
from league.web.ops.admin_values import in_admin

LOST = (
    "You signed in some time ago, so nothing was changed, and what you sent was not kept. Prove that it is you, then "
    "enter it again."
)
SIGN_OUT, PASSWORD = "logout", "auth_user_password_change"


class AdminProofs:
    """Ask for a fresh sign-in before anything is written in the admin, and before a form is opened.

    What is sent too late is not kept in the session until the proof, as the pages of a league do: there may be a
    password in it.
    """

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
    """Return True if a page is for writing; what is only looked at asks nothing."""
    model_admin = getattr(view, "model_admin", None)
    if not isinstance(model_admin, ModelAdmin):
        return name == PASSWORD
    asked = {
        "add": model_admin.has_add_permission,
        "change": model_admin.has_change_permission,
        "delete": model_admin.has_delete_permission,
    }.get(name.rpartition("_")[2])
    return asked is not None and asked(request)
