"""The answer to a question, as a browser sends it: typed, or tapped on cards or sentences."""

from typing import Any

from django.utils.datastructures import MultiValueDict

from cardroom.rules.learn.questions import Question
from league.rules.problems import Problem
from league.web.forms import read_text

MOST_TAPPED = 8


def read_answer(sent: MultiValueDict[str, str]) -> str:
    return read_text(sent, "answer") or " ".join(card[:3] for card in sent.getlist("pick")[:MOST_TAPPED])


def judge_answer(question: Question, typed: str) -> dict[str, Any]:
    """Return the engine's `answer` to what was typed, or the `problem` with it."""
    judgement = question.judge(typed)
    return {"problem": judgement} if isinstance(judgement, Problem) else {"answer": judgement}
