"""Every feature is three taps from the league's home page at most, for whoever may see it."""

import re
from collections import Counter
from html import unescape

import pytest
from django.urls import Resolver404, resolve

from tests.matrix import ROLES, rows_of, undone
from tests.web import test_matrix
from tests.web.addresses import World
from tests.web.worlds import world

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["world"]

HOME = "/leagues/town/"
TAPS = 3
# Of a kind of page so many are opened: a list is as good as its first lines.
OF_A_KIND = 2
HREF = re.compile(r'<(?:a|form)\b[^>]*?\s(?:href|action)="([^"]+)"')
# Files and parts of pages, for programs and scripts; the server's own; the start of a server without a league; and of
# the desk the button that confirms results where some can be, and the page of a list that is too long for it.
NO_PAGES = {
    "following", "live-parts", "league-manifest", "league-sitemap", "news-feed", "results-feed",
    "health", "health-domain", "health-web", "manifest", "worker", "offline", "outbox", "robots", "sitemap", "favicon",
    "touch-icon", "daily-leagues", "first-visit", "metrics", "desk-confirm", "desk-section",
}  # fmt: skip


def kind_of(address: str) -> str:
    try:
        return resolve(address.partition("?")[0]).url_name or ""
    except Resolver404:
        return ""


def reached(world: World, role: str) -> set[str]:
    """Return the kinds of pages that a visitor reaches from the home page."""
    client = world.client(role)
    seen, kinds, opened, ahead = {HOME}, {"league"}, Counter[str](), [HOME]
    for _ in range(TAPS):
        found: list[str] = []
        for address in ahead:
            with undone():
                answer = client.get(address)
                body = b"".join(answer).decode(errors="replace")
            for link in HREF.findall(body) if "html" in answer.headers.get("Content-Type", "") else ():
                target = unescape(link).partition("#")[0]
                if not target.startswith("/") or target in seen or "logout" in target:
                    continue
                seen.add(target)
                kind = kind_of(target)
                kinds.add(kind)
                opened[kind] += 1
                if opened[kind] <= OF_A_KIND:
                    found.append(target)
        ahead = found
    return kinds


def features(world: World, role: str) -> set[str]:
    """Return the pages that a role may see and that are about no one thing of the league."""
    column = list(ROLES).index(role)
    rows = rows_of(test_matrix.__file__, "begun")
    seen = {page for page, method, *told in rows if method == "GET" and told[column] == "200"}
    return {
        page for page in seen - NO_PAGES if resolve(world.address(page).partition("?")[0]).kwargs.keys() <= {"slug"}
    }


@pytest.mark.parametrize("role", ["anon", "home", "ref", "secr"])
def test_every_feature_is_reached_in_three_taps(world: World, role: str) -> None:
    assert sorted(features(world, role) - reached(world, role)) == []
