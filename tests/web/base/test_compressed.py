"""What is compressed on its way: pages for strangers that hold no secret, and nothing else."""

import gzip

import pytest
from django.test import Client

from tests.factories import Town

pytestmark = pytest.mark.usefixtures("today")

HOME, GZIP = "/leagues/town/", {"Accept-Encoding": "gzip, deflate, br"}


def test_a_strangers_page_is_compressed_and_the_same_for_all(town: Town) -> None:
    plain = Client().get(HOME)
    first, second = (Client().get(HOME, headers=GZIP) for _ in range(2))
    assert first["Content-Encoding"] == "gzip"
    assert gzip.decompress(first.content) == plain.content
    assert len(first.content) * 2 < len(plain.content)
    assert first.content == second.content
    assert "Accept-Encoding" in plain["Vary"]
    assert "Content-Encoding" not in plain


def test_no_page_with_a_secret_is_compressed(town: Town) -> None:
    """By the length of what is compressed, whoever can put words into a page guesses its secret letter by letter."""
    visitor = Client()
    form = visitor.get("/accounts/login/", headers=GZIP)
    assert b"csrfmiddlewaretoken" in form.content
    # Once more, with the cookie of the first visit.
    assert b"csrfmiddlewaretoken" in visitor.get("/accounts/login/", headers=GZIP).content
    visitor.force_login(town.captains["Anchor"])
    for address in (HOME, f"{HOME}my/", f"{HOME}tables/2026-27/division-1/"):
        assert "Content-Encoding" not in visitor.get(address, headers=GZIP), address
    assert "Content-Encoding" not in Client().get(HOME, headers={**GZIP, "Authorization": "Bearer mgn_nothing"})
