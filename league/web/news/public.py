"""The news as everybody reads it: the list of posts, a post, a page of the league's own."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.access import may
from league.errors import NothingThere
from league.models import OwnPage, Post
from league.queries import news as queries
from league.translation import N_
from league.web.requests import LeagueRequest, in_league

A_PAGE = 10


@require_safe
@in_league("league.view")
def news(request: LeagueRequest) -> HttpResponse:
    """Show the posts, pinned ones first, a page at a time, and the list of the league's own pages."""
    page = Paginator(queries.posts_of(request.league), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "own_pages": queries.pages_of(request.league).defer("text"),
        "writes": may(request.grants, "news.write"),
    }
    return render(request, "league/news/news.html", context)


@require_safe
@in_league("league.view")
def post(request: LeagueRequest, post: int) -> HttpResponse:
    """Show a post; one that is not published to the secretary alone."""
    try:
        found = queries.find_post(request.league, post, request.grants)
    except Post.DoesNotExist as missing:
        raise NothingThere(N_("There is no such post.")) from missing
    context = {"post": found, "writes": may(request.grants, "news.write")}
    return render(request, "league/news/post.html", context)


@require_safe
@in_league("league.view")
def own_page(request: LeagueRequest, page: str) -> HttpResponse:
    """Show a page of the league's own; one that is not published to the secretary alone."""
    try:
        found = queries.find_page(request.league, page, request.grants)
    except OwnPage.DoesNotExist as missing:
        raise NothingThere(N_("There is no such page.")) from missing
    context = {
        "own_page": found,
        "own_pages": queries.pages_of(request.league).defer("text"),
        "writes": may(request.grants, "news.write"),
    }
    return render(request, "league/news/own_page.html", context)
