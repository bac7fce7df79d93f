"""The pages about conduct: a referee decides a case, a player reads their own record, the public reads neither."""

import datetime as dt
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from league.enums import ConductState
from league.models import ConductCase, Fixture, Player, Result, Ruling, User
from league.services.calls.conduct import decide
from league.services.disputes.appeal import appeal, decide_appeal
from league.services.disputes.revoke import revoke_ruling
from league.services.results.decide import reopen
from tests import factories
from tests.factories import Town
from tests.services.evenings import agreed, overcall

pytestmark = pytest.mark.usefixtures("today")

HERE = "/leagues/town/"
CASES = f"{HERE}calls/conduct/"


@pytest.fixture
def olive(town: Town) -> Player:
    player = town.squads["Anchor"][2]
    player.user = factories.user("olive@town.example", name="Olive")
    player.save()
    return player


def enter(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def words(answer: HttpResponse) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.fixture
def case(town: Town, played: Fixture, olive: Player, now: dt.datetime) -> ConductCase:
    agreed(town, played, now)
    for _ in range(3):
        overcall(town, played, olive, now)
    return ConductCase.objects.get()


def shown(answer: HttpResponse) -> str:
    """The stamp of the consequences on the page."""
    found = re.search(r'name="seen" value="(\w*)"', answer.content.decode())
    assert found is not None
    return found[1]


def test_a_referee_sees_the_case_and_awards_the_game(town: Town, case: ConductCase) -> None:
    referee = enter(town.referee)
    listed = referee.get(f"{HERE}calls/")
    assert "Anchor 3" in words(listed)
    assert f"{CASES}{case.pk}/" in listed.content.decode()
    opened = referee.get(f"{CASES}{case.pk}/")
    page = words(opened)
    assert "Anchor 3 of Anchor, match 2, game 1: 3 overcalls, 0 false challenges." in page
    assert page.count("Overcall: The hand is worth 8") == 3
    assert "From 3 on, the rules propose awarding the game to Bell" in page
    assert "The fixture, in games 6–3 → becomes 5–4" in page
    assert "Match 2 2–1 → becomes 1–2" in page
    assert "Anchor 1 6 → become 5" in page
    sent = {"decision": "award", "reason": "Three times."}
    unseen = referee.post(f"{CASES}{case.pk}/", sent)
    assert (unseen.status_code, "Something has changed since this was shown" in words(unseen)) == (409, True)
    sent["seen"] = shown(opened)
    decided = referee.post(f"{CASES}{case.pk}/", sent, follow=True)
    assert decided.redirect_chain == [(CASES, 302)]
    assert "Decided: the game is awarded, and the captain informed." in words(decided)
    assert Result.objects.get(live=True).away_awarded == 1
    again = referee.post(f"{CASES}{case.pk}/", sent)
    assert (again.status_code, "decided meanwhile" in words(again)) == (409, True)


def _awarded(town: Town, case: ConductCase, now: dt.datetime) -> None:
    decide(case, award=True, reason="Often.", by=town.referee, now=now)


def _dismissed(town: Town, case: ConductCase, now: dt.datetime) -> None:
    decide(case, award=False, reason="Nearly blind.", by=town.referee, now=now)


def _lapsed(town: Town, case: ConductCase, now: dt.datetime) -> None:
    revoke_ruling(Ruling.objects.latest("pk"), reason="A slip.", by=town.referee, now=now)


WAYS: dict[ConductState, tuple[Callable[..., None], str]] = {
    ConductState.PROPOSED: (lambda *_: None, "Was it persistent?"),
    ConductState.AWARDED: (_awarded, "Reg Referee, 3 November 2026, 12 noon Often."),
    ConductState.DISMISSED: (_dismissed, "Reg Referee, 3 November 2026, 12 noon Nearly blind."),
    ConductState.LAPSED: (_lapsed, "Closed: a ruling it rested on was revoked A decision was no longer needed."),
}


@pytest.mark.parametrize("state", ConductState)
def test_a_case_s_page_shows_each_of_its_states(
    town: Town, case: ConductCase, now: dt.datetime, state: ConductState
) -> None:
    bring_about, said = WAYS[state]
    bring_about(town, case, now)
    case.refresh_from_db()
    opened = enter(town.referee).get(f"{CASES}{case.pk}/")
    assert (case.state, opened.status_code, said in words(opened)) == (state, 200, True), words(opened)


def test_a_case_s_page_says_who_revoked_the_ruling_on_it(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    agreed(town, played, now)
    for _ in range(2):
        overcall(town, played, olive, now)
    last = overcall(town, played, olive, now, award_to="away", reason="Enough.")
    revoke_ruling(last, reason="A slip.", by=town.referee, now=now)
    closed = ConductCase.objects.get()
    page = words(enter(town.referee).get(f"{CASES}{closed.pk}/"))
    assert (closed.state, "; revoked by the referee, " in page) == (ConductState.LAPSED, True), page
    overcall(town, played, olive, now)
    again = ConductCase.objects.latest("pk")
    ruling = decide(again, award=True, reason="Often.", by=town.referee, now=now)
    made = appeal(ruling, reason="No.", by=town.captains["Anchor"], now=now)
    decide_appeal(made, allow=True, decision="They are right.", by=town.secretary, now=now)
    assert "; revoked on appeal, " in words(enter(town.referee).get(f"{CASES}{again.pk}/"))


def test_everything_missing_is_told_at_once_and_what_was_typed_is_kept(town: Town, case: ConductCase) -> None:
    referee = enter(town.referee)
    page = words(referee.post(f"{CASES}{case.pk}/", {"decision": "perhaps"}))
    assert "Choose what follows." in page
    assert "Give the reason of your decision." in page
    kept = referee.post(f"{CASES}{case.pk}/", {"reason": "Because <b>."})
    assert (kept.status_code, "Because &lt;b&gt;." in kept.content.decode()) == (422, True)
    nulls = referee.post(f"{CASES}{case.pk}/", {"decision": "dismiss", "reason": "\0"})
    assert nulls.status_code == 422
    assert ConductCase.objects.get().state == ConductState.PROPOSED


def test_an_award_that_must_wait_says_so(town: Town, played: Fixture, olive: Player, now: dt.datetime) -> None:
    for _ in range(3):
        overcall(town, played, olive, now)
    case = ConductCase.objects.get()
    referee = enter(town.referee)
    answer = referee.post(f"{CASES}{case.pk}/", {"decision": "award", "reason": "Three times."})
    assert answer.status_code == 409
    assert "wait until it is entered and confirmed" in words(answer)
    assert "Three times." in answer.content.decode()
    dismissed = referee.post(f"{CASES}{case.pk}/", {"decision": "dismiss", "reason": "No."}, follow=True)
    assert "Decided: nothing follows." in words(dismissed)


def test_the_public_reads_the_award_and_nothing_else(
    town: Town, case: ConductCase, olive: Player, played: Fixture, now: dt.datetime
) -> None:
    public = [f"{HERE}", f"{HERE}fixtures/{played.pk}/", f"{HERE}players/{olive.pk}/", f"{HERE}teams/anchor/"]
    before = [words(enter(None).get(address)) for address in public]
    decide(case, award=True, reason="A secret reason.", by=town.referee, now=now)
    after = [words(enter(None).get(address)) for address in public]
    told = ("onduct", "persistent", "overcalls", "false challenge", "A secret reason")
    assert [word for page in (*before, *after) for word in told if word in page] == []
    assert "Match 2, game 1: awarded to Bell" in after[1]
    assert "R43" in after[1]
    assert "awarded" not in before[1]


def test_a_player_reads_their_own_record(
    town: Town, case: ConductCase, olive: Player, played: Fixture, now: dt.datetime
) -> None:
    assert olive.user is not None
    own = enter(olive.user)
    address = f"{HERE}players/{olive.pk}/conduct/"
    assert address in own.get(f"{HERE}players/{olive.pk}/").content.decode()
    undecided = words(own.get(address))
    assert "Overcalls 3 False challenges 0" in undecided
    assert "Decided by a referee" not in undecided
    decide(case, award=True, reason="Three times.", by=town.referee, now=now)
    page = words(own.get(address))
    assert "Awarded" in page.title()
    assert "Three times." in page
    assert "by Tuesday 10 November, 8 pm" in page
    assert "Only you, the league’s referees and its secretary see this page." in page
    for other in (None, town.captains["Bell"], town.captains["Anchor"]):
        assert address not in enter(other).get(f"{HERE}players/{olive.pk}/").content.decode()
    assert "Nothing noted" in words(enter(town.referee).get(f"{HERE}players/{town.squads['Bell'][0].pk}/conduct/"))


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_asks_the_database_as_often_for_more(
    town: Town, played: Fixture, now: dt.datetime, count: int, django_assert_num_queries: Any
) -> None:
    for player in town.squads["Anchor"][:count]:
        for _ in range(3):
            overcall(town, played, player, now)
    referee = enter(town.referee)
    referee.get(CASES)
    with django_assert_num_queries(11):
        assert words(referee.get(CASES)).count("Look into it") == count


def test_the_sheet_s_page_says_which_game_stays_awarded(
    town: Town, played: Fixture, case: ConductCase, now: dt.datetime
) -> None:
    decide(case, award=True, reason="Often.", by=town.referee, now=now)
    here, anchor = f"{HERE}fixtures/{played.pk}/", enter(town.captains["Anchor"])
    said = "It stays so, whatever is filled in for it."
    assert said in words(anchor.get(f"{here}correct/"))
    reopen(played, version=2, reason="Wrong names.", by=town.secretary, now=now)
    assert said in words(anchor.get(f"{here}sheet/"))
    made = appeal(Ruling.objects.get(case=case), reason="No.", by=town.captains["Anchor"], now=now)
    decide_appeal(made, allow=True, decision="He is right.", by=town.secretary, now=now)
    assert "awarded" not in words(anchor.get(f"{here}sheet/"))


def test_of_a_dismissed_case_nobody_opens_the_ruling(
    town: Town, case: ConductCase, olive: Player, now: dt.datetime
) -> None:
    ruling = decide(case, award=False, reason="He is nearly blind.", by=town.referee, now=now)
    page = f"{HERE}rulings/{ruling.pk}/appeal/"
    for who in (town.captains["Anchor"], town.captains["Bell"], olive.user, town.secretary):
        for answer in (enter(who).get(page), enter(who).post(page, {"reason": "Why?"})):
            assert (answer.status_code, b"blind" in answer.content) == (404, False)


def test_why_a_game_was_awarded_is_told_to_the_players_side_only(
    town: Town, case: ConductCase, olive: Player, now: dt.datetime
) -> None:
    ruling = decide(case, award=True, reason="Often, and rudely.", by=town.referee, now=now)
    page = f"{HERE}rulings/{ruling.pk}/appeal/"
    for who in (town.captains["Anchor"], olive.user):
        assert "Often, and rudely." in words(enter(who).get(page))
    refused = enter(town.captains["Bell"]).get(page)
    assert (refused.status_code, b"rudely" in refused.content) == (403, False)
