"""bin/lock: it lifts every pin, or those that are named and no other."""

import os
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def constraints_with(upgrade: str, folder: Path) -> list[str] | None:
    """Return what holds the other pins while the lock is made; `uv` is a stand-in that writes nothing."""
    uv, project = folder / "uv", folder / "pyproject.toml"
    uv.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo "uv 1.2.3"\n[ "$1" != lock ] || cp "$4/pyproject.toml" {project}\n'
    )
    uv.chmod(0o755)
    environment = {**os.environ, "UV": str(uv), "UPGRADE": upgrade}
    done = subprocess.run(["bin/lock"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        return [done.stderr]
    held: list[str] | None = tomllib.loads(project.read_text())["tool"]["uv"].get("constraint-dependencies")
    return held


def test_every_pin_is_lifted(tmp_path: Path) -> None:
    assert constraints_with("", tmp_path) is None


def test_one_pin_is_lifted_and_the_others_are_held(tmp_path: Path) -> None:
    held = constraints_with("Django", tmp_path) or []
    assert not [pin for pin in held if pin.startswith("django==")]
    assert [pin for pin in held if pin.startswith("pillow==")]
    assert "colorama" in " ".join(held)
    assert not [pin for pin in held if "[" in pin or "\\" in pin]


def test_a_name_without_a_pin_is_refused(tmp_path: Path) -> None:
    assert constraints_with("djagno", tmp_path) == ["Not pinned: djagno.\n"]
