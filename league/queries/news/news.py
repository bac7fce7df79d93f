from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.access import Grants, may
from league.enums import NewsState
from league.models import League, OwnPage, Post
from league.rules.news import MOST_PINNED

LATEST = 3
PUBLISHED = Q(state=NewsState.PUBLISHED)
NEWEST_FIRST = ("-pinned", "-published_at", "-pk")


@dataclass(frozen=True, slots=True)
class HomeNews:
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
    """Posts for the secretary, the last changed first."""
    return Post.objects.filter(league=league).order_by("-changed_at", "-pk")


def pages_of(league: League) -> QuerySet[OwnPage]:
    """Public pages in order."""
    return OwnPage.objects.filter(PUBLISHED, league=league).order_by("order", "title", "pk")


def every_page(league: League) -> QuerySet[OwnPage]:
    """Pages for the secretary, in order."""
    return OwnPage.objects.filter(league=league).order_by("order", "title", "pk")


def find_post(league: League, pk: int, held: Grants) -> Post:
    """Return a post that somebody may see (one query); raise Post.DoesNotExist."""
    found = every_post(league) if may(held, "news.write") else posts_of(league)
    return found.select_related("league").get(pk=pk)


def find_page(league: League, slug: str, held: Grants) -> OwnPage:
    """Return a page that somebody may see (one query); raise OwnPage.DoesNotExist."""
    found = every_page(league) if may(held, "news.write") else pages_of(league)
    return found.select_related("league").get(slug=slug)
