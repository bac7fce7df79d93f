"""The hand checker: for anybody, by an address that can be handed on."""

import datetime as dt
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from league.services.seasons.rulesets import make_ruleset, set_rulesets
from tests.factories import Town

# Worth 8; one printed source says 6.
HAND = {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": "6", "claimed": "8"}


def text_of(response: Any) -> str:
    """Return the text that a reader sees, blanks folded."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def checked(client: Client, db: None) -> Any:
    """Ask the hand checker outside any league."""

    def ask(**changed: str) -> Any:
        return client.get("/hand/", {**HAND, **changed})

    return ask


def test_the_page_opens_with_an_empty_form_and_asks_nothing_of_the_database(
    client: Client, db: None, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        page = client.get("/hand/")
    assert page.status_code == 200
    assert not page.context["verification"]
    assert page.context["hand"].blank


@pytest.mark.parametrize(
    ("declared", "claimed", "counter_pegs", "challenger_pegs"),
    [("6", "8", 6, 2), ("6", "7", 6, 0), ("9", "8", 8, 0), ("8", "7", 8, 0), ("9", "", 9, 0)],
)
def test_a_call_is_judged(checked: Any, declared: str, claimed: str, counter_pegs: int, challenger_pegs: int) -> None:
    page = checked(declared=declared, claimed=claimed)
    verdict = page.context["verification"].verdict
    assert (verdict.counter_pegs, verdict.challenger_pegs) == (counter_pegs, challenger_pegs)
    assert verdict.reason in text_of(page)


def test_every_combination_is_drawn_and_the_count_spoken(checked: Any) -> None:
    page = checked(declared="", claimed="")
    assert page.context["verification"].verdict is None
    combinations = re.findall(r'<li class="combo">(.*?)</li>', page.content.decode(), re.S)
    assert [re.findall(r"cards/(\w\w)\.", drawn) for drawn in combinations] == [
        ["7C", "8H"],
        ["7D", "8H"],
        ["AC", "7C", "7D"],
        ["7C", "7D"],
    ]
    assert "“fifteen two, fifteen four, fifteen six, and a pair makes eight”" in text_of(page)


def test_everything_wrong_is_told_beside_its_field(checked: Any) -> None:
    page = checked(cards="AC 7D 8X", starter="7", declared="six", claimed="30")
    wrong = page.context["wrong"]
    assert wrong["declared"][0] == "“six” is not a number of points; write digits, like 8."
    assert wrong["claimed"] == ["30 is impossible: a hand in League rules is worth 0 to 29."]
    assert wrong["cards"][0].startswith("Card 3: “8X” has the unknown suit “X”")
    assert wrong["starter"][0].startswith("“7” has no suit")
    assert not page.context["verification"]
    html = page.content.decode()
    for field in ("cards", "starter", "declared", "claimed"):
        assert f'id="{field}-error"' in html
        assert f'href="#{field}"' in html
    assert page.context["hand"].cards == "AC 7D 8X", "what was typed is kept"
    assert list(checked(ruleset="bridge").context["wrong"]) == ["ruleset"]


def test_an_unreadable_call_is_told_once(checked: Any) -> None:
    assert checked(declared="six").context["wrong"] == {
        "declared": ["“six” is not a number of points; write digits, like 8."]
    }


def test_a_short_address_takes_the_usual_answers(client: Client, db: None) -> None:
    page = client.get("/hand/?cards=ac7d8♥,3s&starter=7c&declared=6&claimed=8")
    assert page.context["verification"].verdict.challenger_pegs == 2
    left = client.get("/hand/?cards=ac7d8♥,3s&starter=7c&declared=6&claimed=8&takes=no&kind=crib")
    assert left.context["verification"].verdict.challenger_pegs == 0
    assert left.context["verification"].show.crib


def test_picked_cards_count_where_none_were_written(client: Client, db: None) -> None:
    page = client.get("/hand/", {"cards": "", "pick": ["AC", "7D", "8H", "3S", "7C"], "starter": "7c"})
    assert page.context["verification"].show.points == 8
    assert page.context["hand"].cards == "AC 7D 8H 3S"
    written = client.get("/hand/", {"cards": "2C 4D 6H 8S", "pick": ["AC"], "starter": "TD"})
    assert written.context["verification"].show.points == 0


def test_the_starter_may_be_typed_last(client: Client, db: None) -> None:
    page = client.get("/hand/", {"cards": "5H 5D 5S JC 5C", "declared": "29"})
    assert page.context["verification"].verdict.true_points == 29
    crib = client.get("/hand/", {"cards": "5H 5D JC 5S 5C", "kind": "crib", "ruleset": "five-card"})
    assert (crib.context["verification"].show.points, str(crib.context["verification"].show.starter)) == (29, "5C")
    many = client.get("/hand/", {"cards": "5H 5D 5S JC 5C 4C"})
    assert many.context["wrong"].keys() == {"cards"}
    seven = client.get("/hand/", {"cards": "5H 5D 5S JC 5C", "ruleset": "seven-card"})
    assert seven.context["verification"].show.starter is None


def test_a_ruleset_says_how_many_cards_a_hand_has(client: Client, db: None) -> None:
    html = client.get("/hand/").content.decode()
    kept = dict(re.findall(r'<option value="([\w-]+)" data-kept="(\d)"', html))
    assert (kept["league"], kept["five-card"], kept["seven-card"]) == ("4", "3", "5")


def test_the_examples_of_the_page_can_be_counted(client: Client, db: None) -> None:
    addresses = re.findall(r'<a href="(\?cards=[^"]+)"', client.get("/hand/").content.decode())
    counted = [client.get("/hand/" + unescape(address)).context["verification"].verdict for address in addresses]
    assert [(verdict.true_points, verdict.challenger_pegs) for verdict in counted] == [(8, 2), (29, 0), (24, 4)]


def test_a_league_counts_by_the_rules_of_its_first_division(
    client: Client, town: Town, django_assert_num_queries: Any
) -> None:
    town.division.singles_ruleset = "five-card"
    town.division.save()
    with django_assert_num_queries(4):
        page = client.get("/leagues/town/hand/", {"cards": "KC 5D 5H", "starter": "5S"})
    assert page.context["verification"].show.points == 14
    assert page.context["verification"].ruleset.name == "five-card"
    chosen = client.get("/leagues/town/hand/", {**HAND, "ruleset": "hoyle"})
    assert chosen.context["verification"].verdict.challenger_pegs == 0, "muggins is not played according to Hoyle"
    assert client.get("/leagues/nowhere/hand/").status_code == 404


def test_a_league_counts_by_a_ruleset_of_its_own_once_a_division_plays_by_it(
    client: Client, town: Town, now: dt.datetime
) -> None:
    made = make_ruleset(town.league, "Runs up", {"runs_upwards": True}, by=town.secretary, now=now)
    word = f"{made.name}:{made.version}"
    run = {"cards": "QC KD AH 8S", "starter": "2S", "ruleset": word}
    # While the secretary only tries it out it is not offered, and nobody can ask for it.
    page = client.get("/leagues/town/hand/", run)
    assert "Runs up" not in page.content.decode()
    assert list(page.context["wrong"]) == ["ruleset"]
    set_rulesets(town.division, {"singles": word}, reason="The meeting.", by=town.secretary, now=now)
    page = client.get("/leagues/town/hand/", run)
    assert "Runs up, version 1" in page.content.decode()
    assert page.context["verification"].ruleset.title == "Runs up"
    without = {name: said for name, said in run.items() if name != "ruleset"}
    assert client.get("/leagues/town/hand/", without).context["hand"].ruleset == word
    # Another league has not got it.
    assert list(client.get("/hand/", run).context["wrong"]) == ["ruleset"]


def test_a_hand_is_only_ever_read(client: Client, db: None) -> None:
    assert client.post("/hand/", HAND).status_code == 405


def test_a_hand_of_nonsense_is_refused_quietly(checked: Any) -> None:
    for nonsense in ("<script>alert(1)", "7" * 500, "\x00", "🂡🂢", "AC " * 30, "٧C"):
        page = checked(cards=nonsense, declared="٦")
        assert page.status_code == 200
        assert set(page.context["wrong"]) >= {"cards", "declared"}
        assert "<script>alert" not in page.content.decode()
