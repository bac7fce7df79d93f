"""What is compressed on its way: pages whose length tells nobody a secret, and nothing else."""

import gzip
import re

import pytest
from django.test import Client

from config.redaction import redacted
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
    for address in ("/accounts/tokens/", "/accounts/", f"{HOME}calendars/", f"{HOME}search/?q=anchor", f"{HOME}me/"):
        assert "Content-Encoding" not in visitor.get(address, headers=GZIP), address
    assert "Content-Encoding" not in Client().get(HOME, headers={**GZIP, "Authorization": "Bearer mgn_nothing"})


def test_a_readers_own_page_is_compressed_and_never_of_one_length(town: Town) -> None:
    """Its forms' token is masked anew each time, and random bytes hide the rest of its length."""
    captain = Client()
    captain.force_login(town.captains["Anchor"])
    for address in (HOME, f"{HOME}my/", f"{HOME}tables/2026-27/division-1/"):
        answers = [captain.get(address, headers=GZIP) for _ in range(4)]
        assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}, address
        pages = [gzip.decompress(answer.content).decode() for answer in answers]
        assert "Sign out" in pages[0]
        tokens = [set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)) for page in pages]
        assert all(len(each) == 1 for each in tokens)
        assert len(set.union(*tokens)) == 4
        assert len({len(answer.content) for answer in answers}) > 1


def test_no_listed_page_shows_a_key(town: Town) -> None:
    """Of the pages that are compressed for readers none has a key in an address: config.redaction knows them all."""
    captain = Client()
    captain.force_login(town.captains["Anchor"])
    fixture = town.fixture("Anchor", "Bell").pk
    for address in ("", "my/", "fixtures/", f"fixtures/{fixture}/", f"fixtures/{fixture}/sheet/", "teams/anchor/",
                    f"players/{town.squads['Anchor'][0].pk}/", "tables/2026-27/division-1/"):  # fmt: skip
        page = captain.get(HOME + address).content.decode()
        links = re.findall(r'(?:href|action|data-[a-z-]+|value)="([^"]+)"', page)
        assert links
        assert [link for link in links if redacted(link) != link] == [], address
