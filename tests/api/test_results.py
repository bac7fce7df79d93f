"""Results by program: sent, read with their ETag, answered by the other side; a stale answer changes nothing."""

import datetime as dt
import json
from functools import partial

import pytest

from league.access import ACTIONS
from league.enums import JournalKind, NoticeKind, ResultState, RoleKind
from league.models import Fixture, JournalEntry, Notice, Photograph, Result, User
from league.rules.sheets import GameScore
from league.services.disputes import evidence
from league.services.people.erasing import erase
from league.services.people.personal_data import Details, change_details
from league.services.results import confirm, correct, submit
from tests import factories
from tests.api.program import Program, as_sent, problems
from tests.factories import Town, result_sheet
from tests.services import dispute_cases
from tests.services.at_once import at_once
from tests.services.test_photographs import photograph

pytestmark = pytest.mark.django_db


def path_of(town: Town, do: str = "") -> str:
    return f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/{do}"


def submit_sheet(town: Town, now: dt.datetime) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    submit.submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now)


def test_a_fixture_without_a_sheet_says_so_and_has_a_tag(town: Town) -> None:
    answer = Program().get(path_of(town))
    assert json.loads(answer.content) == {
        "fixture": town.fixture("Anchor", "Bell").pk,
        "live": None,
        "versions": [],
    }
    assert answer.headers["ETag"].startswith('"')


def test_a_sheet_that_was_sent_is_read_as_it_was_sent(town: Town) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    made = Program(town.captains["Anchor"]).post(path_of(town), as_sent(sheet))
    assert made.status_code == 201
    read = Program().get(path_of(town))
    assert read.content == made.content
    assert read.headers["ETag"] == made.headers["ETag"]
    live = json.loads(read.content)["live"]
    assert (live["state"], live["home_games"], live["away_games"], live["side"]) == ("submitted", 6, 3, "home")
    assert live["submitted_at"] == "2026-11-03T12:00:00Z"
    first = live["matches"][0]
    assert [player["name"] for player in first["home_players"]] == ["Anchor 1", "Anchor 2"]
    assert first["games"][0] == {"number": 1, "home": 121, "away": 61, "winner": "home", "won": None, "awarded": None}
    assert "@" not in read.content.decode()


@pytest.mark.parametrize("score", [0, 7, 60])
def test_a_very_low_score_is_taken_without_asking(town: Town, score: int) -> None:
    """A page asks "Really 7?"; a program has been asked by whoever made it."""
    sheet = as_sent(result_sheet(town, "Anchor", "Bell", first=GameScore(121, score)))
    made = Program(town.captains["Anchor"]).post(path_of(town), sheet)
    live = json.loads(made.content)["live"]
    assert (made.status_code, live["matches"][0]["games"][0]["away"], live["breaches"]) == (201, score, [])


def test_what_one_has_already_is_304(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    tag = Program().get(path_of(town)).headers["ETag"]
    again = Program().get(path_of(town), If_None_Match=tag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)


def test_a_name_that_changed_is_no_304_and_what_was_read_can_still_be_answered(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    bell, player = Program(town.captains["Bell"]), town.squads["Anchor"][1]
    change_details(player, Details("Olive Fitzpatrick"), by=town.secretary, now=now)
    tag = bell.get(path_of(town)).headers["ETag"]
    erase(player, by=town.secretary, now=now)
    again = bell.get(path_of(town), If_None_Match=tag)
    assert (again.status_code, "Fitzpatrick" in again.content.decode()) == (200, False)
    assert again.headers["ETag"] != tag
    weak = bell.get(path_of(town), If_None_Match=f"W/{again.headers['ETag']}")
    assert weak.status_code == 304
    assert bell.post(path_of(town, "confirm/"), If_Match=tag).status_code == 200


def test_a_shortened_name_has_another_tag_and_either_answers(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    details = Details("Olive Baker", shorten_name=True)
    change_details(town.squads["Anchor"][1], details, by=town.secretary, now=now)
    bell, stranger = Program(town.captains["Bell"]), Program()
    full, short = bell.get(path_of(town)), stranger.get(path_of(town))
    assert full.content != short.content
    assert full.headers["ETag"] != short.headers["ETag"]
    assert bell.get(path_of(town), If_None_Match=short.headers["ETag"]).status_code == 200
    assert bell.post(path_of(town, "confirm/"), If_Match=short.headers["ETag"]).status_code == 200


def test_the_tag_is_another_after_every_change(town: Town, now: dt.datetime) -> None:
    seen = [Program().get(path_of(town)).headers["ETag"]]
    submit_sheet(town, now)
    seen.append(Program().get(path_of(town)).headers["ETag"])
    confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
    seen.append(Program().get(path_of(town)).headers["ETag"])
    assert len(set(seen)) == 3


def test_the_other_captain_confirms_what_they_have_read(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    bell = Program(town.captains["Bell"])
    tag = bell.get(path_of(town)).headers["ETag"]
    answer = bell.post(path_of(town, "confirm/"), If_Match=tag)
    assert (answer.status_code, json.loads(answer.content)["live"]["state"]) == (200, "confirmed")
    assert answer.headers["ETag"] != tag


@pytest.mark.parametrize("said", ["", "*", " * "])
def test_an_answer_that_does_not_say_what_it_rests_on_is_428(town: Town, now: dt.datetime, said: str) -> None:
    submit_sheet(town, now)
    headers = {"If_Match": said} if said else {}
    answer = Program(town.captains["Bell"]).post(path_of(town, "confirm/"), **headers)
    assert (answer.status_code, problems(answer)) == (428, [("precondition-required", "If-Match")])


@pytest.mark.parametrize("said", ['"nonsense"', "W/{}", "{}x"])
def test_an_answer_to_something_else_is_412(town: Town, now: dt.datetime, said: str) -> None:
    submit_sheet(town, now)
    bell = Program(town.captains["Bell"])
    tag = bell.get(path_of(town)).headers["ETag"]
    answer = bell.post(path_of(town, "confirm/"), If_Match=said.format(tag))
    assert (answer.status_code, problems(answer)) == (412, [("stale", "")])
    assert Result.objects.get().state == ResultState.SUBMITTED


def test_one_of_several_tags_serves(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    bell = Program(town.captains["Bell"])
    tag = bell.get(path_of(town)).headers["ETag"]
    assert bell.post(path_of(town, "confirm/"), If_Match=f'"other", {tag}').status_code == 200


def test_nobody_confirms_their_own_sheet(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    anchor = Program(town.captains["Anchor"])
    tag = anchor.get(path_of(town)).headers["ETag"]
    answer = anchor.post(path_of(town, "confirm/"), If_Match=tag)
    assert (answer.status_code, problems(answer)) == (403, [("not-allowed", "")])


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_two_who_answer_the_same_sheet_at_once_the_second_is_stale(town: Town, now: dt.datetime) -> None:
    """Both read the same; one confirms, one disputes. Never a lost answer, never a 500."""
    for fixture in Fixture.objects.select_related("division__season__league", "home", "away", "week__round"):
        sheet = result_sheet(town, fixture.home.name, fixture.away.name)
        submit.submit(fixture, sheet, by=town.captains[fixture.home.name], now=now)
        path = f"fixtures/{fixture.pk}/result/"
        first, second = (Program(town.captains[fixture.away.name]) for _ in range(2))
        tag = first.get(path).headers["ETag"]
        answers = at_once(
            partial(first.post, f"{path}confirm/", If_Match=tag),
            partial(second.post, f"{path}dispute/", {"reason": "Game 1."}, If_Match=tag),
        )
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses in ([200, 412], [201, 412]), [answer.content for answer in answers]
        live = Result.objects.get(fixture=fixture, live=True)
        assert live.state == (ResultState.CONFIRMED if answers[0].status_code == 200 else ResultState.DISPUTED)


def test_a_dispute_with_ones_own_sheet_is_settled_by_a_neutral_referee(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    anchor, bell, referee = (Program(u) for u in (town.captains["Anchor"], town.captains["Bell"], town.referee))
    tag = bell.get(path_of(town)).headers["ETag"]
    mine = as_sent(result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121)))
    body = {"reason": "We won game 1.", "sheet": mine}
    disputed = bell.post(path_of(town, "dispute/"), body, If_Match=tag)
    assert (disputed.status_code, json.loads(disputed.content)["live"]["state"]) == (201, "disputed")
    (waits,) = json.loads(referee.get("disputes/").content)["to_rule"]
    assert waits["fixture"] == town.fixture("Anchor", "Bell").pk
    decided, case = {"outcome": "sheet", "keep": "counter"}, f"disputes/{waits['id']}/"
    assert anchor.post(f"{case}preview/", decided).status_code == 403
    preview = referee.post(f"{case}preview/", decided)
    follows = json.loads(preview.content)
    assert (follows["score_before"], follows["score_after"]) == ([6, 3], [5, 4])
    signed = {**decided, "reason": "The card says so.", "rule": "R50"}
    shown = preview.headers["ETag"]
    assert anchor.post(f"{case}ruling/", signed, If_Match=shown).status_code == 403
    assert referee.post(f"{case}ruling/", signed, If_Match=shown).status_code == 201
    live = json.loads(referee.get(path_of(town)).content)["live"]
    assert (live["state"], live["version"], live["settlement"], live["away_games"]) == ("confirmed", 2, "ruling", 4)


def test_the_other_side_may_accept_the_counter_sheet(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    anchor, bell = Program(town.captains["Anchor"]), Program(town.captains["Bell"])
    mine = as_sent(result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121)))
    tag = bell.get(path_of(town)).headers["ETag"]
    tag = bell.post(path_of(town, "dispute/"), {"reason": "Game 1.", "sheet": mine}, If_Match=tag).headers["ETag"]
    accepted = anchor.post(path_of(town, "accept/"), If_Match=tag)
    assert (accepted.status_code, json.loads(accepted.content)["live"]["version"]) == (200, 2)
    assert anchor.post(path_of(town, "accept/"), If_Match=accepted.headers["ETag"]).status_code == 409


def test_a_side_changes_its_sheet_that_waits_and_takes_its_correction_back(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    anchor, bell = Program(town.captains["Anchor"]), Program(town.captains["Bell"])
    first = bell.get(path_of(town)).headers["ETag"]
    body = {"sheet": as_sent(result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))), "reason": "A slip."}
    assert bell.post(path_of(town, "correct/"), body, If_Match=first).status_code == 409
    changed = anchor.post(path_of(town, "correct/"), body, If_Match=first)
    live = json.loads(changed.content)["live"]
    assert (changed.status_code, live["version"], live["state"], live["away_games"]) == (201, 2, "submitted", 4)
    # Who has read the first one agrees with nothing.
    assert bell.post(path_of(town, "confirm/"), If_Match=first).status_code == 412
    tag = bell.post(path_of(town, "confirm/"), If_Match=changed.headers["ETag"]).headers["ETag"]
    body["sheet"] = as_sent(result_sheet(town, "Anchor", "Bell"))
    proposed = anchor.post(path_of(town, "correct/"), body, If_Match=tag)
    back = anchor.post(path_of(town, "correction/"), {"accept": False}, If_Match=proposed.headers["ETag"])
    said = json.loads(back.content)
    assert (back.status_code, said["live"]["version"], said["versions"][-1]["state"]) == (200, 2, "rejected")


# What answers something: what it asks access for, and what a party reads where nothing waits.
ANSWERS = {
    "confirm/": ("result.answer", "There is no sheet yet: nobody has sent one for this fixture."),
    "dispute/": ("result.answer", "There is no sheet yet: nobody has sent one for this fixture."),
    "accept/": (
        "dispute.accept",
        "There is no other sheet to accept: the dispute is settled, or only a reason was given.",
    ),
    "correction/": ("correction.answer", "No correction of this fixture is awaiting an answer."),
}


@pytest.mark.parametrize("do", ANSWERS)
def test_where_nothing_waits_a_stranger_reads_who_may_and_a_party_that_nothing_does(town: Town, do: str) -> None:
    action, nothing = ANSWERS[do]
    tag = Program().get(path_of(town)).headers["ETag"]
    body = {"dispute/": {"reason": "Game 1."}, "correction/": {"reason": "Game 1.", "accept": True}}.get(do, {})

    def refusal_of(user: User) -> tuple[int, str]:
        answer = Program(user).post(path_of(town, do), body, If_Match=tag)
        return answer.status_code, json.loads(answer.content)["errors"][0]["message"]

    both = town.captains["Duke of York"]
    for team in ("Anchor", "Bell"):
        factories.role(both, town.league, RoleKind.CAPTAIN, town.teams[team])
    for stranger in (town.captains["Castle"], town.referee, both):
        assert refusal_of(stranger) == (403, ACTIONS[action][1])
    for party in (town.captains["Anchor"], town.captains["Bell"]):
        assert refusal_of(party) == (409, nothing)
    assert refusal_of(town.secretary)[0] == (409 if do == "correction/" else 403)


def test_why_a_sheet_was_corrected_is_told_to_whoever_reads_it_on_the_pages(town: Town, now: dt.datetime) -> None:
    submit_sheet(town, now)
    fixture = town.fixture("Anchor", "Bell")
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    right = result_sheet(town, "Anchor", "Bell", first=GameScore(88, 121))
    correct.propose(fixture, 1, right, reason="The card says so.", by=town.captains["Bell"], now=now)
    knowing = (town.captains["Anchor"], town.captains["Bell"], town.referee, town.secretary)
    proposed, live = path_of(town, "versions/2/"), path_of(town)
    for who in (None, town.captains["Castle"], *knowing):
        reason = json.loads(Program(who).get(proposed).content)["reason"]
        assert reason == ("The card says so." if who in knowing else "")
    correct.answer_correction(fixture, 2, accept=True, by=town.captains["Anchor"], now=now)
    assert json.loads(Program(town.captains["Anchor"]).get(live).content)["live"]["reason"] == "The card says so."
    assert b"The card says so." not in Program().get(live).content


def test_a_photograph_is_kept_by_nobody_on_its_way(town: Town, now: dt.datetime) -> None:
    dispute = dispute_cases.of_a_waiting_sheet(town, now)
    brought = evidence.add_photograph(dispute, content=photograph(), by=town.captains["Bell"], now=now)
    kept = Photograph.objects.get(evidence=brought)
    answer = Program(town.referee).get(f"disputes/{dispute.pk}/photographs/{kept.pk}/")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/jpeg")
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_secretary_gives_a_walkover(town: Town) -> None:
    secretary = Program(town.secretary)
    fixture = town.fixture("Anchor", "Bell")
    body = {"what": "walkover", "to": "home", "reason": "Bell did not come."}
    read = secretary.get(f"fixtures/{fixture.pk}/").headers["ETag"]
    assert Program(town.captains["Anchor"]).post(path_of(town, "decide/"), body, If_Match=read).status_code == 403
    given = secretary.post(path_of(town, "decide/"), body, If_Match=read)
    live = json.loads(given.content)["live"]
    assert (given.status_code, live["kind"], live["home_games"], live["matches"]) == (200, "walkover", 9, [])
    # Told and written down as the secretary's decision, whichever way they took.
    assert JournalEntry.objects.get(fixture=fixture).kind == JournalKind.RESULT_DECIDED
    assert set(Notice.objects.values_list("kind", flat=True)) == {NoticeKind.RESULT_DECIDED}


def test_a_dummy_of_a_short_side_is_sent_by_its_seat(town: Town) -> None:
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    sheet["matches"][0] |= {"home_players": [town.squads["Anchor"][0].pk, None], "home_dummies": [2]}
    captain, path = Program(town.captains["Anchor"]), f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/"
    refused = captain.post(path, sheet)
    assert (refused.status_code, problems(refused)) == (422, [("no-player", "/matches/0/home_players/1")])
    for wrong in ([9], ["2x"], list(range(1, 9)) * 2, None):
        assert captain.post(path, {"matches": [sheet["matches"][0] | {"home_dummies": wrong}]}).status_code == 422
    town.division.fixture_format = "D S S / short-dummy"
    town.division.save()
    made = captain.post(path, sheet)
    assert made.status_code == 201, made.content
    assert [player["id"] for player in json.loads(made.content)["live"]["matches"][0]["home_players"]] == [
        town.squads["Anchor"][0].pk
    ]


def test_a_match_that_both_sides_had_nobody_for_is_sent_and_read_without_players_and_games(town: Town) -> None:
    town.division.fixture_format = "S1w S1w"
    town.division.save()
    home, away = (town.squads[team][0].pk for team in ("Anchor", "Bell"))
    match = {"kind": "singles", "games": [{"won": "home"}]}
    first = match | {"number": 1, "home_players": [home], "away_players": [away]}
    last = match | {"number": 2, "home_players": [None], "away_players": [None], "games": []}
    program = Program(town.captains["Anchor"])
    asked = problems(program.post(path_of(town), {"matches": [first, last]}))
    assert asked == [("empty-match", "/matches/1")]
    for more in ({"games": [{"won": "home"}]}, {"home_players": [home]}, {"home_dummies": [1]}):
        both = {"matches": [first, last | {"nobody": True} | more]}
        assert problems(program.post(path_of(town), both)) == [("nobody", "/matches/1/nobody")]
    made = program.post(path_of(town), {"matches": [first, last | {"nobody": True}]})
    assert made.status_code == 201, made.content
    live = json.loads(made.content)["live"]
    assert [(match["nobody"], len(match["games"])) for match in live["matches"]] == [(False, 1), (True, 0)]
    assert (live["home_games"] + live["away_games"], live["home_matches"] + live["away_matches"]) == (1, 1)


@pytest.mark.parametrize(
    ("what", "field"), [({"what": "walkover"}, "to"), ({"what": "abandoned"}, "sheet"), ({"what": "given up"}, "what")]
)
def test_a_decision_that_leaves_something_out_is_refused_at_its_field(
    town: Town, what: dict[str, str], field: str
) -> None:
    secretary, fixture = Program(town.secretary), town.fixture("Anchor", "Bell")
    read = secretary.get(f"fixtures/{fixture.pk}/").headers["ETag"]
    answer = secretary.post(path_of(town, "decide/"), {**what, "reason": "Bell did not come."}, If_Match=read)
    assert (answer.status_code, [at for _, at in problems(answer)]) == (422, [f"/{field}"])
    assert not Result.objects.exists()


def test_an_abandoned_fixture_is_sent_with_the_games_that_were_finished(town: Town) -> None:
    secretary, fixture = Program(town.secretary), town.fixture("Anchor", "Bell")
    sheet = as_sent(result_sheet(town, "Anchor", "Bell"))
    for match in sheet["matches"][1:]:
        match["games"] = []
    body = {"what": "abandoned", "sheet": sheet, "rest": "away", "reason": "The lights went out at Anchor's."}
    read = secretary.get(f"fixtures/{fixture.pk}/").headers["ETag"]
    decided = secretary.post(path_of(town, "decide/"), body, If_Match=read)
    assert decided.status_code == 200
    live = json.loads(decided.content)["live"]
    assert (live["kind"], live["home_games"], live["away_games"]) == ("abandoned", 2, 7)


def test_a_place_that_no_sheet_has_is_not_kept_in_a_draft(town: Town) -> None:
    answer = Program(town.captains["Anchor"]).send(
        "PUT", f"fixtures/{town.fixture('Anchor', 'Bell').pk}/draft/", {"places": {"m1-home-1": "1", "password": "x"}}
    )
    assert (answer.status_code, problems(answer)) == (422, [("place", "/places")])


def test_a_season_that_the_league_has_not_is_refused(town: Town) -> None:
    assert Program().get("teams/anchor/", {"season": "2026-27"}).status_code == 200
    assert Program().get("teams/anchor/", {"season": "1999-00"}).status_code == 422
