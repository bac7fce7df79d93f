"""The coast league: six a side, each plays each of the other six, one game each; only winners are written down."""

import datetime as dt
import json
import re

import pytest
from django.test import Client

from league.errors import Invalid
from league.models import Appearance, Match, Result
from league.queries.results.sheets import sheet_of
from league.queries.teams import player_season, squad_of
from league.rules.formats import terms
from league.rules.sheet_fields import NOBODY, Fields, fields_of, parse_sheet
from league.rules.sheets import GameScore, ResultSheet
from league.services.results.confirm import confirm
from league.services.results.decide import give_walkover
from league.services.results.submit import submit
from league.services.seasons.seasons import change_division
from tests.factories import Town
from tests.leagues.nights import league_of, table
from tests.services.dispute_cases import of_a_game, ruled
from tests.web.pages import in_words

pytestmark = pytest.mark.django_db

# A line for each home player, a letter for each of the away side in turn: who won. 3 + 6 + 2 + 4 + 0 + 5 = 20 to 16.
NIGHT = ("HHHAAA", "HHHHHH", "AAHAAH", "HAHHAH", "AAAAAA", "HHAHHH")


@pytest.fixture
def coast() -> Town:
    return league_of("6E1w", points_per_game=1, points_per_win=0)


def line_ups(town: Town) -> Fields:
    """What is chosen once: six of either side."""
    home, away = town.squads["Anchor"], town.squads["Bell"]
    ours = {f"m{6 * place + 1}-home-1": str(home[place].pk) for place in range(6)}
    return ours | {f"m{place + 1}-away-1": str(away[place].pk) for place in range(6)}


def taps(night: tuple[str, ...] = NIGHT) -> Fields:
    """What is tapped: who won each of the games."""
    return {
        f"m{number}-g1-winner": "home" if letter == "H" else "away"
        for number, letter in enumerate("".join(night), start=1)
        if letter in "HA"
    }


def night(town: Town) -> ResultSheet:
    sheet, problems = parse_sheet(line_ups(town) | taps(), terms(town.division))
    assert problems == []
    return sheet


def confirmed(town: Town, now: dt.datetime) -> Result:
    sent = submit(town.fixtures[0], night(town), by=town.captains["Anchor"], now=now)
    return confirm(town.fixtures[0], version=sent.version, by=town.captains["Bell"], now=now)


def test_two_line_ups_and_thirty_six_taps_are_a_night(coast: Town, now: dt.datetime) -> None:
    found = confirmed(coast, now)
    assert table(coast) == {"Anchor": (20, 16, 1, 20), "Bell": (16, 20, 0, 16)}
    assert sheet_of(found) == night(coast)
    assert set(Match.objects.values_list("kind", "written", "games_most")) == {("singles", "winners", 1)}
    assert (Match.objects.count(), Appearance.objects.count()) == (36, 72)
    home, away = coast.squads["Anchor"], coast.squads["Bell"]
    third = sheet_of(found).matches[2 * 6 + 4]
    assert (third.number, third.home_players, third.away_players) == (17, (home[2].pk,), (away[4].pk,))
    assert (found.home_matches, found.away_matches) == (20, 16)


def test_each_player_has_six_matches_of_the_night(coast: Town, now: dt.datetime) -> None:
    confirmed(coast, now)
    won = [line.record.won for line in squad_of(coast.teams["Anchor"], coast.season, on=now.date())]
    assert sorted(won) == sorted([3, 6, 2, 4, 0, 5] + [0] * (len(won) - 6))
    second = player_season(coast.squads["Bell"][1], coast.season)
    # The second letter of each line: H H A A A H.
    assert (second.singles.matches, second.singles.won, second.singles.lost) == (6, 3, 3)


def test_the_form_is_filled_in_without_a_script(coast: Town, now: dt.datetime, client: Client) -> None:
    fixture = coast.fixtures[0]
    path = f"/leagues/{coast.league.slug}/fixtures/{fixture.pk}/sheet/"
    client.force_login(coast.captains["Anchor"])
    shown = client.get(path).content.decode()
    assert "For each game, tap who won it. Play all 36 games." in shown
    # Twelve players are chosen, however many matches they play; the other two lists are those of high hands.
    assert len(re.findall(r'<select[^>]* name="m[0-9]', shown)) == 12
    assert shown.count('type="radio"') == 72
    assert "Matches 1 to 36" in shown
    client.post(path, {**line_ups(coast), **taps(("HHHAAA", "......")), "do": "save"})
    kept = client.get(path).content.decode()
    assert "30 games left" in in_words(kept)
    assert kept.count("checked") == 6
    # All that is missing is told at once, each at its place.
    refused = client.post(path, line_ups(coast) | taps(("HHHAAA", "HHHHHH", "AAHAAH", "HAHHAH", "AAAAAA", "HHAHH.")))
    assert refused.status_code == 422
    assert "Say who won." in refused.content.decode()
    assert 'href="#m36-g1"' in refused.content.decode()
    assert client.post(path, line_ups(coast) | taps()).status_code == 302
    assert sheet_of(Result.objects.get()) == night(coast)


def test_nothing_entered_is_told_once_and_somebody_chosen_twice_too(coast: Town, now: dt.datetime) -> None:
    empty, _ = parse_sheet({}, terms(coast.division))
    with pytest.raises(Invalid) as refused:
        submit(coast.fixtures[0], empty, by=coast.captains["Anchor"], now=now)
    assert [(problem.field, str(problem.message)) for problem in refused.value.problems] == [
        ("m1", "Nothing entered yet: choose the players of both sides, then enter every match."),
    ]
    chosen = line_ups(coast)
    twice, _ = parse_sheet(chosen | taps() | {"m7-home-1": chosen["m1-home-1"]}, terms(coast.division))
    with pytest.raises(Invalid) as refused:
        submit(coast.fixtures[0], twice, by=coast.captains["Anchor"], now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("twice", "m7-home-1")]


def test_a_program_cannot_change_the_line_up_half_way(coast: Town, now: dt.datetime, client: Client) -> None:
    fixture, sent = coast.fixtures[0], night(coast).to_dict()
    client.force_login(coast.captains["Anchor"])
    path = f"/api/v1/leagues/{coast.league.slug}/fixtures/{fixture.pk}/result/"
    sent["matches"][9]["home_players"] = sent["matches"][0]["home_players"]
    answer = client.post(path, json.dumps(sent), content_type="application/json")
    assert answer.status_code == 422
    assert "Each plays each: this is the player of match 7, on the same side." in answer.content.decode()
    answer = client.post(path, json.dumps(night(coast).to_dict()), content_type="application/json")
    assert answer.status_code == 201
    squads = json.loads(client.get(f"/api/v1/leagues/{coast.league.slug}/fixtures/{fixture.pk}/squads/").content)
    assert squads["matches"][9]["pairing"] == {"size": 6, "home": 2, "away": 4}


def test_five_against_six_is_six_games_lost(coast: Town, now: dt.datetime) -> None:
    typed = line_ups(coast) | taps() | {"m31-home-1": NOBODY}
    sheet, problems = parse_sheet(typed, terms(coast.division))
    assert problems == []
    found = submit(coast.fixtures[0], sheet, by=coast.captains["Anchor"], now=now)
    # The last line's five games go to Bell, and its one stays there: 15 to 21, six of them awarded.
    assert (found.home_games, found.away_games, found.away_awarded) == (15, 21, 6)
    assert sheet_of(found) == sheet
    assert parse_sheet(fields_of(sheet, terms(coast.division)), terms(coast.division)) == (sheet, [])


def test_five_against_five_leaves_out_the_game_in_which_two_nobodies_meet(coast: Town, now: dt.datetime) -> None:
    typed = line_ups(coast) | taps() | {"m31-home-1": NOBODY, "m6-away-1": NOBODY}
    sheet, _ = parse_sheet(typed, terms(coast.division))
    sent = submit(coast.fixtures[0], sheet, by=coast.captains["Anchor"], now=now)
    assert sent.home_games + sent.away_games == 35
    assert not sent.matches.get(number=36).finished


def test_a_walkover_is_thirty_six_games(coast: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(coast.fixtures[0], to="home", version=0, reason="Nobody came.", by=coast.secretary, now=later)
    assert table(coast) == {"Anchor": (36, 0, 1, 36), "Bell": (0, 36, 0, 0)}


def test_a_referee_rules_on_one_of_the_games(coast: Town, now: dt.datetime) -> None:
    confirmed(coast, now)
    ruled(of_a_game(coast, now, match=17), coast, now, outcome="score", won="home")
    live = Result.objects.get(live=True)
    assert sheet_of(live).matches[16].games == (GameScore(won="home"),)
    assert table(coast) == {"Anchor": (21, 15, 1, 21), "Bell": (15, 21, 0, 15)}


def test_an_order_without_scores_is_the_secretary_s_to_choose(coast: Town, now: dt.datetime) -> None:
    with pytest.raises(Invalid):
        change_division(
            coast.division, {"tie_breaks": ["spread", "name"]}, reason="Agreed.", by=coast.secretary, now=now
        )
    change_division(coast.division, {"fixture_format": "6E1w / 1"}, reason="Agreed.", by=coast.secretary, now=now)
