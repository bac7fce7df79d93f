"""Stratton: three pairs of five games, a point a game and two for the night; the winner reports within a day, or loses
two points.
"""

import datetime as dt
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from league.enums import JournalKind, NoticeKind
from league.errors import NotAllowed, WrongState
from league.models import Entry, JournalEntry, LateCard, League, Notice, Season
from league.queries.desk.oversight import not_entered
from league.rules.shapes import SHAPES
from league.rules.sheets import ResultSheet
from league.services.mail.reminders import queue_due
from league.services.results.confirm import confirm
from league.services.results.decide import give_walkover
from league.services.results.submit import submit
from league.services.seasons.withdrawals import withdraw_team
from league.services.standings.adjustments import accept_late_card
from league.services.standings.no_shows import take_points
from tests.factories import Town
from tests.leagues.nights import games, league_of, match, sheet, table
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.django_db
DAY, MINUTE = dt.timedelta(days=1), dt.timedelta(minutes=1)
STARTS = dt.datetime(2026, 9, 15, 20, tzinfo=ZoneInfo("Europe/London"))  # a Tuesday
LOST, WON = ("HHAAA", "AAAAA", "HHHAA"), ("HHHHH", "HHHHA", "HAAAA")


@pytest.fixture
def town() -> Town:
    shape = SHAPES["stratton"]
    made = league_of(shape.counting.fixture_format, **shape.division)
    Season.objects.filter(pk=made.season.pk).update(**shape.season)
    return made


def night(town: Town, home: str, away: str, won: tuple[str, ...]) -> ResultSheet:
    teams = town.squads[home], town.squads[away]
    pairs = [[squad[2 * n : 2 * n + 2] for squad in teams] for n in range(3)]
    return sheet(*(match(n, "doubles", *pairs[n - 1], games(said)) for n, said in enumerate(won, start=1)))


def play(town: Town, won: tuple[str, ...], at: dt.datetime, by: str = "Anchor") -> None:
    sent = submit(town.fixture("Anchor", "Bell"), night(town, "Anchor", "Bell", won), by=town.captains[by], now=at)
    other = "Bell" if by == "Anchor" else "Anchor"
    confirm(sent.fixture, sent.version, by=town.captains[other], now=at)


def recipients(kind: NoticeKind) -> list[str]:
    return sorted(str(one.recipient) for one in Notice.objects.filter(kind=kind, fixture__home__name="Anchor"))


def test_fifteen_games_and_two_points_for_the_night(town: Town) -> None:
    play(town, LOST, STARTS + dt.timedelta(hours=3))
    assert table(town) == {"Bell": (10, 5, 1, 12), "Anchor": (5, 10, 0, 5)}
    assert not LateCard.objects.exists()


def test_a_team_that_does_not_come_loses_ten_nil_and_the_night(town: Town, now: dt.datetime) -> None:
    later = now + DAY
    give_walkover(town.fixtures[0], to="away", version=0, reason="Nobody came.", by=town.secretary, now=later)
    assert table(town) == {"Bell": (10, 0, 1, 12), "Anchor": (0, 10, 0, 0)}


def test_until_the_winner_is_known_both_captains_are_reminded(town: Town) -> None:
    queue_due(now=STARTS + DAY - MINUTE)
    assert recipients(NoticeKind.RESULT_DUE) == []
    queue_due(now=STARTS + DAY)
    assert recipients(NoticeKind.RESULT_DUE) == ["Anchor 1", "Bell 1"]
    assert "The winning team sends it." in Notice.objects.filter(kind=NoticeKind.RESULT_DUE)[0].text


def test_a_late_card_is_that_of_the_winner_whoever_sent_it(town: Town) -> None:
    play(town, LOST, STARTS + DAY + MINUTE)
    card = LateCard.objects.get()
    assert (card.team.name, card.points) == ("Bell", 2)
    accept_late_card(card, by=town.secretary, now=STARTS + 2 * DAY)
    assert table(town)["Bell"] == (10, 5, 1, 10)


@pytest.mark.parametrize(("reports", "team"), [("home", ["Anchor"]), ("away", ["Bell"]), ("both", ["Anchor", "Bell"])])
def test_the_team_that_should_have_sent_it_is_reminded_and_may_lose_the_points(
    town: Town, reports: str, team: list[str]
) -> None:
    Season.objects.filter(pk=town.season.pk).update(reports=reports)
    queue_due(now=STARTS + DAY)
    assert recipients(NoticeKind.RESULT_DUE) == [f"{name} 1" for name in team]
    queue_due(now=STARTS + 2 * DAY)
    assert recipients(NoticeKind.RESULT_OVERDUE) == [*(f"{name} 1" for name in team), "Sally Secretary"]
    play(town, LOST, STARTS + 2 * DAY, by="Bell")
    assert [card.team.name for card in LateCard.objects.order_by("side").reverse()] == team


@pytest.mark.parametrize(
    ("day", "time", "due"),
    [
        ("friday", dt.time(12), STARTS.replace(day=18, hour=12)),
        ("tuesday", dt.time(12), STARTS.replace(day=22, hour=12)),
        ("wednesday", None, STARTS.replace(day=16)),
    ],
)
def test_a_result_can_be_due_on_a_day_of_the_week_at_its_own_time(
    town: Town, day: str, time: dt.time | None, due: dt.datetime
) -> None:
    League.objects.filter(pk=town.league.pk).update(result_day=day, result_time=time)
    Season.objects.filter(pk=town.season.pk).update(result_hours=None)
    town.league.refresh_from_db()
    assert Season.objects.select_related("league").get(pk=town.season.pk).result_due(STARTS) == due
    anchor = town.fixture("Anchor", "Bell")
    assert anchor not in [late.fixture for late in not_entered(town.league, now=due)]
    assert anchor in [late.fixture for late in not_entered(town.league, now=due + MINUTE)]
    queue_due(now=due)
    assert recipients(NoticeKind.RESULT_DUE) == ["Anchor 1", "Bell 1"]
    play(town, WON, due + MINUTE)
    assert LateCard.objects.get().team.name == "Anchor"


def test_a_seasons_own_hours_go_before_the_leagues_day(town: Town) -> None:
    League.objects.filter(pk=town.league.pk).update(result_day="friday", result_time=dt.time(12))
    anchor, due = town.fixture("Anchor", "Bell"), STARTS + DAY
    assert anchor not in [late.fixture for late in not_entered(town.league, now=due)]
    assert anchor in [late.fixture for late in not_entered(town.league, now=due + MINUTE)]
    rules = words(signed_in(town.captains["Bell"]).get("/leagues/town/rules/"))
    assert "A result is due 24 hours after the start of its fixture." in rules
    assert "on the Friday after" not in rules


def test_the_rules_and_the_settings_say_so(town: Town) -> None:
    League.objects.filter(pk=town.league.pk).update(result_day="friday", result_time=dt.time(12))
    Season.objects.filter(pk=town.season.pk).update(result_hours=None)
    rules = words(signed_in(town.captains["Bell"]).get("/leagues/town/rules/"))
    assert "The winning team sends the result; where nobody has won, either team does." in rules
    assert "A result is due on the Friday after its fixture at 12 noon." in rules
    assert "the team that should have sent it may lose 2 points" in rules
    office = signed_in(town.secretary)
    assert 'name="reports"' in office.get("/leagues/town/secretary/seasons/2026-27/settings/").content.decode()
    form = office.get("/leagues/town/secretary/settings/league/").content.decode()
    assert 'name="result_day"' in form
    assert 'name="result_time"' in form


def stay_away(town: Town, *, times: int) -> None:
    """Anchor does not come to its next fixtures, each of which is given to the other side."""
    fixtures = [one for one in town.fixtures if "Anchor" in (one.home.name, one.away.name)]
    for fixture in [one for one in fixtures if not one.results.exists()][:times]:
        to = "away" if fixture.home.name == "Anchor" else "home"
        later = fixture.starts_at + DAY
        give_walkover(fixture, to=to, version=0, reason="Nobody came.", by=town.secretary, now=later)


@pytest.fixture
def counting(town: Town) -> Town:
    """A season in which two no-shows call for a suspension."""
    Season.objects.filter(pk=town.season.pk).update(no_show_limit=2)
    return town


def test_no_shows_are_counted_and_the_secretary_is_asked_after_so_many(counting: Town, now: dt.datetime) -> None:
    town, office = counting, signed_in(counting.secretary)
    address = "/leagues/town/secretary/seasons/2026-27/no-shows/anchor/"
    stay_away(town, times=1)
    assert "No-shows to decide" not in words(office.get("/leagues/town/secretary/"))
    assert "1 no-show this season" in words(office.get("/leagues/town/teams/anchor/"))
    stay_away(town, times=1)
    assert "No-shows to decide 1 Anchor Division 1 2 no-shows Decide" in words(office.get("/leagues/town/secretary/"))
    shown = office.get(address)
    assert "/secretary/seasons/2026-27/teams/anchor/withdraw/" in shown.content.decode()
    assert "A team with two no-shows may be suspended; the secretary decides." in words(shown)
    # Nothing has happened, and points are not what this season takes.
    assert office.post(address, {"do": "take", "seen": "2"}).status_code == 409
    assert office.post(address, {"do": "dismiss", "seen": "2"}).status_code == 422
    assert office.post(address, {"do": "dismiss", "seen": "1", "reason": "Snow."}).status_code == 409
    assert office.post(address, {"do": "dismiss", "seen": "2", "reason": "Snow."}).status_code == 302
    assert JournalEntry.objects.get(kind=JournalKind.NO_SHOWS_DISMISSED).why == "Snow."
    assert "No-shows to decide" not in words(office.get("/leagues/town/secretary/"))
    assert office.post(address, {"do": "dismiss", "seen": "2", "reason": "Snow."}).status_code == 409
    # A further one asks again.
    stay_away(town, times=1)
    assert "3 no-shows Decide" in words(office.get("/leagues/town/secretary/"))
    withdraw_team(Entry.objects.get(team__name="Anchor"), reason="Suspended.", by=town.secretary, now=now + 50 * DAY)
    assert "No-shows to decide" not in words(office.get("/leagues/town/secretary/"))


def test_points_can_be_what_no_shows_cost(counting: Town, now: dt.datetime) -> None:
    Season.objects.filter(pk=counting.season.pk).update(no_show_sanction="points", no_show_points="1.5")
    stay_away(counting, times=2)
    entry = Entry.objects.select_related("season__league", "division__season", "team").get(team__name="Anchor")
    made = take_points(entry, seen=2, by=counting.secretary, now=now + 60 * DAY)
    assert (made.points, made.reason) == (Decimal("-1.5"), "2 no-shows: 15 September 2026 and 22 September 2026.")
    assert table(counting)["Anchor"] == (0, 20, 0, Decimal("-1.5"))
    with pytest.raises(WrongState):
        take_points(entry, seen=2, by=counting.secretary, now=now + 60 * DAY)
    with pytest.raises(NotAllowed):
        take_points(entry, seen=2, by=counting.captains["Bell"], now=now + 60 * DAY)
