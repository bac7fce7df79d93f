"""What is kept of somebody's practice, and what happens to it."""

import datetime as dt
import json

import pytest

from cardroom.models import DailyName, DailyVote, LessonDone, Practice, PracticeWeek
from cardroom.queries import boxes_of, lessons_done, weeks_of
from cardroom.rules.learn.daily import daily_hand
from cardroom.rules.learn.skills import Skill
from cardroom.rules.learn.trainers import TRAINERS
from cardroom.services.daily_hand import join_table, vote
from cardroom.services.practice import finish_lesson, keep_answer
from league.models import User
from league.services.people.erasing import erase_account
from league.services.people.personal_data import export_person
from tests.factories import Town

TODAY = dt.date(2026, 11, 24)
COUNT = TRAINERS["count"]


@pytest.fixture
def una(town: Town) -> User:
    return town.captains["Anchor"]


def answer(user: User, seed: str, typed: str, seconds: int | None = 5) -> None:
    said = COUNT.question(seed).judge(typed)
    keep_answer(user, COUNT, seed, said, seconds=seconds, today=TODAY)  # type: ignore[arg-type]


def test_an_answer_goes_into_the_boxes_and_the_week(una: User) -> None:
    seed = COUNT.seed("word", Skill.RUN)
    answer(una, seed, "99")
    assert boxes_of(una, "count").box(Skill.RUN) == 1
    assert boxes_of(una, "count").asked == 1
    answer(una, f"{seed}x", "99", None)
    [week] = weeks_of(una)["count"]
    assert (week.starts_on, week.answered, week.right, week.timed, week.seconds) == (dt.date(2026, 11, 23), 2, 0, 1, 5)


def test_the_same_question_sent_again_counts_once(una: User) -> None:
    for _ in range(3):
        answer(una, "word", "99")
    assert boxes_of(una, "count").asked == 1
    assert PracticeWeek.objects.get().answered == 1


def test_a_lesson_is_done_once(una: User, now: dt.datetime) -> None:
    assert finish_lesson(una, "values", now=now)
    assert not finish_lesson(una, "values", now=now)
    assert lessons_done(una) == {"values"}


def practise(town: Town, una: User, now: dt.datetime) -> None:
    answer(una, "word", "99")
    finish_lesson(una, "values", now=now)
    today = now.astimezone(town.league.tz).date()
    cards = " ".join(map(str, daily_hand(town.league.slug, today).offered[:2]))
    vote(town.league, today, cards, by=una, now=now)
    join_table(town.league, by=una, now=now)


def test_practice_is_in_one_s_own_export_and_in_no_other(town: Town, una: User, now: dt.datetime) -> None:
    practise(town, una, now)
    player = town.squads["Anchor"][0]
    assert player.user == una
    about = json.loads(json.dumps(export_person(player, by=una, now=now)))
    assert about["practice"]["lessons"][0]["lesson"] == "values"
    assert about["practice"]["weeks"][0]["answered"] == 1
    assert len(about["daily_hand"]["votes"]) == len(about["daily_hand"]["in_its_table"]) == 1
    theirs = export_person(player, by=town.secretary, now=now)
    assert "practice" not in theirs
    assert "daily_hand" not in theirs


def test_practice_goes_with_the_person(town: Town, una: User, now: dt.datetime) -> None:
    practise(town, una, now)
    erase_account(town.league, by=una, now=now)
    for model in (Practice, PracticeWeek, LessonDone, DailyVote, DailyName):
        assert not model._default_manager.exists()
