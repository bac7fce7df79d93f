"""The large league's cup, in its first round: two ties are played, two are due, and four teams have a bye."""

import datetime as dt
import itertools
import random

from league.enums import NoticeState
from league.models import Fixture, KnockOut, League, Notice, Team, User
from league.queries.cups import drawn_entrants, make_draw_again
from league.services.cups.draws import announce_draw, draw_ties
from league.services.cups.entrants import enter_teams
from league.services.cups.knock_outs import CupPlan, RoundPlan, change_rounds, make_cup
from league.services.fixtures import find_week
from league.services.portability.demo.marlbury import captain_of, evening_of, likely_sheet
from league.services.results import confirm, submit
from timetable.calendar import monday_of

ENTERED = (
    "Anchor", "Castle", "Ship", "Six Bells", "Royal Oak", "Fox & Hounds", "Chequers", "Plough A", "Cricketers B",
    "Bell", "Bowls Club", "Swan",
)  # fmt: skip
SAID = "4 8 15 16 23 42"
WEEK, EVENING = dt.timedelta(weeks=1), dt.time(19, 30)
FRIDAY, SATURDAY = 4, 5


def play_cup(league: League, now: dt.datetime) -> KnockOut:
    """Make the cup, draw it three weeks ago, and play two ties; others are due by the end of the week left blank."""
    secretary = User.objects.get(email="secretary@demo.example")
    evening = evening_of(league)
    assert evening is not None  # noqa: S101 - nothing is entered yet
    season, drawn_at = evening.division.season, now - 3 * WEEK
    monday = monday_of(now.astimezone(league.tz).date())
    cup = make_cup(season, CupPlan("Marlbury Cup", fixture_format="D D S S S"), by=secretary, now=drawn_at - WEEK)
    last = monday + 2 * WEEK - dt.timedelta(days=1)
    plans = {number: RoundPlan(play_by=last + (number - 1) * 5 * WEEK) for number in (1, 2, 3, 4)}
    change_rounds(cup, plans, by=secretary, now=drawn_at - WEEK)
    teams = Team.objects.filter(league=league, name__in=ENTERED).order_by("name")
    enter_teams(cup, list(teams), by=secretary, now=drawn_at - WEEK)
    announce_draw(cup, seed=find_seed(cup, evening.home), by=secretary, now=drawn_at - WEEK)
    draw_ties(cup, said=SAID, by=secretary, now=drawn_at)
    fixtures = Fixture.objects.filter(division=cup.competition).exclude(home=evening.home).exclude(away=evening.home)
    joined = ("division__season__league", "division__format", "home", "away", "venue")
    # On an evening on which no division plays.
    night = SATURDAY if now.astimezone(league.tz).weekday() == FRIDAY else FRIDAY
    day = monday - 2 * WEEK + dt.timedelta(days=night)
    chance = random.Random(39)  # noqa: S311 - invented scores, not secrets
    for fixture in fixtures.select_related(*joined).order_by("tie__number")[:2]:
        fixture.starts_at = fixture.original_starts_at = dt.datetime.combine(day, EVENING, tzinfo=league.tz)
        fixture.week = find_week(season, day)
        fixture.save(update_fields=["starts_at", "original_starts_at", "week"])
        later = fixture.starts_at + dt.timedelta(hours=3)
        submit.submit(fixture, likely_sheet(fixture, chance), by=captain_of(fixture.home), now=later)
        confirm.confirm(fixture, 1, by=captain_of(fixture.away), now=later)
    # These went long ago.
    past = Notice.objects.filter(fixture__division=cup.competition, state=NoticeState.WAITING, send_at__lt=now)
    for sent_at in past.values_list("send_at", flat=True).distinct():
        past.filter(send_at=sent_at).update(state=NoticeState.SENT, sent_at=sent_at)
    return cup


def find_seed(cup: KnockOut, team: Team) -> str:
    """The first seed by which a team plays in the first round; which it is hangs on the ids of teams."""
    entrants = drawn_entrants(cup, list(cup.competition.entrants.select_related("team").order_by("pk")))
    for seed in (f"marlbury {number}" for number in itertools.count(1)):
        drawn = make_draw_again(cup, entrants, seed, SAID)
        first = [side for tie in drawn.bracket.ties if tie.round == 1 for side in (tie.top, tie.bottom)]
        if team.pk in {drawn.entrants[side.number - 1] for side in first}:
            return seed
    raise AssertionError
