"""The news by the API: read by everybody, written on the version that was read."""

from typing import Any

import pytest
from django.test import Client

from league.models import MatchReport, OwnPage, Post
from league.services.results import submit
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.usefixtures("today")
OWN = "/api/v1/leagues/town/"
POST = {"title": "Finals night", "text": "On **Friday**.", "state": "published"}


@pytest.fixture
def secretary(town: Town) -> Client:
    client = Client()
    client.force_login(town.secretary)
    return client


def send(client: Client, method: str, address: str, body: Any = None, tag: str = "") -> Any:
    headers = {"If-Match": tag} if tag else {}
    call = getattr(client, method)
    return call(f"{OWN}{address}", body, content_type="application/json", headers=headers)


def test_a_post_is_written_read_changed_and_deleted(secretary: Client) -> None:
    made = send(secretary, "post", "posts/", POST)
    assert made.status_code == 201
    told = made.json()
    assert told["html"] == "<p>On <strong>Friday</strong>.</p>\n"
    address = f"posts/{told['id']}/"
    read = Client().get(f"{OWN}{address}")
    assert read.json()["title"] == "Finals night"
    assert Client().get(f"{OWN}posts/").json()["results"][0]["title"] == "Finals night"
    assert send(secretary, "put", address, POST | {"title": "Moved"}).status_code == 428
    assert send(secretary, "put", address, POST | {"title": "Moved"}, read["ETag"]).status_code == 200
    assert send(secretary, "put", address, POST | {"title": "Other"}, read["ETag"]).status_code == 412
    tag = secretary.get(f"{OWN}{address}")["ETag"]
    assert send(secretary, "delete", address, {}, tag).status_code == 409
    gone = send(secretary, "put", address, POST | {"title": "Moved", "state": "withdrawn"}, tag)
    assert Client().get(f"{OWN}{address}").status_code == 404
    assert send(secretary, "delete", address, {}, gone["ETag"]).status_code == 204
    assert not Post.objects.exists()


def test_every_problem_is_told_at_once(secretary: Client) -> None:
    sent = {"title": "T\u202e", "text": "x" * 20_001, "state": "withdrawn"}
    answer = send(secretary, "post", "posts/", sent)
    assert answer.status_code == 422
    assert {problem["code"] for problem in answer.json()["errors"]} == {"hidden-character", "text", "state"}


def test_a_page_is_named_by_its_word(secretary: Client) -> None:
    page = {"slug": "contacts", "title": "Contacts", "text": "Ring.", "state": "draft"}
    assert send(secretary, "post", "pages/", page).status_code == 201
    assert Client().get(f"{OWN}pages/contacts/").status_code == 404
    tag = secretary.get(f"{OWN}pages/contacts/")["ETag"]
    assert send(secretary, "put", "pages/contacts/", page | {"state": "published"}, tag).status_code == 200
    assert [one["slug"] for one in Client().get(f"{OWN}pages/").json()["results"]] == ["contacts"]
    assert OwnPage.objects.get().version == 2


def test_a_report_is_written_on_what_was_read(town: Town, secretary: Client, now: Any) -> None:
    fixture = town.fixture("Anchor", "Bell")
    type(fixture).objects.filter(pk=fixture.pk).update(starts_at=now)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    captain, address = Client(), f"fixtures/{fixture.pk}/reports/"
    captain.force_login(town.captains["Anchor"])
    tag = Client().get(f"{OWN}{address}")["ETag"]
    assert send(captain, "put", f"{address}home/", {"text": "Close."}).status_code == 428
    written = send(captain, "put", f"{address}home/", {"text": "Close."}, tag)
    assert written.json()["reports"][0]["html"] == "<p>Close.</p>\n"
    assert send(captain, "put", f"{address}home/", {"text": "Other."}, tag).status_code == 412
    assert send(captain, "put", f"{address}away/", {"text": "x"}, written["ETag"]).status_code == 403
    assert send(captain, "put", f"{address}middle/", {"text": "x"}, written["ETag"]).status_code == 404
    assert send(captain, "post", f"{address}home/hide/", {"reason": "x"}).status_code == 403
    hidden = send(secretary, "post", f"{address}home/hide/", {"reason": "Names."})
    assert hidden.json()["reports"][0]["hidden_because"] == "Names."
    assert Client().get(f"{OWN}{address}").json() == {"reports": []}
    assert send(secretary, "post", f"{address}home/show/", {}, hidden["ETag"]).status_code == 200
    assert MatchReport.objects.get().hidden_at is None
