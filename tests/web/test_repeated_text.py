"""No page repeats more of what was sent than a person reads: every form of the site, filled to its brim."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from league.web.request_limits import MOST_TEXT
from league.web.seasons.setup_forms import LONGEST_LIST
from tests.matrix import rows_of, undone
from tests.web import test_matrix
from tests.web.addresses import World
from tests.web.worlds import world

pytestmark = pytest.mark.usefixtures("today")

__all__ = ["world"]

POSTS = [page for page, method, *_ in rows_of(test_matrix.__file__, "begun") if method == "POST"]
# A list of lines each of which is wrong: what is told of them may be longer than they are.
PASTED = {"lines": ",x\n", "quotes": '"'}
# Whatever is sent, a quote in it as six letters, and some of a page around it.
LARGEST_PAGE = 6 * MOST_TEXT + 100_000
TYPED = ("text", "search", "email", "hidden", "date", "time")
_CONTROL = re.compile(r"<(input|textarea|select)\b([^>]*)>")
_NAME, _KIND = re.compile(r'\bname="([^"]+)"'), re.compile(r'\btype="([^"]+)"')


def text_fields(page: str) -> Iterator[str]:
    """The names of the fields into which somebody may paste."""
    for tag, attrs in _CONTROL.findall(page):
        name, kind = _NAME.search(attrs), _KIND.search(attrs)
        of_text = tag == "textarea" or (
            kind is None or kind[1] in ("text", "search", "email", "hidden", "date", "time")
        )
        if name and tag != "select" and of_text and name[1] != "csrfmiddlewaretoken":
            yield name[1]


@pytest.mark.parametrize("pasted", PASTED)
def test_no_page_grows_with_what_is_pasted_into_its_form(world: World, pasted: str) -> None:
    """Gains a page of megabytes from each request of kilobytes: each of 10,000 lines was told of by itself."""
    client, grown, filled = world.client("secr"), {}, 0
    for page in POSTS:
        address = world.address(page)
        with undone():
            opened: Any = client.get(address)
        if opened.streaming or not opened.headers.get("Content-Type", "").startswith("text/html"):
            close(opened)
            continue
        fields = set(text_fields(opened.content.decode()))
        each = min(LONGEST_LIST, MOST_TEXT // (len(fields) + 1))
        with undone():
            answer: Any = client.post(address, dict.fromkeys(fields, (PASTED[pasted] * each)[:each]))
        filled += len(fields)
        if answer.streaming:
            close(answer)
        elif len(answer.content) > max(LARGEST_PAGE, 2 * len(opened.content)):
            grown[page] = len(answer.content)
    assert filled > 50
    assert grown == {}


def close(answer: Any) -> None:
    """Close the files of an answer, and not the connection that all of it is undone on."""
    for resource in answer._resource_closers:
        resource()


def test_a_form_with_more_text_than_anybody_types_is_refused(world: World) -> None:
    """Gains a page as large as the largest request: fifteen megabytes in the field of a name."""
    client = world.client("secr")
    answer = client.post(world.address("season-new"), {"typed-name": "x" * 900_000})
    assert (answer.status_code, len(answer.content) < 60_000) == (413, True)
    assert "This form takes up to 100000 letters." in answer.content.decode()
