"""What axe and a ruler find wrong with a page as it stands in the browser."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[dict[str, Any]]:
    """Return the violations axe finds once the page has loaded.

    A click ends when the new page has been taken up, which may be before its first line is read; axe then finds no
    document. Colours that have just changed with the scheme are there two frames later.
    """
    page.wait_for_load_state()
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    # Of what is right one place a rule is enough to know that axe looked; all of them are megabytes a page.
    response = Axe().run(page, options={"resultTypes": ["violations"]}).response
    assert response["passes"], "axe did not look"
    found: list[dict[str, Any]] = response["violations"]
    return found


def faults(page: Page) -> list[str]:
    """Return what axe finds wrong, by rule and place; and what is wider than the window."""
    found = [f"{v['id']}: {node['target']}" for v in violations(page) for node in v["nodes"]]
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"{page.url}: {fault}" for fault in (*found, *([f"{wider} px too wide"] if wider > 0 else []))]
