"""A pocket without a signal: the manifest, the worker, the two pages it brings, and the marks of every page."""

import datetime as dt
import json
import re
from typing import Any

import pytest
import time_machine
from django.conf import settings as site
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from config.redaction import SECRET_PARAMETERS
from league.models import League, User
from league.services.results import submit
from league.web.navigation import reader_of
from league.web.ops import offline
from league.web.page_cache import PAGES
from tests.factories import Town, result_sheet
from tests.routes import routes

# Beside those that are kept for strangers: a captain's own, the hand checker, the way in, and the two of the worker.
OWN = {"my-fixtures", "sheet", "score", "live-score", "start", "hand", "league-hand", "offline", "outbox"}


def build(client: Client) -> tuple[dict[str, str], str]:
    """Return what stands before the worker's script, and the script."""
    first, _, rest = client.get("/worker.js").content.decode().partition("\n")
    return json.loads(first.removeprefix("const BUILD = ").removesuffix(";")), rest


def test_a_league_is_installed_under_its_own_name(town: Town, client: Client) -> None:
    League.objects.update(name='The "Marlbury" League & Co')
    answer = client.get("/leagues/town/manifest.webmanifest")
    assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == (
        "application/manifest+json",
        "no-cache",
    )
    said = answer.json()
    assert (said["name"], said["start_url"], said["id"], said["scope"], said["display"]) == (
        'The "Marlbury" League & Co', "/leagues/town/", "/leagues/town/", "/", "standalone",
    )  # fmt: skip
    assert [way["url"] for way in said["shortcuts"]] == ["/leagues/town/my/", "/leagues/town/hand/"]
    assert not answer.cookies


def test_the_whole_site_has_a_manifest_too(client: Client) -> None:
    said = client.get("/manifest.webmanifest").json()
    assert (said["name"], said["start_url"]) == ("Muggins", "/")


def test_a_hidden_league_has_no_manifest_to_show(town: Town, client: Client, now: Any) -> None:
    League.objects.update(hidden_at=now)
    assert client.get("/leagues/town/manifest.webmanifest").status_code == 404


def test_every_icon_is_as_large_as_the_manifest_says(client: Client) -> None:
    icons = client.get("/manifest.webmanifest").json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable"),
    }  # fmt: skip
    for icon in icons:
        with Image.open(finders.find(icon["src"].removeprefix("/static/"))) as drawn:
            assert (drawn.format, f"{drawn.width}x{drawn.height}") == ("PNG", icon["sizes"])
            # A telephone cuts a circle out of a maskable one: it has a ground to its corners.
            assert (drawn.convert("RGBA").getpixel((0, 0))[3] == 255) == (icon["purpose"] == "maskable")


def test_the_page_names_manifest_icon_and_worker(town: Town, client: Client) -> None:
    page = client.get("/leagues/town/").content.decode()
    assert '<link rel="manifest" href="/leagues/town/manifest.webmanifest">' in page
    assert 'data-worker="/worker.js"' in page
    assert "data-reader" not in page
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/hand/").content.decode()


def test_the_worker_serves_every_path_and_is_asked_for_each_time(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert (answer.headers["Cache-Control"], answer.headers["Service-Worker-Allowed"]) == ("no-cache", "/")
    assert not answer.cookies
    policy = answer.headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    told, script = build(client)
    assert script == offline.SCRIPT.read_text()
    assert (told["offline"], told["outbox"], told["signOut"]) == ("/offline/", "/outbox/", "/accounts/logout/")
    assert reverse("sheet", kwargs={"slug": "town", "fixture": 1}).endswith(told["sheet"])


def test_another_file_makes_another_version(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = build(client)[0]["version"]
    assert build(client)[0]["version"] == before
    monkeypatch.setattr(offline, "_looked_at", lambda: "css/base.css 1")
    assert build(client)[0]["version"] != before


def test_collected_files_say_their_version_by_their_manifest(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    told = set()
    for known in ("1a2b", "3c4d"):
        monkeypatch.setattr(offline.staticfiles_storage, "manifest_hash", known, raising=False)
        told.add(build(client)[0]["version"])
    assert len(told) == 2


def test_no_page_with_a_key_and_no_page_of_an_account_is_kept() -> None:
    known = {str(pattern.name): route for route, pattern in routes()}
    for name in offline.KEPT:
        assert not SECRET_PARAMETERS & set(re.findall(r"<(?:\w+:)?(\w+)>", known[name])), name
        assert name in {*PAGES, *OWN}, name
    assert not offline.KEPT & {"messages", "message", "me", "tokens", "security", "team-codes", "own-calendar"}


def marks(client: Client, address: str) -> tuple[str | None, str | None]:
    answer = client.get(address)
    return answer.headers.get("Muggins-Keep"), answer.headers.get("Muggins-Reader")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_page_says_whether_it_may_be_kept_and_whose_it_is(town: Town, client: Client) -> None:
    anchor, bell = town.captains["Anchor"], town.captains["Bell"]
    assert marks(client, "/leagues/town/") == ("yes", None)
    assert marks(client, "/leagues/town/tables/") == (None, None)
    assert marks(signed_in(anchor), "/leagues/town/my/") == ("yes", reader_of(anchor))
    assert marks(signed_in(anchor), "/leagues/town/messages/") == (None, reader_of(anchor))
    assert marks(signed_in(anchor), "/accounts/email/") == (None, reader_of(anchor))
    assert reader_of(anchor) != reader_of(bell)
    assert str(anchor.pk) != reader_of(anchor)
    # What is refused, leads on or is no page is not marked.
    assert marks(client, "/leagues/town/my/") == (None, None)
    assert marks(client, "/leagues/nowhere/") == (None, None)
    assert marks(signed_in(anchor), "/manifest.webmanifest") == (None, None)


def test_a_page_from_the_server_s_memory_is_marked_too(town: Town, settings: Any, now: dt.datetime) -> None:
    settings.KEPT_PAGES = 1_000_000
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    stranger = Client()
    first, again = (stranger.get("/leagues/town/rules/") for _ in range(2))
    assert (first.headers["Muggins-Keep"], again.headers["Muggins-Keep"]) == ("yes", "yes")
    assert first.content == again.content
    assert "Muggins-Reader" not in again.headers


@pytest.mark.usefixtures("town")
def test_the_pages_that_the_worker_brings_set_no_cookie_and_hold_no_token(client: Client) -> None:
    for address in ("/offline/", "/outbox/"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert not answer.cookies
        assert "csrfmiddlewaretoken" not in answer.content.decode()


def test_my_fixtures_take_along_what_a_match_night_needs(town: Town, today: Any) -> None:
    page = signed_in(town.captains["Anchor"]).get("/leagues/town/my/").content.decode()
    found = re.search(r'data-take-along="([^"]*)"', page)
    assert found is not None
    taken = found[1].split()
    assert {"/leagues/town/hand/", "/leagues/town/rules/", "/leagues/town/", "/leagues/town/teams/anchor/"} <= set(
        taken
    )
    due = town.fixture("Anchor", "Bell")
    assert {f"/leagues/town/fixtures/{due.pk}/{one}/" for one in ("sheet", "score")} <= set(taken)
    assert len([one for one in taken if "/sheet/" in one]) <= 4


def test_the_sheet_of_a_coming_fixture_opens_ahead_for_a_week(town: Town, now: Any) -> None:
    due = town.fixture("Anchor", "Castle")
    address = f"/leagues/town/fixtures/{due.pk}/sheet/"
    client = signed_in(town.captains["Anchor"])
    for days, ahead, status in ((6, "?ahead=yes", 200), (6, "", 302), (8, "?ahead=yes", 302)):
        with time_machine.travel(due.starts_at - dt.timedelta(days=days)):
            assert client.get(address + ahead).status_code == status
    # Nobody else's sheet opens by it.
    with time_machine.travel(due.starts_at - dt.timedelta(days=6)):
        assert signed_in(town.captains["Bell"]).get(address + "?ahead=yes").status_code == 403


def test_it_is_no_setting_that_the_worker_is_at_the_root() -> None:
    assert site.CONTENT_SECURITY_POLICY["DIRECTIVES"]["worker-src"] == ["'self'"]
