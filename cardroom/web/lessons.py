"""The way into learning, and the lessons. They need no account; who has one finds done what they have done."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.queries import lessons_done
from cardroom.rules.learn.course import BY_SLUG, CHAPTERS, LESSONS
from cardroom.rules.learn.lessons import Lesson
from cardroom.rules.learn.questions import Question
from cardroom.rules.learn.trainers import TRAINERS
from cardroom.services.practice import finish_lesson
from cardroom.web.answering import judge_answer, read_answer
from league.errors import NothingThere
from league.models import User
from league.queries.leagues import leagues_of
from league.translation import N_
from league.web.forms import read_number


@dataclass(frozen=True, slots=True)
class Posed:
    """A question of a lesson as its page has it.

    Attributes:
        number: its place, from 1.
        given: what was answered, and `judgement` what the engine says of it: an `answer`, or a `problem`.
        passed: it was answered rightly before.
    """

    number: int
    question: Question
    given: str
    judgement: dict[str, Any]
    passed: bool

    @property
    def id(self) -> str:
        return f"q{self.number}"

    @property
    def pack_id(self) -> str:
        return f"pack{self.number}"


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    done = lessons_done(request.user) if isinstance(request.user, User) else frozenset()
    rows = {lesson.slug: (number, lesson, lesson.slug in done) for number, lesson in enumerate(LESSONS, start=1)}
    context = {
        "chapters": [
            (chapter.title, [rows[lesson.slug] for lesson in chapter.lessons], len(done & chapter.slugs))
            for chapter in CHAPTERS
        ],
        "next_lesson": next((row for row in rows.values() if not row[2]), None),
        "done_count": len(done.intersection(BY_SLUG)),
        "lesson_count": len(LESSONS),
        "trainers": TRAINERS.values(),
        "daily": bool(leagues_of()),
    }
    return render(request, "cardroom/learn/index.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, lesson: str) -> HttpResponse:
    """A lesson. POST answers one of its questions (question=1); all of them right, and the lesson is done."""
    lesson_row = BY_SLUG.get(lesson)
    if lesson_row is None:
        raise NothingThere(N_("There is no such lesson."))
    posed, status = _posed(request, lesson_row), 200
    done = isinstance(request.user, User) and lesson_row.slug in lessons_done(request.user)
    finished = request.method == "POST" and all(question.passed for question in posed)
    if finished and not done:
        done = True
        if isinstance(request.user, User):
            finish_lesson(request.user, lesson_row.slug, now=timezone.now())
    if any("problem" in question.judgement for question in posed):
        status = 422
    place = LESSONS.index(lesson_row)
    context = {
        "lesson": lesson_row,
        "number": place + 1,
        "lesson_count": len(LESSONS),
        "posed": posed,
        "passed": [question.number for question in posed if question.passed],
        "is_done": done,
        "finished": finished,
        "previous_lesson": LESSONS[place - 1] if place else None,
        "next_lesson": LESSONS[place + 1] if place + 1 < len(LESSONS) else None,
    }
    return render(request, "cardroom/learn/lesson.html", context, status=status)


def _posed(request: HttpRequest, lesson: Lesson) -> list[Posed]:
    number = read_number(request.POST, "question")
    passed = {text for text in request.POST.getlist("passed")[: len(lesson.questions)] if text}
    posed = []
    for place, question in enumerate(lesson.questions, start=1):
        given = read_answer(request.POST) if place == number else ""
        said = judge_answer(question, given) if place == number else {}
        right = "answer" in said and said["answer"].right
        posed.append(Posed(place, question, given, said, right or str(place) in passed))
    return posed
