"""An appeal's page: who decides it, who is recused and why, who has voted; how, once it is decided."""

import datetime as dt

import pytest
import time_machine
from django.test import Client

from league.enums import AppealState, RoleKind
from league.models import Appeal, AppealVote, League, User
from league.services.seasons.leagues import change_settings
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.disputes.panel_cases import DAY, appealed, committee, judges, voted
from tests.web.pages import signed_in

pytestmark = pytest.mark.usefixtures("today")


def url(appeal: Appeal) -> str:
    return f"/leagues/town/appeals/{appeal.pk}/"


def page(user: User, appeal: Appeal, status: int = 200) -> str:
    answer = signed_in(user).get(url(appeal))
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


@pytest.mark.long
def test_it_says_who_decides_who_is_recused_and_who_has_voted_but_not_how(town: Town, now: dt.datetime) -> None:
    first, chair, third, fourth = committee(town, 4)
    factories.role(fourth, town.league, RoleKind.PLAYER, town.teams["Bell"])
    made = appealed(town, now)
    voted(made, first, now, allow=False, reason="The card is clear.")
    for who in (town.captains["Anchor"], town.captains["Bell"], town.referee, town.secretary, chair, fourth):
        seen = page(who, made)
        assert "<b>The committee.</b> Votes count until Tuesday 10 November, 8 pm." in seen
        assert "belongs to Bell" in seen
        assert seen.count('badge-good">Voted') == 1
        assert seen.count('badge-wait">Awaiting vote') == 2
        assert "The card is clear." not in seen
    assert "You have no vote on this appeal: a member who belongs to Bell is recused." in page(fourth, made)
    assert "Your vote" not in page(fourth, made)
    assert "Your vote" not in page(town.secretary, made)
    assert "Vote to allow it" in page(third, made)
    # Only to them who voted so.
    assert "You voted to dismiss the appeal" in page(first, made)
    page(town.captains["Castle"], made, 403)


def test_a_vote_is_cast_and_the_last_one_decides(town: Town, now: dt.datetime) -> None:
    first, chair, _ = committee(town)
    made = appealed(town, now)
    answer = signed_in(first).post(url(made), {"vote": "allow", "reason": "He was at home."}, follow=True)
    assert "Your vote is counted. You can change it until the appeal is decided." in answer.content.decode()
    answer = signed_in(chair).post(url(made), {"vote": "allow", "reason": "The card is torn."}, follow=True)
    assert "Allowed: the ruling is revoked. Everybody concerned has been told." in answer.content.decode()
    seen = page(town.captains["Bell"], made)
    assert "The committee allowed it by 2 votes to 0." in seen
    assert seen.count("To allow it") == 2
    assert "He was at home." in seen
    fixture = signed_in(town.captains["Bell"]).get(f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/")
    told = " ".join(fixture.content.decode().split())
    assert "Appeal: Allowed: the ruling is revoked (The committee, Tue 3 Nov):" in told
    assert url(made) in told
    # Everybody reads what was decided; whose vote was how is not for everybody.
    public = Client().get(f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/").content.decode()
    assert "The committee" in public
    assert (url(made) in public, first.name in public) == (False, False)


@pytest.mark.parametrize(
    ("sent", "status", "says"),
    [
        ({"vote": "allow", "reason": " "}, 422, "Give the reason of your vote."),
        ({"vote": "maybe", "reason": "So."}, 422, "Vote to allow the appeal or to dismiss it."),
        ({}, 422, "Vote to allow the appeal or to dismiss it."),
    ],
)
def test_a_bad_vote_is_told_and_what_was_written_stays(
    town: Town, now: dt.datetime, sent: dict[str, str], status: int, says: str
) -> None:
    first, *_ = committee(town)
    made = appealed(town, now)
    answer = signed_in(first).post(url(made), sent)
    assert (answer.status_code, says in answer.content.decode()) == (status, True)
    assert not AppealVote.objects.exists()
    if sent.get("reason", "").strip():
        assert ">So.</textarea>" in answer.content.decode()


def test_a_vote_on_what_is_decided_is_a_conflict(town: Town, now: dt.datetime) -> None:
    first, chair, third = committee(town)
    made = appealed(town, now)
    voted(made, first, now)
    voted(made, chair, now)
    answer = signed_in(third).post(url(made), {"vote": "allow", "reason": "So."})
    assert answer.status_code == 409
    assert "This appeal is decided already." in answer.content.decode()


@pytest.mark.long
def test_a_secretary_is_led_to_it_and_decides_only_what_has_fallen_to_them(town: Town, now: dt.datetime) -> None:
    judges(town)
    made = appealed(town, now)
    decide = f"/leagues/town/secretary/appeals/{made.pk}/"
    secretary = signed_in(town.secretary)
    assert secretary.get(decide).headers["Location"] == url(made)
    assert secretary.post(decide, {"do": "allow", "decision": "So."}).status_code == 409
    for address in ("/leagues/town/secretary/", "/leagues/town/disputes/"):
        seen = secretary.get(address).content.decode()
        assert "Goes to the judges" in seen
        assert url(made) in seen
    with time_machine.travel(now + 9 * DAY, tick=False):
        seen = page(town.secretary, made)
        assert "<b>A secretary.</b> The two judges had not both voted by Tuesday 10 November 2026" in seen
        assert decide in seen
        assert "The two judges had not both voted" in secretary.get(decide).content.decode()
        made.refresh_from_db()
        assert made.state == AppealState.OPEN
        secretary.post(decide, {"do": "dismiss", "decision": "The card is clear."})
        seen = page(town.captains["Bell"], made)
        assert "<b>Dismissed: the ruling stands.</b> A secretary, Thu 12 Nov, 12 noon." in seen
        assert "<blockquote>The card is clear.</blockquote>" in seen


def test_members_find_it_on_their_disputes_page(town: Town, now: dt.datetime) -> None:
    first, *_ = committee(town)
    made = appealed(town, now)
    seen = signed_in(first).get("/leagues/town/disputes/").content.decode()
    assert url(made) in seen
    assert ">Appeals<" in seen.replace(" ", "").replace("\n", "")
    assert ">Appeals<" not in signed_in(town.captains["Bell"]).get("/leagues/town/").content.decode()
    # The case and its evidence are open to them.
    assert signed_in(first).get(f"/leagues/town/disputes/{made.ruling.dispute_id}/").status_code == 200


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("committee", "The league’s committee decides it; until then the ruling stands."),
        ("judges", "Judges decide it; until then the ruling stands."),
        ("secretary", "The secretary decides it; until then the ruling stands."),
    ],
)
def test_whoever_appeals_reads_who_decides(town: Town, now: dt.datetime, body: str, says: str) -> None:
    League.objects.update(appeals_by=body)
    cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="awarded", awarded_to="away")
    client = signed_in(town.captains["Anchor"])
    assert says in client.get(f"/leagues/town/rulings/{ruling.pk}/appeal/").content.decode()
    done = client.post(f"/leagues/town/rulings/{ruling.pk}/appeal/", {"reason": "No."}, follow=True)
    assert f"Your appeal is made. {says}" in done.content.decode()


def test_the_rules_page_says_who_decides_appeals(town: Town, now: dt.datetime) -> None:
    change_settings(
        town.league,
        {"appeals_by": "judges"},
        reason="Agreed.",
        by=town.secretary,
        now=now,
    )
    seen = " ".join(Client().get("/leagues/town/rules/").content.decode().split())
    assert "Two judges decide appeals, and a third where they differ; nobody judges their own case." in seen
