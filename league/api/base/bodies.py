"""The body of a request in its shape: every problem of it at once, each at its JSON pointer (RFC 6901)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rest_framework import serializers

from league.api.errors import point_to, problems_in
from league.errors import Invalid
from league.rules.names import nearest_name
from league.rules.problems import Problem
from league.translation import Text

LONGEST_ECHO = 50
# More than that is no slip of the pen, and each is compared with the names there are.
MOST_UNKNOWN = 50


def shortened(name: str) -> str:
    """Return what somebody sent as it is repeated to them."""
    return name if len(name) <= LONGEST_ECHO else f"{name[:LONGEST_ECHO]}…"


def read_body(shape: serializers.BaseSerializer[Any], problems: Sequence[Problem] = ()) -> Any:
    """Return what was sent as its shape reads it.

    Args:
        problems: what is wrong with the body besides, such as its `unknown_keys`.

    Raises:
        Invalid: with these and every problem of the shape.
    """
    found = [*problems, *(() if shape.is_valid() else problems_in(shape.errors))]
    if found:
        raise Invalid(found)
    return shape.validated_data


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
