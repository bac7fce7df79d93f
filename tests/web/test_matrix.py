"""Who gets what from every page: a table for each state of the fixture (`matrix/`), a row a page and method, a column a
role.

302 for a refused GET is the way to the sign-in page; a refused visitor otherwise reads 403, a wrong state 409, a bad
form 422, another league's things 404. A new page that is in no table fails `test_every_page_is_in_the_table`.
"""

import re
from typing import Any

import pytest
from django.template.backends.django import Template

from cardroom import urls as card_urls
from league.enums import DisputeState
from league.models import Dispute
from league.web import urls
from tests.matrix import ROLES, rows_of
from tests.routes import routes
from tests.web.addresses import World
from tests.web.worlds import corrected, disputed, submitted, world

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["corrected", "disputed", "submitted", "world"]

BY_NUMBER = re.compile(r"<int:|:token>")
ROUTES = [*routes(urls.urlpatterns), *routes(card_urls.urlpatterns)]
# A world takes as long to make as several pages: so many rows share one, each of them undone.
TOGETHER = 20


def _rows(state: str) -> list[tuple[str, str, list[int]]]:
    return [(page, method, [int(status) for status in told]) for page, method, *told in rows_of(__file__, state)]


def _tables(state: str) -> Any:
    """Parametrize a test with the rows of a state, some at a time."""
    rows = _rows(state)
    parts = [rows[start : start + TOGETHER] for start in range(0, len(rows), TOGETHER)]
    return pytest.mark.parametrize("rows", parts, ids=[f"{part[0][0]}-to-{part[-1][0]}" for part in parts])


@pytest.fixture(autouse=True)
def _unrendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads these answers but for their status; what pages say is in test_every_page."""
    monkeypatch.setattr(Template, "render", lambda template, context=None, request=None: "")


# A link was followed, a table opened, or a game looked through, by anybody.
ANSWERED = {"confirm-link", "play", "league-play", "play-analysis"}
Rows = list[tuple[str, str, list[int]]]


def _check(world: World, rows: Rows) -> None:
    """Rows of a table; a refused GET of somebody who has not signed in leads to the sign-in page and back here."""
    told, astray = [], []
    for page, method, _ in rows:
        address = world.address(page)
        got = {role: world.asked(role, method, address) for role in ROLES}
        told.append((page, method, [status for status, _ in got.values()]))
        status, to = got["anon"]
        sign_in = f"/accounts/login/?next={address.partition('?')[0]}"
        if status == 302 and page not in ANSWERED and not to.startswith(sign_in):
            astray.append((page, to))
    assert told == rows
    assert astray == []


@_tables("begun")
def test_a_fixture_begun(world: World, rows: Rows) -> None:
    _check(world, rows)


@_tables("submitted")
def test_a_sheet_that_waits(submitted: World, rows: Rows) -> None:
    _check(submitted, rows)


@_tables("peace")
def test_a_sheet_that_waits_and_nothing_in_dispute(submitted: World, rows: Rows) -> None:
    Dispute.objects.filter(fixture=submitted.fixture).update(state=DisputeState.WITHDRAWN)
    _check(submitted, rows)


@_tables("disputed")
def test_a_disputed_sheet(disputed: World, rows: Rows) -> None:
    _check(disputed, rows)


@_tables("corrected")
def test_a_correction_that_waits(corrected: World, rows: Rows) -> None:
    _check(corrected, rows)


PAGES = sorted({page for page, _, _ in _rows("begun")})


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_no_page_takes_put_or_delete_from_anybody(world: World, method: str) -> None:
    roles = ("anon", "home", "super")
    got = {(page, role): world.asked(role, method, world.address(page))[0] for page in PAGES for role in roles}
    assert got == dict.fromkeys(got, 405)


def test_every_page_is_in_the_table() -> None:
    by_method = [{page for page, listed, _ in _rows("begun") if listed == method} for method in ("GET", "POST")]
    assert by_method == [{pattern.name for _, pattern in ROUTES}] * 2


# Every page about a thing that its number, or a secret, names: a new one is crossed without being written down.
OF_A_LEAGUE = [str(pattern.name) for route, pattern in ROUTES if "slug:slug" in route and BY_NUMBER.search(route)]


def test_what_belongs_to_one_league_is_not_found_in_another(disputed: World, subtests: pytest.Subtests) -> None:
    """A thing of the town is not found through the other league, even by those who may do everything there."""
    disputed.visitors["ref-abroad"] = disputed.abroad.referee
    for name in [*OF_A_LEAGUE, "rule"]:
        role = {"rule": "ref-abroad", "ruling-revoke": "ref-abroad", "player": "anon", "fixture": "anon"}.get(
            name, "super"
        )
        for league in ("abroad", "nowhere"):
            with subtests.test(name, league=league):
                address = disputed.address(name, league)
                read = disputed.asked(role, "GET", address)[0]
                # What only takes something in is asked to.
                assert (disputed.asked(role, "POST", address)[0] if read == 405 else read) == 404
