"""The page of a game looked through: a table's for whoever has its address, a written one for the parties."""

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cardroom.models import GameAnalysis, PlayGame
from cardroom.web import games
from league.models import Dispute, Evidence
from league.services.disputes import evidence
from tests.cardroom.services.tables import moved, opened, played_out
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.web.pages import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
SHORT = (Path(__file__).parents[2] / "scoring" / "records" / "short.txt").read_text()


def address(game: PlayGame) -> str:
    return f"/play/games/{game.share}/analysis/"


@pytest.mark.long
def test_a_finished_game_leads_to_its_analysis_which_is_made_once(client: Client, now: dt.datetime) -> None:
    moved(opened(now), now)
    game = PlayGame.objects.get()
    assert f'href="{address(game)}"' in client.get(f"/play/games/{game.share}/").content.decode()
    assert "It is done once, and kept with the game." in words(client.get(address(game)))
    assert not GameAnalysis.objects.exists()
    answer = client.post(address(game))
    assert (answer.status_code, answer["Location"]) == (302, address(game))
    html = client.get(address(game)).content.decode()
    told = words(client.get(address(game)))
    assert re.search("(Ann|Maple)’s chance to win went from", told)
    assert "Ann’s chance to win" in told
    assert "Before the first deal" in told
    assert "Look through it" not in told
    assert '<meta name="robots" content="noindex">' in html
    # Every choice leads to its position, and to its step in the game.
    [position, *_] = re.findall(r'href="(/play/position/\?[^"]+)"', html)
    assert client.get(position.replace("&amp;", "&")).status_code == 200
    assert re.search(rf'href="/play/games/{game.share}/\?step=\d+#step"', html)


@pytest.mark.long
def test_a_page_takes_the_same_queries_however_long_the_game_was(client: Client, now: dt.datetime) -> None:
    long = opened(now)
    moved(long, now)
    for game in (long.games.get(), played_out(now).games.get()):
        client.post(address(game))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(game)).status_code == 200
        told = [query["sql"] for query in asked if "throttle" not in query["sql"]]
        assert len(told) == 5, told


def test_a_game_that_goes_on_has_none(client: Client, now: dt.datetime) -> None:
    opened(now)
    assert client.get(address(PlayGame.objects.get())).status_code == 404
    assert client.post(address(PlayGame.objects.get())).status_code == 404


def test_those_that_one_address_asks_for_are_counted_but_not_what_is_kept(
    client: Client, now: dt.datetime, settings: Any
) -> None:
    cache.clear()
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"advice-address": "1/min"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    first, second = (played_out(now).games.get() for _ in range(2))
    assert [client.post(address(game)).status_code for game in (first, first, second)] == [302, 302, 429]
    assert client.get(address(second)).status_code == 200


@pytest.fixture
def _busy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(games, "PATIENCE", 0.01)
    with games._turn:
        yield


@pytest.mark.usefixtures("_busy")
def test_one_is_looked_through_at_a_time(client: Client, now: dt.datetime) -> None:
    game = played_out(now).games.get()
    answer = client.post(address(game))
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "Another game is being looked through." in words(answer)
    assert "Look through it" in words(answer)


def test_a_game_thrown_away_meanwhile_is_told(client: Client, now: dt.datetime, monkeypatch: Any) -> None:
    game = played_out(now).games.get()
    look = games.analyse_game

    def late(found: PlayGame, *, now: dt.datetime) -> GameAnalysis:
        PlayGame.objects.all().delete()
        return look(found, now=now)

    monkeypatch.setattr(games, "analyse_game", late)
    answer = client.post(address(game))
    assert answer.status_code == 409
    assert "This game is gone" in words(answer)


@pytest.fixture
def record(town: Town, now: dt.datetime) -> Evidence:
    cases.counting(town, now)
    return evidence.add_record(cases.of_a_game(town, now), text=SHORT, by=town.captains["Bell"], now=now)


def test_a_written_game_is_looked_through_on_the_dispute_s_word(town: Town, record: Evidence) -> None:
    case = f"/leagues/town/disputes/{record.dispute_id}/"
    page = f"{case}records/{record.pk}/"
    for name in ("Anchor", "Bell"):
        assert f'href="{page}"' in signed_in(town.captains[name]).get(case).content.decode()
    referee, stranger = signed_in(town.referee), signed_in(town.captains["Castle"])
    assert referee.get(page).status_code == 200
    assert stranger.get(page).status_code == stranger.post(page).status_code == 403
    assert Client().get(page).status_code == 302
    assert not GameAnalysis.objects.exists()
    assert referee.post(page).status_code == 302
    told = words(referee.get(page))
    assert "Cards of a player are not written" in told
    assert "Back to the dispute" in told
    assert stranger.get(page).status_code == 403


def test_no_other_evidence_is_looked_through(town: Town, record: Evidence, now: dt.datetime) -> None:
    said = evidence.add_statement(record.dispute, text="So.", by=town.captains["Bell"], now=now)
    referee = signed_in(town.referee)
    for dispute, piece in ((record.dispute_id, said.pk), (record.dispute_id, 999), (999, record.pk)):
        page = f"/leagues/town/disputes/{dispute}/records/{piece}/"
        assert referee.get(page).status_code == referee.post(page).status_code == 404


def test_a_record_of_nothing_is_no_fault_of_the_page(town: Town, record: Evidence) -> None:
    Evidence.objects.filter(pk=record.pk).update(text="game\n")
    dispute = Dispute.objects.get()
    page = f"/leagues/town/disputes/{dispute.pk}/records/{record.pk}/"
    bell = signed_in(town.captains["Bell"])
    assert f'href="{page}"' not in bell.get(f"/leagues/town/disputes/{dispute.pk}/").content.decode()
    bell.post(page)
    assert "There is no choice to judge" in words(bell.get(page))
