"""The captain’s pages for whoever is signed out, may not open them, or sends what is no form of theirs."""

import datetime as dt

import pytest
from django.test import Client

from league.enums import RoleKind
from league.models import Fixture, Result, SheetDraft
from league.rules.sheet_fields import Fields
from tests import factories
from tests.factories import Town
from tests.web.pages import filled, page, signed_in, typed, words

pytestmark = pytest.mark.usefixtures("today")


# Signed out meanwhile


def test_a_sheet_sent_while_signed_out_is_there_after_signing_in(town: Town, fixture: Fixture) -> None:
    client, fields = Client(), typed(town, fixture, m1_g1_loser="9o")
    answer = client.post(page(fixture, "sheet"), fields)
    assert answer.headers["Location"] == f"/accounts/login/?next={page(fixture, 'sheet')}"
    sign_in = {"login": "anchor@town.example", "password": "a-long-enough-password", "next": page(fixture, "sheet")}
    answer = client.post("/accounts/login/", sign_in, follow=True)
    assert answer.redirect_chain[0][0] == page(fixture, "sheet")
    assert "You had been signed out. What you filled in is here; nothing was sent yet." in words(answer)
    assert filled(answer) == fields
    assert not Result.objects.exists()


def test_a_dispute_sent_while_signed_out_keeps_its_reason_too(town: Town, fixture: Fixture, anchor: Client) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    client, mine = Client(), typed(town, fixture, m1_g1_loser="62")
    client.post(page(fixture, "dispute"), {**mine, "version": "1", "reason": "It was 62.", "own": "yes"})
    client.force_login(town.captains["Bell"])
    answer = client.get(page(fixture, "dispute"))
    assert filled(answer) == mine
    assert ">It was 62.</textarea>" in answer.content.decode()


@pytest.mark.parametrize("name", ["confirm", "accept"])
def test_an_answer_sent_while_signed_out_leads_to_the_sign_in_page_and_back(
    town: Town, fixture: Fixture, anchor: Client, bell: Client, name: str
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    if name == "accept":
        bell.post(page(fixture, "sheet"), typed(town, fixture, m1_g1_loser="62"))
    before = list(Result.objects.values_list("version", "state"))
    client = Client()
    assert client.post(page(fixture, name), {"version": "1"}).headers["Location"] == (
        f"/accounts/login/?next={page(fixture, name)}"
    )
    assert list(Result.objects.values_list("version", "state")) == before
    sign_in = {"login": "bell@town.example", "password": "a-long-enough-password", "next": page(fixture, name)}
    answer = client.post("/accounts/login/", sign_in, follow=True)
    assert answer.redirect_chain[0][0] == page(fixture, name)
    assert answer.status_code == 200


def test_a_draft_from_a_page_that_has_slept_does_not_write_over_a_newer_one(
    town: Town, fixture: Fixture, anchor: Client, now: dt.datetime
) -> None:
    assert 'data-seen=""' in anchor.get(page(fixture, "sheet")).content.decode()
    assert anchor.post(page(fixture, "draft"), {"m1-g1-loser": "9", "seen": ""}).status_code == 200
    late = anchor.post(page(fixture, "draft"), {"m1-g1-loser": "7", "seen": ""})
    assert (late.status_code, late.json()["saved_at"]) == (409, now.isoformat())
    assert "on another device" in late.json()["message"]
    assert SheetDraft.objects.get().sheet == {"m1-g1-loser": "9"}
    assert f'data-seen="{now.isoformat()}"' in anchor.get(page(fixture, "sheet")).content.decode()
    assert anchor.post(page(fixture, "draft"), {"m1-g1-loser": "7", "seen": now.isoformat()}).status_code == 200


def test_a_draft_of_a_signed_out_page_is_refused_not_lost_in_a_redirect(fixture: Fixture) -> None:
    assert Client().post(page(fixture, "draft"), {"m1-g1-loser": "9"}).status_code == 403


# Who may not


@pytest.mark.parametrize("name", ["sheet", "draft", "confirm", "dispute", "accept"])
def test_nobody_else_gets_at_a_sheet(town: Town, fixture: Fixture, anchor: Client, bell: Client, name: str) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    if name == "accept":
        mine = {**typed(town, fixture, m1_g1_loser="62"), "version": "1", "reason": "No.", "own": "yes"}
        bell.post(page(fixture, "dispute"), mine)
    before = list(Result.objects.order_by("pk").values_list("pk", "state"))
    player = factories.user("player@town.example")
    factories.role(player, town.league, RoleKind.PLAYER, town.teams["Anchor"])
    for who in (town.captains["Castle"], town.referee, player):
        client = signed_in(who)
        for answer in (client.get(page(fixture, name)), client.post(page(fixture, name), {"version": "1"})):
            refused = 405 if name == "draft" and answer.request["REQUEST_METHOD"] == "GET" else 403
            assert answer.status_code == refused
    visitor = Client()
    if name != "draft":
        assert visitor.get(page(fixture, name)).headers["Location"].startswith("/accounts/login/?next=")
    answer = visitor.post(page(fixture, name), {"version": "1"})
    assert answer.status_code == (403 if name == "draft" else 302)
    assert list(Result.objects.order_by("pk").values_list("pk", "state")) == before
    assert SheetDraft.objects.count() == 0


def test_one_does_not_answer_ones_own_sheet(town: Town, fixture: Fixture, anchor: Client) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    for name in ("confirm", "dispute"):
        answer = anchor.post(page(fixture, name), {"version": "1", "reason": "x", "own": "no"})
        assert answer.status_code == 403
        assert "nobody confirms their own" in words(answer)


@pytest.mark.parametrize("name", ["sheet", "draft", "confirm", "dispute", "accept"])
def test_a_fixture_is_reached_only_through_its_league(town: Town, fixture: Fixture, name: str) -> None:
    other = factories.town("City League", "city")
    client = signed_in(town.captains["Anchor"])
    for address in (
        f"/leagues/city/fixtures/{fixture.pk}/{name}/",
        f"/leagues/town/fixtures/{other.fixtures[0].pk}/{name}/",
        f"/leagues/nowhere/fixtures/{fixture.pk}/{name}/",
        f"/leagues/town/fixtures/987654321/{name}/",
        f"/leagues/town/fixtures/{'9' * 30}/{name}/",
        f"/leagues/town/fixtures/-1/{name}/",
    ):
        assert client.post(address, {"version": "1"}).status_code == 404, address
    assert signed_in(other.captains["Anchor"]).post(page(fixture, name), {"version": "1"}).status_code in (403, 409)


def test_my_fixtures_is_for_captains(town: Town) -> None:
    assert Client().get("/leagues/town/my/").headers["Location"] == "/accounts/login/?next=/leagues/town/my/"
    for who in (town.referee, town.secretary, factories.user("stranger@town.example")):
        answer = signed_in(who).get("/leagues/town/my/")
        assert answer.status_code == 403
        assert "Only captains and vice-captains have fixtures of their own here." in words(answer)


def test_an_answer_before_any_sheet_says_so(fixture: Fixture, bell: Client) -> None:
    for name in ("confirm", "dispute"):
        answer = bell.get(page(fixture, name))
        assert answer.status_code == 409
        assert "There is no sheet yet" in words(answer)


@pytest.mark.parametrize("name", ["my/", "fixtures/", "teams/bell/"])
def test_a_null_character_in_an_address_is_no_page(anchor: Client, name: str) -> None:
    assert anchor.get(f"/leagues/town/{name}?season=%00").status_code == 404


def test_other_methods_are_refused(fixture: Fixture, anchor: Client) -> None:
    assert anchor.get(page(fixture, "draft")).status_code == 405
    for name in ("sheet", "confirm", "dispute", "accept"):
        assert anchor.delete(page(fixture, name)).status_code == 405
    assert anchor.put("/leagues/town/my/").status_code == 405


@pytest.mark.parametrize(
    "garbage",
    [
        {},
        {"m1-home-1": "'; DROP TABLE league_result; --"},
        {"m1-home-1": "999999999", "m1-g1-winner": "<script>", "m1-g1-loser": "\x00"},
        {"m99-g9-loser": "1", "m0-short": "home", "nonsense": "x" * 10000},
        {f"m{m}-short": "home" for m in range(1, 100)},
    ],
)
def test_garbage_is_answered_with_a_clear_page(fixture: Fixture, anchor: Client, garbage: Fields) -> None:
    for name in ("sheet", "draft"):
        answer = anchor.post(page(fixture, name), garbage)
        assert answer.status_code == (422 if name == "sheet" else 200)
    assert "Please fix the following" in words(anchor.post(page(fixture, "sheet"), garbage))
    assert b"<script>&quot;" not in answer.content
    assert anchor.get(page(fixture, "sheet")).status_code == 200
    assert not Result.objects.exists()
