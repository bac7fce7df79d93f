"""The straight lines of the house, held by looking at the code. The import contracts are lint-imports' affair."""

import ast
import re
from pathlib import Path

import pytest

LEAGUE = Path(__file__).resolve().parents[1] / "league"
CARDROOM = LEAGUE.parent / "cardroom"
WRITES = {"save", "delete", "create", "get_or_create", "update_or_create", "bulk_create", "bulk_update", "update"}
# A queryset's writes; `dict.update`, `set.update` and the like have no manager or queryset before them.
QUERYSET_WORDS = {"objects", "filter", "exclude", "all", "select_for_update", "_default_manager", "order_by"}
# Django's own commands (createsuperuser) call the manager, so the manager must write.
# A row whose key follows from its name fills it in however it is saved.
ALLOWED = {"models/people.py", "models/unique_names.py"}


def _words(node: ast.expr) -> set[str]:
    return {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}


def writes(source: str) -> list[str]:
    """Return each call in `source` that writes to the database, as `line: call`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES):
            continue
        ambiguous = node.func.attr in {"update", "create", "delete"}
        if ambiguous and not _words(node.func.value) & QUERYSET_WORDS:
            instance_delete = node.func.attr == "delete" and not node.args and not node.keywords
            if not instance_delete:
                continue
        found.append(f"{node.lineno}: {ast.unparse(node.func)}()")
    return found


def test_writes_sees_every_way_of_writing() -> None:
    source = (
        "team.save()\nTeam.objects.create(name='x')\nTeam.objects.filter(pk=1).update(name='y')\nteam.delete()\n"
        "Team.objects.bulk_create([])\nseen.update({1: 2})\n"
    )
    assert sorted(int(line.split(":")[0]) for line in writes(source)) == [1, 2, 3, 4, 5]


FILES = sorted(p.relative_to(LEAGUE).as_posix() for p in LEAGUE.rglob("*.py"))


def test_only_services_write() -> None:
    elsewhere = [path for path in FILES if not path.startswith(("services/", "migrations/"))]
    found = {path: calls for path in elsewhere if (calls := writes((LEAGUE / path).read_text()))}
    assert {path: calls for path, calls in found.items() if path not in ALLOWED} == {}
    assert found.keys() >= ALLOWED, "one that no longer writes is taken off the list"


def test_only_services_of_the_card_room_write() -> None:
    paths = sorted(path.relative_to(CARDROOM).as_posix() for path in CARDROOM.rglob("*.py"))
    elsewhere = [path for path in paths if not path.startswith(("services/", "migrations/"))]
    assert elsewhere
    assert {path: calls for path in elsewhere if (calls := writes((CARDROOM / path).read_text()))} == {}


def serializer_writes(source: str) -> list[str]:
    """Each way in `source` by which a serializer of a model would come to write its rows, as `line: what`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name in {"save", "create", "update"}:
            found.append(f"{node.lineno}: def {node.name}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in {"save", "create"}:
            found.append(f"{node.lineno}: {ast.unparse(node.func)}()")
        if isinstance(node, ast.Attribute) and node.attr == "ModelSerializer":
            found.append(f"{node.lineno}: ModelSerializer")
    return found


def test_serializer_writes_sees_each_of_them() -> None:
    source = "class A(serializers.ModelSerializer):\n    def create(self): ...\nshape.save()\nshape.create({})\n"
    assert sorted(int(line.split(":")[0]) for line in serializer_writes(source)) == [1, 2, 3, 4]


def test_no_shape_writes_what_it_tells() -> None:
    """`ModelShape` alone is the framework's, which would make and change rows if anybody asked it to."""
    paths = [path for path in FILES if path.startswith("api/")]
    found = [f"{path}:{call}" for path in paths for call in serializer_writes((LEAGUE / path).read_text())]
    assert [line for line in found if not re.fullmatch(r"api/shapes\.py:\d+: ModelSerializer", line)] == []


LAYERS = ("services", "queries", "web", "api")
SUBJECTS = {
    "results", "disputes", "calls", "dates", "seasons", "people", "mail", "standings", "portability", "journal", "ops",
    "money", "availability", "honours", "news", "search", "sharing", "desk", "live", "competitions", "cups",
}  # fmt: skip
# What a layer keeps elsewhere: the API has no operation about the server.
# Nothing is written to be shared, and a program reads what is shared by its own operations; its mail settings are among
# one's own things (`me`), and people are `me`, `personal_data` and `registrations`.
ELSEWHERE = {"services": {"sharing"}, "api": {"ops", "sharing", "mail", "people"}}


@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_has_the_same_rooms(layer: str) -> None:
    """A subject is a folder or a module; there is no other folder."""
    folders = {one.name for one in (LEAGUE / layer).iterdir() if one.is_dir() and one.name != "__pycache__"}
    modules = {one.stem for one in (LEAGUE / layer).glob("*.py")}
    assert folders <= SUBJECTS
    assert SUBJECTS & (folders | modules) == SUBJECTS - ELSEWHERE.get(layer, set())


def test_the_map_names_every_room_and_the_picture_draws_it() -> None:
    docs = LEAGUE.parent / "docs"
    table = (docs / "architecture.md").read_text().partition("## Where is")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert sorted(named) == sorted(SUBJECTS)
    drawn = re.findall(r"rotate\(-90\)[^>]*>(\w+)<", (docs / "images" / "house.svg").read_text())
    assert drawn == named, "make house draws it anew"


def test_at_most_twelve_templates_lie_beside_the_rooms() -> None:
    folder = LEAGUE.parent / "templates" / "league"
    assert {one.name for one in folder.iterdir() if one.is_dir()} == SUBJECTS
    assert len(list(folder.glob("*.html"))) <= 12
