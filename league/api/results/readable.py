"""What of a sheet can be read although its shape is wrong, so that the rules' problems are told with the shape's."""

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from league.api.base.pointers import point_in_body
from league.api.results.sheet_shapes import SheetIn, sheet_from
from league.models import Fixture
from league.queries.results.versions import Examined
from league.rules.kept_formats import fixture_terms
from league.rules.match_terms import Terms
from league.rules.problems import Problem
from league.rules.sheets import SIDES, ResultSheet


def problems_of_rest(
    fixture: Fixture, sheet: Any, wrong: Iterable[Problem], examine: Callable[[Fixture, ResultSheet], Examined]
) -> Iterator[Problem]:
    """Yield what the rules have against the readable part of a sheet, elsewhere than where its shape is wrong.

    Args:
        sheet: as it was sent.
        wrong: the problems of its shape, each with its pointer within the sheet.
        examine: holds a sheet of this kind against the rules.
    """
    # Of a match that is said to have had nobody, and has somebody, nothing else can be told.
    places = [one.field.removesuffix("/nobody") for one in wrong if one.code != "unknown-field"]
    if not isinstance(sheet, dict) or not isinstance(sheet.get("matches"), list) or "/matches" in places:
        return
    readable = copy.deepcopy(sheet)
    for place in places:
        _put_right(readable, place.split("/")[1:], fixture_terms(fixture))
    shape = SheetIn(data=readable)
    if not shape.is_valid():
        return
    for problem in examine(fixture, sheet_from(shape.validated_data)).problems:
        at = point_in_body(problem.field, shape.fields, readable)
        if at and not any(at.startswith(place) or place.startswith(at) for place in places):
            yield replace(problem, field=at)


def _put_right(sheet: dict[str, Any], steps: list[str], terms: Terms) -> None:
    """Put something that can be read in the place of what cannot."""
    if len(steps) < 2 or not steps[1].isdigit():
        return
    index = int(steps[1])
    match = sheet["matches"][index]
    due = terms.match(index + 1)
    if not isinstance(match, dict):
        match = sheet["matches"][index] = {}
    usual: dict[str, Any] = {"number": index + 1, "kind": due.kind, "games": []}
    usual |= {f"{side}_players": [None] * due.players for side in SIDES}
    if len(steps) == 2:
        sheet["matches"][index] = usual
        return
    name, inner = steps[2], match.get(steps[2])
    if isinstance(inner, list) and len(steps) > 3 and steps[3].isdigit() and int(steps[3]) < len(inner):
        place = int(steps[3])
        if name == "games":
            inner[place] = (
                {key: value for key, value in inner[place].items() if [key] != steps[4:]} if steps[4:] else {}
            )
        elif name.endswith("_players"):
            inner[place] = None
        else:
            match[name] = []
    elif name in usual:
        match[name] = usual[name]
    else:
        match.pop(name, None)
