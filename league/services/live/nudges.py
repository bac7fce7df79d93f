"""Telling the process that streams that something has changed. It would find out by itself, a little later.

Nobody's save waits for it or fails with it: where Redis does not answer, followers see the game within two seconds all
the same (`web/live/stream`).
"""

import logging
from functools import cache

from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.exceptions import RedisError

CHANNEL = "muggins:live"
# Of a save, which waits for it.
PATIENCE = 0.3

log = logging.getLogger(__name__)


def nudge(league: int) -> None:
    """Tell those who stream, once what is being written is there to be read, that scores of a league have changed."""
    if settings.LIVE_REDIS_URL:
        transaction.on_commit(lambda: _publish(league))


def _publish(league: int) -> None:
    try:
        _redis(settings.LIVE_REDIS_URL).publish(CHANNEL, str(league))
    except (RedisError, OSError) as error:
        log.warning("Redis does not answer (%s): live scores are found a little later.", type(error).__name__)


@cache
def _redis(url: str) -> Redis:
    return Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
