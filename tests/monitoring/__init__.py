"""The alerts of deploy/prometheus and the dashboard of deploy/grafana, with the real Prometheus."""

import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy" / "prometheus" / "alerts.yml"
DASHBOARD = ROOT / "deploy" / "grafana" / "muggins.json"
FIGURE = re.compile(r"\b(muggins_[a-z_]+|process_[a-z_]+|probe_[a-z_]+|up)\b(?!\()")


@cache
def programs() -> Path:
    """The folder of prometheus, promtool and prometheus-blackbox-exporter."""
    done = subprocess.run([ROOT / "bin" / "prometheus"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


def promtool(*arguments: str | Path) -> str:
    done = subprocess.run([programs() / "promtool", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rules() -> dict[str, dict[str, Any]]:
    """Every rule by its alert's name."""
    [group] = yaml.safe_load(RULES.read_text())["groups"]
    return {rule["alert"]: rule for rule in group["rules"]}


def figures_in(expression: str) -> set[str]:
    """The names of the figures of an expression, which its texts and labels are not."""
    plain = re.sub(r'"[^"]*"|\b(?:by|on|without)\s*\([^)]*\)', "", expression)
    return set(FIGURE.findall(plain))
