"""Bury St Edmunds: three pairs of five legs, of which only winners are written down. 2 points a win and ½ a leg."""

import datetime as dt
import json
from decimal import Decimal

import pytest
from django.test import Client

from league.errors import Invalid
from league.models import Game, Match, Result
from league.queries.results.sheets import sheet_of
from league.rules.formats import terms
from league.rules.sheet_fields import fields_of, parse_sheet
from league.rules.sheets import GameScore, ResultSheet
from league.services.results.confirm import confirm
from league.services.results.decide import give_walkover
from league.services.results.submit import submit
from league.services.seasons.seasons import change_division
from league.web.disputes.forms import game_choices
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table
from tests.services.dispute_cases import of_a_game, ruled

pytestmark = pytest.mark.django_db


@pytest.fixture
def bury() -> Town:
    return league_of("D5w D5w D5w", points_per_game=Decimal("0.5"), points_per_win=2)


def night(town: Town) -> ResultSheet:
    home, away = town.squads["Anchor"], town.squads["Bell"]
    return sheet(
        match(1, "doubles", home[:2], away[:2], games("HHAHA")),
        match(2, "doubles", home[2:4], away[2:4], games("AAAHA")),
        match(3, "doubles", home[4:6], away[4:6], games("HHHHA")),
    )


def test_a_night_is_written_down_without_a_score(bury: Town, now: dt.datetime) -> None:
    fixture = bury.fixtures[0]
    sent = submit(fixture, night(bury), by=bury.captains["Anchor"], now=now)
    confirm(fixture, version=sent.version, by=bury.captains["Bell"], now=now)
    # 3 + 1 + 4 legs against 2 + 4 + 1: 8 × ½ + 2 = 6, and 7 × ½ = 3½.
    assert table(bury) == {"Anchor": (8, 7, 1, 6), "Bell": (7, 8, 0, Decimal("3.5"))}
    assert sheet_of(sent) == night(bury)
    assert set(Game.objects.values_list("target", "home_score", "away_score")) == {(None, None, None)}
    assert list(Match.objects.values_list("written", "home_games", "away_games")) == [
        ("winners", 3, 2), ("winners", 1, 4), ("winners", 4, 1),
    ]  # fmt: skip


def test_a_walkover_is_every_leg_and_no_match(bury: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(bury.fixtures[0], to="home", version=0, reason="Nobody came.", by=bury.secretary, now=later)
    assert table(bury) == {"Anchor": (15, 0, 1, Decimal("9.5")), "Bell": (0, 15, 0, 0)}


def test_a_score_is_refused_where_none_is_written_down(bury: Town, now: dt.datetime) -> None:
    home, away = bury.squads["Anchor"], bury.squads["Bell"]
    scored = (GameScore(121, 90), *games("HAHA"))
    wrong = sheet(match(1, "doubles", home[:2], away[:2], scored), *night(bury).matches[1:])
    with pytest.raises(Invalid) as refused:
        submit(bury.fixtures[0], wrong, by=bury.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("m1-g1", "Only who won a game is written down here; leave its scores empty."),
    ]


def test_no_tie_break_rests_on_scores_that_nobody_writes_down(bury: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid) as refused:
        change_division(bury.division, {"tie_breaks": ["spread", "name"]}, reason="Agreed.", by=bury.secretary, now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("tie_breaks", "“spread” needs the points pegged in each game or match, which the sheets here do not have"),
    ]
    change_division(bury.division, {"tie_breaks": ["count_back", "name"]}, reason="Agreed.", by=bury.secretary, now=now)


def test_the_form_is_one_tap_a_leg(bury: Town, now: dt.datetime, client: Client) -> None:
    fixture = bury.fixtures[0]
    typed = fields_of(night(bury), terms(bury.division))
    assert {name: value for name, value in typed.items() if name.startswith("m1-g")} == {
        "m1-g1-winner": "home", "m1-g2-winner": "home", "m1-g3-winner": "away", "m1-g4-winner": "home",
        "m1-g5-winner": "away",
    }  # fmt: skip
    assert parse_sheet(typed, terms(bury.division)) == (night(bury), [])
    client.force_login(bury.captains["Anchor"])
    page = client.get(f"/leagues/{bury.league.slug}/fixtures/{fixture.pk}/sheet/")
    assert page.status_code == 200
    shown = page.content.decode()
    assert "For each game, tap who won it. Play all 15 games." in shown
    assert "-loser" not in shown
    assert shown.count('value="home"') == 15 + 3


def test_a_program_sends_who_won(bury: Town, now: dt.datetime, client: Client) -> None:
    sent = submit(bury.fixtures[0], night(bury), by=bury.captains["Anchor"], now=now)
    client.force_login(bury.captains["Bell"])
    path = f"/api/v1/leagues/{bury.league.slug}/fixtures/{bury.fixtures[0].pk}/result/"
    live = json.loads(client.get(path).content)["live"]
    assert live["version"] == sent.version
    assert live["matches"][1]["games"][3] == {
        "number": 4, "home": None, "away": None, "winner": "home", "won": "home", "awarded": None,
    }  # fmt: skip


def confirmed(town: Town, now: dt.datetime) -> Result:
    """The night, agreed by both captains."""
    sent = submit(town.fixtures[0], night(town), by=town.captains["Anchor"], now=now)
    return confirm(town.fixtures[0], version=sent.version, by=town.captains["Bell"], now=now)


def test_a_referee_rules_who_won_a_leg_and_an_appeal_gives_it_back(bury: Town, now: dt.datetime) -> None:
    confirmed(bury, now)
    ruled(of_a_game(bury, now), bury, now, outcome="score", won="away")
    live = Result.objects.get(fixture=bury.fixtures[0], live=True)
    assert sheet_of(live).matches[0].games == games("AHAHA")
    assert str(live.note) == "By a ruling Bell won match 1, game 1."
    # 7–8 now, and the fixture is Bell's: 7 × ½, and 8 × ½ + 2.
    assert table(bury) == {"Anchor": (7, 8, 0, Decimal("3.5")), "Bell": (8, 7, 1, 6)}
    with pytest.raises(Invalid) as refused:
        ruled(of_a_game(bury, now, game=2), bury, now, outcome="score", home_score=121, away_score=90)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("won", "Choose the side that won the game."),
    ]


def test_a_leg_that_is_awarded_keeps_who_won_it(bury: Town, now: dt.datetime) -> None:
    confirmed(bury, now)
    ruled(of_a_game(bury, now), bury, now, outcome="awarded", awarded_to="away")
    live = Result.objects.get(fixture=bury.fixtures[0], live=True)
    assert sheet_of(live).matches[0].games[0] == GameScore(awarded="away", won="home")
    assert (live.away_games, live.away_awarded) == (8, 1)


def test_the_page_of_a_ruling_asks_who_won_and_for_no_score(bury: Town, now: dt.datetime, client: Client) -> None:
    confirmed(bury, now)
    dispute = of_a_game(bury, now)
    client.force_login(bury.referee)
    path = f"/leagues/town/disputes/{dispute.pk}/rule/"
    page = client.get(path).content.decode()
    assert 'name="won"' in page
    choices = dict(game_choices(bury.fixtures[0], Result.objects.get(live=True)))
    assert [str(choices[game]) for game in ("1-1", "1-3")] == [
        "Match 1, game 1: won by Anchor",
        "Match 1, game 3: won by Bell",
    ]  # fmt: skip
    typed = {"outcome": "score", "won": "away", "reason": "Both cards say so.", "rule": "R50", "do": "preview"}
    answer = client.post(path, typed)
    assert answer.status_code == 200
    assert "won by Bell" in answer.content.decode()
