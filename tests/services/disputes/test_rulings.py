"""A ruling: what follows is shown first, then done; each outcome of each subject."""

import datetime as dt
from typing import Any

import pytest

from league.enums import DisputeState, JournalKind, NoticeKind, ResultKind, ResultState, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Dispute, JournalEntry, Notice, Result, Ruling
from league.queries.disputes.disputes import find_dispute, public_rulings
from league.queries.results.sheets import sheet_of
from league.rules.rulings import game_in
from league.rules.sheets import GameScore
from league.services.calls.rule import recompute
from league.services.disputes import dispute, rulings
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases


def live(town: Town) -> Result:
    return Result.objects.get(fixture=town.fixture("Anchor", "Bell"), live=True)


def problems_of(town: Town) -> list[str]:
    return [found.text for found in public_rulings(town.fixture("Anchor", "Bell"))]


def test_what_would_follow_is_shown_down_to_the_table(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    seen = rulings.preview(opened, by=town.referee, now=now, outcome="awarded", awarded_to="away")
    (change,) = seen.games
    assert (change.match_number, change.game_number) == (1, 1)
    assert (change.before, change.after) == (GameScore(121, 61), GameScore(121, 61, "away"))
    assert (change.match_before, change.match_after) == ((2, 1), (1, 2))
    assert (seen.score_before, seen.score_after) == ((6, 3), (5, 4))
    assert (seen.points_before, seen.points_after) == ((6, 3), (5, 4))
    assert [(p.team, p.before, p.after, p.points_after) for p in seen.places] == [
        ("Anchor", "1", "1", 5),
        ("Bell", "2", "2", 4),
    ]
    assert live(town).version == 1
    assert not Ruling.objects.exists()


def test_teams_that_change_places_are_named(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_counting_sheet(town, now)
    seen = rulings.preview(opened, by=town.referee, now=now, outcome="void")
    assert seen.void
    moved = {p.team: (p.before, p.after) for p in seen.places if p.moves}
    assert moved["Anchor"] == ("1", "=1")
    assert moved["Castle"][1] == "=1"


def test_a_game_is_awarded(town: Town, now: dt.datetime) -> None:
    before = cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="awarded", awarded_to="away", rule="R43")
    after = live(town)
    assert (ruling.before, ruling.after, ruling.awarded_to, ruling.outcome) == (before, after, "away", "awarded")
    assert (after.version, after.settlement, after.home_games, after.away_awarded) == (2, Settlement.RULING, 5, 1)
    assert game_in(sheet_of(after), 1, 1) == GameScore(121, 61, "away")
    assert after.note == "Match 1, game 1 was awarded by a ruling."
    assert ruling.rule_text.startswith("A player who persistently calls too much")
    assert Dispute.objects.get().state == DisputeState.SETTLED
    assert problems_of(town) == [
        "Game 1 of match 1 was disputed by Bell; ruled on 3 November: the game is awarded to Bell (R43)."
    ]
    entry = JournalEntry.objects.get(kind=JournalKind.DISPUTE_SETTLED)
    assert entry.why == "The card says so."
    told = Notice.objects.filter(kind=NoticeKind.DISPUTE_SETTLED)
    assert {n.recipient for n in told} == {town.captains["Anchor"], town.captains["Bell"], town.secretary}
    moves = "In the table: Anchor place 1, 6 → 5 points; Bell place 2, 3 → 4 points."
    assert all(notice.text.endswith(moves) for notice in told)


def test_players_with_accounts_are_told(town: Town, now: dt.datetime) -> None:
    player = town.squads["Anchor"][2]
    player.user = factories.user("third@town.example")
    player.save()
    cases.counting(town, now)
    cases.ruled(cases.of_a_game(town, now, match=2), town, now, outcome="awarded", awarded_to="away")
    assert [n.recipient for n in Notice.objects.filter(kind=NoticeKind.RULING_MADE)] == [player.user]


def test_a_score_is_corrected(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    cases.ruled(opened, town, now, outcome="score", home_score=99, away_score=121)
    assert game_in(sheet_of(live(town)), 1, 1) == GameScore(99, 121)
    assert live(town).note == "Match 1, game 1 was corrected to 99–121 by a ruling."


def test_a_game_that_stands_changes_nothing(town: Town, now: dt.datetime) -> None:
    before = cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    assert rulings.preview(opened, by=town.referee, now=now, outcome="stands").nothing
    ruling = cases.ruled(opened, town, now, outcome="stands")
    assert (live(town), ruling.before, ruling.after) == (before, before, None)
    assert problems_of(town)[0].endswith("the sheet counts as it was (R50).")


@pytest.mark.parametrize(
    ("decision", "version", "games"),
    [
        ({"outcome": "stands"}, 1, (6, 3)),
        ({"outcome": "sheet", "keep": "result"}, 1, (6, 3)),
        ({"outcome": "sheet", "keep": "counter"}, 2, (5, 4)),
        ({"outcome": "score", "match_number": 1, "game_number": 1, "home_score": 7, "away_score": 121}, 3, (5, 4)),
        ({"outcome": "awarded", "match_number": 1, "game_number": 2, "awarded_to": "home"}, 3, (7, 2)),
    ],
)
def test_a_waiting_sheet_counts_as_it_was_ruled(
    town: Town, now: dt.datetime, decision: Any, version: int, games: tuple[int, int]
) -> None:
    opened = cases.of_a_waiting_sheet(town, now)
    seen = rulings.preview(opened, by=town.referee, now=now, **decision)
    assert (seen.counts_before, seen.counts_after, seen.score_after) == (False, True, games)
    ruling = cases.ruled(opened, town, now, **decision)
    found = live(town)
    assert (found.version, found.state, (found.home_games, found.away_games)) == (version, "confirmed", games)
    assert found.settlement == Settlement.RULING
    assert ruling.after == found
    assert Result.objects.filter(state=ResultState.COUNTER).count() == 0


def test_a_disputed_game_of_a_waiting_sheet_confirms_the_sheet_with_its_effect(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    opened = cases.of_a_game(town, now)
    cases.ruled(opened, town, now, outcome="awarded", awarded_to="away")
    assert (live(town).state, live(town).home_games) == (ResultState.CONFIRMED, 5)


def test_of_two_disputed_games_the_last_ruling_lets_the_sheet_count(town: Town, now: dt.datetime) -> None:
    cases.waiting_sheet(town, now)
    first, second = cases.of_a_game(town, now), cases.of_a_game(town, now, game=3)
    seen = rulings.preview(first, by=town.referee, now=now, outcome="score", home_score=5, away_score=121)
    assert not seen.counts_after
    cases.ruled(first, town, now, outcome="score", home_score=5, away_score=121)
    assert (live(town).state, live(town).home_games) == (ResultState.DISPUTED, 5)
    cases.ruled(second, town, now, outcome="stands")
    assert (live(town).state, live(town).home_games) == (ResultState.CONFIRMED, 5)
    assert game_in(sheet_of(live(town)), 1, 1) == GameScore(5, 121)


def test_a_result_is_void(town: Town, now: dt.datetime) -> None:
    before = cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_counting_sheet(town, now), town, now, outcome="void")
    assert (live(town).kind, live(town).home_games, ruling.before) == (ResultKind.VOID, 0, before)
    assert problems_of(town) == ["The sheet was disputed by Bell; ruled on 3 November: the result is void (R50)."]


def test_a_ruling_on_a_call_keeps_the_verdict_and_can_be_recomputed(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    ruling = cases.ruled(cases.of_a_call(town, now), town, now, outcome="stands", rule="R39")
    stored = Ruling.objects.select_related("call", "dispute__call").get(pk=ruling.pk)
    assert (stored.ruleset, stored.ruleset_value["version"]) == ("league", 1)
    assert (stored.verdict["true_points"], stored.verdict["challenger_pegs"]) == (8, 2)
    assert recompute(stored).to_dict() == stored.verdict
    assert live(town).version == 1


def test_a_ruling_on_a_call_awards_its_game(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_call(town, now, declared=12)
    cases.ruled(opened, town, now, outcome="awarded", awarded_to="away", rule="R43")
    assert game_in(sheet_of(live(town)), 2, 1) == GameScore(121, 62, "away")


def test_a_call_changes_no_sheet_that_is_not_there_or_not_confirmed(town: Town, now: dt.datetime) -> None:
    early = town.fixture("Anchor", "Bell").starts_at + dt.timedelta(days=1)
    opened = cases.of_a_call(town, early)
    with pytest.raises(WrongState, match="No sheet has been entered"):
        cases.ruled(opened, town, early, outcome="awarded", awarded_to="away")
    cases.waiting_sheet(town, early)
    with pytest.raises(WrongState, match="only when it is confirmed"):
        cases.ruled(opened, town, early, outcome="awarded", awarded_to="away")
    ruling = cases.ruled(opened, town, early, outcome="stands")
    assert (ruling.after, live(town).state) == (None, ResultState.SUBMITTED)


@pytest.mark.parametrize(
    ("decision", "fields"),
    [
        ({"outcome": "sheet"}, {"outcome"}),
        ({"outcome": ""}, {"outcome"}),
        ({"outcome": "score"}, {"home_score", "away_score"}),
        ({"outcome": "score", "home_score": 121, "away_score": 121}, {"home_score"}),
        ({"outcome": "score", "home_score": 121, "away_score": 61}, {"outcome"}),
        ({"outcome": "awarded", "awarded_to": "nobody"}, {"awarded_to"}),
        ({"outcome": "stands", "reason": " ", "rule": "R99"}, {"reason", "rule"}),
        ({"outcome": "score", "reason": ""}, {"home_score", "away_score", "reason"}),
    ],
)
def test_everything_wrong_with_a_ruling_is_told_at_once(
    town: Town, now: dt.datetime, decision: Any, fields: set[str]
) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    with pytest.raises(Invalid) as refused:
        cases.ruled(opened, town, now, **decision)
    assert {p.field for p in refused.value.problems} == fields
    assert not Ruling.objects.exists()


def test_what_has_changed_since_it_was_shown_is_shown_again_before_it_is_signed(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    award: Any = {"outcome": "awarded", "awarded_to": "away"}
    seen = rulings.preview(opened, by=town.referee, now=now, **award).stamp
    other = town.fixture("Castle", "Duke of York")
    submit.submit(other, result_sheet(town, "Castle", "Duke of York"), by=town.secretary, now=now)
    with pytest.raises(WrongState) as changed:
        cases.ruled(opened, town, now, seen=seen, **award)
    assert changed.value.code == "changed"
    again = rulings.preview(opened, by=town.referee, now=now, **award).stamp
    assert again != seen
    cases.ruled(opened, town, now, seen=again, **award)


def test_only_the_neutral_and_whom_it_is_given_to_rule(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened, second = cases.of_a_game(town, now), cases.second_referee(town)
    dispute.assign_dispute(opened, second, by=town.secretary, now=now)
    opened = find_dispute(town.league, opened.pk)
    for person in (town.referee, town.secretary, *town.captains.values()):
        with pytest.raises(NotAllowed):
            rulings.rule(opened, outcome="stands", by=person, now=now, **cases.SIGNED)
        with pytest.raises(NotAllowed):
            rulings.preview(opened, outcome="stands", by=person, now=now)
    rulings.rule(opened, outcome="stands", by=second, now=now, **cases.SIGNED)
    with pytest.raises(WrongState, match="settled already"):
        rulings.rule(opened, outcome="stands", by=second, now=now, **cases.SIGNED)


def test_the_rules_to_quote_are_the_league_s_own_sentences(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    found = {quotable.number: quotable.text for quotable in rulings.rules_for(cases.of_a_game(town, now))}
    assert found["R50"].startswith("Each match is three games")
    assert {"R8", "R16", "R28", "R34", "R39", "R43", "R45", "R51"} <= found.keys()


def test_a_ruling_on_a_sheet_that_changes_a_score_says_which_game(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    with pytest.raises(Invalid) as refused:
        cases.ruled(cases.of_a_counting_sheet(town, now), town, now, outcome="score", home_score=121, away_score=90)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("no-game", "game")]


def test_a_reason_with_a_character_that_cannot_be_stored_is_refused(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    with pytest.raises(Invalid) as refused:
        cases.ruled(cases.of_a_game(town, now), town, now, outcome="stands", reason="So\0 it was.")
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("reason", "reason")]


def test_no_game_of_a_result_that_is_void_is_awarded(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_call(town, now, declared=12)
    cases.ruled(cases.of_a_counting_sheet(town, now), town, now, outcome="void")
    with pytest.raises(WrongState, match="The sheet that counts now has no match 2, game 1"):
        cases.ruled(opened, town, now, outcome="awarded", awarded_to="away", rule="R43")
