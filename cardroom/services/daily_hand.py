"""Vote on a league's daily hand, and stand in its table or leave it.

A vote decides nothing and nobody else sees it, so it stands in no journal; it is one for each person and day, and is
never changed.
"""

import datetime as dt

from cardroom.models import DailyName, DailyVote
from cardroom.rules.learn.answers import Answer
from cardroom.rules.learn.daily import codes, daily_hand, earned
from league import access
from league.errors import Invalid, WrongState
from league.models import League, User
from league.rules.problems import Problem
from league.translation import N_


def vote(league: League, day: dt.date, typed: str, *, by: User, now: dt.datetime) -> Answer:
    """Vote for the two cards that one would lay away of the day's hand.

    Args:
        day: whose hand was shown.
        typed: the two cards.

    Returns:
        The engine's judgement on them.

    Raises:
        NotAllowed: they are nobody in this league.
        Invalid: these are not two cards of the hand.
        WrongState: the day is over, or they have voted.
    """
    access.require(by, "daily.vote", league, now=now)
    if day != now.astimezone(league.tz).date():
        raise WrongState(N_("That hand was another day’s. Open the page again for today’s."))
    answer = daily_hand(league.slug, day).judge(typed)
    if isinstance(answer, Problem):
        raise Invalid([answer])
    chosen = answer.discards[answer.chosen - 1]
    said = {"laid_away": codes(chosen.laid_away), "points": earned(answer), "voted_at": now}
    _, new = DailyVote.objects.get_or_create(league=league, day=day, user=by, defaults=said)
    if not new:
        raise WrongState(N_("You have voted on this hand already."))
    return answer


def join_table(league: League, *, by: User, now: dt.datetime) -> None:
    """Put somebody into the table of the daily hand, by their short name; again changes nothing.

    Raises:
        NotAllowed: they are nobody in this league.
    """
    access.require(by, "daily.vote", league, now=now)
    DailyName.objects.get_or_create(league=league, user=by, defaults={"since": now})


def leave_table(league: League, *, by: User, now: dt.datetime) -> None:
    """Take somebody out of the table of the daily hand; their votes stay.

    Raises:
        NotAllowed: they are nobody in this league.
    """
    access.require(by, "daily.vote", league, now=now)
    DailyName.objects.filter(league=league, user=by).delete()
