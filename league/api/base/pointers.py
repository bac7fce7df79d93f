"""Where a problem lies in the body that was sent: rules and services name the places of forms and sheets, programs
are told JSON pointers (RFC 6901)."""

import re
from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from league.api.errors import point_to

_SHEET_PLACE = re.compile(r"m([0-9]+)(?:-(.+))?")
_SEAT = re.compile(r"(home|away)-([0-9]+)(?:-(?:name|is))?")
_GAME = re.compile(r"g([0-9]+)(?:-.+)?")
_SIDE_TOTAL = re.compile(r"(home|away)-(games|pegged|awarded)")
# Places of forms that stand in a list of the body, counted from one.
_NUMBERED = re.compile(r"(slot|wish)-([0-9]+)")
_LISTS = {"slot": "slots", "wish": "wishes"}
# What a form calls otherwise than a body.
_RENAMED = {"night": "home_night", "names": "name", "slot-1": "slot"}
HEADERS = ("Idempotency-Key", "If-Match")


def point_in_body(place: str, fields: Mapping[str, Any], body: Any) -> str:
    """Return the JSON pointer of a place that a rule or a service names; blank where the body has no such place.

    Args:
        fields: of the body's shape, by name.
        body: as it was sent.
    """
    if not place or place.startswith("/") or place in HEADERS:
        return place
    if place in fields:
        return point_to("", place)
    if "matches" in fields and (found := _SHEET_PLACE.fullmatch(place)):
        return _on_sheet(found, "", body)
    if "sheet" in fields and (found := _SHEET_PLACE.fullmatch(place)):
        return _on_sheet(found, "/sheet", body.get("sheet"))
    if (found := _NUMBERED.fullmatch(place)) and _LISTS[found[1]] in fields:
        return point_to(f"/{_LISTS[found[1]]}", int(found[2]) - 1)
    if _RENAMED.get(place) in fields:
        return point_to("", _RENAMED[place])
    maps = (name for name, field in fields.items() if isinstance(field, serializers.DictField))
    return next((point_to(f"/{name}", place) for name in maps if place in _mapping(body, name)), "")


def _mapping(body: Any, name: str) -> Mapping[str, Any]:
    inner = body.get(name) if isinstance(body, dict) else None
    return inner if isinstance(inner, dict) else {}


def _on_sheet(place: re.Match[str], at: str, sheet: Any) -> str:
    """Return the pointer of a place of a sheet, such as ``m3-g2`` or ``m1-home-2``."""
    matches = sheet["matches"] if isinstance(sheet, dict) else []
    number, rest = int(place[1]), place[2] or ""
    index = next((n for n, match in enumerate(matches) if match.get("number") == number), None)
    if index is None:
        return point_to(at, "matches")
    match, at = matches[index], point_to(point_to(at, "matches"), index)
    if seat := _SEAT.fullmatch(rest):
        side, n = seat[1], int(seat[2])
        typed = (k for k, name in enumerate(match.get(f"{side}_names") or ()) if name.get("seat") == n)
        if (written := next(typed, None)) is not None:
            return f"{at}/{side}_names/{written}/name"
        return f"{at}/{side}_players/{n - 1}" if n <= len(match[f"{side}_players"]) else f"{at}/{side}_players"
    if game := _GAME.fullmatch(rest):
        n = int(game[1])
        return f"{at}/games/{n - 1}" if n <= len(match["games"]) else f"{at}/games"
    if total := _SIDE_TOTAL.fullmatch(rest):
        return f"{at}/{total[1]}_{total[2]}"
    return f"{at}/games" if rest == "games" else at
