"""The secretary's side of the news: all posts and pages, and the form in which one is written and published."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from league.enums import NewsState
from league.errors import Changed, Invalid, LeagueError, WrongState
from league.models import OwnPage, Post
from league.queries import news as queries
from league.rules import news as rules
from league.services import idempotency
from league.services.news import posts as services
from league.translation import N_, Text, translated
from league.web.news.forms import STATES, PageForm, PostForm, form_of
from league.web.problems import laid_on, problems_of, status_of
from league.web.requests import LeagueRequest, in_league

A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Desk:
    """The services, the form and the words for posts, or for pages of the league's own."""

    form: type[PostForm] | type[PageForm]
    write: Any
    change: Any
    new: Text
    label: Text
    post: bool


POSTS = Desk(PostForm, services.write_post, services.change_post, N_("New post"), N_("Post"), True)
PAGES = Desk(PageForm, services.write_page, services.change_page, N_("New page"), N_("Page"), False)
DONE = {
    NewsState.DRAFT: N_("Saved as a draft. Nobody else sees it yet."),
    NewsState.PUBLISHED: N_("Published."),
    NewsState.WITHDRAWN: N_("Withdrawn. Nobody else sees it any more."),
}


@require_safe
@in_league("news.write")
def newsroom(request: LeagueRequest) -> HttpResponse:
    """List every post and every page of the league's own, drafts and what was withdrawn too."""
    page = Paginator(queries.every_post(request.league).defer("text"), A_PAGE).get_page(request.GET.get("page"))
    own_pages = queries.every_page(request.league).defer("text")
    context = {"page": page, "own_pages": own_pages, "most_pages": rules.MOST_PAGES}
    return render(request, "league/news/newsroom.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("news.write")
def post_new(request: LeagueRequest) -> HttpResponse:
    """A form for a post. POST shows it as it would look, keeps it as a draft, or publishes it."""
    return _write(request, POSTS, None)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("news.write")
def post_edit(request: LeagueRequest, post: int) -> HttpResponse:
    """POST previews, saves, publishes, withdraws or deletes."""
    return _write(
        request, POSTS, get_object_or_404(Post.objects.select_related("league"), league=request.league, pk=post)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("news.write")
def page_new(request: LeagueRequest) -> HttpResponse:
    """A form for a page of the league's own. POST shows it as it would look, keeps it as a draft, or publishes it."""
    return _write(request, PAGES, None)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("news.write")
def page_edit(request: LeagueRequest, page: int) -> HttpResponse:
    """POST previews, saves, publishes, withdraws or deletes."""
    found = get_object_or_404(OwnPage.objects.select_related("league"), league=request.league, pk=page)
    return _write(request, PAGES, found)


def _write(request: LeagueRequest, desk: Desk, thing: Post | OwnPage | None) -> HttpResponse:
    form = form_of(thing, desk.form, request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, desk, thing, form, status=422 if form.errors else 200)
    do = request.POST.get("do", "")
    try:
        if do == "preview":
            return _preview(request, desk, thing, form)
        if do == "delete" and thing is not None:
            services.delete(thing, seen=form.seen, by=request.user, now=request.now)
            messages.success(request, translated(N_("Deleted.")))
            return redirect("newsroom", slug=request.league.slug)
        return _keep(request, desk, thing, form, STATES.get(do))
    except (Invalid, WrongState) as refused:
        laid_on(form, problems_of(refused))
        return _page(request, desk, thing, form, refused)


def _keep(
    request: LeagueRequest, desk: Desk, thing: Post | OwnPage | None, form: PostForm | PageForm, state: NewsState | None
) -> HttpResponse:
    by, now = request.user, request.now
    if thing is not None:
        new = form.new(state or thing.state)
        kept = desk.change(thing, new, seen=form.seen, by=by, now=now)
        told = DONE[state] if state else N_("Saved.")
        messages.success(request, translated(told))
        return redirect(_public_url(kept) if kept.state == NewsState.PUBLISHED else _edit(kept))
    made: list[Any] = []

    def write() -> None:
        made.append(desk.write(request.league, form.new(state or NewsState.DRAFT), by=by, now=now))

    if not idempotency.once(idempotency.owner_of(by), form.said(), write, now=now):
        messages.info(request, translated(N_("You sent this twice; it is saved once.")))
        return redirect("newsroom", slug=request.league.slug)
    messages.success(request, translated(DONE[NewsState(made[0].state)]))
    return redirect(_public_url(made[0]) if made[0].state == NewsState.PUBLISHED else _edit(made[0]))


def _preview(
    request: LeagueRequest, desk: Desk, thing: Post | OwnPage | None, form: PostForm | PageForm
) -> HttpResponse:
    title, text = rules.clean_title(form.cleaned_data["title"]), rules.clean_text(form.cleaned_data["text"])
    if problems := rules.check_post(title, text):
        raise Invalid(problems)
    return _page(request, desk, thing, form, preview={"title": title, "text": text})


def _page(
    request: LeagueRequest, desk: Desk, thing: Post | OwnPage | None, form: PostForm | PageForm,
    refused: LeagueError | None = None, *, preview: dict[str, str] | None = None, status: int = 0,
) -> HttpResponse:  # fmt: skip
    now = None
    if isinstance(refused, Changed) and thing is not None:
        # What it says now is shown beside what was typed; whoever saves again has seen it.
        now = type(thing)._default_manager.filter(pk=thing.pk).first()
        form.data = {**form.data.dict(), "version": str(now.version if now else 0)}  # type: ignore[attr-defined]
    context = {
        "desk": desk,
        "thing": now or thing,
        "form": form,
        "preview": preview,
        "stands": now,
        "where": _public_url(thing) if thing is not None and thing.state == NewsState.PUBLISHED else "",
    }
    return render(request, "league/news/write.html", context, status=status or status_of(refused))


def _public_url(thing: Post | OwnPage) -> str:
    if isinstance(thing, Post):
        return reverse("post", kwargs={"slug": thing.league.slug, "post": thing.pk})
    return reverse("own-page", kwargs={"slug": thing.league.slug, "page": thing.slug})


def _edit(thing: Post | OwnPage) -> str:
    if isinstance(thing, Post):
        return reverse("post-edit", kwargs={"slug": thing.league.slug, "post": thing.pk})
    return reverse("page-edit", kwargs={"slug": thing.league.slug, "page": thing.pk})
