"""A dispute of the town, the addresses of its pages, and browsers of those who read them."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from league.models import Dispute, User
from tests.factories import Town
from tests.services import dispute_cases as cases

NOW = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def opened(town: Town) -> Dispute:
    cases.counting(town, NOW)
    return cases.of_a_game(town, NOW)


def case_url(dispute: Dispute, page: str = "") -> str:
    return f"/leagues/town/disputes/{dispute.pk}/{page}"


def text(answer: Any) -> str:
    return str(answer.content.decode())
