"""The keys of the seats that a browser has, in its session: by them each of two people is known again."""

from django.http import HttpRequest

KEYS = "play-keys"
MOST = 50


def key_at(request: HttpRequest, slug: str) -> str:
    """Return the key that this browser has to a table; empty if none."""
    return str(request.session.get(KEYS, {}).get(slug, ""))


def remember_key(request: HttpRequest, slug: str, key: str) -> None:
    """Keep a key; of many the oldest goes."""
    keys = {one: kept for one, kept in request.session.get(KEYS, {}).items() if one != slug} | {slug: key}
    request.session[KEYS] = dict(list(keys.items())[-MOST:])
