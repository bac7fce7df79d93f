"""The paper card on a phone: photographed in three taps, seen beside the score, typed up by the secretary."""

import datetime as dt
import random
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from league.enums import ResultState
from league.models import CardPhotograph, Fixture, Result
from tests.e2e.looking import faults_at
from tests.e2e.test_taps import COUNTING, taps
from tests.factories import Town

pytestmark = pytest.mark.e2e

SignIn = Callable[..., Page]
# *Enter the result*, *Photograph the card*, *Send only the photograph*.
MOST = 3


@pytest.fixture
def begun(town: Town) -> Fixture:
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() - dt.timedelta(hours=3))
    return town.fixture("Anchor", "Bell")


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A telephone's photograph, larger than the server takes, that lies on its side and says where it was taken."""
    path = tmp_path_factory.mktemp("cards") / "card.jpg"
    noise = Image.frombytes("RGB", (3600, 2700), random.Random(1).randbytes(3600 * 2700 * 3))
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Secret Telephones"
    noise.save(path, "JPEG", quality=95, exif=exif)
    assert path.stat().st_size > 9 * 1024 * 1024
    return path


def choose(page: Page, card: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Photograph the card", exact=True).tap()
    chooser.value.set_files(card)
    expect(page.get_by_text("Chosen: card.jpg")).to_be_visible()


def test_a_card_is_photographed_in_three_taps_and_the_secretary_types_it_up(
    town: Town, begun: Fixture, sign_in: SignIn, large: Path
) -> None:
    page = sign_in("Anchor")
    page.add_init_script(COUNTING)
    page.goto("/leagues/town/my/")
    page.get_by_role("link", name=re.compile("Enter the result ?: Anchor v Bell")).tap()
    alone = page.get_by_role("button", name="Send only the photograph")
    expect(alone).to_be_hidden()
    choose(page, large)
    expect(alone).to_be_in_viewport()
    assert faults_at(page, 390, 1280) == []
    alone.tap()
    expect(page.get_by_text("Card photographed, awaiting the score.")).to_be_visible()
    assert taps(page) <= MOST
    kept = CardPhotograph.objects.get()
    assert (kept.width, kept.height) == (1500, 2000)
    assert b"Secret" not in bytes(kept.content)
    assert not Result.objects.exists()

    desk = sign_in("secretary")
    desk.goto("/leagues/town/secretary/")
    desk.get_by_role("link", name=re.compile("Type it up ?: Anchor v Bell")).tap()
    picture = desk.get_by_role("img", name="The score card, photographed")
    expect(picture).to_be_visible()
    assert picture.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }") == 1500
    assert faults_at(desk, 390, 1280) == []


def test_the_other_captain_sees_the_card_beside_the_score(
    town: Town, begun: Fixture, sign_in: SignIn, large: Path
) -> None:
    page = sign_in("Anchor")
    page.goto(f"/leagues/town/fixtures/{begun.pk}/score/")
    page.get_by_label("Anchor", exact=True).fill("16")
    page.get_by_label("Bell", exact=True).fill("11")
    choose(page, large)
    page.get_by_role("button", name="Send score").tap()
    page.wait_for_url("**/thank-you/")

    other = sign_in("Bell")
    other.goto(f"/leagues/town/fixtures/{begun.pk}/confirm/")
    confirm = other.get_by_role("button", name="Confirm 16–11")
    expect(confirm).to_be_in_viewport(ratio=1)
    expect(other.get_by_role("link", name="Dispute")).to_be_in_viewport(ratio=1)
    picture = other.get_by_role("img", name="The score card, photographed")
    expect(picture).to_be_hidden()
    other.get_by_text("Photograph of the card: Anchor").tap()
    expect(picture).to_be_visible()
    expect(confirm).to_be_in_viewport(ratio=1)
    assert faults_at(other, 390, 1280) == []
    confirm.tap()
    other.wait_for_url("**/thank-you/")
    assert Result.objects.get().state == ResultState.CONFIRMED


def test_what_a_browser_shows_and_the_server_does_not_read_becomes_a_jpeg(
    town: Town, begun: Fixture, sign_in: SignIn, tmp_path: Path
) -> None:
    card = tmp_path / "card.jpg"
    out = BytesIO()
    Image.new("RGB", (300, 200), "red").save(out, "WEBP")
    card.with_suffix(".webp").write_bytes(out.getvalue())
    page = sign_in("Anchor")
    page.goto(f"/leagues/town/fixtures/{begun.pk}/card-photographs/")
    page.locator("#photograph").set_input_files(card.with_suffix(".webp"))
    page.get_by_role("button", name="Send the photograph").tap()
    expect(page.get_by_text("Card photographed, awaiting the score.")).to_be_visible()
    kept = CardPhotograph.objects.get()
    assert (kept.width, kept.height) == (300, 200)


def test_without_a_script_a_photograph_of_30_mb_is_told_at_its_field(
    town: Town, begun: Fixture, sign_in: SignIn, tmp_path: Path
) -> None:
    card = tmp_path / "card.jpg"
    card.write_bytes(b"\xff\xd8" + bytes(30 * 1024 * 1024))
    page = sign_in("Anchor", java_script_enabled=False)
    page.goto(f"/leagues/town/fixtures/{begun.pk}/score/")
    page.get_by_label("Anchor", exact=True).fill("16")
    page.get_by_label("Bell", exact=True).fill("11")
    page.locator("#photograph").set_input_files(card)
    page.get_by_role("button", name="Send score").click()
    expect(page.locator("#photograph-error")).to_contain_text("This photograph is larger than 8 MB.")
    expect(page.get_by_label("Anchor", exact=True)).to_have_value("16")
    expect(page.get_by_label("Bell", exact=True)).to_have_value("11")
    assert not Result.objects.exists()
