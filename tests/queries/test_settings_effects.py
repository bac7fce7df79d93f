"""Effects of other settings, told before anything is written."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.enums import FixtureState, PostponementState, RoleKind, Side
from league.models import (
    Appearance,
    Division,
    Fixture,
    LateCard,
    League,
    Postponement,
    Registration,
    Result,
    Season,
    Timetable,
)
from league.queries.seasons.settings.date_impact import OF_SEASON
from league.queries.seasons.settings.of_draft import OF_DRAFT
from league.queries.seasons.settings.settings_impact import OF_LEAGUE
from league.queries.seasons.settings.settings_preview import (
    Effect,
    effect_on_division,
    effect_on_league,
    effect_on_season,
)
from league.rules.settings import LeagueSettings, SeasonSettings, declared, stored
from league.rules.sheets import GameScore
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet


def agree(town: Town, home: str, away: str, now: dt.datetime) -> Fixture:
    fixture = town.fixture(home, away)
    submit.submit(fixture, result_sheet(town, home, away), by=town.captains[home], now=now)
    confirm.confirm(fixture, 1, by=town.captains[away], now=now)
    return fixture


def on_league(town: Town, now: dt.datetime, **new: Any) -> Effect:
    league = League.objects.get(pk=town.league.pk)
    return effect_on_league(league, replace(stored(LeagueSettings, league), **new), now=now)


def on_season(town: Town, now: dt.datetime, **new: Any) -> Effect:
    season = Season.objects.select_related("league").get(pk=town.season.pk)
    return effect_on_season(season, replace(stored(SeasonSettings, season), **new), now=now)


def on_division(town: Town, **new: Any) -> Effect:
    return effect_on_division(Division.objects.select_related("season__league").get(pk=town.division.pk), new)


def test_points_move_the_table_and_change_the_rules(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    before = list(Division.objects.values())
    effect = on_division(town, points_per_win=Decimal(5))
    assert [(one.name, one.old, one.new) for one in effect.changes] == [("Points per fixture won", "0", "5")]
    assert effect.places is not None
    [anchor] = [one for one in effect.places if one.team == "Anchor"]
    assert anchor.points_after - anchor.points_before == Fraction(5)
    assert (effect.gone, effect.new) == ((), ("Five points for a fixture won.",))
    assert effect.running == (town.season,)
    assert list(Division.objects.values()) == before, "nothing is written"


def test_tie_breaks_change_the_rules(town: Town) -> None:
    effect = on_division(town, tie_breaks=["games_won", "name"])
    assert [(one.name, one.old, one.new) for one in effect.changes] == [
        ("Tie-breaks", "games difference, head-to-head, fixtures won", "games won")
    ]
    assert "Teams level on points are placed by games won." in effect.new
    assert "Games difference: games won less games lost." in effect.gone
    assert effect.places == ()


def test_the_same_again_is_nothing(town: Town, now: dt.datetime) -> None:
    assert on_division(town, points_per_game=Decimal(1)).nothing
    assert on_league(town, now).nothing
    assert on_season(town, now).nothing


def test_a_draft_s_captains_are_not_asked(town: Town, now: dt.datetime) -> None:
    Season.objects.update(published_at=None)
    assert on_division(town, points_per_win=Decimal(5)).running == ()
    assert on_season(town, now, place_days=3).running == ()
    assert on_league(town, now, confirm_hours=24).running == ()


def test_a_result_that_is_awaited_is_due_at_another_time(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    later = fixture.starts_at + dt.timedelta(hours=3)
    said = [one for one in on_league(town, later, result_hours=24).touched if str(one).startswith("Anchor v Bell")]
    assert len(said) == 1
    assert "the result is due on" in said[0]


def test_a_sheet_that_waits_keeps_its_deadline(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    assert on_league(town, now, confirm_hours=24).touched == (
        "1 result awaiting confirmation keeps the deadline that it was sent with.",
    )


def test_another_hour_moves_what_is_counted_and_leaves_what_is_stored(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    later = fixture.starts_at + dt.timedelta(hours=3)
    said = [str(one) for one in on_league(town, later, deadline_hour=22).touched]
    assert (
        "Anchor v Bell: the result is due on Thursday 17 September 2026, 10 pm instead of Thursday 17 September 2026, "
        "8 pm." in said
    )
    assert (
        "Postponed fixtures without a date are placed in the week of 28 September 2026 from Monday 21 September 2026, "
        "10 pm on." in said
    )
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=later)
    said = [str(one) for one in on_league(town, later, deadline_hour=18, result_hours=47).touched]
    assert said.count("1 result awaiting confirmation keeps the deadline that it was sent with.") == 1
    assert not any("the result is due on" in one for one in said if one.startswith("Anchor v Bell"))


def test_fewer_days_to_dispute_close_what_is_open(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    later = max(now, town.fixture("Anchor", "Bell").starts_at) + dt.timedelta(days=3)
    assert on_league(town, later, dispute_days=1).touched == (
        "1 result that can be disputed today could be disputed no more.",
    )
    assert on_league(town, later + dt.timedelta(days=7), dispute_days=30).touched == (
        "1 result that is too old to be disputed could be disputed again.",
    )


def test_an_outstanding_fixture_has_another_last_day(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
    Postponement.objects.create(fixture=fixture, side=Side.HOME, state=PostponementState.OWED, requested_at=now)
    [said] = [one for one in on_season(town, now, play_within=3).touched if "Anchor v Bell" in one]
    assert "to be played by" in said
    assert "instead of" in said


def test_placing_begins_at_once_where_its_day_is_over(town: Town) -> None:
    catch_up = town.weeks[2].starts_on
    shortly = dt.datetime.combine(catch_up - dt.timedelta(days=10), dt.time(12), tzinfo=dt.UTC)
    said = on_season(town, shortly, place_days=14).touched
    assert [one for one in said if one.endswith("at once.")] != []


def test_whoever_lacks_a_second_factor_is_named(town: Town, now: dt.datetime) -> None:
    said = on_league(town, now, second_factor="officials").touched
    assert said == (
        "Reg Referee and Sally Secretary would have to set up a second factor before they can act in their roles.",
    )


def test_the_stamp_differs_with_what_is_shown(town: Town, now: dt.datetime) -> None:
    one = on_division(town, points_per_win=Decimal(5))
    assert one.stamp == on_division(town, points_per_win=Decimal(5)).stamp
    assert one.stamp != on_division(town, points_per_win=Decimal(4)).stamp
    agree(town, "Anchor", "Bell", now)
    assert one.stamp != on_division(town, points_per_win=Decimal(5)).stamp


@pytest.mark.parametrize("name", ["walkover_games", "merit_minimum"])
def test_every_part_of_the_points_has_its_words(town: Town, name: str) -> None:
    [one] = on_division(town, **{name: 5}).changes
    assert one.name[:1].isupper()
    assert one.new == "5"


# Every setting tells what follows


def test_every_setting_tells_what_follows() -> None:
    known = declared(SeasonSettings)
    assert set(OF_LEAGUE) == set(declared(LeagueSettings))
    assert set(OF_SEASON) == {name for name, one in known.items() if not one.settled}
    assert set(OF_DRAFT) == {name for name, one in known.items() if one.settled}, "the rest touches no draft"


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ({"eligibility": "warn"}, ["Results that were sent already are not judged again."]),
        ({"registration": "open"}, ["24 registered players stay registered for their teams."]),
        ({"registration_days": 3}, ["Registered players who may not play yet today: 0 instead of 0."]),
        (
            {"registration_days": 3, "registration": "open"},
            [
                "24 registered players stay registered for their teams.",
                "Nobody need be registered this season, so it holds for nobody.",
            ],
        ),
        ({"registration_until": dt.date(2027, 1, 31)}, ["New players can be registered until 31 January 2027."]),
        ({"registration_until": dt.date(2026, 9, 15)}, ["From now on nobody new can be registered."]),
        ({"transfer_limit": 0}, ["Registered players who can change teams no more: 24 instead of 0."]),
        ({"transfer_limit": None}, ["Registered players who can change teams no more: 0 instead of 0."]),
        (
            {"transfer_until": dt.date(2027, 1, 31)},
            ["Players can change teams until 31 January 2027.", "Transfers that were made stay."],
        ),
        (
            {"transfer_until": dt.date(2026, 9, 15)},
            ["From now on nobody can change teams.", "Transfers that were made stay."],
        ),
        ({"guests": "anybody"}, ["Nobody has played as a guest so far."]),
        ({"guest_limit": 2}, ["There are no guests this season, so it holds for nobody."]),
        (
            {"guests": "anybody", "guest_limit": None},
            [
                "Nobody has played as a guest so far.",
                "A guest may play any number of times from now on. Results already sent stay as they were judged.",
            ],
        ),
        ({"late_card": "home"}, ["Results that were late already have no points proposed, or are decided."]),
        ({"late_card_points": 2}, ["Results that were late already have no points proposed, or are decided."]),
        ({"new_dates": "committee"}, ["No fixture is waiting for a new date."]),
    ],
)
def test_who_plays_and_when_is_told(town: Town, new: dict[str, Any], said: list[str]) -> None:
    october = dt.datetime(2026, 10, 1, 12, tzinfo=dt.UTC)
    assert list(on_season(town, october, **new).touched) == said


def test_results_taken_with_a_breach_stay(town: Town, now: dt.datetime) -> None:
    fixture = agree(town, "Anchor", "Bell", now)
    Result.objects.filter(fixture=fixture).update(breaches=[{"code": "too-new", "player": 1}])
    assert on_season(town, now, eligibility="warn").touched == (
        "1 result that was taken with somebody on it who may not play stays as it is.",
    )


def test_whoever_has_played_unregistered_is_counted(town: Town, now: dt.datetime) -> None:
    Season.objects.update(registration="open")
    agree(town, "Anchor", "Bell", now)
    assert on_season(town, now, registration="required").touched == (
        "Everybody who has played is registered for a team.",
    )
    Registration.objects.filter(player=Appearance.objects.order_by("pk")[0].player_id).delete()
    assert on_season(town, now, registration="required").touched == (
        "1 player who has played is registered for no team, and may not play until they are.",
    )


def test_who_was_registered_of_late_is_counted(town: Town) -> None:
    october = dt.datetime(2026, 10, 1, 12, tzinfo=dt.UTC)
    late = Registration.objects.order_by("pk")[0]
    Registration.objects.filter(pk=late.pk).update(starts_on=dt.date(2026, 9, 29))
    assert on_season(town, october, registration_days=3).touched == (
        "Registered players who may not play yet today: 1 instead of 0.",
    )
    assert on_season(town, october, registration_until=dt.date(2026, 9, 28)).touched == (
        "From now on nobody new can be registered.",
        "1 player was registered for a later day, and may not play.",
    )


def test_guests_beyond_another_limit_are_counted(town: Town, now: dt.datetime) -> None:
    Season.objects.update(guests="anybody")
    agree(town, "Anchor", "Bell", now)
    Appearance.objects.filter(pk=Appearance.objects.order_by("pk")[0].pk).update(guest=True)
    assert on_season(town, now, guest_limit=0).touched == (
        "Appearances of guests beyond the limit, which their results list: 1 instead of 0.",
    )
    assert on_season(town, now, guests="other-teams").touched == (
        "1 appearance of a guest so far stays as it was judged.",
    )


def test_late_cards_keep_what_was_proposed(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    LateCard.objects.create(fixture=fixture, side=Side.HOME, points=1, due_at=now, sent_at=now + dt.timedelta(hours=1))
    assert on_season(town, now, late_card_points=3).touched == (
        "1 late card already proposed is yours to decide as it was proposed.",
    )


def test_who_sets_dates_takes_over_what_is_waiting(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    Postponement.objects.create(fixture=fixture, side=Side.HOME, state=PostponementState.OWED, requested_at=now)
    assert on_season(town, now, new_dates="committee").touched == (
        "1 fixture is waiting for a new date, which is yours to set from now on.",
    )
    Season.objects.update(new_dates="committee")
    assert on_season(town, now, new_dates="agreed").touched == (
        "1 fixture is waiting for a new date, on which its captains can agree from now on.",
    )


def test_short_notice_counts_the_fixtures_that_begin_soon(town: Town) -> None:
    eve = town.fixture("Anchor", "Bell").starts_at - dt.timedelta(hours=30)
    [said] = on_season(town, eve, short_notice_hours=36).touched
    assert said.startswith("Fixtures that begin so soon that a request to postpone them must say why it is late: ")
    assert said.endswith(" instead of 0.")
    assert not said.endswith(": 0 instead of 0.")


def test_a_draft_s_timetable_is_made_another_time(town: Town, now: dt.datetime) -> None:
    Season.objects.update(published_at=None)
    assert on_season(town, now, weeks_apart=2).touched == ("The timetable that you make next follows it.",)
    Timetable.objects.create(season=town.season, brief={}, asked_at=now)
    stale = "1 timetable that you have asked for already stays as it is: make another one."
    assert on_season(town, now, weeks_apart=2, catch_up="last").touched == (stale,)
    named, told = on_season(town, now, evening="sunday").touched
    assert told == stale
    assert "have another home night now, which is not kept." in named
    assert on_season(town, now, eligibility="warn").touched == ()


def test_tie_breaks_move_the_rows_of_the_table(town: Town, now: dt.datetime) -> None:
    Division.objects.update(points_per_game=0, points_per_win=2)
    agree(town, "Anchor", "Bell", now)
    closer = town.fixture("Castle", "Duke of York")
    sheet = result_sheet(town, "Castle", "Duke of York", first=GameScore(60, 121))
    submit.submit(closer, sheet, by=town.captains["Castle"], now=now)
    confirm.confirm(closer, 1, by=town.captains["Duke of York"], now=now)

    def moved(*tie_breaks: str) -> list[tuple[str, str, str]]:
        places = on_division(town, tie_breaks=[*tie_breaks, "name"]).places
        return [(one.team, str(one.before), str(one.after)) for one in places or ()]

    assert moved("games_difference") == [], "the same order of the same teams"
    assert moved() == [
        ("Anchor", "1st", "joint 1st"),
        ("Castle", "2nd", "joint 1st"),
        ("Duke of York", "3rd", "joint 3rd"),
        ("Bell", "4th", "joint 3rd"),
    ]


def test_of_many_who_lack_a_second_factor_their_number_is_told_in_one_query(town: Town, now: dt.datetime) -> None:
    def asked() -> tuple[list[str], int]:
        with CaptureQueriesContext(connection) as queries:
            said = on_league(town, now, second_factor="officials").touched
        return [str(text) for text in said], len(queries)

    _, few = asked()
    for number in range(4):
        factories.role(factories.user(f"r{number}@town.example", name=f"Reg {number}"), town.league, RoleKind.REFEREE)
    assert asked() == (
        ["6 people would have to set up a second factor before they can act in their roles."], few,
    )  # fmt: skip


def test_two_outstanding_fixtures_of_one_name_have_each_their_last_day(town: Town, now: dt.datetime) -> None:
    first = town.fixture("Anchor", "Bell")
    twin = Fixture.objects.get(pk=town.fixture("Duke of York", "Anchor").pk)
    Fixture.objects.filter(pk=twin.pk).update(home=first.home, away=first.away)
    for fixture in (first, twin):
        Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
        Postponement.objects.create(
            fixture=fixture, side=Side.HOME, state=PostponementState.OWED, requested_at=fixture.starts_at
        )
    said = [str(text) for text in on_season(town, now, play_within=3).touched]
    assert len([text for text in said if text.startswith("Anchor v Bell: to be played by")]) == 2


def test_one_player_who_keeps_a_place_is_one_player(town: Town, now: dt.datetime) -> None:
    agree(town, "Anchor", "Bell", now)
    # A seat of another night: one player has six games, the others three.
    seat = Appearance.objects.filter(match__kind="singles", side="home").first()
    assert seat is not None
    other = seat.result.matches.exclude(pk=seat.match_id).get(kind="singles")
    other.appearances.filter(side="home").update(player=seat.player_id)
    [text] = on_division(town, merit_minimum=6).touched
    assert str(text) == "1 player has a place in the players’ table instead of 7."
