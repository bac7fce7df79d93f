"""The pages of lessons, trainers and one's own charts, with an account and without."""

import datetime as dt
import re

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from cardroom.models import LessonDone, Practice, PracticeWeek
from cardroom.rules.learn.course import LESSONS
from cardroom.rules.learn.questions import Count
from cardroom.rules.learn.trainers import TRAINERS
from cardroom.services.practice import finish_lesson
from cardroom.web.trainers import KEPT, AskedQuestion
from scoring import score_show
from tests.factories import Town
from tests.web.pages import words

pytestmark = [pytest.mark.usefixtures("today"), pytest.mark.django_db]
MUGGINS, COUNT = "/play/lessons/muggins/", "/play/trainers/count/"


def test_the_way_in_lists_lessons_trainers_and_each_league_s_hand(client: Client, town: Town) -> None:
    told = words(client.get("/play/lessons/"))
    for said in (
        "What the cards count",
        "Muggins",
        "Count hands",
        "Spot the miscount",
        "Hand of the day",
        "The play 0 of 3 done",
    ):
        assert said in told


def test_the_way_in_leads_to_the_lesson_to_take_next(client: Client, town: Town) -> None:
    client.force_login(town.captains["Anchor"])
    for count, following in enumerate((*LESSONS[1:], None), start=1):
        finish_lesson(town.captains["Anchor"], LESSONS[count - 1].slug, now=timezone.now())
        html = client.get("/play/lessons/").content.decode()
        [(address, label)] = re.findall(r'<a class="button"[^>]* href="([^"]+)">([^<]+)</a>', html)
        if following is None:
            assert (address, label) == (COUNT, "Practise counting hands")
        else:
            assert address == f"/play/lessons/{following.slug}/"
            assert label.startswith(f"Lesson {count + 1}: ")
    assert "13 of 13 done" in words(client.get("/play/lessons/"))


def test_a_right_answer_is_explained_combination_by_combination(client: Client) -> None:
    told = words(client.post(MUGGINS, {"question": "1", "answer": "8"}))
    assert "Right: 8 points." in told
    assert "the challenger takes the 4 missed" in told
    assert "fifteen two, fifteen four, fifteen six, and a pair makes eight" in told
    assert not LessonDone.objects.exists()


def test_wrong_input_is_said_at_the_field_and_nothing_breaks(client: Client) -> None:
    answer = client.post(MUGGINS, {"question": "1", "answer": "eight"})
    assert answer.status_code == 422
    assert "“eight” is not a number of points. Enter digits, such as 8." in words(answer)
    assert 'aria-describedby="q1-problem"' in answer.content.decode()
    for sent in ({"question": "99", "answer": "8"}, {"question": "x\0"}, {"passed": ["a"] * 300}):
        assert client.post(MUGGINS, sent).status_code == 200
    assert client.get("/play/lessons/nothing/").status_code == 404


def test_tapped_cards_are_an_answer_and_what_is_typed_goes_before(client: Client) -> None:
    tapped = {"question": "1", "pick": ["KD", "3S", "2D"]}
    assert "Right:" in words(client.post("/play/lessons/values/", tapped))
    assert "not fifteen" in words(client.post("/play/lessons/values/", tapped | {"answer": "KD"}))


def test_a_lesson_is_done_once_all_its_questions_are_right(client: Client, town: Town) -> None:
    client.force_login(town.captains["Anchor"])
    client.post(MUGGINS, {"question": "3", "answer": "14", "passed": ["1"]})
    assert not LessonDone.objects.exists()
    told = words(client.post(MUGGINS, {"question": "3", "answer": "14", "passed": ["1", "2"]}))
    assert "All answered: you have done this lesson." in told
    assert LessonDone.objects.get().lesson == "muggins"
    assert "1 of 13 done" in words(client.get("/play/lessons/"))


def test_a_lesson_links_the_rules_of_the_only_league(client: Client, town: Town) -> None:
    assert 'href="/leagues/town/rules/#r39"' in client.get(MUGGINS).content.decode()


def question_fields(client: Client, **sent: str) -> dict[str, str]:
    """Return the hidden fields of a trainer's page."""
    page = client.post(COUNT, sent) if sent else client.get(COUNT)
    assert page.status_code in (200, 422)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))


def right_answer(fields: dict[str, str]) -> str:
    _, seed, _ = signing.loads(fields["asked"], salt="muggins.learn.question")
    question = TRAINERS["count"].question(seed)
    assert isinstance(question, Count)
    return str(score_show(question.hand, question.starter, crib=question.crib).points)


def test_a_stranger_s_boxes_travel_with_the_page_and_no_row_is_written(client: Client) -> None:
    fields = question_fields(client)
    told = client.post(COUNT, {**fields, "answer": right_answer(fields)})
    assert "1 of 1 answer right" in words(told)
    after = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', told.content.decode()))
    assert signing.loads(after["kept"], salt=KEPT)["asked"] == 1
    fields = question_fields(client, do="next", kept=after["kept"])
    assert "1 of 2 answers right" in words(client.post(COUNT, {**fields, "answer": "77"}))
    assert not Practice.objects.exists()


def test_what_cannot_be_read_leaves_the_question_and_what_was_forged_is_another(client: Client) -> None:
    fields = question_fields(client)
    answer = client.post(COUNT, {**fields, "answer": "x"})
    assert answer.status_code == 422
    assert fields["asked"] in answer.content.decode()
    for forged in ("", "x", fields["asked"] + "x", "\0"):
        answer = client.post(COUNT, {**fields, "asked": forged, "answer": "8"})
        assert answer.status_code == 422
        assert "That question is out of date. Here is another one." in words(answer)
    assert client.post(COUNT, {**fields, "kept": "forged", "answer": "8"}).status_code == 200


def test_a_question_is_of_its_own_trainer_and_of_one_day(client: Client) -> None:
    fields = question_fields(client)
    assert client.post("/play/trainers/miscount/", {**fields, "answer": "8"}).status_code == 422
    old = AskedQuestion("count", "word", dt.datetime(2020, 1, 1, tzinfo=dt.UTC)).token
    assert client.post(COUNT, {"do": "answer", "asked": old, "answer": "8"}).status_code == 422
    assert client.get("/play/trainers/nothing/").status_code == 404


def test_an_account_keeps_boxes_and_weeks_and_sees_its_charts(client: Client, town: Town) -> None:
    assert "there are no charts" in words(client.get("/play/progress/"))
    client.force_login(town.captains["Anchor"])
    assert "No practice yet" in words(client.get("/play/progress/"))
    fields = question_fields(client)
    assert "kept" not in fields
    for _ in range(2):
        client.post(COUNT, {**fields, "answer": right_answer(fields)})
    week = PracticeWeek.objects.get()
    assert (week.answered, week.right, week.timed) == (1, 1, 1)
    told = words(client.get("/play/progress/"))
    assert "1 answer" in told
    # One week is a row and no line yet.
    assert "100%" in told
    client.force_login(town.captains["Bell"])
    assert "No practice yet" in words(client.get("/play/progress/"))


@pytest.mark.parametrize("name", TRAINERS)
def test_each_trainer_asks_and_tells(client: Client, name: str) -> None:
    page = client.get(f"/play/trainers/{name}/").content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    picks = re.findall(r'name="pick" value="(\w\w)"', page)
    answer = " ".join(picks[:2]) if name == "discards" else picks[0] if picks else "8"
    told = client.post(f"/play/trainers/{name}/", {**fields, "answer": answer})
    if told.status_code == 200:
        assert "Next" in words(told)
    else:
        assert "a count may not pass thirty-one" in words(told)


def test_a_verdict_links_its_lesson(client: Client) -> None:
    told = client.get("/hand/?cards=AC+7D+8H+3S&starter=7C&declared=6&claimed=8").content.decode()
    assert 'href="/play/lessons/muggins/">Learn: Muggins</a>' in told


def test_chapters_of_the_rules_link_their_lessons_once_each(client: Client, town: Town) -> None:
    html = client.get("/leagues/town/rules/").content.decode()
    show = html.partition(">The show</h3>")[2].partition("</details>")[0]
    assert re.findall(r"lessons/([\w-]+)/", show) == ["show", "flush-and-nob", "great-hands"]
    assert 'href="/play/lessons/">Learn it step by step</a>' in html
    # A chapter of the league's own has none.
    assert "learn-links" not in html.partition(">Postponed fixtures</h3>")[2].partition("</details>")[0]


def test_the_help_at_a_table_links_lessons(client: Client) -> None:
    start = {"ruleset": "hoyle-61", "mode": "1", "strength": "1", "name": "Ann"}
    page = client.post("/play/", start, follow=True).content.decode()
    assert 'href="/play/lessons/go/"' in page.partition('class="play-help')[2]
