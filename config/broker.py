"""The broker's transport: kombu's for Redis, for a worker that outlives Redis.

In kombu 5.7, a channel whose connection has been given up ("collected") no longer knows where its server is. Whoever
still asks it to read, to acknowledge or to close meets an AttributeError ('NoneType' object has no attribute
'hostname'). Celery's worker takes that for an unrecoverable error and ends, although the connection is lost and nothing
else: it happens when Redis goes away while a task runs. Here it is the connection error it is, which every caller
expects: the task goes on, its receipt is lost, and the worker connects again.
"""

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as BrokerLost


class Channel(redis.Channel):
    """A channel that knows when its connection has been given up."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        """Return where to connect to.

        Raises:
            BrokerLost: the connection of this channel is given up; a new channel belongs to the new connection.
        """
        if self.connection is None or self.connection.client is None:
            raise BrokerLost("the connection of this channel was lost and given up")
        params: dict[str, Any] = super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]
        return params

    def close(self) -> None:
        """Close the channel, also where the server is gone and owes it an answer."""
        try:
            super().close()
        except Transport.connection_errors:
            # The answer to the last question will not come; without it, the rest is closed.
            super().close()


class Transport(redis.Transport):
    """kombu's transport with channels that can lose their server."""

    Channel = Channel
