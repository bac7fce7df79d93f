"""`make advisories`: who asks about holes must not take silence for an answer. pip-audit itself is stood in for, being
the one who asks the network."""

import datetime as dt
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]

STAND_IN = f"""#!{sys.executable}
import json, os, sys
from pathlib import Path
given = dict(zip(sys.argv[1::1], sys.argv[2::1]))
asked = Path(given["--requirement"])
mode = json.loads(os.environ["STAND_IN"]).get(given["--vulnerability-service"], "silent")
found = []
for line in asked.read_text().splitlines():
    if "==" not in line or not line[0].isalnum():
        continue
    name, version = line.split()[0].split("==")
    one = {{"name": name, "version": version, "vulns": []}}
    if mode == "skips" or (mode == "skips-django" and name == "django"):
        one = {{"name": name, "skip_reason": "Dependency not found"}}
    elif (name, version) == ("pillow", "12.3.0") and mode != "blind":
        one["vulns"] = [{{"id": "CVE-2026-112403", "fix_versions": ["13.0.0"]}}]
    elif mode == "holes" and name == "redis":
        one["vulns"] = [{{"id": "CVE-2026-1", "fix_versions": []}}]
    found.append(one)
if mode == "silent":
    print("no network", file=sys.stderr)
    sys.exit(3)
if mode == "nonsense":
    print("No known vulnerabilities found")
    sys.exit(0)
print(json.dumps({{"dependencies": found, "fixes": []}}))
sys.exit(1 if any(one.get("vulns") for one in found) else 0)
"""


def looked(tmp_path: Path, **modes: str) -> tuple[int, str]:
    """Return the exit code and output of the check, with services that answer like this."""
    stand_in = tmp_path / "pip-audit"
    stand_in.write_text(STAND_IN)
    stand_in.chmod(0o755)
    environment = {**os.environ, "PIP_AUDIT": str(stand_in), "STAND_IN": json.dumps(modes)}
    done = subprocess.run(["bin/advisories"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_nothing_known_is_said_only_after_the_canary(tmp_path: Path) -> None:
    status, said = looked(tmp_path, pypi="looks")
    assert (status, "NOT AUDITED" in said) == (0, False), said
    assert said.startswith("No advisory is known to pypi for any of ")
    assert said.endswith(" pinned packages; the canary was reported.\n")
    status, said = looked(tmp_path, osv="looks")
    assert status == 0
    assert "known to osv" in said


def test_a_hole_is_told_with_its_file_and_its_remedy(tmp_path: Path) -> None:
    status, said = looked(tmp_path, pypi="holes")
    assert status == 1
    assert re.search(r"^redis==[0-9.]+ \(base\.txt, dev\.txt\) has CVE-2026-1; fixed in: none yet$", said, re.MULTILINE)


def test_silence_is_not_an_answer(tmp_path: Path) -> None:
    """It fails without a network, at an empty answer, and where a service skips or sees no package."""
    for mode in ("silent", "nonsense", "skips", "blind"):
        status, said = looked(tmp_path, pypi=mode, osv=mode)
        assert (status, "NOT AUDITED" in said, "No advisory" in said) == (2, True, False), mode
    status, said = looked(tmp_path, pypi="skips-django")
    assert (status, "NOT AUDITED" in said) == (2, True)
    assert re.search(r"^django==[0-9.]+ \(.*\) is not known to pypi$", said, re.MULTILINE)


def test_dependabot_looks_at_every_place_that_names_versions() -> None:
    told: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text())
    assert told["version"] == 2
    found = {(each["package-ecosystem"], each["directory"]) for each in told["updates"]}
    assert found >= {("pip", "/requirements"), ("docker", "/docker")}
    for _, directory in found:
        assert (ROOT / directory.lstrip("/")).is_dir()


def test_the_dependencies_page_says_when_somebody_last_looked() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text()
    assert "Last look: 29 November 2026" in page
    for file in (ROOT / "requirements").glob("*.txt"):
        assert f"`{file.name}`" in page


# The advisories that are committed: they hold where no service can be asked


def committed(tmp_path: Path, **pins: str) -> tuple[int, str]:
    """Hold pins against the committed advisories: the project's own, or these instead."""
    root = ROOT
    if pins:
        root = tmp_path / "project"
        (root / "bin").mkdir(parents=True)
        (root / "requirements").mkdir()
        (root / "bin" / "advisories").write_bytes((ROOT / "bin" / "advisories").read_bytes())
        (root / ".venv").symlink_to(ROOT / ".venv")
        (root / "requirements" / "advisories.json").symlink_to(ROOT / "requirements" / "advisories.json")
        lines = [f"{name.replace('_', '-')}=={version} \\\n" for name, version in pins.items()]
        (root / "requirements" / "base.txt").write_text("".join(lines))
    done = subprocess.run(
        ["sh", "bin/advisories", "--committed"], cwd=root, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_no_pin_has_a_hole_that_the_committed_advisories_know(tmp_path: Path) -> None:
    """Each package is in the file, with nothing where nothing was found: a new one fails here until somebody looked."""
    status, said = committed(tmp_path)
    assert (status, said.startswith("No advisory of requirements/advisories.json is about any of ")) == (0, True), said


def test_a_pin_with_a_hole_and_one_that_nobody_has_looked_for_are_told(tmp_path: Path) -> None:
    status, said = committed(tmp_path, pillow="12.3.0", gunicorn="26.0.0", django="5.2.19", never_looked_for="1.0")
    assert status == 1
    assert said.splitlines()[:3] == [
        "pillow==12.3.0 (base.txt) has CVE-2026-112403; fixed in: 13.0.0",
        "gunicorn==26.0.0 (base.txt) has CVE-2026-134820; fixed in: 27.0.0",
        "never-looked-for==1.0 (base.txt) is not known to requirements/advisories.json",
    ]


def test_the_security_page_says_when_the_committed_advisories_were_last_looked_at() -> None:
    checked = dt.date.fromisoformat(json.loads((ROOT / "requirements" / "advisories.json").read_text())["checked"])
    spelt = f"{checked.day} {checked:%B %Y}"
    for page in ("security.md", "dependencies.md"):
        assert f"last added to on {spelt}" in (ROOT / "docs" / page).read_text()
