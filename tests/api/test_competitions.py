"""Club nights, tournaments and individual leagues by the API: what everybody reads."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Player, Season
from league.services.competitions.score_cards import write_card
from tests.factories import Town
from tests.services.competitions.singles import make_singles
from tests.services.competitions.sittings import make_club_nights, make_players, make_tournament, open_night, play_game

pytestmark = pytest.mark.usefixtures("today")
LEAGUE = "/api/v1/leagues/town/"
SERIES = f"{LEAGUE}seasons/2026-27/night-series/tuesday-club/"


def test_a_series_is_read_with_its_standing(town: Town, now: dt.datetime) -> None:
    people = make_players(town, 3)
    Player.objects.filter(pk=people[0].pk).update(shorten_name=True)
    sitting = open_night(town, make_club_nights(town, now, best=3), people, now)
    for number in (1, 2, 3):
        play_game(town, sitting, number, now, lambda game: 40 if game.first.name < game.second.name else -40)  # type: ignore[union-attr]
    listed = Client().get(f"{LEAGUE}night-series/").json()["results"]
    assert [(row["slug"], row["kind"], row["games"], row["best"]) for row in listed] == [
        ("tuesday-club", "club-night", 9, 3)
    ]
    told = Client().get(SERIES).json()
    first = told["standing"][0]
    assert first["player"] == {"id": people[0].pk, "name": "Ada C."}
    assert first["total"] == {"points": 6, "won": 2, "spread": 80, "plus": 80, "games": 2}
    assert (first["place"], first["nights"], first["best_card"]["points"]) == (1, 1, 6)
    assert told["sittings"] == [{"id": sitting.pk, "date": "2026-11-03", "closed_at": None}]


def test_a_sitting_tells_what_both_cards_say(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 3), now)
    play_game(town, sitting, 1, now)
    game = sitting.games.get(table=1)
    write_card(game, game.first, 12, by=town.secretary, now=now)
    told = Client().get(f"{LEAGUE}sittings/{sitting.pk}/").json()
    bye, played = told["games"]
    assert (bye["table"], bye["settled"], [side["points"] for side in bye["sides"]]) == (None, True, [None])
    assert [(side["player"]["id"], side["points"], side["spread"]) for side in played["sides"]] == [
        (game.first_id, 2, 10),
        (game.second_id, 0, 12),
    ]
    assert played["changes"] == ["The spreads differ: the smaller counts for the winner, the greater for the loser."]
    assert [line["player"]["id"] for line in told["standing"]] == [game.first_id, game.second_id]


def test_a_tournament_s_final_places_and_its_bye(town: Town, now: dt.datetime) -> None:
    sitting = make_tournament(town, now, qualifiers=2)
    for player in make_players(town, 3):
        open_night(town, sitting.competition, [player], now)
    for number in range(1, 8):
        play_game(town, sitting, number, now)
    told = Client().get(f"{LEAGUE}sittings/{sitting.pk}/").json()
    assert (told["games"][0]["table"], told["games"][0]["sides"][0]["points"]) == (None, 2)
    assert told["standing"][0]["player"]["id"] == sitting.games.get(number=7).first_id
    assert told["series"]["qualifiers"] == 2


def test_what_is_not_there_or_not_public(town: Town, now: dt.datetime) -> None:
    sitting = open_night(town, make_club_nights(town, now), make_players(town, 2), now)
    assert Client().get(SERIES.replace("tuesday", "friday")).status_code == 404
    assert Client().get(f"{LEAGUE}sittings/{sitting.pk + 1}/").status_code == 404
    Season.objects.update(published_at=None)
    assert Client().get(SERIES).status_code == 404
    assert Client().get(f"{LEAGUE}sittings/{sitting.pk}/").status_code == 404
    assert Client().get(f"{LEAGUE}night-series/").json()["results"] == []
    secretary = Client()
    secretary.force_login(town.secretary)
    assert secretary.get(f"{LEAGUE}sittings/{sitting.pk}/").status_code == 200


def test_an_individual_league_is_read_with_its_table(town: Town, now: dt.datetime) -> None:
    made = make_singles(town, now)
    anchor = town.squads["Anchor"][0]
    Player.objects.filter(pk=anchor.pk).update(name="Ann Archer", shorten_name=True)
    [listed] = Client().get(f"{LEAGUE}individual-leagues/").json()["results"]
    one = f"{LEAGUE}seasons/2026-27/individual-leagues/{listed['slug']}/"
    told = Client().get(one).json()
    assert told["individual_league"] == listed
    assert (listed["name"], listed["meetings"]) == (made.competition.name, made.meetings)
    assert [(row["played"], row["points"]) for row in told["table"]] == [(0, 0)] * 3
    assert (told["withdrawn"], told["fixtures"]) == ([], [])
    names = {row["entrant"]["name"] for row in told["table"]}
    assert "Ann A." in names
    assert "Ann Archer" not in names
    assert Client().get(one.replace(listed["slug"], "nothing")).status_code == 404
    Season.objects.update(published_at=None)
    assert Client().get(one).status_code == 404
    assert Client().get(f"{LEAGUE}individual-leagues/").json()["results"] == []
