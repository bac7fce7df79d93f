"""Messages: what was sent to somebody, how they want it, the link that stops it, and the secretary's view of it all."""

from collections.abc import Iterable

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages as flash
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import NothingThere
from league.models import Notice
from league.queries.mail import messages as queries
from league.queries.mail.letters import NOTHING, Facts, facts_of, samples_of, with_everything
from league.services.mail import preferences
from league.services.mail.letters import letter_of, notice_mail
from league.services.mail.unsubscribe import read_token
from league.services.notices import mark_read
from league.translation import N_, Text, translated
from league.web.mail.forms import MailForm, kind_groups
from league.web.requests import LeagueRequest, in_league

A_PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("mail.own")
def own(request: LeagueRequest) -> HttpResponse:
    """The messages of this league that were sent to the visitor. POST puts the new ones away."""
    if request.method == "POST":
        mark_read(request.user, league=request.league, now=request.now)
        return redirect("messages", slug=request.league.slug)
    found = queries.messages_of(request.user, request.league)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "league/mail/messages.html", {"page": page, "new": any(n.read_at is None for n in page)})


@require_safe
@in_league("mail.own")
def one(request: LeagueRequest, notice: int) -> HttpResponse:
    """One message, to be read again: what the mail says, as things stand now."""
    found = with_everything(Q(pk__in=queries.messages_of(request.user, request.league).filter(pk=notice).values("pk")))
    if not found:
        raise NothingThere(N_("No such message was sent to you in this league."))
    letter = letter_of(found[0], facts_of(found).get(found[0].fixture_id or 0, NOTHING))
    return render(request, "league/mail/message.html", {"notice": found[0], "letter": letter})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("mail.own")
def mail_settings(request: LeagueRequest) -> HttpResponse:
    """They hold in every league."""
    if request.method != "POST":
        return _settings_page(request, MailForm.of(queries.choices_of(request.user)))
    form = MailForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, form, status=422)
    preferences.save_choices(form.choices(), league=request.league, by=request.user, now=request.now)
    flash.success(request, translated(N_("Saved. It holds from now on, in every league of yours here.")))
    return redirect("mail-settings", slug=request.league.slug)


def _settings_page(request: LeagueRequest, form: MailForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "groups": kind_groups(form)}
    return render(request, "league/mail/mail_settings.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("mail.oversee")
def deliveries(request: LeagueRequest) -> HttpResponse:
    """Show the state of the league's mail. POST tries again what failed: one notice, or all of them."""
    if request.method == "POST":
        chosen = None if "all" in request.POST else _numbers(request.POST.getlist("notice"))
        count = preferences.retry(request.league, chosen, by=request.user, now=request.now)
        if count:
            said = Text.plural(
                "{n} message will be tried again within a minute.",
                "{n} messages will be tried again within a minute.",
                n=count,
            )
            flash.success(request, translated(said))
        else:
            flash.info(request, translated(N_("Nothing was left to try again.")))
        return redirect("deliveries", slug=request.league.slug)
    seen = queries.deliveries_of(request.league, now=request.now)
    counts = [(state.label, count) for state, count in seen.counts.items()]
    return render(
        request, "league/mail/deliveries.html", {"seen": seen, "counts": counts, "previews": settings.MAIL_PREVIEWS}
    )


def _numbers(texts: Iterable[str]) -> list[int]:
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 19]


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Turn the kinds of a mail off without signing in. Whoever has the link has the mail: it is its own proof.

    A mail program posts `List-Unsubscribe=One-Click` by itself (RFC 8058); a person sees a page with one button, since
    programs that look at every link must not turn anything off.
    """
    link = read_token(token)
    if link is None:
        return render(request, "league/mail/unsubscribe.html", {"link": None}, status=404)
    off = False
    if request.method == "POST":
        off = request.POST.get("do") != "on"
        preferences.turn(link, on=not off, now=timezone.now())
    kinds = [kind.label for kind in link.kinds]
    context = {"link": link, "kinds": kinds, "done": request.method == "POST", "off": off}
    return render(request, "league/mail/unsubscribe.html", context)


def _samples(request: LeagueRequest) -> list[tuple[Notice, Facts]]:
    """Return a notice of each kind, with the facts that its mail is made from.

    Raises:
        Http404: this installation shows none.
    """
    if not settings.MAIL_PREVIEWS:
        raise NothingThere(N_("This installation shows no previews of its mail."))
    return samples_of(request.league, request.user, now=request.now)


@require_safe
@in_league("mail.oversee")
def previews(request: LeagueRequest) -> HttpResponse:
    """Show a mail of each kind, as it would read; on installations of one machine only."""
    samples = [(notice, notice_mail(notice, facts)) for notice, facts in _samples(request)]
    return render(request, "league/mail/mail_previews.html", {"samples": samples})


@require_safe
@csp_replace({"style-src": [UNSAFE_INLINE], "script-src": [NONE]})
@in_league("mail.oversee")
def preview(request: LeagueRequest, kind: str) -> HttpResponse:
    """The HTML of a kind's mail, as a mail program would show it: its styles stand in it."""
    for notice, facts in _samples(request):
        if notice.kind == kind:
            return HttpResponse(str(notice_mail(notice, facts).alternatives[0][0]))
    raise NothingThere(N_("There is no mail of this kind."))
