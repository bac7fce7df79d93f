"""The secretary takes the league along on a phone; and the pages with the links look broken nowhere."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from league.services.portability.league_import import check_file
from tests.e2e.looking import faults, follow
from tests.factories import Town

pytestmark = pytest.mark.e2e


def test_the_secretary_takes_the_league_along(town: Town, sign_in: Callable[..., Page], tmp_path: Path) -> None:
    page = sign_in("secretary", accept_downloads=True)
    page.goto("/leagues/town/secretary/")
    page.get_by_text("All tools", exact=True).click()
    follow(page.get_by_role("link", name="Take the league along"))
    assert faults(page) == []
    with page.expect_download() as whole:
        page.get_by_role("button", name="Export the whole league").click()
    whole.value.save_as(tmp_path / "town.zip")
    with (tmp_path / "town.zip").open("rb") as file:
        assert check_file(file).rows["team"] == 4
    page.get_by_label("Season", exact=True).select_option("2026-27")
    with page.expect_download() as sheets:
        page.get_by_role("button", name="Export spreadsheets").click()
    assert sheets.value.suggested_filename == "town-2026-27-spreadsheets.zip"


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1200, "dark")])
def test_the_links_on_a_division_s_page_lead_to_its_files(
    town: Town, new_page: Callable[..., Page], width: int, scheme: str
) -> None:
    page = new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto("/leagues/town/tables/2026-27/division-1/")
    page.get_by_role("heading", name="Share").click()
    assert faults(page) == []
    for name in ("table", "results", "fixtures", "teams", "players"):
        with page.expect_download() as file:
            page.get_by_role("link", name=name, exact=True).click()
        assert file.value.suggested_filename == f"{name}.csv"
