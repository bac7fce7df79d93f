"""The engine as a distribution: its wheel is built, installed where nothing else is, and tried by its own examples."""

import doctest
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from email import message_from_string
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import scoring
from scoring.strategy.kernel.kinds import KINDS
from scoring.strategy.kernel.store import path_of

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "scoring"
NO_NETWORK = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON"))} | {
    "PIP_NO_INDEX": "1"
}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=NO_NETWORK, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made by the pinned backend of a copy of the directory, with no isolation and so no download."""
    source = tmp_path_factory.mktemp("source") / "scoring"
    copytree(SOURCE, source, ignore=ignore_patterns("__pycache__"))
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-c", f"from hatchling.build import build_wheel; print(build_wheel({str(out)!r}))", cwd=source)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter of an empty environment, with the wheel and nothing else in it."""
    where = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(where, with_pip=False, symlinks=True)
    python = where / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install")
    uv = (Path(sys.executable).with_name("uv"), "pip", "install", "--offline", "--python", python)
    # bin/setup makes an environment without pip where the system's Python has none to give.
    run(*(pip if find_spec("pip") else uv), "-q", "--no-index", "--no-deps", wheel, cwd=where)
    return python


def test_the_wheel_holds_every_module_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as found:
        names = {name for name in found.namelist() if ".dist-info/" not in name}
        metadata = next(name for name in found.namelist() if name.endswith("METADATA"))
        told = message_from_string(found.read(metadata).decode())
        licences = [name for name in found.namelist() if "licenses/LICENSE" in name]
    modules = {path.relative_to(ROOT).as_posix() for path in SOURCE.rglob("*.py")}
    tables = {f"scoring/strategy/kernel/data/{path_of(name).name}" for name in KINDS if path_of(name).exists()}
    assert names == modules | tables | {"scoring/py.typed"}
    assert (told["Name"], told["License-Expression"], told["Requires-Python"]) == (
        "muggins-scoring",
        "BSD-3-Clause",
        ">=3.11",
    )
    assert told.get_all("Requires-Dist") is None
    assert "## Six idioms" in told.get_payload()
    assert len(licences) == 1


@pytest.mark.long
def test_the_wheel_is_tried_where_nothing_else_is_installed(python: Path, tmp_path: Path) -> None:
    where = run(python, "-c", "import scoring; print(scoring.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(python.parents[1])
    installed = run(
        python, "-c", "import importlib.metadata as m; print(*[d.name for d in m.distributions()])", cwd=tmp_path
    )
    assert installed.split() == ["muggins-scoring"]
    said = run(python, "-m", "scoring", "count", "JD 5H 5C 5S", "5D", cwd=tmp_path)
    assert said.startswith("Hand JD 5H 5C 5S, starter 5D: 29 points\n")


@pytest.mark.parametrize(
    "code",
    [
        f"doctest.testfile({str(SOURCE / 'README.md')!r}, module_relative=False)",
        "doctest.testmod(scoring, optionflags=doctest.ELLIPSIS)",
    ],
    ids=["README", "scoring"],
)
def test_the_examples_run_from_the_wheel(python: Path, tmp_path: Path, code: str) -> None:
    print_it = f"import doctest, scoring; found = {code}; print(found.failed, found.attempted)"
    failed, attempted = run(python, "-c", print_it, cwd=tmp_path).split()[-2:]
    assert failed == "0"
    assert int(attempted) >= 10


def test_the_readme_has_six_idioms_and_its_examples_are_right() -> None:
    text = (SOURCE / "README.md").read_text(encoding="utf-8")
    idioms = text.partition("## Six idioms")[2].partition("\n## ")[0]
    assert idioms.count("```pycon\n") == 6
    found = doctest.testfile(str(SOURCE / "README.md"), module_relative=False)
    assert (found.failed, found.attempted > 15) == (0, True)
    assert doctest.testmod(scoring, optionflags=doctest.ELLIPSIS).failed == 0


def test_the_backend_is_the_pinned_one_and_the_licence_that_of_the_house() -> None:
    told = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))
    house = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(told["build-system"]["requires"]) <= set(house["dependency-groups"]["dev"])
    assert told["project"]["license"] == house["project"]["license"]
    assert (SOURCE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
