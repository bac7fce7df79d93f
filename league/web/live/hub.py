"""Who follows which parts of which league, and the one look that finds what has changed for all of them.

Twice a second, or at once where Redis tells of a change, one cheap question asks how far the followed leagues are: each
score, and the journal, which has whatever else changes a page. Only where that has moved are the parts that somebody
follows made anew: once each, however many follow. Whether everybody may still see a league is run_query again with
everything that is made, and every minute; a part that nobody may see any more is taken off the pages it is on.

Only what is there is followed, so that names that are made up cost nothing with what is made later.

A follower has no queue. What is sent is how a part stands when its turn comes, so that a slow phone misses steps and
never the score, and holds nobody up.
"""

import asyncio
import datetime as dt
import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections
from django.utils import timezone
from redis.asyncio import Redis
from redis.exceptions import RedisError

from league.access import anybody, may
from league.models import League
from league.queries.live import versions_in
from league.queries.visibility import leagues_for
from league.services.live import CHANNEL
from league.services.ops import heartbeats
from league.translation import addressed_in, speaking
from league.web.live.following import Part, render_parts

LOOK_EVERY = 0.5
# With somebody to tell of every change, a look is for what was not told.
LOOK_EVERY_WITH_REDIS = 1.0
# Changes that come together are drawn together.
AT_LEAST = 0.1
FRESH_EVERY = 60.0
REDIS_AGAIN = 2.0
# Different parts of a league that are followed at once, in one locale: an evening of the largest has a third of it.
MOST_IN_CHANNEL = 200
# How a part is known that is not there any more.
GONE = "0" * 16
JOB = "live"

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Full(Exception):
    """So many different parts of a league are followed that no other is taken on."""


@dataclass(eq=False, slots=True)
class Follower:
    parts: tuple[str, ...]
    sent: dict[str, str] = field(default_factory=dict)  # of each part the digest of what was sent last
    changed: asyncio.Event = field(default_factory=asyncio.Event)  # set whenever something may have changed


@dataclass(frozen=True, slots=True)
class RenderLocale:
    """How a page writes: its language, and the one that its addresses begin with; blank: the league's, and none."""

    language: str = ""
    below: str = ""


LEAGUES_OWN = RenderLocale()


@dataclass(eq=False)
class Channel:
    league: League
    locale: RenderLocale = LEAGUES_OWN
    followers: set[Follower] = field(default_factory=set)
    parts: dict[str, Part] = field(default_factory=dict)  # as they stand, those that somebody follows
    # How far each score and the journal were when they were made.
    versions: dict[int, int] = field(default_factory=dict)
    fresh_until: float = 0.0  # when they are made anew in any case
    over: bool = False  # nobody may see the league any more
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Hub:
    def __init__(self) -> None:
        self.channels: dict[tuple[str, RenderLocale], Channel] = {}
        self.closed = False
        # Says when the process is told to go.
        self.alive: Callable[[], bool] = lambda: True
        self._nudged = asyncio.Event()
        self._asking = ThreadPoolExecutor(2, "live")
        self._beaten = 0.0

    @property
    def count(self) -> int:
        return sum(len(channel.followers) for channel in self.channels.values())

    async def subscribe(
        self, slug: str, locale: RenderLocale, parts: tuple[str, ...], sent: dict[str, str]
    ) -> tuple[Channel, Follower] | None:
        """Subscribe to those parts of a league that exist; None where everybody may see none.

        Raises:
            Full: too many different parts of the league are followed already.
            django.db.Error: the database does not answer.
        """
        league = await self.ask(lambda: seen_league(slug))
        if league is None:
            return None
        channel = self.channels.setdefault((slug, locale), Channel(league, locale))
        channel.league = league
        follower = Follower(parts, sent)
        channel.followers.add(follower)
        try:
            await self._draw_missing(channel, parts)
            follower.parts = tuple(part for part in parts if part in channel.parts)
            if (
                len({part for one in channel.followers for part in one.parts if part in channel.parts})
                > MOST_IN_CHANNEL
            ):
                raise Full(slug)
        except BaseException:
            # Whoever has gone before they were let in, too, follows no more.
            self.unsubscribe(channel, follower)
            raise
        if not follower.parts:
            self.unsubscribe(channel, follower)
            return None
        follower.changed.set()
        return channel, follower

    async def _draw_missing(self, channel: Channel, parts: tuple[str, ...]) -> None:
        async with channel.lock:
            missing = [part for part in parts if part not in channel.parts]
            if missing:
                channel.parts |= await self.ask(lambda: drawn(channel.league, missing, channel.locale))

    def unsubscribe(self, channel: Channel, follower: Follower) -> None:
        """Unsubscribe; a league without followers is not polled."""
        channel.followers.discard(follower)
        if not channel.followers:
            self.channels.pop((channel.league.slug, channel.locale), None)

    async def run(self) -> None:
        """Look for changes until the process is told to go; then everybody is sent away."""
        listening = asyncio.create_task(self._listen()) if settings.LIVE_REDIS_URL else None
        every = LOOK_EVERY_WITH_REDIS if listening else LOOK_EVERY
        try:
            while self.alive() and not self.closed:
                try:
                    await self._look()
                except Exception:
                    # Whatever is wrong with one look, the next may do.
                    # Followers keep what they have; their pages say nothing that is not so.
                    log.warning("live_scores_not_read", exc_info=True)
                await asyncio.sleep(AT_LEAST)
                await self._wait(every)
        finally:
            if listening:
                listening.cancel()
            self.close()

    def close(self) -> None:
        """Send everybody away, without waiting for the next look; they come back to the next process."""
        self.closed = True
        self._nudged.set()
        for channel in self.channels.values():
            for follower in channel.followers:
                follower.changed.set()

    async def _wait(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._nudged.wait(), seconds)
        except TimeoutError:
            return
        self._nudged.clear()

    async def _look(self) -> None:
        if time.monotonic() >= self._beaten + FRESH_EVERY:
            told = f"{self.count} follow"
            await self.ask(lambda: heartbeats.beat(JOB, now=timezone.now(), summary=told))
            self._beaten = time.monotonic()
        channels = list(self.channels.values())
        if not channels:
            return
        versions_by_league = await self.ask(lambda: versions_in(list({channel.league.pk for channel in channels})))
        for channel in channels:
            versions = versions_by_league[channel.league.pk]
            if versions != channel.versions or time.monotonic() >= channel.fresh_until:
                try:
                    await self._draw(channel, versions)
                except Exception:
                    # The other leagues' turn comes all the same.
                    log.warning("live_parts_not_made", exc_info=True)

    async def _draw(self, channel: Channel, versions: dict[int, int]) -> None:
        async with channel.lock:
            wanted = {part for follower in channel.followers for part in follower.parts}
            slug = channel.league.slug
            league = await self.ask(lambda: seen_league(slug))
            if league is None:
                channel.over, channel.parts = True, {}
            else:
                channel.league, channel.parts = league, await self.ask(lambda: drawn(league, wanted, channel.locale))
            channel.versions, channel.fresh_until = versions, time.monotonic() + FRESH_EVERY
        for follower in channel.followers:
            follower.changed.set()

    async def _listen(self) -> None:
        """Look at once whenever Redis tells of a change, for as long as it answers."""
        while True:
            try:
                client = Redis.from_url(settings.LIVE_REDIS_URL, health_check_interval=30)
                async with client, client.pubsub(ignore_subscribe_messages=True) as heard:
                    await heard.subscribe(CHANNEL)
                    async for _ in heard.listen():
                        self._nudged.set()
            except (RedisError, OSError) as error:
                log.warning("Redis does not answer (%s): looking for changes every second.", type(error).__name__)
            await asyncio.sleep(REDIS_AGAIN)

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """Ask the database, in one of two threads: a follower holds none."""

        def run_query() -> Answer:
            close_old_connections()
            return question()

        return await asyncio.get_running_loop().run_in_executor(self._asking, run_query)


def seen_league(slug: str) -> League | None:
    league = leagues_for(AnonymousUser()).filter(slug=slug).first()
    return league if league is not None and may(anybody(league), "live.follow") else None


def drawn(
    league: League, wanted: Collection[str], locale: RenderLocale = LEAGUES_OWN, *, now: dt.datetime | None = None
) -> dict[str, Part]:
    with timezone.override(league.tz), speaking(locale.language, league.language), addressed_in(locale.below):
        return render_parts(league, sorted(wanted), now=now or timezone.now())
