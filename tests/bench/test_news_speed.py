"""Texts made to be slow, against a text of as many letters in short paragraphs."""

import time

import pytest

from league.rules.news import check_text, clean_text, first_words, to_html
from tests.bench.figures import figure, missed
from tests.rules.test_news import SHAPES

pytestmark = pytest.mark.bench
# What takes the square of its length takes hundreds.
AT_MOST = 15
PARAGRAPHS = ("Played.\n\n" * 3000)[:20_000]


def seconds(typed: str) -> float:
    def once() -> float:
        started = time.process_time()
        if not check_text(text := clean_text(typed)):
            to_html(text)
            first_words(text, 100)
        return time.process_time() - started

    return min(once() for _ in range(2))


def test_no_text_takes_many_times_longer_than_another_of_its_length() -> None:
    plain = seconds(PARAGRAPHS)
    slowest, shape = max((seconds(text) / plain, shape) for shape, text in SHAPES.items())
    figure(f"{shape} against paragraphs", f"{slowest:.1f} ×", f"≤ {AT_MOST}", ok=slowest <= AT_MOST)
    assert not missed()
