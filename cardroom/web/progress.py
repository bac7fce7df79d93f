"""A learner's own charts: right answers, pace and what choices gave away, week by week. Nobody else sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cardroom.queries import all_boxes, lessons_done, weeks_of
from cardroom.rules.learn.course import BY_SLUG, LESSONS
from cardroom.rules.learn.leitner import Boxes, WeekOfPractice, in_a_row
from cardroom.rules.learn.skills import Skill
from cardroom.rules.learn.trainers import TRAINERS, Trainer
from cardroom.web.trainers import list_known_skills
from league.models import User
from league.rules.drawings import Chart, draw_chart

STEP = 10  # the top of a chart of seconds is a multiple of it


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts of one trainer, and the same in figures.

    Attributes:
        pace: of seconds an answer; None where nothing was timed.
        loss: of points given away by a choice; None where that is not measured.
    """

    trainer: Trainer
    answered: int
    right: Chart
    pace: Chart | None
    loss: Chart | None
    weeks: Sequence[WeekOfPractice]
    known: Sequence[tuple[Skill, int]]


@never_cache
@require_safe
def progress(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        return render(request, "cardroom/learn/progress.html", {})
    weeks, boxes = weeks_of(request.user), all_boxes(request.user)
    today = timezone.localdate()
    charts = [
        _charts(trainer, in_a_row(weeks[name], today), boxes.get(name, Boxes()))
        for name, trainer in TRAINERS.items()
        if name in weeks
    ]
    done = lessons_done(request.user).intersection(BY_SLUG)
    context = {"charts": charts, "done_count": len(done), "lesson_count": len(LESSONS)}
    return render(request, "cardroom/learn/progress.html", context)


def _charts(trainer: Trainer, row: Sequence[tuple[object, WeekOfPractice | None]], boxes: Boxes) -> Charts:
    weeks = [week for _, week in row]
    paces = [week.pace if week else None for week in weeks]
    losses = [week.loss if week else None for week in weeks]
    slowest = max((pace for pace in paces if pace is not None), default=None)
    dearest = max((loss for loss in losses if loss is not None), default=Fraction(0))
    return Charts(
        trainer,
        sum(week.answered for week in weeks if week),
        draw_chart([week.percent if week else None for week in weeks], 100),
        None if slowest is None else draw_chart(paces, max(STEP, STEP * ceil(slowest / STEP))),
        draw_chart(losses, max(1, ceil(dearest))) if trainer.by_loss else None,
        [week for week in weeks if week],
        list_known_skills(boxes) if trainer.by_skill else [],
    )
