"""What a page says where there is nothing: what it was that there is not, and never how it was looked for."""

import pytest
from django.test import Client

from tests.factories import Town
from tests.web.pages import words

pytestmark = pytest.mark.usefixtures("today")
NOTHING = "There is no page at this address."


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (
            "/play/0123456789abcdefghijk/",
            "There is no such table. A table that nobody uses is thrown away after 30 days.",
        ),
        ("/leagues/town/fixtures/999999/", "There is no such fixture in this league."),
        ("/leagues/town/divisions/none/", NOTHING),
        ("/leagues/nowhere/", NOTHING),
        ("/no/such/address/", NOTHING),
    ],
)
def test_what_there_is_not_is_named(town: Town, address: str, said: str) -> None:
    answer = Client().get(address)
    assert answer.status_code == 404
    assert said in words(answer)
    assert "matches the given query" not in words(answer)


def test_it_is_named_in_the_language_of_the_reader(town: Town) -> None:
    answer = Client().get("/fr/leagues/town/fixtures/999999/")
    assert answer.status_code == 404
    assert "Cette rencontre n’existe pas dans cette ligue." in words(answer)


@pytest.mark.parametrize("address", ["divisions/none/", "fixtures/999999/"])
def test_a_program_is_not_told_how_it_was_looked_for(town: Town, address: str) -> None:
    answer = Client().get(f"/api/v1/leagues/town/{address}")
    assert answer.status_code == 404
    assert "query" not in answer.content.decode()
