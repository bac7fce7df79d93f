"""`make schema`: what was not checked must not look like what was."""

import json
import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("sh", "dirname", "mkdir", "cmp")


def test_without_npm_it_says_so_and_fails_in_ci(tmp_path: Path) -> None:
    for name in NEEDED:
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        ["bin/check-schema"], cwd=ROOT, env={**kept, "PATH": str(tmp_path), "CI": "true"},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "NOT CHECKED: There is no npm here." in done.stderr


def test_the_lock_names_no_host_and_every_package_by_its_hash() -> None:
    """A host in it is somebody's mirror; a package without a hash is whatever that host says."""
    lock = json.loads((ROOT / "package-lock.json").read_text())
    named = {path: found for path, found in lock["packages"].items() if path}
    assert len(named) > 100
    assert [path for path, found in named.items() if "resolved" in found] == []
    assert [path for path, found in named.items() if "integrity" not in found] == []
    wanted = lock["packages"][""]["devDependencies"]
    assert wanted == {"@redocly/cli": "2.77.0", "@stoplight/spectral-cli": "6.16.3"}
