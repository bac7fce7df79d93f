"""`python -m scoring` without a process: what a command answers, and what it refuses."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from scoring.__main__ import main


def run(*argv: str) -> tuple[int, list[str], list[str]]:
    """The exit code, the lines on standard output and those on standard error."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(argv)
    return code, out.getvalue().splitlines(), err.getvalue().splitlines()


def answer(*argv: str) -> list[str]:
    """The lines of a command that is answered."""
    code, out, err = run(*argv)
    assert (code, err) == (0, [])
    return out


def document(*argv: str) -> dict[str, Any]:
    """The same as a machine gets it."""
    return dict(json.loads("\n".join(answer(*argv, "--json"))))


def refusals(*argv: str) -> list[str]:
    """The lines of a command that cannot be answered, each without its `scoring: `."""
    code, out, err = run(*argv)
    assert (code, out) == (2, [])
    assert err
    assert all(line.startswith("scoring: ") for line in err)
    return [line.removeprefix("scoring: ") for line in err]
