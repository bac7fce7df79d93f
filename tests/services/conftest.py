"""A league of this folder's tests that was exported from a server that is gone."""

from typing import Any

import pytest

from tests.services.taken import NOW, Taken


@pytest.fixture(scope="module")
def exported(django_db_setup: None, django_db_blocker: Any) -> Taken:
    with django_db_blocker.unblock():
        return Taken(NOW)


@pytest.fixture
def taken(db: None, exported: Taken) -> Taken:
    return exported
