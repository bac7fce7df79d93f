"""Two phones at the same moment, over real connections: one writes, nothing is lost and nothing half taken."""

import datetime as dt
from functools import partial

import pytest

from league.errors import Changed, LeagueError, WrongState
from league.models import JournalEntry, LiveScore, Result
from league.services import live as scoring
from league.services.results import submit
from tests.factories import Town, result_sheet
from tests.journals import forget
from tests.services.at_once import TIMES, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_begin_at_once_one_has_begun(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    for _ in range(TIMES):
        ended = at_once(
            partial(scoring.begin, fixture, phone="a", by=town.captains["Anchor"], now=now),
            partial(scoring.begin, fixture, phone="b", by=town.captains["Bell"], now=now),
        )
        assert sorted(isinstance(one, WrongState) for one in ended) == [False, True]
        assert LiveScore.objects.get().phone in ("a", "b")
        assert JournalEntry.objects.count() == 1
        LiveScore.objects.all().delete()
        forget(JournalEntry)


def test_of_two_who_take_over_at_once_one_has_taken_over(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    for _ in range(TIMES):
        scoring.begin(fixture, phone="a", by=town.captains["Anchor"], now=now)
        turn = LiveScore.objects.get().turn
        ended = at_once(
            partial(scoring.take_over, fixture, turn=turn, phone="b", by=town.captains["Bell"], now=now),
            partial(scoring.take_over, fixture, turn=turn, phone="s", by=town.secretary, now=now),
        )
        assert sorted(isinstance(one, Changed) for one in ended) == [False, True]
        assert LiveScore.objects.get().turn == turn + 1
        LiveScore.objects.all().delete()
        forget(JournalEntry)


def test_an_entry_beside_a_taking_over_is_in_or_comes_back(town: Town, now: dt.datetime) -> None:
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    entry = {"m1-g1-winner": "home", "m1-g1-loser": "98"}
    for _ in range(TIMES):
        scoring.begin(fixture, phone="a", by=anchor, now=now)
        written, _ = at_once(
            partial(scoring.write, fixture, entry, phone="a", by=anchor, now=now),
            partial(scoring.take_over, fixture, turn=1, phone="b", by=town.captains["Bell"], now=now),
        )
        live = LiveScore.objects.get()
        assert (live.phone, live.turn) == ("b", 2)
        if isinstance(written, LeagueError):
            assert isinstance(written, scoring.Overtaken)
            assert (live.sheet, len(written.apart)) == ({}, 1)
        else:
            assert live.sheet == entry
        LiveScore.objects.all().delete()
        forget(JournalEntry)


def test_two_entries_of_one_device_at_once_are_both_in(town: Town, now: dt.datetime) -> None:
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    scoring.begin(fixture, phone="a", by=anchor, now=now)
    entries = [{f"m{n}-g1-winner": "home", f"m{n}-g1-loser": "98"} for n in (1, 2, 3)]
    at_once(*(partial(scoring.write, fixture, entry, phone="a", by=anchor, now=now) for entry in entries))
    live = LiveScore.objects.get()
    assert (live.fields, live.home_games, live.sequence) == (entries[0] | entries[1] | entries[2], 3, 4)


def test_a_result_beside_an_entry_leaves_nothing_of_the_score(town: Town, now: dt.datetime) -> None:
    fixture, anchor = town.fixture("Anchor", "Bell"), town.captains["Anchor"]
    scoring.begin(fixture, phone="a", by=anchor, now=now)
    entry, sheet = {"m1-g1-winner": "home", "m1-g1-loser": "98"}, result_sheet(town, "Anchor", "Bell")
    written, _ = at_once(
        partial(scoring.write, fixture, entry, phone="a", by=anchor, now=now),
        partial(submit.submit, fixture, sheet, by=town.captains["Bell"], now=now),
    )
    live = LiveScore.objects.get()
    assert (live.going, live.sheet, Result.objects.count()) == (False, {}, 1)
    assert isinstance(written, (LiveScore, scoring.Overtaken))
