"""A division's format changes in mid-season: what was played keeps the format it was played by, everywhere."""

import datetime as dt
import io
import zipfile
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from league.enums import JournalKind
from league.errors import Invalid
from league.models import Division, Fixture, FixtureFormat, JournalEntry, Result
from league.queries.results.sheets import sheet_of
from league.queries.results.versions import live_result
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import division_table
from league.queries.standings.table_variants import table_of_kind
from league.rules.formats import fixture_terms
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.disputes.rulebook import books_of
from league.services.portability.exports.spreadsheets import write_spreadsheets
from league.services.portability.imports import import_season
from league.services.results import correct, decide, submit
from league.services.seasons.seasons import change_division
from tests.factories import Town, result_sheet

NEW = "S Sb5w"
WHY = "The committee met."


def division_of(town: Town) -> Division:
    return Division.objects.select_related("season__league").get(pk=town.division.pk)


def change(town: Town, text: str, now: dt.datetime, **more: Any) -> Division:
    said = {"reason": WHY, **more}
    return change_division(division_of(town), {"fixture_format": text}, by=town.secretary, now=now, **said)


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Town:
    """Anchor v Bell is played by "D S S", and from then on a fixture is "S Sb5w"."""
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    change(town, NEW, now)
    return town


def new_sheet(town: Town, home: str, away: str, winners: str = "hhh") -> ResultSheet:
    """A sheet in the new format: the home side wins its singles by two games to one, and the best of five as said."""
    ours, theirs = ([player.pk for player in town.squads[team]] for team in (home, away))
    first = (GameScore(121, 90), GameScore(90, 121), GameScore(121, 100))
    won = tuple(GameScore(won="home" if one == "h" else "away") for one in winners)
    won += (GameScore(),) * (5 - len(won))
    return ResultSheet(
        (
            MatchSheet(1, "singles", (ours[0],), (theirs[0],), first),
            MatchSheet(2, "singles", (ours[1],), (theirs[1],), won),
        )
    )


def test_a_format_changes_for_fixtures_without_a_result(played: Town) -> None:
    old, new = played.fixture("Anchor", "Bell"), played.fixture("Castle", "Duke of York")
    assert str(fixture_terms(old)) == "D S S"
    assert str(fixture_terms(new)) == NEW
    assert Result.objects.get().format.text == "D S S"


def test_the_change_is_in_the_journal_from_old_to_new_with_its_reason(played: Town, now: dt.datetime) -> None:
    entry = JournalEntry.objects.get(kind=JournalKind.SEASON_CHANGED)
    assert (entry.data["fixture_format"], entry.why) == ({"from": "D S S", "to": NEW}, WHY)
    assert division_of(played).format_since == now


def test_without_a_reason_it_is_refused_and_nothing_is_written(town: Town, now: dt.datetime) -> None:
    submit.submit(town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.secretary, now=now)
    before = Division.objects.values().get(pk=town.division.pk)
    with pytest.raises(Invalid, match="Say why its fixture format changes") as refused:
        change(town, NEW, now, reason=" ")
    assert [problem.field for problem in refused.value.problems] == ["reason"]
    assert Division.objects.values().get(pk=town.division.pk) == before


def test_before_the_first_result_no_reason_is_asked_and_no_row_is_made(town: Town, now: dt.datetime) -> None:
    change(town, NEW, now, reason="")
    assert not FixtureFormat.objects.exists()
    assert division_of(town).format_since is None


def test_a_new_sheet_is_read_in_the_new_format_and_an_old_one_corrected_in_the_old(
    played: Town, now: dt.datetime
) -> None:
    new, old = played.fixture("Castle", "Duke of York"), played.fixture("Anchor", "Bell")
    submit.submit(new, new_sheet(played, "Castle", "Duke of York"), by=played.secretary, now=now)
    with pytest.raises(Invalid):
        correct.propose(old, 1, new_sheet(played, "Anchor", "Bell"), reason=WHY, by=played.secretary, now=now)
    changed = result_sheet(played, "Anchor", "Bell", first=GameScore(100, 121))
    correct.propose(old, 1, changed, reason=WHY, by=played.secretary, now=now)
    live = Result.objects.select_related("format", "fixture").filter(live=True)
    assert {str(one.fixture): (one.format.text, one.home_games, one.away_games) for one in live} == {
        "Anchor v Bell": ("D S S", 5, 4),
        "Castle v Duke of York": (NEW, 5, 1),
    }


def test_a_captain_enters_and_corrects_by_the_format_of_the_fixture(played: Town, now: dt.datetime) -> None:
    new = played.fixture("Castle", "Duke of York")
    submit.submit(new, new_sheet(played, "Castle", "Duke of York"), by=played.captains["Castle"], now=now)
    change(played, "D D", now)
    # What waits for the other side was sent by the format before, and the other side's sheet answers it in that.
    theirs = new_sheet(played, "Castle", "Duke of York", "hhah")
    submit.submit(new, theirs, by=played.captains["Duke of York"], now=now)
    states = Result.objects.filter(fixture=new).order_by("version").values_list("state", "format__text")
    assert list(states) == [("disputed", NEW), ("counter", NEW)]


def test_a_walkover_has_the_games_of_the_fixtures_own_format(played: Town, now: dt.datetime) -> None:
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York")):
        fixture = played.fixture(home, away)
        live = live_result(fixture)
        version = live.version if live else 0
        decide.give_walkover(fixture, to="home", version=version, reason=WHY, by=played.secretary, now=now)
    games = dict(Result.objects.filter(live=True).values_list("fixture__home__name", "home_games"))
    # Nine by "D S S"; three of a match that is played out, and three that win the best of five.
    assert games == {"Anchor": 9, "Castle": 6}


def test_a_fixture_that_is_entered_again_is_played_by_the_format_of_now(played: Town, now: dt.datetime) -> None:
    old = played.fixture("Anchor", "Bell")
    decide.reopen(old, version=1, reason=WHY, by=played.secretary, now=now)
    assert str(fixture_terms(played.fixture("Anchor", "Bell"))) == NEW
    submit.submit(played.fixture("Anchor", "Bell"), new_sheet(played, "Anchor", "Bell"), by=played.secretary, now=now)
    assert list(Result.objects.order_by("version").values_list("format__text", flat=True)) == ["D S S", NEW]


def test_a_decision_that_is_reversed_brings_back_the_format_too(played: Town, now: dt.datetime) -> None:
    decide.reopen(played.fixture("Anchor", "Bell"), version=1, reason=WHY, by=played.secretary, now=now)
    decide.take_back(played.fixture("Anchor", "Bell"), version=0, reason=WHY, by=played.secretary, now=now)
    fixture = played.fixture("Anchor", "Bell")
    assert str(fixture_terms(fixture)) == "D S S"
    live = live_result(fixture)
    assert live is not None
    assert sheet_of(live) == result_sheet(played, "Anchor", "Bell")


def test_tables_and_receipts_count_each_result_by_its_own_format(played: Town, now: dt.datetime) -> None:
    """Whole matches bring a point: Castle's best of five is one, three games to none, and no match of the old three."""
    Division.objects.filter(pk=played.division.pk).update(points_per_whole_match=1, points_per_match=1)
    new = played.fixture("Castle", "Duke of York")
    submit.submit(new, new_sheet(played, "Castle", "Duke of York"), by=played.secretary, now=now)
    table = division_table(division_of(played))
    # Games, matches, whole matches: 6 + 3 · 5 + 2 + 1 · 3 · 1.
    points = {row.team.name: int(row.row.points) for row in table.rows}
    assert points == {"Anchor": 9, "Castle": 8, "Bell": 3, "Duke of York": 1}
    for team in ("Anchor", "Castle"):
        receipt = receipt_of(division_of(played), played.teams[team], now=now)
        assert sum(line.points for line in receipt.fixtures) == receipt.points == points[team]
    singles = table_of_kind(division_of(played), "singles")
    assert {row.team.name: row.row.games_for for row in singles.rows} == {
        "Anchor": 4, "Bell": 2, "Castle": 5, "Duke of York": 1,
    }  # fmt: skip


def test_a_table_asks_one_query_more_where_a_format_has_changed(
    played: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    for home, away in (("Castle", "Duke of York"), ("Bell", "Castle")):
        fixture = played.fixture(home, away)
        Fixture.objects.filter(pk=fixture.pk).update(starts_at=now)
        submit.submit(played.fixture(home, away), new_sheet(played, home, away), by=played.secretary, now=now)
        division = division_of(played)
        with django_assert_num_queries(5):
            division_table(division)


def test_the_rules_page_says_both_formats_and_since_when(played: Town) -> None:
    chapters = {str(one.title): [str(rule) for rule in one.rules] for one in books_of(played.season)[0].sections}
    assert chapters["Fixtures"][0] == "A fixture is two singles."
    assert chapters["Earlier formats"][:3] == [
        "This is how fixtures are played since 3 November 2026; those with a result keep what they were played by.",
        "1 fixture, of 15 September 2026, was played by an earlier format:",
        "A fixture is three matches, in this order: one doubles, two singles.",
    ]


def test_the_api_says_the_format_of_a_division_and_of_a_result(played: Town, client: Client) -> None:
    fixture = played.fixture("Anchor", "Bell")
    result = client.get(f"/api/v1/leagues/town/fixtures/{fixture.pk}/result/").json()
    assert result["live"]["format"] == result["versions"][0]["format"] == "D S S"
    [division] = client.get("/api/v1/leagues/town/seasons/2026-27/divisions/").json()["results"]
    assert (division["fixture_format"], division["format_since"][:10]) == (NEW, "2026-11-03")


def test_equal_formats_are_one_row_for_the_whole_league(played: Town, now: dt.datetime) -> None:
    change(played, "D S S", now)
    submit.submit(
        played.fixture("Castle", "Duke of York"), result_sheet(played, "Castle", "Duke of York"), by=played.secretary,
        now=now,
    )  # fmt: skip
    assert sorted(FixtureFormat.objects.values_list("text", flat=True)) == ["D S S", NEW]
    assert set(Result.objects.values_list("format__text", flat=True)) == {"D S S"}


def test_the_database_refuses_to_change_or_delete_a_format(played: Town) -> None:
    row = Result.objects.select_related("format").get().format
    for attempt in (
        lambda: FixtureFormat.objects.filter(pk=row.pk).update(text="S"),
        lambda: FixtureFormat.objects.bulk_update([replace_text(row)], ["text"]),
        lambda: _delete(row),
    ):
        with pytest.raises(IntegrityError, match="stands as it was played by"), transaction.atomic():
            attempt()


def replace_text(row: FixtureFormat) -> FixtureFormat:
    row.text = "S"
    return row


def _delete(row: FixtureFormat) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM league_fixtureformat WHERE id = %s", [row.pk])


def test_scores_are_not_ranked_by_where_earlier_sheets_have_none(played: Town, now: dt.datetime) -> None:
    new = played.fixture("Castle", "Duke of York")
    submit.submit(new, new_sheet(played, "Castle", "Duke of York"), by=played.secretary, now=now)
    change(played, "D S S", now)
    with pytest.raises(Invalid):
        change_division(division_of(played), {"tie_breaks": ["spread", "name"]}, by=played.secretary, now=now)


def test_spreadsheets_say_whose_format_they_have_not_and_read_each_result_in_its_own(
    played: Town, now: dt.datetime
) -> None:
    new = played.fixture("Castle", "Duke of York")
    submit.submit(new, new_sheet(played, "Castle", "Duke of York"), by=played.secretary, now=now)
    out = io.BytesIO()
    left = write_spreadsheets(played.season, out)
    told = (
        "Division 1: 1 fixture with a result, of 2026-09-15, was played by the format D S S; "
        "season.csv has the one of now."
    )
    assert [one for one in left if "played by the format" in one] == [told]
    results = {"results.csv": zipfile.ZipFile(out).read("results.csv")}
    report = import_season(results, played.league, season=played.season, by=played.secretary, now=now)
    assert (report.created, report.changed) == ({}, {})
    Result.objects.all().delete()
    Fixture.objects.filter(division=played.division).exclude(home=played.teams["Anchor"]).update(format=None)
    import_season(results, played.league, season=played.season, by=played.secretary, now=now)
    assert sorted(Result.objects.values_list("format__text", flat=True)) == ["D S S", NEW]
