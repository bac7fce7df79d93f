"""A captain's evening, page by page, as a browser without scripts would go through it."""

import datetime as dt
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import ResultState, RoleKind
from league.models import Dispute, Fixture, Notice, Result, SheetDraft
from league.queries.results.sheets import sheet_of
from league.rules.formats import terms
from league.rules.sheet_fields import Fields, fields_of
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet


@pytest.fixture(autouse=True)
def _today(now: dt.datetime) -> Iterator[None]:
    with time_machine.travel(now, tick=False):
        yield


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def anchor(town: Town) -> Client:
    return signed_in(town.captains["Anchor"])


@pytest.fixture
def bell(town: Town) -> Client:
    return signed_in(town.captains["Bell"])


def signed_in(who: Any) -> Client:
    client = Client()
    client.force_login(who)
    return client


def page(fixture: Fixture, name: str) -> str:
    return f"/leagues/town/fixtures/{fixture.pk}/{name}/"


def typed(town: Town, fixture: Fixture, **changes: str) -> Fields:
    """The home side's sheet as fields; `m1_g1_loser="9"` changes one, an empty value takes it out."""
    sheet = result_sheet(town, fixture.home.name, fixture.away.name)
    fields = fields_of(sheet, terms(fixture.division))
    fields |= {name.replace("_", "-"): value for name, value in changes.items()}
    return {name: value for name, value in fields.items() if value}


def words(answer: HttpResponse) -> str:
    """Return the text that a reader sees, in one line."""
    body = re.sub(r"<(script|style|head)\b.*?</\1>", "", answer.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def filled(answer: HttpResponse) -> Fields:
    """Return the fields that a page's sheet form is filled with."""
    html, found = answer.content.decode(), {}
    for tag in re.findall(r"<input[^>]*>", html):
        given = dict(re.findall(r'(\w[\w-]*)="([^"]*)"', tag))
        name = given.get("name", "")
        if name.startswith("m") and (given.get("type") != "radio" or " checked" in tag):
            found[name] = unescape(given.get("value", ""))
    for name, options in re.findall(r'<select name="(m[^"]+)"[^>]*>(.*?)</select>', html, flags=re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = chosen.group(1) if chosen else ""
    return {name: value for name, value in found.items() if value}


def section(html: str, name: str) -> str:
    """One section of My fixtures, by its heading's id; empty where there is none."""
    found = re.search(rf'<section[^>]*aria-labelledby="{name}-title".*?</section>', html, flags=re.DOTALL)
    return found.group() if found else ""


def summary(answer: HttpResponse) -> list[tuple[str, str]]:
    """The problems told at the top: the field each one leads to, and its words."""
    block = answer.content.decode().split('class="problems"')[1].split("</ul>")[0]
    links = re.findall(r'<a href="#([^"]+)">(.*?)</a>', block, flags=re.DOTALL)
    return [(field, " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())) for field, text in links]


def beside(answer: HttpResponse, field: str) -> str:
    """Return the error shown next to a field."""
    found = re.search(rf'<div id="{field}-error">(.*?)</div>', answer.content.decode(), flags=re.DOTALL)
    return unescape(found.group(1)) if found else ""


# My fixtures


def test_my_fixtures_puts_each_fixture_under_what_is_to_be_done(town: Town, now: dt.datetime, anchor: Client) -> None:
    due = section(anchor.get("/leagues/town/my/").content.decode(), "todo")
    assert due.count("Enter the result") == 3

    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"),
                   by=town.captains["Anchor"], now=now)  # fmt: skip
    theirs = town.fixture("Duke of York", "Anchor")
    submit.submit(theirs, result_sheet(town, "Duke of York", "Anchor"), by=town.captains["Duke of York"], now=now)
    Fixture.objects.filter(pk=town.fixture("Anchor", "Castle").pk).update(starts_at=now + dt.timedelta(days=3))
    html = anchor.get("/leagues/town/my/").content.decode()
    assert "Confirm or dispute" in section(html, "todo")
    assert "Duke of York" in section(html, "todo")
    assert "Bell" in section(html, "waiting")
    assert "Castle" in section(html, "coming")
    assert section(html, "postponed") == section(html, "done") == ""
    assert "Duke of York v Anchor: 6–3 was entered. Confirm it or dispute it." in section(html, "news")

    confirm.confirm(theirs, 1, by=town.captains["Anchor"], now=now)
    Fixture.objects.filter(pk=town.fixture("Anchor", "Castle").pk).update(state="postponed")
    html = anchor.get("/leagues/town/my/").content.decode()
    assert "Nothing to do" in section(html, "todo")
    assert "Duke of York" in section(html, "done")
    assert "Castle" in section(html, "postponed")


def test_my_fixtures_puts_notices_away(town: Town, now: dt.datetime, fixture: Fixture, bell: Client) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert section(bell.get("/leagues/town/my/").content.decode(), "news")
    assert bell.post("/leagues/town/my/").headers["Location"] == "/leagues/town/my/"
    assert section(bell.get("/leagues/town/my/").content.decode(), "news") == ""
    assert Notice.objects.get().read_at == now


def test_my_fixtures_asks_the_same_number_of_queries_for_any_number(
    town: Town, now: dt.datetime, anchor: Client, django_assert_num_queries: Any
) -> None:
    # session, user, league, roles, registrations, open postponements, corrections, fixtures, live results, what is
    # hidden, notices, teams
    Fixture.objects.exclude(pk=town.fixture("Anchor", "Bell").pk).delete()
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"),
                   by=town.captains["Bell"], now=now)  # fmt: skip
    with django_assert_num_queries(12):
        anchor.get("/leagues/town/my/")
    for home, away in (("Castle", "Anchor"), ("Anchor", "Castle"), ("Anchor", "Duke of York")):
        week = factories.Week.objects.create(
            season=town.season, round=town.weeks[0].round, number=20 + Fixture.objects.count(),
            starts_on=dt.date(2026, 10, 5) + dt.timedelta(weeks=Fixture.objects.count()),
        )  # fmt: skip
        played = factories.fixture(town, week, home, away)
        submit.submit(played, result_sheet(town, home, away), by=town.captains[home], now=now)
    with django_assert_num_queries(12):
        anchor.get("/leagues/town/my/")


# The sheet


def test_the_sheet_opens_blank_with_everybody_to_choose_from(town: Town, fixture: Fixture, anchor: Client) -> None:
    answer = anchor.get(page(fixture, "sheet"))
    assert filled(answer) == {}
    html = answer.content.decode()
    assert html.count("<fieldset") == 9
    # Two seats of a doubles and two singles a side; everybody is in each list.
    for side, count in (("Anchor", 4), ("Bell", 4)):
        assert html.count(f">{side} 6</option>") == count
    assert "Play all 9 games." in words(answer)


def test_a_draft_comes_back_as_it_was_typed_and_only_to_its_writer(
    town: Town, fixture: Fixture, anchor: Client, bell: Client, now: dt.datetime
) -> None:
    half = {"m1-home-1": str(town.squads["Anchor"][3].pk), "m1-g1-winner": "away", "m1-g1-loser": "9o"}
    assert anchor.post(page(fixture, "draft"), half).json() == {
        "saved_at": now.isoformat(),
        "breaches": [],
        "guest_notes": [],
    }
    assert filled(anchor.get(page(fixture, "sheet"))) == half
    assert filled(bell.get(page(fixture, "sheet"))) == {}
    anchor.post(page(fixture, "draft"), {**half, "m1-g1-loser": "90"})
    assert SheetDraft.objects.get().sheet == {**half, "m1-g1-loser": "90"}


@pytest.mark.parametrize("loser", ["121", "12l", "7"])
def test_a_sheet_that_comes_back_has_the_squads_read_once(
    town: Town, fixture: Fixture, anchor: Client, loser: str
) -> None:
    with CaptureQueriesContext(connection) as asked:
        answer = anchor.post(page(fixture, "sheet"), typed(town, fixture, m1_g1_loser=loser))
    assert answer.status_code == 422
    squads = [q for q in asked.captured_queries if 'FROM "league_registration" INNER JOIN "league_player"' in q["sql"]]
    assert len(squads) == 1


def test_a_wrong_sheet_says_everything_at_once_and_loses_nothing(town: Town, fixture: Fixture, anchor: Client) -> None:
    castle = str(town.squads["Castle"][0].pk)
    fields = typed(town, fixture, m1_g1_loser="12l", m1_home_2="", m2_g2_loser="121", m3_away_1=castle, m3_g3_winner="")
    answer = anchor.post(page(fixture, "sheet"), fields)
    assert answer.status_code == 422
    told = summary(answer)
    assert [field for field, _ in told] == ["m1-home-2", "m1-g1", "m2-g2", "m3-away-1", "m3-g3"]
    assert told[0][1] == "Match 1, second home player: Choose the second home player."
    assert told[1][1] == "Match 1, game 1: “12l” is not a number; write digits, like 98."
    assert told[3][1] == (
        "Match 3, away player: Castle 1 is registered for Castle; this season a player plays for their own team only."
    )
    for field, text in told:
        assert text.split(": ", 1)[1] in beside(answer, field)
        assert f'id="{field}"' in answer.content.decode()
    # A player of another team is no option, so only that seat is empty.
    assert filled(answer) == {k: v for k, v in fields.items() if k != "m3-away-1"}
    assert not Result.objects.exists()
    assert SheetDraft.objects.get().sheet == fields


def test_a_right_sheet_is_sent_and_leads_to_the_fixture(town: Town, fixture: Fixture, anchor: Client) -> None:
    anchor.post(page(fixture, "draft"), {"m1-g1-loser": "9"})
    answer = anchor.post(page(fixture, "sheet"), typed(town, fixture), follow=True)
    assert answer.redirect_chain == [(f"/leagues/town/fixtures/{fixture.pk}/", 302)]
    assert "Sent: 6–3. The other captain has been told; it counts when they confirm it." in words(answer)
    assert sheet_of(Result.objects.get()) == result_sheet(town, "Anchor", "Bell")
    assert not SheetDraft.objects.exists()
    # The button pressed twice, or the page sent again with the back button.
    assert anchor.post(page(fixture, "sheet"), typed(town, fixture)).status_code == 302
    assert Result.objects.count() == 1


def test_the_secretarys_sheet_counts_at_once(town: Town, fixture: Fixture) -> None:
    answer = signed_in(town.secretary).post(page(fixture, "sheet"), typed(town, fixture), follow=True)
    assert "Entered: 6–3. It counts at once." in words(answer)
    assert Result.objects.get().state == ResultState.CONFIRMED


def test_the_second_captain_chooses_between_looking_and_sending_their_own(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    bell.post(page(fixture, "draft"), {"m1-g1-loser": "9"})
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    answer = bell.get(page(fixture, "sheet"))
    told = words(answer)
    assert "They have sent their sheet" in told
    assert "Answer it by Thursday 5 November, 12.00 pm , or it will be confirmed automatically." in told
    assert f'href="{page(fixture, "confirm")}"' in answer.content.decode()
    # Their games are not on it: whoever fills in their own has not seen the other side's.
    assert "121" not in told
    assert filled(bell.get(page(fixture, "sheet") + "?own=yes")) == {"m1-g1-loser": "9"}


def test_the_same_sheet_of_the_second_captain_makes_it_count(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    for client in (anchor, bell):
        answer = client.post(page(fixture, "sheet"), typed(town, fixture), follow=True)
    assert "Both sheets are the same: 6–3. It counts now." in words(answer)
    assert Result.objects.get().state == ResultState.CONFIRMED
    # The page sent once more.
    assert "Both sheets are the same" in words(bell.post(page(fixture, "sheet"), typed(town, fixture), follow=True))


def test_another_sheet_of_the_second_captain_leads_to_where_the_two_differ(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    late = typed(town, fixture, m1_g1_winner="away", m1_g1_loser="88", m2_home_1=str(town.squads["Anchor"][5].pk))
    answer = bell.post(page(fixture, "sheet"), late, follow=True)
    assert answer.redirect_chain == [(page(fixture, "accept"), 302)]
    told = words(answer)
    assert "Your sheet is kept, and it differs from theirs. Neither counts yet." in told
    assert "Your 5–4 stands against their 6–3." in told
    assert apart(answer) == [
        "Where", "You", "They",
        "Match 1, game 1", "88–121", "121–61",
        "Match 2, home players", "Anchor 6", "Anchor 3",
    ]  # fmt: skip
    assert apart(anchor.get(page(fixture, "accept")))[3:6] == ["Match 1, game 1", "121–61", "88–121"]
    answer = bell.post(page(fixture, "accept"), {"version": "1"}, follow=True)
    assert "Accepted: 6–3. It counts now." in words(answer)
    assert Result.objects.get(live=True).version == 1


def apart(answer: HttpResponse) -> list[str]:
    """The cells of the table of differences."""
    table = re.search(r'<table class="differences.*?</table>', answer.content.decode(), flags=re.DOTALL)
    assert table is not None
    return [unescape(text) for text in re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", table.group())]


def test_what_the_second_captain_left_empty_is_no_difference(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    bell.post(page(fixture, "draft"), {"m1-g1-winner": "home", "m1-g1-loser": "61"})
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    answer = bell.get(page(fixture, "confirm"))
    assert "It agrees with what you filled in." in words(answer)
    assert "differences-title" not in answer.content.decode()


def test_opening_the_sheet_again_leads_to_where_it_stands(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    assert anchor.get(page(fixture, "sheet")).headers["Location"] == f"/leagues/town/fixtures/{fixture.pk}/"
    bell.post(page(fixture, "confirm"), {"version": "1"})
    assert bell.get(page(fixture, "sheet")).headers["Location"] == f"/leagues/town/fixtures/{fixture.pk}/"


def test_a_fixture_that_has_not_begun_has_no_sheet(town: Town, fixture: Fixture, anchor: Client) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=dt.datetime(2026, 11, 3, 20, tzinfo=dt.UTC))
    assert "has not begun" in words(anchor.get(page(fixture, "sheet"), follow=True))
    answer = anchor.post(page(fixture, "sheet"), typed(town, fixture), follow=True)
    assert "has not begun" in words(answer)
    assert not Result.objects.exists()
    assert SheetDraft.objects.get().sheet == typed(town, fixture)


# The answer


def test_confirming_makes_it_count(town: Town, fixture: Fixture, anchor: Client, bell: Client) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    assert "Confirm 6–3" in words(bell.get(page(fixture, "confirm")))
    answer = bell.post(page(fixture, "confirm"), {"version": "1"}, follow=True)
    assert answer.redirect_chain == [(f"/leagues/town/fixtures/{fixture.pk}/", 302)]
    assert "Confirmed: 6–3. It counts now." in words(answer)
    assert Result.objects.get().state == ResultState.CONFIRMED
    assert bell.get(page(fixture, "confirm")).headers["Location"] == f"/leagues/town/fixtures/{fixture.pk}/"


@pytest.mark.parametrize("version", ["2", "0", "", "x", "１", "9" * 400])
def test_a_stale_version_is_not_confirmed(
    town: Town, fixture: Fixture, anchor: Client, bell: Client, version: str
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    answer = bell.post(page(fixture, "confirm"), {"version": version})
    assert answer.status_code == 409
    assert "A newer sheet has come in since this page was opened." in words(answer)
    assert Result.objects.get().state == ResultState.SUBMITTED


def test_a_dispute_starts_from_their_sheet(town: Town, fixture: Fixture, anchor: Client, bell: Client) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    assert filled(bell.get(page(fixture, "dispute"))) == typed(town, fixture)
    begun = {"m1-g1-winner": "away", "m1-g1-loser": "88"}
    bell.post(page(fixture, "draft"), begun)
    assert filled(bell.get(page(fixture, "dispute"))) == typed(town, fixture) | begun


def test_a_dispute_with_an_own_sheet_can_be_accepted(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    mine = typed(town, fixture, m1_g1_winner="away", m1_g1_loser="88")
    answer = bell.post(
        page(fixture, "dispute"), {**mine, "version": "1", "reason": "We won game 1.", "own": "yes"}, follow=True
    )
    assert "Disputed. The other captain and the secretary have been told" in words(answer)
    told = words(anchor.get(page(fixture, "accept")))
    assert "We won game 1." in told
    assert "Match 1, game 1 121–61 88–121" in told
    stale = anchor.post(page(fixture, "accept"), {"version": "1"})
    assert (stale.status_code, "Another sheet has come in" in words(stale)) == (409, True)
    answer = anchor.post(page(fixture, "accept"), {"version": "2"}, follow=True)
    assert "Accepted: 5–4. It counts now." in words(answer)
    assert sheet_of(Result.objects.get(live=True)).matches[0].games[0] == GameScore(88, 121)
    assert anchor.post(page(fixture, "accept"), {"version": "2"}).status_code == 409


def test_a_dispute_may_give_only_a_reason(town: Town, fixture: Fixture, anchor: Client, bell: Client) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    bell.post(page(fixture, "dispute"), {"version": "1", "reason": " Who kept\x00 this? ", "own": "no"})
    opened = Dispute.objects.get()
    assert (opened.reason, opened.counter_result, opened.side) == ("Who kept this?", None, "away")
    assert Result.objects.get().state == ResultState.DISPUTED
    assert anchor.get(page(fixture, "accept")).status_code == 409
    again = bell.get(page(fixture, "dispute"), follow=True)
    assert again.redirect_chain == [(f"/leagues/town/fixtures/{fixture.pk}/", 302)]
    assert "This sheet is disputed already." in words(again)


def test_a_dispute_that_changes_nothing_is_sent_back(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    same = {**typed(town, fixture), "version": "1", "reason": "No!", "own": "yes"}
    answer = bell.post(page(fixture, "dispute"), same)
    assert answer.status_code == 422
    assert "Your sheet is the same as theirs: confirm theirs instead." in words(answer)
    assert ">No!</textarea>" in answer.content.decode()
    assert filled(answer) == typed(town, fixture)
    assert not Dispute.objects.exists()


def test_a_dispute_without_a_reason_or_with_a_wrong_sheet_says_so(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    answer = bell.post(page(fixture, "dispute"), {"version": "1", "own": "no", "reason": " "})
    assert answer.status_code == 422
    assert ("reason", "Say what is wrong with the sheet.") in summary(answer)
    wrong = {**typed(town, fixture, m1_g1_loser="x"), "version": "1", "reason": "No.", "own": "yes"}
    answer = bell.post(page(fixture, "dispute"), wrong)
    assert [field for field, _ in summary(answer)] == ["m1-g1"]
    assert filled(answer)["m1-g1-loser"] == "x"
    assert not Dispute.objects.exists()


def test_a_dispute_that_comes_too_late_keeps_its_sheet(
    town: Town, fixture: Fixture, anchor: Client, bell: Client, now: dt.datetime
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    mine = typed(town, fixture, m1_g1_winner="away", m1_g1_loser="88")
    answer = bell.post(page(fixture, "dispute"), {**mine, "version": "1", "reason": "No.", "own": "yes"}, follow=True)
    assert "This sheet is confirmed already." in words(answer)
    assert SheetDraft.objects.get().sheet == mine


# Signed out meanwhile


def test_a_sheet_sent_while_signed_out_is_there_after_signing_in(town: Town, fixture: Fixture) -> None:
    client, fields = Client(), typed(town, fixture, m1_g1_loser="9o")
    answer = client.post(page(fixture, "sheet"), fields)
    assert answer.headers["Location"] == f"/accounts/login/?next={page(fixture, 'sheet')}"
    sign_in = {"login": "anchor@town.example", "password": "a-long-enough-password", "next": page(fixture, "sheet")}
    answer = client.post("/accounts/login/", sign_in, follow=True)
    assert answer.redirect_chain[0][0] == page(fixture, "sheet")
    assert "You had been signed out. What you filled in is here; nothing was sent yet." in words(answer)
    assert filled(answer) == fields
    assert not Result.objects.exists()


def test_a_dispute_sent_while_signed_out_keeps_its_reason_too(town: Town, fixture: Fixture, anchor: Client) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    client, mine = Client(), typed(town, fixture, m1_g1_loser="62")
    client.post(page(fixture, "dispute"), {**mine, "version": "1", "reason": "It was 62.", "own": "yes"})
    client.force_login(town.captains["Bell"])
    answer = client.get(page(fixture, "dispute"))
    assert filled(answer) == mine
    assert ">It was 62.</textarea>" in answer.content.decode()


@pytest.mark.parametrize("name", ["confirm", "accept"])
def test_an_answer_sent_while_signed_out_leads_to_the_sign_in_page_and_back(
    town: Town, fixture: Fixture, anchor: Client, bell: Client, name: str
) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    if name == "accept":
        bell.post(page(fixture, "sheet"), typed(town, fixture, m1_g1_loser="62"))
    before = list(Result.objects.values_list("version", "state"))
    client = Client()
    assert client.post(page(fixture, name), {"version": "1"}).headers["Location"] == (
        f"/accounts/login/?next={page(fixture, name)}"
    )
    assert list(Result.objects.values_list("version", "state")) == before
    sign_in = {"login": "bell@town.example", "password": "a-long-enough-password", "next": page(fixture, name)}
    answer = client.post("/accounts/login/", sign_in, follow=True)
    assert answer.redirect_chain[0][0] == page(fixture, name)
    assert answer.status_code == 200


def test_a_draft_from_a_page_that_has_slept_does_not_write_over_a_newer_one(
    town: Town, fixture: Fixture, anchor: Client, now: dt.datetime
) -> None:
    assert 'data-seen=""' in anchor.get(page(fixture, "sheet")).content.decode()
    assert anchor.post(page(fixture, "draft"), {"m1-g1-loser": "9", "seen": ""}).status_code == 200
    late = anchor.post(page(fixture, "draft"), {"m1-g1-loser": "7", "seen": ""})
    assert (late.status_code, late.json()["saved_at"]) == (409, now.isoformat())
    assert "on another device" in late.json()["message"]
    assert SheetDraft.objects.get().sheet == {"m1-g1-loser": "9"}
    assert f'data-seen="{now.isoformat()}"' in anchor.get(page(fixture, "sheet")).content.decode()
    assert anchor.post(page(fixture, "draft"), {"m1-g1-loser": "7", "seen": now.isoformat()}).status_code == 200


def test_a_draft_of_a_signed_out_page_is_refused_not_lost_in_a_redirect(fixture: Fixture) -> None:
    assert Client().post(page(fixture, "draft"), {"m1-g1-loser": "9"}).status_code == 403


# Who may not


@pytest.mark.parametrize("name", ["sheet", "draft", "confirm", "dispute", "accept"])
def test_nobody_else_gets_at_a_sheet(town: Town, fixture: Fixture, anchor: Client, bell: Client, name: str) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    if name == "accept":
        mine = {**typed(town, fixture, m1_g1_loser="62"), "version": "1", "reason": "No.", "own": "yes"}
        bell.post(page(fixture, "dispute"), mine)
    before = list(Result.objects.order_by("pk").values_list("pk", "state"))
    player = factories.user("player@town.example")
    factories.role(player, town.league, RoleKind.PLAYER, town.teams["Anchor"])
    for who in (town.captains["Castle"], town.referee, player):
        client = signed_in(who)
        for answer in (client.get(page(fixture, name)), client.post(page(fixture, name), {"version": "1"})):
            refused = 405 if name == "draft" and answer.request["REQUEST_METHOD"] == "GET" else 403
            assert answer.status_code == refused
    visitor = Client()
    if name != "draft":
        assert visitor.get(page(fixture, name)).headers["Location"].startswith("/accounts/login/?next=")
    answer = visitor.post(page(fixture, name), {"version": "1"})
    assert answer.status_code == (403 if name == "draft" else 302)
    assert list(Result.objects.order_by("pk").values_list("pk", "state")) == before
    assert SheetDraft.objects.count() == 0


def test_one_does_not_answer_ones_own_sheet(town: Town, fixture: Fixture, anchor: Client) -> None:
    anchor.post(page(fixture, "sheet"), typed(town, fixture))
    for name in ("confirm", "dispute"):
        answer = anchor.post(page(fixture, name), {"version": "1", "reason": "x", "own": "no"})
        assert answer.status_code == 403
        assert "nobody confirms their own" in words(answer)


@pytest.mark.parametrize("name", ["sheet", "draft", "confirm", "dispute", "accept"])
def test_a_fixture_is_reached_only_through_its_league(town: Town, fixture: Fixture, name: str) -> None:
    other = factories.town("City League", "city")
    client = signed_in(town.captains["Anchor"])
    for address in (
        f"/leagues/city/fixtures/{fixture.pk}/{name}/",
        f"/leagues/town/fixtures/{other.fixtures[0].pk}/{name}/",
        f"/leagues/nowhere/fixtures/{fixture.pk}/{name}/",
        f"/leagues/town/fixtures/987654321/{name}/",
        f"/leagues/town/fixtures/{'9' * 30}/{name}/",
        f"/leagues/town/fixtures/-1/{name}/",
    ):
        assert client.post(address, {"version": "1"}).status_code == 404, address
    assert signed_in(other.captains["Anchor"]).post(page(fixture, name), {"version": "1"}).status_code in (403, 409)


def test_my_fixtures_is_for_captains(town: Town) -> None:
    assert Client().get("/leagues/town/my/").headers["Location"] == "/accounts/login/?next=/leagues/town/my/"
    for who in (town.referee, town.secretary, factories.user("stranger@town.example")):
        answer = signed_in(who).get("/leagues/town/my/")
        assert answer.status_code == 403
        assert "Only captains and vice-captains have fixtures of their own here." in words(answer)


def test_an_answer_before_any_sheet_says_so(fixture: Fixture, bell: Client) -> None:
    for name in ("confirm", "dispute"):
        answer = bell.get(page(fixture, name))
        assert answer.status_code == 409
        assert "There is no sheet yet" in words(answer)


@pytest.mark.parametrize("name", ["my/", "fixtures/", "teams/bell/"])
def test_a_null_character_in_an_address_is_no_page(anchor: Client, name: str) -> None:
    assert anchor.get(f"/leagues/town/{name}?season=%00").status_code == 404


def test_other_methods_are_refused(fixture: Fixture, anchor: Client) -> None:
    assert anchor.get(page(fixture, "draft")).status_code == 405
    for name in ("sheet", "confirm", "dispute", "accept"):
        assert anchor.delete(page(fixture, name)).status_code == 405
    assert anchor.put("/leagues/town/my/").status_code == 405


@pytest.mark.parametrize(
    "garbage",
    [
        {},
        {"m1-home-1": "'; DROP TABLE league_result; --"},
        {"m1-home-1": "999999999", "m1-g1-winner": "<script>", "m1-g1-loser": "\x00"},
        {"m99-g9-loser": "1", "m0-short": "home", "nonsense": "x" * 10000},
        {f"m{m}-short": "home" for m in range(1, 100)},
    ],
)
def test_garbage_is_answered_with_a_clear_page(fixture: Fixture, anchor: Client, garbage: Fields) -> None:
    for name in ("sheet", "draft"):
        answer = anchor.post(page(fixture, name), garbage)
        assert answer.status_code == (422 if name == "sheet" else 200)
    assert "Please fix the following" in words(anchor.post(page(fixture, "sheet"), garbage))
    assert b"<script>&quot;" not in answer.content
    assert anchor.get(page(fixture, "sheet")).status_code == 200
    assert not Result.objects.exists()
