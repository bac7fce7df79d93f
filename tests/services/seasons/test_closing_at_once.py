"""Two secretaries close a season at once, and one while a captain sends a result."""

import datetime as dt
from functools import partial

import pytest

from league.errors import WrongState
from league.models import JournalEntry, Result, Season, Winner
from league.queries.seasons.closing import season_end
from league.services.results import submit
from league.services.seasons.closing import close_season, reopen_season
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import TIMES, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_close_a_season_and_one_does(town: Town, now: dt.datetime) -> None:
    moves = {line.entry.team_id: line.move.to for line in season_end(town.season).moves}
    for go in range(TIMES):
        close = partial(close_season, town.season, moves, reason="x", by=town.secretary, now=now)
        ended = at_once(close, close)
        assert sorted(isinstance(one, Season) for one in ended) == [False, True], ended
        assert all(isinstance(one, Season | WrongState) for one in ended)
        assert JournalEntry.objects.filter(kind="season-closed").count() == go + 1
        reopen_season(town.season, reason="x", by=town.secretary, now=now)
    assert not Winner.objects.exists()


def test_a_result_is_sent_before_the_closing_or_refused_after_it(town: Town, now: dt.datetime) -> None:
    moves = {line.entry.team_id: line.move.to for line in season_end(town.season).moves}
    for home, away in factories.PAIRS[0]:
        fixture = town.fixture(home, away)
        send = partial(submit.submit, fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
        closed, sent = at_once(partial(close_season, town.season, moves, reason="x", by=town.secretary, now=now), send)
        assert isinstance(closed, Season), closed
        assert Result.objects.filter(fixture=fixture).exists() is isinstance(sent, Result)
        assert isinstance(sent, Result) or "is closed" in str(sent), sent
        assert JournalEntry.objects.order_by("number").last().kind == "season-closed"  # type: ignore[union-attr]
        reopen_season(town.season, reason="x", by=town.secretary, now=now)
