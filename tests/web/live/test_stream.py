"""The application that streams, spoken to as a server speaks to it: who is let in, and what goes once it is hidden."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.utils import timezone

from league.enums import JournalKind
from league.models import Fixture, League, Season
from league.queries.domains import HELD, Domains
from league.services import live
from league.services.journal import record
from league.services.ops.rates import network_of
from league.services.people.personal_data import Details, change_details
from league.web.live import hub, stream
from league.web.live.stream import Stream, address_of
from tests.factories import Town

pytestmark = pytest.mark.django_db(transaction=True)
GAME = {"m1-g1-winner": "home", "m1-g1-loser": "98"}
EVENTS = "/leagues/town/live/events/"
SOON = 60


class Visitor:
    """One connection: what the application sends on it, until the visitor goes."""

    def __init__(self, stream: Stream, question: str, method: str, client: str, headers: list[tuple[str, str]]) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.reads = asyncio.Event()
        self.reads.set()
        scope = {
            "type": "http", "method": method, "path": EVENTS, "query_string": question.encode(), "client": (client, 1),
            "headers": [
                (name.encode(), said.encode()) for name, said in {"host": "testserver", **dict(headers)}.items()
            ],
        }  # fmt: skip
        self.task = asyncio.ensure_future(stream(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.reads.wait()
        self.sent.put_nowait(dict(message))

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.sent.get(), SOON)

    async def status(self) -> int:
        return int((await self.next())["status"])

    async def event(self) -> dict[str, Any]:
        """Return what the next event tells; lines that say nothing are left out."""
        while True:
            _, is_one, told = (await self.next())["body"].decode().partition("\ndata: ")
            if is_one:
                return dict(json.loads(told))

    async def goes(self) -> None:
        self.gone.set()
        await asyncio.wait_for(self.task, SOON)


class House:
    """The application with its hub, and visitors to it."""

    def __init__(self) -> None:
        self.stream = Stream()

    def asks(
        self, question: str = "of=tonight", *, method: str = "GET", client: str = "192.0.2.1", **headers: str
    ) -> Visitor:
        named = [(name.replace("_", "-"), said) for name, said in headers.items()]
        return Visitor(self.stream, question, method, client, named)


Play = Callable[[House], Awaitable[None]]


@asynccontextmanager
async def opened() -> AsyncIterator[House]:
    house = House()
    try:
        yield house
    finally:
        house.stream.hub.close()
        if house.stream._running is not None:
            await asyncio.wait_for(house.stream._running, SOON)
        # Each of its threads has a connection of its own, and none is left behind.
        pool = house.stream.hub._asking
        await asyncio.gather(*(asyncio.wrap_future(pool.submit(connections.close_all)) for _ in range(4)))
        pool.shutdown()
        await doing(connections.close_all)


def played(play: Play) -> None:
    async def whole() -> None:
        async with opened() as house:
            await play(house)

    asyncio.run(whole())


def doing(act: Callable[[], Any]) -> Awaitable[Any]:
    """Return what does something in the tests' own database connection, as a page would do it elsewhere."""
    return sync_to_async(act, thread_sensitive=True)()


@pytest.fixture
def fixture(town: Town) -> Fixture:
    found = town.fixture("Anchor", "Bell")
    live.begin(found, phone="a", by=town.captains["Anchor"], now=timezone.now())
    return found


def test_more_than_may_follow_are_told_so_and_a_place_that_is_left_is_free(town: Town, settings: Any) -> None:
    settings.LIVE_FOLLOWERS = 2

    async def play(house: House) -> None:
        first, second = house.asks(), house.asks(client="192.0.2.2")
        assert [await first.status(), await second.status()] == [200, 200]
        third = house.asks(client="192.0.2.3")
        refused = await third.next()
        assert (refused["status"], dict(refused["headers"])[b"retry-after"]) == (503, b"30")
        assert (await third.next())["body"].startswith(b"Too many people follow at the moment.")
        await first.goes()
        assert await house.asks(client="192.0.2.3").status() == 200

    played(play)


def test_one_address_has_so_many_and_an_ipv6_line_is_one_address(town: Town, settings: Any) -> None:
    settings.LIVE_FOLLOWERS_OF_ONE_ADDRESS = 2

    async def play(house: House) -> None:
        for client, status in (
            ("2001:db8:1:2::1", 200), ("2001:db8:1:2:ffff::9", 200), ("2001:db8:1:2::3", 503), ("2001:db8:1:3::1", 200),
            ("192.0.2.1", 200), ("::ffff:192.0.2.1", 200), ("192.0.2.1", 503), ("192.0.2.2", 200),
        ):  # fmt: skip
            assert await house.asks(client=client).status() == status, client
        # What a visitor claims of themselves is nothing where no proxy stands before us.
        assert await house.asks(client="192.0.2.1", x_forwarded_for="198.51.100.7").status() == 503

    played(play)


def test_what_is_refused_leaves_nobody_counted(town: Town, fixture: Fixture, settings: Any) -> None:
    settings.LIVE_FOLLOWERS_OF_ONE_ADDRESS = 1

    async def play(house: House) -> None:
        for question in (f"of=fixture-{fixture.pk + 1000}", "of=division-999999&of=fixture-7"):
            assert await house.asks(question).status() == 404
        assert (house.stream.hub.count, house.stream.hub.channels, house.stream._from) == (0, {}, {})
        assert await house.asks().status() == 200

    played(play)


@pytest.mark.parametrize(
    ("proxies", "lines", "counted"),
    [
        (0, ["198.51.100.7"], "192.0.2.1"),
        (1, [], "192.0.2.1"),
        (1, ["198.51.100.7"], "198.51.100.7"),
        (1, ["203.0.113.66, 198.51.100.7"], "198.51.100.7"),
        (1, ["203.0.113.66", "198.51.100.7"], "198.51.100.7"),
        (2, ["203.0.113.66, 198.51.100.7, 10.0.0.9"], "198.51.100.7"),
        (2, ["198.51.100.7"], "198.51.100.7"),
        (1, ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        (1, [" , "], "192.0.2.1"),
    ],
)
def test_the_address_is_what_as_many_proxies_tell_as_we_have(
    settings: Any, proxies: int, lines: list[str], counted: str
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    scope = {"client": ("192.0.2.1", 1), "headers": [(b"X-Forwarded-For", line.encode()) for line in lines]}
    assert address_of(scope, stream._headers_of(scope)) == counted


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::/64"), ("[2001:db8::1]", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"), ("::ffff:192.0.2.1", "192.0.2.1"), ("", ""), ("nonsense", "nonsense"),
    ],
)  # fmt: skip
def test_a_line_is_one_address_or_a_network(address: str, line: str) -> None:
    assert network_of(address) == line


def test_only_what_is_there_is_followed(town: Town, fixture: Fixture) -> None:
    async def play(house: House) -> None:
        one = house.asks(f"of=fixture-{fixture.pk}&of=fixture-999999&of=division-999999")
        assert await one.status() == 200
        assert (await one.event())["part"] == f"fixture-{fixture.pk}"
        (channel,) = house.stream.hub.channels.values()
        assert [follower.parts for follower in channel.followers] == [(f"fixture-{fixture.pk}",)]
        assert list(channel.parts) == [f"fixture-{fixture.pk}"]

    played(play)


@pytest.mark.parametrize(
    ("host", "status"),
    [("crib.example.org", 200), ("CRIB.example.org:8443", 200), ("other.example.org", 404), ("evil.example", 400)],
)
def test_a_league_is_followed_on_its_own_domain(town: Town, host: str, status: int) -> None:
    HELD.hold(Domains({"crib.example.org": "town", "other.example.org": "village"}), 600)

    async def play(house: House) -> None:
        assert await house.asks("of=tonight", host=host).status() == status

    played(play)


def test_a_league_is_followed_in_so_many_parts(town: Town, fixture: Fixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MOST_IN_CHANNEL", 2)

    async def play(house: House) -> None:
        assert await house.asks("of=tonight&of=tv").status() == 200
        refused = house.asks(f"of=fixture-{fixture.pk}")
        assert await refused.status() == 503
        assert (await refused.next())["body"].startswith(b"Too many parts of this league are followed.")
        assert await house.asks("of=tv").status() == 200
        assert house.stream.hub.count == 2

    played(play)


def test_a_name_that_is_shortened_is_short_on_open_streams_at_once(town: Town, fixture: Fixture) -> None:
    player, now = town.squads["Anchor"][0], timezone.now()
    secretary = town.secretary
    change_details(player, Details("Una Hobday"), by=secretary, now=now)
    entry = {"m2-home-1": str(player.pk), "m2-g1-winner": "home", "m2-g1-loser": "99"}
    live.write(fixture, entry, phone="a", by=town.captains["Anchor"], now=now)

    async def play(house: House) -> None:
        one = house.asks(f"of=fixture-{fixture.pk}")
        assert await one.status() == 200
        assert "Una Hobday" in (await one.event())["html"]
        await doing(lambda: change_details(player, Details("Una Hobday", shorten_name=True), by=secretary, now=now))
        told = (await one.event())["html"]
        assert "Una H" in told
        assert "Hobday" not in told

    played(play)


@pytest.mark.long
def test_what_is_hidden_goes_from_open_streams_at_once(town: Town, fixture: Fixture) -> None:
    def hidden(model: type[Season | League]) -> None:
        model.objects.update(hidden_at=timezone.now())
        said = {"what": "hid it", "by": town.secretary, "now": timezone.now()}
        record(town.league, JournalKind.HIDDEN, f"{model.__name__}:1", **said)

    async def play(house: House) -> None:
        one, two = house.asks(f"of=fixture-{fixture.pk}"), house.asks(f"of=tonight&of=fixture-{fixture.pk}")
        for visitor, parts in ((one, 1), (two, 2)):
            assert await visitor.status() == 200
            assert all([(await visitor.event())["html"] for _ in range(parts)])
        await doing(lambda: hidden(Season))
        gone = {"part": f"fixture-{fixture.pk}", "html": "", "digest": hub.GONE, "said": "", "turn": 0}
        assert await one.event() == gone
        assert gone in [await two.event() for _ in range(2)]
        await doing(lambda: hidden(League))
        assert (await two.event() | {"part": ""}) == gone | {"part": ""}
        # There is nothing more to come.
        for visitor in (one, two):
            await asyncio.wait_for(visitor.task, SOON)
        assert house.stream.hub.channels == {}

    played(play)


def test_whoever_reads_nothing_loses_their_place(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PATIENCE", 0.2)
    # What is sent to them when nothing happens, and waits for them to read.
    monkeypatch.setattr(stream, "HEARTBEAT", 0.2)

    async def play(house: House) -> None:
        one = house.asks()
        assert await one.status() == 200
        one.reads.clear()
        await asyncio.wait_for(one.task, SOON)
        assert (house.stream.hub.count, house.stream._from) == (0, {})

    played(play)


def test_a_head_is_answered_and_follows_nothing(town: Town) -> None:
    async def play(house: House) -> None:
        one = house.asks(method="HEAD")
        assert await one.status() == 200
        assert await one.next() == {"type": "http.response.body", "body": b""}
        await asyncio.wait_for(one.task, SOON)
        assert house.stream.hub.count == 0

    played(play)


@pytest.mark.parametrize("known", ["", "nonsense", "tonight=0", "fixture-1=0123456789abcdef", "," * 60_000, "é=\x00"])
def test_an_id_that_is_none_of_ours_changes_nothing(town: Town, known: str) -> None:
    async def play(house: House) -> None:
        one = house.asks(last_event_id=known)
        assert await one.status() == 200
        assert (await one.event())["part"] == "tonight"

    played(play)


def written_past_the_checks(league: League, zone: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_league SET time_zone = %s WHERE id = %s", [zone, league.pk])


@pytest.mark.long
def test_a_league_that_cannot_be_shown_keeps_no_other_waiting(town: Town, fixture: Fixture) -> None:
    broken = League.objects.create(name="A broken one", slug="broken")

    async def play(house: House) -> None:
        assert await house.stream.hub.subscribe("broken", hub.LEAGUES_OWN, ("tonight",), {}) is not None
        await doing(lambda: written_past_the_checks(broken, "Not/There"))
        # It is made anew at every look from now on, before the other, and each time that fails.
        (channel,) = house.stream.hub.channels.values()
        channel.fresh_until = 0.0
        one = house.asks(f"of=fixture-{fixture.pk}")
        assert await one.status() == 200
        await one.event()
        by = town.captains["Anchor"]
        await doing(lambda: live.write(fixture, GAME, phone="a", by=by, now=timezone.now()))
        assert "121–98" in (await one.event())["html"]

    played(play)


def test_a_hub_that_is_closed_does_not_wait_for_its_next_look(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends it (`opened`) is waited for no longer than a minute."""
    monkeypatch.setattr(hub, "LOOK_EVERY", 3600.0)

    async def follow(house: House) -> None:
        visitor = house.asks()
        assert await visitor.status() == 200
        await visitor.event()
        await asyncio.sleep(2 * hub.AT_LEAST)
        house.stream.hub.close()
        await asyncio.wait_for(visitor.task, SOON)

    played(follow)
