"""Individual leagues: when two players may meet, and who has not met whom."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator

from league.rules.problems import Problem
from league.rules.wording import spelt
from scoring.text import N_, Text

MOST_MEETINGS = 20
LONGEST_WINDOW = dt.timedelta(days=400)
Pair = frozenset[int]


def check_window(opens_on: dt.date, closes_on: dt.date, meetings: int) -> Iterator[Problem]:
    if closes_on < opens_on:
        yield Problem("window", N_("The last day comes before the first."), "closes_on")
    elif closes_on - opens_on > LONGEST_WINDOW:
        yield Problem("window", N_("Choose a last day within about a year of the first."), "closes_on")
    if not 1 <= meetings <= MOST_MEETINGS:
        yield Problem("meetings", Text("Two players may meet 1 to {most} times.", most=MOST_MEETINGS), "meetings")


def check_day(day: dt.date, opens_on: dt.date, closes_on: dt.date, *, today: dt.date) -> Iterator[Problem]:
    """Yield why no game was played on a day."""
    if not opens_on <= day <= closes_on:
        message = Text(
            "Games are played from {first} to {last}.", first=spelt(opens_on), last=spelt(closes_on)
        )  # fmt: skip
        yield Problem("window", message, "day")
    elif day > today:
        yield Problem("future", N_("Record a game once it is played: choose today or an earlier day."), "day")


def left_to_meet(player: int, others: Iterable[int], met: Iterable[Pair], meetings: int) -> dict[int, int]:
    """How often a player may still meet each of the others; those they have met as often as may be are left out."""
    counts = Counter(pair for pair in met if player in pair)
    left = {other: meetings - counts[frozenset((player, other))] for other in others if other != player}
    return {other: n for other, n in left.items() if n > 0}
