"""Posts and pages of a league: written, changed, published, withdrawn, deleted."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from league.access import grants
from league.enums import JournalKind, NewsState
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import JournalEntry, OwnPage, Post
from league.queries.news import every_post, find_post, home_news, pages_of, posts_of
from league.rules import news as rules
from league.services.journal import verify
from league.services.news import (
    NewPage,
    NewPost,
    change_page,
    change_post,
    delete,
    write_page,
    write_post,
)
from tests.factories import Town

NEW = NewPost("Finals night", "The finals are on **12 May**.")
SHOWN = replace(NEW, state=NewsState.PUBLISHED)
PAGE = NewPage("contacts", "Contacts", "Secretary: 01632 960123", state=NewsState.PUBLISHED)


def journal() -> list[tuple[str, str]]:
    found = JournalEntry.objects.filter(kind__startswith="news").order_by("number")
    return [(entry.kind, entry.what) for entry in found]


def codes(write: Callable[[], object]) -> set[str]:
    with pytest.raises(Invalid) as refused:
        write()
    return {problem.code for problem in refused.value.problems}


def test_a_draft_is_published_changed_and_withdrawn(town: Town, now: dt.datetime) -> None:
    said = {"by": town.secretary, "now": now}
    post = write_post(town.league, NEW, **said)
    assert (post.state, post.version, post.published_at) == (NewsState.DRAFT, 1, None)
    assert not posts_of(town.league).exists()
    later = now + dt.timedelta(hours=1)
    post = change_post(post, SHOWN, seen=1, by=town.secretary, now=later)
    assert (post.published_at, list(posts_of(town.league))) == (later, [post])
    again = later + dt.timedelta(days=1)
    post = change_post(post, replace(SHOWN, title="Finals night moved"), seen=2, by=town.secretary, now=again)
    assert (post.version, post.published_at, post.changed_at) == (3, later, again)
    post = change_post(
        post, replace(SHOWN, state=NewsState.WITHDRAWN, pinned=True), seen=3, by=town.secretary, now=again
    )
    assert (post.state, post.pinned) == (NewsState.WITHDRAWN, False)
    assert not posts_of(town.league).exists()
    number = post.pk
    assert journal() == [
        ("news-written", f"wrote a draft: post {number} of the news"),
        ("news-published", f"published post {number} of the news (version 2)"),
        ("news-changed", f"changed post {number} of the news (version 3)"),
        ("news-withdrawn", f"withdrew post {number} of the news (version 4)"),
    ]
    entry = JournalEntry.objects.get(kind=JournalKind.NEWS_CHANGED)
    assert entry.data["version"] == 3
    assert len(entry.data["sha256"]) == 64
    assert "Finals" not in f"{entry.what} {entry.data} {entry.made_of}"
    assert verify(town.league)


def test_the_same_again_changes_nothing(town: Town, now: dt.datetime) -> None:
    post = write_post(town.league, SHOWN, by=town.secretary, now=now)
    kept = change_post(post, replace(SHOWN, title=" Finals  night "), seen=1, by=town.secretary, now=now)
    assert kept.version == 1
    assert len(journal()) == 1


def test_everything_wrong_is_said_at_once_and_nothing_kept(town: Town, now: dt.datetime) -> None:
    bad = NewPost(" ", "x" * 20_001, NewsState.WITHDRAWN)
    assert codes(lambda: write_post(town.league, bad, by=town.secretary, now=now)) == {"no-title", "text", "state"}
    page = NewPage("No Slug", "T" * 121, "", 100, "strange")
    wanted = {"title", "no-text", "slug", "order", "state"}
    assert codes(lambda: write_page(town.league, page, by=town.secretary, now=now)) == wanted
    assert (Post.objects.count(), OwnPage.objects.count(), journal()) == (0, 0, [])


@pytest.mark.parametrize("title", ["a\u202eb", "a\x00b", "a\x07b"])
def test_a_title_with_what_cannot_be_seen_is_refused(town: Town, now: dt.datetime, title: str) -> None:
    refused = codes(lambda: write_post(town.league, replace(NEW, title=title), by=town.secretary, now=now))
    assert refused == {"hidden-character"}


def test_a_text_of_the_longest_length_is_kept_with_its_lines_as_one_character(town: Town, now: dt.datetime) -> None:
    post = write_post(town.league, replace(NEW, text="a\r\n" * 9999 + "bc"), by=town.secretary, now=now)
    assert len(post.text) == 20_000


def test_a_huge_picture_is_refused_with_a_sentence(town: Town, now: dt.datetime) -> None:
    picture = "![x](data:image/png;base64," + "A" * 10_000 + ")"
    with pytest.raises(Invalid, match=r"A picture can't be pasted into the text"):
        write_post(town.league, replace(NEW, text=picture), by=town.secretary, now=now)
    with pytest.raises(Invalid, match=r"Pictures can't be pasted in: link to them"):
        write_post(town.league, replace(NEW, text=picture * 3), by=town.secretary, now=now)


def test_two_who_change_one_post_do_not_overwrite_each_other(town: Town, now: dt.datetime) -> None:
    post = write_post(town.league, SHOWN, by=town.secretary, now=now)
    change_post(post, replace(SHOWN, text="One."), seen=1, by=town.secretary, now=now)
    with pytest.raises(Changed, match="Somebody has changed this since you opened it"):
        change_post(post, replace(SHOWN, text="Two."), seen=1, by=town.secretary, now=now)
    with pytest.raises(Changed):
        delete(post, seen=1, by=town.secretary, now=now)
    assert Post.objects.get().text == "One."


def test_nothing_published_becomes_a_draft_again_or_is_deleted(town: Town, now: dt.datetime) -> None:
    post = write_post(town.league, SHOWN, by=town.secretary, now=now)
    assert codes(lambda: change_post(post, NEW, seen=1, by=town.secretary, now=now)) == {"state"}
    with pytest.raises(WrongState, match="Withdraw it before you delete it"):
        delete(post, seen=1, by=town.secretary, now=now)
    gone = change_post(post, replace(SHOWN, state=NewsState.WITHDRAWN), seen=1, by=town.secretary, now=now)
    delete(gone, seen=2, by=town.secretary, now=now)
    assert not Post.objects.exists()
    assert journal()[-1][0] == "news-deleted"
    with pytest.raises(Changed, match="deleted"):
        change_post(gone, SHOWN, seen=2, by=town.secretary, now=now)


def test_three_posts_are_pinned_at_most(town: Town, now: dt.datetime) -> None:
    pinned = replace(SHOWN, pinned=True)
    for number in range(3):
        write_post(town.league, replace(pinned, title=f"Post {number}"), by=town.secretary, now=now)
    assert codes(lambda: write_post(town.league, pinned, by=town.secretary, now=now)) == {"pinned"}
    # One of them is still changed.
    post = Post.objects.first()
    assert post is not None
    assert change_post(post, replace(pinned, text="More."), seen=1, by=town.secretary, now=now).pinned


def test_the_home_page_has_the_pinned_and_the_latest(
    town: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    for number in range(6):
        at = now + dt.timedelta(hours=number)
        write_post(town.league, replace(SHOWN, title=f"Post {number}", pinned=number == 1), by=town.secretary, now=at)
    write_post(town.league, NEW, by=town.secretary, now=now)
    with django_assert_num_queries(1):
        found = home_news(town.league)
    assert [post.title for post in found.pinned] == ["Post 1"]
    assert [post.title for post in found.latest] == ["Post 5", "Post 4", "Post 3"]
    assert next(iter(posts_of(town.league))).title == "Post 1"
    assert every_post(town.league).count() == 7


def test_pages_have_one_slug_each_and_an_order(town: Town, now: dt.datetime) -> None:
    said: dict[str, Any] = {"by": town.secretary, "now": now}
    page = write_page(town.league, replace(PAGE, order=2), **said)
    write_page(town.league, replace(PAGE, slug="history", title="History", order=1), **said)
    assert codes(lambda: write_page(town.league, PAGE, **said)) == {"slug"}
    assert [one.slug for one in pages_of(town.league)] == ["history", "contacts"]
    change_page(page, replace(PAGE, order=0), seen=1, **said)
    assert [one.slug for one in pages_of(town.league)] == ["contacts", "history"]


def test_a_league_has_twenty_pages_at_most(town: Town, now: dt.datetime) -> None:
    said: dict[str, Any] = {"by": town.secretary, "now": now}
    for number in range(20):
        write_page(town.league, replace(PAGE, slug=f"page-{number}"), **said)
    assert codes(lambda: write_page(town.league, PAGE, **said)) == {"too-many"}


@pytest.mark.parametrize("who", ["referee", "captain"])
def test_only_the_secretary_writes(town: Town, now: dt.datetime, who: str) -> None:
    by = town.referee if who == "referee" else town.captains["Anchor"]
    post = write_post(town.league, SHOWN, by=town.secretary, now=now)
    page = write_page(town.league, PAGE, by=town.secretary, now=now)
    for write in (
        lambda: write_post(town.league, NEW, by=by, now=now),
        lambda: change_post(post, NEW, seen=1, by=by, now=now),
        lambda: write_page(town.league, PAGE, by=by, now=now),
        lambda: change_page(page, PAGE, seen=1, by=by, now=now),
        lambda: delete(post, seen=1, by=by, now=now),
    ):
        with pytest.raises(NotAllowed):
            write()


def test_nothing_is_written_in_a_league_that_is_hidden(town: Town, now: dt.datetime) -> None:
    town.league.hidden_at = now
    town.league.save()
    with pytest.raises((NotAllowed, WrongState)):
        write_post(town.league, NEW, by=town.secretary, now=now)


def test_a_draft_is_found_by_the_secretary_alone(town: Town, now: dt.datetime) -> None:
    post = write_post(town.league, NEW, by=town.secretary, now=now)
    assert find_post(town.league, post.pk, grants(town.secretary, town.league, now=now)) == post
    with pytest.raises(Post.DoesNotExist):
        find_post(town.league, post.pk, grants(town.captains["Anchor"], town.league, now=now))


def test_a_league_has_so_many_posts_and_no_more(town: Town, now: dt.datetime) -> None:
    Post.objects.bulk_create(
        Post(league=town.league, title=f"{n}", text="Old.", written_at=now, changed_at=now)
        for n in range(rules.MOST_POSTS)
    )
    assert codes(lambda: write_post(town.league, NEW, by=town.secretary, now=now)) == {"too-many"}
