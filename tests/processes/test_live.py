"""The process that streams live scores, started for real: on both databases, with Redis where there is one."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.utils import timezone
from redis import Redis

from config.settings.test import ON_SERVICES
from league.models import Fixture, Heartbeat, League
from league.services import live
from league.services.live import CHANNEL
from league.services.results import submit
from league.web.live.hub import LEAGUES_OWN, Hub
from tests import stage
from tests.factories import Town, result_sheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
Stage = tuple[stage.Stage, stage.Process, int]
OF_ONE_ADDRESS = 6


@pytest.fixture
def streaming(tmp_path: Path, town: Town, settings: Any) -> Iterator[Stage]:
    with stage.stage(tmp_path) as house:
        house.environment |= {"MUGGINS_LIVE_FOLLOWERS_OF_ONE_ADDRESS": str(OF_ONE_ADDRESS)}
        url = ""
        if ON_SERVICES:
            redis = stage.free_port()
            house.redis(redis)
            settings.LIVE_REDIS_URL = url = f"redis://127.0.0.1:{redis}/0"
        process, port = stage.streams(house, redis_url=url)
        yield house, process, port


class Listening:
    """One who follows, by the bare protocol."""

    def __init__(self, port: int, question: str, **headers: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.request("GET", f"/leagues/town/live/events/?{question}", headers=headers)
        self.answer: HTTPResponse = self.connection.getresponse()
        self.lines = iter(self.answer.readline, b"")

    def event(self) -> tuple[str, dict[str, Any]]:
        """Return the next event's id and what it tells; lines that say nothing are left out."""
        said: dict[str, str] = {}
        for line in self.lines:
            name, _, text = line.decode().rstrip("\n").partition(": ")
            if name == "data":
                return said["id"], json.loads(text)
            said[name] = text
        raise EOFError

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def status_of(port: int, question: str) -> int:
    one = Listening(port, question)
    one.close()
    return one.answer.status


def begun(town: Town) -> Fixture:
    fixture = town.fixture("Anchor", "Bell")
    live.begin(fixture, phone="a", by=town.captains["Anchor"], now=timezone.now())
    return fixture


def enter(town: Town, fixture: Fixture, game: int, loser: str = "98") -> None:
    entry = {f"m1-g{game}-winner": "home", f"m1-g{game}-loser": loser}
    live.write(fixture, entry, phone="a", by=town.captains["Anchor"], now=timezone.now())


def test_games_are_streamed_and_who_comes_back_misses_and_repeats_nothing(town: Town, streaming: Stage) -> None:
    fixture, port = begun(town), streaming[2]
    question = f"of=fixture-{fixture.pk}&of=division-{town.division.pk}"
    one = Listening(port, question)
    assert one.answer.status == 200
    assert one.answer.headers["content-type"].startswith("text/event-stream")
    assert [one.event()[1]["part"] for _ in range(2)] == [f"fixture-{fixture.pk}", f"division-{town.division.pk}"]
    began = time.monotonic()
    enter(town, fixture, 1)
    # Each part is told of once it is made anew, whichever comes first: the score, or the table in which it counts.
    told, known = {}, ""
    while len(told) < 2:
        known, event = one.event()
        told[event["part"]] = event
    assert time.monotonic() - began < 10
    score, table = told[f"fixture-{fixture.pk}"], told[f"division-{town.division.pk}"]
    assert score["said"] == "Match 1, game 1: Anchor 121–98. Games 1–0."
    assert "121–98" in score["html"]
    assert "As it stands" in table["html"] or "awaiting" not in table["html"]
    one.close()
    # What was sent is not sent again; what came meanwhile is.
    two = Listening(port, question, **{"Last-Event-ID": known})
    enter(town, fixture, 2, "77")
    while (first := two.event()[1])["part"] != f"fixture-{fixture.pk}":
        pass
    assert first["said"] == "Match 1, game 2: Anchor 121–77. Games 2–0."
    two.close()


def test_a_page_in_another_language_is_streamed_to_in_that_language(town: Town, streaming: Stage) -> None:
    fixture, port = begun(town), streaming[2]
    question = f"of=fixture-{fixture.pk}"
    french = Listening(port, f"{question}&in=fr&below=fr")
    english = Listening(port, f"{question}&in=nonsense&below=//evil.example")
    assert "Aucune partie saisie" in french.event()[1]["html"]
    assert "No game is in yet" in english.event()[1]["html"]
    enter(town, fixture, 1)
    assert french.event()[1]["said"] == "Match 1, partie 1\xa0: Anchor 121–98. Parties\xa0: 1–0."
    assert english.event()[1]["said"] == "Match 1, game 1: Anchor 121–98. Games 1–0."
    french.close()
    english.close()
    for manner, leads in (("in=fr&below=fr", "/fr/leagues/"), ("in=fr&below=//evil", "/leagues/")):
        tonight = Listening(port, f"of=tonight&{manner}")
        html = tonight.event()[1]["html"]
        assert f'href="{leads}town/' in html
        assert "evil" not in html
        tonight.close()


def test_the_end_is_streamed_and_the_health_page_knows_the_process(town: Town, streaming: Stage) -> None:
    fixture, port = begun(town), streaming[2]
    one = Listening(port, f"of=fixture-{fixture.pk}")
    one.event()
    stage.wait_for(lambda: Heartbeat.objects.filter(job="live").exists(), within=20, what="a heartbeat")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=timezone.now())
    assert "The live score is over." in one.event()[1]["html"]
    one.close()


def test_nothing_of_a_hidden_league_or_season_is_streamed(town: Town, streaming: Stage) -> None:
    fixture, port = begun(town), streaming[2]
    town.season.hidden_at = timezone.now()
    town.season.save()
    one = Listening(port, f"of=fixture-{fixture.pk}&of=tonight")
    assert one.event()[1]["part"] == "tonight"
    one.close()
    assert status_of(port, f"of=fixture-{fixture.pk}") == 404
    League.objects.update(hidden_at=timezone.now())
    assert status_of(port, "of=tonight") == 404


def test_what_is_not_asked_rightly_is_refused_in_a_sentence(town: Town, streaming: Stage) -> None:
    port = streaming[2]
    for question, status in (("", 400), ("of=nonsense", 400), ("&".join(f"of=fixture-{n}" for n in range(1, 6)), 400)):
        assert status_of(port, question) == status, question
    elsewhere = HTTPConnection("127.0.0.1", port, timeout=60)
    for method, path, headers, status in (
        ("POST", "/leagues/town/live/events/?of=tv", {}, 405),
        ("GET", "/leagues/town/", {}, 404),
        ("GET", "/leagues/none/live/events/?of=tv", {}, 404),
        ("GET", "/leagues/town/live/events/?of=tv", {"Host": "evil.example"}, 400),
    ):
        elsewhere.request(method, path, headers=headers)
        answer = elsewhere.getresponse()
        assert answer.status == status, path
        assert answer.read().endswith(b".")
    elsewhere.close()


def test_more_of_one_address_than_may_are_refused_whatever_they_claim(town: Town, streaming: Stage) -> None:
    port, crowd = streaming[2], []
    # One proxy stands before the installation in production, and none before the embedded one.
    claims = [{"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.7"} for n in range(OF_ONE_ADDRESS + 1)]
    for claim in claims[:-1]:
        crowd.append(Listening(port, "of=tv", **claim))
        assert crowd[-1].answer.status == 200
    late = Listening(port, "of=tv", **claims[-1])
    assert (late.answer.status, late.answer.headers["retry-after"]) == (503, "30")
    assert late.answer.read().startswith(b"Too many pages follow from your network.")
    elsewhere = Listening(port, "of=tv", **{"X-Forwarded-For": "198.51.100.7, 203.0.113.1"})
    assert elsewhere.answer.status == (200 if ON_SERVICES else 503)
    for one in (*crowd, late, elsewhere):
        one.close()

    def free() -> bool:
        again = Listening(port, "of=tv", **claims[0])
        again.close()
        return again.answer.status == 200

    stage.wait_for(free, within=60, what="the places of those who went are free")


@pytest.mark.skipif(not ON_SERVICES, reason="the embedded installation has no Redis")
def test_followers_stay_and_catch_up_while_redis_goes_and_comes_back(
    town: Town, streaming: Stage, settings: Any
) -> None:
    house, process, port = streaming
    at = urlsplit(settings.LIVE_REDIS_URL).port
    assert at is not None
    redis = Redis(port=at)

    def heard() -> bool:
        return bool(redis.pubsub_numsub(CHANNEL)[0][1])

    fixture = begun(town)
    stage.wait_for(heard, within=60, what="the stream listens to Redis")
    one = Listening(port, f"of=fixture-{fixture.pk}")
    one.event()
    # Cut, and there again at once.
    redis.client_kill_filter(_type="pubsub")
    enter(town, fixture, 1)
    assert one.event()[1]["said"] == "Match 1, game 1: Anchor 121–98. Games 1–0."
    stage.wait_for(heard, within=60, what="the stream listens again after the cut")
    # Away for a while: this Redis is the test's own.
    next(found for found in house.running if found.name == "redis").kill()
    enter(town, fixture, 2)
    assert one.event()[1]["said"] == "Match 1, game 2: Anchor 121–98. Games 2–0."
    stage.wait_for(lambda: "Redis does not answer" in process.log_text(), within=60, what="the log has it")
    house.redis(at)
    stage.wait_for(heard, within=60, what="the stream listens again after the outage")
    enter(town, fixture, 3)
    assert one.event()[1]["said"] == "Match 1, game 3: Anchor 121–98. Games 3–0."
    one.close()
    redis.close()
    assert "Traceback" not in process.log_text()


def test_a_process_told_to_go_sends_everybody_away(town: Town, streaming: Stage) -> None:
    _, process, port = streaming
    fixture = begun(town)
    one = Listening(port, f"of=fixture-{fixture.pk}")
    one.event()
    began = time.monotonic()
    assert process.told_to_go(within=20) == 0
    assert time.monotonic() - began < 6
    with pytest.raises((EOFError, ConnectionError)):
        one.event()
    one.close()
    assert "Traceback" not in process.log_text()


def test_a_reload_streams_on_until_the_new_process_has_loaded_the_site(town: Town, streaming: Stage) -> None:
    _, process, port = streaming
    fixture = begun(town)
    with process.reloading():
        for _ in range(3):
            assert status_of(port, f"of=fixture-{fixture.pk}") == 200
    assert status_of(port, f"of=fixture-{fixture.pk}") == 200


async def close_connections(hub: Hub) -> None:
    """Each thread has a connection of its own, which outlives the hub: it would be found open when the tests end."""
    threads = len(hub._asking._threads)
    together = threading.Barrier(threads)

    def close() -> None:
        together.wait(10)
        connection.close()

    await asyncio.gather(*(hub.ask(close) for _ in range(threads)))


def test_whoever_goes_before_they_are_let_in_follows_no_more(town: Town) -> None:
    async def gone_too_soon() -> int:
        hub = Hub()
        first = await hub.subscribe("town", LEAGUES_OWN, ("tonight",), {})
        assert first is not None
        async with first[0].lock:
            late = asyncio.create_task(hub.subscribe("town", LEAGUES_OWN, ("tv",), {}))
            while hub.count < 2:
                await asyncio.sleep(0.01)
            late.cancel()
            await asyncio.gather(late, return_exceptions=True)
        await close_connections(hub)
        return hub.count

    assert asyncio.run(gone_too_soon()) == 1
