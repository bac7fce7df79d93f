"""The lessons: each question has an answer that the engine calls right, and wrong input is told what would be right."""

import re

import pytest

from cardroom.rules.learn.course import BY_SLUG, LESSONS, lesson_of
from cardroom.rules.learn.lessons import Lesson
from cardroom.rules.learn.questions import Called, Choose, Count, Fifteen, Lay, LayAway, Make, Number, Question
from league.rules.problems import Problem
from scoring import FIVE_CARD, score_show

ALL = [(lesson.slug, number, question) for lesson in LESSONS for number, question in enumerate(lesson.questions, 1)]
IDS = [f"{slug}-{number}" for slug, number, _ in ALL]


def best(question: Question) -> str:
    """Return a right answer, as somebody who knows would give it."""
    match question:
        case Count(hand, starter, crib, ruleset):
            return str(score_show(hand, starter, crib=crib, ruleset=ruleset).points)
        case Called(hand, starter, _, crib):
            return str(score_show(hand, starter, crib=crib).points)
        case Lay():
            return str(question.lays[0].card)
        case LayAway():
            return " ".join(map(str, question.ranked[0].laid_away))
        case Choose() | Number():
            return str(question.right)
        case Make():
            return "5H 5C 5S JD + 5D"
    return {"KD 7C 6H 3S 2D": "KD 3S 2D", "9S 8H 5D 4C AH": "9S 5D AH"}[question.cards]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("slug", "number", "question"), ALL, ids=IDS)
def test_every_question_has_an_answer_that_is_right(slug: str, number: int, question: Question) -> None:
    answer = question.judge(best(question))
    assert not isinstance(answer, Problem)
    assert answer.right
    assert re.fullmatch(r"R[0-9]+a?", answer.rule)


@pytest.mark.parametrize(("slug", "number", "question"), ALL, ids=IDS)
def test_wrong_input_is_told_what_would_be_right(slug: str, number: int, question: Question) -> None:
    for typed in ("", "xyz", "5H 5H", "💣", "4" * 60, "1H"):
        problem = question.judge(typed)
        if isinstance(problem, Problem):
            assert problem.message.endswith(".")
            assert problem.field == "answer"
        else:
            assert not problem.right


def test_lessons_are_named_once_and_teach_every_rule_of_the_game() -> None:
    assert len(BY_SLUG) == len(LESSONS) == 13
    for number in (*range(1, 6), *range(13, 15), *range(16, 20), *range(21, 24), *range(28, 50)):
        assert lesson_of(f"R{number}") is not None, number
    assert lesson_of("L2.3") is None
    assert lesson_of("R39") is BY_SLUG["muggins"]
    assert {lesson_of(f"R{number}") for number in (47, 48, 49)} == {BY_SLUG["irregularities"]}


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.slug for lesson in LESSONS])
def test_a_lesson_s_steps_can_be_drawn(lesson: Lesson) -> None:
    for step in lesson.steps:
        assert step.said
        assert all(drawn.row for drawn in step.drawn)
        assert step.board is None or lesson.slug == "board"


def test_the_hands_of_twenty_and_twenty_nine_are_drawn() -> None:
    drawn = [one.show for step in BY_SLUG["great-hands"].steps for one in step.drawn if one.show]
    assert [show.points for show in drawn] == [20, 29]
    assert BY_SLUG["great-hands"].steps[0].drawn[0].ruleset is FIVE_CARD


def test_the_guide_s_hand_is_worth_eight_and_what_it_missed_is_taken() -> None:
    question = BY_SLUG["muggins"].questions[0]
    answer = question.judge("8")
    assert not isinstance(answer, Problem)
    assert answer.verdict is not None
    assert (answer.right, answer.rule, answer.verdict.challenger_pegs) == (True, "R39", 4)
    wrong = question.judge("6")
    assert not isinstance(wrong, Problem)
    assert wrong.verdict is not None
    assert (wrong.right, wrong.rule, wrong.verdict.challenger_pegs) == (False, "R40", 0)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("5H 5C 5S JD 5D", "Right: 29 points."),
        ("5h5c5sjd+5d", "Right: 29 points."),
        ("5H 5C 5D JD + 5S", "This hand is worth 28."),
        ("5H 5C", "Enter 5 cards, the starter last, such as AC 7D 8H 3S + 7C; here are 2."),
    ],
)
def test_a_hand_is_made_of_typed_cards(typed: str, said: str) -> None:
    answer = BY_SLUG["great-hands"].questions[0].judge(typed)
    assert (answer.message if isinstance(answer, Problem) else answer.said) == said


def test_cards_are_chosen_among_those_offered_and_a_lone_rank_will_do() -> None:
    question = Lay("KH 9D 8C", "4D 3S 2H AC")
    for typed in ("4D", "4", "4♦", "4d"):
        answer = question.judge(typed)
        assert not isinstance(answer, Problem)
        assert answer.right
    problem = question.judge("4C")
    assert isinstance(problem, Problem)
    assert problem.message == "Not among these cards: four of clubs."
    assert question.judge("4D 3S") == Problem("wrong-answer", "Choose 1 card, and no more.", "answer")
    past = Lay("KH 9D 8C", "4D 3S 2H 9C").judge("9C")
    assert isinstance(past, Problem)
    assert past.message == "The nine of clubs would make 36; a count may not pass thirty-one."


def test_fifteen_is_all_chosen_cards_and_not_some() -> None:
    answer = Fifteen("KD 5C 6H").judge("KD 5C 6H")
    assert not isinstance(answer, Problem)
    assert (answer.right, answer.said) == (
        False,
        "King of diamonds, five of clubs, six of hearts make 21, not fifteen.",
    )


def test_what_a_choice_gives_away_is_told() -> None:
    answer = LayAway("4H 5S 6D 6C KH QS", dealer=True).judge("4H 5S")
    assert not isinstance(answer, Problem)
    assert not answer.right
    assert answer.lost == answer.discards[0].total - answer.discards[answer.chosen - 1].total > 5
