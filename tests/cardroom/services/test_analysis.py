"""Games looked through: once each, by whoever may see them, and gone with them."""

import datetime as dt
from pathlib import Path

import pytest

from cardroom.models import GameAnalysis, PlayGame
from cardroom.services.analysis import analyse_game, analyse_record
from cardroom.services.tables import KEPT, delete_unused_tables
from league.errors import NotAllowed, WrongState
from league.models import Evidence
from league.services.disputes import evidence
from tests.cardroom.services.tables import moved, opened, played_out
from tests.factories import Town
from tests.services import dispute_cases as cases

pytestmark = pytest.mark.django_db
SHORT = (Path(__file__).parents[2] / "scoring" / "records" / "short.txt").read_text()


@pytest.mark.long
def test_a_game_is_looked_through_once(now: dt.datetime) -> None:
    moved(opened(now), now)
    game = PlayGame.objects.get()
    found = analyse_game(game, now=now)
    assert found.found["decisions"]
    assert analyse_game(game, now=now + dt.timedelta(hours=1)).made_at == now
    assert GameAnalysis.objects.count() == 1


def test_what_was_kept_in_another_form_is_found_again(now: dt.datetime) -> None:
    played_out(now)
    game = PlayGame.objects.get()
    GameAnalysis.objects.create(game=game, found={"form": 0}, made_at=now)
    assert analyse_game(game, now=now).found["form"] > 0
    assert GameAnalysis.objects.count() == 1


def test_a_game_that_goes_on_is_not_looked_through(now: dt.datetime) -> None:
    opened(now)
    with pytest.raises(WrongState, match="still goes on"):
        analyse_game(PlayGame.objects.get(), now=now)


def test_an_analysis_goes_with_its_game(now: dt.datetime) -> None:
    played_out(now)
    game = PlayGame.objects.get()
    analyse_game(game, now=now)
    delete_unused_tables(now=now + KEPT + dt.timedelta(seconds=1))
    assert not GameAnalysis.objects.exists()
    with pytest.raises(WrongState, match="is gone"):
        analyse_game(game, now=now)


def test_a_written_game_is_looked_through_by_who_sees_its_dispute(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    dispute = cases.of_a_game(town, now)
    record = evidence.add_record(dispute, text=SHORT, by=town.captains["Bell"], now=now)
    with pytest.raises(NotAllowed):
        analyse_record(dispute, record, by=town.captains["Castle"], now=now)
    assert not GameAnalysis.objects.exists()
    found = analyse_record(dispute, record, by=town.referee, now=now)
    assert found == analyse_record(dispute, record, by=town.captains["Anchor"], now=now)
    assert found.found["decisions"]
    # Nobody's name is in it.
    assert "Ann" not in str(found.found)
    Evidence.objects.all().delete()
    assert not GameAnalysis.objects.exists()
    with pytest.raises(WrongState, match="is gone"):
        analyse_record(dispute, record, by=town.referee, now=now)
