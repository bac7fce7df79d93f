"""The language of a page: in its address for strangers, a person's own, else the league's."""

import datetime as dt
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.translation import trans_real

from league.models import League, User
from league.rules import languages
from league.services.people.accounts.accounts import choose_language
from league.services.results import submit
from league.services.seasons.leagues import change_settings
from league.translation import addressed_in
from league.web import navigation
from league.web.ops.languages import WITHOUT, AddressedLanguage
from tests.api.program import Program
from tests.factories import Town, result_sheet
from tests.pseudo import accented, unaccented

HOME = "/leagues/town/"
LANG = re.compile(r'<html lang="([^"]+)"')
HREF = re.compile(r'<a [^>]*?href="(/[^"]*)"')


def lang(answer: Any) -> str:
    found = LANG.search(answer.content.decode())
    assert found is not None
    assert answer.headers["Content-Language"] == found[1]
    return found[1]


def speak(league: League, code: str) -> None:
    League.objects.filter(pk=league.pk).update(language=code)


# The address


@pytest.mark.parametrize(("prefix", "tag"), [("", "en-GB"), ("/fr", "fr"), ("/en-us", "en-US"), ("/en-gb", "en-GB")])
def test_a_stranger_has_the_language_in_the_address(town: Town, prefix: str, tag: str) -> None:
    answer = Client().get(f"{prefix}{HOME}")
    assert (answer.status_code, lang(answer)) == (200, tag)
    assert not answer.cookies


def test_a_prefix_stays_in_every_link_of_the_page(town: Town) -> None:
    page = Client().get(f"/fr{HOME}").content.decode()
    main = page.partition('<nav class="languages"')[0]
    assert len(HREF.findall(main)) > 10
    assert [link for link in HREF.findall(main) if not link.startswith("/fr/")] == []
    assert 'href="/static/css/site.css"' in page
    assert 'data-worker="/worker.js"' in page


def test_prefix_ends_with_the_request_however_it_ends(rf: RequestFactory) -> None:
    before, seen = translation.get_language(), []

    def answer(request: HttpRequest) -> HttpResponse:
        seen.append((request.path, request.path_info, reverse("start"), translation.get_language()))
        if request.GET:
            raise RuntimeError("broken")
        return HttpResponse("")

    AddressedLanguage(answer)(rf.get(f"/fr{HOME}"))
    with pytest.raises(RuntimeError, match="broken"):
        AddressedLanguage(answer)(rf.get(f"/fr{HOME}?wrong"))
    assert seen == [(f"/fr{HOME}", HOME, "/fr/", "fr")] * 2
    assert (get_script_prefix(), translation.get_language()) == ("/", before)


@pytest.mark.parametrize(
    "address",
    [
        f"/de{HOME}",
        f"/FR{HOME}",
        f"/fr-ca{HOME}",
        f"/fr/fr{HOME}",
        f"/en{HOME}",
        "/fr/nowhere/",
        *(f"/fr{path}" for path in WITHOUT),
    ],
)
def test_an_address_with_no_language_of_ours_is_not_there(town: Town, address: str) -> None:
    answer = Client().get(address)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")


def test_a_page_that_is_not_there_says_so_in_its_language(town: Town) -> None:
    answer = Client().get(f"/fr{HOME}nothing/")
    assert (answer.status_code, lang(answer)) == (404, "fr")
    speak(town.league, "fr")
    assert lang(Client().get(f"{HOME}nothing/")) == "fr"


def test_language_alone_leads_to_the_start_in_it(town: Town) -> None:
    answer = Client().get("/fr")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/fr/")
    assert Client().get("/fr/", follow=True).status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/", "//evil.example", "/\\evil.example/"])
def test_no_address_leads_elsewhere(town: Town, path: str) -> None:
    answer = Client().get(f"/fr{path}")
    assert answer.status_code == 404
    assert not re.search(r'href="(//|/\\)', answer.content.decode())


def test_a_slash_left_out_is_put_behind_the_address_in_its_language(town: Town) -> None:
    answer = Client().get("/fr/leagues/town/tables?season=2026-27")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/fr/leagues/town/tables/?season=2026-27")


def test_a_form_is_posted_to_and_answered_in_the_language_of_its_address(town: Town) -> None:
    client = Client()
    client.force_login(town.secretary)
    answer = client.post("/fr/account/language/", {"language": ""})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/fr/account/language/")
    stranger = Client().get(f"/fr{HOME}my/")
    assert stranger.headers["Location"] == "/fr/accounts/login/?next=/fr/leagues/town/my/"


@pytest.mark.parametrize("path", ["/leagues/town/fixtures/?week=all", "/leagues/town/tables/2026-27/one/"])
def test_page_in_other_languages_is_told_to_search_engines_and_readers(town: Town, path: str) -> None:
    page = Client().get(f"/fr{path}").content.decode()
    site = "http://testserver"
    others = dict(re.findall(r'rel="alternate" hreflang="([^"]+)" href="([^"]+)"', page))
    assert others == {
        "en-GB": f"{site}{path}", "en-US": f"{site}/en-us{path}", "fr": f"{site}/fr{path}",
        "x-default": f"{site}{path}",
    }  # fmt: skip
    assert f'<link rel="canonical" href="{site}/fr{path}">' in page
    menu = page.partition('<nav class="languages"')[2]
    assert re.findall(r'href="([^"]+)" lang="([^"]+)"', menu) == [
        (path, "en-GB"), (f"/en-us{path}", "en-US"), (f"/fr{path}", "fr"),
    ]  # fmt: skip
    assert 'lang="fr" hreflang="fr" aria-current="true">Français</a>' in menu
    account = Client().get("/fr/accounts/login/").content.decode()
    assert 'rel="alternate" hreflang' not in account


def test_a_long_address_is_not_sent_back_for_every_language(town: Town) -> None:
    page = Client().get(f"/fr{HOME}fixtures/?week={'x' * 3000}").content.decode()
    assert "x" * 600 not in page.partition('<nav class="languages"')[2]
    assert 'href="/fr/leagues/town/fixtures/" lang="fr"' in page


def test_sitemap_names_each_page_in_every_language(town: Town) -> None:
    site = Client().get(f"{HOME}sitemap.xml").content.decode()
    assert "<loc>http://testserver/leagues/town/</loc>" in site
    assert 'hreflang="fr" href="http://testserver/fr/leagues/town/"' in site
    assert 'hreflang="x-default" href="http://testserver/leagues/town/"' in site
    assert "Disallow: /fr/leagues/*/secretary/" in Client().get("/robots.txt").content.decode()


def test_pages_are_kept_by_language_and_a_new_language_of_the_league_shows_at_once(
    town: Town, settings: Any, now: dt.datetime
) -> None:
    settings.KEPT_PAGES = 1_000_000
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )  # fmt: skip
    client = Client()
    english, french = client.get(HOME), client.get(f"/fr{HOME}")
    assert english["ETag"] != french["ETag"]
    assert [lang(client.get(address)) for address in (HOME, f"/fr{HOME}", HOME)] == ["en-GB", "fr", "en-GB"]
    assert client.get(f"/fr{HOME}", headers={"If-None-Match": french["ETag"]}).status_code == 304
    change_settings(town.league, {"language": "fr"}, by=town.secretary, now=now)
    assert lang(client.get(HOME)) == "fr"
    assert lang(client.get(f"/en-gb{HOME}")) == "en-GB"


# The league's, and a person's own


def test_a_league_speaks_its_language_where_nothing_else_is_wanted(town: Town) -> None:
    speak(town.league, "en-us")
    assert lang(Client().get(HOME)) == "en-US"
    assert lang(Client().get(f"/accounts/login/?next={HOME}")) == "en-US"
    # A language of another server, which this one has not.
    speak(town.league, "cy")
    assert lang(Client().get(HOME)) == "en-GB"


def test_somebody_who_has_chosen_a_language_reads_in_it_unless_the_address_names_another(town: Town) -> None:
    client = Client()
    client.force_login(town.secretary)
    page = client.post("/account/language/", {"language": "fr"}, follow=True)
    assert lang(page) == "fr"
    assert User.objects.get(pk=town.secretary.pk).language == "fr"
    assert lang(client.get(HOME)) == "fr"
    assert lang(client.get(f"/en-us{HOME}")) == "en-US"
    # To read in the league's language they need its prefix, since the plain address has their own.
    more = f"{HOME}more/"
    menu = client.get(more).content.decode().partition('<nav class="languages"')[2]
    assert re.findall(r'href="([^"]+)" lang', menu) == [f"/en-gb{more}", f"/en-us{more}", more]
    assert lang(Client().get(HOME)) == "en-GB"


def test_a_language_that_there_is_not_is_refused(town: Town) -> None:
    client = Client()
    client.force_login(town.secretary)
    for wrong in ("de", "EN-US", "fr\x00", "x" * 60):
        assert client.post("/account/language/", {"language": wrong}).status_code == 422
    assert User.objects.get(pk=town.secretary.pk).language == ""
    assert Client().get("/account/language/").status_code == 302


def test_a_service_refuses_it_too(town: Town) -> None:
    with pytest.raises(Exception, match="Choose one of these"):
        choose_language(town.secretary, "de")


# Programs


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("en-US,en;q=0.5", "en-us"), ("de, fr;q=0.3", "fr"), ("fr-CA", "fr"), ("en-AU", "en-gb"), ("en", "en-gb"),
        ("", "en-gb"), ("*", "en-gb"), ("de", "en-gb"), ("fr;q=x", "en-gb"), ("\x00" * 9, "en-gb"),
    ],
)  # fmt: skip
def test_a_program_is_answered_in_the_language_that_it_accepts_most_gladly(
    rf: RequestFactory, accepted: str, spoken: str
) -> None:
    answered = AddressedLanguage(lambda request: HttpResponse(translation.get_language()))
    answer = answered(rf.get("/api/v1/leagues/", headers={"Accept-Language": accepted}))
    assert (answer.content.decode(), answer["Vary"]) == (spoken, "Accept-Language")  # type: ignore[attr-defined]
    # A page is not: it would be another for every stranger.
    page = answered(rf.get(HOME, headers={"Accept-Language": accepted}))
    assert (page.content.decode(), page.get("Vary")) == ("en-gb", None)  # type: ignore[attr-defined]


# A further language is a folder, and nothing else


@pytest.fixture
def esperanto(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder is added to those of locale/, as a server would find them when it begins."""
    folder = tmp_path / "locale"
    shutil.copytree(languages.FOLDER, folder)
    made = polib.pofile(str(folder / "fr/LC_MESSAGES/django.po"), wrapwidth=0)
    made.metadata |= {"Language": "eo", "X-Language-Name": "Esperanto", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    for entry in made:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: accented(entry.msgid), 1: accented(entry.msgid_plural)}
        else:
            entry.msgstr = "" if entry.msgctxt else accented(entry.msgid)
    (folder / "eo/LC_MESSAGES").mkdir(parents=True)
    made.save(str(folder / "eo/LC_MESSAGES/django.po"))
    made.save_as_mofile(str(folder / "eo/LC_MESSAGES/django.mo"))
    found = languages.read_languages(folder)
    for code, name in found.items():
        monkeypatch.setitem(languages.LANGUAGES, code, name)
    settings.LOCALE_PATHS, settings.LANGUAGES = [folder], list(found.items())
    monkeypatch.setattr(navigation, "OF_A_LEAGUE", re.compile(r"(?:/eo)?/leagues/([-a-zA-Z0-9_]{1,50})/"))
    monkeypatch.setattr(trans_real, "_translations", {})
    yield
    trans_real._translations.clear()


def test_a_further_language_needs_its_folder_alone(town: Town, esperanto: None) -> None:
    page = Client().get(f"/eo{HOME}")
    assert lang(page) == "eo"
    assert accented("Skip to content") in page.content.decode()
    assert ">Esperanto</a>" in Client().get(HOME).content.decode()
    speak(town.league, "eo")
    assert accented("Skip to content") in Client().get(HOME).content.decode()


def test_errors_of_the_api_are_told_in_it_and_their_codes_stay(db: None, esperanto: None) -> None:
    sent = {"cards": "AC 7D 8H", "starter": "7C"}
    english = json.loads(Program().post("/api/v1/hands/check/", sent).content)["errors"]
    told = Client().post(
        "/api/v1/hands/check/", json.dumps(sent), content_type="application/json", headers={"Accept-Language": "eo"}
    )  # fmt: skip
    errors = json.loads(told.content)["errors"]
    assert [each["code"] for each in errors] == [each["code"] for each in english]
    assert [unaccented(each["message"]) for each in errors] == [each["message"] for each in english]
    assert errors != english


def test_addresses_of_a_view_know_the_prefix_only_while_it_lasts() -> None:
    with addressed_in("fr"):
        assert reverse("start") == "/fr/"
        with addressed_in(""):
            assert reverse("start") == "/"
        assert reverse("start") == "/fr/"
    assert reverse("start") == "/"
