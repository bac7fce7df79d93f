"""The storm: mail and dates are owed, and workers, queue and mail server fail all the while.

Real PostgreSQL, a Redis of its own, two workers and two beats as processes, and a mail server that refuses a third of
what it is given. Twenty times a worker is killed and started again, three times a beat and Redis. Where in the storm
each falls is chosen by a seed. Hours are not waited for: a retry that has been put off is brought forward to now.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from config.settings.test import ON_SERVICES
from league.enums import FixtureState, JournalKind, NoticeState, PostponementState, WeekKind
from league.models import Fixture, JournalEntry, Notice, Postponement, Week
from league.queries.mail.kinds import ABOUT_A_DATE
from league.services.mail.letters import message_id
from tests import stage
from tests.faults import leagues
from tests.faults.conftest import FIGURES, figure

# A landing has a short storm, in which each process is killed once; `make faults` has the whole one.
SHORT = os.environ.get("MUGGINS_FAULTS_SHORT") == "1"
READERS, EACH = (50, 10) if SHORT else (250, 20)
SEASONS = 1 if SHORT else 6
KILLS, BEATS_KILLED, RESTARTS = (2, 1, 1) if SHORT else (20, 3, 3)
REFUSED = 1 / 3
SEED = int(os.environ.get("MUGGINS_FAULTS_SEED", "121"))
WITHIN = 600.0

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@dataclass
class Storm:
    """The processes, and what was done to them."""

    house: stage.Stage
    mail: stage.MailServer
    redis_port: int
    chance: Random
    redis: stage.Process
    workers: list[stage.Process] = field(default_factory=list)
    beats: list[stage.Process] = field(default_factory=list)
    killed_while_sending: int = 0

    def worker(self, number: int) -> stage.Process:
        command = (".venv/bin/celery", "--app", "tests.faults.app", "worker", "--queues", "default,solver")
        options = ("--concurrency", "1", "--hostname", f"worker{number}@%h", "--without-gossip", "--without-mingle")
        (self.house.folder / f"worker{number}.log").unlink(missing_ok=True)
        return self.house.start(f"worker{number}", *command, *options, "--loglevel", "INFO")

    def beat(self, number: int) -> stage.Process:
        file = str(self.house.folder / f"beat{number}")
        command = (".venv/bin/celery", "--app", "tests.faults.app", "beat", "--schedule", file, "--pidfile=")
        return self.house.start(f"beat{number}", *command)

    def kill_a_worker(self) -> None:
        """Kill one of those that work, chosen by chance, and start it again."""
        ready = [place for place, worker in enumerate(self.workers) if " ready" in worker.log_text()]
        if not ready:
            ready = [stage.wait_for(self._first_ready, within=60, what="a worker is ready") - 1]
        place = self.chance.choice(ready)
        sleep(self.chance.uniform(0, 0.5))
        self.workers[place].kill()
        self.killed_while_sending += Notice.objects.filter(leased_until__gt=timezone.now()).exists()
        self.workers[place] = self.worker(place)

    def kill_a_beat(self) -> None:
        """Kill one of the two, chosen by chance, and start it again with the file it left."""
        place = self.chance.randrange(len(self.beats))
        self.beats[place].kill()
        self.beats[place] = self.beat(place)

    def _first_ready(self) -> int:
        return next((place + 1 for place, worker in enumerate(self.workers) if " ready" in worker.log_text()), 0)

    def restart_redis(self) -> None:
        self.redis.kill()
        self.redis = self.house.redis(self.redis_port)


@pytest.fixture
def storm(tmp_path: Path, transactional_db: None, settings: Any) -> Iterator[Storm]:
    assert ON_SERVICES, "the storm needs PostgreSQL: MUGGINS_TEST_ON=services"
    with stage.stage(tmp_path) as house:
        port = stage.free_port()
        mail = house.mail_server(f"--refuse={REFUSED}", f"--seed={SEED}")
        house.environment |= stage.production(redis_url=f"redis://127.0.0.1:{port}/0", mail_port=mail.port)
        # So that the tests and the workers give a notice the same Message-ID.
        settings.SECRET_KEY = house.environment["MUGGINS_SECRET_KEY"]
        settings.BASE_URL = house.environment["MUGGINS_BASE_URL"]
        yield Storm(house, mail, port, Random(SEED), house.redis(port))


@transaction.atomic
def hurry() -> None:
    """Bring every retry that was put off forward to now."""
    now = timezone.now()
    waits = Notice.objects.filter(
        Q(leased_until=None) | Q(leased_until__lt=now), state=NoticeState.WAITING, attempts__gt=0, send_at__gt=now
    )
    found = list(waits.select_for_update(skip_locked=True).values_list("pk", flat=True))
    Notice.objects.filter(pk__in=found).update(send_at=now)


def plan(storm: Storm, total: int, seasons: list[list[Fixture]]) -> list[tuple[int, Any]]:
    """Return what is done once so much mail has arrived: kills, restarts, and seasons whose fixtures are put off."""
    kills = [(storm.chance.randint(total // 50, total * 9 // 10), storm.kill_a_worker) for _ in range(KILLS)]
    beats = [
        (total * (2 * n + 1) // (2 * BEATS_KILLED) + storm.chance.randint(0, total // 20), storm.kill_a_beat)
        for n in range(BEATS_KILLED)
    ]
    restarts = [
        (total * (2 * n + 1) // (2 * RESTARTS) + storm.chance.randint(0, total // 20), storm.restart_redis)
        for n in range(RESTARTS)
    ]
    put_off = [
        (total * n // (SEASONS + 1) + 1, lambda found=found: leagues.postpone(found)) for n, found in enumerate(seasons)
    ]
    return sorted(kills + beats + restarts + put_off, key=lambda step: step[0])


def arrived(mail: stage.MailServer) -> int:
    """Count the mail accepted so far."""
    return mail.into.read_text().count('"refused": false')


def blow(storm: Storm, steps: list[tuple[int, Any]]) -> None:
    """Let the storm pass: every step at its time, until nothing waits any more."""
    end = monotonic() + WITHIN
    while True:
        assert monotonic() < end, f"the storm did not pass: {storm.workers[0].log_text()[-3000:]}"
        for process in (*storm.workers, *storm.beats, storm.redis):
            assert process.popen.poll() is None, f"{process.name} ended by itself: {process.log_text()[-3000:]}"
        hurry()
        while steps and steps[0][0] <= arrived(storm.mail):
            steps.pop(0)[1]()
        waiting = Notice.objects.filter(state=NoticeState.WAITING).exists()
        owed = Postponement.objects.filter(state=PostponementState.OWED).exists()
        if not (steps or waiting or owed):
            return
        sleep(0.2)


def test_nothing_is_lost_in_the_storm(storm: Storm) -> None:
    seasons = [leagues.small_season(number) for number in range(SEASONS)]
    fixtures = [fixture for season in seasons for fixture in season]
    owed = leagues.owe_mail(seasons[0][0].division.season.league, leagues.people(READERS), EACH)
    assert owed == READERS * EACH
    steps = plan(storm, owed, seasons)
    storm.workers = [storm.worker(number) for number in range(2)]
    storm.beats = [storm.beat(number) for number in range(2)]
    began = monotonic()
    blow(storm, steps)
    seconds = monotonic() - began

    count(storm, owed, fixtures)
    figure("seconds", round(seconds))
    assert [row for row in FIGURES if row.missed] == []


def count(storm: Storm, owed: int, fixtures: list[Fixture]) -> None:
    """Note the final figures: what became of all mail and all fixtures."""
    given = storm.mail.mails()
    times = Counter(seen["id"] for seen in given if not seen["refused"])
    sent = list(Notice.objects.filter(state=NoticeState.SENT).select_related("league"))
    ids = {message_id(notice) for notice in sent}
    # A fixture that moves takes back what was said about its old date and has not gone out yet.
    taken_back = Notice.objects.filter(state=NoticeState.CANCELLED, kind__in=ABOUT_A_DATE).count()
    all_owed = Notice.objects.count()
    figure("notices owed", all_owed, f"at least {owed}", ok=all_owed >= owed)
    figure("… taken back, since their fixture moved", taken_back)
    figure("… otherwise not sent", all_owed - taken_back - len(sent), 0)
    figure("… sent, but not arrived", len(ids - times.keys()), 0)
    figure("mail that no notice asked for", len(times.keys() - ids), 0)
    figure("Message-IDs that two notices share", len(sent) - len(ids), 0)
    doubles = times.total() - len(times)
    figure("raw double sends", doubles, f"at most {KILLS}", ok=doubles <= KILLS)
    figure("fixtures moved exactly once", moved_once(fixtures), len(fixtures))
    figure("workers killed", KILLS, KILLS)
    figure("… with mail in hand", storm.killed_while_sending)
    figure("beats killed", BEATS_KILLED, BEATS_KILLED)
    figure("Redis killed and started again", RESTARTS, RESTARTS)
    refused = sum(seen["refused"] for seen in given)
    figure("mail refused", f"{refused} of {len(given)}", "about a third", ok=0.28 < refused / len(given) < 0.39)


def moved_once(fixtures: list[Fixture]) -> int:
    """Count the fixtures that have one new date in their catch-up week, one step of sequence and one journal entry."""
    entries = JournalEntry.objects.filter(kind=JournalKind.POSTPONEMENT_PLACED).values_list("fixture_id", flat=True)
    placed = Counter(entries)
    mondays = {week.season_id: week.starts_on for week in Week.objects.filter(kind=WeekKind.CATCH_UP)}
    found = Fixture.objects.select_related("division__season__league").in_bulk([fixture.pk for fixture in fixtures])
    once = 0
    for before in fixtures:
        now = found[before.pk]
        season = now.division.season
        day = now.starts_at.astimezone(season.league.tz).date()
        there = now.state == FixtureState.SCHEDULED and 0 <= (day - mondays[season.pk]).days < 7
        once += there and now.sequence == before.sequence + 1 and placed[now.pk] == 1
    return once
