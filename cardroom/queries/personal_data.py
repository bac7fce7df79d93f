"""What the card room keeps of a person, for the file of their own data."""

from typing import Any

from cardroom.models import DailyName, DailyVote, LessonDone, Practice, PracticeWeek
from league.models import League, User


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
