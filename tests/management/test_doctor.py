"""`manage.py doctor`: its lines, its JSON and its exit status."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.management.commands import doctor
from league.services.ops.doctor import Finding, Level

FINE = Finding(Level.OK, "All is well.", check="a")
DOUBT = Finding(Level.DOUBTFUL, "It may be.", "Look.", "b")
FAULT = Finding(Level.WRONG, "It is not.", "Mend it.", "c")


def run(monkeypatch: pytest.MonkeyPatch, findings: list[Finding], *options: str) -> tuple[str, int]:
    """Return what is printed, and the exit status."""
    monkeypatch.setattr(doctor, "examine", lambda examination: findings)
    out = StringIO()
    try:
        call_command("doctor", *options, "--no-color", stdout=out)
    except CommandError as error:
        return out.getvalue(), error.returncode
    return out.getvalue(), 0


@pytest.mark.parametrize(
    ("findings", "options", "status"),
    [
        ([FINE], ["--strict"], 0),
        ([FINE, DOUBT], [], 0),
        ([FINE, DOUBT], ["--strict"], 1),
        ([DOUBT, FAULT], [], 2),
        ([DOUBT, FAULT], ["--strict", "--json"], 2),
    ],
)
def test_the_exit_status(
    findings: list[Finding], options: list[str], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, findings, *options)[1] == status


def test_a_line_each_and_only_what_is_wrong_where_one_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    printed, _ = run(monkeypatch, [FINE, DOUBT])
    assert printed == "ok: a: All is well.\ndoubtful: b: It may be. — Look.\n0 wrong, 1 doubtful, 1 ok.\n"
    assert run(monkeypatch, [FINE, DOUBT], "-v", "0")[0] == "doubtful: b: It may be. — Look.\n"


def test_json_is_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    printed, status = run(monkeypatch, [FINE, FAULT], "--json")
    assert status == 2
    assert json.loads(printed) == {
        "ok": False,
        "findings": [
            {"level": "ok", "message": "All is well.", "remedy": "", "check": "a"},
            {"level": "wrong", "message": "It is not.", "remedy": "Mend it.", "check": "c"},
        ],
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--mail-to", "una"], "“una” is no email address"),
        (["--url", "league.example.org"], "“league.example.org” is no site's address"),
        (["--url", "https://league.example.org/leagues/"], "write one like https://league.example.org"),
    ],
)
def test_a_mistyped_address_is_told(options: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("doctor", *options)


def test_the_list_is_made_for_real(db: None) -> None:
    out = StringIO()
    with pytest.raises(CommandError, match="wrong, "):
        call_command("doctor", stdout=out)
    assert "wrong: secrets: The secret key is an example" in out.getvalue()
