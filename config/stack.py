"""Room on the interpreter's stack, for calls that go deep.

Python 3.11 and 3.12 keep the frames of calls in pieces of 16 KB. A piece is asked of the system when a call needs it,
and given back when that call returns; so a loop that happens to stand at the end of a piece pays for both, and for the
memory being cleared, at every call it makes. Templates within templates go so deep: a captain's sheet asked for 5,765
pieces, and half of its time went there. Later versions keep one piece at hand (python/cpython#142183).
"""

from collections.abc import Callable
from typing import Any, TypeVar

Called = TypeVar("Called", bound=Callable[..., Any])
# Words of eight bytes. A piece is made twice as large until one call fits, and what is left over is for those within:
# of half a megabyte almost half. The system gives memory only to what is written to.
ROOM = 33_000


def with_room(function: Called) -> Called:
    """Return a function that calls this one in one piece of the stack, with room in it for a thousand calls within."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=ROOM)
    return call  # type: ignore[return-value]
