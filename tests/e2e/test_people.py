"""People on a phone: a captain is invited, joins and is removed; a player shortens their name, and is erased."""

import re
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.enums import RoleKind
from league.models import Player, Role
from league.services.mail.delivery import deliver_due
from tests.e2e.looking import faults, follow, open_more
from tests.factories import Town
from tests.services.post_office import post_office

pytestmark = pytest.mark.e2e
OLIVE = "olive@town.example"
LONG = "The Ancient and Honourable Anchor of Llanfairpwllgwyngyllgogerychwyrndrobwll"


def test_a_captain_is_invited_accepts_from_the_mail_and_is_ended(
    town: Town, sign_in: Callable[..., Page], new_page: Callable[..., Page], settings: LazySettings
) -> None:
    town.teams["Anchor"].name = LONG
    town.teams["Anchor"].save()
    office = sign_in("secretary")
    office.goto("/leagues/town/secretary/")
    office.get_by_text("All tools", exact=True).click()
    office.get_by_role("link", name="People, roles and invitations").click()
    office.get_by_text("Invite somebody to a role").click()
    office.get_by_role("button", name="Invite by mail").click()
    expect(office.get_by_text("Email address: This field is required.")).to_be_visible()
    assert faults(office) == []
    office.get_by_label("Email address", exact=True).fill(OLIVE)
    office.get_by_label("Role", exact=True).select_option("Captain")
    office.get_by_label("Team", exact=True).select_option(LONG)
    office.get_by_role("button", name="Invite by mail").click()
    expect(office.get_by_text(f"{OLIVE} is invited to be captain of {LONG}.")).to_be_visible()
    assert faults(office) == []

    with post_office(settings) as post:
        deliver_due(now=timezone.now())
    [letter] = post.mails
    body = letter.get_body(("plain",))
    assert body is not None
    link = re.search(r"http://testserver(/invitations/\S+)", body.get_content())
    assert link is not None

    olive = new_page()
    olive.goto(link[1])
    expect(olive.get_by_text("Sally Secretary invites you to be")).to_be_visible()
    olive.get_by_role("button", name="Accept").click()
    expect(olive.get_by_text("Write your name, as the league knows you.").first).to_be_visible()
    assert faults(olive) == []
    olive.get_by_label("Your name").fill("Olive Baker")
    olive.get_by_role("button", name="Accept").click()
    olive.wait_for_url("**/leagues/town/my/")
    expect(olive.get_by_text(f"You are captain of {LONG} in Town League now.")).to_be_visible()
    olive.goto("/leagues/town/teams/anchor/")
    open_more(olive)
    olive.get_by_role("link", name="Your team’s people").click()
    expect(olive.get_by_role("main").get_by_text("Olive Baker")).to_be_visible()
    assert faults(olive) == []

    office.reload()
    office.get_by_role("heading", name=LONG).click()
    follow(office.get_by_role("link", name=re.compile("End.*Olive Baker")))
    assert faults(office) == []
    office.get_by_role("button", name="End it now").click()
    expect(office.get_by_text("Olive Baker is captain of")).to_be_visible()
    answer = olive.goto("/leagues/town/my/")
    assert answer is not None
    assert answer.status == 403


def test_somebody_else_s_phone_is_asked_which_account(
    town: Town, sign_in: Callable[..., Page], settings: LazySettings
) -> None:
    office = sign_in("secretary")
    office.goto("/leagues/town/secretary/people/")
    office.get_by_text("Invite somebody to a role").click()
    office.get_by_label("Email address", exact=True).fill(OLIVE)
    office.get_by_label("Role", exact=True).select_option("Referee")
    follow(office.get_by_role("button", name="Invite by mail"))
    with post_office(settings) as post:
        deliver_due(now=timezone.now())
    body = post.mails[0].get_body(("plain",))
    assert body is not None
    link = re.search(r"http://testserver(/invitations/\S+)", body.get_content())
    assert link is not None
    bell = sign_in("Bell")
    bell.goto(link[1])
    assert faults(bell) == []
    bell.get_by_role("button", name="Accept").click()
    expect(bell.get_by_text("Choose which account is to be referee.")).to_be_visible()
    assert faults(bell) == []
    bell.get_by_label("This one: bell@town.example").check()
    bell.get_by_role("button", name="Accept").click()
    bell.wait_for_url("**/leagues/town/calls/")
    assert Role.objects.get(kind=RoleKind.REFEREE, user=town.captains["Bell"]).team is None


def test_a_player_shortens_their_name_takes_their_data_and_is_erased(
    town: Town, sign_in: Callable[..., Page], new_page: Callable[..., Page]
) -> None:
    player = town.squads["Anchor"][0]
    Player.objects.filter(pk=player.pk).update(name="Ludovic Featherstonehaugh")
    own = sign_in("Anchor")
    own.goto("/leagues/town/me/")
    assert faults(own) == []
    own.get_by_label("Shorten the name on public pages").check()
    own.get_by_role("button", name="Save").click()
    expect(own.get_by_text("Saved.")).to_be_visible()
    public = new_page()
    public.goto(f"/leagues/town/players/{player.pk}/")
    expect(public.get_by_role("heading", name="Ludovic F.")).to_be_visible()
    own.goto(f"/leagues/town/players/{player.pk}/")
    expect(own.get_by_role("heading", name="Ludovic Featherstonehaugh")).to_be_visible()
    own.goto("/leagues/town/me/")
    with own.expect_download() as taken:
        own.get_by_role("button", name="Download it").click()
    assert taken.value.suggested_filename == "my-data.json"
    own.get_by_role("link", name="Have it erased").click()
    own.get_by_role("button", name="Erase").click()
    expect(own.get_by_text("Tick the box if you are sure.")).to_be_visible()
    assert faults(own) == []
    own.get_by_label("Erase my data for good").check()
    own.get_by_role("button", name="Erase").click()
    expect(own.get_by_text("Your data are erased, and you are signed out.")).to_be_visible()
    public.reload()
    expect(public.get_by_role("heading", name="former player")).to_be_visible()


def test_the_secretary_s_pages_about_a_player_are_clean_in_the_dark(town: Town, sign_in: Callable[..., Page]) -> None:
    page = sign_in("secretary", viewport={"width": 1280, "height": 800}, color_scheme="dark")
    player = town.squads["Anchor"][0].pk
    found: list[str] = []
    for address in (f"people/{player}/", f"people/{player}/erase/", "people/?q=Anchor"):
        page.goto(f"/leagues/town/secretary/{address}")
        found += [f"{address}: {fault}" for fault in faults(page)]
    assert found == []
