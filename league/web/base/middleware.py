"""Errors that a service raised and no form caught become pages that say what to do next."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from league.errors import Changed, Invalid, LeagueError, NotAllowed, WrongState

STATUS: dict[type[LeagueError], int] = {NotAllowed: 403, WrongState: 409, Changed: 409, Invalid: 422}


class LeagueErrors:
    """Turn a LeagueError into a page with the right status; a visitor who needs an account is sent to sign in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, LeagueError):
            return None
        reading = request.method in ("GET", "HEAD")
        if isinstance(exception, NotAllowed) and reading and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        status = next((code for kind, code in STATUS.items() if isinstance(exception, kind)), 422)
        problems = exception.problems if isinstance(exception, Invalid) else ()
        context = {"error": exception, "problems": problems, "status": status}
        return render(request, "league/refused.html", context, status=status)
