"""gunicorn's threads, which tell whoever sends too long an address what to do: no page of ours is asked by then."""

from typing import Any

from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.gthread import ThreadWorker


class TooLong(LimitRequestLine):
    """An address that is not read to its end."""

    def __str__(self) -> str:
        return (
            f"This address is longer than the {self.max_size:,} letters that are read. "
            "Shorten what was typed into it (a search takes 100 letters) and open it again."
        )


class Worker(ThreadWorker):
    """Threads as gunicorn has them, but for what they say of an address that is too long (414)."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        if isinstance(exc, LimitRequestLine):
            exc = TooLong(exc.size, exc.max_size)
        super().handle_error(req, client, addr, exc)
