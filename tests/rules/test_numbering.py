"""Every rule on the rules page has the number by which rulings and verdicts quote it."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.test import Client

from league.enums import UnplayedPolicy, WithdrawalPolicy
from league.rules.match_terms import uniform
from league.rules.rulebook import Section, league_rules, rulebook
from league.rules.rulebook.numbering import anchor_of, merge_books, number_of, of_the_league, plain_anchor, quotables
from league.rules.settings import SeasonSettings
from league.services.disputes.rulebook import books_of
from scoring import HOYLE, LEAGUE, RULESETS
from scoring.ruleset import AnnouncementOrder, FalseMuggins, NextGameDealer, StarterCutter
from tests.factories import Town

TERMS = uniform(("doubles", "singles"), games=3, targets={"singles": 121, "doubles": 121})


def numbers(sections: tuple[Section, ...]) -> list[str]:
    return [number_of(section, place) for section in sections for place in range(len(section.rules))]


@pytest.mark.parametrize("doubles", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_every_rule_of_every_game_has_one(name: str, doubles: bool) -> None:
    found = numbers(rulebook(RULESETS[name], doubles=doubles))
    assert [number for number in found if not number.startswith("R")] == []


@pytest.mark.parametrize("dealer", NextGameDealer)
@pytest.mark.parametrize("cutter", StarterCutter)
def test_whatever_the_fields_of_a_ruleset_say(dealer: NextGameDealer, cutter: StarterCutter) -> None:
    rules = replace(HOYLE, next_game_dealer=dealer, starter_cutter=cutter, muggins=False, three_for_last=True)
    assert "" not in numbers(rulebook(rules)) + numbers(rulebook(rules, doubles=True))


def test_whatever_house_rules_say() -> None:
    rules = replace(
        LEAGUE,
        runs_upwards=True,
        go_when_said=True,
        dealt=5,
        laid_away=1,
        pack_to_crib=2,
        announcement_order=AnnouncementOrder.PAIRS_FIRST,
        muggins_in_play=True,
        false_muggins_penalty=FalseMuggins.CLAIMED,
        overpeg_penalty=2,
        lurch=True,
        double_lurch_below=31,
        lurch_points=3,
    )
    found = numbers(rulebook(rules))
    assert "" not in found + numbers(rulebook(rules, doubles=True))
    assert {"R36", "R38", "R43a", "R49"} <= set(found)


@pytest.mark.parametrize("unplayed", UnplayedPolicy)
@pytest.mark.parametrize("withdrawal", WithdrawalPolicy)
def test_every_rule_of_the_league_s_own_has_one(unplayed: str, withdrawal: str) -> None:
    sections = league_rules(TERMS, settings=[SeasonSettings(unplayed_policy=unplayed, withdrawal_policy=withdrawal)])
    found = numbers(sections)
    assert "" not in found
    own = [number for number in found if number.startswith("L")]
    assert len(own) == len(set(own))
    assert {number.partition(".")[0] for number in own} == {f"L{chapter}" for chapter in range(1, 13) if chapter != 7}
    assert {"R50", "R51", "R52", "R53", "R54"} <= set(found)


def test_what_is_said_in_several_sentences_is_quoted_whole() -> None:
    found = {one.number: one for one in quotables((*league_rules(TERMS), *rulebook(LEAGUE)))}
    assert found["R50"].text.startswith("Each match is three games, and all of them are played, even at 2–0;")
    assert found["R51"].text.count(".") == 2
    assert (found["R29"].chapter, found["L11.1"].chapter) == ("The show", "Mistakes in writing")
    assert "mistake in writing" in found["L11.1"].text
    assert next(iter(found.values())).chapter == "Fixtures", "the league's own come first"


def test_a_place_on_the_page_is_told_from_the_number_the_division_and_the_kind() -> None:
    assert anchor_of("R43", division="division-1", kind="singles") == "r43-singles-division-1"
    assert anchor_of("R50", division="division-1", kind="singles") == "r50-league-division-1"
    assert anchor_of("L2.3", division="division-1", kind="doubles") == "l2-3-league-division-1"
    assert plain_anchor("L2.3") == "l2-3"
    assert [of_the_league(number) for number in ("L11.1", "R54", "R55", "R8")] == [True, True, False, False]


def test_what_is_alike_is_told_once_and_the_rest_is_marked(town: Town) -> None:
    books = books_of(town.season)
    league, game = merge_books(books)
    singles, doubles = ({rule.text for chapter in book.sections for rule in chapter.numbered} for book in books[1:])
    told = [rule for chapter in game.sections for rule in chapter.numbered]
    assert {rule.text for rule in told if rule.only != "doubles"} == singles
    assert {rule.text for rule in told if rule.only != "singles"} == doubles
    assert singles - doubles, "there is something to mark"
    assert {rule.text for rule in told if not rule.only} <= singles & doubles
    assert game.both
    assert not league.both
    titles = Counter(str(chapter.title) for chapter in game.sections)
    assert max(titles.values()) == 1


def test_every_anchor_of_the_books_is_on_the_page_once(town: Town, client: Client) -> None:
    html = client.get("/leagues/town/rules/").content.decode()
    there = Counter(re.findall(r' id="([^"]+)"', html))
    books = books_of(town.season)
    wanted = {book.anchor for book in books} | {chapter.anchor for book in books for chapter in book.sections}
    wanted |= {a for book in books for one in book.sections for rule in one.numbered for a in rule.anchors}
    assert [anchor for anchor in wanted if there[anchor] != 1] == []
    assert "Doubles:</b>" in html


def test_games_that_differ_in_most_stay_apart(town: Town) -> None:
    town.division.doubles_ruleset = "five-card"
    town.division.save()
    books = books_of(town.season)
    mine, theirs = ({rule.text for one in book.sections for rule in one.numbered} for book in books[1:])
    together = 2 * len(mine & theirs) >= max(len(mine), len(theirs))
    assert [book.both for book in merge_books(books)] == ([False, True] if together else [False, False, False])


def test_each_number_stands_once_in_a_chapter_and_those_of_the_league_ascend(town: Town, client: Client) -> None:
    html = client.get("/leagues/town/rules/").content.decode()
    own = []
    for chapter in re.findall(r"<details class=\"fold\">.*?</details>", html, re.DOTALL):
        stands = re.findall(r'class="rule-number">([^<]+)<', chapter)
        assert len(stands) == len(set(stands))
        own += [tuple(map(int, number[1:].split("."))) for number in stands if number.startswith("L")]
    assert own == sorted(own)
    assert (1, 1) in own
