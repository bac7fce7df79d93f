"""The operator's pages: every league with what it needs, one league on its own, and what the doctor found."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import NoticeState
from league.models import DoctorReport, League, LeagueQuota, Notice, User
from league.queries.overseeing import overseen, sift
from league.services.ops.doctor.report import store_report
from league.services.seasons.hiding import hide
from league.services.seasons.suspension import suspend
from tests import factories
from tests.factories import Town
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.usefixtures("today")

LONG = (
    "The Cribbage and Domino League of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch and Upper Slaughter"
)


@pytest.fixture
def operator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


def make_leagues(count: int) -> list[League]:
    return [League.objects.create(name=f"League {n:02}", slug=f"league-{n}") for n in range(count)]


def queries_of(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_page_asks_as_often_for_three_leagues_as_for_thirty(operator: User, now: dt.datetime) -> None:
    client, asked = signed_in(operator), []
    for count in (3, 27):
        for league in [League.objects.create(name=f"L {count} {n}", slug=f"l-{count}-{n}") for n in range(count)]:
            factories.role(factories.user(f"{league.slug}@town.example"), league, "secretary")  # type: ignore[arg-type]
            Notice.objects.create(
                league=league, recipient=operator, kind="result-due", key=league.slug, text="x", created_at=now,
                send_at=now, state=NoticeState.FAILED,
            )  # fmt: skip
        asked.append(queries_of(client, "/operator/"))
    assert asked == [16, 16]


def test_a_league_shows_its_secretary_size_and_mail(town: Town, operator: User, now: dt.datetime) -> None:
    for state in (NoticeState.WAITING, NoticeState.FAILED, NoticeState.SENT):
        Notice.objects.create(
            league=town.league, recipient=operator, kind="result-due", key=state, text="x", created_at=now, send_at=now,
            state=state,
        )  # fmt: skip
    old = now - dt.timedelta(days=31)
    Notice.objects.create(
        league=town.league, recipient=operator, kind="result-due", key="old", text="x", created_at=old, send_at=old,
        state=NoticeState.FAILED,
    )  # fmt: skip
    answer = signed_in(operator).get("/operator/")
    page = words(answer)
    assert 'href="mailto:secretary@town.example"' in answer.content.decode()
    (one,) = overseen(now=now)
    assert (one.teams, one.waiting, one.failed, one.results) == (len(town.teams), 1, 1, 0)
    assert f"{one.teams} teams · {one.players} players · {one.fixtures} fixtures, 0 confirmed" in page
    assert "1 message waiting, 1 failed" in page


def test_whatever_needs_the_operator_comes_first(town: Town, operator: User, now: dt.datetime) -> None:
    calm = town.league
    alone, refused, stopped, gone = make_leagues(4)
    for league in (calm, refused, stopped, gone):
        factories.role(factories.user(f"s{league.pk}@town.example"), league, "secretary")  # type: ignore[arg-type]
    for n in range(10):
        Notice.objects.create(
            league=refused, recipient=operator, kind="result-due", key=str(n), text="x", created_at=now, send_at=now,
            state=NoticeState.FAILED,
        )  # fmt: skip
    suspend(stopped, reason="x", by=operator, now=now)
    hide(gone, reason="x", by=operator, now=now)
    found = overseen(now=now)
    assert [one.league for one in found] == [refused, alone, stopped, gone, calm]
    told = [[str(concern.text) for concern in one.concerns] for one in found]
    assert told[0] == ["10 messages failed", "Nothing for a year"]
    assert told[1] == ["No secretary", "Nothing for a year"]
    assert told[2] == ["Suspended"]
    assert told[3] == ["Hidden"]
    assert [one.state for one in found] == ["open", "open", "suspended", "hidden", "open"]
    assert [one.league for one in sift(found, show="suspended")] == [stopped]
    assert [one.league for one in sift(found, show="attention")] == [refused, alone, stopped]
    assert [one.league for one in sift(found, show="hidden")] == [gone]
    assert [one.league for one in sift(found, name="SALLY sec")] == [calm]


def test_leagues_at_their_quota_are_found(town: Town, operator: User, now: dt.datetime) -> None:
    LeagueQuota.objects.create(league=town.league, teams=len(town.teams))
    (one,) = overseen(now=now)
    assert next(str(concern.text) for concern in one.concerns) == "At its quota: Teams"
    assert [each.league for each in sift([one], show="quota")] == [town.league]


def test_long_lists_are_paged_and_sifted_and_any_address_answers(operator: User) -> None:
    make_leagues(30)
    League.objects.create(name=LONG[:100], slug="long")
    client = signed_in(operator)
    assert "Page 1 of 2" in words(client.get("/operator/"))
    assert "Page 2 of 2" in words(client.get("/operator/?page=2"))
    assert "1 league " in words(client.get("/operator/?q=llanfair"))
    assert "Nothing found" in words(client.get("/operator/?q=nowhere&page=7"))
    for query in ("show=nonsense", "page=-1", "page=x", "q=%00", f"q={'x' * 300}"):
        assert client.get(f"/operator/?{query}").status_code == 200


def test_without_a_league_the_page_says_what_to_do(operator: User) -> None:
    assert "No leagues here yet" in words(signed_in(operator).get("/operator/"))


def test_only_operators_find_the_page_in_their_menu(town: Town, operator: User) -> None:
    assert 'href="/operator/"' in signed_in(operator).get("/leagues/town/").content.decode()
    assert 'href="/operator/"' not in signed_in(town.secretary).get("/leagues/town/").content.decode()
    closed = factories.user("closed@town.example", is_superuser=True)
    client = signed_in(closed)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    assert client.get("/operator/").status_code == 302


def test_an_operator_suspends_a_league_and_lets_it_go_on(town: Town, operator: User) -> None:
    client = signed_in(operator)
    address = "/operator/leagues/town/"
    assert client.post(address, {"do": "suspend", "reason": " "}).status_code == 422
    done = client.post(address, {"do": "suspend", "reason": "Unpaid."}, follow=True)
    assert "Town League is suspended." in words(done)
    assert "Suspended since" in words(done)
    again = client.post(address, {"do": "suspend", "reason": "Spam."})
    assert again.status_code == 409
    assert "It is suspended already: Unpaid." in words(again)
    assert "Town League goes on." in words(client.post(address, {"do": "resume"}, follow=True))
    assert League.objects.get(pk=town.league.pk).suspended_at is None
    assert client.get("/operator/leagues/nowhere/").status_code == 404


def test_the_doctor_s_last_look_is_shown_worst_first(operator: User, now: dt.datetime) -> None:
    client = signed_in(operator)
    assert "The doctor has not looked yet" in words(client.get("/operator/doctor/"))
    lines = [
        {"level": "ok", "check": "disk", "message": "There is room.", "remedy": ""},
        {"level": "wrong", "check": "secrets", "message": "The key is short.", "remedy": "Make another."},
    ]
    DoctorReport.objects.create(pk=1, at=now, findings=lines)
    page = words(client.get("/operator/doctor/"))
    assert "It looked at 2026-11-03 12:00:00 UTC" in page
    assert "wrong secrets The key is short. Make another. ok disk There is room." in page
    assert "The doctor found 1 thing wrong with this server." in words(client.get("/operator/"))


def test_the_doctor_looks_by_itself_and_the_next_look_replaces_the_last(
    operator: User, now: dt.datetime, settings: Any
) -> None:
    assert store_report(now=now).endswith(" ok")
    store_report(now=now + dt.timedelta(minutes=30))
    report = DoctorReport.objects.get()
    assert report.at == now + dt.timedelta(minutes=30)
    assert {"secrets", "database", "migrations", "mail"} <= {finding["check"] for finding in report.findings}
