"""`make docs`: the navigation names every page of docs/, and nothing is loaded from another host."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
CONFIG: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
POLICY = """<meta http-equiv="Content-Security-Policy" content="default-src 'self' 'unsafe-inline' data:">"""


def pages_below(entry: Any) -> list[str]:
    """Return the pages below an entry of the navigation, in their order."""
    if isinstance(entry, str):
        return [entry]
    below = entry.values() if isinstance(entry, dict) else entry
    return [page for each in below for page in pages_below(each)]


def foreign_hosts(folder: Path, page: str, style: str = "") -> tuple[int, str]:
    """Return what bin/other-hosts says of a folder with one page and one style sheet."""
    (folder / "index.html").write_text(f"<html><head>{page}</head></html>")
    (folder / "look.css").write_text(style)
    done = subprocess.run([ROOT / "bin/other-hosts", folder], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


def test_the_navigation_names_every_page_once_and_no_other() -> None:
    assert sorted(pages_below(CONFIG["nav"])) == sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))


def test_decisions_stand_in_the_order_of_their_subjects() -> None:
    pages = [page for page in pages_below(CONFIG["nav"]) if page.startswith("decisions/")]
    assert pages == sorted(pages)


SHOWN = re.compile(r"""!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]* src="([^"]+)\"""")
MOST_OF_A_PICTURE = 150_000


def pictures_of(page: Path) -> set[Path]:
    """Return the files of the pictures that a page of Markdown shows, wherever they should lie."""
    shown = {first or second for first, second in SHOWN.findall(page.read_text(encoding="utf-8"))}
    return {(page.parent / one).resolve() for one in shown if "://" not in one}


def test_pictures_of_both_kinds_are_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text('![A table](images/a.png)\n<img src="b.png" alt="B">\n![Far](https://example.org/c.png)\n')
    assert pictures_of(page) == {tmp_path / "images/a.png", tmp_path / "b.png"}


def test_every_picture_of_a_page_is_there_and_every_screenshot_is_shown() -> None:
    pages = [ROOT / "README.md", *DOCS.rglob("*.md")]
    shown = {picture for page in pages for picture in pictures_of(page)}
    assert [str(one.relative_to(ROOT)) for one in sorted(shown) if not one.is_file()] == []
    command = (ROOT / "bin/screenshots").read_text()
    taken = {DOCS / f"images/{name}.png" for name in re.findall(r'^    "([\w-]+)": \(', command, re.MULTILINE)}
    assert len(taken) >= 8
    assert taken == {one for one in shown if one.suffix == ".png"} == set((DOCS / "images").glob("*.png"))
    assert [one.name for one in taken if one.stat().st_size > MOST_OF_A_PICTURE] == []


def test_a_link_that_leads_nowhere_stops_the_build() -> None:
    """MkDocs counts no warning that it is told not to print."""
    assert "-m mkdocs build --strict\n" in (ROOT / "bin/docs").read_text()
    assert CONFIG["validation"]["links"]["anchors"] == CONFIG["validation"]["links"]["not_found"] == "warn"
    assert CONFIG["validation"]["nav"]["omitted_files"] == "warn"


def test_it_is_made_in_ci_and_with_packages_of_its_own() -> None:
    assert re.search(r"^check: .*\bdocs\b", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert "mkdocs-material==" in (ROOT / "requirements/docs.txt").read_text()
    for name in ("base.txt", "dev.txt"):
        assert "mkdocs" not in (ROOT / "requirements" / name).read_text(), name


def test_the_theme_loads_no_font_of_another_host() -> None:
    assert CONFIG["theme"]["font"] is False
    assert POLICY in (DOCS / "theme/main.html").read_text()


def test_links_to_follow_and_files_of_our_own_may_be(tmp_path: Path) -> None:
    page = POLICY + '<a href="https://elsewhere.example/">there</a><script src="our.js"></script><img src="data:,x">'
    assert foreign_hosts(
        tmp_path, page, "a { background: url(our.png) } b { background: url(data:image/svg+xml,x) }"
    ) == (0, "")


@pytest.mark.parametrize(
    "planted",
    [
        '<script src="https://elsewhere.example/x.js"></script>',
        '<link rel="stylesheet" href="http://elsewhere.example/x.css">',
        '<img src="//elsewhere.example/x.png">',
        '<img srcset="our.png 1x, https://elsewhere.example/x.png 2x">',
        "<style>@import 'https://elsewhere.example/x.css';</style>",
        '<p style="background: url(https://elsewhere.example/x.png)">',
    ],
)
def test_what_a_page_loads_from_elsewhere_is_named(tmp_path: Path, planted: str) -> None:
    status, said = foreign_hosts(tmp_path, POLICY + planted)
    assert status == 1
    assert "elsewhere.example/x" in said


def test_so_is_what_a_style_sheet_loads_and_a_page_without_the_policy(tmp_path: Path) -> None:
    assert foreign_hosts(tmp_path, POLICY, '@font-face { src: url("https://elsewhere.example/x.woff2") }')[0] == 1
    status, said = foreign_hosts(tmp_path, "")
    assert (status, "not the policy" in said) == (1, True)


def test_a_folder_without_pages_is_no_success(tmp_path: Path) -> None:
    done = subprocess.run([ROOT / "bin/other-hosts", tmp_path], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, "holds no pages" in done.stderr) == (1, True)
