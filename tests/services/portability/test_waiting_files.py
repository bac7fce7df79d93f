"""Uploaded spreadsheets between preview and loading: in the database, for an hour, of one person no more than a few."""

import datetime as dt

import pytest

from league.errors import NotAllowed
from league.models import League, User, WaitingFile
from league.queries.portability import waiting_files
from league.services.portability.waiting_files import (
    LIFETIME,
    MOST_BYTES,
    MOST_UPLOADS,
    delete_files,
    store_files,
    sweep_expired,
)
from tests import factories
from tests.factories import Town

FILES = {"teams.csv": b"team\nBell\n", "venues.csv": b"venue\nThe Inn\n"}
SECOND = dt.timedelta(seconds=1)


def leagues_of(secretary: User, count: int) -> list[League]:
    found = []
    for number in range(count):
        league = League.objects.create(name=f"League {number}", slug=f"league-{number}")
        factories.role(secretary, league, "secretary")
        found.append(league)
    return found


def test_files_are_given_to_their_sender_in_their_league_for_an_hour(town: Town, now: dt.datetime) -> None:
    token = store_files(FILES, town.league, by=town.secretary, now=now)
    (other,) = leagues_of(town.secretary, 1)
    assert waiting_files(token, town.league, town.secretary, now=now + LIFETIME - SECOND) == FILES
    assert waiting_files(token, town.league, town.secretary, now=now + LIFETIME) == {}
    assert waiting_files(token, town.league, town.referee, now=now) == {}
    assert waiting_files(token, other, town.secretary, now=now) == {}
    for wrong in ("", "x", "\x00", "é" * 22, token[:-1]):
        assert waiting_files(wrong, town.league, town.secretary, now=now) == {}


def test_nobody_but_the_secretary_stores_files(town: Town, now: dt.datetime) -> None:
    with pytest.raises(NotAllowed):
        store_files(FILES, town.league, by=town.captains["Bell"], now=now)
    assert not WaitingFile.objects.exists()


def test_an_upload_takes_the_place_of_the_one_before(town: Town, now: dt.datetime) -> None:
    first = store_files(FILES, town.league, by=town.secretary, now=now)
    second = store_files({"teams.csv": b"x"}, town.league, by=town.secretary, now=now)
    assert waiting_files(first, town.league, town.secretary, now=now) == {}
    assert waiting_files(second, town.league, town.secretary, now=now) == {"teams.csv": b"x"}
    assert WaitingFile.objects.count() == 1


def test_one_person_stores_a_few_uploads_in_all_their_leagues(town: Town, now: dt.datetime) -> None:
    """Anyone may make a league where that is open: a hundred leagues were a hundred uploads."""
    tokens = [
        store_files(FILES, league, by=town.secretary, now=now + n * SECOND)
        for n, league in enumerate(leagues_of(town.secretary, MOST_UPLOADS + 3))
    ]
    assert set(WaitingFile.objects.values_list("token", flat=True)) == set(tokens[-MOST_UPLOADS:])


def test_one_person_stores_so_many_bytes_in_all_their_leagues(town: Town, now: dt.datetime) -> None:
    first, second, third = leagues_of(town.secretary, 3)
    half = {"teams.csv": bytes(MOST_BYTES // 2)}
    store_files(half, first, by=town.secretary, now=now)
    kept = store_files({"teams.csv": b"x"}, second, by=town.secretary, now=now + SECOND)
    last = store_files(half, third, by=town.secretary, now=now + 2 * SECOND)
    assert set(WaitingFile.objects.values_list("token", flat=True)) == {kept, last}
    assert store_files({"teams.csv": bytes(MOST_BYTES + 1)}, third, by=town.secretary, now=now) == ""
    assert set(WaitingFile.objects.values_list("token", flat=True)) == {kept}


def test_what_was_loaded_is_deleted_and_what_others_sent_stays(town: Town, now: dt.datetime) -> None:
    factories.role(town.referee, town.league, "secretary")
    store_files(FILES, town.league, by=town.secretary, now=now)
    other = store_files(FILES, town.league, by=town.referee, now=now)
    delete_files(town.league, by=town.secretary)
    assert set(WaitingFile.objects.values_list("token", flat=True)) == {other}


def test_what_nobody_loaded_is_swept(town: Town, now: dt.datetime) -> None:
    store_files(FILES, town.league, by=town.secretary, now=now)
    assert sweep_expired(now=now + LIFETIME - SECOND) == 0
    assert (sweep_expired(now=now + LIFETIME), sweep_expired(now=now + LIFETIME)) == (2, 0)
    assert not WaitingFile.objects.exists()
