"""The fixtures, players and guests that another setting of a season would touch."""

import datetime as dt
from typing import Any

from league.enums import FixtureState, PostponementState, Settlement, Side
from league.models import Appearance, Division, Entry, Fixture, Postponement, Season, Week
from league.queries.seasons.settings.played import touched_by_terms
from league.services.results import store, submit
from tests.factories import Town, result_sheet
from tests.queries.test_settings_effects import agree, on_division, on_season

OCTOBER = dt.datetime(2026, 10, 1, 12, tzinfo=dt.UTC)
NO_LONGER_NEEDED = "Nobody need be registered this season, so it holds for nobody."
NO_GUESTS = "There are no guests this season, so it holds for nobody."


def told(town: Town, now: dt.datetime = OCTOBER, **new: Any) -> list[str]:
    return [str(text) for text in on_season(town, now, **new).touched]


def put_off(town: Town, home: str, away: str) -> Fixture:
    """A fixture that has lost its date."""
    fixture = town.fixture(home, away)
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    Postponement.objects.create(
        fixture=fixture, side=Side.HOME, state=PostponementState.OWED, requested_at=fixture.starts_at
    )
    return fixture


# Until when postponed fixtures are played


def test_of_many_outstanding_fixtures_only_their_number_is_told(town: Town) -> None:
    for fixture in town.fixtures:
        put_off(town, fixture.home.name, fixture.away.name)
    Week.objects.filter(pk=town.weeks[2].pk).update(starts_on=dt.date(2026, 10, 12))
    monday = dt.datetime.combine(town.weeks[0].starts_on, dt.time(12), tzinfo=dt.UTC)
    assert told(town, monday, play_within=1) == ["6 outstanding fixtures have another last day."]


def test_fixtures_that_would_be_too_late_at_once_are_counted(town: Town) -> None:
    put_off(town, "Anchor", "Bell")
    assert told(town, play_within=7) == [
        "Anchor v Bell: to be played by 22 September 2026 instead of 4 October 2026.",
        "1 of these fixtures would be too late at once, and treated as not played in time.",
    ]
    assert told(town, play_within=18) == ["Anchor v Bell: to be played by 3 October 2026 instead of 4 October 2026."]


def test_a_round_without_a_blank_week_has_a_last_day_only_where_the_season_says_one(town: Town) -> None:
    put_off(town, "Anchor", "Bell")
    Week.objects.filter(pk=town.weeks[2].pk).update(kind="play")
    assert told(town, play_within=30) == ["Anchor v Bell: to be played by 11 October 2026."]
    Season.objects.update(play_within=30)
    assert told(town, play_within=None) == ["Anchor v Bell: no last day any more."]


# What is decided where they are not


def test_outstanding_fixtures_are_decided_in_the_new_way(town: Town) -> None:
    assert told(town, unplayed_policy="nil") == []
    put_off(town, "Anchor", "Bell")
    assert told(town, unplayed_policy="nil") == [
        "1 outstanding fixture is decided in this way if it is not played in time."
    ]


def test_the_results_of_a_team_that_has_withdrawn_stay(town: Town) -> None:
    assert told(town, withdrawal_policy="stand") == []
    Entry.objects.filter(team=town.teams["Bell"]).update(withdrawn_on=OCTOBER.date())
    assert told(town, withdrawal_policy="stand") == ["Bell has withdrawn already: its results stay as they are."]
    Entry.objects.filter(team=town.teams["Anchor"]).update(withdrawn_on=OCTOBER.date())
    assert told(town, withdrawal_policy="stand") == [
        "Anchor and Bell have withdrawn already: their results stay as they are."
    ]


# Catch-up weeks


def test_placing_begins_on_the_evening_that_is_still_to_come(town: Town) -> None:
    before = dt.datetime.combine(town.weeks[2].starts_on - dt.timedelta(days=10), dt.time(12), tzinfo=dt.UTC)
    [said] = told(town, before, place_days=3)
    assert said.endswith("are placed in the week of 28 September 2026 from Friday 25 September 2026, 8 pm on.")


def test_dates_in_a_catch_up_week_stay_on_whatever_evening_they_are(town: Town) -> None:
    assert told(town, catch_up_nights=(2, 3)) == ["Fixtures that have a date in a catch-up week keep it."]


# Who may play


def test_where_nobody_need_be_registered_a_last_day_holds_for_nobody(town: Town) -> None:
    Season.objects.update(registration="open")
    assert told(town, registration_until=dt.date(2026, 12, 1)) == [NO_LONGER_NEEDED]


def test_without_a_last_day_players_are_registered_and_change_teams_all_season(town: Town) -> None:
    Season.objects.update(registration_until=dt.date(2026, 12, 1), transfer_until=dt.date(2026, 12, 1))
    assert told(town, registration_until=None) == ["New players can be registered on any day of the season."]
    assert told(town, transfer_until=None) == [
        "Players can change teams on any day of the season.",
        "Transfers that were made stay.",
    ]


def test_without_guests_a_limit_of_them_in_one_fixture_holds_for_nobody(town: Town) -> None:
    assert told(town, guests_at_once=2) == [NO_GUESTS]


def test_teams_that_had_more_guests_in_one_fixture_keep_their_results(town: Town, now: dt.datetime) -> None:
    Season.objects.update(guests="anybody", guests_at_once=3)
    agree(town, "Anchor", "Bell", now)
    assert told(town, now, guests_at_once=None) == [
        "A team may have any number of guests from now on. Results already sent stay as they were judged."
    ]
    Appearance.objects.filter(side="home", match__kind="doubles").update(guest=True)
    assert told(town, now, guests_at_once=1) == [
        "1 team has had more guests than that in one fixture; its result stays as it was judged."
    ]
    assert told(town, now, guests_at_once=2) == ["No team has had more guests than that in one fixture."]


# The weeks of a draft


def test_in_a_draft_teams_keep_their_own_nights_or_are_at_home_on_the_season_s_already(town: Town) -> None:
    Season.objects.update(published_at=None, evening="sunday")
    next_one = "The timetable that you make next follows it."
    assert told(town, evening="own") == ["Every team keeps the night it has, until you give it another.", next_one]
    assert told(town, evening="tuesday") == ["Every team plays at home on that evening already.", next_one]


# What a division is played by


def test_walkovers_that_were_given_keep_their_games(town: Town, now: dt.datetime) -> None:
    assert list(on_division(town, walkover_games=7).touched) == []
    store.append_walkover(
        town.fixture("Anchor", "Bell"),
        to="home",
        settlement=Settlement.SECRETARY,
        now=now,
        by=None,
        note="Nobody came.",
    )
    assert list(on_division(town, walkover_games=7).touched) == ["1 walkover given already keeps its games."]


def test_fixtures_without_a_date_get_theirs_by_the_evening_of_the_division(town: Town, now: dt.datetime) -> None:
    put_off(town, "Anchor", "Bell")
    assert [str(text) for text in on_division(town, own_evening="tuesday").touched] == [
        "5 fixtures without a result keep their dates and their start: move them one by one.",
        "1 fixture without a date gets its new one by it.",
    ]
    for fixture in town.fixtures[1:]:
        put_off(town, fixture.home.name, fixture.away.name)
    assert [str(text) for text in on_division(town, own_evening="tuesday").touched] == [
        "6 fixtures without a date get their new ones by it."
    ]


def test_another_format_touches_nothing_that_is_to_be_played_where_everything_has_a_result(
    town: Town, now: dt.datetime
) -> None:
    for fixture in town.fixtures:
        home, away = fixture.home.name, fixture.away.name
        submit.submit(town.fixture(home, away), result_sheet(town, home, away), by=town.captains[home], now=now)
    division = Division.objects.get(pk=town.division.pk)
    assert [str(text) for text in touched_by_terms(division, division)] == [
        "6 fixtures with a result keep the format and the rulesets they were played by."
    ]
