"""The front door: which league; and on an empty server its first visit, and a league made by whoever may make one."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.access import MAKES_NO_LEAGUES, makes_leagues
from league.errors import Invalid, NotAllowed, NothingThere, WrongState
from league.models import User, time_zones
from league.queries.domains import host_league
from league.queries.leagues import hidden_leagues, leagues_of, leagues_with
from league.queries.people.people import has_accounts
from league.rules.names import LONGEST_NAME
from league.services.people.first_visit import Visitor, make_first_account
from league.services.seasons.leagues import found_league
from league.translation import N_, Text, translated
from league.web.forms import add_problems
from league.web.requests import form_data, is_from_this_machine
from league.web.seasons.steps import WHO_YOU_ARE

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
ZONE = "Europe/London"
# Where time zones are named after places; the other names are old ones for the same.
CONTINENTS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """List the leagues; redirect to the only one or one's own, or on an empty server to the first visit."""
    own_host = host_league(request)
    if own_host:
        return redirect("league", slug=own_host)
    leagues = leagues_of()
    administers = request.user.is_active and request.user.is_superuser
    hidden = hidden_leagues() if administers else []
    if len(leagues) == 1 and not hidden and "all" not in request.GET:
        return redirect("league", slug=leagues[0].slug)
    if not leagues and not hidden and not has_accounts():
        return redirect("first-visit")
    if isinstance(request.user, User) and "all" not in request.GET:
        own = leagues_with(request.user, today=timezone.now().date())
        if len(own) == 1:
            return redirect("league", slug=own[0].slug)
    context = {"leagues": leagues, "hidden": hidden, "makes": makes_leagues(request.user)}
    return render(request, "league/start.html", context)


class VisitorForm(forms.Form):
    """What the first visitor says; the service judges all of it, so that every problem is told at once."""

    code = forms.CharField(
        label=_("The code from the server"), required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "characters"}),
        help_text=_("Four groups of four, as the command first_code prints it."),
    )  # fmt: skip
    name = forms.CharField(
        label=_("Your name"), required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name", "maxlength": LONGEST_NAME}),
    )  # fmt: skip
    email = forms.CharField(
        label=_("Your email address"), required=False,
        widget=forms.TextInput(attrs={"type": "email", "autocomplete": "email", "spellcheck": "false"}),
        help_text=_("You sign in with it. Check it twice: whoever reads its mail can get into this account."),
    )  # fmt: skip
    password = forms.CharField(
        label=_("A password"), strip=False, required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least ten characters."),
    )  # fmt: skip

    def __init__(self, sent: object = None, *, needs_code: bool) -> None:
        super().__init__(sent)  # type: ignore[arg-type]
        if not needs_code:
            del self.fields["code"]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_visit(request: HttpRequest) -> HttpResponse:
    if has_accounts():
        raise NothingThere(N_("There is no such page."))
    # The settings cannot see every way to a server: gunicorn may have been bound by hand.
    needs_code = settings.FIRST_VISIT_NEEDS_CODE or not is_from_this_machine(request)
    form = VisitorForm(form_data(request), needs_code=needs_code)
    if request.method == "POST" and form.is_valid():
        try:
            user = make_first_account(Visitor(**form.cleaned_data), needs_code=needs_code, now=timezone.now())
        except Invalid as refused:
            add_problems(form, refused.problems)
        except WrongState as late:
            raise NothingThere(late.message) from late
        else:
            login(request, user, backend=MODEL_BACKEND)
            return redirect("league-new")
    status = 422 if request.method == "POST" else 200
    return render(request, "league/first_visit.html", {"form": form, "progress": WHO_YOU_ARE}, status=status)


class LeagueForm(forms.Form):
    name = forms.CharField(label=_("The league’s name"), max_length=120)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("All its times of day are of this zone, wherever somebody reads them.")
    )

    def __init__(self, sent: object = None) -> None:
        super().__init__(sent, initial={"time_zone": ZONE})  # type: ignore[arg-type]
        zones = sorted(
            zone for zone in time_zones() if "/" in zone and not zone.startswith(("Etc/", "posix/", "right/"))
        )
        self.fields["time_zone"].choices = [(zone, zone.replace("_", " ")) for zone in [*zones, "UTC"]]  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
def league_new(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not makes_leagues(request.user):
        raise NotAllowed(MAKES_NO_LEAGUES)
    form = LeagueForm(form_data(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = found_league(data["name"], data["time_zone"], by=request.user, now=timezone.now())
        except Invalid as refused:
            add_problems(form, refused.problems)
        except WrongState as late:
            form.add_error("name", translated(late.message))
        else:
            messages.success(request, translated(Text("{league} is made; you are its secretary.", league=made.name)))
            return redirect("season-start", slug=made.slug)
    first = not leagues_of()
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "first": first, "progress": WHO_YOU_ARE}
    return render(request, "league/league_new.html", context, status=status)
