"""Attacks begin with nothing counted against anybody."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_counted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
