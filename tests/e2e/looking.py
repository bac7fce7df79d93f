"""What axe and a ruler find wrong with a page as it stands in the browser."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

AXE = Axe().axe_script
# Half a megabyte takes as long to reach a page as a small page takes to be loaded: a context gives it to each page that
# it opens, which costs nothing until the page is looked at.
KEPT = f"window.takeUpAxe = () => {{{AXE}}}"
# Those of axe's category “colour” that it asks of every page by itself.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def follow(way: Locator) -> None:
    """Press a link or a button, and wait for the page to which it leads."""
    with way.page.expect_navigation():
        way.click()


def open_more(page: Page) -> None:
    """Unfold what a page keeps under More."""
    page.get_by_role("main").locator("summary", has_text="More").last.click()


def enter_password(page: Page, email: str) -> None:
    """Sign in on the sign-in page by its last way."""
    page.get_by_text("Use a password").click()
    page.get_by_label("Email", exact=True).fill(email)
    page.get_by_label("Password", exact=True).fill("a-long-enough-password")
    page.get_by_role("button", name="Sign in", exact=True).click()


def take_up_axe(page: Page) -> None:
    """Have axe run in a page; one that stands still keeps it."""
    if page.evaluate("'axe' in window"):
        return
    if page.evaluate("'takeUpAxe' in window"):
        page.evaluate("takeUpAxe()")
    else:
        page.context.add_init_script(KEPT)
        page.evaluate(AXE)


def violations(page: Page, *, colours_alone: bool = False) -> list[dict[str, Any]]:
    """Return the violations axe finds once the page has loaded.

    A click ends when the new page has been taken up, which may be before its first line is read; axe then finds no
    document. Colours that have just changed with the scheme are there two frames later.

    Args:
        colours_alone: ask the rules about colours, of a page that the others were asked about.
    """
    page.wait_for_load_state()
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    take_up_axe(page)
    # Of what is right one place a rule is enough to know that axe looked; all of them are megabytes a page.
    options = {"resultTypes": ["violations"], **({"runOnly": COLOURS} if colours_alone else {})}
    response = page.evaluate("options => axe.run(options)", options)
    assert response["passes"] or response["violations"], "axe did not look"
    found: list[dict[str, Any]] = response["violations"]
    return found


def faults(page: Page, *, colours_alone: bool = False) -> list[str]:
    """Return what axe finds wrong, by rule and place; and what is wider than the window."""
    found = [
        f"{v['id']}: {node['target']}" for v in violations(page, colours_alone=colours_alone) for node in v["nodes"]
    ]
    wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{page.url}: {fault}" for fault in (*found, *([f"{wider} px too wide"] if wider > 0 else []))]


def faults_at(page: Page, *widths: int) -> list[str]:
    """Return what is wrong with a page at each width, in the light and in the dark.

    The dark changes colours and nothing else (tests/web/test_styles.py), so axe is asked about those alone there.
    """
    found = []
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for width in widths:
        page.set_viewport_size({"width": width, "height": 844})
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            found += [f"{width} px, {scheme}: {fault}" for fault in faults(page, colours_alone=scheme == "dark")]
    return found
