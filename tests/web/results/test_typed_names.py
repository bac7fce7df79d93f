"""A name written on the sheet's page, as a browser without scripts would: asked about at the seat, and new for all."""

from html import escape

import pytest
from django.test import Client

from league.enums import Registering
from league.models import Fixture, Player, Result, SheetDraft
from tests.factories import Town
from tests.web.pages import filled, page, signed_in, typed, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def open_town(town: Town) -> Town:
    town.season.registration = Registering.OPEN
    town.season.save()
    return town


@pytest.fixture
def fixture(open_town: Town) -> Fixture:
    return open_town.fixture("Anchor", "Bell")


@pytest.fixture
def anchor(open_town: Town) -> Client:
    return signed_in(open_town.captains["Anchor"])


def with_name(town: Town, fixture: Fixture, name: str, **more: str) -> dict[str, str]:
    return typed(town, fixture, m3_home_1="") | {"m3-home-1-name": name} | more


def test_a_field_for_a_name_is_there_only_where_nobody_need_be_registered(
    open_town: Town, fixture: Fixture, anchor: Client
) -> None:
    html = anchor.get(page(fixture, "sheet")).content.decode()
    assert 'name="m3-home-1-name"' in html
    # The list of those who are known stays first.
    assert html.index('<select name="m3-home-1"') < html.index('name="m3-home-1-name"')
    open_town.season.registration = Registering.REQUIRED
    open_town.season.save()
    assert "-name" not in "".join(filled(anchor.get(page(fixture, "sheet"))))
    assert 'name="m3-home-1-name"' not in anchor.get(page(fixture, "sheet")).content.decode()


def test_the_names_of_a_team_that_nobody_is_known_of_are_written_at_once(
    open_town: Town, fixture: Fixture, anchor: Client
) -> None:
    open_town.teams["Anchor"].registrations.all().delete()
    html = anchor.get(page(fixture, "sheet")).content.decode()
    seats = [f"m{m}-{side}-{s}" for m in range(1, 10) for side in ("home", "away") for s in range(1, 9)]
    seats = [seat for seat in seats if f'name="{seat}-name"' in html]
    # The other team's players are chosen first, and a name is written where somebody else played.
    away = sum("away" in seat for seat in seats)
    assert (html.count("Somebody else…"), away > 0, len(seats)) == (away, True, 2 * away)


def test_a_new_name_is_sent_and_the_other_captain_sees_that_it_is_new(
    open_town: Town, fixture: Fixture, anchor: Client
) -> None:
    answer = anchor.post(page(fixture, "sheet"), with_name(open_town, fixture, "Ida <b>Moss</b>"))
    assert answer.status_code == 302
    ida = Player.objects.get(name="Ida <b>Moss</b>")
    bell = signed_in(open_town.captains["Bell"])
    confirm = bell.get(page(fixture, "confirm"))
    assert escape(ida.name) in confirm.content.decode()
    assert ida.name not in confirm.content.decode()
    assert words(confirm).count("(new player)") == 1
    handed = anchor.get(page(fixture, "confirm-here"))
    assert "(new player)" in words(handed)


def test_a_name_like_another_is_asked_about_at_the_seat_and_one_tap_answers(
    open_town: Town, fixture: Fixture, anchor: Client
) -> None:
    three = open_town.squads["Anchor"][2]
    Player.objects.filter(pk=three.pk).update(name="Bob Ash")
    answer = anchor.post(page(fixture, "sheet"), with_name(open_town, fixture, "Bob Ashe"))
    assert (answer.status_code, Result.objects.count(), Player.objects.filter(name="Bob Ashe").exists()) == (
        422,
        0,
        False,
    )
    html = answer.content.decode()
    assert "Did you mean Bob Ash? Choose, or say that “Bob Ashe” is somebody new." in words(answer)
    assert f'<input type="radio" name="m3-home-1-is" value="{three.pk} Bob Ashe"> Bob Ash</label>' in html
    assert '<input type="radio" name="m3-home-1-is" value="0 Bob Ashe"> Somebody new</label>' in html
    # All that was filled in is there still, and goes with the answer.
    again = filled(answer) | {"m3-home-1-is": "0 Bob Ashe"}
    assert again["m3-home-1-name"] == "Bob Ashe"
    assert anchor.post(page(fixture, "sheet"), again).status_code == 302
    assert Player.objects.filter(name="Bob Ashe").exists()


def test_an_answer_is_kept_while_something_else_is_put_right(open_town: Town, fixture: Fixture, anchor: Client) -> None:
    Player.objects.filter(pk=open_town.squads["Anchor"][2].pk).update(name="Bob Ash")
    more = {"m3-home-1-is": "0 Bob Ashe", "m1-g1-loser": "x"}
    answer = anchor.post(page(fixture, "sheet"), with_name(open_town, fixture, "Bob Ashe", **more))
    assert answer.status_code == 422
    assert filled(answer)["m3-home-1-is"] == "0 Bob Ashe"


def test_a_draft_keeps_the_name_and_asks_with_what_can_be_answered(
    open_town: Town, fixture: Fixture, anchor: Client
) -> None:
    three = open_town.squads["Anchor"][2]
    Player.objects.filter(pk=three.pk).update(name="Bob Ash")
    fields = {"m3-home-1-name": "Bob Ashe"}
    told = anchor.post(page(fixture, "draft"), fields).json()
    assert [(one["field"], one["choices"]) for one in told["breaches"]] == [
        ("m3-home-1", [[f"{three.pk} Bob Ashe", "Bob Ash"], ["0 Bob Ashe", ""]])
    ]
    assert SheetDraft.objects.get().sheet == fields
    opened = anchor.get(page(fixture, "sheet"))
    assert filled(opened)["m3-home-1-name"] == "Bob Ashe"
    assert "Did you mean Bob Ash?" in words(opened)


LENGTH = "Use a name of up to 120 letters for the player of Anchor."
HIDDEN = "Type this again: it has an invisible character (U+202E)."


@pytest.mark.parametrize(
    ("name", "reason"), [("1234", LENGTH), ("\u202eBob", HIDDEN), ("x" * 121, LENGTH), ("x" * 5000, LENGTH)]
)
def test_what_is_no_name_is_told_at_the_seat(
    open_town: Town, fixture: Fixture, anchor: Client, name: str, reason: str
) -> None:
    answer = anchor.post(page(fixture, "sheet"), with_name(open_town, fixture, name))
    assert answer.status_code == 422
    assert reason in words(answer)
    assert not Result.objects.exists()


def test_a_stranger_writes_no_name(open_town: Town, fixture: Fixture) -> None:
    castle = signed_in(open_town.captains["Castle"])
    for name in ("sheet", "draft"):
        assert castle.post(page(fixture, name), with_name(open_town, fixture, "Ida Moss")).status_code == 403
    assert not Player.objects.filter(name="Ida Moss").exists()


def test_the_secretary_s_page_has_who_is_new_and_leads_to_merging(
    open_town: Town, fixture: Fixture, anchor: Client
) -> None:
    secretary, address = signed_in(open_town.secretary), "/leagues/town/secretary/people/new/"
    assert "Nobody new" in words(secretary.get(address))
    three = open_town.squads["Anchor"][2]
    Player.objects.filter(pk=three.pk).update(name="Bob Ash")
    anchor.post(page(fixture, "sheet"), with_name(open_town, fixture, "Bob Ashe", **{"m3-home-1-is": "0 Bob Ashe"}))
    new = Player.objects.get(name="Bob Ashe")
    answer = secretary.get(address)
    assert "Bob Ashe for Anchor, Anchor v Bell , 15 September The same as Bob Ash? Merge" in words(answer)
    assert f"/leagues/town/secretary/people/{three.pk}/merge/?from={new.pk}" in answer.content.decode()
