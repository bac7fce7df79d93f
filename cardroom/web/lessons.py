"""The way into learning, and the lessons. They need no account; who has one finds done what they have done."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.queries import lessons_done
from cardroom.rules.learn.course import BY_SLUG, LESSONS
from cardroom.rules.learn.lessons import Lesson
from cardroom.rules.learn.questions import Question
from cardroom.rules.learn.trainers import TRAINERS
from cardroom.services.practice import finish_lesson
from cardroom.web.answering import judge_answer, read_answer
from league.errors import NothingThere
from league.models import User
from league.queries.leagues import leagues_of
from league.translation import N_
from league.web.form_fields import read_number


@dataclass(frozen=True, slots=True)
class Posed:
    """A question of a lesson as its page has it.

    Attributes:
        number: its place, from 1.
        given: what was answered, and `found` what the engine says of it: an `answer`, or a `problem`.
        passed: it was answered rightly before.
    """

    number: int
    question: Question
    given: str
    found: dict[str, Any]
    passed: bool

    @property
    def id(self) -> str:
        """Return what the ids of its fields begin with."""
        return f"q{self.number}"

    @property
    def pack_id(self) -> str:
        """Return the id of its pack, where it has one."""
        return f"pack{self.number}"


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Everything there is to learn: lessons, trainers, and the daily hand of each league."""
    done = lessons_done(request.user) if isinstance(request.user, User) else frozenset()
    lessons = [(number, lesson, lesson.slug in done) for number, lesson in enumerate(LESSONS, start=1)]
    context = {
        "lessons": lessons,
        "done": len(done.intersection(BY_SLUG)),
        "trainers": TRAINERS.values(),
        "leagues": leagues_of(),
    }
    return render(request, "cardroom/learn/index.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, lesson: str) -> HttpResponse:
    """A lesson. POST answers one of its questions (question=1); all of them right, and the lesson is done."""
    found = BY_SLUG.get(lesson)
    if found is None:
        raise NothingThere(N_("There is no such lesson."))
    posed, status = _posed(request, found), 200
    done = isinstance(request.user, User) and found.slug in lessons_done(request.user)
    finished = request.method == "POST" and all(one.passed for one in posed)
    if finished and not done:
        done = True
        if isinstance(request.user, User):
            finish_lesson(request.user, found.slug, now=timezone.now())
    if any("problem" in one.found for one in posed):
        status = 422
    place = LESSONS.index(found)
    context = {
        "lesson": found,
        "number": place + 1,
        "of": len(LESSONS),
        "posed": posed,
        "passed": [one.number for one in posed if one.passed],
        "done": done,
        "finished": finished,
        "before": LESSONS[place - 1] if place else None,
        "after": LESSONS[place + 1] if place + 1 < len(LESSONS) else None,
    }
    return render(request, "cardroom/learn/lesson.html", context, status=status)


def _posed(request: HttpRequest, lesson: Lesson) -> list[Posed]:
    """Return the questions of a lesson, one of them with its answer where one was sent."""
    number = read_number(request.POST, "question")
    passed = {text for text in request.POST.getlist("passed")[: len(lesson.questions)] if text}
    found = []
    for place, question in enumerate(lesson.questions, start=1):
        given = read_answer(request.POST) if place == number else ""
        said = judge_answer(question, given) if place == number else {}
        right = "answer" in said and said["answer"].right
        found.append(Posed(place, question, given, said, right or str(place) in passed))
    return found
