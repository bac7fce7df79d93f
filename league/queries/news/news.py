"""Posts and pages of a league, as everybody sees them and as its secretary does."""

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
    """The news on a league's home page, without their texts.

    Attributes:
        pinned: the newest first.
        latest: those that are not pinned, the newest first.
    """

    pinned: tuple[Post, ...]
    latest: tuple[Post, ...]


def home_news(league: League) -> HomeNews:
    """Return what the home page says of the news (one query)."""
    found = list(posts_of(league).defer("text")[: MOST_PINNED + LATEST])
    latest = tuple(post for post in found if not post.pinned)
    return HomeNews(tuple(post for post in found if post.pinned), latest[:LATEST])


def posts_of(league: League) -> QuerySet[Post]:
    """Return the posts that everybody sees, those that are pinned first, then the newest."""
    return Post.objects.filter(PUBLISHED, league=league).order_by(*NEWEST_FIRST)


def every_post(league: League) -> QuerySet[Post]:
    """Return all posts of a league for its secretary, the one that was changed last first."""
    return Post.objects.filter(league=league).order_by("-changed_at", "-pk")


def pages_of(league: League) -> QuerySet[OwnPage]:
    """Return the pages of a league's own that everybody sees, in their order."""
    return OwnPage.objects.filter(PUBLISHED, league=league).order_by("order", "title", "pk")


def every_page(league: League) -> QuerySet[OwnPage]:
    """Return all pages of a league's own for its secretary, in their order."""
    return OwnPage.objects.filter(league=league).order_by("order", "title", "pk")


def find_post(league: League, pk: int, held: Grants) -> Post:
    """Return a post of a league that somebody may see (one query).

    Raises:
        Post.DoesNotExist: there is none, or it is not published and they are no secretary.
    """
    found = every_post(league) if may(held, "news.write") else posts_of(league)
    return found.select_related("league").get(pk=pk)


def find_page(league: League, slug: str, held: Grants) -> OwnPage:
    """Return a page of a league's own that somebody may see (one query).

    Raises:
        OwnPage.DoesNotExist: there is none, or it is not published and they are no secretary.
    """
    found = every_page(league) if may(held, "news.write") else pages_of(league)
    return found.select_related("league").get(slug=slug)
