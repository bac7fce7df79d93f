"""Deciding a case of persistent overcalling (R43): a neutral referee does, and one appeal can take the award back."""

import datetime as dt

import pytest

from league.enums import ConductState, JournalKind, NoticeKind, NoticeState, Outcome, ResultState, RoleKind, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Appeal, ConductCase, Fixture, JournalEntry, Notice, Player, Result, Ruling
from league.queries.calls.conduct import awards_of, decided_cases, find_case, open_cases
from league.services.calls.conduct import decide, key_of, move_case, preview
from league.services.disputes.appeal import appeal, decide_appeal
from league.services.mail.letters import letter_of
from league.services.notices import queue_notice
from league.services.results import submit
from league.translation import Text
from tests import factories
from tests.factories import Town
from tests.services.calls.conduct_cases import case, game, notices_about, olive, played
from tests.services.evenings import agreed, next_hand, overcall

__all__ = ["case", "olive", "played"]


def test_the_game_is_awarded_and_the_captain_informed(town: Town, case: ConductCase, now: dt.datetime) -> None:
    before = Result.objects.get(live=True)
    assert (game().winner, game().home_score) == ("home", 121)
    ruling = decide(case, award=True, reason="Three times ten too many.", by=town.referee, now=now)
    live = Result.objects.get(live=True)
    assert (game().winner, game().awarded, game().home_score) == ("away", True, 121)
    assert (live.state, live.settlement, live.reason) == (
        ResultState.CONFIRMED, Settlement.RULING, "By a ruling on conduct (R43)."
    )  # fmt: skip
    assert (ruling.before, ruling.after, ruling.awarded_to, ruling.outcome) == (before, live, "away", Outcome.AWARDED)
    assert (ruling.rule, ruling.ruleset, ruling.ruleset_value["version"]) == ("R43", "league", 1)
    assert ruling.rule_text.startswith("A player who persistently calls too much or challenges correct calls")
    case.refresh_from_db()
    assert case.state == ConductState.AWARDED
    assert notices_about(NoticeKind.CAPTAIN_INFORMED) == ["anchor@town.example"]
    assert notices_about(NoticeKind.RULING_MADE) == ["bell@town.example", "olive@town.example"]
    texts = {n.recipient.email: n.text for n in Notice.objects.select_related("recipient")}
    own = letter_of(Notice.objects.get(recipient__email="olive@town.example"))
    assert own.action == "Your record"
    assert own.url.endswith(f"/players/{case.player_id}/conduct/")
    assert texts["anchor@town.example"] == (
        "Anchor v Bell, match 2, game 1 was awarded to Bell (R43): Three times ten too many."
    )
    assert texts["bell@town.example"] == "Anchor v Bell, match 2, game 1 was awarded to Bell (R43)."
    entry = JournalEntry.objects.get(kind=JournalKind.CONDUCT_DECIDED)
    assert entry.what == "decided about conduct in match 2, game 1 of Anchor v Bell: the game is awarded to Bell (R43)"
    assert (entry.why, entry.fixture) == ("", case.fixture)
    assert (list(open_cases(town.league)), decided_cases(town.season)) == ([], [case])


def test_a_case_decided_before_the_daily_mail_is_not_in_it(town: Town, case: ConductCase, now: dt.datetime) -> None:
    kind, about = NoticeKind.CONDUCT_PROPOSED, case.fixture
    queue_notice(town.league, [town.referee], kind, key_of(case), text=Text("To decide."), now=now, fixture=about)
    decide(case, award=False, reason="They had misread the starter.", by=town.referee, now=now)
    assert Notice.objects.get(kind=kind).state == NoticeState.CANCELLED


def test_what_follows_is_shown_before_and_is_what_follows(town: Town, case: ConductCase, now: dt.datetime) -> None:
    case = find_case(town.league, case.pk)
    following = preview(case)
    assert following is not None
    assert (following.score_before, following.score_after) == ((6, 3), (5, 4))
    assert [(p.team, p.points_before, p.points_after) for p in following.places] == [("Anchor", 6, 5), ("Bell", 3, 4)]
    with pytest.raises(WrongState, match="look again at what follows"):
        decide(case, award=True, reason="x", seen="something-else", by=town.referee, now=now)
    decide(case, award=True, reason="x", seen=following.stamp, by=town.referee, now=now)
    live = Result.objects.get(live=True)
    assert (live.home_games, live.away_games) == following.score_after


def test_an_appeal_that_succeeds_takes_the_award_back(
    town: Town, case: ConductCase, olive: Player, now: dt.datetime
) -> None:
    ruling = decide(case, award=True, reason="Three times.", by=town.referee, now=now)
    assert olive.user is not None
    made = appeal(ruling, reason="I had miscounted the crib.", by=olive.user, now=now)
    assert (made.player, game().awarded) == (olive, True)
    decide_appeal(made, allow=True, decision="He had.", by=town.secretary, now=now)
    case.refresh_from_db()
    assert (case.state, game().awarded, game().winner) == (ConductState.DISMISSED, False, "home")
    assert awards_of(case.fixture) == []


def test_a_game_that_the_other_side_had_won_anyway_is_awarded_all_the_same(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    agreed(town, played, now)
    bell = town.squads["Bell"][2]
    for _ in range(3):
        overcall(town, played, bell, now, counter="away")
    decide(ConductCase.objects.get(), award=True, reason="Persistent.", by=town.referee, now=now)
    live = Result.objects.get(live=True)
    assert (game().winner, game().awarded, game().home_score) == ("home", True, 121)
    assert (live.home_games, live.home_awarded) == (Result.objects.get(version=1).home_games, 1)


def test_a_case_is_dismissed_with_a_reason_and_nothing_follows(town: Town, case: ConductCase, now: dt.datetime) -> None:
    with pytest.raises(Invalid, match="Give the reason"):
        decide(case, award=False, reason=" ", by=town.referee, now=now)
    ruling = decide(case, award=False, reason="They miscount; they do not mean to.", by=town.referee, now=now)
    assert (ruling.outcome, ruling.after, ruling.awarded_to) == (Outcome.STANDS, None, "")
    assert Result.objects.get(live=True).version == 1
    assert not Notice.objects.exists()
    entry = JournalEntry.objects.get(kind=JournalKind.CONDUCT_DECIDED)
    assert (entry.fixture, entry.why) == (None, "They miscount; they do not mean to.")
    with pytest.raises(WrongState, match="decided meanwhile: not persistent by Reg Referee"):
        decide(case, award=True, reason="x", by=town.referee, now=now)
    # The account of whoever decided it may be gone since.
    Ruling.objects.update(referee=None)
    with pytest.raises(WrongState, match=r"decided meanwhile: not persistent\."):
        decide(case, award=True, reason="x", by=town.referee, now=now)


def test_nobody_appeals_against_a_case_that_was_dismissed(
    town: Town, case: ConductCase, olive: Player, now: dt.datetime
) -> None:
    ruling = decide(case, award=False, reason="They miscount; they do not mean to.", by=town.referee, now=now)
    for by in (town.captains["Anchor"], town.captains["Bell"], olive.user):
        with pytest.raises(NotAllowed, match="where a game is awarded for conduct, the player and their own captain"):
            appeal(ruling, reason="Why not?", by=by, now=now)
    assert not Appeal.objects.exists()
    assert not JournalEntry.objects.filter(kind=JournalKind.APPEAL_OPENED).exists()


def test_the_side_that_was_awarded_the_game_does_not_appeal(town: Town, case: ConductCase, now: dt.datetime) -> None:
    ruling = decide(case, award=True, reason="Often.", by=town.referee, now=now)
    with pytest.raises(NotAllowed):
        appeal(ruling, reason="We had won it anyway.", by=town.captains["Bell"], now=now)
    assert appeal(ruling, reason="He had miscounted.", by=town.captains["Anchor"], now=now).side == "home"


def test_only_a_neutral_referee_decides_and_nobody_about_themselves(
    town: Town, case: ConductCase, olive: Player, now: dt.datetime
) -> None:
    playing = factories.user("plays@town.example")
    factories.role(playing, town.league, RoleKind.REFEREE)
    factories.role(playing, town.league, RoleKind.PLAYER, town.teams["Bell"])
    for who in (playing, town.secretary, town.captains["Bell"], town.captains["Castle"]):
        with pytest.raises(NotAllowed):
            decide(case, award=True, reason="x", by=who, now=now)
    # A referee who was a guest that evening belongs to neither team.
    assert olive.user is not None
    factories.role(olive.user, town.league, RoleKind.REFEREE)
    olive.registrations.all().delete()
    with pytest.raises(NotAllowed):
        decide(case, award=False, reason="x", by=olive.user, now=now)


@pytest.mark.parametrize("sent", [False, True])
def test_an_award_waits_until_the_sheet_is_confirmed(
    town: Town, played: Fixture, olive: Player, now: dt.datetime, sent: bool
) -> None:
    if sent:
        sheet = factories.result_sheet(town, "Anchor", "Bell")
        submit.submit(played, sheet, by=town.captains["Anchor"], now=now)
    for _ in range(3):
        overcall(town, played, olive, now)
    case = ConductCase.objects.get()
    with pytest.raises(WrongState, match="wait until it is entered and confirmed"):
        decide(case, award=True, reason="x", by=town.referee, now=now)
    case.refresh_from_db()
    assert (case.state, list(open_cases(town.league))) == (ConductState.PROPOSED, [case])
    assert not Ruling.objects.filter(case=case).exists()


def test_a_fixture_that_does_not_count_has_no_game_to_award(town: Town, case: ConductCase, now: dt.datetime) -> None:
    Fixture.objects.filter(pk=case.fixture_id).update(state="cancelled")
    with pytest.raises(WrongState, match="Dismiss the case"):
        decide(case, award=True, reason="x", by=town.referee, now=now)


def test_the_ruling_that_awards_the_game_decides_the_case_with_it(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    agreed(town, played, now)
    Notice.objects.all().delete()
    overcall(town, played, olive, now)
    overcall(town, played, olive, now)
    form = {"award_to": "away", "reason": "That is three.", "token": "a-form", **next_hand(played)}
    third = overcall(town, played, olive, now, **form)
    case = ConductCase.objects.get()
    assert case.state == ConductState.AWARDED
    # One award rests on one ruling, so that one appeal takes it back.
    assert (case.ruling.awarded_to, case.ruling.reason, third.awarded_to) == ("away", "That is three.", "")
    assert (case.ruling.after, case.ruling.before) == (Result.objects.get(live=True), Result.objects.get(version=1))
    assert notices_about(NoticeKind.CONDUCT_PROPOSED) == []
    assert notices_about(NoticeKind.CAPTAIN_INFORMED) == ["anchor@town.example"]
    again = overcall(town, played, olive, now, **form)
    assert (again, Result.objects.count()) == (third, 2)


def test_an_award_below_the_threshold_rests_on_the_ruling_on_the_call(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    agreed(town, played, now)
    ruling = overcall(town, played, olive, now, award_to="away", reason="Twenty too many.")
    ruling.refresh_from_db()
    assert (ruling.awarded_to, ruling.rule) == ("away", "R43")
    assert (ruling.before, ruling.after) == (Result.objects.get(version=1), Result.objects.get(live=True))
    assert not ConductCase.objects.exists()


def test_a_case_moves_by_its_table_alone(case: ConductCase) -> None:
    move_case(case, ConductState.AWARDED)
    move_case(case, ConductState.DISMISSED)
    with pytest.raises(WrongState, match="This case is decided: not persistent"):
        move_case(case, ConductState.AWARDED)
