"""A side that is short of players on a sheet that is sent, kept, read back and corrected."""

import datetime as dt
from dataclasses import replace

import pytest

from league.errors import Invalid
from league.models import Appearance
from league.queries.fixtures import matches_of
from league.queries.results.sheets import sheet_of
from league.queries.standings.figures import totals_of
from league.rules import formats
from league.rules.formats import result_terms
from league.rules.sheet_fields import fields_of, parse_sheet
from league.rules.sheets import ResultSheet
from league.services.results import confirm, correct, submit
from league.web.cards import match_view
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat

pytestmark = pytest.mark.django_db


def playing(town: Town, text: str) -> Town:
    town.division.fixture_format = text
    town.division.save()
    return town


def with_dummy(town: Town) -> ResultSheet:
    """A sheet of the town, D S S, on which the second partner of the home pair is a dummy."""
    first, *rest = result_sheet(town, "Anchor", "Bell").matches
    players = (first.home_players[0], None)
    return ResultSheet((replace(first, home_players=players, dummies=(("home", 2),)), *rest))


def test_a_dummy_is_no_player_and_is_there_again_when_the_sheet_is_read(town: Town, now: dt.datetime) -> None:
    playing(town, "D S S / short-dummy")
    fixture, sheet = town.fixture("Anchor", "Bell"), with_dummy(town)
    result = submit.submit(fixture, sheet, by=town.captains["Anchor"], now=now)
    seats = Appearance.objects.filter(result=result, match__number=1, side="home")
    assert [seat.player_id for seat in seats] == [town.squads["Anchor"][0].pk]
    assert sheet_of(result).matches[0].dummies == (("home", 2),)
    terms = formats.terms(fixture.division)
    assert parse_sheet(fields_of(sheet_of(result), terms), terms) == (sheet_of(result), [])


def test_a_sheet_with_a_dummy_is_confirmed_and_corrected_like_any(town: Town, now: dt.datetime) -> None:
    playing(town, "D S S / short-dummy")
    fixture = town.fixture("Anchor", "Bell")
    result = submit.submit(fixture, with_dummy(town), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, result.version, by=town.captains["Bell"], now=now)
    counts = sheet_of(result)
    first, *rest = counts.matches
    other = ResultSheet((replace(first, games=(first.games[1], first.games[0], *first.games[2:])), *rest))
    by = town.captains["Anchor"]
    proposed = correct.propose(fixture, result.version, other, reason="Exchanged.", by=by, now=now)
    assert sheet_of(proposed).matches[0].dummies == (("home", 2),)


def test_without_the_word_in_the_format_a_dummy_and_a_second_match_are_refused(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    whole = result_sheet(town, "Anchor", "Bell")
    twice = with_seat(whole, 3, "home", 1, whole.matches[1].home_players[0])
    for sheet, field in ((with_dummy(town), "m1-home-2"), (twice, "m3-home-1")):
        with pytest.raises(Invalid) as refused:
            submit.submit(fixture, sheet, by=town.captains["Anchor"], now=now)
        assert [problem.field for problem in refused.value.problems] == [field]


def test_a_player_of_a_short_side_is_kept_in_both_their_matches(town: Town, now: dt.datetime) -> None:
    playing(town, "D S S / short-twice")
    whole = result_sheet(town, "Anchor", "Bell")
    again = whole.matches[1].home_players[0]
    result = submit.submit(
        town.fixture("Anchor", "Bell"), with_seat(whole, 3, "home", 1, again), by=town.captains["Anchor"], now=now
    )
    assert Appearance.objects.filter(result=result, player=again).count() == 2


@pytest.mark.parametrize(("text", "missing"), [("T S S / short-dummy", 1), ("4P S / short-dummy", 2)])
def test_dummies_of_both_sides_of_a_larger_match_are_there_again(
    town: Town, now: dt.datetime, text: str, missing: int
) -> None:
    playing(town, text)
    first, *rest = result_sheet(town, "Anchor", "Bell").matches
    there = len(first.home_players) - missing
    nobody = (None,) * missing
    dummies = tuple((side, there + seat) for side in ("home", "away") for seat in range(1, missing + 1))
    first = replace(
        first,
        home_players=(*first.home_players[:there], *nobody),
        away_players=(*first.away_players[:there], *nobody),
        dummies=dummies,
    )
    fixture = town.fixture("Anchor", "Bell")
    result = submit.submit(fixture, ResultSheet((first, *rest)), by=town.captains["Anchor"], now=now)
    kept = sheet_of(result).matches[0]
    assert (kept.home_players, kept.away_players, kept.dummies) == (first.home_players, first.away_players, dummies)
    [view, *_] = [match_view(line, town.league, result_terms(result)) for line in matches_of(result)]
    assert [player.name for player in view.away_players][-missing:] == ["dummy"] * missing


def test_a_match_that_both_sides_had_nobody_for_is_kept_without_a_game(town: Town, now: dt.datetime) -> None:
    for text, places in (("S1w S1w", {"m2-short": "both"}), ("2E1w", {"m3-home-1": "0", "m2-away-1": "0"})):
        playing(town, text)
        home, away = "Anchor", ("Bell" if text == "S1w S1w" else "Castle")
        fixture, terms = town.fixture(home, away), formats.terms(town.division)
        places |= {"m1-home-1": str(town.squads[home][0].pk), "m1-away-1": str(town.squads[away][0].pk)}
        sheet, problems = parse_sheet(places | {"m1-g1-winner": "home"}, terms)
        assert problems == []
        result = submit.submit(fixture, sheet, by=town.captains[home], now=now)
        confirm.confirm(fixture, result.version, by=town.captains[away], now=now)
        assert sheet_of(result) == sheet
        row = result.matches.order_by("number").last()
        assert row is not None
        assert (row.finished, row.home_games, row.away_games, row.games.count()) == (False, 0, 0, 0)
        assert (result.finished, result.home_matches + result.away_matches) == (True, len(terms.matches) - 1)
        played = totals_of(result)
        assert (played.finished, played.matches_drawn, played.home_games + played.away_games) == (
            True,
            0,
            len(terms.matches) - 1,
        )


def test_of_a_match_that_is_only_counted_nothing_was_won_where_both_had_nobody(town: Town, now: dt.datetime) -> None:
    playing(town, "S1w D5t")
    home, away = (str(town.squads[team][0].pk) for team in ("Anchor", "Bell"))
    places = {"m1-home-1": home, "m1-away-1": away, "m1-g1-winner": "home", "m2-short": "both"}
    sheet, _ = parse_sheet(places, formats.terms(town.division))
    # A program says no more of it than this.
    counted = ResultSheet((sheet.matches[0], replace(sheet.matches[1], games=(), totals=False)))
    result = submit.submit(town.fixture("Anchor", "Bell"), counted, by=town.captains["Anchor"], now=now)
    row = result.matches.get(number=2)
    assert (row.home_played, row.away_played, row.finished) == (0, 0, False)
    assert sheet_of(result) == sheet
