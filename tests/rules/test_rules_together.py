"""Singles and doubles on one rules page: what is alike is told once, the rest is marked, every quote leads there."""

import re
from collections import Counter

from django.test import Client

from league.rules.rulebook.joint_rules import merge_books
from league.services.disputes.rulebook import books_of
from tests.factories import Town


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
