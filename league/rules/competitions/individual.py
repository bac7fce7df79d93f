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
    yield from _check_in_window(day, opens_on, closes_on)
    if opens_on <= day <= closes_on and day > today:
        message = N_("Enter the result once the game is played; until then, arrange it.")
        yield Problem("future", message, "day")


def check_start(
    starts_at: dt.datetime, opens_on: dt.date, closes_on: dt.date, *, now: dt.datetime, tz: dt.tzinfo
) -> Iterator[Problem]:
    """Yield why no game can be arranged for a time."""
    yield from _check_in_window(starts_at.astimezone(tz).date(), opens_on, closes_on)
    if starts_at <= now:
        message = N_("This time has passed: choose a later one, or enter the result of a game already played.")
        yield Problem("past", message, "day")


def _check_in_window(day: dt.date, opens_on: dt.date, closes_on: dt.date) -> Iterator[Problem]:
    if not opens_on <= day <= closes_on:
        message = Text("Games are played from {first} to {last}.", first=spelt(opens_on), last=spelt(closes_on))
        yield Problem("window", message, "day")


def count_meetings_left(player: int, others: Iterable[int], met: Iterable[Pair], meetings: int) -> dict[int, int]:
    """How often a player may still meet each of the others; those they have met as often as may be are left out."""
    counts = Counter(pair for pair in met if player in pair)
    left = {other: meetings - counts[frozenset((player, other))] for other in others if other != player}
    return {other: n for other, n in left.items() if n > 0}
