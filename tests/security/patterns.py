"""Every regular expression of the code, found by reading it, with the ways in which each is used."""

import ast
import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.urls import URLResolver, get_resolver

ROOT = Path(__file__).resolve().parents[2]
CODE = ("league", "cardroom", "timetable", "scoring", "config")
METHODS = frozenset({"search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn"})
Dynamic = Mapping[str, Sequence[re.Pattern[str]]]
# Django's and REST framework's own words for a pattern; the first argument is one.
WRAPPERS = {"RegexValidator": "search", "RegexField": "search", "re_path": "search"}


@dataclass
class Used:
    """A pattern, where it stands, and the methods it is called with."""

    where: str
    pattern: re.Pattern[str]
    methods: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Module:
    """A module as it is written and as it is imported."""

    name: str
    tree: ast.Module
    found: Any


def modules() -> Iterator[Module]:
    """Every module of the code that names `re` or a wrapper of it, or calls a method as a pattern's."""
    for path in sorted(p for part in CODE for p in (ROOT / part).rglob("*.py") if "migrations" not in p.parts):
        text = path.read_text()
        if not any(word in text for word in ("import re\n", "Regex", "re_path", *(f".{m}(" for m in METHODS))):
            continue
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield Module(name, ast.parse(text), importlib.import_module(name))


def patterns(dynamic: Dynamic) -> tuple[list[Used], list[str]]:
    """Return every pattern with its uses, and the places whose pattern could not be told.

    Args:
        dynamic: patterns that are put together when they are needed, as they are made, by module.
    """
    named: dict[int, Used] = {}
    single: list[Used] = []
    lost: list[str] = []
    read = list(modules())
    for module in read:
        for value, name in ((v, n) for n, v in vars(module.found).items() if isinstance(v, re.Pattern)):
            named.setdefault(id(value), Used(f"{module.name}.{name}", value))
    for module in read:
        for call in (node for node in ast.walk(module.tree) if isinstance(node, ast.Call)):
            _note(module, call, named, single, lost, dynamic)
    for module_name, made in dynamic.items():
        single += [Used(module_name, pattern, {"fullmatch"}) for pattern in made]
    return [*named.values(), *single], lost


def _note(
    module: Module,
    call: ast.Call,
    named: dict[int, Used],
    single: list[Used],
    lost: list[str],
    dynamic: Dynamic,
) -> None:
    where = f"{module.name}:{call.lineno}"
    function = call.func
    called = (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )
    if called in WRAPPERS and call.args:
        single.append(Used(where, re.compile(_value(module, call.args[0])), {WRAPPERS[called]}))
        return
    if not isinstance(function, ast.Attribute):
        return
    of = function.value
    if isinstance(of, ast.Name) and of.id == "re":
        if called in METHODS or (called == "compile" and not _at_the_top(module, call)):
            pattern = _compiled(module, call)
            if pattern is None:
                lost.extend([where] if module.name not in dynamic else [])
            else:
                single.append(Used(where, pattern, {called} if called in METHODS else {"match", "search"}))
        return
    if called in METHODS:
        pattern = vars(module.found).get(of.id) if isinstance(of, ast.Name) else None
        if isinstance(pattern, re.Pattern):
            named[id(pattern)].methods.add(called)


def _at_the_top(module: Module, call: ast.Call) -> bool:
    """Return True if a pattern is compiled into a name of the module, where `vars` has it."""
    return any(
        isinstance(node, ast.Assign | ast.AnnAssign) and node.value is call and node in module.tree.body
        for node in module.tree.body
    )


def _compiled(module: Module, call: ast.Call) -> re.Pattern[str] | None:
    text = _value(module, call.args[0])
    if not isinstance(text, str):
        return text if isinstance(text, re.Pattern) else None
    flags = next((_value(module, each.value) for each in call.keywords if each.arg == "flags"), 0)
    return re.compile(text, flags)


def _value(module: Module, node: ast.expr) -> Any:
    """Return the value of an expression by the names of its module; None if it needs more than those."""
    try:
        return eval(compile(ast.Expression(node), "<pattern>", "eval"), dict(vars(module.found)))  # noqa: S307
    except NameError:
        return None


def addresses() -> dict[str, Callable[[str], object]]:
    """Return every way in which a part of an address is matched, as Django matches it, by the pattern.

    The same part stands in many addresses (`<slug:season>/`): it is one way.
    """

    def walk(found: URLResolver) -> Iterator[tuple[str, Callable[[str], object]]]:
        for each in found.url_patterns:
            yield f"{type(each).__name__} {each.pattern.regex.pattern}", each.pattern.match
            if isinstance(each, URLResolver):
                yield from walk(each)

    return dict(walk(get_resolver()))
