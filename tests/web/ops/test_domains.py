"""A league's own domain: who sets it, what is there on it and what is not, and where links lead."""

import datetime as dt
import hashlib
import json
import re
from math import inf
from typing import Any

import pytest
from allauth.core import context
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from league.enums import JournalKind, NoticeKind, RoleKind
from league.errors import Invalid, NotAllowed
from league.models import JournalEntry, League, LeagueDomain, User
from league.queries.domains import HELD, Domains, base_url_of, host_of
from league.services.domains import set_domain
from league.services.mail.delivery import deliver_due
from league.services.notices import queue_notice
from league.services.people import invite
from league.services.seasons.hiding import hide
from league.services.seasons.suspension import suspend
from league.translation import N_
from league.web.hosts import LeagueHosts
from league.web.people.accounts.adapter import PASSKEY, AccountAdapter
from tests import factories
from tests.factories import Town
from tests.web.pages import signed_in

pytestmark = pytest.mark.usefixtures("today")

HOST, OTHER = "crib.example.org", "other.example.org"
OWN, SITE = f"http://{HOST}", "http://testserver"


@pytest.fixture
def operator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


@pytest.fixture
def village(town: Town) -> League:
    """Another league of this server."""
    return factories.town("Village", "village").league


@pytest.fixture
def own(town: Town, village: League, operator: User, now: dt.datetime) -> Town:
    """The town with a domain of its own, and the village with another."""
    set_domain(town.league, host=HOST, by=operator, now=now)
    set_domain(village, host=OTHER, by=operator, now=now)
    return town


def status_on(host: str, address: str, client: Client | None = None) -> int:
    return (client or Client()).get(address, headers={"host": host}).status_code


# Setting it


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Crib.Example.org", HOST), (" crib.example.org. ", HOST), ("crêpe.example.org", "xn--crpe-hpa.example.org"),
        ("xn--crpe-hpa.example.org", "xn--crpe-hpa.example.org"),
    ],
)  # fmt: skip
def test_a_host_is_stored_in_one_form(town: Town, operator: User, now: dt.datetime, typed: str, stored: str) -> None:
    set_domain(town.league, host=typed, by=operator, now=now)
    assert (LeagueDomain.objects.get().host, host_of(town.league)) == (stored, stored)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("*.example.org", "wildcard"), ("192.0.2.1", "address"), ("[2001:db8::1]", "address"),
        ("2001:db8::1", "address"), ("127.1", "address"), ("0x7f.0x1", "host"), ("crib.example.org:8443", "port"),
        ("https://crib.example.org", "host"), ("crib.example.org/a", "host"), ("crib", "host"), ("a b.example", "host"),
        ("-a.example.org", "host"), ("a..example.org", "host"), (f"{'a' * 64}.org", "host"), ("a@b.example", "host"),
        (f"{'a.' * 126}org", "host"), ("crib.example.org\n", HOST),
        ("a\x00b.example", "host"), ("a\nb.example", "host"),
        ("testserver", "host"), ("localhost", "host"), ("．．example", "host"),
    ],
)  # fmt: skip
def test_what_is_no_host_is_refused_in_a_sentence(
    town: Town, operator: User, now: dt.datetime, typed: str, code: str
) -> None:
    if code == HOST:
        set_domain(town.league, host=typed, by=operator, now=now)
        assert host_of(town.league) == HOST
        return
    with pytest.raises(Invalid) as refused:
        set_domain(town.league, host=typed, by=operator, now=now)
    assert [(one.code, one.field) for one in refused.value.problems] == [(code, "host")]
    assert not LeagueDomain.objects.exists()


@pytest.mark.parametrize("typed", ["league.example.org", "www.leagues.example.org", "base.example.org"])
def test_the_servers_own_hosts_are_nobodys(
    town: Town, operator: User, now: dt.datetime, settings: Any, typed: str
) -> None:
    settings.ALLOWED_HOSTS = ["league.example.org", ".leagues.example.org"]
    settings.BASE_URL = "https://base.example.org"
    with pytest.raises(Invalid) as refused:
        set_domain(town.league, host=typed, by=operator, now=now)
    assert [one.code for one in refused.value.problems] == ["own-host"]


def test_a_domain_is_one_leagues(own: Town, village: League, operator: User, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        set_domain(village, host=HOST, by=operator, now=now)
    assert [one.code for one in refused.value.problems] == ["taken"]
    assert (host_of(own.league), host_of(village)) == (HOST, OTHER)


def test_only_the_operator_sets_it_and_each_change_is_in_the_journal(
    town: Town, operator: User, now: dt.datetime
) -> None:
    with pytest.raises(NotAllowed):
        set_domain(town.league, host=HOST, by=town.secretary, now=now)
    for host in (HOST, HOST, "", ""):
        set_domain(town.league, host=host, by=operator, now=now)
    entries = JournalEntry.objects.filter(league=town.league, kind=JournalKind.DOMAIN_CHANGED).order_by("number")
    assert [entry.what for entry in entries] == [
        f"gave the league the domain {HOST}", "gave up the league’s own domain",
    ]  # fmt: skip


def test_the_page_sets_and_removes_it(town: Town, operator: User) -> None:
    client, address = signed_in(operator), "/operator/leagues/town/"
    refused = client.post(address, {"do": "domain", "domain-host": "10.0.0.1"})
    assert refused.status_code == 422
    assert "Write a name, not the number of a machine." in refused.content.decode()
    assert client.post(address, {"do": "domain", "domain-host": HOST}).status_code == 302
    assert f'value="{HOST}"' in client.get(address).content.decode()
    assert client.post(address, {"do": "domain", "domain-host": ""}).status_code == 302
    assert not LeagueDomain.objects.exists()


def test_a_program_sets_and_removes_it(town: Town, operator: User) -> None:
    client, address = signed_in(operator), "/api/v1/operator/leagues/town/domain/"
    for host in (HOST, ""):
        answer = client.patch(address, {"host": host}, content_type="application/json")
        assert (answer.status_code, answer.json()["domain"]) == (200, host)
    refused = client.patch(address, {"host": "crib:80"}, content_type="application/json")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "/host")


# What is there


PAGES = ("", "tables/", "fixtures/", "tables/2026-27/division-1/", "calendars/", "sitemap.xml", "feeds/results.atom")


@pytest.mark.parametrize("kept", [0, 1_000_000])
def test_each_host_has_its_leagues_and_no_other(own: Town, settings: Any, kept: int) -> None:
    settings.KEPT_PAGES = kept
    client = Client()
    for page in (*PAGES, *PAGES):
        for start in ("/leagues/", "/fr/leagues/"):
            address = f"{start}town/{page}"
            assert [status_on(host, address, client) for host in ("testserver", HOST, OTHER, "evil.example")] == [
                200, 200, 404, 400,
            ], address  # fmt: skip
    for address, statuses in {
        "/api/v1/leagues/town/": [200, 200, 404, 400], "/api/v1/leagues/village/teams/": [200, 404, 200, 400],
        "/leagues/nobody/": [404, 404, 404, 400],
    }.items():  # fmt: skip
        for _ in range(2):
            assert [
                status_on(host, address, client) for host in ("testserver", HOST, OTHER, "evil.example")
            ] == statuses


def test_what_is_the_servers_is_not_on_a_leagues_domain(own: Town, operator: User) -> None:
    client = signed_in(operator)
    for address in (
        "/admin/", "/operator/", "/operator/doctor/", "/operator/leagues/town/", "/new-league/", "/setup/",
        "/api/v1/operator/leagues/", "/fr/operator/", "/fr/new-league/", "/fr/leagues/village/",
    ):  # fmt: skip
        assert status_on(HOST, address, client) == 404, address
    for address in ("/hand/", "/play/", "/play/lessons/", "/account/", "/health/web/", "/worker.js", "/robots.txt"):
        assert status_on(HOST, address, client) == 200, address


def test_the_front_door_leads_home_and_lists_show_one_league(own: Town) -> None:
    client = Client(headers={"host": HOST})
    for address in ("/", "/?all"):
        assert client.get(address)["Location"] == "/leagues/town/"
    assert [one["slug"] for one in client.get("/api/v1/leagues/").json()["results"]] == ["town"]
    assert client.get("/play/daily/")["Location"] == "/leagues/town/play/daily/"
    assert len(Client().get("/api/v1/leagues/").json()["results"]) == 2


def test_a_page_that_is_not_there_has_the_hosts_own_league(own: Town) -> None:
    page = Client(headers={"host": HOST}).get("/leagues/village/").content.decode()
    assert "Town League" in page
    assert "Village" not in page
    client = Client(headers={"host": HOST})
    client.cookies["league"] = "village"
    assert "Village" not in client.get("/accounts/login/?next=/leagues/village/").content.decode()


def test_a_host_widens_nothing(own: Town, now: dt.datetime, operator: User) -> None:
    assert status_on(HOST, "/leagues/town/secretary/", signed_in(own.captains["Anchor"])) == 403
    hide(own.league, reason="Gone.", by=operator, now=now)
    assert status_on(HOST, "/leagues/town/") == 404
    assert status_on(HOST, "/leagues/town/", signed_in(operator)) == 200


def test_a_suspended_leagues_domain_is_read(own: Town, operator: User, now: dt.datetime) -> None:
    suspend(own.league, reason="Unpaid.", by=operator, now=now)
    answer = Client(headers={"host": HOST}).get("/leagues/town/")
    assert (answer.status_code, "Unpaid." in answer.content.decode()) == (200, True)
    set_domain(own.league, host="", by=operator, now=now)
    assert status_on(HOST, "/leagues/town/") == 400


@pytest.mark.parametrize("kept", [0, 1_000_000])
def test_a_domain_that_is_taken_away_is_unknown_at_once(
    own: Town, operator: User, now: dt.datetime, settings: Any, kept: int
) -> None:
    settings.KEPT_PAGES = kept
    client = Client()
    for address in ("/leagues/town/", "/api/v1/leagues/town/"):
        assert status_on(HOST, address, client) == 200
    set_domain(own.league, host="", by=operator, now=now)
    for address in ("/leagues/town/", "/api/v1/leagues/town/", "/"):
        assert status_on(HOST, address, client) == 400
    League.objects.get(slug="village").domain.delete()
    HELD.forget()
    set_domain(League.objects.get(slug="village"), host=HOST, by=operator, now=now)
    assert [status_on(HOST, f"/leagues/{slug}/", client) for slug in ("town", "village")] == [404, 200]


def test_the_main_host_asks_nothing_more(town: Town, operator: User, now: dt.datetime) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert status_on("testserver", "/leagues/town/") == 200
        return len(captured)

    asked()
    before = asked()
    set_domain(town.league, host=HOST, by=operator, now=now)
    host_of(town.league)
    assert asked() == before


# Where links lead


@pytest.mark.parametrize("kept", [0, 1_000_000])
def test_links_lead_to_the_domain_from_either_host(
    own: Town, village: League, operator: User, now: dt.datetime, settings: Any, kept: int
) -> None:
    settings.KEPT_PAGES = kept
    client = Client()

    def read(host: str, address: str) -> str:
        return client.get(address, headers={"host": host}).content.decode()

    for host in ("testserver", HOST):
        home = read(host, "/leagues/town/tables/2026-27/division-1/")
        assert f'rel="canonical" href="{OWN}/leagues/town/' in home
        assert f'property="og:url" content="{OWN}/leagues/town/' in home
        for address in ("feeds/results.atom", "sitemap.xml", "calendars/team/anchor.ics"):
            text = read(host, f"/leagues/town/{address}").replace("\r\n ", "")
            assert f"{OWN}/leagues/town/" in text, address
            assert f"{SITE}/leagues" not in text, address
        assert f"{OWN}/leagues/town/calendars/team/" in read(host, "/leagues/town/calendars/")
    assert f'rel="canonical" href="http://{OTHER}/leagues/village/' in read("testserver", "/leagues/village/")
    set_domain(own.league, host="", by=operator, now=now)
    assert f'rel="canonical" href="{SITE}/leagues/town/' in read("testserver", "/leagues/town/")


def test_another_process_that_hears_of_it_later_keeps_no_page_with_links_of_before(
    own: Town, operator: User, now: dt.datetime, settings: Any
) -> None:
    settings.KEPT_PAGES = 1_000_000
    client = Client()
    HELD.hold(Domains(), inf)
    page = client.get("/leagues/town/").content.decode()
    assert f'href="{SITE}/leagues/town/"' in page
    HELD.forget()
    assert f'rel="canonical" href="{OWN}/leagues/town/' in client.get("/leagues/town/").content.decode()


def test_search_engines_find_each_league_on_one_host(own: Town) -> None:
    factories.town("Hamlet", "hamlet")
    site, crib = Client(), Client(headers={"host": HOST})
    assert f"Sitemap: {SITE}/sitemap.xml" in site.get("/robots.txt").content.decode()
    assert f"Sitemap: {OWN}/sitemap.xml" in crib.get("/robots.txt").content.decode()
    index = site.get("/sitemap.xml").content.decode()
    assert (f"{SITE}/leagues/hamlet/" in index, "town" in index, "village" in index) == (True, False, False)
    index = crib.get("/sitemap.xml").content.decode()
    assert (f"{OWN}/leagues/town/sitemap.xml" in index, "hamlet" in index, "village" in index) == (True, False, False)


def test_a_calendars_entries_stay_the_same(own: Town) -> None:
    text = Client().get("/leagues/town/calendars/team/anchor.ics").content.decode()
    assert "@testserver" in text
    assert f"@{HOST}" not in text


def test_the_scheme_and_port_are_the_sites(own: Town, settings: Any) -> None:
    settings.BASE_URL = "https://league.example.org:8443"
    assert base_url_of(own.league) == f"https://{HOST}:8443"
    assert base_url_of(factories.town("Hamlet", "hamlet").league) == "https://league.example.org:8443"


# Accounts


def test_one_signs_in_on_the_domain_by_a_link_that_leads_there(own: Town) -> None:
    client = Client(headers={"host": HOST})
    client.post("/accounts/login/code/", {"email": own.secretary.email})
    (letter,) = mail.outbox
    assert f"{OWN}/accounts/login/link/" in letter.body
    assert SITE not in letter.body
    client.force_login(own.secretary)
    assert status_on(HOST, "/leagues/town/secretary/", client) == 200


@pytest.mark.parametrize("host", ["evil.example", f"{HOST}.evil.example", f"{HOST}@evil.example", f"evil.{HOST}"])
def test_no_mail_follows_an_unknown_host(own: Town, host: str) -> None:
    for address in ("/accounts/login/code/", "/accounts/password/reset/"):
        answer = Client().post(address, {"email": own.secretary.email}, headers={"host": host})
        assert answer.status_code == 400
    answer = Client().get("/leagues/town/", headers={"host": "testserver", "x-forwarded-host": HOST})
    assert answer.wsgi_request.get_host() == "testserver"
    assert mail.outbox == []


def test_a_form_is_taken_from_its_own_host_alone(own: Town, settings: Any) -> None:
    client = Client(enforce_csrf_checks=True, headers={"host": HOST})
    client.get("/accounts/login/")
    token = client.cookies["csrftoken"].value
    for origin, status in ((f"https://{HOST}", 200), (f"https://{OTHER}", 403), ("https://evil.example", 403)):
        answer = client.post(
            "/accounts/login/", {"login": "x@town.example", "password": "x", "csrfmiddlewaretoken": token},
            headers={"origin": origin}, secure=True,
        )  # fmt: skip
        assert answer.status_code == status, origin


def test_going_on_stays_on_the_host(own: Town) -> None:
    client = Client(headers={"host": HOST})
    client.force_login(own.secretary)
    for wanted in (f"http://{OTHER}/", f"//{OTHER}/", "http://testserver/leagues/village/", "//evil.example/"):
        answer = client.get("/accounts/login/", {"next": wanted})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/"), wanted
        assert not answer["Location"].startswith("//"), wanted


def test_names_below_the_domain_are_not_spoken_for(own: Town, settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 3600, True
    client = Client()
    told = [
        client.get("/", headers={"host": host}, secure=True)["Strict-Transport-Security"] for host in (SITE[7:], HOST)
    ]
    assert told == ["max-age=3600; includeSubDomains", "max-age=3600"]


def test_mail_leads_to_the_domain_and_its_names_stay(own: Town, village: League, now: dt.datetime) -> None:
    captain = own.captains["Anchor"]
    queue_notice(own.league, [captain], NoticeKind.CHARGED, "1", text=N_("Due."), now=now)
    queue_notice(village, [captain], NoticeKind.CHARGED, "2", text=N_("Due."), now=now)
    deliver_due(now=now)
    assert len(mail.outbox) == 2
    for letter in mail.outbox:
        town = "Town" in letter.from_email
        host, other = (HOST, OTHER) if town else (OTHER, HOST)
        whole = letter.message().as_string() + letter.body
        assert f"http://{host}/leagues/{'town' if town else 'village'}/" in letter.body
        assert letter.extra_headers["List-Unsubscribe"].startswith(f"<http://{host}/mail/stop/")
        assert letter.extra_headers["Message-ID"].endswith("@testserver>")
        assert (SITE in whole, other in whole) == (False, False)


def test_an_invitation_is_there_on_its_leagues_domain(own: Town, now: dt.datetime) -> None:
    invite.invite(own.league, "new@town.example", RoleKind.REFEREE, None, by=own.secretary, now=now)
    deliver_due(now=now)
    (address,) = re.findall(rf"{OWN}(/invitations/[^/]+/)", mail.outbox[-1].body)
    assert [status_on(host, address) for host in ("testserver", HOST, OTHER)] == [200, 200, 404]


# Passkeys


def add_passkey(user: User, host: str) -> Authenticator:
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    credential = AttestedCredentialData.create(b"\0" * 16, host.encode(), key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(hashlib.sha256(host.encode()).digest(), flags, 0, credential)
    client_data = {"type": "webauthn.create", "challenge": "AAAA", "origin": f"https://{host}"}
    response = {
        "clientDataJSON": websafe_encode(json.dumps(client_data).encode()),
        "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
    }
    made = {"id": websafe_encode(host.encode()), "rawId": websafe_encode(host.encode()), "type": "public-key"}
    saved = {"name": host, "credential": {**made, "response": response, "clientExtensionResults": {}}}
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=saved)


def test_a_passkey_is_offered_where_it_works_alone(own: Town) -> None:
    user = own.secretary
    user.set_password("a-long-password-1")
    user.save()
    RecoveryCodes.activate(user)
    for added, offered in ((HOST, [False, True]), ("testserver", [True, True])):
        add_passkey(user, added)
        for host, wanted in zip(("testserver", HOST), offered, strict=True):
            client = Client(headers={"host": host})
            client.post("/accounts/login/", {"login": user.email, "password": "a-long-password-1"})
            page = client.get("/accounts/2fa/authenticate/").content.decode()
            assert ('id="mfa_webauthn_authenticate"' in page, "recovery codes" in page) == (wanted, True), (added, host)
            assert (f"Your passkey works at {HOST} alone." in page) == (not wanted)
            client.force_login(user)
            listed = client.get("/accounts/2fa/webauthn/").content.decode()
            assert (f"Works at {HOST} alone." in listed) == (host == "testserver")


def test_one_proves_oneself_anew_by_what_works_on_the_host(own: Town, rf: Any) -> None:
    user = own.secretary
    RecoveryCodes.activate(user)
    add_passkey(user, HOST)
    for host, offered in ((HOST, True), ("testserver", False)):
        request = rf.get("/", headers={"host": host})
        LeagueHosts(lambda _: HttpResponse())(request)
        with context.request_context(request):
            methods = [method["id"] for method in AccountAdapter().get_reauthentication_methods(user)]
        assert (PASSKEY in methods, "mfa_reauthenticate" in methods) == (offered, True), host


# The proxy asks


def test_a_proxy_is_told_which_names_are_leagues(own: Town) -> None:
    def ask(name: str, host: str = "127.0.0.1:8000", **headers: str) -> int:
        address = f"/health/domain/?domain={name}"
        return Client().get(address, headers={"host": host, **headers}).status_code

    for name, status in ((HOST, 200), (HOST.upper(), 200), ("evil.example", 404), ("testserver", 404), ("", 404)):
        assert ask(name) == status
        assert ask(name, "web:8000") == status
    assert ask(HOST, "testserver", **{"x-forwarded-for": "192.0.2.1"}) == 404
    assert ask(HOST, "evil.example", **{"x-forwarded-for": "192.0.2.1"}) == 400
