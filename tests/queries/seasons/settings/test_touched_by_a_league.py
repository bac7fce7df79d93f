"""The deadlines, charges, hands and people that another setting of a league would touch."""

import datetime as dt
from typing import Any

import pytest

from league.enums import FixtureState, RoleKind
from league.models import Charge, Fixture, HighHand, League, Season, User
from tests import factories
from tests.factories import Town
from tests.queries.test_settings_effects import on_league
from tests.services.disputes import panel_cases as panels

HOUR = dt.timedelta(hours=1)


def told(town: Town, now: dt.datetime, **new: Any) -> list[str]:
    return [str(text) for text in on_league(town, now, **new).touched]


def test_whoever_has_chosen_a_language_keeps_it(town: Town, now: dt.datetime) -> None:
    assert told(town, now, language="fr") == []
    User.objects.filter(pk=town.referee.pk).update(language="en-gb")
    assert told(town, now, language="fr") == ["1 person with a role here has chosen their own language and keeps it."]


def test_votes_on_an_appeal_count_until_another_hour(town: Town, now: dt.datetime) -> None:
    panels.committee(town)
    panels.appealed(town, now)
    said = told(town, now, deadline_hour=22)
    assert "1 appeal awaits votes, which count until another hour." in said


def test_an_appeal_before_the_secretary_has_no_votes_that_another_hour_would_move(town: Town, now: dt.datetime) -> None:
    panels.appealed(town, now)
    assert not [text for text in told(town, now, deadline_hour=22) if "votes" in text]


def test_another_hour_says_nothing_of_a_week_whose_fixtures_are_placed_already(town: Town) -> None:
    catch_up = dt.datetime.combine(town.weeks[2].starts_on, dt.time(12), tzinfo=dt.UTC)

    def placings(days_before: int) -> int:
        said = told(town, catch_up - dt.timedelta(days=days_before), deadline_hour=22)
        return sum("are placed in the week of 28 September 2026" in text for text in said)

    assert (placings(10), placings(3)) == (1, 0)


def test_the_same_evening_of_a_result_is_not_told(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    # Both end on the evening of the second day after a start at eight.
    assert told(town, fixture.starts_at + 3 * HOUR, result_hours=47) == []


def test_of_many_results_that_are_awaited_only_their_number_is_told(town: Town) -> None:
    first = town.fixture("Anchor", "Bell")
    Fixture.objects.update(starts_at=first.starts_at)
    assert told(town, first.starts_at + HOUR, result_hours=96) == [
        "6 fixtures that have begun have no result yet; each is due at another time."
    ]


def test_fewer_and_more_days_to_appeal_close_and_open_rulings(town: Town, now: dt.datetime) -> None:
    panels.ruling(town, now)
    assert told(town, now + dt.timedelta(days=3), appeal_days=1) == [
        "1 ruling that can be appealed against today could be no more."
    ]
    assert told(town, now + dt.timedelta(days=10), appeal_days=30) == ["1 ruling could be appealed against again."]


@pytest.mark.parametrize("new", [{"appeals_by": "judges"}, {"vote_days": 3}, {"appeals_by": "judges", "vote_days": 3}])
def test_an_appeal_that_is_made_is_decided_as_it_was_then(town: Town, now: dt.datetime, new: dict[str, Any]) -> None:
    assert told(town, now, **new) == []
    panels.appealed(town, now)
    assert told(town, now, **new) == ["1 appeal made already is decided as it was when it was made."]


def test_nobody_is_named_where_nobody_has_to_set_up_a_second_factor(town: Town, now: dt.datetime) -> None:
    User.objects.filter(pk=town.secretary.pk).update(is_active=False)
    assert told(town, now, second_factor="secretaries") == []


def test_what_is_charged_keeps_its_figure_in_another_currency(town: Town, now: dt.datetime) -> None:
    assert told(town, now, currency="EUR") == []
    Charge.objects.create(
        season=town.season, team=town.teams["Bell"], kind="fee", amount=20, reason="Fee", date=now.date(), made_at=now
    )
    assert told(town, now, currency="EUR") == ["1 charge keeps its figure, and is shown in the other currency."]


def test_names_that_are_shortened_and_names_that_are_whole_again(town: Town, now: dt.datetime) -> None:
    assert told(town, now, shorten_names=True) == [
        "Public pages and files show first names and an initial from now on."
    ]
    League.objects.update(shorten_names=True)
    assert told(town, now, shorten_names=False) == [
        "Public pages and files show every player’s whole name from now on."
    ]


def test_players_are_asked_at_once_about_fixtures_that_are_near(town: Town) -> None:
    eve = town.fixture("Anchor", "Bell").starts_at - dt.timedelta(days=8)
    near = "{} fixtures are so near that their players are asked at once, unless they have been."
    assert told(town, eve, ask_days=10) == [near.format(2)]
    assert told(town, eve, ask_days=7) == [near.format(0)]
    Fixture.objects.filter(pk=town.fixture("Anchor", "Bell").pk).update(state=FixtureState.POSTPONED)
    assert told(town, eve, ask_days=10) == [
        "1 fixture is so near that its players are asked at once, unless they have been."
    ]
    Season.objects.update(published_at=None)
    assert told(town, eve, ask_days=10) == [near.format(0)], "a draft is nobody's season yet"


def test_nobody_is_asked_any_more_where_the_days_are_left_empty(town: Town, now: dt.datetime) -> None:
    assert told(town, now, ask_days=None) == ["Nobody is asked by mail any more if they can play."]


def test_hands_of_fewer_points_leave_the_honours_board(town: Town, now: dt.datetime) -> None:
    for number, points in enumerate((24, 28, 29, 29)):
        HighHand.objects.create(
            fixture=town.fixture("Anchor", "Bell"), player=town.squads["Anchor"][number], points=points,
            recorded_at=now, removed_at=now if number == 3 else None,
        )  # fmt: skip
    assert told(town, now, high_hand=28) == [
        "2 hands that are recorded count this much; those of fewer points stay recorded, and off the honours board."
    ]


def test_an_official_with_a_second_role_is_named_once(town: Town, now: dt.datetime) -> None:
    factories.role(town.referee, town.league, RoleKind.JUDGE)
    assert told(town, now, second_factor="officials") == [
        "Reg Referee and Sally Secretary would have to set up a second factor before they can act in their roles."
    ]
