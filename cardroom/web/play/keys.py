"""The things a browser keeps in its session: keys of its seats, by which each of two people is known; its switches."""

from django.http import HttpRequest

from cardroom.rules.play.switches import Switches, kept_switches

KEYS = "play-keys"
MOST = 50
SWITCHES = "play-switches"


def key_at(request: HttpRequest, slug: str) -> str:
    """Return the key that this browser has to a table; empty if none."""
    return str(request.session.get(KEYS, {}).get(slug, ""))


def remember_key(request: HttpRequest, slug: str, key: str) -> None:
    """Keep a key; of many the oldest goes."""
    keys = {one: kept for one, kept in request.session.get(KEYS, {}).items() if one != slug} | {slug: key}
    request.session[KEYS] = dict(list(keys.items())[-MOST:])


def switches_here(request: HttpRequest) -> Switches | None:
    """Return the switches that were last chosen in this browser, or None."""
    return kept_switches(request.session.get(SWITCHES, {}))


def remember_switches(request: HttpRequest, switches: Switches) -> None:
    """Keep the switches that were chosen, for the next table."""
    request.session[SWITCHES] = switches.stored()
