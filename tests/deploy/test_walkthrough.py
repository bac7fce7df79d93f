"""The first section of docs/operations.md as `make bare` reads it: whole, in order, and nothing in it but commands."""

import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BARE: dict[str, Any] = runpy.run_path(str(ROOT / "bin" / "bare"))


@pytest.mark.parametrize(("proxy", "other"), [("nginx", "caddy"), ("caddy", "nginx")])
def test_the_commands_are_read_from_the_page(proxy: str, other: str) -> None:
    steps = list(BARE["steps"]((ROOT / "docs/operations.md").read_text(), proxy))
    assert [words[2] for words, _ in steps if words.startswith("**")] == [
        "1",
        "2",
        "3",
        "4",
        "5",
        *"6"[proxy == "caddy" :],
        "7",
    ]
    session = "\n".join(commands for _, commands in steps)
    assert f"apt-get install --yes {proxy}" in session
    assert f"apt-get install --yes {other}" not in session
    assert subprocess.run(["bash", "-n"], input=session, text=True, check=False).returncode == 0


def test_every_file_that_the_commands_name_is_there() -> None:
    for proxy in ("nginx", "caddy"):
        words = {word for _, commands in BARE["steps"](BARE["PAGE"].read_text(), proxy) for word in commands.split()}
        ours = {word for word in words if word.startswith(("deploy/", "bin/", "requirements/"))}
        assert {"bin/setup", "deploy/muggins", "deploy/systemd/."} <= ours
        assert all((ROOT / word).exists() for word in ours)
