"""docs/access.md, made from the code: who may do what, by which rule, and where.

Who may: the predicates of `access`, in the words of their docstrings. Where: the pages and API operations that open, or
call a service that asks, with that action; found by reading the source, so that nothing has to be kept by hand.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import rules
from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver

from league import access
from league.access import ACTIONS, may
from league.management.access_samples import ABOUT, MEANING, THINGS, VISITORS

LEAGUE = Path(__file__).resolve().parents[1]
GUARDS = {"in_league", "allow", "require"}
LOOKS = {"may"}
METHODS = ("get", "post", "put", "patch", "delete")
INTRO = """# Who may do what

`league/access/` holds every permission: an *action*, the rule that allows it, and the sentence that a refused person
reads. What is not listed is forbidden. The same action guards the service that writes and hides the button. Roles have
days, and one that is revoked ends at that moment; nobody judges their own case.

In a league that the operator has [suspended](overseeing.md#suspending-a-league) nobody may anything that writes
(`access/suspension.py`), whatever stands below.

This page is made from the code by `make access-doc`, and a test holds it to that. Every page with every method and
role is crossed in `tests/web/test_matrix.py`; every rule below in `tests/test_access.py`.
"""


def predicates() -> dict[str, rules.predicates.Predicate]:
    """The rules that actions are made of, by name."""
    named = {name: found for name, found in vars(access).items() if not name.startswith("_")}
    return {name: found for name, found in named.items() if isinstance(found, rules.predicates.Predicate)}


def describe_expression(expression: str) -> str:
    """A rule in words: its predicates' docstrings, joined as it joins them.

    Args:
        expression: as `rules` names a predicate, such as "((is_secretary | is_referee) & is_neutral)".
    """
    said = _describe_predicate(ast.parse(expression, mode="eval").body, inside=False)
    return said[0].upper() + said[1:] + "."


def _describe_predicate(node: ast.expr, *, inside: bool) -> str:
    if isinstance(node, ast.Name):
        first = (predicates()[node.id].fn.__doc__ or node.id).partition("\n")[0].rstrip(".")
        return first[0].lower() + first[1:]
    if isinstance(node, ast.UnaryOp):
        return f"not {_describe_predicate(node.operand, inside=True)}"
    if not isinstance(node, ast.BinOp):
        raise TypeError(f"no rule is joined by {ast.dump(node)}")
    either = isinstance(node.op, ast.BitOr)
    parts = [_describe_predicate(part, inside=True) for part in _joined(node, type(node.op))]
    text = ("; or " if either else ", and who: ").join(parts)
    return f"[{text}]" if inside else text


def _joined(node: ast.expr, by: type[ast.operator]) -> list[ast.expr]:
    """The parts that one and the same operator joins."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, by):
        return [*_joined(node.left, by), *_joined(node.right, by)]
    return [node]


@dataclass(slots=True)
class Source:
    """One function or class: the actions it names itself, and what it mentions."""

    guards: set[str] = field(default_factory=set)
    looks: set[str] = field(default_factory=set)
    mentions: set[str] = field(default_factory=set)


@cache
def sources() -> dict[str, Source]:
    """Every top-level function, class, method and table of our apps, by its dotted name."""
    found: dict[str, Source] = {}
    for path in sorted(path for app in _our_apps() for path in (LEAGUE.parent / app).rglob("*.py")):
        parts = path.relative_to(LEAGUE.parent).with_suffix("").parts
        # They list actions, and ask for none.
        lists = {"access", "access_samples", "conventions", "rules"}
        if "migrations" in parts or path == Path(__file__) or lists & set(parts):
            continue
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.update(_read(module, ast.parse(path.read_text())))
    return found


def _our_apps() -> frozenset[str]:
    """The packages of the apps that stand beside the league, and its own."""
    return frozenset(app.name for app in apps.get_app_configs() if Path(app.path).parent == LEAGUE.parent)


def _read(module: str, tree: ast.Module) -> Iterator[tuple[str, Source]]:
    names = _imported(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = f"{module}.{node.name}"
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            names.update((name, f"{module}.{name}") for name in _targets(node))
    for node in tree.body:
        for name in _targets(node):
            yield f"{module}.{name}", _source(node, names)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{module}.{node.name}.{inner.name}", _source(inner, names)


def _targets(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [node.target.id] if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else []


def _imported(tree: ast.Module) -> dict[str, str]:
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _source(node: ast.AST, names: Mapping[str, str]) -> Source:
    made = Source()
    looked = set()
    # A local name hides what the module calls so.
    names = {name: dotted for name, dotted in names.items() if name not in _locals(node)}
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and _called(part) in LOOKS:
            for constant in ast.walk(part):
                looked.add(id(constant))
                if isinstance(constant, ast.Constant) and constant.value in ACTIONS:
                    made.looks.add(str(constant.value))
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value in ACTIONS:
            if id(part) not in looked:
                made.guards.add(part.value)
        elif isinstance(part, ast.Name) and part.id in names:
            made.mentions.add(names[part.id])
        elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in names:
            made.mentions.add(f"{names[part.value.id]}.{part.attr}")
    return made


def _locals(node: ast.AST) -> set[str]:
    """Names of arguments and variables of a function; none of a class or a table."""
    if not isinstance(node, ast.FunctionDef):
        return set()
    stored = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return stored | {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def actions_used() -> dict[str, set[str]]:
    """Every action that the league's code names, with the functions that do."""
    found: dict[str, set[str]] = {}
    for name, source in sources().items():
        for action in source.guards | source.looks:
            found.setdefault(action, set()).add(name)
    return found


def _reached(start: str, known: Mapping[str, Source]) -> set[str]:
    """The actions that a function asks about, itself or in a function it mentions."""
    seen: set[str] = set()
    waiting, actions = [start], set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in known:
            continue
        seen.add(name)
        actions |= known[name].guards
        waiting += known[name].mentions
    return actions


@dataclass(frozen=True, slots=True)
class Place:
    """A page, or an operation of the API: how it is called, and the actions that open it or that it asks about."""

    name: str
    actions: frozenset[str]
    api: bool


def places() -> list[Place]:
    """Every page and API operation of the league, by name."""
    known = sources()
    found = {
        place.name: place
        for route, pattern in _patterns(get_resolver())
        for place in _places_asking(route, pattern, known)
    }
    return [found[name] for name in sorted(found)]


def _patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for item in resolver.url_patterns:
        route = before + str(item.pattern)
        if isinstance(item, URLResolver):
            yield from _patterns(item, route)
        else:
            yield route, item


def _places_asking(route: str, pattern: URLPattern, known: Mapping[str, Source]) -> Iterator[Place]:
    view: Any = pattern.callback
    if str(getattr(view, "__module__", "")).partition(".")[0] not in _our_apps():
        return
    kind = getattr(view, "cls", None) or getattr(view, "view_class", None)
    if kind is None:
        actions = _reached(f"{view.__module__}.{view.__name__}", known) | {getattr(view, "action", "")}
        yield Place(str(pattern.name), frozenset(actions - {""}), api=route.startswith("api/"))
        return
    handlers = getattr(view, "actions", None) or {method: method for method in METHODS if hasattr(kind, method)}
    finders = [f"find_{word}" for word in re.findall(r"<\w+:(\w+)>", route)]
    for method, handler in handlers.items():
        actions = set().union(
            *(
                _reached(f"{one.__module__}.{one.__qualname__}.{name}", known)
                for one in kind.mro()
                for name in (handler, *finders)
            )
        )
        path = "/" + route.replace("^", "").replace("$", "")
        yield Place(f"{method.upper()} {path}", frozenset(actions), api=True)


def matrix() -> dict[tuple[str, str], tuple[bool, ...]]:
    """Return what each sample visitor may do, by action and the thing it is about."""
    return {
        (action, thing): tuple(may(held, action, THINGS[thing]) for held in VISITORS.values())
        for action in ACTIONS
        for thing in ABOUT.get(action, ("",))
    }


def document() -> str:
    """The whole of docs/access.md."""
    return "\n".join([INTRO, *_actions_section(), "", *_places_section(), "", *_table(), ""])


def _actions_section() -> Iterator[str]:
    yield "## Actions and their rules\n"
    yield "| action | who may | a refused person reads |\n|---|---|---|"
    for action, (predicate, sentence) in ACTIONS.items():
        yield f"| `{action}` | {describe_expression(predicate.name)} | {sentence} |"


def _places_section() -> Iterator[str]:
    yield "## Where each is asked\n"
    yield "Pages by the names of their addresses, operations of the API by method and path: those that it opens,"
    yield "and those that can come to a function which asks it. Buttons that it only hides are left out.\n"
    yield "| action | pages | API |\n|---|---|---|"
    found = places()
    for action in ACTIONS:
        pages = [f"`{place.name}`" for place in found if action in place.actions and not place.api]
        api = [f"`{place.name}`" for place in found if action in place.actions and place.api]
        yield f"| `{action}` | {', '.join(pages)} | {', '.join(api)} |"


def _table() -> Iterator[str]:
    yield "## The table\n"
    yield "Asked of the rules themselves, about Anchor at home to Bell:\n"
    yield from (f"- **{name}**: {meaning}." for name, meaning in MEANING.items())
    yield "\n| action | about | " + " | ".join(VISITORS) + " |"
    yield "|---|---|" + ":-:|" * len(VISITORS)
    for (action, thing), answers in matrix().items():
        marks = " | ".join("yes" if answer else "·" for answer in answers)
        yield f"| `{action}` | {thing} | {marks} |"
