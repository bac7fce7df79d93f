"""What a sheet's page asks before it sends, and what its first button keeps, without scripts."""

import datetime as dt
import re

import pytest
from django.test import Client

from league.enums import RoleKind
from league.models import Fixture, Result, SheetDraft
from league.queries.results.sheets import sheet_of
from league.rules.sheets import GameScore
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.web.pages import page, signed_in, typed, words

pytestmark = pytest.mark.usefixtures("today")


def test_a_very_low_score_is_asked_about_once_and_one_press_sends_it(
    town: Town, fixture: Fixture, anchor: Client
) -> None:
    low = typed(town, fixture, m1_g1_loser="7", m2_g1_loser="60", m2_g2_loser="61")
    asked = anchor.post(page(fixture, "sheet"), low)
    assert asked.status_code == 422
    assert "Really so low?" in words(asked)
    assert "Match 1, game 1 : the loser has 7." in words(asked)
    assert "Match 2, game 1 : the loser has 60." in words(asked)
    assert "61." not in words(asked)
    assert not Result.objects.exists()
    assert SheetDraft.objects.get().sheet == low
    said = re.search(r'<button type="submit" name="sure" value="([^"]+)">Yes, send the result<', asked.content.decode())
    assert said is not None
    # To say so of one score says nothing of another.
    again = anchor.post(page(fixture, "sheet"), {**low, "m1-g1-loser": "8", "sure": said[1]})
    assert "Really 8?" in words(again)
    sent = anchor.post(page(fixture, "sheet"), {**low, "sure": said[1]})
    assert sent.status_code == 302
    assert sheet_of(Result.objects.get()).matches[0].games[0] == GameScore(121, 7)


def test_what_is_wrong_is_told_before_anything_is_asked(town: Town, fixture: Fixture, anchor: Client) -> None:
    answer = anchor.post(page(fixture, "sheet"), typed(town, fixture, m1_g1_loser="7", m1_g2_loser="9o"))
    assert answer.status_code == 422
    assert "“9o” is not a number" in words(answer)
    assert "Really" not in words(answer)


def test_what_was_asked_when_it_was_sent_is_not_asked_of_who_disputes_or_corrects_it(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    sheet = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 7))
    submit.submit(fixture, sheet, by=town.captains["Anchor"], now=now)
    bell = signed_in(town.captains["Bell"])
    mine = typed(town, fixture, m1_g1_loser="7", m2_g1_loser="70") | {"version": "1", "reason": "No.", "own": "yes"}
    asked = bell.post(page(fixture, "dispute"), mine | {"m3-g1-loser": "9"})
    assert "Really 9?" in words(asked)
    assert bell.post(page(fixture, "dispute"), mine).status_code == 302
    other = town.fixture("Castle", "Duke of York")
    submit.submit(other, result_sheet(town, "Castle", "Duke of York"), by=town.captains["Castle"], now=now)
    castle = signed_in(town.captains["Castle"])
    changed = typed(town, other, m1_g1_loser="3") | {"version": "1", "reason": ""}
    asked = castle.post(page(other, "correct"), changed)
    assert "Really 3?" in words(asked)
    assert castle.post(page(other, "correct"), changed | {"sure": "m1-g1:3"}).status_code == 302
    assert sheet_of(Result.objects.get(fixture=other, live=True)).matches[0].games[0] == GameScore(121, 3)


def test_saying_that_it_is_right_survives_another_mistake(town: Town, fixture: Fixture, anchor: Client) -> None:
    low = typed(town, fixture, m1_g1_loser="7", m1_g2_loser="9o") | {"sure": "m1-g1:7 <script>"}
    answer = anchor.post(page(fixture, "sheet"), low)
    assert '<input type="hidden" name="sure" value="m1-g1:7">' in answer.content.decode()


def test_the_first_button_keeps_and_adds_up_and_sends_nothing(town: Town, fixture: Fixture, anchor: Client) -> None:
    some = {"m1-g1-winner": "home", "m1-g1-loser": "98", "m1-g2-winner": "away", "m1-g2-loser": "7"}
    before = anchor.get(page(fixture, "sheet"))
    assert "When last saved: Anchor: 4 names · Bell: 4 names · 9 games left" in words(before)
    answer = anchor.post(page(fixture, "sheet"), some | {"do": "save"}, follow=True)
    assert answer.redirect_chain == [(page(fixture, "sheet"), 302)]
    assert "Saved. Nothing was sent yet." in words(answer)
    assert "When last saved: Anchor: 4 names · Bell: 4 names · 7 games left" in words(answer)
    assert re.findall(r'data-total="\w+"[^>]*>(\d+)<', answer.content.decode()) == ["1", "1"]
    assert SheetDraft.objects.get().sheet == some
    assert not Result.objects.exists()


def test_enter_can_press_nothing_that_sends(town: Town, fixture: Fixture, anchor: Client, now: dt.datetime) -> None:
    factories.role(town.captains["Anchor"], town.league, RoleKind.SECRETARY)
    bodies = {"sheet": anchor.get(page(fixture, "sheet"))}
    bodies["asks"] = anchor.post(page(fixture, "sheet"), typed(town, fixture, m1_g1_loser="7"))
    bodies["abandoned"] = anchor.get(f"/leagues/town/secretary/fixtures/{fixture.pk}/decide/?what=abandoned")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    bodies["correct"] = anchor.get(page(fixture, "correct"))
    bodies["dispute"] = signed_in(town.captains["Bell"]).get(page(fixture, "dispute"))
    first = {}
    for name, answer in bodies.items():
        form = answer.content.decode().partition("data-sheet=")[2]
        found = re.search(r"<button[^>]*type=\"submit\"[^>]*>", form)
        assert found is not None, name
        first[name] = re.findall(r'name="do" value="(\w+)"', found[0])
        scores = re.findall(r"<input[^>]*-(?:loser|winner-score)\"[^>]*>", form)
        assert scores, name
        assert all('enterkeyhint="next"' in score for score in scores), name
    assert first.pop("abandoned") == ["look"]
    assert first == {name: ["save"] for name in ("sheet", "asks", "correct", "dispute")}


def test_what_was_typed_into_a_dispute_is_kept_with_its_reason(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    bell = signed_in(town.captains["Bell"])
    sent = typed(town, fixture, m1_g1_loser="88") | {"version": "1", "reason": "It was 88.", "do": "save"}
    answer = bell.post(page(fixture, "dispute"), sent, follow=True)
    assert ">It was 88.</textarea>" in answer.content.decode()
    assert 'id="m1-g1-loser" value="88"' in answer.content.decode()
    assert Result.objects.get().state == "submitted"
