"""An address of a league's own: asked for by its secretary, confirmed by whoever reads its mail."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.errors import Invalid
from league.queries.domains import is_here
from league.services.mail import senders
from league.translation import N_, Text
from league.web.forms import add_problems
from league.web.requests import LeagueRequest, form_data, fresh_to, in_league, redirect_with


class SenderForm(forms.Form):
    address = forms.CharField(
        label=_("Address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=_("We mail a link to it; nothing changes until somebody follows it."),
        error_messages={"required": _("Write the address.")},
    )  # fmt: skip
    name = forms.CharField(label=_("Name"), max_length=60, required=False, help_text=_("Empty: the league’s name."))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.settings")
@fresh_to()
def sender(request: LeagueRequest) -> HttpResponse:
    by, now = request.user, request.now
    if request.POST.get("do") == "remove":
        senders.remove_sender(request.league, by=by, now=now)
        return redirect_with(request, N_("Replies go to the secretaries again."), "sender")
    form = SenderForm(form_data(request))
    if form.is_valid():
        try:
            senders.ask_for_confirmation(request.league, **form.cleaned_data, by=by, now=now)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            address = form.cleaned_data["address"]
            return redirect_with(request, Text("A link is on its way to {address}.", address=address), "sender")
    context = {"form": form, "present": senders.sender_of(request.league), "server": senders.server_address()}
    return render(request, "league/mail/sender.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Take the address of a mailed link. A GET changes nothing, since some programs open links."""
    link = senders.read_link(token)
    if link is not None and not is_here(request, link.league):
        link = None
    if link is not None and request.method == "POST":
        senders.confirm(link, now=timezone.now())
    context = {"link": link, "done": request.method == "POST"}
    return render(request, "league/mail/sender_confirm.html", context, status=200 if link else 404)
