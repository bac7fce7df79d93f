"""Reads: tables as they stand, analyses, what a person has played and practised, votes on the daily hand."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q

from cardroom.models import (
    DailyName,
    DailyVote,
    GameAnalysis,
    LessonDone,
    PlayGame,
    PlayShuffle,
    PlayTable,
    Practice,
    PracticeWeek,
)
from cardroom.rules.learn.daily import Standing, ranked, streak
from cardroom.rules.learn.leitner import Boxes, WeekOfPractice
from cardroom.rules.play.analysis import known_form
from cardroom.rules.play.moves import Shuffle
from cardroom.rules.play.next_action import NextAction, find_next_action
from cardroom.rules.play.replay import Replay, gone_through
from cardroom.rules.play.seats import STRENGTHS, Seat, Switches, chosen_last, kept_switches, seats_of, started
from league.enums import EvidenceKind
from league.models import Dispute, Evidence, League, User
from league.rules.names import distinct_names
from league.rules.rulesets import stored_ruleset
from league.translation import Text


@dataclass(slots=True)
class Sitting:
    """A table with the game that is played at it.

    Attributes:
        shuffles: those of the game, in their order.
    """

    table: PlayTable
    game: PlayGame
    seats: tuple[Seat, ...]
    course: Replay
    shuffles: list[PlayShuffle]

    @property
    def next_action(self) -> NextAction:
        """Return what comes next."""
        return find_next_action(self.course, self.seats)

    @property
    def shuffle(self) -> Shuffle:
        """Return the shuffle whose cards are on the table, or are dealt next."""
        return shuffle_of(self.shuffles[-1])


def shuffle_of(row: PlayShuffle) -> Shuffle:
    return Shuffle(row.number, row.seed, row.cut)


def find_table(slug: str) -> PlayTable | None:
    """Return the table at an address, or None (one query)."""
    return PlayTable.objects.filter(slug=slug).select_related("owner").first()


def sitting_at(table: PlayTable) -> Sitting:
    """Return a table with its latest game (three queries)."""
    return sitting_of(table, table.games.latest("number"))


def sitting_of(table: PlayTable, game: PlayGame) -> Sitting:
    """Return a table with one of its games (two queries)."""
    seats = seats_of(table.seats)
    # A seat that nobody has taken yet has no name; no card is dealt before.
    named = [seat if seat.taken else Seat("?", taken=False) for seat in seats]
    start = started(stored_ruleset(table.ruleset), named, game.dealer)
    entries = list(game.entries.order_by("number").values_list("said", flat=True))
    return Sitting(table, game, seats, gone_through(start, entries), list(game.shuffles.order_by("number")))


def find_shared_game(share: str) -> PlayGame | None:
    """Return the game at an address that was shared, once it is over, or None (one query)."""
    return PlayGame.objects.filter(share=share, ended_at__isnull=False).select_related("table").first()


def revealed_shuffles(sitting: Sitting) -> list[PlayShuffle]:
    """Return the shuffles whose seed may be told: their cards are no longer in play (no query)."""
    last = sitting.shuffles[-1].number
    return [one for one in sitting.shuffles if one.used and (one.number < last or sitting.course.is_over)]


def analysis_of_game(game: PlayGame) -> GameAnalysis | None:
    """Return the analysis that is kept of a game at a table, or None (one query)."""
    return _readable(GameAnalysis.objects.filter(game=game).first())


def analysis_of_record(evidence: Evidence) -> GameAnalysis | None:
    """Return the analysis that is kept of a written game, or None (one query)."""
    return _readable(GameAnalysis.objects.filter(evidence=evidence).first())


def _readable(found: GameAnalysis | None) -> GameAnalysis | None:
    return found if found is not None and known_form(found.found) else None


def find_record(dispute: Dispute, pk: int) -> Evidence:
    """Return a written game of a dispute (one query).

    Raises:
        Evidence.DoesNotExist: there is none of that number in it.
    """
    return Evidence.objects.get(pk=pk, dispute=dispute, kind=EvidenceKind.RECORD)


MOST = 20


@dataclass(frozen=True, slots=True)
class Record:
    """Games against machines of one strength: how many were played, and how many were won."""

    strength: Text
    played: int
    won: int


def tables_of(user: User | None, slugs: Iterable[str] = ()) -> tuple[list[PlayTable], list[PlayTable]]:
    """Return the tables that somebody opened or sits at: those where a game goes on, and the others (one query).

    The latest used come first.
    """
    mine = Q(slug__in=[*slugs])
    if user is not None:
        mine |= Q(owner=user)
    going_on = PlayGame.objects.filter(table=OuterRef("pk"), ended_at=None)
    found = PlayTable.objects.filter(mine).annotate(goes_on=Exists(going_on))
    tables = list(found.order_by("-goes_on", "-used_at", "-pk")[:MOST])
    return [table for table in tables if table.goes_on], [table for table in tables if not table.goes_on]


def switches_of(user: User | None) -> Switches | None:
    """Return the switches that somebody chose last at a table of their own (one query), or None.

    A new table begins with them, so the tables used last have them.
    """
    if user is None:
        return None
    used = PlayTable.objects.filter(owner=user).order_by("-used_at").values_list("seats", flat=True)[:MOST]
    return chosen_last(*(kept_switches(seat) for seats in used for seat in seats))


def records_of(user: User) -> list[Record]:
    """Return how somebody has done against one machine, by its strength; marked games are left out (one query)."""
    ended = PlayGame.objects.filter(table__owner=user, ended_at__isnull=False, marked=False)
    played, won = Counter[int](), Counter[int]()
    for seats, winner in ended.values_list("table__seats", "winner"):
        sitting = seats_of(seats)
        if len(sitting) == 2 and sitting[1].machine:
            played[sitting[1].strength] += 1
            won[sitting[1].strength] += winner == 0
    return [Record(STRENGTHS[level - 1].text, played[level], won[level]) for level in sorted(played)]


def lessons_done(user: User) -> frozenset[str]:
    """Return the slugs of the lessons that somebody has done (one query)."""
    return frozenset(LessonDone.objects.filter(user=user).values_list("lesson", flat=True))


def boxes_of(user: User, trainer: str) -> Boxes:
    """Return somebody's boxes in a trainer; empty ones before their first answer (one query)."""
    found = Practice.objects.filter(user=user, trainer=trainer).values_list("boxes", flat=True).first()
    return Boxes.from_dict(found)


def all_boxes(user: User) -> dict[str, Boxes]:
    """Return somebody's boxes by trainer (one query)."""
    found = Practice.objects.filter(user=user).values_list("trainer", "boxes")
    return {trainer: Boxes.from_dict(boxes) for trainer, boxes in found}


def weeks_of(user: User) -> dict[str, list[WeekOfPractice]]:
    """Return somebody's weeks by trainer, the first first (one query)."""
    found: dict[str, list[WeekOfPractice]] = {}
    columns = ("trainer", "starts_on", "answered", "right", "timed", "seconds", "lost")
    rows = PracticeWeek.objects.filter(user=user).order_by("starts_on").values_list(*columns)
    for trainer, *week in rows:
        found.setdefault(trainer, []).append(WeekOfPractice(*week))
    return found


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


def export_practice(league: League, user: User) -> dict[str, Any]:
    """Return what somebody keeps of their practice, and their votes on a league's daily hand (five queries)."""
    votes = DailyVote.objects.filter(user=user, league=league).order_by("day")
    weeks = PracticeWeek.objects.filter(user=user).order_by("starts_on", "trainer")
    return {
        "practice": {
            "lessons": _rows(LessonDone.objects.filter(user=user), "lesson", "done_at"),
            "boxes": _rows(Practice.objects.filter(user=user).order_by("trainer"), "trainer", "boxes"),
            "weeks": _rows(weeks, "trainer", "starts_on", "answered", "right", "timed", "seconds", "lost"),
        },
        "daily_hand": {
            "votes": _rows(votes, "day", "laid_away", "points", "voted_at"),
            "in_its_table": _rows(DailyName.objects.filter(user=user, league=league), "since"),
        },
    }


def _rows(rows: Any, *names: str) -> list[dict[str, Any]]:
    return [
        {name: value.isoformat() if hasattr(value, "isoformat") else value for name, value in row.items()}
        for row in rows.values(*names)
    ]
