"""Messages: what was sent to somebody, how they want it, the link that stops it, and the secretary's view of it all."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp_replace
from django import forms
from django.conf import settings
from django.contrib import messages as flash
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from league.enums import Delivery, NoticeKind
from league.errors import NothingThere
from league.models import Notice
from league.queries.mail import messages as queries
from league.queries.mail.kinds import AT_ONCE, GROUPS
from league.queries.mail.letters import NOTHING, Facts, facts_of, samples_of, with_everything
from league.queries.mail.messages import MailChoices
from league.services.mail import preferences
from league.services.mail.letters import letter_of, notice_mail
from league.services.mail.preferences import problems_of, read_unsubscribe_token
from league.services.notices import mark_read
from league.translation import N_, Text, choices_of, translated
from league.web.forms import TimeOfDayField
from league.web.requests import LeagueRequest, in_league, redirect_with

DAYS = (
    (14, _("14 days before")),
    (7, _("7 days before")),
    (3, _("3 days before")),
    (2, _("2 days before")),
    (1, _("The day before")),
)


def _time(label: Any, *, required: bool, help_text: Any = "") -> forms.TimeField:
    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    wrong = _("Write a time like 22:30.")
    return TimeOfDayField(
        evening=False, label=label, required=required, widget=widget, help_text=help_text,
        error_messages={"invalid": wrong, "required": wrong},
    )  # fmt: skip


class MailForm(forms.Form):
    reminder_days = forms.TypedMultipleChoiceField(
        label=_("Remind me of a fixture"),
        choices=DAYS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("At the time of day it starts."),
    )
    quiet_from = _time(_("No mail from"), required=False, help_text=_("For mail at any hour leave both empty."))
    quiet_until = _time(_("Until"), required=False, help_text=_("It may be on the next day."))
    digest_at = _time(
        _("The daily mail comes at"), required=True, help_text=_("It has everything you want once a day.")
    )
    officer_digest = forms.BooleanField(
        label=_("As secretary or referee, one mail a day"),
        required=False,
        help_text=_(
            "What is not urgent waits for the daily mail. Disputes, and anything about a fixture that starts before "
            "it, still come at once."
        ),
    )

    def __init__(self, *args: Any, officer: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not officer:
            del self.fields["officer_digest"]
        for kind in NoticeKind:
            choices = [choice for choice in choices_of(Delivery) if kind not in AT_ONCE or choice[0] != Delivery.DIGEST]
            self.fields[kind.value] = forms.ChoiceField(label=translated(kind.label), choices=choices)

    @classmethod
    def from_choices(cls, choices: MailChoices, *, officer: bool) -> "MailForm":
        initial: dict[str, Any] = {
            "reminder_days": choices.reminder_days,
            "quiet_from": choices.quiet_from,
            "quiet_until": choices.quiet_until,
            "digest_at": choices.digest_at,
            "officer_digest": choices.officer_digest,
        }
        return cls(
            officer=officer, initial=initial | {kind.value: delivery for kind, delivery in choices.deliveries.items()}
        )

    def clean(self) -> None:
        """Check the times together, if each of them can be read, so that all that is wrong is said at once."""
        if not {"quiet_from", "quiet_until", "digest_at"} & set(self.errors):
            for problem in problems_of(self.choices(MailChoices({}))):
                self.add_error(problem.field or None, translated(problem.message))

    def choices(self, before: MailChoices) -> MailChoices:
        """The choices of the form; what it does not ask is as it was `before`."""
        data = self.cleaned_data
        return MailChoices(
            deliveries={kind: Delivery(data[kind.value]) for kind in NoticeKind if kind.value in data},
            reminder_days=tuple(data.get("reminder_days", ())),
            quiet_from=data["quiet_from"],
            quiet_until=data["quiet_until"],
            digest_at=data["digest_at"],
            officer_digest=data.get("officer_digest", before.officer_digest),
        )


@dataclass(frozen=True, slots=True)
class KindGroup:
    """Kinds of mail under a heading, with how many come in which way."""

    heading: Text
    fields: tuple[forms.BoundField, ...]

    @property
    def counts(self) -> list[tuple[str, int]]:
        counted = Counter(str(field.value()) for field in self.fields)
        return [(delivery.label, counted[delivery]) for delivery in Delivery if counted[delivery]]

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self.fields)


def kind_groups(form: MailForm) -> list[KindGroup]:
    return [KindGroup(heading, tuple(form[kind.value] for kind in kinds)) for heading, kinds in GROUPS.items()]


A_PAGE = 30


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("mail.own")
def my_messages(request: LeagueRequest) -> HttpResponse:
    if request.method == "POST":
        mark_read(request.user, league=request.league, now=request.now)
        return redirect("messages", slug=request.league.slug)
    notices = queries.messages_of(request.user, request.league)
    page = Paginator(notices, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "league/mail/messages.html", {"page": page, "new": any(n.read_at is None for n in page)})


@require_safe
@in_league("mail.own")
def message(request: LeagueRequest, notice: int) -> HttpResponse:
    notices = with_everything(
        Q(pk__in=queries.messages_of(request.user, request.league).filter(pk=notice).values("pk"))
    )
    if not notices:
        raise NothingThere(N_("No such message was sent to you in this league."))
    letter = letter_of(notices[0], facts_of(notices).get(notices[0].fixture_id or 0, NOTHING))
    return render(request, "league/mail/message.html", {"notice": notices[0], "letter": letter})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("mail.own")
def mail_settings(request: LeagueRequest) -> HttpResponse:
    """They hold in every league."""
    officer = request.grants.secretary or request.grants.referee
    before = queries.choices_of(request.user)
    if request.method != "POST":
        return _settings_page(request, MailForm.from_choices(before, officer=officer))
    form = MailForm(request.POST, officer=officer)
    if not form.is_valid():
        return _settings_page(request, form, status=422)
    preferences.save_choices(form.choices(before), league=request.league, by=request.user, now=request.now)
    return redirect_with(request, N_("Saved. It holds from now on, in every league of yours here."), "mail-settings")


def _settings_page(request: LeagueRequest, form: MailForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "groups": kind_groups(form)}
    return render(request, "league/mail/mail_settings.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("mail.oversee")
def deliveries(request: LeagueRequest) -> HttpResponse:
    if request.method == "POST":
        chosen = None if "all" in request.POST else _numbers(request.POST.getlist("notice"))
        count = preferences.retry(request.league, chosen, by=request.user, now=request.now)
        if count:
            flash.success(
                request,
                translated(
                    Text.plural(
                        "{n} message will be tried again within a minute.",
                        "{n} messages will be tried again within a minute.",
                        n=count,
                    )
                ),
            )
        else:
            flash.info(request, translated(N_("Nothing was left to try again.")))
        return redirect("deliveries", slug=request.league.slug)
    seen = queries.deliveries_of(request.league, now=request.now)
    counts = [(state.label, count) for state, count in seen.counts.items()]
    return render(
        request,
        "league/mail/deliveries.html",
        {"deliveries": seen, "counts": counts, "previews": settings.MAIL_PREVIEWS},
    )


def _numbers(texts: Iterable[str]) -> list[int]:
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 19]


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Turn the kinds of a mail off without signing in: the link is its own proof.

    A mail program posts `List-Unsubscribe=One-Click` (RFC 8058); a GET changes nothing, since some programs open links.
    """
    link = read_unsubscribe_token(token)
    if link is None:
        return render(request, "league/mail/unsubscribe.html", {"link": None}, status=404)
    off = False
    if request.method == "POST":
        off = request.POST.get("do") != "on"
        preferences.set_subscription(link, on=not off, now=timezone.now())
    kinds = [kind.label for kind in link.kinds]
    context = {"link": link, "kinds": kinds, "has_changed": request.method == "POST", "is_off": off}
    return render(request, "league/mail/unsubscribe.html", context)


def _samples(request: LeagueRequest) -> list[tuple[Notice, Facts]]:
    """Raises Http404 where the installation shows no previews."""
    if not settings.MAIL_PREVIEWS:
        raise NothingThere(N_("This installation shows no previews of its mail."))
    return samples_of(request.league, request.user, now=request.now)


@require_safe
@in_league("mail.oversee")
def previews(request: LeagueRequest) -> HttpResponse:
    samples = [(notice, notice_mail(notice, facts)) for notice, facts in _samples(request)]
    return render(request, "league/mail/mail_previews.html", {"samples": samples})


@require_safe
@csp_replace({"style-src": [UNSAFE_INLINE], "script-src": [NONE]})
@in_league("mail.oversee")
def preview(request: LeagueRequest, kind: str) -> HttpResponse:
    for notice, facts in _samples(request):
        if notice.kind == kind:
            return HttpResponse(str(notice_mail(notice, facts).alternatives[0][0]))
    raise NothingThere(N_("There is no mail of this kind."))
