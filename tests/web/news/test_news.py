"""The news on pages: read by everybody, written by the secretary, and match reports of the captains."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from league.models import IdempotencyKey, MatchReport, OwnPage, Post, User
from league.services.news import NewPage, NewPost, hide_report, write_page, write_post, write_report
from league.services.results import submit
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.usefixtures("today")
OWN = "/leagues/town/"
TYPED = {"title": "Finals night", "text": "On **Friday**.", "version": "0", "key": "k"}
SCRIPT = "<script>alert(1)</script>[x](javascript:alert(1))![y](https://e.example/y.png)"


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def secretary(town: Town) -> Client:
    return browser(town.secretary)


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@pytest.fixture
def post(town: Town, now: Any) -> Callable[..., Post]:
    def make(title: str = "Finals night", text: str = "On **Friday**.", **more: Any) -> Post:
        new = NewPost(title, text, more.get("state", "published"), more.get("pinned", False))
        return write_post(town.league, new, by=town.secretary, now=now)

    return make


@pytest.fixture
def played(town: Town, now: Any) -> Any:
    fixture = town.fixture("Anchor", "Bell")
    type(fixture).objects.filter(pk=fixture.pk).update(starts_at=now)
    fixture.refresh_from_db()
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return fixture


def test_everybody_reads_what_is_published(post: Callable[..., Post]) -> None:
    shown, draft = post(), post("Secret plans", state="draft")
    listed = text_of(Client().get(f"{OWN}news/"))
    assert "Finals night" in listed
    assert "3 November 2026" in listed
    assert "On Friday." in listed
    assert "Secret plans" not in listed
    assert b"<strong>Friday</strong>" in Client().get(f"{OWN}news/{shown.pk}/").content
    assert Client().get(f"{OWN}news/{draft.pk}/").status_code == 404


def test_nothing_that_a_post_says_runs_on_its_page(post: Callable[..., Post]) -> None:
    made = post("<b>Finals</b>", SCRIPT)
    for page in (f"{OWN}news/{made.pk}/", f"{OWN}news/", OWN):
        said = Client().get(page).content.decode()
        assert "<script>alert" not in said
        assert "<b>Finals" not in said
        assert 'javascript:alert(1)"' not in said
        assert "<img" not in said


def test_the_home_page_has_one_line_of_the_pinned_post_and_the_latest(post: Callable[..., Post]) -> None:
    assert "home-news" not in Client().get(OWN).content.decode()
    post("Old")
    post("Cards by Thursday", pinned=True)
    said = Client().get(OWN).content.decode()
    assert said.index("home-pinned") < said.index('id="mine"') < said.index('id="news-title"')
    assert said.count("Cards by Thursday") == 1


def test_the_list_is_paged_with_a_fixed_number_of_queries(
    post: Callable[..., Post], django_assert_num_queries: Any
) -> None:
    for number in range(12):
        post(f"Post {number}")
    with django_assert_num_queries(4):
        first = text_of(Client().get(f"{OWN}news/"))
    assert "Post 11" in first
    assert "Post 1 " not in first
    assert "Page 1 of 2" in first
    assert "Post 1 " in text_of(Client().get(f"{OWN}news/?page=2"))


def test_a_draft_is_looked_at_kept_and_published(town: Town, secretary: Client) -> None:
    shown = secretary.post(f"{OWN}secretary/news/new/", TYPED | {"do": "preview"})
    assert b"<strong>Friday</strong>" in shown.content
    assert not Post.objects.exists()
    secretary.post(f"{OWN}secretary/news/new/", TYPED | {"do": "save"})
    made = Post.objects.get()
    assert made.state == "draft"
    edit = f"{OWN}secretary/news/{made.pk}/"
    answer = secretary.post(edit, TYPED | {"version": "1", "pinned": "on", "do": "publish"}, follow=True)
    made.refresh_from_db()
    assert (made.state, made.pinned) == ("published", True)
    assert "Published." in text_of(answer)
    secretary.post(edit, TYPED | {"version": "2", "do": "withdraw"})
    secretary.post(edit, TYPED | {"version": "3", "do": "delete"})
    assert not Post.objects.exists()


def test_a_form_that_is_sent_twice_is_one_post(secretary: Client) -> None:
    for _ in range(2):
        answer = secretary.post(f"{OWN}secretary/news/new/", TYPED | {"do": "publish"}, follow=True)
    assert "You sent this twice" in text_of(answer)
    assert Post.objects.count() == 1
    assert IdempotencyKey.objects.count() == 1


def test_everything_wrong_is_said_and_what_was_typed_is_kept(secretary: Client) -> None:
    sent = {"title": "", "text": "word " * 5000, "version": "0", "do": "publish"}
    answer = secretary.post(f"{OWN}secretary/news/new/", sent)
    assert answer.status_code == 422
    said = text_of(answer)
    assert "Write a title." in said
    assert "Write 20000 characters at most; this has 24999." in said
    assert answer.content.decode().count("word word") > 2000
    assert not Post.objects.exists()


def test_what_somebody_else_changed_is_shown_before_it_is_overwritten(
    post: Callable[..., Post], secretary: Client
) -> None:
    made = post()
    edit = f"{OWN}secretary/news/{made.pk}/"
    secretary.post(edit, TYPED | {"text": "Theirs.", "version": "1", "do": "save"})
    answer = secretary.post(edit, TYPED | {"text": "Ours.", "version": "1", "do": "save"})
    assert answer.status_code == 409
    said = text_of(answer)
    assert "Somebody has changed this since you opened it" in said
    assert "Theirs." in said
    assert "Ours." in said
    assert 'name="version" value="2"' in answer.content.decode()
    secretary.post(edit, TYPED | {"text": "Ours.", "version": "2", "do": "save"})
    made.refresh_from_db()
    assert made.text == "Ours."


@pytest.mark.parametrize("sent", [{}, {"version": "x"}, {"version": "-1"}, {"version": "9" * 30}, {"order": "1.5"}])
def test_a_form_that_is_tampered_with_is_refused(secretary: Client, post: Callable[..., Post], sent: Any) -> None:
    made = post()
    for page in (f"{OWN}secretary/news/{made.pk}/", f"{OWN}secretary/pages/new/"):
        assert secretary.post(page, {"title": "T\0", "text": "\0", "do": "save"} | sent).status_code in (409, 422)


def test_pages_of_the_league_are_read_and_written(town: Town, secretary: Client, now: Any) -> None:
    sent = {"title": "Contacts", "slug": "contacts", "text": "# Us\n\nRing.", "order": "1", "version": "0", "key": "k"}
    secretary.post(f"{OWN}secretary/pages/new/", sent | {"do": "publish"})
    said = Client().get(f"{OWN}pages/contacts/").content.decode()
    assert "<h2>Us</h2>" in said
    assert "Contacts" in text_of(Client().get(f"{OWN}news/"))
    write_page(town.league, NewPage("later", "Later", "Soon."), by=town.secretary, now=now)
    assert Client().get(f"{OWN}pages/later/").status_code == 404
    assert "Draft: only the secretary sees this." in text_of(secretary.get(f"{OWN}pages/later/"))
    assert OwnPage.objects.count() == 2


def test_a_captain_writes_a_report_and_everybody_reads_it(town: Town, played: Any) -> None:
    captain, page = browser(town.captains["Anchor"]), f"{OWN}fixtures/{played.pk}/"
    assert "Write or change your match report" in text_of(captain.get(page))
    form = f"{page}report/"
    assert b"<strong>two</strong>" in captain.post(form, {"text": "**two** 24s", "do": "preview"}).content
    assert not MatchReport.objects.exists()
    captain.post(form, {"text": f"**two** 24s {SCRIPT}", "version": "0", "do": "save"})
    said = Client().get(page).content.decode()
    assert "<strong>two</strong>" in said
    assert "<script>alert" not in said
    assert "Written by Anchor 1, 3 November 2026" in said
    assert captain.post(form, {"text": "Late.", "version": "0", "do": "save"}).status_code == 409
    # Nobody writes for the other side by naming it.
    assert captain.post(form, {"text": "x", "side": "away", "version": "0", "do": "save"}).status_code == 403
    captain.post(form, {"version": "1", "do": "remove"})
    assert "Match reports" not in text_of(Client().get(page))


def test_the_secretary_hides_a_report_and_shows_it(town: Town, played: Any, secretary: Client, now: Any) -> None:
    report = write_report(played, "home", "Rude words.", seen=0, by=town.captains["Anchor"], now=now)  # type: ignore[arg-type]
    form, page = f"{OWN}fixtures/{played.pk}/report/", f"{OWN}fixtures/{played.pk}/"
    assert "Say why it is hidden" in text_of(secretary.post(form, {"side": "home", "do": "hide"}))
    assert secretary.post(form, {"side": "away", "reason": "No.", "do": "hide"}).status_code == 409
    secretary.post(form, {"side": "home", "reason": "Names.", "do": "hide"})
    assert "Rude words" not in text_of(Client().get(page))
    assert "Rude words" not in text_of(browser(town.captains["Bell"]).get(page))
    assert "Reason: “Names.”" in text_of(browser(town.captains["Anchor"]).get(form))
    assert browser(town.captains["Anchor"]).post(form, {"side": "home", "do": "show"}).status_code == 403
    secretary.post(form, {"side": "home", "version": str(report.version), "do": "show"})
    assert "Rude words" in text_of(Client().get(page))


def test_a_hidden_report_is_no_longer_in_the_api_for_others(town: Town, played: Any, now: Any) -> None:
    report = write_report(played, "home", "Rude words.", seen=0, by=town.captains["Anchor"], now=now)  # type: ignore[arg-type]
    hide_report(report, reason="Names.", by=town.secretary, now=now)
    address = f"/api/v1/leagues/town/fixtures/{played.pk}/reports/"
    assert Client().get(address).json() == {"reports": []}
    assert len(browser(town.secretary).get(address).json()["reports"]) == 1
