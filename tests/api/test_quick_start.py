"""The quick start of docs/api.md, line by line as it stands there, against the demo as `make run` serves it."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.settings.test import ON_SERVICES
from league.models import ApiToken
from tests import factories, stage
from tests.databases import copy_migrated

if ON_SERVICES:
    pytest.skip("its demo is served from a file of SQLite: MUGGINS_TEST_ON=embedded", allow_module_level=True)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"


def lines_of_the_page() -> list[str]:
    """Return the commands that the page gives to type."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.long
@pytest.mark.usefixtures("django_db_setup")
def test_every_line_answers(tmp_path: Path) -> None:
    # That it makes a database where there is none, tests/processes/test_embedded.py has.
    copy_migrated(tmp_path / "demo.sqlite3")
    port = stage.free_port()
    environment = {
        "MUGGINS_SQLITE": str(tmp_path / "demo.sqlite3"),
        "MUGGINS_MAIL": str(tmp_path / "mail"),
        "PORT": str(port),
    }
    with stage.stage(tmp_path, **environment) as house:
        served = house.start("serve", "bin/serve")
        stage.wait_for(lambda: stage.answers(port), within=120, what=f"pages: {served.log_text()}")
        kept = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        said = typed(lines_of_the_page(), port, {**kept, **house.environment})
    leagues, seasons, played, hand, me, mine, squads, refused, taken, again, tag = said
    assert json.loads(leagues)["results"][0]["slug"] == "marlbury"
    assert json.loads(seasons)["results"]
    assert len(json.loads(played)["results"]) == 2
    assert json.loads(hand)["verdict"]["rule"] == "R39"
    assert len(json.loads(me)["captain_of"]) == 1
    assert json.loads(mine)["due"]
    assert json.loads(squads)["home"]
    assert {"where", "code", "field", "message"} == set(json.loads(refused)["errors"][0])
    assert json.loads(taken)["live"]["version"] == 1
    head, _, body = again.replace("\r\n", "\n").partition("\n\n")
    assert "idempotent-replayed: true" in head.lower()
    assert body == taken
    assert re.fullmatch(r'etag: "[0-9a-f]{32}-[0-9a-f]{32}"', tag.strip().lower())


def typed(lines: list[str], port: int, environment: dict[str, str]) -> list[str]:
    """Type the lines into one shell, and return the output of each but the exports."""
    end = "-- end of the line --"
    script = "\n".join([*(f"{line}\necho; echo '{end}'" if not line.startswith("export") else line for line in lines)])
    done = subprocess.run(
        ["bash", "-eu", "-c", script.replace(":8000", f":{port}")],
        capture_output=True, text=True, timeout=120, check=False, env=environment, cwd=PAGE.parents[1],
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [part.strip() for part in done.stdout.split(end)[:-1]]


@pytest.mark.django_db
def test_a_token_is_made_at_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    factories.user("una@town.example")
    call_command("make_token", "Una@town.example", "Quick", "read", "--days", "2")
    secret = capsys.readouterr().out.strip()
    assert secret.startswith("mgn_")
    assert ApiToken.objects.get().prefix == secret[:12]
    for wrong in (("nobody@town.example", "x", "read"), ("una@town.example", "x", "everything")):
        with pytest.raises(CommandError):
            call_command("make_token", *wrong)
