"""Posts, pages of the league's own and match reports."""

from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.access import Grants, may
from league.enums import NewsState, Side
from league.models import Fixture, League, MatchReport, OwnPage, Player, Post
from league.queries.people.personal_data import public_name
from league.rules.news import MOST_PINNED

LATEST = 3
PUBLISHED = Q(state=NewsState.PUBLISHED)
NEWEST_FIRST = ("-pinned", "-published_at", "-pk")


class HomeNews(NamedTuple):
    """News of the home page, without texts; the newest first."""

    pinned: tuple[Post, ...]
    latest: tuple[Post, ...]


def home_news(league: League) -> HomeNews:
    """News of the home page (one query)."""
    found = list(posts_of(league).defer("text")[: MOST_PINNED + LATEST])
    latest = tuple(post for post in found if not post.pinned)
    return HomeNews(tuple(post for post in found if post.pinned), latest[:LATEST])


def posts_of(league: League) -> QuerySet[Post]:
    """Public posts, the pinned first, then the newest."""
    return Post.objects.filter(PUBLISHED, league=league).order_by(*NEWEST_FIRST)


def every_post(league: League) -> QuerySet[Post]:
    return Post.objects.filter(league=league).order_by("-changed_at", "-pk")


def pages_of(league: League) -> QuerySet[OwnPage]:
    """Public pages in order."""
    return OwnPage.objects.filter(PUBLISHED, league=league).order_by("order", "title", "pk")


def every_page(league: League) -> QuerySet[OwnPage]:
    return OwnPage.objects.filter(league=league).order_by("order", "title", "pk")


def find_post(league: League, pk: int, held: Grants) -> Post:
    """Return a post that somebody may see (one query); raise Post.DoesNotExist."""
    found = every_post(league) if may(held, "news.write") else posts_of(league)
    return found.select_related("league").get(pk=pk)


def find_page(league: League, slug: str, held: Grants) -> OwnPage:
    """Return a page that somebody may see (one query); raise OwnPage.DoesNotExist."""
    found = every_page(league) if may(held, "news.write") else pages_of(league)
    return found.select_related("league").get(slug=slug)


SIDES = (Side.HOME, Side.AWAY)


class ReportLine(NamedTuple):
    """A match report with its author's name for the reader, blank for nobody."""

    report: MatchReport
    author: str


def reports_of(fixture: Fixture, held: Grants) -> list[ReportLine]:
    """Match reports of a fixture for a reader, the home side's first (one query).

    The captains of its side and the secretary see a hidden one.
    """
    shortened = Player.objects.filter(
        user=OuterRef("written_by"), league=fixture.league, shorten_name=True
    )  # fmt: skip
    match_reports = MatchReport.objects.filter(fixture=fixture).exclude(text="").select_related("written_by")
    lines = []
    for report in match_reports.annotate(shorten=Exists(shortened)).order_by("-side"):
        report.fixture = fixture
        if report.hidden_at is None or sees_hidden(report, held):
            lines.append(ReportLine(report, _author(report, held)))
    return lines


def sees_hidden(report: MatchReport, held: Grants) -> bool:
    return may(held, "report.hide", report) or may(held, "report.write", report)


def report_of(fixture: Fixture, side: str) -> MatchReport | None:
    """The report of a side, hidden or removed too (one query)."""
    match_report = MatchReport.objects.filter(fixture=fixture, side=side).first()
    if match_report is not None:
        match_report.fixture = fixture
    return match_report


def versions_of(fixture: Fixture) -> dict[str, int]:
    """Versions of both sides' reports by side, 0 for none (one query)."""
    known = dict(MatchReport.objects.filter(fixture=fixture).order_by().values_list("side", "version"))
    return {str(side): known.get(side, 0) for side in SIDES}


def sides_of(fixture: Fixture, held: Grants) -> list[Side]:
    """Sides whose report somebody writes (no query)."""
    return [side for side in SIDES if may(held, "report.write", MatchReport(fixture=fixture, side=side))]


def _author(report: Any, grants: Grants) -> str:
    """The author's name for the reader: shortened like the player they are."""
    user = report.written_by
    if user is None or not user.name:
        return ""
    if user.pk == grants.user_id:
        return str(user.name)
    return public_name(Player(name=user.name, shorten_name=report.shorten, erased_at=user.erased_at), grants)
