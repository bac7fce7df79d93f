"""Keep what somebody practises: lessons that are done, boxes, and sums by week. Their own affair, and in no journal.

Nothing here decides about anybody else, so there is nothing to require but that they are who they are: a stranger's
practice stays on their device, and no service is asked.
"""

import datetime as dt
from fractions import Fraction

from django.db import transaction
from django.db.models import F

from cardroom.models import LessonDone, Practice, PracticeWeek
from cardroom.rules.learn.answers import Answer
from cardroom.rules.learn.leitner import Boxes, monday
from cardroom.rules.learn.trainers import Trainer
from league.models import User


def finish_lesson(user: User, lesson: str, *, now: dt.datetime) -> bool:
    """Note that somebody has done a lesson; return False if it was noted before.

    Args:
        lesson: its slug.
    """
    _, new = LessonDone.objects.get_or_create(user=user, lesson=lesson, defaults={"done_at": now})
    return new


def keep_answer(
    user: User, trainer: Trainer, seed: str, answer: Answer, *, seconds: int | None, today: dt.date
) -> Boxes:
    """Add an answer to somebody's boxes and week. The same question sent again changes nothing.

    Args:
        seed: the question's word.
        seconds: how long it took; None where it is not timed.
        today: the learner's day.

    Returns:
        The boxes as they are now.
    """
    with transaction.atomic():
        practice, _ = Practice.objects.get_or_create(user=user, trainer=trainer.name.value)
        practice = Practice.objects.select_for_update().get(pk=practice.pk)
        boxes = Boxes.from_dict(practice.boxes)
        if practice.last == seed:
            return boxes
        boxes = boxes.answered(answer.needed, answer.wrong, right=answer.right)
        practice.boxes, practice.last = boxes.to_dict(), seed
        practice.save(update_fields=["boxes", "last"])
        week, _ = PracticeWeek.objects.get_or_create(user=user, trainer=practice.trainer, starts_on=monday(today))
        PracticeWeek.objects.filter(pk=week.pk).update(
            answered=F("answered") + 1,
            right=F("right") + int(answer.right),
            timed=F("timed") + int(seconds is not None),
            seconds=F("seconds") + (seconds or 0),
            lost=F("lost") + _hundredths(answer.lost),
        )
    return boxes


def _hundredths(points: Fraction) -> int:
    return round(100 * points)
