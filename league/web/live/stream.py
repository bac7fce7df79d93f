"""Live scores as server-sent events: an ASGI application that only reads, and has one address.

``GET /leagues/<league>/live/events/?of=fixture-12&of=division-3`` sends each part as it stands, and again whenever it
changes. Everybody may follow what everybody may read; a session is not looked at. It says by `id` what was sent, so
that a browser that comes back with `Last-Event-ID` is sent only what is another by then.
"""

import asyncio
import json
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error
from django.http.request import split_domain_port, validate_host
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, ProcessCollector, generate_latest

from league.queries.domains import league_of_host
from league.rules.languages import LANGUAGES
from league.services.ops.rates import network_of
from league.web.live.following import MOST_PARTS, PART, Part
from league.web.live.hub import GONE, Channel, Follower, Full, Hub, RenderLocale
from league.web.requests import has_metrics_token

ADDRESS = re.compile(r"/leagues/([-a-zA-Z0-9_]{1,50})/live/events/")
HEALTH = "/health/live/"
METRICS = "/metrics"
# A line that says nothing, so that nobody on the way takes the silence for the end.
HEARTBEAT = 15.0
# With one who takes nothing of what is sent to them: their place is another's then.
PATIENCE = 60.0
COME_BACK = 5000
SENT = re.compile(r"([a-z]+(?:-[0-9]{1,9})?)=([0-9a-f]{16})")

_MEANWHILE = "The page asks by itself meanwhile."

log = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


# A league's name, how the page writes, and the parts that are followed.
Asked = tuple[str, RenderLocale, tuple[str, ...]]


class Stream:
    """The application. Its hub runs from the first request, or from the server's start where that says so."""

    def __init__(self) -> None:
        self.hub = Hub()
        self._running: asyncio.Task[None] | None = None
        self._from: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            self._start()
            await self._answer(scope, receive, send)

    def _start(self) -> None:
        if self._running is None or self._running.done():
            self._running = asyncio.get_running_loop().create_task(self.hub.run())

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._start()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                self.hub.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers_of(scope)
        match = ADDRESS.fullmatch(scope["path"])
        if scope["method"] not in ("GET", "HEAD"):
            return await _refuse(send, 405, "Only GET is answered here.")
        if scope["path"] == METRICS and has_metrics_token(headers.get("authorization", "")):
            # Under whatever name: Prometheus asks each process by its address.
            return await _refuse(send, 200, _figures(self.hub), CONTENT_TYPE_LATEST)
        host = split_domain_port(headers.get("host", ""))[0]
        ours = validate_host(host, settings.ALLOWED_HOSTS)
        own = "" if ours else await self.hub.ask(partial(league_of_host, host))
        if not ours and not own:
            return await _refuse(send, 400, "This host name is not one of this server's.")
        if scope["path"] == HEALTH:
            told = json.dumps({"ok": not self.hub.closed, "followers": self.hub.count})
            return await _refuse(send, 503 if self.hub.closed else 200, told, "application/json")
        if match is None or own not in ("", match[1]):
            return await _refuse(send, 404, "There is nothing at this address.")
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        wanted = asked.get("of", [])
        parts = tuple(dict.fromkeys(part for part in wanted if PART.fullmatch(part)))
        if not parts or len(parts) > MOST_PARTS:
            return await _refuse(send, 400, f"Name one to {MOST_PARTS} parts, such as ?of=tonight.")
        language, below = (_language(asked.get(name, [])) for name in ("in", "below"))
        # A page whose address begins with a language is in that language.
        locale = RenderLocale(language, below if below == language else "")
        return await self._follow(scope, receive, send, headers, (match[1], locale, parts))

    async def _follow(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str], asked: Asked) -> None:
        address = address_of(scope, headers)
        if self.hub.closed or self.hub.count >= settings.LIVE_FOLLOWERS:
            return await _refuse(send, 503, f"Too many people follow at the moment. {_MEANWHILE}")
        if self._from[address] >= settings.LIVE_FOLLOWERS_OF_ONE_ADDRESS:
            return await _refuse(send, 503, f"Too many pages follow from your network. {_MEANWHILE}")
        with self._counted(address):
            try:
                joined = await self.hub.subscribe(
                    *asked, read_last_event_id(headers.get("last-event-id", ""), asked[2])
                )
            except Full:
                return await _refuse(send, 503, f"Too many parts of this league are followed. {_MEANWHILE}")
            except Error:
                log.warning("live_parts_not_read", exc_info=True)
                return await _refuse(send, 503, f"The scores cannot be read at the moment. {_MEANWHILE}")
            if joined is None:
                return await _refuse(send, 404, "There is nothing to follow here.")
            try:
                await send({"type": "http.response.start", "status": 200, "headers": _HEADERS + _elsewhere()})
                if scope["method"] == "HEAD":
                    await send({"type": "http.response.body", "body": b""})
                else:
                    await self._send_until_gone(receive, send, *joined)
            except TimeoutError:
                # They read nothing any more; whoever does comes back by themselves.
                return None
            finally:
                self.hub.unsubscribe(*joined)
        return None

    async def _send_until_gone(self, receive: Receive, send: Send, channel: Channel, follower: Follower) -> None:
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await _put(send, f"retry: {COME_BACK}\n\n")
            while not gone.done():
                follower.changed.clear()
                for part in changed(channel, follower):
                    await _put(send, event_of(part, follower))
                if channel.over or self.hub.closed:
                    break
                told = asyncio.ensure_future(follower.changed.wait())
                done, _ = await asyncio.wait({told, gone}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
                told.cancel()
                if not done:
                    await _put(send, ": \n\n")
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            with suppress(asyncio.CancelledError):
                await gone

    @contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        self._from[address] += 1
        try:
            yield
        finally:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]


def changed(channel: Channel, follower: Follower) -> list[Part]:
    """Return the parts that changed since they were sent to a follower; one nobody may see any more is blank."""
    there = (channel.parts.get(name) or Part(name, "", GONE) for name in follower.parts)
    return [part for part in there if follower.sent.get(part.name) != part.digest]


def read_last_event_id(known: str, parts: tuple[str, ...]) -> dict[str, str]:
    """Return of each part that is followed the digest that its follower has, as the last event's id told it."""
    matches = (SENT.fullmatch(one) for one in known.split(","))
    return {match[1]: match[2] for match in matches if match and match[1] in parts}


def event_of(part: Part, follower: Follower) -> str:
    # Who reads it for the first time is not told what was there before they came.
    said = part.said if part.name in follower.sent else ""
    follower.sent[part.name] = part.digest
    known = ",".join(f"{name}={digest}" for name, digest in follower.sent.items())
    payload = {"part": part.name, "html": part.html, "digest": part.digest, "said": said, "turn": part.turn}
    return f"id: {known}\nevent: part\ndata: {json.dumps(payload)}\n\n"


def _figures(hub: Hub) -> str:
    registry = CollectorRegistry()
    Gauge("muggins_live_followers", "Pages that live scores are streamed to.", registry=registry).set(hub.count)
    Gauge("muggins_live_channels", "Leagues, by language, that are followed.", registry=registry).set(len(hub.channels))
    ProcessCollector(registry=registry)
    return generate_latest(registry).decode()


def _language(asked: list[str]) -> str:
    return asked[0] if asked and asked[0] in LANGUAGES else ""


def _headers_of(scope: Scope) -> dict[str, str]:
    """Return the headers by their names; one that came in several lines is one list, as RFC 9110 (5.3) has it."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, said = name.decode("latin-1").lower(), value.decode("latin-1")
        headers[key] = f"{headers[key]}, {said}" if key in headers else said
    return headers


def address_of(scope: Scope, headers: dict[str, str]) -> str:
    """Return the address to count by, as the proxies report it; of IPv6 the network, since a line has 2⁶⁴."""
    proxies = settings.REST_FRAMEWORK["NUM_PROXIES"]
    texts = [one.strip() for one in headers.get("x-forwarded-for", "").split(",") if one.strip()]
    said = texts[-min(proxies, len(texts))] if proxies and texts else str((scope.get("client") or ("",))[0])
    return network_of(said)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _put(send: Send, text: str) -> None:
    async with asyncio.timeout(PATIENCE):
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # nginx passes on at once what it would otherwise gather.
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


def _elsewhere() -> list[tuple[bytes, bytes]]:
    """Return the header by which a page on another port of this host may read it: it holds nothing of anybody's own."""
    return [(b"access-control-allow-origin", b"*")] if settings.LIVE_PORT is not None else []


async def _refuse(send: Send, status: int, message: str, kind: str = "text/plain; charset=utf-8") -> None:
    body = message.encode()
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()), *_elsewhere()]
    headers += [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
    if status == 503:
        headers.append((b"retry-after", b"30"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
