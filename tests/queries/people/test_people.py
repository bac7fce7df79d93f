"""Who is where when: squads and captains of a day, the current season, a player's record, a captain's list."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from league.enums import FixtureState, RoleKind
from league.models import Fixture, Player, Registration, Season
from league.queries.leagues import current_season, week_at
from league.queries.people.people import captains_of, squads
from league.queries.results.dashboards import fixtures_of_captain
from league.queries.teams import Record, player_season, squad_of, teams_of
from league.rules.sheets import GameScore, ResultSheet
from league.services.calls import awards
from league.services.results import confirm, decide, submit
from tests import factories
from tests.factories import PUBLISHED, Town, result_sheet


def agree(town: Town, home: str, away: str, now: dt.datetime, first: GameScore | None = None) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away, first=first), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def transfer(town: Town, player: Player, to: str, day: dt.date) -> None:
    """Transfer a player to another team from a day on."""
    Registration.objects.filter(player=player, ends_on=None).update(ends_on=day - dt.timedelta(days=1))
    Registration.objects.create(season=town.season, team=town.teams[to], player=player, starts_on=day)


# Squads and captains


def test_a_squad_is_that_of_the_fixtures_own_date(town: Town) -> None:
    moving = town.squads["Anchor"][4]
    transfer(town, moving, "Bell", dt.date(2026, 9, 22))
    before, after = town.fixture("Anchor", "Bell"), town.fixture("Bell", "Castle")
    assert [p.name for p in squads(before)[0]] == [f"Anchor {n}" for n in range(1, 7)]
    assert moving not in squads(before)[1]
    assert [p.name for p in squads(after)[0]] == ["Anchor 5", *(f"Bell {n}" for n in range(1, 7))]
    # Postponed beyond their transfer, the first fixture finds the player on the other side.
    before.starts_at += dt.timedelta(weeks=1)
    home, away = squads(before)
    assert (moving in home, moving in away) == (False, True)


def test_the_date_of_a_squad_is_the_leagues_not_utcs(town: Town) -> None:
    """A quarter past midnight in London is still yesterday in UTC, all summer."""
    moving = town.squads["Anchor"][4]
    transfer(town, moving, "Bell", dt.date(2026, 9, 16))
    fixture = town.fixture("Anchor", "Bell")
    fixture.starts_at = dt.datetime(2026, 9, 16, 0, 15, tzinfo=town.league.tz)
    home, away = squads(fixture)
    assert (moving in home, moving in away) == (False, True)


def test_squads_are_one_query(town: Town, django_assert_num_queries: Any) -> None:
    fixture = town.fixture("Anchor", "Bell")
    with django_assert_num_queries(1):
        squads(fixture)


def test_captains_of_a_day(town: Town) -> None:
    anchor = town.teams["Anchor"]
    vice = factories.user("vice@town.example")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, anchor,
                   starts_on=dt.date(2026, 10, 1), ends_on=dt.date(2026, 10, 31))  # fmt: skip
    reader = factories.user("reader@town.example")
    factories.role(reader, town.league, RoleKind.PLAYER, anchor)
    first = town.captains["Anchor"]
    for day, expected in (
        (dt.date(2026, 9, 30), [first]),
        (dt.date(2026, 10, 1), [first, vice]),
        (dt.date(2026, 10, 31), [first, vice]),
        (dt.date(2026, 11, 1), [first]),
    ):
        assert captains_of(anchor.pk, on=day) == expected
    first.is_active = False
    first.save()
    assert captains_of(anchor.pk, on=dt.date(2026, 9, 30)) == []


# Seasons


def test_the_current_season_is_the_last_that_has_begun_on_the_leagues_calendar(town: Town) -> None:
    Season.objects.create(
        league=town.league, name="2025-26", slug="2025-26", first_week=dt.date(2025, 9, 15), published_at=PUBLISHED
    )
    Season.objects.create(
        league=town.league, name="2027-28", slug="2027-28", first_week=dt.date(2027, 9, 13), published_at=PUBLISHED
    )

    def current(*moment: int) -> str:
        found = current_season(town.league, now=dt.datetime(*moment, tzinfo=dt.UTC))  # type: ignore[arg-type, misc]
        assert found is not None
        return found.name

    assert current(2024, 1, 1) == "2025-26"
    # 23:00 in UTC is midnight in London, and the Monday of the first week.
    assert (current(2026, 9, 13, 22, 59), current(2026, 9, 13, 23)) == ("2025-26", "2026-27")
    assert current(2029, 1, 1) == "2027-28"


def test_a_league_without_a_season_has_none_now(town: Town, now: dt.datetime) -> None:
    factories.Fixture.objects.all().delete()
    Season.objects.all().delete()
    assert current_season(town.league, now=now) is None


def test_the_week_of_a_monday(town: Town) -> None:
    assert str(week_at(town.season, dt.date(2026, 9, 28))) == "Week 3 (catch-up)"
    assert week_at(town.season, dt.date(2026, 9, 29)) is None


# Records


def test_only_confirmed_live_results_are_in_a_record(town: Town, now: dt.datetime) -> None:
    player = town.squads["Anchor"][2]
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert player_season(player, town.season).total == Record(0, 0, 0)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now)
    found = player_season(player, town.season)
    assert (found.total, found.singles, found.doubles) == (Record(1, 2, 1), Record(1, 2, 1), Record(0, 0, 0))
    assert (found.total.games, found.total.percentage, found.matches[0].opponent.name) == (3, 67, "Bell")
    assert player_season(town.squads["Bell"][2], town.season).total == Record(1, 1, 2)


def test_an_awarded_game_and_a_superseded_version_are_not_in_a_record(town: Town, now: dt.datetime) -> None:
    fixture = agree(town, "Anchor", "Bell", now)
    awards.award_game(fixture, match_number=2, game_number=1, to="away", reason="R43", by=town.referee, now=now)
    single, other = town.squads["Anchor"][2], town.squads["Bell"][2]
    assert player_season(single, town.season).total == Record(1, 1, 1)
    assert player_season(other, town.season).total == Record(1, 1, 1)
    assert {line.player.name: line.record for line in squad_of(town.teams["Anchor"], town.season, on=now.date())}[
        "Anchor 3"
    ] == Record(1, 1, 1)


def test_a_walkover_is_nobodys_match(town: Town, now: dt.datetime) -> None:
    decide.give_walkover(town.fixture("Anchor", "Bell"), to="home", version=0, reason="x", by=town.secretary, now=now)
    assert {line.record for line in squad_of(town.teams["Anchor"], town.season, on=now.date())} == {Record(0, 0, 0)}


def test_a_match_against_an_empty_chair_is_not_in_a_record(town: Town, now: dt.datetime) -> None:
    """Bell had nobody for the last singles: its games are awarded to Anchor, and Anchor 4 has played none."""
    sheet = result_sheet(town, "Anchor", "Bell")
    last = sheet.matches[2]
    short = replace(last, away_players=(None,), games=(GameScore(awarded="home"),) * 3)
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, ResultSheet((*sheet.matches[:2], short)), by=town.secretary, now=now)
    assert player_season(town.squads["Anchor"][3], town.season).total == Record(0, 0, 0)
    records = {line.player.name: line.record for line in squad_of(town.teams["Anchor"], town.season, on=now.date())}
    assert (records["Anchor 3"], records["Anchor 4"]) == (Record(1, 2, 1), Record(0, 0, 0))


def test_of_an_abandoned_fixture_the_finished_games_are_in_a_record(town: Town, now: dt.datetime) -> None:
    sheet = result_sheet(town, "Anchor", "Bell")
    begun = replace(sheet.matches[1], games=sheet.matches[1].games[:1])
    fixture = town.fixture("Anchor", "Bell")
    kept = ResultSheet((sheet.matches[0], begun))
    decide.abandon(fixture, kept_on_the_form(sheet, kept), version=0, reason="x", by=town.secretary, now=now)
    assert player_season(town.squads["Anchor"][2], town.season).total == Record(1, 1, 0)
    assert player_season(town.squads["Anchor"][3], town.season).total == Record(0, 0, 0)


def kept_on_the_form(whole: ResultSheet, kept: ResultSheet) -> ResultSheet:
    """A sheet as the form sends it: what was not played is blank."""
    games = {match.number: match.games for match in kept.matches}
    padded = [(*games.get(m.number, ()), *(GameScore(),) * 3)[:3] for m in whole.matches]
    return ResultSheet(tuple(replace(m, games=found) for m, found in zip(whole.matches, padded, strict=True)))


@pytest.mark.parametrize("how", ["void", "cancelled"])
def test_what_does_not_count_is_in_no_record(town: Town, now: dt.datetime, how: str) -> None:
    fixture = agree(town, "Anchor", "Bell", now)
    if how == "void":
        decide.void(fixture, version=1, reason="Short pack", by=town.secretary, now=now)
    else:
        Fixture.objects.filter(pk=fixture.pk).update(state="cancelled")
    assert player_season(town.squads["Anchor"][2], town.season).total == Record(0, 0, 0)
    assert {line.record for line in squad_of(town.teams["Anchor"], town.season, on=now.date())} == {Record(0, 0, 0)}


def test_what_a_player_did_for_another_team_stays_out_of_this_ones_squad_list(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    moving = town.squads["Anchor"][2]
    transfer(town, moving, "Bell", dt.date(2026, 9, 22))
    assert moving not in [line.player for line in squad_of(town.teams["Anchor"], town.season, on=now.date())]
    theirs = {line.player: line.record for line in squad_of(town.teams["Bell"], town.season, on=now.date())}
    assert theirs[moving] == Record(0, 0, 0)
    assert player_season(moving, town.season).total == Record(1, 2, 1)
    assert [r.team.name for r in teams_of(moving, town.season)] == ["Bell", "Anchor"]


@pytest.mark.parametrize(
    ("record", "percentage"),
    [
        (Record(0, 0, 0), None),
        (Record(1, 0, 3), 0),
        (Record(1, 1, 1), 50),
        (Record(1, 1, 199), 1),
        (Record(1, 1, 2), 33),
    ],
)
def test_percentages_are_rounded_half_up(record: Record, percentage: int | None) -> None:
    assert record.percentage == percentage


@pytest.mark.parametrize("fixtures", [1, 3])
def test_records_ask_a_fixed_number_of_queries(
    town: Town, now: dt.datetime, django_assert_num_queries: Any, fixtures: int
) -> None:
    for home, away in (("Anchor", "Bell"), ("Duke of York", "Anchor"), ("Anchor", "Castle"))[:fixtures]:
        agree(town, home, away, now)
    with django_assert_num_queries(1):
        found = player_season(town.squads["Anchor"][0], town.season)
        assert [match.opponent.name for match in found.matches] == ["Castle", "Duke of York", "Bell"][-fixtures:]
    with django_assert_num_queries(2):
        squad_of(town.teams["Anchor"], town.season, on=now.date())


# A captain's list


def test_a_captains_fixtures_lie_under_what_is_to_be_done(town: Town, now: dt.datetime) -> None:
    held = frozenset({town.teams["Anchor"].pk})

    def listed() -> dict[str, list[str]]:
        found = fixtures_of_captain(town.league, held, now=now)
        headings = ("confirm", "due", "disputed", "waiting", "coming", "postponed", "done")
        return {name: [str(line.fixture) for line in getattr(found, name)] for name in headings if getattr(found, name)}

    assert listed() == {"due": ["Anchor v Bell", "Duke of York v Anchor", "Anchor v Castle"]}
    home, away, last = (
        town.fixture("Anchor", "Bell"),
        town.fixture("Duke of York", "Anchor"),
        town.fixture("Anchor", "Castle"),
    )
    Fixture.objects.filter(pk=last.pk).update(starts_at=now)
    assert "Anchor v Castle" in listed()["due"]
    Fixture.objects.filter(pk=last.pk).update(starts_at=now + dt.timedelta(seconds=1))
    submit.submit(home, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    submit.submit(away, result_sheet(town, "Duke of York", "Anchor"), by=town.captains["Duke of York"], now=now)
    assert listed() == {
        "waiting": ["Anchor v Bell"],
        "confirm": ["Duke of York v Anchor"],
        "coming": ["Anchor v Castle"],
    }
    confirm.confirm(away, 1, by=town.captains["Anchor"], now=now)
    confirm.dispute(home, 1, reason="No", by=town.captains["Bell"], now=now)
    Fixture.objects.filter(pk=last.pk).update(state=FixtureState.POSTPONED)
    assert listed() == {
        "done": ["Duke of York v Anchor"],
        "disputed": ["Anchor v Bell"],
        "postponed": ["Anchor v Castle"],
    }


def test_the_last_ten_confirmed_fixtures_the_latest_first(town: Town, now: dt.datetime) -> None:
    full = factories.full_division(town, 12, rounds=1)
    first = full.entries.get(team__name="Full 01").team_id
    done = fixtures_of_captain(town.league, frozenset({first}), now=now).done
    assert len(done) == 10
    assert [line.fixture.starts_at for line in done] == sorted((x.fixture.starts_at for x in done), reverse=True)
    assert done[0].fixture.starts_at.date() == dt.date(2026, 12, 1)


def test_nobodys_list_is_empty(town: Town, now: dt.datetime) -> None:
    found = fixtures_of_captain(town.league, frozenset(), now=now)
    assert (found.due, found.coming, found.done) == ([], [], [])
