"""A league without a blank week: two pairs and a singles of three legs, of which only winners are written down.

2 points a fixture won and ½ a leg. Whoever cannot play has fourteen days.
"""

import datetime as dt
from decimal import Decimal

import pytest

from league.enums import FixtureState, PostponementState, TimetableState, WeekKind
from league.errors import Invalid
from league.models import Fixture, Postponement, Round, Season, Timetable, Week
from league.queries.seasons.timetables import TimetableRequest
from league.rules.sheets import ResultSheet
from league.services.dates import postpone
from league.services.dates.place import lapse_unplayed, place_outstanding
from league.services.disputes.rulebook import own_rules
from league.services.results.confirm import confirm
from league.services.results.submit import submit
from league.services.seasons.publish import publish
from league.services.seasons.seasons import change_settings
from league.services.seasons.timetables import ask_timetable, make_waiting
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table

pytestmark = pytest.mark.django_db
SUMMER = dt.datetime(2026, 8, 1, 12, tzinfo=dt.UTC)
FIRST_WEEK = dt.date(2026, 9, 14)


@pytest.fixture
def league() -> Town:
    """The league with its timetable published: three weeks of play one after another, and nothing else."""
    made = league_of("D3w D3w S3w", points_per_game=Decimal("0.5"), points_per_win=2)
    Fixture.objects.all().delete()
    Round.objects.all().delete()
    Season.objects.update(published_at=None)
    season = Season.objects.select_related("league").get()
    wanted = {"catch_up": "none", "play_within": 14}
    season = change_settings(season, wanted, by=made.secretary, now=SUMMER)
    asked = ask_timetable(season, TimetableRequest(rounds=1, limit=5), by=made.secretary, now=SUMMER)
    make_waiting(now=SUMMER)
    ready = Timetable.objects.get(pk=asked.pk)
    assert ready.state == TimetableState.READY
    publish(ready, version=ready.version, by=made.secretary, now=SUMMER)
    made.season = Season.objects.select_related("league").get()
    made.fixtures = list(Fixture.objects.select_related("home", "away", "week").order_by("starts_at", "pk"))
    return made


def night(town: Town, fixture: Fixture) -> ResultSheet:
    home, away = town.squads[fixture.home.name], town.squads[fixture.away.name]
    return sheet(
        match(1, "doubles", home[:2], away[:2], games("HHH")),
        match(2, "doubles", home[2:4], away[2:4], games("HAH")),
        match(3, "singles", home[4:5], away[4:5], games("AAA")),
    )


def test_its_season_is_three_weeks_of_play_without_a_blank_one(league: Town) -> None:
    weeks = Week.objects.values_list("number", "starts_on", "kind")
    assert list(weeks) == [(n, FIRST_WEEK + dt.timedelta(weeks=n - 1), WeekKind.PLAY) for n in (1, 2, 3)]
    assert Fixture.objects.count() == 6


def test_one_night_is_played_and_one_fixture_within_a_fortnight_of_its_date(league: Town) -> None:
    played, put_off = league.fixtures[:2]
    home, away = (league.captains[team.name] for team in (played.home, played.away))
    evening = played.starts_at
    sent = submit(played, night(league, played), by=home, now=evening + dt.timedelta(hours=3))
    confirm(played, version=sent.version, by=away, now=evening + dt.timedelta(hours=4))
    # 3 + 2 + 0 games against 0 + 1 + 3: 5 × ½ + 2 = 4½, and 4 × ½ = 2.
    assert table(league) == {
        played.home.name: (5, 4, 1, Decimal("4.5")),
        played.away.name: (4, 5, 0, 2),
    }
    asks, agrees = (league.captains[team.name] for team in (put_off.home, put_off.away))
    before = put_off.starts_at - dt.timedelta(days=3)
    with pytest.raises(Invalid, match="within 14 days of its first date"):
        postpone.request(
            put_off, slots=[put_off.starts_at + dt.timedelta(days=15)], reason="Darts.", by=asks, now=before
        )
    fortnight = put_off.starts_at + dt.timedelta(days=8)
    postpone.request(put_off, slots=[fortnight], reason="Darts.", by=asks, now=before)
    postpone.agree(put_off, fortnight, seen=1, by=agrees, now=before)
    put_off.refresh_from_db()
    sent = submit(put_off, night(league, put_off), by=asks, now=fortnight + dt.timedelta(hours=3))
    confirm(put_off, version=sent.version, by=agrees, now=fortnight + dt.timedelta(hours=4))
    assert table(league)[put_off.home.name] == (5, 4, 1, Decimal("4.5"))
    assert lapse_unplayed(now=fortnight + dt.timedelta(days=30)) == 0


def test_what_is_not_played_within_a_fortnight_is_for_the_secretary(league: Town) -> None:
    fixture = league.fixtures[0]
    before = fixture.starts_at - dt.timedelta(days=3)
    postpone.request(fixture, reason="Darts.", by=league.captains[fixture.home.name], now=before)
    postpone.agree_without_date(fixture, seen=1, by=league.captains[fixture.away.name], now=before)
    assert place_outstanding(now=fixture.starts_at + dt.timedelta(days=7)) == 0
    assert lapse_unplayed(now=fixture.starts_at + dt.timedelta(days=14)) == 0
    assert lapse_unplayed(now=fixture.starts_at + dt.timedelta(days=15)) == 1
    fixture.refresh_from_db()
    assert (fixture.state, Postponement.objects.get().state) == (FixtureState.POSTPONED, PostponementState.LAPSED)


def test_its_rules_say_so(league: Town) -> None:
    rules = {section.title: section.rules for section in own_rules(league.division, league.season)}
    assert rules["Postponed fixtures"] == (
        "No week is left blank for postponed fixtures.",
        (
            "By mutual agreement a fixture may be played at any time that suits both teams, but no later than the last "
            "week of the season."
        ),
        "A postponed fixture is played within 14 days of its first date.",
        "Fixtures not played in time are for the secretary to decide.",
    )
