"""Correcting a result that counts, and the versions that everybody may read."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from league.enums import ResultState
from league.models import Fixture, Result, SheetDraft
from league.rules.sheets import GameScore, ResultSheet
from league.services.calls import awards
from league.services.results import confirm, correct, decide, submit
from tests.factories import Town, result_sheet
from tests.web.pages import apart, filled, page, section, signed_in, typed, words

pytestmark = pytest.mark.usefixtures("today")


@pytest.fixture
def fixture(town: Town, now: dt.datetime) -> Fixture:
    """Anchor v Bell, 6–3, confirmed."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(found, 1, by=town.captains["Bell"], now=now)
    return found


def right(town: Town, fixture: Fixture, **more: str) -> dict[str, str]:
    return {**typed(town, fixture, m1_g1_winner="away", m1_g1_loser="88"), "version": "1", **more}


def test_a_captain_corrects_and_the_other_one_accepts(
    town: Town, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    assert "Correct the result" in words(bell.get(f"/leagues/town/fixtures/{fixture.pk}/"))
    assert filled(bell.get(page(fixture, "correct"))) == typed(town, fixture)
    answer = bell.post(page(fixture, "correct"), right(town, fixture, reason="We won it."), follow=True)
    told = words(answer)
    assert "Proposed: 5–4. It counts once the other captain or the secretary accepts it." in told
    assert "A correction to 5–4 is proposed. Until it is accepted, 6–3 counts." in told
    assert ("See the correction" in told, "Correct the result" in told) == (True, False)
    assert "Awaiting the other side’s captain, or the secretary." in words(bell.get(page(fixture, "correction")))

    assert "Answer the correction" in words(anchor.get(f"/leagues/town/fixtures/{fixture.pk}/"))
    answer = anchor.get(page(fixture, "correction"))
    assert apart(answer) == ["Where", "Counts now", "Corrected", "Match 1, game 1", "121–61", "88–121"]
    assert "Bell proposed it" in words(answer)
    assert "We won it." in words(answer)
    accepted = {"version": "2", "do": "accept"}
    assert "Accepted: 5–4 counts now." in words(anchor.post(page(fixture, "correction"), accepted, follow=True))
    assert Result.objects.get(live=True).version == 2
    assert anchor.post(page(fixture, "correction"), {**accepted, "do": "refuse", "reason": "x"}).status_code == 409


def test_a_correction_waits_under_my_fixtures_of_the_captain_who_answers_it(
    town: Town, now: dt.datetime, fixture: Fixture, anchor: Client, bell: Client
) -> None:
    other = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    correct.propose(fixture, 1, other, reason="Swapped.", by=town.captains["Bell"], now=now)
    waits = section(anchor.get("/leagues/town/my/").content.decode(), "todo")
    assert "Answer the correction" in waits
    assert page(fixture, "correction") in waits
    assert "Answer the correction" not in words(bell.get("/leagues/town/my/"))
    desk = words(signed_in(town.secretary).get("/leagues/town/secretary/"))
    assert "Corrections to answer 1 Anchor v Bell" in desk
    assert "5–4 instead of 6–3: Swapped." in desk
    correct.answer_correction(fixture, 2, accept=True, by=town.secretary, now=now)
    assert "Answer the correction" not in words(anchor.get("/leagues/town/my/"))


def test_a_refusal_wants_a_reason(town: Town, fixture: Fixture, anchor: Client, bell: Client) -> None:
    bell.post(page(fixture, "correct"), right(town, fixture, reason="We won it."))
    answer = anchor.post(page(fixture, "correction"), {"version": "2", "do": "refuse"})
    assert (answer.status_code, "Say why you refuse it." in words(answer)) == (422, True)
    sent = {"version": "2", "do": "refuse", "reason": "Both cards say 6–3."}
    told = words(anchor.post(page(fixture, "correction"), sent, follow=True))
    assert "Refused. The confirmed result still counts." in told
    seen = words(Client().get(page(fixture, "versions") + "2/"))
    assert "A correction that was not accepted" in seen
    assert "Not accepted." in seen
    public = Client().get("/api/v1/leagues/town/fixtures/" + str(fixture.pk) + "/result/").content.decode()
    assert "Both cards" not in seen + public + words(Client().get(page(fixture, "versions")))
    # Whom it concerns reads it in the fixture's history.
    for who in ("Anchor", "Bell"):
        assert "Both cards say 6–3." in words(signed_in(town.captains[who]).get(page(fixture, "history")))
    assert "Both cards say 6–3." in words(signed_in(town.secretary).get(page(fixture, "history")))


def test_a_wrong_correction_says_everything_and_loses_nothing(town: Town, fixture: Fixture, bell: Client) -> None:
    fields = right(town, fixture, reason="")
    fields["m2-g1-loser"] = "6x"
    answer = bell.post(page(fixture, "correct"), fields)
    assert answer.status_code == 422
    assert "“6x” is not a number" in words(answer)
    assert filled(answer)["m2-g1-loser"] == "6x"
    answer = bell.post(page(fixture, "correct"), right(town, fixture, reason=""))
    assert 'id="reason-error">Say why the result has to be corrected.' in answer.content.decode()
    assert filled(bell.get(page(fixture, "correct")))["m1-g1-loser"] == "88"
    # Somebody was quicker: what was typed is kept all the same.
    answer = bell.post(page(fixture, "correct"), right(town, fixture, reason="Late.", version="7"))
    assert answer.status_code == 409
    assert SheetDraft.objects.get().sheet["m1-g1-loser"] == "88"


def test_the_secretarys_correction_counts_at_once(town: Town, fixture: Fixture) -> None:
    desk = signed_in(town.secretary)
    assert "What you send counts at once" in words(desk.get(page(fixture, "correct")))
    answer = desk.post(page(fixture, "correct"), right(town, fixture, reason="The card."), follow=True)
    assert "Corrected: 5–4 counts now. Both captains have been told." in words(answer)


def test_an_awarded_game_stays_so_through_the_form(
    town: Town, fixture: Fixture, bell: Client, now: dt.datetime
) -> None:
    awards.award_game(fixture, match_number=2, game_number=1, to="away", reason="R43", by=town.referee, now=now)
    fields = filled(bell.get(page(fixture, "correct")))
    assert "m2-g1-winner" not in fields
    sent = {**fields, "m1-g1-winner": "away", "m1-g1-loser": "88", "version": "2", "reason": "We won it."}
    assert bell.post(page(fixture, "correct"), sent).status_code == 302
    proposed = Result.objects.get(state=ResultState.PROPOSED)
    assert (proposed.home_games, proposed.away_games, proposed.away_awarded) == (4, 5, 1)


def test_a_correction_sent_while_signed_out_is_there_after_signing_in(town: Town, fixture: Fixture) -> None:
    client = Client()
    sent = right(town, fixture, reason="We won it.")
    answer = client.post(page(fixture, "correct"), sent)
    assert answer.headers["Location"] == f"/accounts/login/?next={page(fixture, 'correct')}"
    client.force_login(town.captains["Bell"])
    answer = client.get(page(fixture, "correct"))
    assert ">We won it.</textarea>" in answer.content.decode()
    assert filled(answer)["m1-g1-loser"] == "88"


# Versions


def test_every_version_says_what_it_changed_and_who_sent_it_but_names_nobody(
    town: Town, now: dt.datetime, fixture: Fixture
) -> None:
    def sheet(loser: int) -> Any:
        return result_sheet(town, "Anchor", "Bell", first=GameScore(loser, 121))

    correct.propose(fixture, 1, sheet(88), reason="A secret.", by=town.captains["Bell"], now=now)
    correct.answer_correction(fixture, 2, accept=True, by=town.captains["Anchor"], now=now)
    awards.award_game(fixture, match_number=3, game_number=1, to="home", reason="R43", by=town.referee, now=now)
    correct.propose(fixture, 3, sheet(90), reason="The card.", by=town.secretary, now=now)
    seen = words(Client().get(page(fixture, "versions")))
    assert [seen.index(f"Version {number}: ") for number in (4, 3, 2, 1)] == sorted(
        seen.index(f"Version {number}: ") for number in (4, 3, 2, 1)
    )
    for told in (
        "Version 4: 6–3 Counts This is the current one. Sent by the secretary on 3 November 2026 at 12 noon.",
        "Sent by a ruling",
        "Version 2: 5–4 Superseded Sent by Bell on 3 November 2026 at 12 noon. Confirmed by the other side,",
        "Version 1: 6–3 Superseded Sent by Anchor",
        "Where Version 1 Version 2 Match 1, game 1 121–61 88–121",
    ):
        assert told in seen
    assert "secret." not in seen
    assert "@" not in Client().get(page(fixture, "versions")).content.decode().split("<main")[1].split("</main")[0]
    one = f"{page(fixture, 'versions')}2/"
    assert "What changed since version 1" in words(Client().get(one))
    assert ("It does not count." in words(Client().get(one)), "A secret." in words(Client().get(one))) == (True, False)
    # Why it was corrected is for those whom it concerns.
    assert "A secret." in words(signed_in(town.captains["Anchor"]).get(one))


def test_the_versions_ask_the_same_number_of_queries_for_any_number(
    town: Town, now: dt.datetime, fixture: Fixture, django_assert_num_queries: Any
) -> None:
    # league, fixture, people, versions, matches, appearances, games
    with django_assert_num_queries(7):
        Client().get(page(fixture, "versions"))
    for number, loser in enumerate((88, 89), start=1):
        right = result_sheet(town, "Anchor", "Bell", first=GameScore(loser, 121))
        correct.propose(fixture, number, right, reason="x", by=town.secretary, now=now)
    with django_assert_num_queries(7):
        Client().get(page(fixture, "versions"))


@pytest.mark.parametrize("number", ["0", "2", "9" * 30])
def test_a_version_that_there_is_not_is_not_found(fixture: Fixture, number: str) -> None:
    assert Client().get(f"{page(fixture, 'versions')}{number}/").status_code == 404


def test_a_fixture_without_a_sheet_has_no_versions(town: Town) -> None:
    assert "No version yet" in words(Client().get(page(town.fixture("Anchor", "Castle"), "versions")))


def test_a_walkover_is_a_version_without_games(town: Town, now: dt.datetime) -> None:
    found = town.fixture("Castle", "Duke of York")
    decide.give_walkover(found, to="home", version=0, reason="No side.", by=town.secretary, now=now)
    assert "Version 1: walkover Counts" in words(Client().get(page(found, "versions")))
    seen = words(Client().get(f"{page(found, 'versions')}1/"))
    assert ("A walkover to Castle: nothing was played." in seen, "No side." in seen) == (True, True)


def test_names_are_shortened_among_the_differences_too(town: Town, now: dt.datetime, fixture: Fixture) -> None:
    town.league.shorten_names = True
    town.league.save()
    town.squads["Anchor"][5].name = "Olive Bartholomew"
    town.squads["Anchor"][5].save()
    sheet = result_sheet(town, "Anchor", "Bell")
    last = replace(sheet.matches[2], home_players=(town.squads["Anchor"][5].pk,))
    swapped = ResultSheet((*sheet.matches[:2], last))
    correct.propose(fixture, 1, swapped, reason="It was Olive.", by=town.captains["Bell"], now=now)
    for address in (page(fixture, "versions"), f"{page(fixture, 'versions')}2/"):
        seen = words(Client().get(address))
        assert ("Olive B." in seen, "Bartholomew" in seen) == (True, False)
        assert "Olive Bartholomew" in words(signed_in(town.captains["Bell"]).get(address))


@pytest.fixture
def waiting(town: Town, now: dt.datetime) -> Fixture:
    """Anchor v Bell, 6–3 by Anchor's sheet, which waits for Bell."""
    found = town.fixture("Anchor", "Bell")
    submit.submit(found, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    return found


def test_a_captain_changes_their_own_sheet_while_it_waits(
    town: Town, waiting: Fixture, anchor: Client, bell: Client
) -> None:
    its_page = f"/leagues/town/fixtures/{waiting.pk}/"
    own, theirs = words(anchor.get(its_page)), words(bell.get(its_page))
    # Neither captain is offered anything that is refused.
    assert ("Change your sheet" in own, "Open a dispute" in own) == (True, False)
    assert ("Change your sheet" in theirs, "Open a dispute" in theirs) == (False, True)
    form = anchor.get(page(waiting, "correct"))
    assert filled(form) == typed(town, waiting)
    assert "nobody has answered yet" in words(form)
    seen_by_bell = bell.get(page(waiting, "confirm"))
    assert "6–3" in words(seen_by_bell)
    refused = anchor.post(page(waiting, "correct"), {**typed(town, waiting), "version": "1"})
    assert (refused.status_code, "what you have sent already" in words(refused)) == (422, True)
    answer = anchor.post(page(waiting, "correct"), right(town, waiting), follow=True)
    assert "Sent: 5–4 instead of what you had sent." in words(answer)
    stale = bell.post(page(waiting, "confirm"), {"version": "1"})
    assert (stale.status_code, "A newer sheet has come in" in words(stale)) == (409, True)
    bell.post(page(waiting, "confirm"), {"version": "2"})
    assert Result.objects.get(live=True).state == ResultState.CONFIRMED


def test_only_a_call_is_disputed_where_one_s_own_sheet_waits(waiting: Fixture, anchor: Client) -> None:
    its_page = words(anchor.get(f"/leagues/town/fixtures/{waiting.pk}/"))
    assert "Dispute a called hand" in its_page
    form = anchor.get(f"/leagues/town/fixtures/{waiting.pk}/disputes/new/")
    assert 'value="call"' in form.content.decode()
    assert "?about=game" not in form.content.decode()


def test_a_captain_takes_their_own_correction_back(town: Town, fixture: Fixture, anchor: Client, bell: Client) -> None:
    bell.post(page(fixture, "correct"), right(town, fixture, reason="We won it."))
    assert "Withdraw the correction" not in words(anchor.get(page(fixture, "correction")))
    assert "Withdraw the correction" in words(bell.get(page(fixture, "correction")))
    told = words(bell.post(page(fixture, "correction"), {"version": "2", "do": "refuse"}, follow=True))
    assert "Withdrawn. The confirmed result still counts." in told
    assert Result.objects.get(version=2).state == ResultState.REJECTED
    assert "Correct the result" in told
