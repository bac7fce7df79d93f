"""What differs if settings change, before anything is written."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import FixtureState, PostponementState, RoleKind, Settlement, Side
from league.models import (
    Division,
    Entry,
    Fixture,
    HighHand,
    League,
    Postponement,
    Registration,
    Result,
    Season,
    Timetable,
    User,
    Week,
)
from league.queries.seasons.rulesets import format_impact
from league.queries.seasons.settings_preview import (
    SettingsPreview,
    preview_division,
    preview_league,
    preview_season,
)
from league.rules.settings import DivisionSettings, LeagueSettings, SeasonSettings, Settings, declared, stored
from league.rules.sheets import GameScore
from league.services.results import confirm, store, submit
from league.translation import Text
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.disputes import panel_cases as panels
from tests.test_settings_declared import others

# The day after the first fixtures; the second are in six days.
WEDNESDAY = dt.datetime(2026, 9, 16, 12, tzinfo=dt.UTC)
OCTOBER = dt.datetime(2026, 10, 1, 12, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)


def on_league(town: Town, now: dt.datetime, **new: Any) -> SettingsPreview:
    league = League.objects.get(pk=town.league.pk)
    return preview_league(league, replace(stored(LeagueSettings, league), **new), now=now)


def on_season(town: Town, now: dt.datetime, **new: Any) -> SettingsPreview:
    season = Season.objects.select_related("league").get(pk=town.season.pk)
    return preview_season(season, replace(stored(SeasonSettings, season), **new), now=now)


def on_division(town: Town, now: dt.datetime = WEDNESDAY, **new: Any) -> SettingsPreview:
    division = Division.objects.select_related("season__league").get(pk=town.division.pk)
    return preview_division(division, new, now=now)


def differences(preview: SettingsPreview) -> dict[str, list[str]]:
    """The differences of a preview: "about: before → after", by their titles."""
    return {
        str(one.title): [f"{about}: {was} → {then}" for about, was, then in one.examples] for one in preview.differences
    }


def agree(town: Town, home: str, away: str, now: dt.datetime, *, first: GameScore | None = None) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away, first=first), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def postponed(town: Town, home: str, away: str) -> Fixture:
    """A fixture that has lost its date."""
    fixture = town.fixture(home, away)
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    Postponement.objects.create(
        fixture=fixture, side=Side.HOME, state=PostponementState.OWED, requested_at=fixture.starts_at - DAY
    )
    return fixture


@pytest.fixture
def busy(town: Town) -> Town:
    """A town in which every setting that moves anything has something to move.

    Anchor v Bell is ruled on, with two on its sheet who are not registered; Castle v Duke of York awaits its result;
    Bell v Castle is put off.
    """
    panels.ruling(town, WEDNESDAY)
    postponed(town, "Bell", "Castle")
    Registration.objects.filter(player__in=town.squads["Anchor"][:2]).delete()
    Registration.objects.filter(player=town.squads["Bell"][5]).update(starts_on=WEDNESDAY.date())
    HighHand.objects.create(
        fixture=town.fixture("Anchor", "Bell"), player=town.squads["Anchor"][0], points=24, recorded_at=WEDNESDAY
    )
    # Won by games, and lost by matches.
    Result.objects.filter(live=True).update(home_games=4, away_games=2, home_matches=1, away_matches=1)
    Division.objects.update(points_per_win=2)
    return town


# Every setting


ROWS: dict[type[Settings], tuple[type[Any], Callable[..., SettingsPreview]]] = {
    LeagueSettings: (League, on_league),
    SeasonSettings: (Season, on_season),
    DivisionSettings: (Division, on_division),
}
# A draft has an evening to move still; some settings hold only where another is set.
BASES: tuple[dict[str, Any], ...] = (
    {},
    {"guests": "anybody"},
    {"registration": "open"},
    {"catch_up": "none"},
    {"registration_until": dt.date(2026, 9, 15)},
    {"published_at": None},
)
LEAGUE_BASES: tuple[dict[str, Any], ...] = ({"result_day": "hours"}, {"result_day": "friday"})


@pytest.mark.parametrize("of", ROWS)
def test_every_setting_moves_something_or_says_that_it_holds_from_now_on(busy: Town, of: type[Settings]) -> None:
    model, preview = ROWS[of]
    usual = {name: value for name, value in Season.objects.values().get().items() if name not in ("id", "league_id")}
    for name, one in declared(of).items():
        moved = noted = False
        for base in {Season: BASES, League: LEAGUE_BASES}.get(model, ({},)):
            if model is League:
                League.objects.update(**base)
            else:
                Season.objects.update(**usual | base)
            for value in others(of, name, than=model.objects.get()):
                found = preview(busy, WEDNESDAY, **{name: value})
                moved |= bool(found.differences or found.places)
                noted |= any("from now on. What is recorded" in note for note in found.notes)
        assert (moved, noted) == (not one.from_now_on, one.from_now_on), name


@pytest.mark.parametrize("of", ROWS)
def test_a_preview_asks_as_much_of_many_rows_as_of_few(busy: Town, of: type[Settings]) -> None:
    _, preview = ROWS[of]
    Season.objects.update(guests="anybody")
    new = {name: others(of, name)[-1] for name in declared(of)}

    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            assert preview(busy, WEDNESDAY, **new).changes
        return len(made)

    few = queries()
    postponed(busy, "Bell", "Duke of York")
    Fixture.objects.filter(home=busy.teams["Anchor"]).update(starts_at=WEDNESDAY - DAY)
    for number in range(3):
        factories.role(factories.user(f"r{number}@town.example"), busy.league, RoleKind.REFEREE)
    agree(busy, "Castle", "Duke of York", WEDNESDAY)
    assert queries() == few


def test_nothing_is_written_and_the_same_again_is_no_change(busy: Town) -> None:
    def rows() -> list[Any]:
        return [*League.objects.values(), *Season.objects.values(), *Division.objects.values()]

    before = rows()
    assert on_league(busy, WEDNESDAY, deadline_hour=22).changes
    assert on_season(busy, WEDNESDAY, registration_days=3, guests="anybody").changes
    assert on_division(busy, own_evening="friday").changes
    assert rows() == before
    for preview in (
        on_division(busy, points_per_game=Decimal(1)),
        on_league(busy, WEDNESDAY),
        on_season(busy, WEDNESDAY),
    ):
        assert (preview.changes, preview.differences, preview.notes) == ((), (), ())


def test_the_stamp_differs_with_what_is_shown(town: Town, now: dt.datetime) -> None:
    one = on_division(town, points_per_win=Decimal(5))
    assert one.stamp == on_division(town, points_per_win=Decimal(5)).stamp
    assert one.stamp != on_division(town, points_per_win=Decimal(4)).stamp
    agree(town, "Anchor", "Bell", now)
    assert one.stamp != on_division(town, points_per_win=Decimal(5)).stamp


def test_a_draft_s_captains_are_not_told(town: Town, now: dt.datetime) -> None:
    assert on_season(town, now, place_days=3).running == (town.season,)
    Season.objects.update(published_at=None)
    assert on_division(town, points_per_win=Decimal(5)).running == ()
    assert on_season(town, now, place_days=3).running == ()
    assert on_league(town, now, confirm_hours=24).running == ()


# The table


def test_points_move_the_table_and_change_the_rules(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    preview = on_division(town, points_per_win=Decimal(5))
    assert [(one.name, one.old, one.new) for one in preview.changes] == [("Points per fixture won", "0", "5")]
    [anchor] = [one for one in preview.places or () if one.team == "Anchor"]
    assert anchor.points_after - anchor.points_before == Fraction(5)
    assert (preview.rules_removed, preview.rules_added) == ((), ("Five points for a fixture won.",))
    assert preview.running == (town.season,)


def test_tie_breaks_move_the_rows_of_the_table_and_change_the_rules(town: Town, now: dt.datetime) -> None:
    Division.objects.update(points_per_game=0, points_per_win=2)
    agree(town, "Anchor", "Bell", now)
    agree(town, "Castle", "Duke of York", now, first=GameScore(60, 121))

    def moved(*tie_breaks: str) -> list[tuple[str, str, str]]:
        places = on_division(town, tie_breaks=[*tie_breaks, "name"]).places
        return [(one.team, one.before, one.after) for one in places or ()]

    assert moved("games_difference") == [], "the same order of the same teams"
    assert moved() == [
        ("Anchor", "1", "=1"),
        ("Castle", "2", "=1"),
        ("Bell", "4", "=3"),
        ("Duke of York", "3", "=3"),
    ]
    preview = on_division(town, tie_breaks=["games_won", "name"])
    assert [(one.name, one.old, one.new) for one in preview.changes] == [
        ("Tie-breaks", "games difference, head-to-head, fixtures won", "games won")
    ]
    assert "Teams level on points are placed by games won." in preview.rules_added
    assert "Games difference: games won less games lost." in preview.rules_removed


def test_walkovers_that_were_given_keep_their_games(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    store.append_walkover(fixture, to="home", settlement=Settlement.SECRETARY, now=now, by=None, note="Nobody came.")
    preview = on_division(town, walkover_games=7)
    assert (preview.places, preview.notes) == (
        (),
        ("Games of a walkover: from now on. What is recorded or sent already stays as it is.",),
    )
    assert [one.team for one in on_division(town, walkover_points=5).places or ()] == ["Anchor"]


def test_players_gain_or_lose_their_place_in_the_players_table(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    preview = on_division(town, merit_minimum=6)
    assert [one.count for one in preview.differences] == [8]
    assert preview.differences[0].more == 3
    assert "Anchor 1: has a place → has no place" in differences(preview)["Players’ table"]


# Deadlines


def test_results_that_are_awaited_are_due_at_another_time(town: Town) -> None:
    assert differences(on_league(town, WEDNESDAY, result_hours=96)) == {
        "Result due": [
            f"{fixture}: Thursday 17 September 2026, 8 pm → Saturday 19 September 2026, 8 pm"
            for fixture in ("Anchor v Bell", "Castle v Duke of York")
        ]
    }
    assert differences(on_league(town, WEDNESDAY, result_hours=47)) == {}, "the same evening"


def test_another_hour_moves_every_deadline_that_is_counted(busy: Town) -> None:
    panels.committee(busy)
    found = differences(on_league(busy, WEDNESDAY, deadline_hour=22))
    assert found == {
        "Result due": ["Castle v Duke of York: Thursday 17 September 2026, 8 pm → Thursday 17 September 2026, 10 pm"],
        "Can be disputed until": ["Anchor v Bell: Monday 21 September 2026, 8 pm → Monday 21 September 2026, 10 pm"],
        "Ruling can be appealed until": [
            "Anchor v Bell: Wednesday 23 September 2026, 8 pm → Wednesday 23 September 2026, 10 pm"
        ],
        "Postponed fixtures are placed from": [
            "Week of 28 September 2026: Monday 21 September 2026, 8 pm → Monday 21 September 2026, 10 pm"
        ],
    }


def test_votes_on_an_open_appeal_count_until_another_hour(town: Town, now: dt.datetime) -> None:
    panels.committee(town)
    panels.appealed(town, now)
    assert differences(on_league(town, now, deadline_hour=22))["Votes on an appeal count until"] == [
        "Anchor v Bell: Tuesday 10 November 2026, 8 pm → Tuesday 10 November 2026, 10 pm"
    ]
    assert not differences(on_league(town, now, vote_days=3)), "an appeal is decided as it was when it was made"


def test_fewer_days_close_and_more_open_what_can_be_disputed_and_appealed(town: Town, now: dt.datetime) -> None:
    panels.ruling(town, now)
    later = now + 3 * DAY
    assert differences(on_league(town, later, dispute_days=1, appeal_days=1)) == {
        "Can be disputed until": [
            "Anchor v Bell: Sunday 8 November 2026, 8 pm → Wednesday 4 November 2026, 8 pm, already past"
        ],
        "Ruling can be appealed until": [
            "Anchor v Bell: Tuesday 10 November 2026, 8 pm → Wednesday 4 November 2026, 8 pm, already past"
        ],
    }
    assert list(differences(on_league(town, now + 10 * DAY, dispute_days=30, appeal_days=30))) == [
        "Can be disputed until",
        "Ruling can be appealed until",
    ]


def test_of_many_only_some_are_named(town: Town) -> None:
    Fixture.objects.update(starts_at=town.fixture("Anchor", "Bell").starts_at)
    [found] = on_league(town, WEDNESDAY, result_hours=96).differences
    assert (found.count, len(found.examples), found.more) == (6, 5, 1)


def test_players_are_asked_on_another_day_at_once_or_never(town: Town) -> None:
    asked = "Players are asked if they can play"
    eve = town.fixture("Bell", "Castle").starts_at - 8 * DAY
    [bell, _] = differences(on_league(town, eve, ask_days=10))[asked]
    assert bell == ("Bell v Castle: Thursday 17 September 2026, 6 pm → Saturday 12 September 2026, 6 pm, already past")
    [bell, *_] = differences(on_league(town, eve + 5 * DAY, ask_days=None))[asked]
    assert bell.endswith("already past → nobody is asked")
    Season.objects.update(published_at=None)
    assert differences(on_league(town, eve, ask_days=10)) == {}, "a draft is nobody's season yet"


def test_outstanding_fixtures_have_another_last_day(town: Town) -> None:
    postponed(town, "Anchor", "Bell")
    assert differences(on_season(town, OCTOBER, play_within=7, unplayed_policy="nil")) == {
        "Last day for postponed fixtures": ["Anchor v Bell: 4 October 2026 → 22 September 2026, already past"],
        "Not played in time": ["Anchor v Bell: The secretary decides → Both sides get nothing"],
    }
    Week.objects.filter(pk=town.weeks[2].pk).update(kind="play")
    assert differences(on_season(town, OCTOBER, play_within=30)) == {
        "Last day for postponed fixtures": ["Anchor v Bell: none → 11 October 2026"]
    }


def test_placing_begins_on_another_evening_or_at_once(town: Town) -> None:
    def placed(now: dt.datetime, days: int) -> list[str]:
        return differences(on_season(town, now, place_days=days)).get("Postponed fixtures are placed from", [])

    before = dt.datetime(2026, 9, 18, 12, tzinfo=dt.UTC)
    usual = "Week of 28 September 2026: Monday 21 September 2026, 8 pm → "
    assert placed(before, 3) == [f"{usual}Friday 25 September 2026, 8 pm"]
    assert placed(before, 14) == [f"{usual}Monday 14 September 2026, 8 pm, already past"]
    assert placed(OCTOBER, 3) == [], "placed already"


def test_who_sets_dates_takes_over_what_is_waiting(town: Town) -> None:
    postponed(town, "Anchor", "Bell")
    assert differences(on_season(town, WEDNESDAY, new_dates="committee")) == {
        "Who sets the new date": ["Anchor v Bell: The two captains, between them → The secretary, for the committee"]
    }


# People and sheets


def test_whoever_lacks_a_second_factor_is_named_once(town: Town, now: dt.datetime) -> None:
    factories.role(town.referee, town.league, RoleKind.JUDGE)
    assert differences(on_league(town, now, second_factor="officials")) == {
        "Second factor": [
            f"{name}: not needed → must set it up before they can act" for name in ("Reg Referee", "Sally Secretary")
        ]
    }
    User.objects.filter(pk=town.secretary.pk).update(is_active=False)
    assert differences(on_league(town, now, second_factor="secretaries")) == {}


def test_hands_of_fewer_points_leave_the_honours_board(busy: Town) -> None:
    assert differences(on_league(busy, WEDNESDAY, high_hand=28)) == {
        "High hands": ["Anchor 1, 24 points: on the honours board → off the honours board"]
    }


def test_registration_says_who_may_play_today_and_who_on_a_sheet_could_not(busy: Town) -> None:
    nobody = "Who on a sheet may not play, judged anew"
    assert differences(on_season(busy, WEDNESDAY, registration="open")) == {
        nobody: ["Anchor v Bell: Anchor 1 and Anchor 2 → nobody"]
    }
    for new in ({"registration_days": 3}, {"registration_until": dt.date(2026, 9, 15)}):
        assert differences(on_season(busy, WEDNESDAY, **new)) == {
            "Registered players": ["Bell 6: may play today → may not play yet"]
        }
    Season.objects.update(guests="anybody")
    assert differences(on_season(busy, WEDNESDAY, guest_limit=0)) == {
        nobody: ["Anchor v Bell: nobody → Anchor 1 and Anchor 2"]
    }
    assert differences(on_season(busy, WEDNESDAY, guests_at_once=1)) == {nobody: ["Anchor v Bell: nobody → Anchor 2"]}


# Evenings and formats


def test_teams_of_a_draft_have_another_home_evening_and_a_timetable_made_is_stale(town: Town) -> None:
    Season.objects.update(published_at=None)
    Timetable.objects.create(season=town.season, brief={}, asked_at=WEDNESDAY)
    preview = on_season(town, WEDNESDAY, evening="sunday")
    assert differences(preview)["Home evening"][0] == "Anchor: Tuesday, 8 pm → Sunday, 8 pm"
    assert preview.notes == ("1 timetable that you have asked for already stays as it is: make another one.",)
    assert on_season(town, WEDNESDAY, evening="tuesday").differences == ()
    assert preview.notes[0] in on_season(town, WEDNESDAY, weeks_apart=2).notes
    assert on_season(town, WEDNESDAY, place_days=3).differences == (), "nothing of a draft is anybody's yet"


def test_fixtures_of_a_published_division_keep_their_dates(town: Town) -> None:
    postponed(town, "Anchor", "Bell")
    Entry.objects.filter(team=town.teams["Bell"]).update(start_time=dt.time(19, 30))
    preview = on_division(town, own_evening="wednesday", own_start=dt.time(19, 30))
    assert differences(preview)["Home evening"][:2] == [
        "Anchor: Tuesday, 8 pm → Wednesday, 7.30 pm",
        "Bell: Tuesday, 7.30 pm → Wednesday, 7.30 pm",
    ]
    assert preview.notes == ("5 fixtures without a result keep their dates and their start: move them one by one.",)


def test_another_format_counts_the_fixtures_that_it_holds_for(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    assert format_impact(town.division) == [
        Text(
            "Fixtures without a result, played like that from now on: {to_play}. Fixtures with a result, which keep "
            "what they were played by: {played}.",
            to_play=5,
            played=1,
        )
    ]
    Fixture.objects.update(state=FixtureState.CANCELLED)
    assert format_impact(town.division) == []
