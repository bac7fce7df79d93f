"""What a wrong count has missed, and when it is asked again."""

import pytest

from cardroom.rules.learn.leitner import Boxes
from cardroom.rules.learn.skills import Skill, blamed, missed, misses_in, skills_in
from scoring import score_show

DOUBLE_RUN = score_show("9H 6C 5D 4S", "4D")
FLUSH_AND_NOB = score_show("JH 2H 6H 8H", "KH")


def test_a_hand_needs_the_skills_of_what_it_has() -> None:
    assert skills_in(DOUBLE_RUN) == {Skill.FIFTEEN, Skill.DOUBLE_RUN, Skill.PAIR}
    assert skills_in(FLUSH_AND_NOB) == {Skill.FLUSH, Skill.NOB}
    assert skills_in(score_show("4S 5H 5D 5C", "3H")) == {Skill.FIFTEEN, Skill.PAIR_ROYAL, Skill.DOUBLE_RUN}
    assert skills_in(score_show("2H 4C 6S 8D", "TD")) == frozenset()


@pytest.mark.parametrize(
    ("declared", "skills"),
    [
        (14, set()),
        (11, {Skill.DOUBLE_RUN}),
        (12, {Skill.FIFTEEN}),  # a fifteen or the pair: the fifteen is the likelier
        (9, {Skill.FIFTEEN, Skill.DOUBLE_RUN}),
        (1, {Skill.FIFTEEN, Skill.DOUBLE_RUN, Skill.PAIR}),
        (15, {Skill.FIFTEEN, Skill.DOUBLE_RUN, Skill.PAIR}),
    ],
)
def test_a_count_is_blamed_on_the_fewest_misses_that_explain_it(declared: int, skills: set[Skill]) -> None:
    assert blamed(DOUBLE_RUN, declared) == skills


def test_a_missed_nob_is_told_from_a_missed_flush() -> None:
    assert [miss.skill for miss in missed(FLUSH_AND_NOB, 5)] == [Skill.NOB]
    assert [miss.skill for miss in missed(FLUSH_AND_NOB, 1)] == [Skill.FLUSH]
    assert [miss.skill for miss in missed(FLUSH_AND_NOB, 0)] == [Skill.FLUSH, Skill.NOB]


def test_nothing_called_something_asks_for_fifteens() -> None:
    assert blamed(score_show("2H 4C 6S 8D", "TD"), 2) == {Skill.FIFTEEN}


def test_every_miss_is_less_than_the_hand() -> None:
    for miss in (*misses_in(DOUBLE_RUN), *misses_in(FLUSH_AND_NOB)):
        assert miss.points > 0
        assert miss.combinations


def test_what_is_wrong_comes_again_at_once_and_what_is_right_ever_more_seldom() -> None:
    boxes = Boxes()
    assert boxes.next_skill is Skill.FIFTEEN
    boxes = boxes.answered([Skill.FIFTEEN], [], right=True)
    assert (boxes.box(Skill.FIFTEEN), boxes.next_skill) == (2, Skill.PAIR)
    boxes = boxes.answered(Skill, [], right=True)
    assert boxes.next_skill is None
    boxes = boxes.answered([Skill.NOB], [Skill.NOB], right=False)
    assert (boxes.box(Skill.NOB), boxes.next_skill) == (1, Skill.NOB)
    assert (boxes.asked, boxes.right) == (3, 2)


def test_a_box_is_never_more_than_the_fifth() -> None:
    boxes = Boxes()
    for _ in range(9):
        boxes = boxes.answered([Skill.RUN], [], right=True)
    assert boxes.places[Skill.RUN] == (5, 9 + 16)


def test_boxes_are_read_back_and_nonsense_is_empty() -> None:
    boxes = Boxes().answered([Skill.RUN, Skill.NOB], [Skill.NOB], right=False)
    assert Boxes.from_dict(boxes.to_dict()) == boxes
    nonsense = (
        None, 7, "x", [], {}, {"asked": -1, "right": 0, "places": {}}, {"asked": 1, "right": 2, "places": {}},
        {"asked": 1, "right": 1, "places": {"run": [9, 1]}}, {"asked": 1, "right": 1, "places": {"flugel": [1, 1]}},
        {"asked": True, "right": 0, "places": {}}, {"asked": 1, "right": 1, "places": {"run": [1]}},
    )  # fmt: skip
    for data in nonsense:
        assert Boxes.from_dict(data) == Boxes()
