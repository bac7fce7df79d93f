"""The votes on a league's daily hand, and the table of those who wish to stand in it."""

import datetime as dt

from django.db.models import Count

from cardroom.models import DailyName, DailyVote
from cardroom.rules.learn.daily import Standing, ranked, streak
from league.models import League, User
from league.rules.names import distinct_names


def votes_on(league: League, day: dt.date) -> dict[str, int]:
    """Return how many voted for each choice of a day, by the cards laid away (one query)."""
    rows = DailyVote.objects.filter(league=league, day=day).order_by().values_list("laid_away")
    return dict(rows.annotate(votes=Count("pk")))


def vote_of(league: League, day: dt.date, user: User) -> str:
    """Return the cards somebody voted for; blank where they did not (one query)."""
    return DailyVote.objects.filter(league=league, day=day, user=user).values_list("laid_away", flat=True).first() or ""


def stands_in_table(league: League, user: User) -> bool:
    """Return True if somebody wishes to stand in the table (one query)."""
    return DailyName.objects.filter(league=league, user=user).exists()


def table_of(league: League, today: dt.date) -> tuple[Standing, ...]:
    """Return this month's table: only those who wish to stand in it, by their short names (two queries).

    It tells points, days and days in a row, of days before `today` alone: a page read before and after somebody's vote
    would tell what it earned.
    """
    first = today.replace(day=1)
    names = dict(DailyName.objects.filter(league=league).values_list("user_id", "user__name"))
    votes = DailyVote.objects.filter(league=league, user__in=list(names), day__lt=today)
    days: dict[int, set[dt.date]] = {}
    points: dict[int, int] = {}
    month: dict[int, int] = {}
    for user_id, day, earned in votes.order_by().values_list("user_id", "day", "points"):
        days.setdefault(user_id, set()).add(day)
        if day >= first:
            points[user_id] = points.get(user_id, 0) + earned
            month[user_id] = month.get(user_id, 0) + 1
    shown = distinct_names(names, frozenset(names))
    return ranked(
        [Standing(shown[who], points[who], month[who], streak(days[who], today)) for who in names if who in month]
    )
