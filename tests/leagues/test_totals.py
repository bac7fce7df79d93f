"""A league whose cards say only how many games each side won: two singles, the best of three, and a pair over five."""

import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from league.errors import Invalid, WrongState
from league.models import Dispute, Game, Match, Result, Ruling
from league.queries.results.sheets import sheet_of
from league.queries.teams import player_season
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of, parse_sheet
from league.rules.sheets import MatchSheet, ResultSheet, Totals
from league.services.calls.rule import preview, rule
from league.services.disputes.dispute import open_dispute
from league.services.results.confirm import confirm, dispute
from league.services.results.correct import propose
from league.services.results.decide import abandon, give_walkover
from league.services.results.submit import submit
from league.services.seasons.seasons import change_division
from tests.factories import Town
from tests.leagues.nights import league_of, sheet, table
from tests.services.dispute_cases import SIGNED, of_a_game
from tests.services.dispute_cases import ruled as ruled_by
from tests.services.evenings import HAND

pytestmark = pytest.mark.django_db


@pytest.fixture
def counted() -> Town:
    return league_of("Sb3t Sb3t D5t", points_per_game=1, points_per_win=2)


def ruled(opened: Dispute, town: Town, now: dt.datetime, **decision: Any) -> Ruling:
    """The neutral referee's ruling, by the rule on who plays how often."""
    return ruled_by(opened, town, now, rule="R51", **decision)


def won(town: Town, number: int, home: int, away: int) -> MatchSheet:
    """A match of the fixture of Anchor and Bell that ended so."""
    ours, theirs = town.squads["Anchor"], town.squads["Bell"]
    first = {1: 0, 2: 1, 3: 2}[number]
    last = first + (2 if number == 3 else 1)
    return MatchSheet(
        number,
        "doubles" if number == 3 else "singles",
        tuple(player.pk for player in ours[first:last]),
        tuple(player.pk for player in theirs[first:last]),
        Totals(home, away).games,
        totals=True,
    )


def night(town: Town, **ends: tuple[int, int]) -> ResultSheet:
    """2–1, 0–2 and 3–2: five games each."""
    said = {"first": (2, 1), "second": (0, 2), "third": (3, 2)} | ends
    return sheet(*(won(town, number, *end) for number, end in enumerate(said.values(), start=1)))


def submit_night(town: Town, now: dt.datetime) -> Result:
    return submit(town.fixtures[0], night(town), by=town.captains["Anchor"], now=now)


def confirmed(town: Town, now: dt.datetime) -> Result:
    return confirm(town.fixtures[0], version=submit_night(town, now).version, by=town.captains["Bell"], now=now)


def live(town: Town) -> Result:
    return Result.objects.get(fixture=town.fixtures[0], live=True)


def test_a_night_is_kept_as_totals_and_without_a_single_game(counted: Town, now: dt.datetime) -> None:
    found = confirmed(counted, now)
    # 5–5 in games, drawn: 5 × 1 each.
    assert table(counted) == {"Anchor": (5, 5, 0, 5), "Bell": (5, 5, 0, 5)}
    assert sheet_of(found) == night(counted)
    assert not Game.objects.exists()
    kept = Match.objects.values_list("written", "home_games", "away_games", "home_played", "away_played", "finished")
    assert list(kept) == [
        ("totals", 2, 1, 2, 1, True), ("totals", 0, 2, 0, 2, True), ("totals", 3, 2, 3, 2, True),
    ]  # fmt: skip
    assert (found.home_matches, found.away_matches) == (2, 1)


def test_two_all_in_a_best_of_three_is_refused_at_its_field(counted: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        submit(counted.fixtures[0], night(counted, second=(2, 2)), by=counted.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("m2-games", "The best of 3 does not end 2–2: it is over as soon as one side has won 2 (2–0 · 2–1)."),
    ]


def test_players_have_a_record_of_games_that_nobody_wrote_down_one_by_one(counted: Town, now: dt.datetime) -> None:
    confirmed(counted, now)
    found = player_season(counted.squads["Anchor"][0], counted.season)
    assert (found.total.matches, found.total.won, found.total.lost) == (1, 2, 1)
    found = player_season(counted.squads["Bell"][2], counted.season)
    assert (found.doubles.matches, found.doubles.won, found.doubles.lost) == (1, 2, 3)


def test_two_sheets_that_differ_name_the_match(counted: Town, now: dt.datetime) -> None:
    found = submit_night(counted, now)
    theirs = night(counted, first=(1, 2))
    by = counted.captains["Bell"]
    opened = dispute(counted.fixtures[0], found.version, reason="We won it.", sheet=theirs, by=by, now=now)
    ruled(opened, counted, now, outcome="sheet", keep="counter")
    assert sheet_of(live(counted)) == theirs


def test_a_correction_says_what_the_match_ended_at(counted: Town, now: dt.datetime) -> None:
    found = confirmed(counted, now)
    right = night(counted, third=(4, 1))
    propose(counted.fixtures[0], found.version, right, reason="Miscounted.", by=counted.secretary, now=now)
    assert sheet_of(live(counted)) == right
    # 6–4: 6 × 1 + 2.
    assert table(counted)["Anchor"] == (6, 4, 1, 8)


def test_a_ruling_moves_one_game_of_a_match_and_an_appeal_would_give_it_back(counted: Town, now: dt.datetime) -> None:
    confirmed(counted, now)
    ruled(of_a_game(counted, now, match=3, game=0), counted, now, outcome="awarded", awarded_to="away")
    found = live(counted)
    assert sheet_of(found).matches[2].games == Totals(3, 2, to_away=1).games
    assert (found.home_games, found.away_games, found.away_awarded) == (4, 6, 1)
    assert str(found.note) == "One game of match 3 was awarded to Bell by a ruling."
    kept = Match.objects.get(result=found, number=3)
    assert (kept.home_games, kept.away_games, kept.home_played, kept.away_awarded) == (2, 3, 3, 1)
    # What was awarded is nobody's doing.
    assert player_season(counted.squads["Bell"][2], counted.season).doubles.games == 4
    # The sheet's form has what was played: the award stands whatever is typed.
    assert fields_of(sheet_of(found), terms(counted.division))["m3-home-games"] == "3"
    right = night(counted, first=(2, 0))
    propose(counted.fixtures[0], found.version, right, reason="Miscounted.", by=counted.secretary, now=now)
    assert sheet_of(live(counted)).matches[2].games == Totals(3, 2, to_away=1).games


def test_a_ruling_corrects_what_a_match_ended_at(counted: Town, now: dt.datetime) -> None:
    confirmed(counted, now)
    opened = of_a_game(counted, now, match=1, game=0)
    with pytest.raises(Invalid) as refused:
        ruled(opened, counted, now, outcome="score", home_score=2, away_score=2)
    assert [problem.field for problem in refused.value.problems] == ["home_score"]
    ruled(opened, counted, now, outcome="score", home_score=1, away_score=2)
    assert sheet_of(live(counted)).matches[0].games == Totals(1, 2).games
    assert str(live(counted).note) == "Match 1 was corrected to 1–2 by a ruling."


def test_a_side_that_has_won_nothing_has_nothing_to_give(counted: Town, now: dt.datetime) -> None:
    confirmed(counted, now)
    with pytest.raises(Invalid) as refused:
        ruled(of_a_game(counted, now, match=2, game=0), counted, now, outcome="awarded", awarded_to="away")
    assert [str(problem.message) for problem in refused.value.problems] == [
        "Anchor have won no game of this match that could be awarded."
    ]


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        ({"outcome": "awarded", "awarded_to": "both"}, [("no-side", "awarded_to")]),
        ({"outcome": "score", "home_score": 2}, [("no-total", "away_score")]),
        ({"outcome": "score", "home_score": 2, "away_score": 1}, [("same", "outcome")]),
    ],
)
def test_a_ruling_that_says_nothing_new_of_a_match_is_told_at_its_field(
    counted: Town, now: dt.datetime, decision: dict[str, Any], told: list[tuple[str, str]]
) -> None:
    confirmed(counted, now)
    with pytest.raises(Invalid) as refused:
        ruled(of_a_game(counted, now, match=1, game=0), counted, now, **decision)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == told
    assert live(counted).version == 1


def test_a_call_too_high_awards_one_game_of_a_match_that_is_only_counted(counted: Town, now: dt.datetime) -> None:
    confirmed(counted, now)
    called = {**HAND, "match_number": 1, "declared": 12, "by": counted.referee, "now": now}
    shown = preview(counted.fixtures[0], award_to="away", **called).following
    assert (shown.score_before, shown.score_after) == ((5, 5), (4, 6))
    rule(counted.fixtures[0], award_to="away", reason="Often.", **called)
    assert sheet_of(live(counted)).matches[0].games == Totals(2, 1, to_away=1).games


def test_a_match_is_disputed_and_no_game_of_it_and_only_once(counted: Town, now: dt.datetime) -> None:
    confirmed(counted, now)
    with pytest.raises(WrongState, match="dispute the match, not a game of it"):
        of_a_game(counted, now, match=1, game=2)
    opened = of_a_game(counted, now, match=1, game=0)
    assert (opened.match_number, opened.game_number) == (1, 0)
    with pytest.raises(WrongState, match="disputed already"):
        of_a_game(counted, now, match=1, game=0, side="Anchor")
    again = Dispute.objects.get(pk=opened.pk)
    again.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_a_match_is_one_of_the_sheet_where_games_have_rows(town: Town, now: dt.datetime) -> None:
    with pytest.raises((WrongState, Invalid)):
        open_dispute(
            town.fixture("Anchor", "Bell"), subject="game", match_number=1, game_number=0, reason="No.",
            by=town.captains["Bell"], now=now,
        )  # fmt: skip


def test_a_walkover_a_short_side_and_an_abandoned_fixture(counted: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(counted.fixtures[0], to="home", version=0, reason="Nobody came.", by=counted.secretary, now=later)
    # 2 + 2 + 5 games that win the matches, and 2 for the fixture.
    assert table(counted) == {"Anchor": (9, 0, 1, 11), "Bell": (0, 9, 0, 0)}
    other = counted.fixture("Castle", "Duke of York")
    ours, theirs = counted.squads["Castle"], counted.squads["Duke of York"]
    alone = MatchSheet(2, "singles", (ours[1].pk,), (None,), Totals(given_home=2).games, totals=True)
    first = MatchSheet(1, "singles", (ours[0].pk,), (theirs[0].pk,), Totals(2, 0).games, totals=True)
    pair = MatchSheet(
        3, "doubles", tuple(p.pk for p in ours[2:4]), tuple(p.pk for p in theirs[2:4]), Totals(1, 4).games, totals=True
    )
    found = submit(other, sheet(first, alone, pair), by=counted.captains["Castle"], now=later)
    assert (found.home_games, found.away_games, found.home_awarded) == (5, 4, 2)
    assert sheet_of(found).matches[1] == alone
    broken = abandon(
        other, sheet(first, alone, replace(pair, games=Totals(1, 1).games)),
        rest=None, version=found.version, reason="A burst pipe.", by=counted.secretary, now=later,
    )  # fmt: skip
    assert (broken.home_games, broken.away_games, broken.finished) == (5, 1, False)


def test_no_tie_break_rests_on_scores_that_nobody_writes_down(counted: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid):
        change_division(
            counted.division,
            {"tie_breaks": ["spread", "name"]},
            reason="Agreed.",
            by=counted.secretary,
            now=now,
        )
    change_division(
        counted.division,
        {"tie_breaks": ["count_back", "name"]},
        reason="Agreed.",
        by=counted.secretary,
        now=now,
    )


def test_the_form_is_two_numbers_a_match(counted: Town, now: dt.datetime, client: Client) -> None:
    fixture = counted.fixtures[0]
    typed = fields_of(night(counted), terms(counted.division))
    assert parse_sheet(typed, terms(counted.division)) == (night(counted), [])
    client.force_login(counted.captains["Anchor"])
    path = f"/leagues/{counted.league.slug}/fixtures/{fixture.pk}/sheet/"
    shown = client.get(path).content.decode()
    assert "For each match, enter how many games each side won." in shown
    assert 'name="m3-home-games"' in shown
    assert "-winner" not in shown
    # Without a script: kept and added up first, refused where it cannot be, then sent.
    client.post(path, {**typed, "do": "save"})
    kept = client.get(path).content.decode()
    assert 'data-total="home"' in kept
    assert ">5</output>" in kept
    wrong = client.post(path, {**typed, "m1-home-games": "2", "m1-away-games": "2"})
    assert wrong.status_code == 422
    assert "The best of 3 does not end 2–2" in wrong.content.decode()
    assert 'id="m1-games-error"' in wrong.content.decode()
    assert client.post(path, typed).status_code == 302
    assert sheet_of(live(counted)) == night(counted)


def test_the_pages_of_a_match_that_is_disputed(counted: Town, now: dt.datetime, client: Client) -> None:
    confirmed(counted, now)
    fixture = counted.fixtures[0]
    client.force_login(counted.captains["Bell"])
    path = f"/leagues/town/fixtures/{fixture.pk}/disputes/new/"
    with time_machine.travel(now, tick=False):
        shown = client.get(f"{path}?about=game").content.decode()
        assert "Which match" in shown
        assert '<option value="3-0">Match 3: 3–2</option>' in shown
        called = client.get(f"{path}?about=call").content.decode()
        assert '<option value="3-5">Match 3, game 5</option>' in called
        assert client.post(path, {"about": "game", "game": "3-0", "reason": "We won three."}).status_code == 302
    opened = Dispute.objects.get()
    assert (opened.match_number, opened.game_number) == (3, 0)
    client.force_login(counted.referee)
    path = f"/leagues/town/disputes/{opened.pk}/rule/"
    shown = client.get(path).content.decode()
    assert "<b>All of match 3</b>, disputed by Bell" in shown
    assert 'name="home_score"' in shown
    typed = {"outcome": "awarded", "awarded_to": "away", **SIGNED, "rule": "R51", "do": "preview"}
    follows = client.post(path, typed).content.decode()
    assert "3–2" in follows
    assert "2–3" in follows
    assert "game 0" not in follows


def test_a_program_sends_and_reads_totals(counted: Town, now: dt.datetime, client: Client) -> None:
    fixture = counted.fixtures[0]
    client.force_login(counted.captains["Anchor"])
    path = f"/api/v1/leagues/{counted.league.slug}/fixtures/{fixture.pk}/result/"
    half = night(counted).to_dict()
    half["matches"][0]["away_games"] = None
    answer = client.post(path, json.dumps(half), content_type="application/json")
    assert answer.status_code == 422, answer.content
    answer = client.post(path, json.dumps(night(counted).to_dict()), content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert sheet_of(live(counted)) == night(counted)
    match = json.loads(client.get(path).content)["live"]["matches"][2]
    assert (match["home_games"], match["away_games"], match["games"]) == (3, 2, [])
    squads = json.loads(client.get(f"/api/v1/leagues/{counted.league.slug}/fixtures/{fixture.pk}/squads/").content)
    assert [one["written"] for one in squads["matches"]] == ["totals"] * 3
