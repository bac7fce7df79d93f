"""Publish changes to the streaming process, which would find them a little later by itself.

No save waits for it or fails with it: without Redis followers see the game within two seconds (`web/live/stream.py`).
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
    """Publish a league's change on commit."""
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
