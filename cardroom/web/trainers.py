"""The state that a page of practice carries along, signed: what was asked and when, and a stranger's own boxes.

The server keeps nothing of a question: its word is all there is to it. A stranger's boxes travel with their forms, and
the page keeps them on the device; whoever changes them finds them empty.

The trainers: a question, the engine's judgement on the answer, and the next question.
"""

import datetime as dt
import secrets
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cardroom.queries import boxes_of
from cardroom.rules.learn.answers import Answer
from cardroom.rules.learn.leitner import Boxes, timed
from cardroom.rules.learn.skills import Skill
from cardroom.rules.learn.trainers import TRAINERS, Trainer
from cardroom.services.practice import keep_answer
from cardroom.web.answering import judge_answer, read_answer
from league.errors import NothingThere
from league.models import User
from league.rules.problems import Problem
from league.translation import N_
from league.web.forms import read_text

QUESTION, KEPT = "muggins.learn.question", "muggins.learn.kept"
LONGEST = 2000  # of a signed text that is looked at
LASTS = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    trainer: str
    seed: str
    at: dt.datetime

    @property
    def token(self) -> str:
        texts = [self.trainer, self.seed, self.at.isoformat()]
        return signing.dumps(texts, salt=QUESTION)


def make_seed() -> str:
    return secrets.token_urlsafe(8)


def read_question(token: str, trainer: str, *, now: dt.datetime) -> AskedQuestion | None:
    """Return the question that a form carries; None where it is none of this trainer, or a day old."""
    try:
        name, seed, said = signing.loads(token[:LONGEST], salt=QUESTION)
        question = AskedQuestion(name, seed, dt.datetime.fromisoformat(said))
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return question if question.trainer == trainer and now - question.at < LASTS else None


def sign_boxes(boxes: Boxes) -> str:
    return signing.dumps(boxes.to_dict(), salt=KEPT, compress=True)


def read_boxes(text: str) -> Boxes:
    """Return the boxes that a form carries; empty ones where it carries none."""
    try:
        return Boxes.from_dict(signing.loads(text[:LONGEST], salt=KEPT))
    except (signing.BadSignature, ValueError):
        return Boxes()


OUT_OF_DATE = N_("That question is out of date. Here is another one.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def trainer(request: HttpRequest, trainer: str) -> HttpResponse:
    """A trainer's question. POST answers it (do=answer), or asks for the next (do=next)."""
    trainer_row = TRAINERS.get(trainer)
    if trainer_row is None:
        raise NothingThere(N_("There is no such trainer."))
    boxes = _boxes(request, trainer_row)
    if request.POST.get("do") != "answer":
        return _render_question(request, trainer_row, boxes)
    question = read_question(read_text(request.POST, "asked", LONGEST), trainer, now=timezone.now())
    if question is None:
        return _render_question(request, trainer_row, boxes, problem=Problem("out-of-date", OUT_OF_DATE))
    said = judge_answer(trainer_row.question(question.seed), read_answer(request.POST))
    if "problem" in said:
        return _render_question(request, trainer_row, boxes, question, said["problem"])
    return _render_answer(request, trainer_row, boxes, question, said["answer"])


def _boxes(request: HttpRequest, trainer: Trainer) -> Boxes:
    if isinstance(request.user, User):
        return boxes_of(request.user, trainer.name)
    return read_boxes(read_text(request.POST, "kept", LONGEST))


def _render_question(
    request: HttpRequest,
    trainer: Trainer,
    boxes: Boxes,
    question: AskedQuestion | None = None,
    problem: Problem | None = None,
) -> HttpResponse:
    if question is None:
        skill = boxes.next_skill if trainer.by_skill else None
        question = AskedQuestion(trainer.name, trainer.seed(make_seed(), skill), timezone.now())
    context = {
        "asked_question": question,
        "question": trainer.question(question.seed),
        "given": read_answer(request.POST) if problem and problem.field else "",
        "problem": problem,
    }
    return _page(request, trainer, boxes, context, status=422 if problem else 200)


def _render_answer(
    request: HttpRequest, trainer: Trainer, boxes: Boxes, asked_question: AskedQuestion, answer: Answer
) -> HttpResponse:
    now = timezone.now()
    seconds = timed((now - asked_question.at).total_seconds())
    if isinstance(request.user, User):
        today = timezone.localdate(now)
        boxes = keep_answer(request.user, trainer, asked_question.seed, answer, seconds=seconds, today=today)
    else:
        boxes = boxes.answered(answer.needed, answer.wrong, right=answer.right)
    context = {"question": trainer.question(asked_question.seed), "answer": answer, "seconds": seconds}
    return _page(request, trainer, boxes, context)


def list_known_skills(boxes: Boxes) -> list[tuple[Skill, int]]:
    """Return the skills, each with its box, of five: the higher, the better it is known."""
    return [(skill, boxes.box(skill)) for skill in Skill]


def _page(
    request: HttpRequest, trainer: Trainer, boxes: Boxes, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    context |= {
        "trainer": trainer,
        "boxes": boxes,
        "known": list_known_skills(boxes) if trainer.by_skill else [],
        "kept": "" if isinstance(request.user, User) else sign_boxes(boxes),
    }
    return render(request, "cardroom/learn/trainer.html", context, status=status)
