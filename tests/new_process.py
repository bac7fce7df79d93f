"""Python in a process of its own, which knows nothing of the settings of the tests."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    ours = ("MUGGINS_", "DJANGO_", "PORT")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env={**inherited, **environment}, capture_output=True, text=True)
