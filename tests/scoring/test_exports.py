"""What the package exports: every type that a public signature names, and all that its reference tells of."""

import inspect
import re
import types
import typing
from collections.abc import Iterator
from pathlib import Path

import scoring

REFERENCE = Path(__file__).parents[2] / "docs" / "scoring-api.md"


def hinted(what: object) -> Iterator[object]:
    """The types in the signatures of a function, or of a class's public fields, properties and methods."""
    if inspect.isclass(what):
        yield from typing.get_type_hints(what).values()
        for name, member in vars(what).items():
            if not name.startswith("_") or name in ("__init__", "__new__"):
                member = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if inspect.isfunction(member):
                    yield from typing.get_type_hints(member).values()
    elif inspect.isfunction(what):
        yield from typing.get_type_hints(what).values()


def engine_classes(hint: object) -> Iterator[type]:
    """The classes of the engine in a type, however deep."""
    if isinstance(hint, type) and not isinstance(hint, types.GenericAlias):
        if hint.__module__.partition(".")[0] == "scoring":
            yield hint
        return
    for part in typing.get_args(hint):
        yield from engine_classes(part)


def test_every_type_of_a_public_signature_is_exported() -> None:
    missing = {
        f"{name}: {cls.__name__}"
        for name in scoring.__all__
        for hint in hinted(getattr(scoring, name))
        for cls in engine_classes(hint)
        if not cls.__name__.startswith("_") and cls.__name__ not in scoring.__all__
    }
    assert missing == set()


def test_the_list_of_exports_is_sorted_and_complete() -> None:
    assert len(set(scoring.__all__)) == len(scoring.__all__)
    public = {name for name, value in vars(scoring).items() if not name.startswith("_") and not inspect.ismodule(value)}
    assert public - set(scoring.__all__) == set()


def test_the_reference_tells_of_every_name_and_of_no_other() -> None:
    told = set(
        re.findall(
            r"^\| `([A-Za-z_0-9]+)`", REFERENCE.read_text(encoding="utf-8").partition("## Everything")[2], re.MULTILINE
        )
    )
    assert told == set(scoring.__all__)
