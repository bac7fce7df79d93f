"""What every template may rely on: the league of the page, if any, and where one can go from here."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from league.access import may


def navigation(request: HttpRequest) -> dict[str, Any]:
    """`league` (or None), `grants` (or None) and `nav`: a list of {label, url, icon, current}."""
    league = getattr(request, "league", None)
    if league is None:
        return {"league": None, "grants": None, "nav": [_item(request, "Check a hand", reverse("hand"), "hand")]}
    held = request.grants  # type: ignore[attr-defined]
    to = {name: reverse(name, kwargs={"slug": league.slug}) for name in PAGES}
    nav = [
        _item(request, "League", to["league"], "home", exact=True),
        _item(request, "Fixtures", to["fixtures"], "calendar"),
    ]
    if may(held, "captain.work"):
        nav.append(_item(request, "My fixtures", to["my-fixtures"], "peg"))
    if may(held, "referee.work"):
        nav.append(_item(request, "Rule on a call", to["calls"], "whistle"))
    if may(held, "league.oversee"):
        nav.append(_item(request, "Secretary", to["secretary"], "desk"))
    nav.append(_item(request, "Check a hand", to["league-hand"], "hand"))
    nav.append(_item(request, "Rules", to["rules"], "book"))
    return {"league": league, "grants": held, "nav": nav}


PAGES = ("league", "fixtures", "my-fixtures", "calls", "secretary", "league-hand", "rules")


def _item(request: HttpRequest, label: str, url: str, icon: str, *, exact: bool = False) -> dict[str, Any]:
    current = request.path == url if exact else request.path.startswith(url)
    return {"label": label, "url": url, "icon": icon, "current": current}
