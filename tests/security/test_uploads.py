"""The door of uploads: what an attacker gains who sends more than anybody needs, or more often."""

import datetime as dt
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from rest_framework.settings import api_settings

from config.settings import base
from league.api.authentication import UserThrottle
from league.enums import RoleKind
from league.models import JournalEntry, League, Season, User, WaitingFile
from league.services.ops.rates import RateLimit
from league.web.request_limits import LARGEST, LARGEST_READ, LIMIT, LIMITS, MB, PageRate, WholeBody
from tests import factories, stage
from tests.factories import Town
from tests.routes import routes

IMPORT = "/leagues/town/secretary/import/"


class Unread(BytesIO):
    """A request body that fails the test when it is read."""

    def read(self, *args: Any) -> bytes:
        raise AssertionError("the body was read")

    readline = read


def post_of_length(address: str, length: int | str, **more: Any) -> Any:
    """The answer to a POST of a length, whose body fails the test where it is read; as a browser without a token."""
    return Client(enforce_csrf_checks=True).generic(
        "POST",
        address,
        b"",
        "multipart/form-data; boundary=x",
        **{"CONTENT_LENGTH": str(length), "wsgi.input": Unread(), **more},
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/accounts/login/", IMPORT, "/leagues/town/disputes/1/", "/admin/login/", "/hand/"]
)
def test_a_body_too_large_is_refused_unread_by_the_pages(town: Town, address: str) -> None:
    """Gains the temporary disk: 60 MB from nobody in particular were spooled before the token was asked for."""
    page = post_of_length(address, 60 * MB)
    assert page.status_code == 413
    limit = LIMITS.get(page.resolver_match.route, LIMIT)
    assert f"more than {limit // MB} MB. Choose something smaller." in page.content.decode()
    assert "Content-Security-Policy" in page.headers


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/play/", "/accounts/login/", "/hand/", "/api/v1/hands/check/"])
def test_a_form_in_another_encoding_is_refused(address: str) -> None:
    """Gains a page of ours that broke: the refusal read the form once more, for its token."""
    form = "application/x-www-form-urlencoded; charset=utf-7"
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    page = client.generic("POST", address, b"name=Ann", form)
    assert page.status_code == (415 if address.startswith("/api/") else 400)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["hands/check/", "leagues/town/import/", "leagues/town/disputes/1/evidence/", "leagues/"]
)
def test_a_body_too_large_is_refused_unread_by_the_api(town: Town, address: str) -> None:
    """Gains the temporary disk as well, with a program."""
    answer = post_of_length(f"/api/v1/{address}", 60 * MB)
    assert answer.status_code == 413
    (error,) = answer.json()["errors"]
    assert error["code"] == "too-large"
    assert "MB. Choose something smaller." in error["message"]


@pytest.mark.django_db
def test_a_body_that_does_not_say_its_length_is_refused_unread(town: Town) -> None:
    """Gains a way round the limit: a chunked body has no length to look at."""
    for address in (IMPORT, "/accounts/login/"):
        page = post_of_length(address, "", HTTP_TRANSFER_ENCODING="chunked")
        assert page.status_code == 411
        assert "Send it with a Content-Length." in page.content.decode()
    answer = post_of_length("/api/v1/hands/check/", "", HTTP_TRANSFER_ENCODING="chunked")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (411, "length-required")


def test_each_limit_is_of_an_address_there_is() -> None:
    """Gains a way round a limit: one that names an address which was since renamed limits nothing."""
    assert set(LIMITS) - {route for route, _ in routes()} == set()
    assert max(django_settings.DATA_UPLOAD_MAX_MEMORY_SIZE, django_settings.FILE_UPLOAD_MAX_MEMORY_SIZE) == LARGEST


def test_no_upload_is_a_file_on_the_disk() -> None:
    """Gains the disk: a server that is killed leaves the temporary files of its uploads behind."""
    card = SimpleUploadedFile("a.csv", b"1" * (6 * MB))
    request = RequestFactory().post("/", {"files": card})
    before = set(os.listdir(tempfile.gettempdir()))
    file = request.FILES["files"]
    assert type(file).__name__ == "InMemoryUploadedFile"
    assert not {name for name in set(os.listdir(tempfile.gettempdir())) - before if name.endswith(".upload")}


def test_half_a_body_is_no_body() -> None:
    """Gains half a season: a spreadsheet whose upload was cut off was loaded up to the cut."""
    whole = WholeBody(BytesIO(b"12345"), 5)
    assert (whole.read(3), whole.read(2), whole.read(10)) == (b"123", b"45", b"")
    for read in (lambda b: b.read(10), lambda b: b.read(), lambda b: [b.readline() for _ in range(3)]):
        with pytest.raises(OSError, match="cut off"):
            read(WholeBody(BytesIO(b"12345\n"), 10))


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Apply the rate limits of an installation, which other tests switch off."""
    cache.clear()
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", base.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
    yield
    cache.clear()


@pytest.mark.django_db
@pytest.mark.usefixtures("rates")
def test_a_person_writes_no_faster_than_a_person(town: Town) -> None:
    """Gains an unreadable journal: a player wrote sixty entries in three seconds."""
    anchor, bell = Client(), Client()
    anchor.force_login(town.captains["Anchor"])
    bell.force_login(town.captains["Bell"])
    before = JournalEntry.objects.count()
    address = "/leagues/town/me/"
    answers = [anchor.post(address, {"name": f"Ann Anchor {n}"}) for n in range(60)]
    assert [answer.status_code == 429 for answer in answers] == [False] * 40 + [True] * 20
    assert JournalEntry.objects.count() - before <= 40
    refused = answers[-1]
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert f"Wait {refused['Retry-After']} second" in refused.content.decode()
    # Nobody else is kept waiting, nor are they from reading, nor is a draft of theirs lost.
    assert bell.post(address, {"name": "Bea Bell"}).status_code != 429
    assert anchor.get(address).status_code == 200
    draft = f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/draft/"
    assert [anchor.post(draft, {"m1-home-1": ""}).status_code for _ in range(60)] == [200] * 60


@pytest.mark.parametrize("read_by", ["page", "program"])
@pytest.mark.django_db
@pytest.mark.usefixtures("rates")
def test_a_person_has_ten_spreadsheets_read_a_minute(town: Town, read_by: str) -> None:
    """Gains a process for as long as one likes: the largest takes nine seconds, and forty a minute were read."""
    office, address = Client(), "/leagues/town/secretary/import/"
    office.force_login(town.secretary)
    assert 429 not in [office.post(address, {"do": "look"}).status_code for _ in range(10)]
    if read_by == "page":
        answer = office.post("/leagues/town/secretary/make-season/", {"do": "look"})
    else:
        answer = office.post("/api/v1/leagues/town/import/", "{}", "application/json")
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert office.get(address).status_code == 200
    assert office.post("/leagues/town/me/", {"name": "Sue Secretary"}).status_code != 429


@pytest.mark.parametrize("rate", [lambda: PageRate("page-user"), UserThrottle], ids=["pages", "api"])
@pytest.mark.usefixtures("rates")
def test_who_sends_all_at_once_is_counted_all_the_same(
    rate: Callable[[], RateLimit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gains as many writes as they like: those that arrive together read the same count, and count as one."""
    store = type(cache._connections[cache._alias])  # type: ignore[attr-defined]
    read = store.get

    def slowly(*args: Any, **kwargs: Any) -> Any:
        found = read(*args, **kwargs)
        time.sleep(0.005)
        return found

    monkeypatch.setattr(store, "get", slowly)
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", {"page-user": "7/min", "user": "7/min"})
    request = SimpleNamespace(user=User(pk=1))
    with ThreadPoolExecutor(12) as visitors:
        allowed = list(visitors.map(lambda _: rate().allow_request(request, None), range(24)))
    assert allowed.count(True) == 7


@pytest.mark.django_db
@pytest.mark.usefixtures("rates")
def test_an_address_writes_no_faster_than_a_full_pub(town: Town) -> None:
    """Gains an unreadable journal as well, by writing from many accounts, or from none."""
    answers = [Client().post("/mail/stop/nonsense/").status_code for _ in range(301)]
    assert (429 in answers[:300], answers[300]) == (False, 429)


@pytest.mark.django_db
@pytest.mark.usefixtures("rates")
def test_without_redis_everybody_works_on(town: Town, settings: Any) -> None:
    """Gains an evening without results: nobody could write while Redis was away."""
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.CacheThatStands",
            "LOCATION": f"redis://127.0.0.1:{stage.free_port()}/0",
        }
    }
    anchor = Client()
    anchor.force_login(town.captains["Anchor"])
    draft = f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/draft/"
    assert anchor.post(draft, {"m1-home-1": ""}).status_code == 200


def test_the_proxy_s_limit_is_the_largest_of_ours() -> None:
    """Gains the proxy's disk if its limit is larger than ours; if smaller, a captain's photograph is refused."""
    deploy = Path(__file__).resolve().parents[2] / "deploy"
    assert f"client_max_body_size {LARGEST_READ // MB}m;" in (deploy / "nginx.conf").read_text()
    assert f"max_size {LARGEST_READ // MB}MiB" in (deploy / "Caddyfile").read_text()


@pytest.mark.django_db
def test_uploads_are_in_no_process_s_memory_and_go_wherever_they_are_loaded(office: League, settings: Any) -> None:
    """Gains the memory of each process: two workers grew by 270 MB each in 76 previews, and kept it."""
    secretary = User.objects.get(roles__league=office)
    address = f"/leagues/{office.slug}/secretary/import/"
    workers = [
        {"default": {"BACKEND": "config.cache.CacheThatStands", "LOCATION": f"redis://127.0.0.1:{stage.free_port()}/0"}}
        for _ in range(2)
    ]
    venues = b"venue,address,fixtures at once\nThe Inn,1 High St,2\n"
    for number in range(12):
        settings.CACHES = workers[number % 2]
        client = Client()
        client.force_login(secretary)
        files = [
            SimpleUploadedFile("venues.csv", venues),
            SimpleUploadedFile("notes.csv", b"note\n" + b"x" * 999 + b"\n" * MB),
        ]
        shown = client.post(address, {"do": "look", "files": files})
        assert shown.status_code == 200
        assert sum(WaitingFile.objects.values_list("size", flat=True)) < 2 * MB
    for worker in workers:
        settings.CACHES = worker
        assert sum(map(len, cache._here._cache.values())) < 10_000  # type: ignore[attr-defined]
    # Previewed by the one, loaded by the other.
    settings.CACHES = workers[0]
    token = shown.context["kept"]
    post_of_length = {"do": "load", "kept": token, "place-1": "notes.csv", "sheet-1": "leave out", "was-1": ""}
    assert client.post(address, post_of_length).status_code == 302
    assert office.venues.get().name == "The Inn"
    assert not WaitingFile.objects.exists()


@pytest.fixture
def office(db: None) -> League:
    """A league with a draft season, and nothing else but its secretary."""
    league = League.objects.create(name="Here", slug="here")
    Season.objects.create(league=league, name="2026-27", slug="2026-27", first_week=dt.date(2026, 9, 14))
    factories.role(factories.user("secretary@here.example"), league, RoleKind.SECRETARY)
    return league
