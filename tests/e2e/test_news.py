"""News in a browser: the secretary writes, the league reads, a captain reports; and what axe and a ruler find."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.enums import NewsState, Side
from league.models import Fixture, MatchReport, Post
from league.services.news import NewPage, NewPost, hide_report, write_page, write_post, write_report
from league.services.results import submit
from tests.e2e.looking import faults, faults_at
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.e2e

Reader = Callable[..., Page]
SignIn = Callable[..., Page]
AT = "/leagues/town"
LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
TEXT = f"""## On the night

The finals are on **Friday**; see [the rules]({AT}/rules/) and [the venue](https://pub.example/anchor).

| table | teams |
|---|---|
| 1 | {LONG} |

- {LONG}

> Bring pegs.

<script>document.title = "taken"</script>
"""


@pytest.fixture
def played(town: Town, fixture: Fixture) -> Fixture:
    """A fixture whose result was sent a few hours after it began; real time is some days later."""
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() - dt.timedelta(days=2))
    fixture.refresh_from_db()
    night = fixture.starts_at + dt.timedelta(hours=3)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=night)
    return fixture


def test_a_post_is_looked_at_published_and_read_by_everybody(town: Town, sign_in: SignIn, new_page: Reader) -> None:
    page = sign_in("secretary")
    page.goto(f"{AT}/secretary/news/")
    page.get_by_role("link", name="New post").click()
    page.get_by_label("Title").fill("Finals night")
    page.get_by_label("Text").fill(TEXT)
    page.get_by_role("button", name="Preview").click()
    preview = page.get_by_role("region", name="Preview")
    expect(preview.get_by_role("heading", name="On the night")).to_be_visible()
    expect(preview).to_be_focused()
    assert not Post.objects.exists()
    page.get_by_label("Pin it").check()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Finals night")
    reader = new_page()
    reader.goto(f"{AT}/")
    reader.get_by_role("link", name="Pinned: Finals night").click()
    expect(reader.get_by_role("heading", name="On the night")).to_be_visible()
    assert "taken" not in reader.title()
    expect(reader.locator(".prose script")).to_have_count(0)
    assert faults(reader) == []


def test_a_captain_writes_about_the_night_and_readers_see_it(
    played: Fixture, sign_in: SignIn, new_page: Reader
) -> None:
    page = sign_in("Anchor")
    page.goto(f"{AT}/fixtures/{played.pk}/")
    page.get_by_role("link", name="match report").first.click()
    page.get_by_label("Match report").fill("A close night: **two** 24s.")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("A close night: two 24s.")).to_be_visible()
    reader = new_page()
    reader.goto(f"{AT}/fixtures/{played.pk}/")
    expect(reader.get_by_text("A close night: two 24s.")).to_be_visible()


@pytest.fixture
def written(town: Town, played: Fixture, now: dt.datetime) -> Fixture:
    """Posts of every kind, with long words, and a match report of either side, one of them hidden."""
    said: dict[str, Any] = {"by": town.secretary, "now": timezone.now()}
    for title, pinned in ((LONG, True), ("Finals night", False)):
        write_post(town.league, NewPost(title, TEXT, state=NewsState.PUBLISHED, pinned=pinned), **said)
    write_post(town.league, NewPost("Not yet", TEXT), **said)
    write_page(town.league, NewPage("contacts", LONG, TEXT, state=NewsState.PUBLISHED), **said)
    for side, team in ((Side.HOME, "Anchor"), (Side.AWAY, "Bell")):
        write_report(played, side, TEXT, seen=0, by=town.captains[team], now=timezone.now())
    hide_report(MatchReport.objects.get(side=Side.AWAY), reason="A name.", **said)
    return played


def test_axe_and_a_ruler_find_nothing(written: Fixture, new_page: Reader, sign_in: SignIn) -> None:
    found = []
    reader, secretary, captain = new_page(), sign_in("secretary"), sign_in("Anchor")
    post = Post.objects.get(title=LONG).pk
    looked: list[tuple[Page, list[str]]] = [
        (reader, ["news/", f"news/{post}/", "pages/contacts/", f"fixtures/{written.pk}/"]),
        (secretary, ["secretary/news/", f"secretary/news/{post}/", f"fixtures/{written.pk}/report/"]),
        (captain, [f"fixtures/{written.pk}/report/"]),
    ]
    for page, addresses in looked:
        for address in addresses:
            page.set_viewport_size({"width": 390, "height": 844})
            answer = page.goto(f"{AT}/{address}")
            assert answer is not None
            assert answer.status == 200, address
            found += faults_at(page, 390, 1280)
            page.set_viewport_size({"width": 390, "height": 844})
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            found += faults(page)
    assert found == []
