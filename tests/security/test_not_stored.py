"""What is answered to somebody signed in is stored neither by their browser nor on the way to it.

Pages, files and the API alike: a rule of `config.headers`, walked here over every page and every read of the API. What
a view says is everybody's stays so; a calendar's secret address says itself that it is asked for each time.
"""

import re
from urllib.parse import quote

import pytest
from django.test import Client

from tests.api.program import Program
from tests.api.test_matrix import operations
from tests.factories import Town
from tests.matrix import rows_of, undone
from tests.web import test_matrix
from tests.web.addresses import World
from tests.web.worlds import world

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["world"]

PAGES = [page for page, method, *_ in rows_of(test_matrix.__file__, "begun") if method == "GET"]
PAGES.remove("own-calendar")
# Everybody's, by what the view says: pictures, feeds and calendars, what a device needs to install the site.
FOR_EVERYBODY = re.compile(r"public|^no-cache$")


def is_stored(headers: dict[str, str]) -> bool:
    told = headers.get("Cache-Control", "")
    return "no-store" not in told and not FOR_EVERYBODY.search(told)


@pytest.mark.parametrize("role", ["home", "secr"])
def test_no_page_for_somebody_signed_in_is_stored(world: World, role: str) -> None:
    stored = []
    for page in PAGES:
        with undone():
            answer = world.client(role).get(world.address(page))
            for close in getattr(answer, "_resource_closers", ()):
                if answer.streaming:
                    close()
        if is_stored(answer.headers):
            stored.append((page, answer.headers.get("Cache-Control")))
    assert len(PAGES) > 100
    assert stored == []


def test_no_read_of_the_api_for_somebody_known_is_stored(world: World) -> None:
    town = world.town
    named = {
        "slug": "town", "league": "town", "team": "bell", "season": "2026-27", "division": "division-1",
        "fixture": world.fixture.pk, "player": town.squads["Bell"][0].pk, "role": world.role.pk,
    }  # fmt: skip
    browser, token = Program(), Program(town.secretary)
    browser.client.force_login(town.secretary)
    stored, asked = [], 0
    for method, path in operations().values():
        wanted = re.findall(r"{(\w+)}", path)
        if method != "GET" or not set(wanted) <= named.keys():
            continue
        address = path.format(**{name: quote(str(named[name])) for name in wanted})
        for program in (token, browser):
            answer = program.get(address)
            asked += 1
            if is_stored(answer.headers):
                stored.append((path, answer.headers.get("Cache-Control")))
    assert asked > 100
    assert stored == []


def test_whose_address_somebody_looks_for_stands_in_no_stored_page(town: Town) -> None:
    client = Client()
    client.force_login(town.secretary)
    answer = client.get("/leagues/town/secretary/people/", {"q": "bell"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")


def test_what_everybody_reads_may_still_be_stored(town: Town) -> None:
    assert "no-store" not in Client().get("/leagues/town/").headers.get("Cache-Control", "")
    assert Program().get("teams/").headers["Cache-Control"] == "private, no-cache"
