"""The pages of individual leagues."""

import datetime as dt

import pytest
from django.test import Client

from league.models import Fixture, IndividualLeague
from league.services.results import submit
from tests.factories import Town
from tests.services.competitions.singles import find_entrant, list_people, make_sheet, make_singles
from tests.web.pages import filled, page, signed_in, words

pytestmark = pytest.mark.usefixtures("today")
PAGE = "/leagues/town/individual/singles/"
RECORD = f"{PAGE}record/"


@pytest.fixture
def league(town: Town, now: dt.datetime) -> IndividualLeague:
    return make_singles(town, now)


def test_the_secretary_makes_one_and_adds_players_by_name_and_from_the_list(town: Town) -> None:
    browser = signed_in(town.secretary)
    season = "/leagues/town/secretary/seasons/2026-27/"
    assert f'href="{season}individual/new/"' in browser.get(season).content.decode()
    sent = {
        "name": "Singles", "opens_on": "2026-10-01", "closes_on": "2026-12-31", "meetings": "2", "fixture_format": "S",
        "venue": str(town.venues["Bell"].pk),
    }  # fmt: skip
    refused = browser.post(f"{season}individual/new/", sent | {"closes_on": "2026-09-01", "meetings": "99"})
    assert (refused.status_code, IndividualLeague.objects.count()) == (422, 0)
    made = browser.post(f"{season}individual/new/", sent, follow=True)
    edit = made.redirect_chain[-1][0]
    assert "Made: Singles. Now add its players." in words(made)
    wrong = browser.post(edit, {"do": "enter", "names": "Anchor 1\\nNobody\\nx\\0y".replace("\\n", "\n")})
    assert wrong.status_code == 422
    assert "Line 2: Nobody is no player of this league." in words(wrong)
    chosen = {"do": "enter", "names": "anchor 1\nBell 1", "player": [town.squads["Castle"][1].pk]}
    assert "3 players entered." in words(browser.post(edit, chosen, follow=True))
    assert browser.post(edit, {"do": "enter", "player": ["9" * 30, "x"]}).status_code == 422
    assert browser.post(edit, {"do": "withdraw", "entrant": "999"}).status_code == 404
    gone = find_entrant(IndividualLeague.objects.get(), town.squads["Castle"][1])
    assert browser.post(edit, {"do": "withdraw", "entrant": str(gone.pk)}).status_code == 422
    told = browser.post(edit, {"do": "withdraw", "entrant": str(gone.pk), "reason": "Moved"}, follow=True)
    assert "Castle 2 withdrew on 3 November 2026" in words(told)
    assert "Saved." in words(browser.post(edit, sent | {"do": "save", "name": "Autumn"}, follow=True))
    assert "Autumn" in words(Client().get("/leagues/town/individual/"))


def test_a_player_records_a_game_and_the_other_confirms_it(
    town: Town, league: IndividualLeague, now: dt.datetime
) -> None:
    one, two, _ = list_people(town)
    browser = signed_in(town.captains["Anchor"])
    assert "You have still to meet Bell 1 Castle 2 Table" in words(browser.get(PAGE))
    sent = {"opponent": str(find_entrant(league, two).pk), "day": "2026-11-02"}
    answer = browser.post(RECORD, sent)
    fixture = Fixture.objects.get(division=league.competition)
    assert answer.headers["Location"] == page(fixture, "sheet")
    assert {name: value for name, value in filled(browser.get(page(fixture, "sheet"))).items() if value} == {
        "m1-home-1": str(one.pk), "m1-away-1": str(two.pk),
    }  # fmt: skip
    assert "Enter the result Anchor 1 v Bell 1 2 November Call off" in words(browser.get(PAGE))
    submit.submit(fixture, make_sheet(one, two), by=town.captains["Anchor"], now=now)
    other = signed_in(town.captains["Bell"])
    again = other.post(RECORD, {"opponent": str(find_entrant(league, one).pk), "day": "2026-11-02"})
    assert again.headers["Location"] == page(fixture, "confirm")
    other.post(page(fixture, "confirm"), {"version": "1"})
    told = words(Client().get(PAGE))
    assert "1 Anchor 1 1 1 2–1 2 2 Bell 1 1 0 1–2 1 3 Castle 2 0 0 0–0 0" in told
    assert "still to meet" not in told


def test_a_game_is_arranged_moved_and_called_off(town: Town, league: IndividualLeague) -> None:
    browser = signed_in(town.captains["Anchor"])
    assert "Arrange or record a game" in words(browser.get(PAGE))
    other, anchor = str(find_entrant(league, list_people(town)[1]).pk), str(town.venues["Anchor"].pk)
    sent = {"opponent": other, "day": "2026-11-09", "time": "19:45", "venue": anchor, "do": "arrange"}
    wrong = browser.post(RECORD, sent | {"day": "2026-11-02"})
    assert (wrong.status_code, "This time has passed" in words(wrong)) == (422, True)
    assert 'value="19:45"' in wrong.content.decode()
    for name in ("day", "time", "venue"):
        assert browser.post(RECORD, sent | {name: "999999"}).status_code == 422
    assert "The game is arranged. Your opponent is told." in words(browser.post(RECORD, sent, follow=True))
    game = Fixture.objects.get(division=league.competition)
    assert (game.starts_at.isoformat(), game.venue) == ("2026-11-09T19:45:00+00:00", town.venues["Anchor"])
    assert "Arranged Anchor 1 Bell 1" in words(Client().get(PAGE)).replace(" v ", " ")
    rival = signed_in(town.captains["Bell"])
    assert "Anchor 1" in words(rival.get("/leagues/town/my/"))
    date = page(game, "tie-date")
    shown = rival.get(page(game))
    assert all(f'href="{address}"' in shown.content.decode() for address in (date, f"{PAGE}?season=2026-27"))
    assert "Who can play?" not in words(shown)
    assert "Play-off" not in words(shown)
    assert f'<option value="{anchor}" selected>' in rival.get(date).content.decode()
    moved = {"date": "2026-11-10", "time": "20:00", "venue": str(town.venues["Bell"].pk)}
    assert rival.post(date, moved | {"venue": "999999"}).status_code == 422
    assert "The date is set. The other side is told." in words(rival.post(date, moved, follow=True))
    assert signed_in(town.captains["Castle"]).get(date).status_code == 403
    assert "The game is called off." in words(rival.post(page(game, "call-off"), follow=True))
    assert rival.post(date, moved).status_code == 409


def test_a_game_is_called_off(town: Town, league: IndividualLeague, now: dt.datetime) -> None:
    browser = signed_in(town.captains["Anchor"])
    browser.post(RECORD, {"opponent": str(find_entrant(league, list_people(town)[1]).pk), "day": "2026-11-02"})
    fixture = Fixture.objects.get(division=league.competition)
    assert "The game is called off." in words(browser.post(page(fixture, "call-off"), follow=True))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "Choose another player of this league."),
        ({"opponent": "9" * 30}, "Choose another player of this league."),
        ({"day": "2026-09-30"}, "Games are played from 1 October 2026 to 31 December 2026."),
        ({"day": "2026-12-01"}, "until then, arrange it."),
        ({"day": "x\0"}, "Choose the day of the game."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    town: Town, league: IndividualLeague, sent: dict[str, str], said: str
) -> None:
    opponent = (
        {} if "opponent" in sent or not sent else {"opponent": str(find_entrant(league, list_people(town)[1]).pk)}
    )
    answer = signed_in(town.captains["Anchor"]).post(RECORD, {"day": "2026-11-02", **opponent, **sent})
    assert (answer.status_code, said in words(answer)) == (422, True)
    assert not Fixture.objects.filter(division=league.competition).exists()


def test_strangers_read_it_and_record_nothing(town: Town, league: IndividualLeague) -> None:
    assert "record a game" not in words(Client().get(PAGE))
    assert signed_in(town.captains["Castle"]).get(RECORD).status_code == 403
    assert Client().get("/leagues/town/individual/nothing/").status_code == 404
    assert Client().get(f"{PAGE}?season=1066").status_code == 404


def test_home_and_tables_say_nothing_of_it(town: Town, now: dt.datetime) -> None:
    before = [words(Client().get(f"/leagues/town/{name}")) for name in ("", "tables/", "tables/2026-27/division-1/")]
    individual = make_singles(town, now)
    one, two, _ = list_people(town)
    browser = signed_in(town.captains["Anchor"])
    browser.post(RECORD, {"opponent": str(find_entrant(individual, two).pk), "day": "2026-11-02"})
    fixture = Fixture.objects.get(division=individual.competition)
    submit.submit(fixture, make_sheet(one, two), by=town.secretary, now=now)
    after = [words(Client().get(f"/leagues/town/{name}")) for name in ("", "tables/", "tables/2026-27/division-1/")]
    for told, was in zip(after, before, strict=True):
        assert told == was
