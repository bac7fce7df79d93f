"""Conduct for programs: the referee reads and decides a case, players read their own record, nobody else any."""

import datetime as dt

import pytest

from league.enums import ConductState
from league.models import ConductCase, Game, Player
from league.services.calls.conduct import decide
from tests import factories
from tests.api.program import Program, json_of, problems
from tests.factories import Town
from tests.services.evenings import agreed, false_challenge, overcall

pytestmark = pytest.mark.django_db


@pytest.fixture
def olive(town: Town) -> Player:
    player = town.squads["Anchor"][2]
    player.user = factories.user("olive@town.example", name="Olive")
    player.save()
    return player


@pytest.fixture
def case(town: Town, olive: Player, now: dt.datetime) -> ConductCase:
    """Two overcalls and a false challenge of Olive's in one game, the sheet of which nobody has sent."""
    played = town.fixture("Anchor", "Bell")
    false_challenge(town, played, olive, now)
    for _ in range(2):
        overcall(town, played, olive, now)
    return ConductCase.objects.get()


def game() -> Game:
    return Game.objects.get(match__result__live=True, match__number=2, number=1)


def test_the_referee_reads_what_is_to_be_decided_and_the_season_s_counts(town: Town, case: ConductCase) -> None:
    found = json_of(Program(town.referee).get("conduct/"))
    [line] = found["open"]
    assert (line["id"], line["player"]["name"], line["side"], line["state"]) == (
        case.pk, "Anchor 3", "home", "proposed",
    )  # fmt: skip
    assert (line["overcalls"], line["false_challenges"], line["threshold"], line["ruling"]) == (2, 1, 3, None)
    assert found["decided"] == []
    [count] = found["counts"]
    assert (count["player"]["id"], count["overcalls"], count["false_challenges"], count["worst"]) == (
        case.player_id, 2, 1, 3,
    )  # fmt: skip
    assert json_of(Program(town.secretary).get("conduct/")) == found


def test_a_case_says_what_would_follow_once_there_is_a_sheet_that_counts(
    town: Town, case: ConductCase, now: dt.datetime
) -> None:
    referee, address = Program(town.referee), f"conduct/{case.pk}/"
    found = json_of(referee.get(address))
    assert (found["rule"], found["decides"], found["following"]) == ("R43", True, None)
    assert [one["noted"][0]["overcalls"] for one in found["rulings"]] == [0, 1, 1]
    assert {one["noted"][0]["player"] for one in found["rulings"]} == {case.player_id}
    early = referee.post(f"{address}decision/", {"decision": "award", "reason": "Three times."})
    assert (early.status_code, problems(early)) == (409, [("wrong-state", "")])
    agreed(town, case.fixture, now)
    following = json_of(referee.get(address))["following"]
    [change] = following["games"]
    assert (change["match_number"], change["game_number"], change["after"]["awarded"]) == (2, 1, "away")
    assert (following["score_before"], following["score_after"]) == ([6, 3], [5, 4])
    # The secretary reads it too, and does not decide.
    read = json_of(Program(town.secretary).get(address))
    assert (read["decides"], read["following"], len(read["rulings"])) == (False, None, 3)


def test_the_game_is_awarded_on_what_was_shown(town: Town, case: ConductCase, now: dt.datetime) -> None:
    agreed(town, case.fixture, now)
    referee, address = Program(town.referee), f"conduct/{case.pk}/"
    sent = {"decision": "award", "reason": "Three times ten too many."}
    read = referee.get(address).headers["ETag"]
    stale = referee.post(f"{address}decision/", sent, If_Match=read.replace("seen=", "seen=else"))
    assert (stale.status_code, problems(stale)) == (412, [("stale", "")])
    assert game().winner == "home"
    done = json_of(referee.post(f"{address}decision/", sent, If_Match=read), 201)
    assert (done["state"], done["ruling"]["awarded_to"], done["ruling"]["reason"]) == (
        "awarded", "away", "Three times ten too many.",
    )  # fmt: skip
    assert (game().winner, game().awarded) == ("away", True)
    found = json_of(referee.get("conduct/"))
    assert (found["open"], [one["id"] for one in found["decided"]]) == ([], [case.pk])
    again = referee.post(f"{address}decision/", sent)
    assert (again.status_code, problems(again)) == (409, [("wrong-state", "")])


def test_nothing_follows_where_it_was_not_persistent(town: Town, case: ConductCase, now: dt.datetime) -> None:
    agreed(town, case.fixture, now)
    sent = {"decision": "dismiss", "reason": "He misread the starter."}
    assert json_of(Program(town.referee).post(f"conduct/{case.pk}/decision/", sent), 201)["state"] == "dismissed"
    assert (game().winner, game().awarded) == ("home", False)


def test_every_problem_of_a_decision_is_told_at_once(town: Town, case: ConductCase) -> None:
    answer = Program(town.referee).post(f"conduct/{case.pk}/decision/", {"decision": "maybe"})
    assert (answer.status_code, problems(answer)) == (422, [("invalid-choice", "/decision"), ("required", "/reason")])
    assert ConductCase.objects.get().state == ConductState.PROPOSED


def test_a_player_reads_their_own_record_and_no_case_before_it_is_decided(
    town: Town, case: ConductCase, olive: Player, now: dt.datetime
) -> None:
    agreed(town, case.fixture, now)
    own, address = Program(olive.user), f"players/{olive.pk}/conduct/"
    found = json_of(own.get(address))
    assert (found["overcalls"], found["false_challenges"], len(found["rulings"]), found["cases"]) == (2, 1, 3, [])
    assert own.get("conduct/").status_code == own.get(f"conduct/{case.pk}/").status_code == 403
    sent = {"decision": "award", "reason": "Three times."}
    ruling = json_of(Program(town.referee).post(f"conduct/{case.pk}/decision/", sent), 201)["ruling"]["id"]
    found = json_of(own.get(address))
    assert [one["state"] for one in found["cases"]] == ["awarded"]
    # The player appeals against a decision on their conduct; their captain, against a ruling on a call.
    assert found["appealable"] == [ruling]
    made = own.post(f"rulings/{ruling}/appeal/", {"reason": "The starter was a six."})
    assert json_of(made, 201)["state"] == "open"
    assert json_of(own.get(address))["appealable"] == []
    assert Program(town.captains["Anchor"]).get(address).status_code == 403


def test_a_reading_token_decides_nothing(town: Town, case: ConductCase) -> None:
    reader = Program(town.referee, scopes=["read"])
    answer = reader.post(f"conduct/{case.pk}/decision/", {"decision": "dismiss", "reason": "No."})
    assert (answer.status_code, problems(answer)) == (403, [("scope", "")])


def test_of_a_dismissed_case_no_appeal_is_taken(town: Town, case: ConductCase, olive: Player, now: dt.datetime) -> None:
    ruling = decide(case, award=False, reason="He is nearly blind.", by=town.referee, now=now)
    for who in (town.captains["Anchor"], town.captains["Bell"], olive.user):
        answer = Program(who).post(f"rulings/{ruling.pk}/appeal/", {"reason": "Why?"})
        assert (answer.status_code, b"blind" in answer.content) == (404, False)
    assert json_of(Program(olive.user).get(f"players/{olive.pk}/conduct/"))["appealable"] == []
