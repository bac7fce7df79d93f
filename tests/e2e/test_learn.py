"""A lesson, a trainer and the daily hand in a browser: by keyboard, by names that are read out, without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.looking import faults_at
from tests.factories import Town

pytestmark = pytest.mark.e2e
NewPage = Callable[..., Page]
SignIn = Callable[..., Page]
DAILY = "/leagues/town/play/daily/"


def test_a_lesson_is_taken_by_keyboard(town: Town, new_page: NewPage) -> None:
    page = new_page()
    page.goto("/play/lessons/muggins/")
    first = page.get_by_label("The guide stops at four.")
    first.fill("8")
    first.press("Enter")
    told = page.get_by_role("group", name="Your answer")
    expect(told).to_be_focused()
    expect(told).to_contain_text("Right: 8 points.")
    page.get_by_label("Ace and both sevens").press("Space")
    page.get_by_label("Ace and both sevens").press("Enter")
    expect(page.get_by_role("group", name="Your answer")).to_contain_text("Right.")
    last = page.get_by_label("Your opponent calls twelve")
    last.fill("14")
    last.press("Enter")
    expect(page.get_by_text("All answered: you have done this lesson.")).to_be_visible()
    page.goto("/play/lessons/")
    expect(page.locator("[data-lesson=muggins]")).to_contain_text("Done")
    expect(page.get_by_text("1 of 13 done")).to_be_visible()
    expect(page.get_by_text("1 of 3 done")).to_be_visible()
    expect(page.get_by_role("link", name="Lesson 1: What the cards count")).to_be_visible()
    page.evaluate("localStorage.setItem('muggins:lessons', 'values muggins')")
    page.reload()
    following = page.get_by_role("link", name="Lesson 2: Cutting and dealing")
    expect(following).to_have_attribute("href", re.compile("/play/lessons/[a-z-]+/$"))
    page.get_by_text("The deal").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Cutting and dealing", exact=True)).to_be_visible()
    assert faults_at(page, 390, 1280) == []


def test_a_poor_choice_stands_beside_what_it_is_worth_and_not_over_it(town: Town, new_page: NewPage) -> None:
    page = new_page()
    page.goto("/play/lessons/crib/")
    text = page.get_by_label("Or type the cards").first
    text.fill("4H 5S")
    text.press("Enter")
    told = page.get_by_role("group", name="Your answer")
    expect(told).to_contain_text("yours")
    # What is wider than its cell lies over the next one.
    wider = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert told.locator("tbody th").evaluate_all(wider) == []
    assert faults_at(page, 390, 1280) == []


def test_a_hand_is_picked_from_the_pack_or_typed(town: Town, new_page: NewPage) -> None:
    page = new_page()
    page.goto("/play/lessons/great-hands/")
    text = page.get_by_label("Make a hand worth twenty-nine")
    for card in ("5H", "5C", "5S", "JD", "5D"):
        page.locator(f"#pack1-{card}").press("Space")
    expect(text).to_have_value("5H 5C 5S JD + 5D")
    text.press("Enter")
    expect(page.get_by_role("group", name="Your answer")).to_contain_text("Right: 29 points.")
    assert faults_at(page, 390, 1280) == []


def test_hands_are_counted_one_after_another_by_keyboard(town: Town, new_page: NewPage) -> None:
    page = new_page()
    page.goto("/play/trainers/count/")
    for number in (1, 2):
        field = page.get_by_label(re.compile("What is this (hand|crib) worth"))
        expect(field).to_be_focused()
        field.fill("19")
        field.press("Enter")
        told = page.get_by_role("group", name="Your answer")
        expect(told).to_be_focused()
        expect(page.get_by_role("complementary", name="How you are doing")).to_contain_text(f"0 of {number}")
        page.get_by_role("button", name="Next").press("Enter")
    expect(page.get_by_label(re.compile("What is this (hand|crib) worth"))).to_be_focused()
    # Another visit on the same device goes on where this one ended.
    page.goto("/play/trainers/count/")
    page.get_by_label(re.compile("What is this")).fill("19")
    page.get_by_role("button", name="Answer").press("Enter")
    expect(page.get_by_role("complementary", name="How you are doing")).to_contain_text("0 of 3")
    assert faults_at(page, 390, 1280) == []


def test_the_daily_hand_is_voted_on_by_tapping_without_scripts(town: Town, sign_in: SignIn, new_page: NewPage) -> None:
    captain = sign_in("Anchor")
    captain.goto(DAILY)
    cards = captain.locator(".tap-card input")
    expect(cards).to_have_count(6)
    for place in (0, 1):
        cards.nth(place).press("Space")
    captain.get_by_role("button", name="Vote").press("Enter")
    told = captain.get_by_role("group", name="What is best, and who voted for it")
    expect(told).to_contain_text("1 vote")
    captain.get_by_role("button", name="Put me in the table").press("Enter")
    # A day counts once it is over: nobody is to see what this vote was worth.
    expect(captain.get_by_role("button", name="Leave the table")).to_be_visible()
    expect(captain.get_by_text("There is nothing in the table yet.")).to_be_visible()
    assert faults_at(captain, 390, 1280) == []
    plain = new_page(java_script_enabled=False)
    plain.goto(DAILY)
    plain.get_by_role("link", name="Show me").click()
    expect(plain.get_by_role("group", name="What is best, and who voted for it")).to_be_visible()
