"""What a move at a table costs with a hundred tables going, the machine's answer in it. Run with `make bench`.

Ten people a second move at strength 3. One process answers one after the other, so each may take a tenth of a second on
the whole, and the 95th of a hundred two tenths; on a machine that is busy with other work, so many times what the start
page costs in the same run.
"""

import datetime as dt
import time

import pytest
from django.test import Client

from cardroom.models import PlayTable
from cardroom.queries import sitting_at
from cardroom.rules.play.next_action import ActionKind
from tests.cardroom.services.tables import first_move, opened

pytestmark = [pytest.mark.bench, pytest.mark.django_db]
TABLES, MOVES = 100, 10
SLOWEST, SLOWEST_RATIO = 0.2, 12


def _rated(client: Client) -> float:
    began = time.perf_counter()
    assert client.get("/play/").status_code == 200
    return time.perf_counter() - began


def _moved(client: Client, table: PlayTable) -> float:
    """Return how long the answer to the next move takes, as a script asks for it."""
    sitting = sitting_at(table)
    if sitting.next_action.wants is ActionKind.OVER:
        return 0.0
    move = first_move(sitting, 0)
    said = {"do": move.do, "seen": sitting.course.last, "cards": list(move.cards), "number": move.number}
    began = time.perf_counter()
    answer = client.post(f"/play/{table.slug}/", said, headers={"HX-Request": "true"})
    took = time.perf_counter() - began
    assert answer.status_code == 200
    return took


def test_a_move_is_answered_in_time_with_a_hundred_tables(now: dt.datetime, settings: object) -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"move-address": None}  # type: ignore[attr-defined]
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}  # type: ignore[attr-defined]
    client = Client()
    tables = [opened(now, "league", strength="3") for _ in range(TABLES)]
    plain = sorted(_rated(client) for _ in range(20))[10]
    took = sorted(_moved(client, table) for _ in range(MOVES) for table in tables)
    slow = took[len(took) * 95 // 100]
    assert slow <= max(SLOWEST, SLOWEST_RATIO * plain)
