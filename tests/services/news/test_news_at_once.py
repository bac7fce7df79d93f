"""News written at the same second: two secretaries at one post, one slug, one last pin; two captains of one side."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from league.enums import NewsState, RoleKind, Side
from league.errors import Changed, Invalid
from league.models import JournalEntry, MatchReport, OwnPage, Post, User
from league.rules.chain import Whole
from league.rules.news import MOST_PINNED
from league.services.journal import verify
from league.services.news import NewPage, NewPost, change_post, write_page, write_post, write_report
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

SHOWN = NewPost("Finals night", "On Friday.", state=NewsState.PUBLISHED)
TURNS = range(4)


@pytest.fixture
def second(town: Town) -> User:
    user = factories.user("second@town.example", name="Second Secretary")
    factories.role(user, town.league, RoleKind.SECRETARY)
    return user


def one_of_two(ended: list[Any], refused: type[Exception]) -> tuple[Any, Any]:
    """Return what was written and the error of the one who came second."""
    kept = [answer for answer in ended if not isinstance(answer, Exception)]
    late = [answer for answer in ended if isinstance(answer, refused)]
    assert (len(kept), len(late)) == (1, 1), ended
    return kept[0], late[0]


def test_of_two_who_change_one_post_the_second_looks_again(town: Town, second: User, now: dt.datetime) -> None:
    for _ in TURNS:
        post = write_post(town.league, SHOWN, by=town.secretary, now=now)
        ways = [("On Saturday.", town.secretary), ("On Sunday.", second)]
        ended = at_once(
            *[
                lambda text=text, by=by, post=post: change_post(post, replace(SHOWN, text=text), seen=1, by=by, now=now)
                for text, by in ways
            ]
        )
        kept, _late = one_of_two(ended, Changed)
        post.refresh_from_db()
        assert (post.version, post.text, post.written_by_id) == (2, kept.text, kept.written_by_id)
        assert JournalEntry.objects.filter(key__startswith=f"post:{post.pk}:").count() == 2
    assert isinstance(verify(town.league), Whole)


def test_two_pages_of_one_word_are_one(town: Town, second: User, now: dt.datetime) -> None:
    for turn in TURNS:
        new = NewPage(f"contacts-{turn}", "Contacts", "Us.", state=NewsState.PUBLISHED)
        ended = at_once(
            *[lambda by=by, new=new: write_page(town.league, new, by=by, now=now) for by in (town.secretary, second)]
        )
        _, late = one_of_two(ended, Invalid)
        assert [problem.code for problem in late.problems] == ["slug"]
        assert OwnPage.objects.filter(slug=new.slug).count() == 1


def test_the_last_pin_is_taken_once(town: Town, second: User, now: dt.datetime) -> None:
    for _ in range(MOST_PINNED - 1):
        write_post(town.league, replace(SHOWN, pinned=True), by=town.secretary, now=now)
    pinned = replace(SHOWN, pinned=True)
    ended = at_once(*[lambda by=by: write_post(town.league, pinned, by=by, now=now) for by in (town.secretary, second)])
    _, late = one_of_two(ended, Invalid)
    assert [problem.code for problem in late.problems] == ["pinned"]
    assert Post.objects.filter(pinned=True).count() == MOST_PINNED


def test_of_two_captains_of_one_side_the_second_looks_again(town: Town, now: dt.datetime) -> None:
    other = factories.user("other@town.example", name="Other Captain")
    factories.role(other, town.league, RoleKind.CAPTAIN, town.fixture("Anchor", "Bell").home)
    fixture = town.fixture("Anchor", "Bell")
    night = fixture.starts_at + dt.timedelta(hours=3)
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=night)
    ended = at_once(
        *[
            lambda by=by: write_report(fixture, Side.HOME, f"{by.name} writes.", seen=0, by=by, now=night)
            for by in (town.captains["Anchor"], other)
        ]
    )
    kept, _ = one_of_two(ended, Changed)
    report = MatchReport.objects.get(fixture=fixture)
    assert (report.version, report.text) == (1, kept.text)
