"""What a reader sees of the pages that everybody may open, and which of them the town has."""

import datetime as dt
import re
from html import unescape
from typing import Any

from django.test import Client

from league.models import Fixture
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from tests.factories import Town, result_sheet


def read(client: Client, address: str) -> str:
    """Return the text that a reader of a page sees, in one line."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return words(answer)


def words(answer: Any) -> str:
    body = re.sub(r"<(script|style|head|svg)\b.*?</\1>", "", answer.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def play(town: Town, home: str, away: str, now: dt.datetime, *, first: GameScore | None = None) -> Fixture:
    """A fixture with a result that both captains agree on: 6–3."""
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away, first=first), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def pages_of(town: Town) -> list[str]:
    """The addresses of every public page that the town has something on."""
    own = "/leagues/town/"
    fixtures = [f"{own}fixtures/{fixture.pk}/" for fixture in town.fixtures]
    teams = [f"{own}teams/{team.slug}/" for team in town.teams.values()]
    players = [f"{own}players/{squad[0].pk}/" for squad in town.squads.values()]
    return [own, f"{own}fixtures/", f"{own}rules/", f"{own}tables/2026-27/division-1/", *fixtures, *teams, *players]
