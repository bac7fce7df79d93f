"""Write, change, publish, withdraw and delete a league's posts and pages.

The journal has each one's number and the fingerprint of every version, not its words: entries stay for good, and a post
may name people (docs/decisions/news.md).

Every function is for the secretary, and raises WrongState for a hidden league and Changed if the version `seen` is not
the present one.
"""

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from league import access
from league.enums import NEWS_MOVES, JournalKind, NewsState
from league.errors import Changed, Invalid, WrongState
from league.models import League, OwnPage, Post, User
from league.rules import news as rules
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.services.locks import require_not_hidden
from league.translation import N_, Text

MOST_POSTS = Text("There are {most} posts. Delete drafts first.", most=rules.MOST_POSTS)
CHANGED = N_("Somebody has changed this since you opened it. Look at what it says now before you save yours.")


@dataclass(frozen=True, slots=True)
class NewPost:
    title: str
    text: str
    state: str = NewsState.DRAFT
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class NewPage:
    """A page of the league's own; pages of a lower `order` are listed first."""

    slug: str
    title: str
    text: str
    order: int = 0
    state: str = NewsState.DRAFT


@transaction.atomic
def write_post(league: League, new: NewPost, *, by: User, now: dt.datetime) -> Post:
    """Write a post, as a draft or published.

    Raises:
        Invalid: no title or text, or too long; a state that a new post cannot have; too many posts, or too many
            pinned; all at once.
    """
    league = _locked(league, by=by, now=now)
    said, problems = _post(new), []
    if Post.objects.filter(league=league).count() >= rules.MOST_POSTS:
        problems.append(Problem("too-many", MOST_POSTS))
    made = Post(league=league, written_at=now)
    problems += [*_check(made, said), *_check_pins(made, said)]
    return _keep(made, said, problems, by=by, now=now)


@transaction.atomic
def change_post(post: Post, new: NewPost, *, seen: int, by: User, now: dt.datetime) -> Post:
    """Change, publish or withdraw a post; the same again changes nothing.

    Raise Invalid as `write_post`, or if a published one would be a draft again.
    """
    row, said = _lock_version(post, seen, by=by, now=now), _post(new)
    return _keep(row, said, [*_check(row, said), *_check_pins(row, said)], by=by, now=now)


@transaction.atomic
def write_page(league: League, new: NewPage, *, by: User, now: dt.datetime) -> OwnPage:
    """Write a page, as a draft or published.

    Raises:
        Invalid: no title or text, or too long; a slug that is invalid or another page's; a state that a new page cannot
            have; too many pages; all at once.
    """
    league = _locked(league, by=by, now=now)
    said, problems = _page(new), []
    if OwnPage.objects.filter(league=league).count() >= rules.MOST_PAGES:
        message = Text("A league has {most} pages of its own at most. Delete one first.", most=rules.MOST_PAGES)
        problems.append(Problem("too-many", message))
    made = OwnPage(league=league, written_at=now)
    problems += [*_check(made, said), *_check_place(made, said)]
    return _keep(made, said, problems, by=by, now=now)


@transaction.atomic
def change_page(page: OwnPage, new: NewPage, *, seen: int, by: User, now: dt.datetime) -> OwnPage:
    """Change, publish or withdraw a page; the same again changes nothing.

    Raise Invalid as `write_page`, or if a published one would be a draft again.
    """
    row, said = _lock_version(page, seen, by=by, now=now), _page(new)
    return _keep(row, said, [*_check(row, said), *_check_place(row, said)], by=by, now=now)


@transaction.atomic
def delete(thing: Post | OwnPage, *, seen: int, by: User, now: dt.datetime) -> None:
    """Delete a draft, or what was withdrawn; WrongState if it is published."""
    row = _lock_version(thing, seen, by=by, now=now)
    if row.state == NewsState.PUBLISHED:
        raise WrongState(N_("Everybody can read this. Withdraw it before you delete it."))
    number = row.pk
    row.delete()
    row.pk = number
    _journal(row, JournalKind.NEWS_DELETED, by=by, now=now)


def _locked(league: League, *, by: User, now: dt.datetime) -> League:
    """Lock the league: posts are counted, slugs unique, and of two changes one comes first."""
    access.require(by, "news.write", league, now=now)
    locked = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    require_not_hidden(locked)
    access.require(by, "news.write", locked, now=now)
    return locked


def _lock_version(thing: Post | OwnPage, seen: int, *, by: User, now: dt.datetime) -> Any:
    """Lock the league and read the row again; Changed unless it is the version seen."""
    league = _locked(thing.league, by=by, now=now)
    row = type(thing)._default_manager.filter(league=league, pk=thing.pk).first()
    if row is None:
        raise Changed(N_("Somebody has deleted this since you opened it."))
    if row.version != seen:
        raise Changed(CHANGED)
    row.league = league
    return row


def _post(new: NewPost) -> dict[str, Any]:
    # What is withdrawn stands nowhere, and so not above the others.
    return {**_words(new), "pinned": new.pinned and new.state != NewsState.WITHDRAWN}


def _page(new: NewPage) -> dict[str, Any]:
    return {**_words(new), "slug": new.slug.strip(), "order": new.order}


def _words(new: NewPost | NewPage) -> dict[str, Any]:
    return {"title": rules.clean_title(new.title), "text": rules.clean_text(new.text), "state": str(new.state)}


def _check(row: Post | OwnPage, said: Mapping[str, Any]) -> list[Problem]:
    problems = rules.check_post(said["title"], said["text"])
    state = said["state"]
    if row.pk is None:
        if state not in (NewsState.DRAFT, NewsState.PUBLISHED):
            problems.append(Problem("state", N_("Save it as a draft, or publish it."), "state"))
    elif state != row.state and state not in NEWS_MOVES[NewsState(row.state)]:
        message = N_("A draft can be published, and what is published withdrawn; nothing becomes a draft again.")
        problems.append(Problem("state", message, "state"))
    return problems


def _check_pins(row: Post, said: Mapping[str, Any]) -> list[Problem]:
    if not said["pinned"] or said["state"] != NewsState.PUBLISHED:
        return []
    pinned = Post.objects.filter(league=row.league, pinned=True, state=NewsState.PUBLISHED).exclude(pk=row.pk)
    if pinned.count() < rules.MOST_PINNED:
        return []
    message = Text("{most} posts are pinned already. Unpin one first.", most=rules.MOST_PINNED)
    return [Problem("pinned", message, "pinned")]


def _check_place(row: OwnPage, said: Mapping[str, Any]) -> list[Problem]:
    problems = [*rules.check_slug(said["slug"]), *rules.check_order(said["order"])]
    if OwnPage.objects.filter(league=row.league, slug=said["slug"][:200]).exclude(pk=row.pk).exists():
        problems.append(Problem("slug", N_("Another page has this word in its address."), "slug"))
    return problems


def _keep(row: Any, said: Mapping[str, Any], problems: list[Problem], *, by: User, now: dt.datetime) -> Any:
    if problems:
        raise Invalid(problems)
    new = row.pk is None
    if not new and all(getattr(row, name) == value for name, value in said.items()):
        return row
    moved = new or row.state != said["state"]
    for name, value in said.items():
        setattr(row, name, value)
    row.version = 1 if new else row.version + 1
    row.written_by, row.changed_at = by, now
    if row.state == NewsState.PUBLISHED and row.published_at is None:
        row.published_at = now
    row.save()
    kinds = {
        NewsState.DRAFT: JournalKind.NEWS_WRITTEN,
        NewsState.PUBLISHED: JournalKind.NEWS_PUBLISHED,
        NewsState.WITHDRAWN: JournalKind.NEWS_WITHDRAWN,
    }
    _journal(row, kinds[NewsState(row.state)] if moved else JournalKind.NEWS_CHANGED, by=by, now=now)
    return row


WHAT: Mapping[type[Post | OwnPage], Mapping[JournalKind, Text]] = {
    Post: {
        JournalKind.NEWS_WRITTEN: N_("wrote a draft: post {number} of the news"),
        JournalKind.NEWS_CHANGED: N_("changed post {number} of the news (version {version})"),
        JournalKind.NEWS_PUBLISHED: N_("published post {number} of the news (version {version})"),
        JournalKind.NEWS_WITHDRAWN: N_("withdrew post {number} of the news (version {version})"),
        JournalKind.NEWS_DELETED: N_("deleted post {number} of the news, which was not published"),
    },
    OwnPage: {
        JournalKind.NEWS_WRITTEN: N_("wrote a draft: page {number} of the league’s own"),
        JournalKind.NEWS_CHANGED: N_("changed page {number} of the league’s own (version {version})"),
        JournalKind.NEWS_PUBLISHED: N_("published page {number} of the league’s own (version {version})"),
        JournalKind.NEWS_WITHDRAWN: N_("withdrew page {number} of the league’s own (version {version})"),
        JournalKind.NEWS_DELETED: N_("deleted page {number} of the league’s own, which was not published"),
    },
}


def fingerprint(*parts: str) -> str:
    """Hash a version of a text."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _journal(row: Post | OwnPage, kind: JournalKind, *, by: User, now: dt.datetime) -> None:
    what = Text(WHAT[type(row)][kind], number=row.pk, version=row.version)
    word = "post" if isinstance(row, Post) else "page"
    data = {word: row.pk, "version": row.version, "sha256": fingerprint(row.title, row.text)}
    record_numbered(row.league, kind, f"{word}:{row.pk}:", what, by=by, now=now, data=data)
