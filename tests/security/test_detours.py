"""The detour by which somebody proves that it is they: nothing that was typed or chosen gets lost on it unsaid."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from league.models import Invitation, Player, User
from tests.factories import Town
from tests.second_factors import signed_in
from tests.security.test_account_care import CAPTAIN, captain_role, namesake, player, spreadsheet, twice

pytestmark = pytest.mark.django_db
PASSWORD, ASKED, STOLEN = "a-long-enough-password", "/accounts/reauthenticate/", 60
LEAGUE = "/leagues/town/"
OFFICE = f"{LEAGUE}secretary/"


@pytest.fixture(autouse=True)
def _no_limits_from_other_tests() -> None:
    cache.clear()


def proved(client: Client, asked: Any) -> Any:
    """The answer to the right password, where the visitor was sent to give it."""
    where = urlsplit(asked.headers["Location"])
    assert where.path == ASKED
    [after] = re.findall(r'name="next" value="([^"]*)"', client.get(asked.headers["Location"]).content.decode())
    return client.post(ASKED, {"password": PASSWORD, "next": after})


def form_of(client: Client, page: str) -> str:
    """Return the address to which a page's last form of its own is sent."""
    found = re.findall(r'<form method="post"([^>]*)>', client.get(page).content.decode())
    return str(re.findall(r'action="([^"]*)"', found[-1])[0])


@pytest.mark.parametrize("button", ["load", "draft"])
def test_files_are_asked_for_after_the_proof_and_never_loaded_before_it(town: Town, button: str) -> None:
    """A stolen session makes a captain by a line of a spreadsheet; its owner would choose twenty files in vain."""
    page = f"{OFFICE}import/" if button == "load" else f"{OFFICE}make-season/"
    client = signed_in(town.secretary, minutes=STOLEN)
    assert client.get(page).headers["Location"].startswith(ASKED), "before a file is chosen"
    late = client.post(page, {"do": "load", "files": spreadsheet("players.csv", CAPTAIN)})
    assert "your files were not kept" in client.get(late.headers["Location"]).content.decode()
    assert not User.objects.filter(email="thief@town.example").exists()
    assert proved(client, late).headers["Location"] == page
    assert client.get(page).status_code == 200
    if button == "load":
        done = client.post(page, {"do": "load", "files": spreadsheet("players.csv", CAPTAIN)})
        assert done.status_code in (200, 302)
        assert Invitation.objects.filter(email="thief@town.example").exists()


def test_checking_files_asks_nothing(town: Town) -> None:
    """It writes nothing; whoever reads the report for a quarter of an hour may check again."""
    client = signed_in(town.secretary, minutes=STOLEN)
    answer = client.post(f"{OFFICE}import/", {"do": "check", "files": spreadsheet("players.csv", CAPTAIN)})
    assert "Nothing has been loaded yet" in answer.content.decode()


def test_a_merge_goes_on_with_its_reason(town: Town) -> None:
    """Its page names the other player in the address: what was sent there was forgotten after the proof."""
    kept, gone = twice(town), namesake(town)
    page = f"{OFFICE}people/{kept.pk}/merge/"
    client = signed_in(town.secretary, minutes=STOLEN)
    sent = {"player": str(gone.pk), "reason": "Entered twice."}
    asked = client.post(form_of(client, f"{page}?from={gone.pk}"), sent)
    assert Player.objects.get(pk=gone.pk).merged_into is None
    assert proved(client, asked).headers["Location"] == f"{OFFICE}people/{kept.pk}/"
    gone.refresh_from_db()
    assert gone.merged_into == kept


def test_a_form_that_comes_back_after_the_proof_knows_where_it_is_sent(town: Town) -> None:
    """It stood at the address of the proof: what was mended in it went there, and was gone."""
    kept, gone = twice(town), namesake(town)
    page = f"{OFFICE}people/{kept.pk}/merge/"
    client = signed_in(town.secretary, minutes=STOLEN)
    back = proved(client, client.post(page, {"player": str(gone.pk), "reason": ""}))
    assert back.status_code == 422
    assert f'<form method="post" action="{page}"' in back.content.decode()


def test_every_form_of_a_page_that_asks_names_its_page(town: Town) -> None:
    """Without it, a page that names something in its address forgets what it was sent."""
    client = signed_in(town.secretary)
    own = f"{OFFICE}people/"
    pages = ["/account/tokens/", f"{LEAGUE}calendars/", f"{OFFICE}export/", own, f"{own}?player={player(town).pk}"]
    pages += [f"{own}{player(town).pk}/", f"{own}{player(town).pk}/erase/", f"{own}roles/{captain_role(town).pk}/"]
    pages += [f"{OFFICE}import/", f"{OFFICE}make-season/", f"{OFFICE}settings/league/", f"{LEAGUE}teams/anchor/people/"]
    pages += [f"{LEAGUE}me/erase/"]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        forms = re.findall(r'<form method="post"[^>]*>', answer.content.decode().partition("<main")[2])
        assert forms, page
        assert all(re.search(r'action="/[^"?]*"', form) for form in forms), (page, forms)
