"""The problems of a form, put where it shows them, and the page for what a service refused."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from league.errors import Changed, Invalid, LeagueError, NotAllowed, WrongState
from league.rules.problems import Problem, place_on_sheet
from league.rules.wording import read_time
from league.translation import translated


def merge(unreadable: Sequence[Problem], found: Iterable[Problem]) -> list[Problem]:
    """All problems in the order of the sheet; of a field that cannot be read nothing else is said."""
    said = {problem.field for problem in unreadable}
    # Nor is a match empty in which something stands that cannot be read.
    said |= {field.partition("-")[0] for field in said}
    return sorted([*unreadable, *(p for p in found if p.field not in said)], key=place_on_sheet)


def wrong(problems: Any) -> dict[str, Any]:
    """Problems for a page: all of them, and by field."""
    by_field: dict[str, list[str]] = {}
    for problem in problems:
        by_field.setdefault(problem.field, []).append(translated(problem.message))
    return {"problems": list(problems), "wrong": by_field}


# As a browser's own date field wants it.
DAY = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class TimeOfDayField(forms.TimeField):
    """A time of day as people write one; it is shown again as 20:00.

    Args:
        evening: see `read_time`.
    """

    def __init__(self, *, evening: bool = True, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TimeInput(format="%H:%M"))
        kwargs.setdefault("error_messages", {"invalid": _("Write a time like 20:00 or 8 pm.")})
        super().__init__(**kwargs)
        self.evening = evening

    def to_python(self, value: Any) -> dt.time | None:
        if value in self.empty_values:
            return None
        time = value if isinstance(value, dt.time) else read_time(str(value), evening=self.evening)
        if time is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return time.replace(second=0, microsecond=0)


def laid_on(form: forms.Form, problems: Iterable[Problem]) -> None:
    """Show the problems that a service found at the fields they are about."""
    for problem in problems:
        form.add_error(problem.field if problem.field in form.fields else None, translated(problem.message))


def problems_of(refused: LeagueError) -> Sequence[Problem]:
    return refused.problems if isinstance(refused, Invalid) else [Problem(refused.code, refused.message)]


def status_of(refused: LeagueError | None) -> int:
    return 200 if refused is None else 422 if isinstance(refused, Invalid) else 409


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
