"""Forms: fields that a browser sends, as text and numbers; problems at their fields; the page of a refusal."""

import datetime as dt
import re
import zoneinfo
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from league.errors import Changed, Invalid, LeagueError, NotAllowed, WrongState
from league.rules.problems import Problem, place_on_sheet
from league.rules.wording import read_time
from league.translation import read_day, translated

LONGEST = 80
LONGEST_REASON = 2000
# A day, or a time of day in words.
LONGEST_DAY = 40
# Any day a league could mean; further off, a time zone cannot be reckoned with.
YEARS = range(2000, 2101)


def read_text(sent: Mapping[str, str], name: str, longest: int = LONGEST) -> str:
    # No database keeps a NUL, and no keyboard writes one.
    return str(sent.get(name, "")).replace("\0", "").strip()[:longest]


def read_reason(sent: Mapping[str, str]) -> str:
    return read_text(sent, "reason", LONGEST_REASON)


def parse_points(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None


def read_number(sent: Mapping[str, str], name: str) -> int:
    """A small number of a form; 0, which is never right, where it is none."""
    return parse_points(read_text(sent, name)) or 0


def read_choice(sent: Mapping[str, str], name: str) -> int | None:
    """The id chosen in a list; None for nobody, 0 (never right) for what is no id."""
    text = read_text(sent, name)
    if not text:
        return None
    return int(text) if re.fullmatch(r"[0-9]{1,15}", text) else 0


def clip_text(value: object, longest: int) -> str:
    """Return what a person typed, without the null characters that PostgreSQL refuses, cut to a length."""
    return str(value).replace("\x00", "").strip()[:longest]


def read_moment(day: str, time: str, tz: zoneinfo.ZoneInfo) -> dt.datetime | None:
    """The moment that a day (2026-09-29) and an hour (20:00) name on the league's wall clock; None if they do not."""
    date, hour = read_day(day), read_time(time)
    if date is None or date.year not in YEARS or hour is None:
        return None
    return dt.datetime.combine(date, hour.replace(second=0), tzinfo=tz)


def merge_problems(unreadable: Sequence[Problem], problems: Iterable[Problem]) -> list[Problem]:
    """All problems in the order of the sheet; of a field that cannot be read nothing else is unread_fields."""
    unread_fields = {problem.field for problem in unreadable}
    # Nor is a match empty in which something stands that cannot be read.
    unread_fields |= {field.partition("-")[0] for field in unread_fields}
    return sorted([*unreadable, *(p for p in problems if p.field not in unread_fields)], key=place_on_sheet)


def problem_context(problems: Any) -> dict[str, Any]:
    by_field: dict[str, list[str]] = {}
    for problem in problems:
        by_field.setdefault(problem.field, []).append(translated(problem.message))
    return {"problems": list(problems), "wrong": by_field}


# As a browser's own date field wants it.
DAY = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class TimeOfDayField(forms.TimeField):
    """A time of day as people write one, shown again as 20:00; `evening` as in `read_time`."""

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


def add_problems(form: forms.Form, problems: Iterable[Problem]) -> None:
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
