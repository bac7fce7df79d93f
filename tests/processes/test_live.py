"""The process that streams live scores, started for real: on both databases, with Redis where there is one."""

import asyncio
import json
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from config.settings.test import ON_SERVICES
from league.models import Fixture, Heartbeat, League
from league.services.live import scoring
from league.services.results import submit
from league.web.live.stream.hub import LEAGUES_OWN, Hub
from tests import stage
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db(transaction=True)
Stage = tuple[stage.Stage, stage.Process, int]


@pytest.fixture
def streaming(tmp_path: Path, town: Town, settings: Any) -> Iterator[Stage]:
    with stage.stage(tmp_path) as house:
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
        self.connection = HTTPConnection("127.0.0.1", port, timeout=20)
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
    scoring.begin(fixture, phone="a", by=town.captains["Anchor"], now=timezone.now())
    return fixture


def enter(town: Town, fixture: Fixture, game: int, loser: str = "98") -> None:
    entry = {f"m1-g{game}-winner": "home", f"m1-g{game}-loser": loser}
    scoring.write(fixture, entry, phone="a", by=town.captains["Anchor"], now=timezone.now())


def test_games_are_streamed_and_who_comes_back_misses_and_repeats_nothing(town: Town, streaming: Stage) -> None:
    fixture, port = begun(town), streaming[2]
    question = f"of=fixture-{fixture.pk}&of=division-{town.division.pk}"
    one = Listening(port, question)
    assert one.answer.status == 200
    assert one.answer.headers["content-type"].startswith("text/event-stream")
    assert [one.event()[1]["part"] for _ in range(2)] == [f"fixture-{fixture.pk}", f"division-{town.division.pk}"]
    began = time.monotonic()
    enter(town, fixture, 1)
    told = [one.event() for _ in range(2)]
    assert time.monotonic() - began < 10
    assert told[0][1]["said"] == "Match 1, game 1: Anchor 121–98. Games 1–0."
    assert "121–98" in told[0][1]["html"]
    assert "As it stands" in told[1][1]["html"] or "awaiting" not in told[1][1]["html"]
    known = told[1][0]
    one.close()
    # What was sent is not sent again; what came meanwhile is.
    two = Listening(port, question, **{"Last-Event-ID": known})
    enter(town, fixture, 2, "77")
    first = two.event()[1]
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
    stage.until(lambda: Heartbeat.objects.filter(job="live").exists(), within=20, what="a heartbeat")
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
    League.objects.update(hidden_at=timezone.now())
    assert status_of(port, "of=tonight") == 404


def test_what_is_not_asked_rightly_is_refused_in_a_sentence(town: Town, streaming: Stage) -> None:
    port = streaming[2]
    for question, status in (("", 400), ("of=nonsense", 400), ("&".join(f"of=fixture-{n}" for n in range(1, 6)), 400)):
        assert status_of(port, question) == status, question
    elsewhere = HTTPConnection("127.0.0.1", port, timeout=20)
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
    assert "Traceback" not in process.said()


def test_whoever_goes_before_they_are_let_in_follows_no_more(town: Town) -> None:
    async def gone_too_soon() -> int:
        hub = Hub()
        first = await hub.join("town", LEAGUES_OWN, ("tonight",), {})
        assert first is not None
        async with first[0].lock:
            late = asyncio.create_task(hub.join("town", LEAGUES_OWN, ("tv",), {}))
            while hub.count < 2:
                await asyncio.sleep(0.01)
            late.cancel()
            await asyncio.gather(late, return_exceptions=True)
        return hub.count

    assert asyncio.run(gone_too_soon()) == 1
