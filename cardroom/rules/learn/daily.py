"""The daily hand of a league: six cards a day, the same for everybody, and what a vote for two of them earns."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cardroom.rules.learn.answers import Answer
from cardroom.rules.learn.dealing import chance, shuffled
from cardroom.rules.learn.questions import NEAR, LayAway
from scoring import Card, Discard

DAYS_BACK = 30  # so long a past day's hand can be read
POINTS = (3, 2, 1)  # for the best, the second and the third
FEWEST = 3  # votes whose percentages are told: those of fewer would be single people’s choices


def daily_hand(league: str, day: dt.date) -> LayAway:
    """Return the hand of a league's day. Its word is no secret: whoever wants to may deal tomorrow's today.

    Args:
        league: its slug.
    """
    seed = f"daily:{league}:{day.isoformat()}"
    cards = " ".join(map(str, sorted(shuffled(seed)[:6])))
    return LayAway(cards, dealer=chance(f"{seed}:dealer", 2) == 0)


def codes(cards: Collection[Card]) -> str:
    """Return two cards laid away as a vote keeps them: sorted, so that a choice has one spelling."""
    return " ".join(map(str, sorted(cards)))


def earned(answer: Answer) -> int:
    """Return the points of a vote: three for the best choice or one as good, two and one for those after it."""
    if answer.right:
        return POINTS[0]
    better = sum(one.total > answer.discards[answer.chosen - 1].total for one in answer.discards)
    return POINTS[better] if better < len(POINTS) else 0


@dataclass(frozen=True, slots=True)
class Share:
    """A choice of the daily hand: what it is worth, and how many voted for it.

    Attributes:
        votes: for it; 0 while there are fewer than `FEWEST` in all.
        percent: of all votes, rounded.
        behind: what it is worth less than the best.
    """

    discard: Discard
    votes: int
    percent: int
    behind: Fraction

    @property
    def good(self) -> bool:
        """Return True for the best, and for what is as good."""
        return self.behind < NEAR


def percentages_told(votes: Mapping[str, int]) -> bool:
    """Return True once there are enough votes that percentages are nobody's own choice."""
    return sum(votes.values()) >= FEWEST


def shares(ranked: Sequence[Discard], votes: Mapping[str, int]) -> tuple[Share, ...]:
    """Return every choice, the best first, with the votes for it where these are told.

    Args:
        votes: how many by the cards laid away, as `codes` spells them.
    """
    total = sum(votes.values()) if percentages_told(votes) else 0
    found = []
    for discard in ranked:
        own = votes.get(codes(discard.laid_away), 0) if total else 0
        percent = round(100 * own / total) if total else 0
        found.append(Share(discard, own, percent, ranked[0].total - discard.total))
    return tuple(found)


def streak(days: Collection[dt.date], today: dt.date) -> int:
    """Return how many days in a row were voted on, up to today, or to yesterday while today is still open."""
    day = today if today in days else today - dt.timedelta(days=1)
    length = 0
    while day in days:
        length += 1
        day -= dt.timedelta(days=1)
    return length


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody in the table of the daily hand, by the name that everybody may see."""

    name: str
    points: int
    days: int
    streak: int
    place: int = 0


def ranked(standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return a table: most points first, then fewest days; those level share a place and stand by name."""
    ordered = sorted(standings, key=lambda one: (-one.points, one.days, one.name.casefold()))
    found: list[Standing] = []
    for number, one in enumerate(ordered, start=1):
        level = found and (found[-1].points, found[-1].days) == (one.points, one.days)
        place = found[-1].place if level else number
        found.append(Standing(one.name, one.points, one.days, one.streak, place))
    return tuple(found)
