"""Redis is started anew, again and again, while mail goes out; the processes of production are those of production.

A worker that ends then would leave everything that waits where it is: nothing else looks after it. So each restart
waits until mail is in hand, Redis is away for between none and four seconds, and afterwards every process that was
started must still be there, under the same number, and all mail must have arrived.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.utils import timezone

from config.settings.test import ON_SERVICES
from league.enums import NoticeState
from league.models import League, Notice
from tests import stage
from tests.faults import leagues
from tests.faults.conftest import figure
from tests.faults.test_faults import SEED, SHORT

RESTARTS = 2 if SHORT else 12
READERS, EACH = (20, 12) if SHORT else (100, 12)
SLOW = 0.15

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house(tmp_path: Path, transactional_db: None) -> Iterator[stage.Stage]:
    assert ON_SERVICES, "it needs PostgreSQL: MUGGINS_TEST_ON=services"
    with stage.stage(tmp_path) as found:
        yield found


def in_hand() -> bool:
    return Notice.objects.filter(leased_until__gt=timezone.now()).exists()


def test_redis_starts_anew_while_mail_goes_out(house: stage.Stage) -> None:
    port = stage.free_port()
    mail = house.mail_server(f"--slow={SLOW}")
    house.environment |= stage.production(redis_url=f"redis://127.0.0.1:{port}/0", mail_port=mail.port)
    house.environment["MUGGINS_BEAT_FILE"] = str(house.folder / "beat-file")
    redis = house.redis(port)
    processes = [house.start(name, f"bin/{name}") for name in ("worker", "solver-worker", "beat")]
    league = League.objects.create(name="Redis", slug="redis")
    owed = leagues.owe_mail(league, leagues.people(READERS), EACH)

    chance, began = Random(SEED), time.monotonic()
    for number in range(RESTARTS):
        stage.wait_for(
            in_hand, within=60, what=f"mail is in hand before restart {number}: {processes[0].log_text()[-2000:]}"
        )
        time.sleep(chance.uniform(0, 2))
        if number % 2:
            redis.told_to_go(within=10)
        else:
            redis.kill()
        time.sleep(chance.choice((0, 0.5, 4)))
        redis = house.redis(port)
        time.sleep(chance.uniform(0.5, 6))
        for process in processes:
            assert process.popen.poll() is None, f"{process.name} ended: {process.log_text()[-4000:]}"
            assert "Unrecoverable" not in process.log_text(), f"{process.name} gives up: {process.log_text()[-4000:]}"
    waits = Notice.objects.filter(state=NoticeState.WAITING)
    stage.wait_for(lambda: not waits.exists(), within=180, what=f"all mail went: {processes[0].log_text()[-2000:]}")

    ids = {seen["id"] for seen in mail.mails()}
    figure("Redis started anew while mail was sent", RESTARTS, RESTARTS)
    figure("… mail that arrived", len(ids), owed)
    figure("… workers and beats that ended", sum(p.popen.poll() is not None for p in processes), 0)
    figure("… seconds", round(time.monotonic() - began))
    assert len(ids) == owed
    assert [process.told_to_go(within=40) for process in processes] == [0, 0, 0]
