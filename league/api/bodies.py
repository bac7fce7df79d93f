"""The body of a request in its shape: every problem of it at once, each at its JSON pointer (RFC 6901).

Rules and services name the places of forms and sheets; programs are told pointers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.http import Http404
from rest_framework import fields, serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from league.api.errors import point_to, problems_in
from league.errors import Invalid, LeagueError
from league.rules.names import nearest_name
from league.rules.problems import Problem
from league.translation import N_, Text, translated


class Json(JSONParser):
    """JSON, however deeply somebody nests it."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(translated(N_("The JSON is nested too deeply."))) from error


_SHEET_PLACE = re.compile(r"m([0-9]+)(?:-(.+))?")
_SEAT = re.compile(r"(home|away)-([0-9]+)(?:-(?:name|is))?")
_GAME = re.compile(r"g([0-9]+)(?:-.+)?")
_SIDE_TOTAL = re.compile(r"(home|away)-(games|pegged|awarded)")
_SCORE = {
    "home-score": "home", "away-score": "away", "home-matches": "home_matches", "away-matches": "away_matches",
}  # fmt: skip
# Places of forms that stand in a list of the body, counted from one.
_NUMBERED = re.compile(r"(slot|wish)-([0-9]+)")
_LISTS = {"slot": "slots", "wish": "wishes"}
# What a form calls otherwise than a body.
_RENAMED = {"night": "home_night", "names": "name", "slot-1": "slot"}
HEADERS = ("Idempotency-Key", "If-Match")


def point_in_body(place: str, fields: Mapping[str, Any], body: Any) -> str:
    """Return the JSON pointer of a place that a rule or a service names; "" where the body has none."""
    if not place or place.startswith("/") or place in HEADERS:
        return place
    if place in fields:
        return point_to("", place)
    if "matches" in fields and (match := _SHEET_PLACE.fullmatch(place)):
        return _on_sheet(match, "", body)
    if "sheet" in fields and (match := _SHEET_PLACE.fullmatch(place)):
        return _on_sheet(match, "/sheet", body.get("sheet"))
    if place in _SCORE and ("score" in fields or "sheet" in fields):
        return f"{'' if 'score' in fields else '/sheet'}/score/{_SCORE[place]}"
    if (match := _NUMBERED.fullmatch(place)) and _LISTS[match[1]] in fields:
        return point_to(f"/{_LISTS[match[1]]}", int(match[2]) - 1)
    if _RENAMED.get(place) in fields:
        return point_to("", _RENAMED[place])
    maps = (name for name, field in fields.items() if isinstance(field, serializers.DictField))
    return next((point_to(f"/{name}", place) for name in maps if place in _mapping(body, name)), "")


def _mapping(body: Any, name: str) -> Mapping[str, Any]:
    inner = body.get(name) if isinstance(body, dict) else None
    return inner if isinstance(inner, dict) else {}


def _on_sheet(place: re.Match[str], at: str, sheet: Any) -> str:
    """Return the pointer of a place such as ``m3-g2`` or ``m1-home-2``."""
    matches = sheet.get("matches", []) if isinstance(sheet, dict) else []
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


# Yields what the rules have against a body, by its fields; those whose shape is wrong are not among them, and what
# depends on one of them is not judged.
Check = Callable[[dict[str, Any]], Iterable[Problem]]
LONGEST_ECHO = 50
# More than that is no slip of the pen, and each is compared with the names there are.
MOST_UNKNOWN = 50


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST_ECHO else f"{name[:LONGEST_ECHO]}…"


def read_body(
    shape: serializers.BaseSerializer[Any], problems: Sequence[Problem] = (), check: Check | None = None
) -> Any:
    """Return the validated data of a shape.

    Args:
        problems: what is wrong besides, such as its `unknown_keys`.
        check: what the service would refuse; run only where the shape is invalid, so that both are reported at once.

    Raises:
        Invalid: with every problem.
    """
    wrong = [*problems, *(() if shape.is_valid() else problems_in(shape.errors))]
    if wrong:
        rest = problems_of_rest(shape, wrong, check) if check and isinstance(shape, serializers.Serializer) else ()
        raise Invalid([*wrong, *rest])
    return shape.validated_data


def problems_of_rest(shape: serializers.Serializer[Any], wrong: Sequence[Problem], check: Check) -> Iterator[Problem]:
    """Yield what the rules have against the valid part of a body, elsewhere than where its shape is wrong."""
    body = shape.initial_data
    if not isinstance(body, dict):
        return
    broken = [problem.field for problem in wrong if problem.field]
    try:
        further = list(check(readable_part(shape, body)))
    except Invalid as refused:
        further = [*refused.problems]
    except (LeagueError, Http404):
        # Told where everything can be read.
        return
    for problem in further:
        at = point_in_body(problem.field, shape.fields, body)
        if not at or not any(_overlap(at, place) for place in broken):
            yield replace(problem, field=at)


def _overlap(one: str, other: str) -> bool:
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")


def readable_part(shape: serializers.Serializer[Any], body: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a body that validate."""
    values = {}
    for name, field in shape.fields.items():
        if field.read_only:
            continue
        try:
            value = field.run_validation(field.get_value(body))
            own = getattr(shape, f"validate_{name}", None)
            values[name] = own(value) if own else value
        except (serializers.ValidationError, ValidationError, fields.SkipField):
            continue
    return values


def unknown_keys(field: Any, sent: Any, at: str = "") -> Iterator[Problem]:
    """Yield a problem for each key, however deep, that a shape does not read, with the nearest it does."""
    if isinstance(field, serializers.Serializer) and isinstance(sent, dict):
        fields_read = {name: one for name, one in field.fields.items() if not one.read_only}
        for name, value in sent.items():
            if name in fields_read:
                yield from unknown_keys(fields_read[name], value, point_to(at, name))
            else:
                yield unknown_key(name, fields_read, at)
    elif isinstance(field, serializers.ListSerializer | serializers.ListField) and isinstance(sent, list):
        for place, value in enumerate(sent):
            yield from unknown_keys(field.child, value, point_to(at, place))
    elif isinstance(field, serializers.DictField) and isinstance(sent, dict):
        for name, value in sent.items():
            yield from unknown_keys(field.child, value, point_to(at, name))


def unknown_key(name: str, allowed: Iterable[str], at: str = "") -> Problem:
    names = sorted(allowed)
    echo = shortened(name)
    if near := nearest_name(name, names):
        message = Text("There is no field “{name}” here. Did you mean “{near}”?", name=echo, near=near)
    elif names:
        message = Text("There is no field “{name}” here. Allowed here: {allowed}.", name=echo, allowed=", ".join(names))
    else:
        message = Text("There is no field “{name}” here. None is allowed here.", name=echo)
    return Problem("unknown-field", message, point_to(at, name) if echo == name else at)
