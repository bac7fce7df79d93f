"""A process that has loaded what all settings rest on, and forks for each piece of Python that it is to run.

Each piece has a process of its own, as a new interpreter would be, but need not load Django and Celery for itself.
"""

import atexit
import json
import os
import runpy
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a piece of Python in a new process that knows nothing but these variables."""
    forking = _forking()
    assert forking.stdin is not None
    assert forking.stdout is not None
    with TemporaryDirectory() as folder:
        Path(folder, "code.py").write_text(code)
        forking.stdin.write(json.dumps([folder, {**_kept(), **environment}]) + "\n")
        forking.stdin.flush()
        returned = int(forking.stdout.readline())
        out, err = (Path(folder, name).read_text() for name in ("out", "err"))
    return subprocess.CompletedProcess([code], returned, out, err)


@cache
def _forking() -> subprocess.Popen[str]:
    """Start the process that forks, once for all tests of this one; it ends with its input."""
    command = [sys.executable, "-m", "tests.forked"]
    found = subprocess.Popen(command, cwd=ROOT, env=_kept(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(found.communicate)
    return found


def _kept() -> dict[str, str]:
    """The environment of the tests without what settings are made by."""
    ours = ("MUGGINS_", "DJANGO_", "PORT")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def _run(folder: Path, environment: dict[str, str]) -> NoReturn:
    """Run the folder's piece of Python in this process, which ends with it, or with its error."""
    os.environ.clear()
    os.environ.update(environment)
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    runpy.run_path(str(folder / "code.py"), run_name="__main__")
    sys.exit()


def main() -> None:
    """Fork for each line of the input, one after another, and print how each child ended."""
    __import__("config.settings.base")
    for line in sys.stdin:
        folder, environment = json.loads(line)
        child = os.fork()
        if not child:
            _run(Path(folder), environment)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
