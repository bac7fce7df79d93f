"""Days typed in the reader's own language, and in English, which everybody may type."""

import datetime as dt

import pytest
from django.utils import translation

from league.rules.search import SearchQuery
from league.services.search import read_typed

TODAY = dt.date(2026, 11, 3)


@pytest.mark.parametrize(
    ("language", "typed", "sides", "day"),
    [
        ("en-gb", "bell 3 november", ("bell",), TODAY),
        ("fr", "bell 3 novembre", ("bell",), TODAY),
        ("fr", "mardi 3 nov", (), TODAY),
        ("fr", "bell mardi 3 novembre 2026", ("bell",), TODAY),
        ("fr", "12 déc", (), dt.date(2026, 12, 12)),
        ("fr", "14 août", (), dt.date(2026, 8, 14)),
        ("fr", "1er février", (), dt.date(2027, 2, 1)),
        ("fr", "tuesday 3 november", (), TODAY),
        ("de", "5 märz", (), dt.date(2027, 3, 5)),
        ("en-gb", "5 juillet", ("5 juillet",), None),
        ("fr", "demain", (), dt.date(2026, 11, 4)),
        ("fr", "bell aujourd’hui", ("bell",), TODAY),
        ("fr", "bell aujourd'hui", ("bell",), TODAY),
        ("fr", "Ce soir bell", ("bell",), TODAY),
        ("fr", "hier", (), dt.date(2026, 11, 2)),
        ("fr", "tomorrow", (), dt.date(2026, 11, 4)),
        ("en-gb", "demain", ("demain",), None),
        ("en-us", "bell tonight", ("bell",), TODAY),
        ("fr", "bell mar. 3 nov.", ("bell",), TODAY),
        ("en-gb", "Tue 3 Nov", (), TODAY),
        ("en-gb", "the sun 3 nov", ("the sun",), TODAY),
        ("en-us", "Sun, Nov 1", (), dt.date(2026, 11, 1)),
    ],
)
def test_a_day_is_read_in_the_active_language(
    language: str, typed: str, sides: tuple[str, ...], day: dt.date | None
) -> None:
    with translation.override(language):
        found = read_typed(typed, today=TODAY)
    assert isinstance(found, SearchQuery)
    assert (found.sides, found.day) == (sides, day)
