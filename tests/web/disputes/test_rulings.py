"""The pages of a ruling, where what follows is shown before it is signed, and of the appeal against it."""

import re
from typing import Any

import pytest
from django.test import Client

from league.models import Appeal, Dispute, Result, Ruling
from league.services.calls import rule
from tests.factories import Town
from tests.pseudo import accented, pseudo
from tests.services import dispute_cases as cases
from tests.web.disputes.case_pages import NOW, as_, case_url, opened, text

__all__ = ["opened", "pseudo"]

pytestmark = pytest.mark.usefixtures("today")


def test_a_referee_who_ruled_in_the_game_is_told_why_they_do_not(town: Town, opened: Dispute) -> None:
    called: Any = {**cases.CALLED, "match_number": 1, "claimed": None}
    rule.rule(town.fixture("Anchor", "Bell"), **called, by=town.referee, now=NOW)
    page = text(as_(town.referee).get(case_url(opened)))
    assert "who ruled in this game before is not neutral" in page
    assert as_(town.referee).get(case_url(opened, "rule/")).status_code == 403
    assert as_(town.referee).post(case_url(opened), {"do": "take"}).status_code == 403


def shown(page: Any) -> dict[str, str]:
    """Return the hidden fields in which the form says which consequences the page has shown."""
    return dict(re.findall(r'name="(seen\w*)" value="([^"]*)"', page.text))


def test_the_engine_s_rule_is_preselected_for_a_call_and_no_other(town: Town, opened: Dispute) -> None:
    referee = as_(town.referee)
    called = cases.of_a_call(town, NOW)
    page = referee.get(case_url(called, "rule/")).text
    assert re.findall(r'<option value="(R[^"]+)" selected', page) == ["R39"]
    changed = referee.post(case_url(called, "rule/"), {"outcome": "stands", "rule": "R40", "do": "preview"}).text
    assert re.findall(r'<option value="(R[^"]+)" selected', changed) == ["R40"]
    assert not re.findall(r'<option value="R[^"]+" selected', referee.get(case_url(opened, "rule/")).text)


def test_a_ruling_is_shown_with_what_follows_and_signed_with_a_second_click(town: Town, opened: Dispute) -> None:
    referee = as_(town.referee)
    typed = {"outcome": "awarded", "awarded_to": "away", "rule": "R43", "reason": "Persistent."}
    page = referee.post(case_url(opened, "rule/"), {**typed, "do": "preview"})
    assert page.status_code == 200
    said = " ".join(text(page).split())
    assert "121–61, awarded to Bell" in said
    assert not Ruling.objects.exists()
    without = referee.post(case_url(opened, "rule/"), {**typed, "do": "sign"})
    assert (without.status_code, Ruling.objects.count()) == (200, 0)
    done = referee.post(case_url(opened, "rule/"), {**typed, **shown(page), "do": "sign"}, follow=True)
    assert "Signed." in text(done)
    assert Result.objects.get(live=True).home_games == 5
    assert referee.get(case_url(opened, "rule/")).status_code == 409


def test_who_signs_what_has_changed_is_shown_what_follows_now(town: Town, opened: Dispute) -> None:
    typed = {"outcome": "stands", "rule": "R50", "reason": "It is so.", "do": "sign", "seen": "another"}
    typed["seen_decision"] = "stands||||||||"
    page = as_(town.referee).post(case_url(opened, "rule/"), typed)
    assert page.status_code == 409
    assert page.context["consequences"].nothing
    assert "Something has changed since this was shown" in text(page)
    assert not Ruling.objects.exists()


def test_who_decides_otherwise_than_was_shown_is_shown_that_first_and_then_signs(town: Town, opened: Dispute) -> None:
    """A referee may change their mind after seeing what follows: that is no error."""
    referee, address = as_(town.referee), case_url(opened, "rule/")
    typed = {"outcome": "stands", "rule": "R50", "reason": "It is so."}
    page = referee.post(address, {**typed, "do": "preview"})
    otherwise = {**typed, "outcome": "score", "home_score": "99", "away_score": "121", "do": "sign"}
    again = referee.post(address, {**otherwise, **shown(page)})
    assert (again.status_code, Ruling.objects.count()) == (200, 0)
    said = " ".join(text(again).split())
    assert "Your decision has changed since this was shown, so nothing is signed yet." in said
    assert "99–121" in said
    assert "Something has changed" not in said
    assert "Signed." in text(referee.post(address, {**otherwise, **shown(again)}, follow=True))


def test_a_reason_that_is_missing_leaves_what_was_shown(town: Town, opened: Dispute) -> None:
    referee, address = as_(town.referee), case_url(opened, "rule/")
    typed = {"outcome": "stands", "rule": "R50", "reason": " "}
    page = referee.post(address, {**typed, "do": "preview"})
    refused = referee.post(address, {**typed, **shown(page), "do": "sign"})
    assert refused.status_code == 422
    assert shown(refused) == shown(page)


@pytest.mark.parametrize(
    "sent",
    [
        {"outcome": "score", "home_score": "x", "away_score": "-1"},
        {"outcome": "score", "home_score": "²", "away_score": "9" * 30},
        {"outcome": "\0", "reason": "\0"},
        {"outcome": "sheet", "keep": "counter"},
    ],
)
def test_nothing_that_is_sent_breaks_the_ruling(town: Town, opened: Dispute, sent: dict[str, str]) -> None:
    for do in ("preview", "sign"):
        page = as_(town.referee).post(case_url(opened, "rule/"), {**sent, "do": do, "seen": "x"})
        assert page.status_code == 422


@pytest.mark.long
def test_an_appeal_is_made_decided_and_read(town: Town, opened: Dispute) -> None:
    ruling = cases.ruled(opened, town, NOW, outcome="awarded", awarded_to="away", rule="R43")
    anchor, secretary = as_(town.captains["Anchor"]), as_(town.secretary)
    address = f"/leagues/town/rulings/{ruling.pk}/appeal/"
    assert address in text(anchor.get(f"/leagues/town/fixtures/{opened.fixture_id}/"))
    assert anchor.post(address, {"reason": " "}).status_code == 422
    assert anchor.post(address, {"reason": "He was not there."}).status_code == 302
    made = Appeal.objects.get()
    assert "There has already been an appeal" in text(anchor.get(address))
    decide = f"/leagues/town/secretary/appeals/{made.pk}/"
    assert decide in text(secretary.get("/leagues/town/disputes/"))
    page = secretary.get(decide)
    seen = page.context["consequences"].stamp
    assert secretary.post(decide, {"do": "allow", "decision": "", "seen": seen}).status_code == 422
    assert secretary.post(decide, {"do": "allow", "decision": "Yes.", "seen": "other"}).status_code == 409
    assert secretary.post(decide, {"do": "allow", "decision": "He is right.", "seen": seen}).status_code == 302
    page = Client().get(f"/leagues/town/fixtures/{opened.fixture_id}/")
    assert "Revoked on appeal" in text(page)
    assert "He is right." in text(page)
    assert "He was not there." not in text(page)


def test_what_a_ruling_is_about_and_what_follows_is_told_in_the_language_of_its_reader(
    town: Town, opened: Dispute, pseudo: None
) -> None:
    sent = {"do": "preview", "outcome": "awarded", "awarded_to": "away", "rule": "R43", "reason": "Persistent."}
    page = text(as_(town.referee).post(case_url(opened, "rule/"), sent))
    for said in ("The game’s score is corrected", "The score sheet stands", "The whole result is void"):
        assert accented(said) in page
        assert said not in page
