"""A confirmed result for what is shared, and what every such answer has to be."""

import datetime as dt
from typing import Any

from league.models import League, Season
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet

OWN = "/leagues/town/"
OTHER_SITE = {"Origin": "https://club.example", "Sec-Fetch-Site": "cross-site"}


def play(town: Town, now: dt.datetime, home: str = "Anchor", away: str = "Bell") -> None:
    """Have two teams play, send the result and confirm it."""
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)


def gone_when_hidden(clients: list[Any], asked: list[str], now: dt.datetime) -> None:
    """Assert that addresses are there, and gone while their season is hidden or a draft, or their league hidden."""

    def statuses() -> set[int]:
        return {client.get(address).status_code for client in clients for address in asked}

    assert statuses() == {200}
    Season.objects.update(hidden_at=now)
    assert statuses() == {404}
    Season.objects.update(hidden_at=None, published_at=None)
    assert statuses() == {404}
    Season.objects.update(published_at=factories.PUBLISHED)
    League.objects.update(hidden_at=now)
    assert statuses() == {404}
    League.objects.update(hidden_at=None)
    assert statuses() == {200}
