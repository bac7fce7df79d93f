"""That axe, which is spared to count the contrast of one look twice, finds all that it finds by itself."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e import looking

pytestmark = [pytest.mark.e2e, pytest.mark.urls("tests.web.gallery")]
RULES = {"resultTypes": ["violations"], "runOnly": looking.COLOURS}
STYLE = """
body { background: #fff; color: #222 }
.dim { color: #999 } .row { background: #555 } .pale { color: #eee } .veil { background: rgba(80, 80, 80, .8) }
.large { font-size: 32px } .mid { color: #888 } .group { opacity: .7 }
.multiply { mix-blend-mode: multiply; background: #777 }
.thick { opacity: .95 } .thin { opacity: .4 } .lighten { mix-blend-mode: lighten; background: #777 }
.picture { background-image: linear-gradient(#fff, #eee) } .off { position: absolute; left: -9999px }
.box { position: relative; height: 3em } .box > * { position: absolute; inset: 0 } .under { background: #333 }
.outline { text-shadow: 0 0 1px #ccc } .fill { -webkit-text-fill-color: #bbb }
@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } .dim { color: #555 } }
.fixed { background: #fff; color: #222 } .fixed .dim { color: #999 }
@media (prefers-color-scheme: light) { .at-night { color: #111 } }
@media (prefers-color-scheme: dark) { .at-night { color: #333 } }
"""
ROWS = "".join(f"<tr><td>Team {number}</td><td>{number} won</td></tr>" for number in range(12))
# Each that is too dim comes after another that shares its look but for one thing, or shares it and cannot be seen.
FAULTS = f"""<!DOCTYPE html><html lang="en"><title>Faults</title><style>{STYLE}</style><main><h1>Faults</h1>
<table><tr><th>Team<th>Won{ROWS}<tr><td>Another<td class="dim" id="bad-cell">7 won</td></tr>{ROWS}</table>
<p class="at-night" id="dark-night">Read at night</p><p>Read by day</p>
<div class="fixed">
<table><tr><td>Plain words<tr class="row"><td class="pale">Pale on a row<td id="bad-row">Dark on a row</table>
<p class="pale off">Pale where nobody sees</p><p class="pale" id="bad-pale">Pale in sight</p>
<p class="mid large">Grey and large</p><p class="mid" id="bad-small">Grey and small</p>
<p>Clear</p><div class="veil"><p id="bad-veil">Under one veil</p></div>
<div class="group"><p>In a group</p><p id="bad-group" class="mid">Grey in a group</p></div>
<div class="group"><div class="group"><p id="bad-groups">In a group of a group</p></div></div>
<div class="thick"><p>In a thick group</p></div><div class="thin"><p id="bad-thin">In a thin group</p></div>
<p class="lighten">Lightened</p><p class="multiply" id="bad-multiply">Multiplied</p>
<p class="dim picture">Dim on a picture</p><p class="dim" id="bad-plain">Dim on no picture</p>
<div class="box"><div></div><p>Over nothing</p></div>
<div class="box"><div class="under"></div><p id="bad-over">Over a dark box</p></div>
<p>Filled as written</p><p class="fill" id="bad-fill">Filled otherwise</p>
<p class="dim">×</p><p class="dim" id="bad-after">More than a letter</p>
<label>One<input class="dim" value="closed" disabled></label>
<label>Two<input class="dim" value="open" id="bad-field"></label>
<label>Three<textarea class="dim" id="bad-area">Words</textarea></label>
</div></main></html>"""
PLANT = """() => [...document.querySelectorAll("main *")].forEach((part, number) => {
    if (number % 7 === 3) part.style.color = "#8a8a8a";
    if (number % 31 === 5) part.style.backgroundColor = "rgb(128 128 128 / .5)";
    if (number % 43 === 6) part.style.opacity = ".6";
})"""


def found(violations: list[dict[str, Any]]) -> set[tuple[str, str]]:
    return {(each["id"], str(node["target"])) for each in violations for node in each["nodes"]}


def by_itself(page: Page) -> set[tuple[str, str]]:
    """Return what axe finds as it is published, and leave the page without it."""
    page.evaluate(Axe().axe_script)
    answer = page.evaluate("options => axe.run(options)", RULES)
    page.evaluate("delete window.axe")
    return found(answer["violations"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_contrast_that_is_too_weak_is_found_though_its_look_is_nearly_anothers(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_content(FAULTS)
    alone = by_itself(page)
    names = page.locator("[id^=bad-]" + (", [id^=dark-]" if scheme == "dark" else "")).evaluate_all(
        "parts => parts.map(part => part.id)"
    )
    assert alone == {("color-contrast", f"['#{name}']") for name in names}
    assert found(looking.violations(page, colours_alone=True)) == alone


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_faults_all_over_the_gallery_are_found_one_by_one(live_server: Any, page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{live_server.url}/gallery/")
    page.evaluate(PLANT)
    alone = by_itself(page)
    assert len(alone) > 20
    assert found(looking.violations(page, colours_alone=True)) == alone


def test_a_page_that_a_context_opens_later_has_axe_at_hand(page: Page) -> None:
    page.set_content(FAULTS)
    first = found(looking.violations(page))
    page.goto("about:blank")
    page.set_content(FAULTS)
    assert page.evaluate("'takeUpAxe' in window && !('axe' in window)")
    assert found(looking.violations(page)) == first
