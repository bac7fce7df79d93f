"""Pictures drawn by typst, 1200 by 630 pixels, and kept by what is on them.

A picture is drawn once for whatever stands on it: a table that did not change is not drawn again, however often it is
asked for and whatever else happens in the league. One is drawn at a time in each process; whoever waits too long is
told to come back, and an address that asks for ever new ones is told to wait.
"""

import json
from collections.abc import Mapping
from threading import BoundedSemaphore, Lock
from typing import Any

from cachetools import LRUCache
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from league.web.portability.paper.typesetting import handed, png
from league.web.request_limits import too_often
from league.web.sharing.shared import conditional

WIDTH, HEIGHT = 1200, 630
# A page of 1200 by 630 points at one pixel a point.
PPI = 72
PATIENCE = 5  # seconds until the one before is drawn
LONGEST_NAME = 48

_drawn: LRUCache[tuple[str, str], bytes] = LRUCache(
    settings.KEPT_PICTURES, getsizeof=lambda picture: len(picture) + 500
)
_lock = Lock()
_turn = BoundedSemaphore(1)


def picture_answer(request: HttpRequest, name: str, data: Mapping[str, Any]) -> HttpResponseBase:
    """Return the picture of a template in `templates/paper/pictures/`, filled with data, or why there is none now."""
    key = name, json.dumps(handed(data), ensure_ascii=False)
    with _lock:
        found = _drawn.get(key)
    if found is None:
        if refused := too_often(request, "picture-address"):
            return refused
        found = _draw(key, data)
    if found is None:
        return HttpResponse(status=503, headers={"Retry-After": str(PATIENCE)})
    return conditional(request, found, "image/png")


def _draw(key: tuple[str, str], data: Mapping[str, Any]) -> bytes | None:
    """Draw a picture and keep it; None if the ones before take too long."""
    if not _turn.acquire(timeout=PATIENCE):
        return None
    try:
        with _lock:
            found = _drawn.get(key)
        if found is None:
            found = png(f"pictures/{key[0]}", data, ppi=PPI)[0]
            with _lock:
                # One that is larger than all that is kept is drawn each time.
                if len(found) + 500 <= _drawn.maxsize:
                    _drawn[key] = found
        return found
    finally:
        _turn.release()


def cut(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"
