"""The parts of a season that stand in its spreadsheets."""

import datetime as dt
from dataclasses import replace

from league.models import Fixture, Season
from league.queries.portability import fixtures_sheet, results_sheet
from league.rules.sheets import GameScore, ResultSheet
from league.services.results import decide
from tests.factories import Town, result_sheet


def test_a_play_off_stands_in_its_division_and_in_no_round_or_week(town: Town) -> None:
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(play_off=True)
    rows = {(row[4], row[5]): row[:3] for row in fixtures_sheet(Season.objects.select_related("league").get()).rows}
    assert rows["Anchor", "Bell"] == ("Division 1", "", "")
    assert rows["Castle", "Duke of York"] == ("Division 1", 1, 1)


def test_a_fixture_that_was_broken_off_has_its_games_and_the_word_for_it(town: Town, now: dt.datetime) -> None:
    first, *rest = result_sheet(town, "Anchor", "Bell").matches
    begun = ResultSheet((first, *(replace(match, games=(GameScore(),) * 3) for match in rest)))
    decide.abandon(
        town.fixture("Anchor", "Bell"), begun, version=0, reason="The lights went out.", by=town.secretary, now=now
    )
    sheet = results_sheet(Season.objects.select_related("league").get(), lambda player: player.name)
    rows = [dict(zip(sheet.headings, row, strict=True)) for row in sheet.rows]
    assert [(row["match"], row["game"], row["score"], row["note"], row["remark"]) for row in rows] == [
        (1, game, score, "abandoned", "The lights went out.")
        for game, score in ((1, "121-61"), (2, "61-121"), (3, "121-61"))
    ]
