"""The answer to a question, as a browser sends it: typed, or tapped on cards or sentences."""

from typing import Any

from django.utils.datastructures import MultiValueDict

from cardroom.rules.learn.questions import Question
from league.rules.problems import Problem
from league.web.form_fields import read_text

MOST_TAPPED = 8


def read_answer(sent: MultiValueDict[str, str]) -> str:
    """Return what was answered: what was typed, or else the cards that were tapped."""
    return read_text(sent, "answer") or " ".join(card[:3] for card in sent.getlist("pick")[:MOST_TAPPED])


def judge_answer(question: Question, typed: str) -> dict[str, Any]:
    """Return the engine's `answer` to what was typed, or the `problem` with it."""
    found = question.judge(typed)
    return {"problem": found} if isinstance(found, Problem) else {"answer": found}
