"""The body of a request in its shape: every problem of it at once, each at its JSON pointer (RFC 6901)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404
from rest_framework import fields, serializers

from league.api.base.pointers import point_in_body
from league.api.errors import point_to, problems_in
from league.errors import Invalid, LeagueError
from league.rules.names import nearest_name
from league.rules.problems import Problem
from league.translation import Text

# Yields what the rules have against a body, by its fields; those whose shape is wrong are not among them, and what
# depends on one of them is not judged.
Check = Callable[[dict[str, Any]], Iterable[Problem]]
LONGEST_ECHO = 50
# More than that is no slip of the pen, and each is compared with the names there are.
MOST_UNKNOWN = 50


def shortened(name: str) -> str:
    """Return what somebody sent as it is repeated to them."""
    return name if len(name) <= LONGEST_ECHO else f"{name[:LONGEST_ECHO]}…"


def read_body(
    shape: serializers.BaseSerializer[Any], problems: Sequence[Problem] = (), check: Check | None = None
) -> Any:
    """Return what was sent as its shape reads it.

    Args:
        problems: what is wrong with the body besides, such as its `unknown_keys`.
        check: what the service would refuse; asked only where the shape is wrong, so that both are told at once.

    Raises:
        Invalid: with these and every problem of the shape, and what `check` has against the rest.
    """
    found = [*problems, *(() if shape.is_valid() else problems_in(shape.errors))]
    if found:
        rest = problems_of_rest(shape, found, check) if check and isinstance(shape, serializers.Serializer) else ()
        raise Invalid([*found, *rest])
    return shape.validated_data


def problems_of_rest(shape: serializers.Serializer[Any], wrong: Sequence[Problem], check: Check) -> Iterator[Problem]:
    """Yield what the rules have against the readable part of a body, elsewhere than where its shape is wrong."""
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
    """Return True if one pointer leads into what the other points to."""
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")


def readable_part(shape: serializers.Serializer[Any], body: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a body that can be read, each by its own name."""
    found = {}
    for name, field in shape.fields.items():
        if field.read_only:
            continue
        try:
            value = field.run_validation(field.get_value(body))
            own = getattr(shape, f"validate_{name}", None)
            found[name] = own(value) if own else value
        except (serializers.ValidationError, ValidationError, fields.SkipField):
            continue
    return found


def unknown_keys(field: Any, sent: Any, at: str = "") -> Iterator[Problem]:
    """Yield a problem for each key that a shape does not read, however deep, with the nearest that it does.

    Args:
        field: the shape, or one of its fields.
        sent: what was sent for it.
        at: its JSON pointer.
    """
    if isinstance(field, serializers.Serializer) and isinstance(sent, dict):
        known = {name: one for name, one in field.fields.items() if not one.read_only}
        for name, value in sent.items():
            if name in known:
                yield from unknown_keys(known[name], value, point_to(at, name))
            else:
                yield unknown_key(name, known, at)
    elif isinstance(field, serializers.ListSerializer | serializers.ListField) and isinstance(sent, list):
        for place, value in enumerate(sent):
            yield from unknown_keys(field.child, value, point_to(at, place))
    elif isinstance(field, serializers.DictField) and isinstance(sent, dict):
        for name, value in sent.items():
            yield from unknown_keys(field.child, value, point_to(at, name))


def unknown_key(name: str, known: Iterable[str], at: str = "") -> Problem:
    """Return the problem that a body has a key that nothing reads."""
    names = sorted(known)
    echo = shortened(name)
    if near := nearest_name(name, names):
        message = Text("There is no field “{name}” here. Did you mean “{near}”?", name=echo, near=near)
    elif names:
        message = Text("There is no field “{name}” here. Allowed here: {allowed}.", name=echo, allowed=", ".join(names))
    else:
        message = Text("There is no field “{name}” here. None is allowed here.", name=echo)
    return Problem("unknown-field", message, point_to(at, name) if echo == name else at)
