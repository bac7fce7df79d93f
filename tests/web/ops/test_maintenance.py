"""Planned maintenance: reading goes on and entering waits, or both wait, whether or not there is a database."""

import datetime as dt
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client

from league.models import Result
from league.queries.maintenance import Maintenance, current_maintenance
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of
from tests.api.program import Program, as_sent
from tests.factories import Town, result_sheet

ROOT = Path(__file__).resolve().parents[3]
NOON = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def file(settings: Any, tmp_path: Path) -> Path:
    path = tmp_path / "state" / "maintenance.json"
    settings.MAINTENANCE_FILE = path
    return path


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("maintenance", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_reading_goes_on_and_entering_waits(town: Town) -> None:
    client, program = Client(), Program(town.captains["Anchor"])
    client.force_login(town.captains["Anchor"])
    fixture = town.fixture("Anchor", "Bell")
    sheet = f"/leagues/town/fixtures/{fixture.pk}/sheet/"
    played = result_sheet(town, "Anchor", "Bell")
    with time_machine.travel(NOON, tick=False):
        said = command("on", "--until", "12:20", "--reason", "A larger disk.")
        assert "until 2026-11-03 12:20 UTC" in said
        assert [client.get(address).status_code for address in (sheet, "/leagues/town/")] == [200, 200]
        answer = client.post(sheet, fields_of(played, terms(fixture.division)))
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "900")
        text = answer.content.decode()
        assert "Read-only for now" in text
        assert "It should take another 20 minutes. A larger disk." in text
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        refused = program.post(f"fixtures/{fixture.pk}/result/", as_sent(played))
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "900")
        [problem] = json.loads(refused.content)["errors"]
        assert (problem["code"], "nothing can be entered" in problem["message"]) == ("unavailable", True)
    assert not Result.objects.exists()
    assert command("off") == "It is over: people can enter again.\n"
    assert client.post(sheet, fields_of(played, terms(fixture.division))).status_code == 302
    assert command("off") == "There was none.\n"


def test_a_closed_site_answers_without_a_database_in_the_visitors_language(client: Client) -> None:
    """Without the `db` fixture every question to the database is refused."""
    command("on", "--closed")
    for address, word in (("/leagues/town/", "Back soon"), ("/fr/leagues/town/tables/", "De retour bientôt")):
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
        assert word in answer.content.decode()
    [problem] = client.get("/api/v1/leagues/", headers={"Accept-Language": "fr"}).json()["errors"]
    assert (problem["code"], "sera bientôt de retour" in problem["message"]) == ("unavailable", True)


@pytest.mark.parametrize(
    ("minutes", "told"), [(0.5, "minute"), (119.5, "120 minutes"), (180, "3 hours"), (120.5, "3 hours")]
)
def test_what_is_left_is_told_in_minutes_or_hours(minutes: float, told: str) -> None:
    maintenance = Maintenance(NOON, NOON + dt.timedelta(minutes=minutes))
    assert maintenance.message(NOON).endswith(f"It should take another {told}.")


@pytest.mark.django_db
def test_health_tells_it_and_when_it_should_be_over(client: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        command("on", "--until", "2026-11-03T12:20", "--reason", "A larger disk.")
        told = client.get("/health/").json()
        assert (told["maintenance"]["reason"], told["problems"]) == ("A larger disk.", [])
        clock.shift(dt.timedelta(minutes=21))
        [problem] = client.get("/health/").json()["problems"]
        assert problem.startswith("Maintenance should have been over at 2026-11-03 12:20 UTC")
        page = client.get("/health/", headers={"Accept": "text/html"}).content.decode()
        assert "The site is being maintained. A larger disk." in page


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--until", "soon"), "“soon” is no moment"),
        (("--until", "2026-11-03T11:00"), "2026-11-03 11:00 UTC is past"),
        (("--reason", "x" * 301), "up to 300 letters"),
    ],
)
def test_what_cannot_be_meant_is_refused(arguments: tuple[str, ...], why: str, file: Path) -> None:
    with time_machine.travel(NOON, tick=False), pytest.raises(CommandError, match=why):
        command("on", *arguments)
    assert not file.exists()


def test_a_folder_that_takes_no_file_is_told(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    settings.MAINTENANCE_FILE = tmp_path / "taken" / "maintenance.json"
    with pytest.raises(CommandError, match="cannot be written"):
        command("on")


def test_a_file_that_cannot_be_read_still_means_it(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("upgrading")
    found = current_maintenance()
    assert found == Maintenance(found.since if found else NOON)


def test_the_page_that_the_proxy_shows_is_the_one_the_command_makes() -> None:
    """`manage.py maintenance page --to deploy/away.html`; it needs nothing from anywhere."""
    page = (ROOT / "deploy/away.html").read_text()
    assert page == command("page")
    assert [word in page for word in ("Back soon", "De retour bientôt", 'src="', "url(")] == [True, True, False, False]
