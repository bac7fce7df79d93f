"""Browsers of those who use the pages of the town, and the fixture that most of them are about."""

import pytest
from django.test import Client

from league.models import Fixture
from tests.factories import Town
from tests.web.pages import signed_in


@pytest.fixture
def fixture(town: Town) -> Fixture:
    """Anchor v Bell, on Tuesday 15 September at eight."""
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def anchor(town: Town) -> Client:
    """The browser of Anchor's captain."""
    return signed_in(town.captains["Anchor"])


@pytest.fixture
def bell(town: Town) -> Client:
    """The browser of Bell's captain."""
    return signed_in(town.captains["Bell"])


@pytest.fixture
def office(town: Town) -> Client:
    """The secretary's browser."""
    return signed_in(town.secretary)


@pytest.fixture
def referee(town: Town) -> Client:
    """The referee's browser."""
    return signed_in(town.referee)
