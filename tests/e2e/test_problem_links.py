"""A problem's link on a phone leads to the field it is about: focused, in sight with its label, and not far down."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from league.models import Fixture
from tests.e2e.looking import follow
from tests.factories import Town

pytestmark = pytest.mark.e2e
SignIn = Callable[..., Page]
# Of the window's height; below that a phone's keys cover it.
FARTHEST = {"100%": 0.45, "200%": 0.6}
# Forms by who fills them in, the button that sends them blank, and how many problems they have at least.
FORMS = (
    ("Anchor", "fixtures/{fixture}/sheet/", "Send result", 9),
    ("secretary", "secretary/seasons/2026-27/charges/new/", "Charge", 3),
    ("secretary", "secretary/people/", "Invite by mail", 2),
    ("secretary", "secretary/rulesets/new/", "Keep it", 2),
)
# What hides a field or its label from whoever followed the link to a place; nothing where they see both.
HIDDEN = """([id, farthest]) => {
  const place = document.getElementById(id);
  if (!place) return ["no such place"];
  const field = document.activeElement;
  if (!place.contains(field) || !field.matches("input, select, textarea")) return [`${field.tagName} has the focus`];
  const found = [];
  const covered = (one, name) => {
    const box = one.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) found.push(`${name} is out of sight: ${box.top} to ${box.bottom}`);
    const top = document.elementFromPoint(box.left + Math.min(box.width, 20) / 2, box.top + 2);
    // A button to choose with may lie under its own label.
    const seen = one.labels?.[0]?.contains(top) || one.contains(top) || top?.contains(one);
    if (box.width > 2 && !seen) found.push(`${name} is below ${top?.className}`);
  };
  covered(field, "the field");
  if (field.labels[0]) covered(field.labels[0], "its label");
  const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const { top } = field.getBoundingClientRect();
  if (!end && top > farthest * innerHeight) found.push(`the field is ${top} px down`);
  return found;
}"""
BLANK = """() => {
  for (const form of document.forms) form.noValidate = true;
  const typed = "main :is(input[type=text], input[type=email], input[inputmode], textarea)";
  for (const field of document.querySelectorAll(typed)) field.value = "";
}"""


def hidden_behind_links(page: Page, farthest: float) -> list[str]:
    """Follow every problem's link in turn; return what then hides its field."""
    found = []
    links = page.locator(".problems a[href^='#']")
    for number in range(links.count()):
        page.evaluate("scrollTo(0, 0)")
        link = links.nth(number)
        place = str(link.get_attribute("href")).removeprefix("#")
        link.tap()
        found += [f"{place}: {fault}" for fault in page.evaluate(HIDDEN, [place, farthest])]
    return found


@pytest.mark.parametrize("letters", FARTHEST)
@pytest.mark.parametrize(("who", "path", "button", "least"), FORMS)
def test_a_problem_s_link_leads_to_its_field_in_sight(
    town: Town, fixture: Fixture, sign_in: SignIn, who: str, path: str, button: str, least: int, letters: str
) -> None:
    page = sign_in(who)
    page.goto("/leagues/town/" + path.format(fixture=fixture.pk))
    page.evaluate("for (const fold of document.querySelectorAll('main details.fold')) fold.open = true")
    page.evaluate(BLANK)
    follow(page.get_by_role("button", name=button))
    page.wait_for_load_state()
    page.evaluate("for (const more of document.querySelectorAll('.problems details')) more.open = true")
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
    # The height of what sticks is known two frames later.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.locator(".problems a[href^='#']").count() >= least
    assert hidden_behind_links(page, FARTHEST[letters]) == []
