"""The photographed card on the pages: with the score or alone, and shown to those who settle the result."""

import datetime as dt
import re

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import CardPhotograph, Fixture, Result, Season
from league.services.photographs import LARGEST_FILE
from league.services.results import confirm, submit
from league.services.results.card_photographs import photograph_card
from league.services.results.handover import token_for
from tests.factories import Town, result_sheet
from tests.services.results.test_score_only import score
from tests.services.test_photographs import photograph
from tests.web.pages import page, signed_in, words

ERROR = re.compile(r'class="field-error" id="([\w-]+)">([^<]+)<')
TOO_LARGE = "This photograph is larger than 8 MB."


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def upload(content: bytes | None = None, name: str = "card.jpg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, photograph() if content is None else content, "image/jpeg")


def numbers(home: str, away: str, **more: object) -> dict[str, object]:
    return {"home-score": home, "away-score": away, **more}


def test_a_photograph_goes_in_with_the_score_and_the_other_captain_sees_it(town: Town, fixture: Fixture) -> None:
    anchor, bell = signed_in(town.captains["Anchor"]), signed_in(town.captains["Bell"])
    sent = anchor.post(page(fixture, "score"), numbers("6", "3", photograph=upload()), follow=True)
    assert "Sent: 6–3." in words(sent)
    kept = CardPhotograph.objects.get()
    address = page(fixture, "card-photographs") + f"{kept.pk}/"
    assert f'href="{page(fixture, "card-photographs")}"' in anchor.get(page(fixture)).content.decode()
    asked = bell.get(page(fixture, "confirm")).content.decode()
    assert "Photograph of the card: Anchor" in asked
    assert f'src="{address}"' in asked
    picture = bell.get(address)
    assert (picture.content, picture["Content-Type"]) == (bytes(kept.content), "image/jpeg")
    assert picture["Cache-Control"] == "private, no-store"
    assert picture["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in picture["Content-Security-Policy"]


def test_a_photograph_alone_awaits_its_score_and_the_secretary_types_it_up(town: Town, fixture: Fixture) -> None:
    anchor, desk = signed_in(town.captains["Anchor"]), signed_in(town.secretary)
    sent = anchor.post(page(fixture, "score"), numbers("", "", photograph=upload(), do="photograph"), follow=True)
    assert "Photograph sent. The score is still to be entered" in words(sent)
    assert "Card photographed, awaiting the score." in words(sent)
    assert not Result.objects.exists()
    assert "1 photographed card to type up" in words(desk.get("/leagues/town/"))
    listed = desk.get("/leagues/town/secretary/").content.decode()
    assert f'href="{page(fixture, "sheet")}">Type it up' in listed
    sheet = desk.get(page(fixture, "sheet")).content.decode()
    assert '<details class="card-photograph" open>' in sheet
    submit.submit(fixture, score(6, 3), by=town.secretary, now=dt.datetime.now(dt.UTC))
    assert "Type it up" not in words(desk.get("/leagues/town/secretary/"))
    assert "Card photographed" not in words(anchor.get(page(fixture)))


def test_a_league_of_whole_cards_takes_it_from_the_sheet(town: Town, fixture: Fixture) -> None:
    Season.objects.update(score_only=False)
    anchor = signed_in(town.captains["Anchor"])
    sheet = anchor.get(page(fixture, "sheet")).content.decode()
    assert f'action="{page(fixture, "card-photographs")}" enctype="multipart/form-data"' in sheet
    sent = anchor.post(page(fixture, "card-photographs"), {"photograph": upload()})
    assert sent["Location"] == page(fixture)
    assert CardPhotograph.objects.get().side == "home"


def test_a_wrong_score_keeps_the_photograph_and_a_wrong_photograph_the_score(town: Town, fixture: Fixture) -> None:
    anchor = signed_in(town.captains["Anchor"])
    wrong = anchor.post(page(fixture, "score"), numbers("9", "7", photograph=upload()))
    assert wrong.status_code == 422
    assert "Photograph of the card: Anchor" in words(wrong)
    assert CardPhotograph.objects.count() == 1
    wrong = anchor.post(page(fixture, "score"), numbers("9", "7", photograph=upload(b"GIF89a")))
    assert wrong.status_code == 422
    assert [field for field, _ in ERROR.findall(wrong.content.decode())] == ["home-score-error", "photograph-error"]
    assert 'value="7"' in wrong.content.decode()
    assert not Result.objects.exists()


@pytest.mark.parametrize("size", [LARGEST_FILE + 1, 10 * 1024**2, 30 * 1024**2], ids=["8 MB", "10 MB", "30 MB"])
@pytest.mark.parametrize("name", ["score", "card-photographs"])
def test_a_photograph_that_is_too_large_is_told_at_its_field_and_the_score_stays(
    town: Town, fixture: Fixture, name: str, size: int
) -> None:
    anchor = signed_in(town.captains["Anchor"])
    sent = anchor.post(page(fixture, name), numbers("6", "3", photograph=upload(b"\xff\xd8" + bytes(size))))
    assert sent.status_code == 422
    ((field, told),) = ERROR.findall(sent.content.decode())
    assert field == "photograph-error"
    assert told.startswith(TOO_LARGE)
    if name == "score":
        assert 'value="6"' in sent.content.decode()
    assert not CardPhotograph.objects.exists()


def test_nobody_who_has_not_signed_in_sends_thirty_megabytes(town: Town, fixture: Fixture) -> None:
    sent = Client().post(page(fixture, "card-photographs"), {"photograph": upload(bytes(30 * 1024**2))})
    assert sent.status_code == 413


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ([], "Choose a photograph."),
        ([upload(b"")], "Choose a photograph."),
        ([upload(), upload()], "Choose one photograph, not several."),
        ([upload(b"<svg/>", "card.svg")], "This isn&#x27;t a photograph we can read."),
        ([upload(b"\0\0\0\x18ftypheic" + bytes(200), "card.heic")], "This is a HEIC photograph"),
    ],
    ids=["none", "empty", "two", "svg", "heic"],
)
def test_what_is_wrong_with_the_file_is_told(
    town: Town, fixture: Fixture, files: list[SimpleUploadedFile], told: str
) -> None:
    sent = signed_in(town.captains["Anchor"]).post(page(fixture, "card-photographs"), {"photograph": files})
    assert sent.status_code == 422
    assert told in sent.content.decode()


def test_the_public_and_players_see_no_trace_of_it(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    kept = photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    for who in (Client(), signed_in(town.captains["Castle"])):
        assert "hotograph" not in words(who.get(page(fixture)))
        refused = who.get(page(fixture, "card-photographs") + f"{kept.pk}/")
        assert refused.status_code in (302, 403)
    assert "Photograph of the card: Anchor" in words(signed_in(town.referee).get(page(fixture)))


def test_a_photograph_is_not_found_through_another_fixture(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    kept = photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    other = town.fixture("Castle", "Duke of York")
    address = page(other, "card-photographs") + f"{kept.pk}/"
    assert signed_in(town.secretary).get(address).status_code == 404
    assert signed_in(town.captains["Castle"]).get(address).status_code == 404


def test_nothing_is_photographed_after_confirmation(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    anchor = signed_in(town.captains["Anchor"])
    late = anchor.post(page(fixture, "card-photographs"), {"photograph": upload()})
    assert late.status_code == 409
    assert "its card isn’t photographed any more" in words(late)
    assert 'type="file"' not in late.content.decode()
    assert not CardPhotograph.objects.exists()


def test_a_score_sent_after_confirmation_says_so(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    late = signed_in(town.captains["Anchor"]).post(page(fixture, "score"), numbers("5", "4", photograph=upload()))
    assert (late.status_code, late["Location"]) == (302, page(fixture))


def test_whoever_had_been_signed_out_signs_in_first(town: Town, fixture: Fixture) -> None:
    sent = Client().post(page(fixture, "card-photographs"), {"photograph": upload()})
    assert (sent.status_code, sent["Location"]) == (
        302,
        f"/accounts/login/?next={page(fixture, 'card-photographs')}",
    )


def test_before_the_start_there_is_nothing_to_photograph(town: Town, fixture: Fixture) -> None:
    with time_machine.travel(fixture.starts_at - dt.timedelta(days=1), tick=False):
        opened = signed_in(town.captains["Anchor"]).get(page(fixture, "card-photographs"))
    assert "has not begun" in words(opened)
    assert 'type="file"' not in opened.content.decode()


def test_of_a_draft_season_the_secretary_alone_finds_it(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    Season.objects.update(published_at=None)
    got = {
        name: signed_in(who).get(page(fixture, "card-photographs")).status_code
        for name, who in (("captain", town.captains["Anchor"]), ("secretary", town.secretary))
    }
    assert got == {"captain": 404, "secretary": 200}


def test_who_rules_on_a_dispute_sees_the_card_in_its_case(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, score(6, 3), by=town.captains["Anchor"], now=now)
    photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    case = confirm.dispute(fixture, 1, reason="It was 5–4.", by=town.captains["Bell"], now=now)
    opened = signed_in(town.referee).get(f"/leagues/town/disputes/{case.pk}/")
    assert "Photograph of the card: Anchor" in words(opened)


def test_the_mail_s_link_shows_the_card_until_it_has_served(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    card = photograph_card(fixture, content=photograph(), by=town.captains["Anchor"], now=now)
    link = f"/leagues/town/confirm/{token_for(Result.objects.get(), town.captains['Bell'])}/"
    shown = Client().get(link).content.decode()
    assert "Photograph of the card: Anchor" in shown
    address = f"{link}cards/{card.pk}/"
    assert f'src="{address}"' in shown
    picture = Client().get(address)
    assert (picture.content, picture["Cache-Control"]) == (bytes(card.content), "private, no-store")
    other = photograph_card(town.fixture("Castle", "Duke of York"), content=photograph(), by=town.secretary, now=now)
    assert Client().get(f"{link}cards/{other.pk}/").status_code == 404
    assert "Photograph of the card: Anchor" in words(
        signed_in(town.captains["Anchor"]).get(page(fixture, "confirm-here"))
    )
    Client().post(link)
    assert Client().get(address).status_code == 404
