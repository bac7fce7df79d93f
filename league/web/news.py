"""News: posts, pages of the league's own and match reports, as everybody reads them and as they are written."""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from league.access import ensure, may
from league.enums import NewsState, Side
from league.errors import Changed, Invalid, LeagueError, NothingThere, WrongState
from league.models import Fixture, MatchReport, OwnPage, Post
from league.queries import news as queries
from league.queries.news import report_of, reports_of, sides_of
from league.queries.results.versions import live_result
from league.rules import news as rules
from league.rules.news import LONGEST_SLUG, MOST_ORDER
from league.rules.problems import LONGEST_REASON, Problem
from league.services import idempotency
from league.services import news as post_services
from league.services import news as report_services
from league.services.news import NewPage, NewPost
from league.translation import N_, Text, translated
from league.web.forms import add_problems, problems_of, status_of
from league.web.requests import LeagueRequest, fixture_or_404, form_data, in_league, redirect_with

# Longer than anything that is kept, and short enough to be looked at: what is too long is refused with its length.
LONGEST_TYPED = 400_000
MARKDOWN_HELP = _(
    "Markdown: a blank line between paragraphs, **bold**, *italics*, # Heading, - list, [words](https://…) for a link. "
    "Pictures can’t be uploaded or pasted: a picture’s address is shown as a link."
)
Sent = Mapping[str, Any] | None


class _UncutTextField(forms.CharField):
    """A text that the service checks: what is too long comes back as it was typed, and is not cut."""

    def __init__(self, **said: Any) -> None:
        rows = said.pop("rows")
        super().__init__(required=False, strip=False, widget=forms.Textarea(attrs={"rows": rows}), **said)

    def clean(self, value: Any) -> Any:
        # The null character is the service's to refuse, with all else that is wrong.
        return str(value or "")[:LONGEST_TYPED]


class _VersionedForm(forms.Form):
    """A form that rests on the version that was looked at; of a new thing it has a key, so that it is sent once."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=10**8)
    key = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)

    @property
    def version_seen(self) -> int:
        """Return the version that was looked at; 0 where none is told, which is never that of a row."""
        return int(self.cleaned_data.get("version") or 0)

    def idempotency_key(self) -> str:
        """Return a word for the form and all that stands in it: the same form sent twice has the same."""
        said = "\n".join(f"{name}={str(self.data.get(name, ''))[:LONGEST_TYPED]}" for name in (*self.fields, "do"))
        return f"news-{hashlib.sha256(said.encode()).hexdigest()}"


class PostForm(_VersionedForm):
    title = forms.CharField(label=_("Title"), required=False, max_length=1000)
    text = _UncutTextField(label=_("Text"), rows=14, help_text=MARKDOWN_HELP)
    pinned = forms.BooleanField(
        label=_("Pin it"),
        required=False,
        help_text=_("Above the other posts, and as a line at the top of the home page."),
    )

    def new(self, state: str) -> NewPost:
        data = self.cleaned_data
        return NewPost(data["title"], data["text"], state, data["pinned"])


class PageForm(_VersionedForm):
    title = forms.CharField(label=_("Title"), required=False, max_length=1000)
    slug = forms.CharField(
        label=_("Word in its address"), required=False, max_length=LONGEST_SLUG * 4,
        help_text=_("Small letters, digits and hyphens, such as “contacts”."),
    )  # fmt: skip
    text = _UncutTextField(label=_("Text"), rows=14, help_text=MARKDOWN_HELP)
    order = forms.IntegerField(
        label=_("Place in the list"), initial=0, min_value=0, max_value=MOST_ORDER,
        help_text=_("Pages of a lower number come first."),
        error_messages={"required": _("Choose a number, such as 0.")},
    )  # fmt: skip

    def new(self, state: str) -> NewPage:
        said = self.cleaned_data
        return NewPage(said["slug"], said["title"], said["text"], said["order"], state)


class ReportForm(_VersionedForm):
    text = _UncutTextField(label=_("Match report"), rows=12, help_text=MARKDOWN_HELP)


class HideForm(forms.Form):
    reason = forms.CharField(
        label=_("Why it is hidden"), max_length=LONGEST_REASON, help_text=_("Its captain reads it."),
        error_messages={"required": _("Say why it is hidden; its captain reads it.")},
    )  # fmt: skip


def form_of(thing: Post | OwnPage | None, kind: type[PostForm] | type[PageForm], sent: Sent) -> PostForm | PageForm:
    first: dict[str, Any] = {"key": uuid.uuid4().hex, "version": 0}
    if thing is not None:
        first = {name: getattr(thing, name) for name in kind.base_fields if name != "key"}
    return kind(sent, initial=first)


# What a button says is to become of it. Saving leaves its state; of a new one that is a draft.
STATES = {"publish": NewsState.PUBLISHED, "withdraw": NewsState.WITHDRAWN}


DESK_PAGE = 20


@dataclass(frozen=True, slots=True)
class NewsKind:
    form: type[PostForm] | type[PageForm]
    write: Any
    change: Any
    new: Text
    label: Text
    post: bool


POSTS = NewsKind(PostForm, post_services.write_post, post_services.change_post, N_("New post"), N_("Post"), True)
PAGES = NewsKind(PageForm, post_services.write_page, post_services.change_page, N_("New page"), N_("Page"), False)
SAVED_MESSAGES = {
    NewsState.DRAFT: N_("Saved as a draft. Nobody else sees it yet."),
    NewsState.PUBLISHED: N_("Published."),
    NewsState.WITHDRAWN: N_("Withdrawn. Nobody else sees it any more."),
}


@require_safe
@in_league("news.write")
def newsroom(request: LeagueRequest) -> HttpResponse:
    page = Paginator(queries.every_post(request.league).defer("text"), DESK_PAGE).get_page(request.GET.get("page"))
    own_pages = queries.every_page(request.league).defer("text")
    context = {"page": page, "own_pages": own_pages, "most_pages": rules.MOST_PAGES}
    return render(request, "league/news/newsroom.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("news.write")
def post_new(request: LeagueRequest) -> HttpResponse:
    return _write_or_change(request, POSTS, None)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("news.write")
def post_edit(request: LeagueRequest, post: int) -> HttpResponse:
    return _write_or_change(
        request, POSTS, get_object_or_404(Post.objects.select_related("league"), league=request.league, pk=post)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("news.write")
def page_new(request: LeagueRequest) -> HttpResponse:
    return _write_or_change(request, PAGES, None)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("news.write")
def page_edit(request: LeagueRequest, page: int) -> HttpResponse:
    own_page = get_object_or_404(OwnPage.objects.select_related("league"), league=request.league, pk=page)
    return _write_or_change(request, PAGES, own_page)


def _write_or_change(request: LeagueRequest, desk: NewsKind, thing: Post | OwnPage | None) -> HttpResponse:
    form = form_of(thing, desk.form, form_data(request))
    if request.method != "POST" or not form.is_valid():
        return _write_page(request, desk, thing, form, status=422 if form.errors else 200)
    do = request.POST.get("do", "")
    try:
        if do == "preview":
            return _preview(request, desk, thing, form)
        if do == "delete" and thing is not None:
            post_services.delete(thing, seen=form.version_seen, by=request.user, now=request.now)
            return redirect_with(request, N_("Deleted."), "newsroom")
        return _save(request, desk, thing, form, STATES.get(do))
    except (Invalid, WrongState) as refused:
        add_problems(form, problems_of(refused))
        return _write_page(request, desk, thing, form, refused)


def _save(
    request: LeagueRequest,
    desk: NewsKind,
    thing: Post | OwnPage | None,
    form: PostForm | PageForm,
    state: NewsState | None,
) -> HttpResponse:
    by, now = request.user, request.now
    if thing is not None:
        new = form.new(state or thing.state)
        kept = desk.change(thing, new, seen=form.version_seen, by=by, now=now)
        messages.success(request, translated(SAVED_MESSAGES[state] if state else N_("Saved.")))
        return redirect(_public_url(kept) if kept.state == NewsState.PUBLISHED else _edit_url(kept))
    made: list[Any] = []

    def write() -> None:
        made.append(desk.write(request.league, form.new(state or NewsState.DRAFT), by=by, now=now))

    if not idempotency.submit_once(idempotency.owner_of(by), form.idempotency_key(), write, now=now):
        messages.info(request, translated(N_("You sent this twice; it is saved once.")))
        return redirect("newsroom", slug=request.league.slug)
    messages.success(request, translated(SAVED_MESSAGES[NewsState(made[0].state)]))
    return redirect(_public_url(made[0]) if made[0].state == NewsState.PUBLISHED else _edit_url(made[0]))


def _preview(
    request: LeagueRequest, desk: NewsKind, thing: Post | OwnPage | None, form: PostForm | PageForm
) -> HttpResponse:
    title, text = rules.clean_title(form.cleaned_data["title"]), rules.clean_text(form.cleaned_data["text"])
    if problems := rules.check_post(title, text):
        raise Invalid(problems)
    return _write_page(request, desk, thing, form, preview={"title": title, "text": text})


def _write_page(
    request: LeagueRequest, desk: NewsKind, thing: Post | OwnPage | None, form: PostForm | PageForm,
    refused: LeagueError | None = None, *, preview: dict[str, str] | None = None, status: int = 0,
) -> HttpResponse:  # fmt: skip
    now = None
    if isinstance(refused, Changed) and thing is not None:
        # What it says now is shown beside what was typed; whoever saves again has seen it.
        now = type(thing)._default_manager.filter(pk=thing.pk).first()
        form.data = {**form.data.dict(), "version": str(now.version if now else 0)}  # type: ignore[attr-defined]
    context = {
        "desk": desk,
        "item": now or thing,
        "form": form,
        "preview": preview,
        "current": now,
        "public_url": _public_url(thing) if thing is not None and thing.state == NewsState.PUBLISHED else "",
    }
    return render(request, "league/news/write.html", context, status=status or status_of(refused))


def _public_url(thing: Post | OwnPage) -> str:
    if isinstance(thing, Post):
        return reverse("post", kwargs={"slug": thing.league.slug, "post": thing.pk})
    return reverse("own-page", kwargs={"slug": thing.league.slug, "page": thing.slug})


def _edit_url(thing: Post | OwnPage) -> str:
    if isinstance(thing, Post):
        return reverse("post-edit", kwargs={"slug": thing.league.slug, "post": thing.pk})
    return reverse("page-edit", kwargs={"slug": thing.league.slug, "page": thing.pk})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def match_report(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    sides = sides_of(fixture_row, request.grants)
    if not sides and not may(request.grants, "report.hide"):
        ensure(request.grants, "report.write", fixture_row)
    if request.method != "POST":
        return _report_page(request, fixture_row, sides)
    do = request.POST.get("do", "")
    side = _read_side(request.POST.get("side", ""), sides, hiding=do in ("hide", "show"))
    if do in ("hide", "show"):
        return _hide_or_show(request, fixture_row, sides, side, do)
    return _write_report(request, fixture_row, sides, side, do)


def _read_side(said: str, sides: list[Side], *, hiding: bool) -> Side | None:
    """Return the side that a form names; where it need not, the only one that they write for."""
    if said in Side.values:
        return Side(said)
    return sides[0] if not said and len(sides) == 1 and not hiding else None


def _write_report(
    request: LeagueRequest, fixture: Fixture, sides: list[Side], side: Side | None, do: str
) -> HttpResponse:
    form = ReportForm(request.POST)
    if side is None or not form.is_valid():
        form.add_error(None, translated(N_("Say which side’s report it is.")))
        return _report_page(request, fixture, sides, {side: form} if side else {}, form=form, status=422)
    ensure(request.grants, "report.write", MatchReport(fixture=fixture, side=side))
    text = "" if do == "remove" else form.cleaned_data["text"]
    try:
        if do == "preview":
            shown = rules.clean_text(text)
            missing = [] if shown else [Problem("no-text", N_("Write something."), "text")]
            if problems := [*missing, *rules.check_text(shown, rules.LONGEST_REPORT)]:
                raise Invalid(problems)
            return _report_page(request, fixture, sides, {side: form}, preview=(side, shown))
        kept = report_services.write_report(
            fixture, side, text, seen=form.version_seen, by=request.user, now=request.now
        )
    except (Invalid, WrongState) as refused:
        add_problems(form, problems_of(refused))
        if isinstance(refused, Changed):
            now = report_of(fixture, side)
            form.data = {**request.POST.dict(), "version": str(now.version if now else 0)}
        return _report_page(request, fixture, sides, {side: form}, refused, form=form)
    messages.success(request, translated(N_("Saved.") if kept.text else N_("Removed.")))
    where = reverse("fixture", kwargs={"slug": request.league.slug, "fixture": fixture.pk})
    return redirect(f"{where}#reports")


def _hide_or_show(
    request: LeagueRequest, fixture: Fixture, sides: list[Side], side: Side | None, do: str
) -> HttpResponse:
    ensure(request.grants, "report.hide")
    report = report_of(fixture, side) if side else None
    form = HideForm(request.POST) if do == "hide" else ReportForm(request.POST)
    try:
        if report is None:
            raise WrongState(report_services.NOTHING)
        if not form.is_valid():
            return _report_page(request, fixture, sides, hiding={side: form}, form=form, status=422)
        if isinstance(form, ReportForm):
            report_services.show_report(report, seen=form.version_seen, by=request.user, now=request.now)
        else:
            report_services.hide_report(report, reason=form.cleaned_data["reason"], by=request.user, now=request.now)
    except (Invalid, WrongState) as refused:
        form.is_valid()
        add_problems(form, problems_of(refused))
        return _report_page(request, fixture, sides, refused=refused, form=form)
    return redirect_with(
        request,
        N_("Shown again.") if do == "show" else N_("Hidden. Its captain is told."),
        "match-report",
        fixture=fixture.pk,
    )


def _report_page(
    request: LeagueRequest, fixture: Fixture, sides: list[Side], sent: dict[Side, ReportForm] | None = None,
    refused: LeagueError | None = None, *, hiding: dict[Side | None, Any] | None = None, form: Any = None,
    preview: tuple[Side, str] | None = None, status: int = 0,
) -> HttpResponse:  # fmt: skip
    closed = report_services.why_closed(fixture, live_result(fixture), now=request.now)
    writing = [_report_form_context(fixture, side, (sent or {}).get(side), preview) for side in sides]
    seen = may(request.grants, "report.hide")
    context = {
        "fixture": fixture,
        "closed": closed if sides else "",
        "writing": [] if closed else writing,
        "lines": [(line, (hiding or {}).get(Side(line.report.side)) or HideForm(auto_id=f"{line.report.side}-%s"))
                  for line in reports_of(fixture, request.grants)] if seen else [],
        "form": form,
        "most": rules.LONGEST_REPORT,
        "closes_at": rules.closes_at(fixture.starts_at, request.league.evenings),
    }  # fmt: skip
    return render(request, "league/news/match_report.html", context, status=status or status_of(refused))


def _report_form_context(
    fixture: Fixture, side: Side, sent: ReportForm | None, preview: tuple[Side, str] | None
) -> dict[str, Any]:
    report = report_of(fixture, side)
    first = {"text": report.text if report else "", "version": report.version if report else 0}
    return {
        "side": side,
        "report": report if report is not None and report.text else None,
        "form": sent or ReportForm(initial=first, auto_id=f"{side}-%s"),
        "preview": preview[1] if preview and preview[0] == side else "",
    }


NEWS_PAGE = 10


@require_safe
@in_league("league.view")
def news(request: LeagueRequest) -> HttpResponse:
    page = Paginator(queries.posts_of(request.league), NEWS_PAGE).get_page(request.GET.get("page"))
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
        post_row = queries.find_post(request.league, post, request.grants)
    except Post.DoesNotExist as missing:
        raise NothingThere(N_("There is no such post.")) from missing
    context = {"post": post_row, "writes": may(request.grants, "news.write")}
    return render(request, "league/news/post.html", context)


@require_safe
@in_league("league.view")
def own_page(request: LeagueRequest, page: str) -> HttpResponse:
    """Show a page of the league's own; one that is not published to the secretary alone."""
    try:
        own_page_row = queries.find_page(request.league, page, request.grants)
    except OwnPage.DoesNotExist as missing:
        raise NothingThere(N_("There is no such page.")) from missing
    context = {
        "own_page": own_page_row,
        "own_pages": queries.pages_of(request.league).defer("text"),
        "writes": may(request.grants, "news.write"),
    }
    return render(request, "league/news/own_page.html", context)
