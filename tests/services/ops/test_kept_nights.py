"""The nights that a process keeps: after each decision those that every sheet of the league would make."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from league.models import Division, JournalHead, Player
from league.queries.honours import nights
from league.queries.honours.nights import CleanNights, Tally, count_nights
from league.rules.sheets import GameScore, ResultSheet
from league.services.ops.memory import DivisionStates, KeptNights, state_of
from league.services.results import confirm, correct, submit
from league.services.seasons.changes import change_team
from tests.factories import Town, result_sheet

WON = (GameScore(121, 60),) * 3
LATER = dt.datetime(2026, 10, 5, 19, tzinfo=dt.UTC)


def clean_sheet(town: Town, home: str, away: str) -> ResultSheet:
    sheet = result_sheet(town, home, away)
    return ResultSheet((*sheet.matches[:2], replace(sheet.matches[2], games=WON)))


@pytest.fixture
def kept() -> KeptNights:
    return KeptNights(DivisionStates())


def of(kept: KeptNights, town: Town) -> CleanNights:
    """Return what is kept, which must be what counting everything makes."""
    held = kept.get(town.league, state_of("town"))
    counted = CleanNights.build(count_nights(town.league))
    assert {names: some for names, some in held.by_division.items() if some} == counted.by_division
    assert (held.totals, held.best(20)) == (counted.totals, counted.best(20))
    return held


def test_a_result_confirmed_and_corrected_is_counted(town: Town, now: dt.datetime, kept: KeptNights) -> None:
    fixture = town.fixture("Anchor", "Bell")
    assert of(kept, town).totals == {}
    submit.submit(fixture, clean_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert of(kept, town).totals == {}
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    [(player, tally)] = of(kept, town).best(20)
    assert (player, tally) == (town.squads["Anchor"][3].pk, Tally(1, (fixture.starts_at, fixture.pk)))
    sheet = result_sheet(town, "Anchor", "Bell")
    correct.propose(fixture, 1, sheet, reason="A slip.", by=town.captains["Anchor"], now=now)
    assert of(kept, town).totals
    correct.answer_correction(fixture, 2, accept=True, by=town.captains["Bell"], now=now)
    assert of(kept, town).totals == {}


def test_only_the_division_of_a_result_is_counted_anew(
    town: Town, now: dt.datetime, kept: KeptNights, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def count(league: Any, divisions: Any = None) -> Any:
        asked.append(divisions)
        return count_nights(league, divisions)

    monkeypatch.setattr("league.services.ops.memory.count_nights", count)
    kept.get(town.league, state_of("town"))
    submit.submit(town.fixture("Anchor", "Bell"), clean_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    names = (town.season.slug, Division.objects.get(fixtures=town.fixture("Anchor", "Bell")).slug)
    for _ in range(2):
        kept.get(town.league, state_of("town"))
    change_team(town.teams["Bell"], {"name": "Ash"}, by=town.secretary, now=now)
    kept.get(town.league, state_of("town"))
    assert asked == [None, [names], None]


def test_another_database_in_its_place_is_counted_anew(town: Town, now: dt.datetime, kept: KeptNights) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), clean_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    assert of(kept, town).totals
    Player.objects.update(hide_averages=True)
    JournalHead.objects.update(hash="another")
    assert of(kept, town).totals == {}


def test_of_equals_the_last_was_latest() -> None:
    def at(n: int) -> tuple[dt.datetime, int]:
        return LATER + dt.timedelta(days=n), n

    found = CleanNights.build({
        ("s", "a"): {1: Tally(2, at(1)), 2: Tally(1, at(9)), 3: Tally(1, at(3))},
        ("t", "b"): {1: Tally(1, at(5)), 2: Tally(2, at(4)), 4: Tally(1, at(3))},
    })  # fmt: skip
    assert found.best(2) == [(2, Tally(3, at(9))), (1, Tally(3, at(5)))]
    assert [player for player, _ in found.best(9)] == [2, 1, 3, 4]
    assert found.of_season("t").best(9) == [(2, Tally(2, at(4))), (1, Tally(1, at(5))), (4, Tally(1, at(3)))]


def test_pages_and_programs_read_what_is_kept(
    town: Town, now: dt.datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KEPT_PAGES = 1_000_000
    submit.submit(town.fixture("Anchor", "Bell"), clean_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    client, name = Client(), town.squads["Anchor"][3].name
    assert client.get("/api/v1/leagues/town/honours/").json()["nights"][0]["player"]["name"] == name
    # From here on nothing is counted.
    monkeypatch.setattr(nights, "_count", None)
    season = client.get(f"/api/v1/leagues/town/seasons/{town.season.slug}/honours/")
    assert [one["nights"] for one in season.json()["nights"]] == [1]
    assert name in client.get("/leagues/town/honours/").content.decode()
