"""Every page of the web, read in each language that the site has: none breaks, and none says who is not asked."""

from typing import Any

import pytest
from django.test import Client

from league.rules.languages import ENGLISH, LANGUAGES, tag_of
from league.web.ops.languages import WITHOUT
from tests.matrix import rows_of, undone
from tests.web import test_matrix
from tests.web.addresses import World
from tests.web.worlds import world

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["world"]

PAGES = sorted({page for page, method, *_ in rows_of(test_matrix.__file__, "begun") if method == "GET"})

# What each page answers in English, asked once for all languages.
IN_ENGLISH: dict[str, int] = {}


def asked(client: Client, address: str) -> Any:
    """Return what an address answers, and undo it."""
    with undone():
        answer = client.get(address)
    # To close the answer would close the connection that all of it is undone on.
    for close in answer._resource_closers:
        close()
    return answer


@pytest.mark.long
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != ENGLISH])
def test_every_page_answers_in_it_as_it_does_in_english(world: World, code: str) -> None:
    client, wrong = world.client("secr"), []
    for page in PAGES:
        address = world.address(page)
        if address.startswith(WITHOUT):
            continue
        if page not in IN_ENGLISH:
            IN_ENGLISH[page] = asked(client, address).status_code
        spoken = asked(client, f"/{code}{address}")
        if spoken.status_code != IN_ENGLISH[page]:
            wrong.append(f"{page}: {IN_ENGLISH[page]} in English, {spoken.status_code}")
        elif spoken.headers.get("Content-Type", "").startswith("text/html"):
            if spoken.headers["Content-Language"] != tag_of(code):
                wrong.append(f"{page}: speaks {spoken.headers['Content-Language']}")
            page = spoken.content.decode()
            if "<html" in page and f'<html lang="{tag_of(code)}"' not in page:
                wrong.append(f"{page}: does not say what it speaks")
        elif "Location" in spoken.headers and not spoken.headers["Location"].startswith((f"/{code}/", "http")):
            wrong.append(f"{page}: leads to {spoken.headers['Location']}")
    assert wrong == [], "\n".join(wrong)
