"""The units of deploy/systemd: systemd itself finds nothing wrong with them, and thinks them well confined.

`make bare` boots a Debian and runs them (docs/operations.md).
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UNITS = ROOT / "deploy" / "systemd"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
LASTING = ("web@", "live", "worker", "solver", "beat")
COMMON = UNITS / "muggins-.service.d" / "common.conf"
# Of ten; systemd calls what is above it exposed.
WORST = 2.5


@pytest.fixture(scope="module")
def analyze() -> str:
    """The real systemd-analyze."""
    return subprocess.run(
        [ROOT / "bin/deploy-tools", "systemd-analyze"], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The units as an installation at this project's own folder would have them."""
    root = tmp_path_factory.mktemp("root")
    for path in UNITS.rglob("*.*"):
        if path.is_file():
            copy = root / "etc/systemd/system" / path.relative_to(UNITS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(path.read_text().replace("/opt/muggins", str(ROOT)))
    return root


def test_systemd_finds_nothing_wrong_with_any_unit(analyze: str, installed: Path) -> None:
    units = [path for path in (installed / "etc/systemd/system").iterdir() if path.is_file()]
    assert len(units) == 12
    done = subprocess.run([analyze, "verify", "--man=no", *units], capture_output=True, text=True, check=False)
    ours = [line for line in (done.stdout + done.stderr).splitlines() if "muggins" in line]
    assert (done.returncode, ours) == (0, [])


def exposure(analyze: str, root: Path, service: str) -> int:
    """0 where systemd thinks the service confined enough."""
    options = ("--offline=true", f"--root={root}", f"--threshold={WORST * 10:.0f}", "--no-pager")
    return subprocess.run(
        [analyze, "security", *options, service.replace("@", "@1")], stdout=subprocess.DEVNULL, check=False
    ).returncode


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_confined_by_what_all_have_in_common(analyze: str, installed: Path, service: str) -> None:
    assert exposure(analyze, installed, service) == 0
    bare = installed / f"bare-{service}"
    (bare / "etc/systemd/system").mkdir(parents=True)
    (bare / "etc/systemd/system" / service).write_text((installed / "etc/systemd/system" / service).read_text())
    assert exposure(analyze, bare, service) != 0


def test_only_what_needs_the_owner_of_the_database_is_given_its_address() -> None:
    with_owner = {path.name for path in UNITS.rglob("*.*") if path.is_file() and "owner.env" in path.read_text()}
    assert with_owner == {"muggins-migrate.service"}


def test_every_process_has_a_unit_that_starts_it_again() -> None:
    target = (UNITS / "muggins.target").read_text()
    for name in LASTING:
        unit = (UNITS / f"muggins-{name}.service").read_text()
        [script] = re.findall(r"^ExecStart=/opt/muggins/(bin/\S+)", unit, flags=re.MULTILINE)
        assert os.access(ROOT / script, os.X_OK), script
        assert {"Restart=always", "KillMode=mixed", "TimeoutStopSec=35"} <= set(unit.splitlines())
        assert "Requires=muggins-migrate.service" in unit
        assert f"muggins-{name.replace('@', '@1')}.service" in target


def test_a_command_of_root_has_the_environment_of_the_units() -> None:
    assigned = re.compile(r"\b(MUGGINS_[A-Z_]+|TMPDIR|DJANGO_[A-Z_]+)=(\S+)")
    units = dict(assigned.findall(COMMON.read_text()))
    assert {"MUGGINS_BEAT_FILE", "MUGGINS_BACKUPS"} < units.keys()
    assert dict(assigned.findall((ROOT / "deploy/muggins").read_text())) == units
