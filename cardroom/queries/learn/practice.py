"""The practice of one person: their lessons, boxes and weeks."""

from cardroom.models import LessonDone, Practice, PracticeWeek
from cardroom.rules.learn.leitner import Boxes
from cardroom.rules.learn.progress import WeekOfPractice
from league.models import User


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
