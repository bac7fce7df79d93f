"""Attacks begin with nothing counted against anybody."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from tests.services.taken import NOW, Taken


@pytest.fixture(autouse=True)
def _nothing_counted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="module")
def exported(django_db_setup: None, django_db_blocker: Any) -> Taken:
    with django_db_blocker.unblock():
        return Taken(NOW)


@pytest.fixture
def taken(db: None, exported: Taken) -> Taken:
    """A league's file, whose server is gone."""
    return exported
