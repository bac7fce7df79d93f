"""The page of a position: its form, what is wrong with it, and the link to share."""

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from cardroom.rules.play.typed_position import TypedPosition, entered_game
from scoring import LEAGUE
from tests.web.pages import words

# Nothing is kept of a position; the database is asked how often an address asks.
pytestmark = pytest.mark.django_db
HERE = "/play/position/"
DEALT = "5H 6D 7S 8C 2C KD"
PLAY = {"cards": DEALT, "dealer": "me", "starter": "4S", "laid": "2C KD", "played": "9H 6D TC"}


def ranked(answer: Any) -> list[list[str]]:
    """Return the cards of each row of the answer's table."""
    table = answer.content.decode().partition('class="play-advised"')[2].partition("</table>")[0]
    return [re.findall(r"cards/(\w\w)\.", row) for row in table.split("<tr")[2:]]


def shared(answer: Any) -> str:
    found = re.search(r'data-copy="([^"]*)"', answer.content.decode())
    return html.unescape(found[1]) if found else ""


def test_discards_are_ranked_where_the_starter_is_turned_first(client: Client) -> None:
    asked = {"cards": "5H 6D 7S 8C 2C", "dealer": "me", "ruleset": "five-card-starter-first"}
    answer = client.get(HERE, asked)
    assert answer.status_code == 422
    assert 'id="starter-error"' in answer.content.decode()
    assert "Enter the starter: one card." in words(answer)
    answer = client.get(HERE, asked | {"starter": "4S"})
    assert answer.status_code == 200
    assert len(ranked(answer)) == 8
    assert {len(cards) for cards in ranked(answer)} == {2}


def test_plays_are_ranked_from_the_form(client: Client) -> None:
    answer = client.get(HERE, PLAY | {"played": "4H", "mine": "30", "theirs": "41"})
    assert answer.status_code == 200
    assert sorted(ranked(answer)) == [["5H"], ["6D"], ["7S"], ["8C"]]
    assert "The count is 4." in words(answer)


def test_the_form_and_the_line_of_its_game_get_the_same_answer(client: Client) -> None:
    game = entered_game(TypedPosition(**PLAY), LEAGUE)[0]
    line = client.get(HERE, {"line": str(game), "away": PLAY["laid"]})
    assert ranked(line) == ranked(client.get(HERE, PLAY)) == [["5H"]]


def test_the_cards_kept_without_those_laid_away_are_enough(client: Client) -> None:
    answer = client.get(HERE, PLAY | {"cards": "5H 6D 7S 8C", "laid": ""})
    assert (answer.status_code, ranked(answer)) == (200, [["5H"]])


def test_who_can_only_say_go_is_told_how_to_go_on(client: Client) -> None:
    answer = client.get(HERE, PLAY | {"played": "TC 8C 9H"})
    assert ranked(answer) == [[]]
    assert "mark that you lead a new count" in words(answer)
    led = client.get(HERE, PLAY | {"played": "TC 8C 9H", "lead": "yes"})
    assert sorted(ranked(led)) == [["5H"], ["6D"], ["7S"]]
    assert "You lead." in words(led)


def test_all_that_is_wrong_stands_at_its_field(client: Client) -> None:
    wrong = {"cards": "5H", "starter": "4S 5S", "laid": "2C", "played": "XX", "mine": "x", "theirs": "121"}
    answer = client.get(HERE, wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    for field in wrong:
        assert f'href="#{field}"' in page, field
        assert re.search(rf'<input id="{field}"[^>]*aria-invalid="true" aria-describedby="{field}-error"', page), field
        assert f'id="{field}-error"' in page, field
    assert re.search(r'<details class="fold" open><summary>In the play', page)
    assert shared(answer) == ""


@pytest.mark.parametrize("asked", [{"lead": "yes"}, {"laid": "2C KD"}, {"played": "9H"}, {"starter": "4S"}])
def test_fields_without_one_s_cards_ask_for_them(client: Client, asked: dict[str, str]) -> None:
    answer = client.get(HERE, asked)
    assert answer.status_code == 422
    assert 'id="cards-error"' in answer.content.decode()


def test_a_count_that_goes_on_is_told_at_the_box(client: Client) -> None:
    page = client.get(HERE, PLAY | {"lead": "yes"}).content.decode()
    assert re.search(
        r'<input type="checkbox" id="lead"[^>]* checked aria-invalid="true" aria-describedby="lead-error"', page
    )
    assert "The count goes on" in page


@pytest.mark.parametrize("field", ["cards", "starter", "laid", "played", "mine", "line", "away"])
@pytest.mark.parametrize("typed", ["x" * 9000, "\x00", "<b>", "5H " * 3000, "٣", "go"])
def test_nonsense_in_any_field_is_told(client: Client, field: str, typed: str) -> None:
    assert client.get(HERE, PLAY | {field: typed}).status_code == (200 if field == "away" else 422)


def test_the_address_can_be_copied_as_short_as_it_can_be(client: Client) -> None:
    empty = {"line": "", "who": "", "away": "", "mine": "0", "theirs": "12", "ruleset": "league"}
    link = urlsplit(shared(client.get(HERE, PLAY | empty)))
    assert link.netloc == "testserver"
    assert {name: values[0] for name, values in parse_qs(link.query).items()} == PLAY | {"theirs": "12"}
    other = client.get(HERE, PLAY | {"ruleset": "hoyle"})
    assert "ruleset=hoyle" in shared(other)
    again = client.get(shared(other).removeprefix("http://testserver"))
    assert ranked(again) == ranked(other)
    assert "You can share this address" in words(again)


def test_the_link_of_a_line_has_the_line_alone(client: Client) -> None:
    game = str(entered_game(TypedPosition(**PLAY), LEAGUE)[0])
    answer = client.get(HERE, {"line": game, "cards": DEALT, "mine": "3", "away": "2C KD"})
    assert parse_qs(urlsplit(shared(answer)).query) == {"line": [game], "away": ["2C KD"]}


def test_the_empty_page_has_examples_and_says_for_whom_it_is(client: Client) -> None:
    answer = client.get(HERE)
    assert "The form is for two players; enter a position of three players or partners on one line." in words(answer)
    assert shared(answer) == ""
    links = re.findall(r'<li><a href="(\?cards=[^"]*)"', answer.content.decode())
    assert len(links) == 3
    for link in links:
        assert client.get(HERE + html.unescape(link)).status_code == 200


def test_every_field_has_a_label(client: Client) -> None:
    form = client.get(HERE, PLAY).content.decode().partition('class="play-start"')[2].partition("</form>")[0]
    named = re.findall(r' id="([^"]+)" name=', form)
    assert len(re.findall(r"<(?:input|select|textarea) ", form)) == len(named) + 2  # whose crib: see below
    assert set(named) == set(re.findall(r'<label for="([^"]+)"', form))
    assert form.count('<label><input type="radio"') == 2


def test_an_old_book_is_cited_with_what_the_tables_say(client: Client) -> None:
    said = words(client.get(HERE, {"cards": DEALT, "dealer": "them"}))
    assert "Hoyle: kings and aces spoil the dealer’s crib best." in said
    assert "Hoyle:" not in words(client.get(HERE, {"cards": DEALT, "dealer": "me"}))
    lead = {"cards": DEALT, "dealer": "them", "starter": "4S", "laid": "2C KD"}
    assert "Hoyle: the safest lead is a four" in words(client.get(HERE, lead))
