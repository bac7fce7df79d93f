"""A typed client, generated from the description, plays an evening against the live server.

Each run makes it anew, offline, and throws it away: anybody who wants one makes it the same way (docs/api.md).
"""

import datetime as dt
import importlib
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from openapi_python_client import Config, MetaType, generate
from openapi_python_client.config import ConfigFile

from league.api.schema import schema
from league.enums import Scope
from league.models import User
from league.services.people.accounts.keys import make_token
from tests.factories import Town, result_sheet

PACKAGE = "muggins_client"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The generated package, and what finds a module of it by its path."""
    made = tmp_path_factory.mktemp("client")
    described = made / "schema.json"
    described.write_text(json.dumps(schema()))
    config = Config.from_sources(
        ConfigFile(
            post_hooks=[],
            package_name_override=PACKAGE,
            # A photograph is bytes to it, and so is a file that is taken away.
            content_type_overrides=dict.fromkeys(("image/jpeg", "application/zip"), "application/octet-stream"),
        ),
        MetaType.NONE,
        described,
        "utf-8",
        True,
        made / PACKAGE,
    )
    assert list(generate(config=config)) == []
    sys.path.insert(0, str(made))
    yield lambda name: importlib.import_module(f"{PACKAGE}.{name}")
    sys.path.remove(str(made))
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    """Close, at the end of the test, whatever it opened."""
    with ExitStack() as stack:
        yield stack


def test_every_file_of_the_client_is_python(client: Any) -> None:
    package = Path(client("client").__file__).parent
    for path in package.rglob("*.py"):
        compile(path.read_text(), str(path), "exec")


@pytest.mark.django_db(transaction=True)
def test_an_evening(client: Any, town: Town, now: dt.datetime, live_server: Any, closing: ExitStack) -> None:
    """Anchor's captain finds the fixture and sends its sheet; Bell's reads and confirms it; the table moves."""

    def signed_in(user: User) -> Any:
        _, secret = make_token(user, "An evening", [Scope.READ, Scope.RESULTS], None, now=now)
        speaks = client("client").AuthenticatedClient(live_server.url, token=secret, raise_on_unexpected_status=True)
        return closing.enter_context(speaks)

    anchor, bell = (signed_in(town.captains[name]) for name in ("Anchor", "Bell"))
    models = client("models")
    results, fixtures, tables = (f"api.{tag}" for tag in ("results", "fixtures", "tables_teams_and_players"))

    listed = client(f"{fixtures}.fixtures_list").sync("town", client=anchor, team="anchor", played=False)
    evening = next(fixture for fixture in listed.results if fixture.away.name == "Bell")
    squads = client(f"{fixtures}.fixture_squads").sync("town", evening.id, client=anchor)
    assert [player.name for player in squads.home][:2] == ["Anchor 1", "Anchor 2"]

    def points() -> dict[str, str]:
        table = client(f"{tables}.standings_read").sync("town", "2026-27", "division-1", client=anchor)
        return {row.team.name: row.points for row in table.rows}

    assert points()["Anchor"] == 0
    sheet = models.SheetIn.from_dict(result_sheet(town, "Anchor", "Bell").to_dict())
    sent = client(f"{results}.result_submit").sync("town", evening.id, client=anchor, body=sheet, idempotency_key="1")
    assert (sent.live.state, sent.live.home_games, sent.live.away_games) == ("submitted", 6, 3)
    again = client(f"{results}.result_submit").sync_detailed(
        "town", evening.id, client=anchor, body=sheet, idempotency_key="1"
    )
    assert again.headers["Idempotent-Replayed"] == "true"
    assert points()["Anchor"] == 0

    read = client(f"{results}.result_read").sync_detailed("town", evening.id, client=bell)
    confirm = client(f"{results}.result_confirm")
    own = confirm.sync("town", evening.id, client=anchor, if_match=read.headers["ETag"])
    assert own.errors[0].code == "not-allowed"
    confirmed = confirm.sync("town", evening.id, client=bell, if_match=read.headers["ETag"])
    assert confirmed.live.state == "confirmed"
    stale = confirm.sync_detailed("town", evening.id, client=bell, if_match=read.headers["ETag"])
    assert (stale.status_code, stale.parsed.errors[0].code) == (412, "stale")
    assert (points()["Anchor"], points()["Bell"]) == (6, 3)
