"""Days, clocks and numbers in each language: written in its order, and read back as they were written."""

import datetime as dt
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from league.rules.languages import LANGUAGES
from league.rules.search import SearchQuery, read
from league.rules.wording import clock, in_numbers, moment_spelt, ordinal, points_told, signed_points
from league.services.portability.imports.dates import date_of
from league.translation import dated, month_first, read_day, short_day, translated
from league.web.seasons.settings_forms import WeeksField

DAY = dt.date(2026, 11, 3)
FIRST = dt.date(2027, 2, 1)
NB = "\u00a0"
of_each = pytest.mark.parametrize("code", LANGUAGES)
days = st.dates(dt.date(2000, 1, 1), dt.date(2068, 12, 31))


@pytest.mark.parametrize(
    ("code", "long", "short", "numbers", "first"),
    [
        ("en-gb", "Tuesday 3 November 2026", "Tue 3 Nov", "03/11/2026", "1 February"),
        ("en-us", "Tuesday, November 3, 2026", "Tue, Nov 3", "11/03/2026", "February 1"),
        ("fr", "mardi 3 novembre 2026", "mar. 3 nov.", "03/11/2026", "1er février"),
    ],
)
def test_a_day_stands_in_the_order_of_its_language(code: str, long: str, short: str, numbers: str, first: str) -> None:
    page = Template('{% load muggins %}{{ day|date:"l j F Y" }}|{{ day|day }}|{{ first|date:"j F" }}')
    with override(code):
        assert page.render(Context({"day": DAY, "first": FIRST})) == f"{long}|{short}|{first}"
        assert (dated(DAY, "d/m/Y"), translated(in_numbers(DAY))) == (numbers, numbers)
        spelt = moment_spelt(dt.datetime.combine(DAY, dt.time(20)))
        assert translated(spelt).startswith(long)
    assert spelt == "Tuesday 3 November 2026, 8 pm"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en-gb", ["8 pm", "7.30 pm", "12 midnight", "12 noon"]),
        ("en-us", ["8:00 PM", "7:30 PM", "12 midnight", "12 noon"]),
        ("fr", [f"20{NB}h", f"19{NB}h{NB}30", "minuit", "midi"]),
    ],
)
def test_a_clock_is_that_of_its_language(code: str, told: list[str]) -> None:
    times = [dt.time(20), dt.time(19, 30), dt.time(0), dt.time(12)]
    with override(code):
        assert [translated(clock(time)) for time in times] == told
        page = Template("{% load muggins %}{% for time in times %}{{ time|clock }}|{% endfor %}")
        assert page.render(Context({"times": times})) == "".join(f"{one}|" for one in told)


def test_points_and_places_are_written_as_in_their_language() -> None:
    with override("fr"):
        assert [translated(points_told(Fraction(n, 4))) for n in (1, 2, 6, 8, -5)] == ["0,25", "½", "1½", "2", "−1,25"]
        assert translated(signed_points(Fraction(1, 4))) == "+0,25"
        assert [translated(ordinal(n)) for n in (1, 2, 3, 11, 21)] == ["1er", "2e", "3e", "11e", "21e"]
        assert Template("{{ n|floatformat:1 }}").render(Context({"n": 12.5})) == "12,5"
    assert [points_told(Fraction(n, 4)) for n in (1, 2, -5)] == ["0.25", "½", "−1.25"]


@of_each
@given(day=days)
def test_a_day_is_read_back_as_it_was_written(code: str, day: dt.date) -> None:
    with override(code):
        for way in ("d/m/Y", "j F Y", "l j F Y"):
            assert date_of(dated(day, way)) == day, dated(day, way)
        assert read_day(dated(day, "d/m/Y")) == day
        assert read_day(day.isoformat()) == date_of(day.isoformat()) == day
        sought = read(dated(day, "d/m/Y"), today=DAY, month_first=month_first())
        assert isinstance(sought, SearchQuery)
        assert sought.day == day


@of_each
def test_weeks_are_read_from_a_form_as_it_shows_them(code: str) -> None:
    weeks = ("2026-11-02", "2027-01-04")
    with override(code):
        field = WeeksField()
        assert field.clean(field.prepare_value(weeks)) == weeks


@pytest.mark.parametrize(
    ("code", "text", "day"),
    [
        ("en-us", "11/24/2026", dt.date(2026, 11, 24)),
        ("en-us", "Nov 24, 2026", dt.date(2026, 11, 24)),
        ("en-us", "Tue November 24th 2026", dt.date(2026, 11, 24)),
        ("en-us", "24 November 2026", dt.date(2026, 11, 24)),
        ("en-us", "24/11/2026", None),
        ("en-gb", "11/24/2026", None),
        ("en-gb", "November 24, 2026", dt.date(2026, 11, 24)),
        ("fr", "mardi 24 novembre 2026", dt.date(2026, 11, 24)),
        ("fr", "1er août 2026", dt.date(2026, 8, 1)),
        ("fr", "24 Nov 2026", dt.date(2026, 11, 24)),
        ("fr", "lundi 24 novembre 2026", None),
        ("fr", "24 nivôse 2026", None),
    ],
)
def test_a_day_is_read_as_people_of_a_language_write_it(code: str, text: str, day: dt.date | None) -> None:
    with override(code):
        assert date_of(text) == day


def test_short_day_asks_for_no_part_that_its_language_leaves_out() -> None:
    with override("fr"):
        assert short_day(dt.date(2026, 8, 1)) == "sam. 1er août"
