"""A captain's evening, page by page, as a browser without scripts would go through it."""

import datetime as dt
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import ResultState
from league.models import Dispute, Fixture, Notice, Result, SheetDraft
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.web.pages import apart, beside, filled, page, section, signed_in, summary, typed, words

pytestmark = pytest.mark.usefixtures("today")


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
    with django_assert_num_queries(13):
        anchor.get("/leagues/town/my/")
    for home, away in (("Castle", "Anchor"), ("Anchor", "Castle"), ("Anchor", "Duke of York")):
        week = factories.Week.objects.create(
            season=town.season, round=town.weeks[0].round, number=20 + Fixture.objects.count(),
            starts_on=dt.date(2026, 10, 5) + dt.timedelta(weeks=Fixture.objects.count()),
        )  # fmt: skip
        played = factories.fixture(town, week, home, away)
        submit.submit(played, result_sheet(town, home, away), by=town.captains[home], now=now)
    with django_assert_num_queries(13):
        anchor.get("/leagues/town/my/")


# The sheet


def test_the_sheet_opens_blank_with_everybody_to_choose_from(town: Town, fixture: Fixture, anchor: Client) -> None:
    answer = anchor.get(page(fixture, "sheet"))
    assert filled(answer) == {}
    html = answer.content.decode()
    # Nine games, and the line-up of three matches.
    assert html.count("<fieldset") == 12
    # Two seats of a doubles and two singles a side; everybody is in each list.
    for side in ("Anchor", "Bell"):
        assert html.count(f">{side} 6</option>") == 4
    # Names are missing, so the line-up is open, and the first match.
    assert re.findall(r'<details[^>]*id="([^"]+)"[^>]* open>', html) == ["line-up", "m1"]
    assert "Anchor: 4 names · Bell: 4 names · 9 games left" in words(answer)
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
    assert told[0][1] == "Match 1, second player of Anchor: Choose the second player of Anchor."
    assert told[1][1] == "Match 1, game 1: “12l” is not a number; write digits, like 98."
    assert told[3][1] == (
        "Match 3, player of Bell: Castle 1 is registered for Castle; "
        "this season a player plays for their own team only."
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
    assert answer.redirect_chain == [(page(fixture, "thank-you"), 302)]
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
    assert "Answer it by Thursday 5 November, 8 pm , or it will be confirmed automatically." in told
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
    assert answer.redirect_chain == [(page(fixture, "thank-you"), 302)]
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
