"""A league's posts and pages, written by the secretary, and match reports, one by each side's captain.

The journal has each one's number and the fingerprint of every version, not its words: entries stay for good, and texts
may name people (docs/decisions/news.md). Functions raise Changed if the version `seen` is not the present one. A report
may be changed for some weeks after the fixture, and is removed by an empty text. A hidden one can be changed, and stays
hidden until the secretary shows the version that they read.
"""

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from league import access
from league.enums import NEWS_MOVES, FixtureState, JournalKind, NewsState, NoticeKind, Side
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, League, MatchReport, OwnPage, Post, Result, User
from league.queries.results.versions import live_result
from league.rules import news as rules
from league.rules.problems import Problem, check_reason
from league.services.journal import record_numbered
from league.services.locks import lock_fixture, require_not_hidden
from league.services.notices import notify
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
        Invalid: no title or text, or too long; a state that a new post cannot have; too many posts, or too many pinned;
            all at once.
    """
    league = _lock_league(league, by=by, now=now)
    columns, problems = _post_columns(new), []
    if Post.objects.filter(league=league).count() >= rules.MOST_POSTS:
        problems.append(Problem("too-many", MOST_POSTS))
    made = Post(league=league, written_at=now)
    problems += [*_check(made, columns), *_check_pins(made, columns)]
    return _save(made, columns, problems, by=by, now=now)


@transaction.atomic
def change_post(post: Post, new: NewPost, *, seen: int, by: User, now: dt.datetime) -> Post:
    """Change, publish or withdraw a post; the same again changes nothing.

    Raise Invalid as `write_post`, or if a published one would be a draft again.
    """
    row, columns = _lock_version(post, seen, by=by, now=now), _post_columns(new)
    return _save(row, columns, [*_check(row, columns), *_check_pins(row, columns)], by=by, now=now)


@transaction.atomic
def write_page(league: League, new: NewPage, *, by: User, now: dt.datetime) -> OwnPage:
    """Write a page, as a draft or published.

    Raises:
        Invalid: no title or text, or too long; a slug that is invalid or another page's; a state that a new page cannot
            have; too many pages; all at once.
    """
    league = _lock_league(league, by=by, now=now)
    columns, problems = _page_columns(new), []
    if OwnPage.objects.filter(league=league).count() >= rules.MOST_PAGES:
        message = Text("A league has {most} pages of its own at most. Delete one first.", most=rules.MOST_PAGES)
        problems.append(Problem("too-many", message))
    made = OwnPage(league=league, written_at=now)
    problems += [*_check(made, columns), *_check_place(made, columns)]
    return _save(made, columns, problems, by=by, now=now)


@transaction.atomic
def change_page(page: OwnPage, new: NewPage, *, seen: int, by: User, now: dt.datetime) -> OwnPage:
    """Change, publish or withdraw a page; the same again changes nothing.

    Raise Invalid as `write_page`, or if a published one would be a draft again.
    """
    row, columns = _lock_version(page, seen, by=by, now=now), _page_columns(new)
    return _save(row, columns, [*_check(row, columns), *_check_place(row, columns)], by=by, now=now)


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


def _lock_league(league: League, *, by: User, now: dt.datetime) -> League:
    """Lock the league: posts are counted, slugs unique, and of two changes one comes first."""
    access.require(by, "news.write", league, now=now)
    locked = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    require_not_hidden(locked)
    access.require(by, "news.write", locked, now=now)
    return locked


def _lock_version(thing: Post | OwnPage, seen: int, *, by: User, now: dt.datetime) -> Any:
    """Lock the league and read the row again; Changed unless it is the version seen."""
    league = _lock_league(thing.league, by=by, now=now)
    row = type(thing)._default_manager.filter(league=league, pk=thing.pk).first()
    if row is None:
        raise Changed(N_("Somebody has deleted this since you opened it."))
    if row.version != seen:
        raise Changed(CHANGED)
    row.league = league
    return row


def _post_columns(new: NewPost) -> dict[str, Any]:
    # What is withdrawn stands nowhere, and so not above the others.
    return {**_text_columns(new), "pinned": new.pinned and new.state != NewsState.WITHDRAWN}


def _page_columns(new: NewPage) -> dict[str, Any]:
    return {**_text_columns(new), "slug": new.slug.strip(), "order": new.order}


def _text_columns(new: NewPost | NewPage) -> dict[str, Any]:
    return {"title": rules.clean_title(new.title), "text": rules.clean_text(new.text), "state": str(new.state)}


def _check(row: Post | OwnPage, columns: Mapping[str, Any]) -> list[Problem]:
    problems = rules.check_post(columns["title"], columns["text"])
    state = columns["state"]
    if row.pk is None:
        if state not in (NewsState.DRAFT, NewsState.PUBLISHED):
            problems.append(Problem("state", N_("Save it as a draft, or publish it."), "state"))
    elif state != row.state and state not in NEWS_MOVES[NewsState(row.state)]:
        message = N_("A draft can be published, and what is published withdrawn; nothing becomes a draft again.")
        problems.append(Problem("state", message, "state"))
    return problems


def _check_pins(row: Post, columns: Mapping[str, Any]) -> list[Problem]:
    if not columns["pinned"] or columns["state"] != NewsState.PUBLISHED:
        return []
    pinned = Post.objects.filter(league=row.league, pinned=True, state=NewsState.PUBLISHED).exclude(pk=row.pk)
    if pinned.count() < rules.MOST_PINNED:
        return []
    message = Text("{most} posts are pinned already. Unpin one first.", most=rules.MOST_PINNED)
    return [Problem("pinned", message, "pinned")]


def _check_place(row: OwnPage, columns: Mapping[str, Any]) -> list[Problem]:
    problems = [*rules.check_slug(columns["slug"]), *rules.check_order(columns["order"])]
    if OwnPage.objects.filter(league=row.league, slug=columns["slug"][:200]).exclude(pk=row.pk).exists():
        problems.append(Problem("slug", N_("Another page has this word in its address."), "slug"))
    return problems


def _save(row: Any, columns: Mapping[str, Any], problems: list[Problem], *, by: User, now: dt.datetime) -> Any:
    if problems:
        raise Invalid(problems)
    new = row.pk is None
    if not new and all(getattr(row, name) == value for name, value in columns.items()):
        return row
    moved = new or row.state != columns["state"]
    for name, value in columns.items():
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


NOTHING = N_("There is no match report of this side.")


@transaction.atomic
def write_report(
    fixture: Fixture, side: Side, text: str, *, seen: int, by: User, now: dt.datetime
) -> MatchReport:  # fmt: skip
    """Write, change or remove (without text) a side's report in Markdown; the same again changes nothing.

    Raises:
        WrongState: the fixture has no result or is long ago, its season or a team is hidden, or the report was changed
            very often.
        Changed: it is not the version `seen` (0: none).
        Invalid: no text where there is no report, or too long a text.
    """
    access.require(by, "report.write", fixture.league, MatchReport(fixture=fixture, side=side), now=now)
    fixture = lock_fixture(fixture, closed=True)
    access.require(by, "report.write", fixture.league, MatchReport(fixture=fixture, side=side), now=now)
    if why := why_closed(fixture, live_result(fixture), now=now):
        raise WrongState(why)
    row = MatchReport.objects.filter(fixture=fixture, side=side).first()
    row = row or MatchReport(fixture=fixture, side=side, version=0, written_at=now)
    if row.version != seen:
        raise Changed(CHANGED)
    cleaned = rules.clean_text(text)
    problems = rules.check_text(cleaned, rules.LONGEST_REPORT)
    if not cleaned and not row.text:
        problems = [Problem("no-text", N_("Write something."), "text")]
    if problems:
        raise Invalid(problems)
    if row.text == cleaned:
        return row
    if row.version >= rules.MOST_VERSIONS:
        raise WrongState(N_("This match report was changed so often that no more changes are taken."))
    row.fixture = fixture
    row.text, row.version, row.written_by, row.changed_at = cleaned, row.version + 1, by, now
    row.save()
    _journal_report(row, JournalKind.REPORT_WRITTEN, WRITTEN if cleaned else REMOVED, by=by, now=now)
    return row


@transaction.atomic
def hide_report(report: MatchReport, *, reason: str, by: User, now: dt.datetime) -> MatchReport:
    """Hide a report, whatever its version; captains are told the reason. WrongState if it was removed, or is hidden
    with its season or a team.
    """
    row = _lock_report(report, by=by, now=now)
    why = reason.strip()
    problems = check_reason(why, N_("Say why it is hidden; its captain reads it."))
    if problems:
        raise Invalid(problems)
    if row.hidden_at is not None:
        return row
    if not row.text:
        raise WrongState(NOTHING)
    row.hidden_at, row.hidden_by, row.hidden_because = now, by, why
    row.save(update_fields=["hidden_at", "hidden_by", "hidden_because"])
    text = Text("The secretary has hidden your match report of {fixture}: {why}", fixture=str(row.fixture), why=why)
    _notify_captains(
        row, _journal_report(row, JournalKind.REPORT_HIDDEN, HIDDEN, by=by, now=now, why=why), text, by=by, now=now
    )
    return row


@transaction.atomic
def show_report(report: MatchReport, *, seen: int, by: User, now: dt.datetime) -> MatchReport:
    """Show a report again and tell its captains; Changed if its captain has written since the version `seen`."""
    row = _lock_report(report, by=by, now=now)
    if row.hidden_at is None:
        return row
    if row.version != seen:
        raise Changed(N_("Its captain has changed this report since you opened it. Read it before you show it."))
    row.hidden_at, row.hidden_by, row.hidden_because = None, None, ""
    row.save(update_fields=["hidden_at", "hidden_by", "hidden_because"])
    text = Text("Your match report of {fixture} is shown again.", fixture=str(row.fixture))
    _notify_captains(row, _journal_report(row, JournalKind.REPORT_SHOWN, SHOWN, by=by, now=now), text, by=by, now=now)
    return row


WRITTEN = N_("wrote {team}’s match report of {fixture} (version {version})")
REMOVED = N_("removed {team}’s match report of {fixture} (version {version})")
HIDDEN = N_("hid {team}’s match report of {fixture} (version {version})")
SHOWN = N_("showed {team}’s match report of {fixture} again (version {version})")


def why_closed(fixture: Fixture, live: Result | None, *, now: dt.datetime) -> str:
    """Return why nobody can write about a fixture now; blank where its captains can."""
    if fixture.state == FixtureState.CANCELLED:
        return N_("This fixture is cancelled: nobody writes about it.")
    if live is None:
        return N_("There is no result yet. Write about the match once the result is sent.")
    if now > rules.closes_at(fixture.starts_at, fixture.league.evenings):
        return Text("Match reports are written and changed within {days} days of a fixture.", days=rules.REPORT_DAYS)
    return ""


def _lock_report(report: MatchReport, *, by: User, now: dt.datetime) -> MatchReport:
    league = report.fixture.league
    access.require(by, "report.hide", league, report, now=now)
    fixture = lock_fixture(report.fixture, closed=True)
    access.require(by, "report.hide", league, report, now=now)
    row = MatchReport.objects.get(pk=report.pk)
    row.fixture = fixture
    return row


def _journal_report(
    report: MatchReport, kind: JournalKind, what: Text, *, by: User, now: dt.datetime, why: str = ""
) -> int:
    """Journal a decision on a report; return the entry's number."""
    fixture = report.fixture
    team = fixture.home if report.side == Side.HOME else fixture.away
    sentence = Text(what, team=team.name, fixture=str(fixture), version=report.version)
    data = {"report": report.pk, "version": report.version, "sha256": fingerprint(report.text)}
    entry = record_numbered(
        fixture.league, kind, f"report:{report.pk}:", sentence, by=by, now=now, why=why, fixture=fixture, data=data
    )
    return entry.number


def _notify_captains(report: MatchReport, entry: int, text: Text, *, by: User, now: dt.datetime) -> None:
    """Queue a notice to the side's captains, keyed by the journal's entry."""
    key = f"{report.pk}:{entry}"
    notify(report.fixture, NoticeKind.REPORT_HIDDEN, key, text, now=now, sides=(report.side,), but=by)
