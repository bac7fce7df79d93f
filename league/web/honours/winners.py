"""Winners through the years: of all competitions, of one, and the secretary's forms for them."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.errors import Invalid, NothingThere
from league.models import Winner
from league.queries.honours import winners as queries
from league.rules.competitions.past_winners import LONGEST_COMPETITION, LONGEST_NOTE, LONGEST_YEAR, PLACES
from league.rules.names import LONGEST_NAME
from league.services.honours import winners as services
from league.translation import N_, Text, translated
from league.web.forms import add_problems, problems_of
from league.web.requests import LeagueRequest, form_data, in_league, redirect_with


def _line(label: Any, longest: int, help_text: Any = "") -> forms.CharField:
    # What is missing is the service's to say, with all else that is wrong; nothing is cut.
    words = {"max_length": _("Write %(limit_value)s characters at most.")}
    return forms.CharField(
        label=label, required=False, max_length=longest, help_text=help_text, error_messages=words
    )  # fmt: skip


class FinalForm(forms.Form):
    competition = _line(_("Competition"), LONGEST_COMPETITION)
    year = _line(_("Year"), LONGEST_YEAR, _("Like 1987, or 1987–88 for a season."))
    winner = _line(_("Winner"), LONGEST_NAME, _("The team or the players, as they were called then."))
    runner_up = _line(_("Runner-up (if you know)"), LONGEST_NAME)
    note = _line(_("Note (if any)"), LONGEST_NOTE, _("Public."))

    def __init__(self, sent: Any, names: list[str], initial: Any = None) -> None:
        super().__init__(sent, initial=initial)
        self.names = names
        self.fields["competition"].widget.attrs["list"] = "competitions"


class WinnerForm(forms.Form):
    competition = _line(_("Competition"), LONGEST_COMPETITION)
    year = _line(_("Year"), LONGEST_YEAR)
    place = forms.TypedChoiceField(label=_("Place"), coerce=int, choices=())
    name = _line(_("Name"), LONGEST_NAME, _("The team or the players, as they were called then."))
    note = _line(_("Note (if any)"), LONGEST_NOTE, _("Public."))

    def __init__(self, sent: Any, winner: Winner) -> None:
        super().__init__(sent, initial={name: getattr(winner, name) for name in self.base_fields})
        self.fields["place"].choices = [(n, translated(word)) for n, word in PLACES.items()]  # type: ignore[attr-defined]


@require_safe
@in_league("league.view")
def all_winners(request: LeagueRequest) -> HttpResponse:
    rolls = queries.rolls_of(request.league, request.grants)
    context = {"rolls": rolls, "records": may(request.grants, "winner.record")}
    return render(request, "league/honours/winners.html", context)


@require_safe
@in_league("league.view")
def competition_winners(request: LeagueRequest, competition: str) -> HttpResponse:
    roll = next(iter(queries.rolls_of(request.league, request.grants, competition)), None)
    if roll is None:
        raise NothingThere(N_("No winners of such a competition are on record."))
    context = {"roll": roll, "records": may(request.grants, "winner.record")}
    return render(request, "league/honours/competition_winners.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("winner.record")
def winner_new(request: LeagueRequest) -> HttpResponse:
    names = queries.competition_names(request.league)
    first = {"competition": names.get(request.GET.get("competition", ""), "")}
    form = FinalForm(form_data(request), list(names.values()), first)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.record_final(request.league, **form.cleaned_data, by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, problems_of(refused))
        else:
            message = Text("Recorded: {competition}, {year}.", competition=made.competition, year=made.year)
            return redirect_with(request, message, "competition-winners", competition=made.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/honours/winner_new.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("winner.record")
def winner_edit(request: LeagueRequest, winner: int) -> HttpResponse:
    row = get_object_or_404(queries.winner_of(request.league, winner))
    if request.POST.get("do") == "delete":
        return _delete(request, row)
    form = WinnerForm(form_data(request), row)
    if request.method == "POST" and form.is_valid():
        try:
            row = services.correct_winner(row, **form.cleaned_data, by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, problems_of(refused))
        else:
            return redirect_with(request, N_("Corrected."), "competition-winners", competition=row.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "league/honours/winner.html", {"form": form, "winner": row}, status=status)


def _delete(request: LeagueRequest, winner: Winner) -> HttpResponse:
    reason = request.POST.get("reason", "").replace("\0", "")
    try:
        services.delete_winner(winner, reason=reason, by=request.user, now=request.now)
    except Invalid as refused:
        context = {"form": WinnerForm(None, winner), "winner": winner, "reason": reason}
        context["wrong"] = [translated(problem.message) for problem in problems_of(refused)]
        return render(request, "league/honours/winner.html", context, status=422)
    return redirect_with(request, N_("Deleted."), "winners")
