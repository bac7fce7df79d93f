"""Requests for the pages about dates: a request, evenings as the forms have them, and what a form holds."""

import datetime as dt
import re
from html import unescape

from django.http import HttpResponse

from league.models import Fixture, Postponement
from league.services.dates import postpone
from tests.factories import Town

NOW = dt.datetime(2026, 9, 9, 12, tzinfo=dt.UTC)


FREE = dt.datetime(2026, 9, 29, 19, tzinfo=dt.UTC)


def value_of(answer: HttpResponse, field: str) -> str:
    """Return the value of a field of the answer's form."""
    text = answer.content.decode()
    if area := re.search(rf'<textarea[^>]*name="{field}"[^>]*>(.*?)</textarea>', text, re.DOTALL):
        return unescape(area.group(1))
    if select := re.search(rf'<select[^>]*name="{field}"[^>]*>(.*?)</select>', text, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', select.group(1))
        return chosen.group(1) if chosen else ""
    found = re.search(rf'<input[^>]*name="{field}"[^>]*value="([^"]*)"', text)
    return found.group(1) if found else ""


def asked(town: Town, fixture: Fixture, *slots: dt.datetime) -> Postponement:
    by = town.captains["Anchor"]
    return postpone.request(fixture, slots=slots, reason="A wedding.", by=by, now=NOW)


def slot(day: str, time: str = "20:00", number: int = 1) -> dict[str, str]:
    return {f"slot-{number}": day, f"slot-{number}-time": time}
