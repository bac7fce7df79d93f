"""The secretary's timetables: asked for, looked at as a grid, changed by hand, published."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.enums import LastRound, TimetableState
from league.errors import Invalid, WrongState
from league.models import Season, Timetable
from league.queries.people.people import captains_of_season
from league.queries.seasons import timetables as queries
from league.queries.seasons.answers import answers_of, doubts_of
from league.queries.seasons.drafts import StepName, captainless
from league.queries.seasons.timetables import MadeTimetable, TimetableRequest, made_timetable, proposed, state_of
from league.rules.problems import Problem
from league.services.portability.imports.parsers import Wrong, parse_dates
from league.services.seasons import publish as publishing
from league.services.seasons import timetables
from league.translation import N_, Text, choices_of, dated, translated
from league.web.forms import add_problems, read_number, read_reason
from league.web.requests import LeagueRequest, form_data, in_league, redirect_with, season_or_404
from league.web.seasons.steps import progress_of
from timetable import edits
from timetable.calendar import WeekPlan
from timetable.grid import grid_of, violations_of
from timetable.values import Brief, MeetInWeek, NeverBothAtHome, Wish
from timetable.weeks import calendar_of

MEET, APART = "meet", "apart"
WISHES = 4
LIMITS = ((10, _("10 seconds")), (60, _("a minute")), (300, _("five minutes")))


class WishForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Wish"),
        required=False,
        choices=[("", "–"), (MEET, _("meet in week")), (APART, _("are never both at home"))],
    )
    team = forms.ChoiceField(label=_("Team"), required=False)
    other = forms.ChoiceField(label=_("Other team"), required=False)
    week = forms.ChoiceField(label=_("Week"), required=False)

    def __init__(self, *args: Any, brief: Brief, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        teams = [(d.name, [(team.name, team.name) for team in d.teams]) for d in brief.divisions]
        self.fields["team"].choices = self.fields["other"].choices = [("", "–"), *teams]  # type: ignore[attr-defined]
        play = [week for week in calendar_of(brief) if week.kind == "play"]
        weeks = [(f"{week.round}:{week.number}", translated(_describe_week(week))) for week in play]
        self.fields["week"].choices = [("", "–"), *weeks]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("kind") and not (data.get("team") and data.get("other")):
            raise forms.ValidationError(_("Choose both teams."))
        if data.get("kind") == MEET and not data.get("week"):
            raise forms.ValidationError(_("Choose the week."))
        return data

    def wish(self) -> Wish | None:
        """The wish; None for an empty row. The form must be valid."""
        data = self.cleaned_data
        if not data.get("kind"):
            return None
        if data["kind"] == APART:
            return NeverBothAtHome(data["team"], data["other"])
        of_round, _, week = data["week"].partition(":")
        return MeetInWeek(data["team"], data["other"], int(of_round), int(week))


def _describe_week(week: WeekPlan) -> Text:
    day = dated(week.starts, "j M")
    return Text("Round {round}, week {week} ({day})", round=week.round, week=week.number, day=day)


class AskForm(forms.Form):
    rounds = forms.IntegerField(
        label=_("Rounds"), help_text=_("How often every two teams meet."), min_value=1, max_value=8
    )
    last_round = forms.ChoiceField(
        label=_("The last of several rounds"), required=False, choices=choices_of(LastRound), widget=forms.RadioSelect,
        help_text=_("With a half one, 2 rounds are one and a half. If teams are odd, not all play as often then."),
    )  # fmt: skip
    no_play = forms.CharField(
        label=_("Weeks without play"),
        required=False,
        max_length=1000,
        help_text=_("Any day of each, like 21/12/2026; 28/12/2026."),
    )
    limit = forms.TypedChoiceField(label=_("Look for the best for"), choices=LIMITS, coerce=int)

    def __init__(
        self, brief: Brief, asked: TimetableRequest, sent: Mapping[str, Any] | None = None, *, draft: bool = False
    ) -> None:
        days = "; ".join(dated(day, "d/m/Y") for day in sorted(asked.no_play))
        last = LastRound.HALF if brief.shape.half else LastRound.WHOLE
        first = {"rounds": asked.rounds, "last_round": last, "no_play": days, "limit": asked.limit}
        super().__init__(sent, initial=first)
        if not draft:
            del self.fields["last_round"]
        self.brief, self.asked = brief, asked
        known = [*asked.wishes, *[None] * WISHES][: max(WISHES, len(asked.wishes) + 1)]
        self.wishes = [
            WishForm(sent, prefix=f"wish-{number}", initial=_initial(wish), brief=brief)
            for number, wish in enumerate(known, start=1)
        ]

    def clean_no_play(self) -> frozenset[dt.date]:
        try:
            return frozenset(parse_dates(self.cleaned_data["no_play"]))
        except Wrong as wrong:
            raise forms.ValidationError(list(map(translated, wrong.texts))) from wrong

    def is_valid(self) -> bool:
        return all([super().is_valid(), *[wish.is_valid() for wish in self.wishes]])

    def timetable_request(self) -> TimetableRequest:
        """Return the demands on a timetable as filled in; the form must be valid."""
        data = self.cleaned_data
        wishes = tuple(wish for wish in (form.wish() for form in self.wishes) if wish is not None)
        return TimetableRequest(data["rounds"], data["no_play"], wishes, self.asked.seed, data["limit"])

    def refuse(self, problems: Iterable[Problem]) -> None:
        of_wishes = {f"wish-{number}": form for number, form in enumerate(self.wishes, start=1)}
        asked = [form for form in self.wishes if form.is_valid() and form.wish() is not None]
        for problem in problems:
            if problem.field in of_wishes:
                asked[int(problem.field.partition("-")[2]) - 1].add_error(None, translated(problem.message))
            else:
                add_problems(self, [problem])


def _initial(wish: Wish | None) -> dict[str, str]:
    if wish is None:
        return {}
    both = {"team": wish.team, "other": wish.other}
    if isinstance(wish, NeverBothAtHome):
        return {"kind": APART, **both}
    return {"kind": MEET, **both, "week": f"{wish.round}:{wish.week}"}


COMING = (TimetableState.WAITING, TimetableState.SOLVING)
HOLDING = (TimetableState.READY, TimetableState.PUBLISHED)


# The view of a timetable in which it is changed by hand; the other is by team.
WEEKS = "weeks"


def _timetable_or_404(request: LeagueRequest, pk: int) -> Timetable:
    timetables = Timetable.objects.select_related("season__league", "asked_by")
    return get_object_or_404(timetables, pk=pk, season__league=request.league)


def _redirect_to(request: LeagueRequest, row: Timetable, division: int = 0) -> HttpResponse:
    answer = redirect("timetable", slug=request.league.slug, timetable=row.pk)
    if division:
        answer["Location"] += f"?view={WEEKS}&division={division}"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def ask(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    asked = queries.usual(season_row)
    brief = queries.brief_of(season_row, asked)
    sent = form_data(request)
    form = AskForm(brief, asked, sent, draft=season_row.published_at is None)
    if request.method == "POST" and form.is_valid():
        try:
            last = form.cleaned_data.get("last_round") or None
            row = timetables.ask_timetable(
                season_row, form.timetable_request(), last_round=last, by=request.user, now=request.now
            )
        except Invalid as refused:
            form.refuse(refused.problems)
        else:
            return _redirect_to(request, row)
    teams = sum(len(division.teams) for division in brief.divisions)
    context = {"season": season_row, "form": form, "teams": teams, "wished": bool(asked.wishes)}
    return render(
        request, "league/seasons/timetable_ask.html", context, status=422 if request.method == "POST" else 200
    )


@require_safe
@in_league("season.make")
def show(request: LeagueRequest, timetable: int) -> HttpResponse:
    row = _timetable_or_404(request, timetable)
    if row.state not in HOLDING:
        return render(request, "league/seasons/timetable_wait.html", {"row": row, "coming": row.state in COMING})
    if request.headers.get("HX-Request"):
        # The page that waited for it loads itself again.
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = _context(made_timetable(row), read_number(request.GET, "division"))
    if request.GET.get("view") != WEEKS:
        context |= {"seasons": queries.by_team(context["made_timetable"], context["division"])}
    context |= {"progress": progress_of(row.season, "timetable")}
    return render(request, "league/seasons/timetable.html", context)


def _context(made: MadeTimetable, wanted: int) -> dict[str, Any]:
    divisions = [sheet.division for sheet in made.timetable.quality]
    wanted = wanted if 1 <= wanted <= len(divisions) else 1
    name = divisions[wanted - 1]
    mine = violations_of(made.timetable, name)
    return {
        "row": made.row,
        "made_timetable": made,
        "divisions": list(enumerate(divisions, start=1)),
        "division_number": wanted,
        "division": name,
        "weeks": grid_of(made.brief, made.timetable, made.calendar, name),
        "violations": mine,
        "elsewhere": len(made.timetable.violations) - len(mine),
        "conflicts": [c for c in (made.timetable.conflicts, *made.timetable.further_conflicts) if c],
        "is_open": made.row.state == TimetableState.READY and not made.outdated,
        "numbered": [week for week in made.calendar if week.number is not None],
    }


def _edit(sent: QueryDict) -> edits.Edit:
    """Raises Invalid where the form says no edit."""
    picked = [int(text) for text in sent.getlist("pick") if re.fullmatch(r"[0-9]{1,5}", text)]
    do = sent.get("do", "")
    if do == "swap":
        if len(picked) == 2:
            return edits.Swap(picked[0], picked[1])
        raise Invalid([Problem("pick", N_("Choose exactly two fixtures to swap."))])
    if do in ("reverse", "move") and len(picked) != 1:
        raise Invalid([Problem("pick", N_("Choose one fixture only."))])
    if do == "reverse":
        return edits.Reverse(picked[0])
    week = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,3})", sent.get("week", ""))
    if do == "move" and week:
        return edits.Move(picked[0], int(week[1]), int(week[2]))
    raise Invalid([Problem("do", N_("Choose a fixture, and what is to happen with it."))])


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def change(request: LeagueRequest, timetable: int) -> HttpResponse:
    row = _timetable_or_404(request, timetable)
    sent = request.POST if request.method == "POST" else request.GET
    division, version = read_number(sent, "division"), read_number(sent, "version")
    if row.state != TimetableState.READY:
        raise WrongState(Text("This timetable is {state}; it cannot be changed.", state=state_of(row)))
    try:
        edit = _edit(sent)
        if request.method == "POST":
            timetables.change_timetable(row, edit, version=version, by=request.user, now=request.now)
            messages.success(request, translated(N_("Changed. You can undo it.")))
            return _redirect_to(request, row, division)
        return _preview(request, row, edit, version)
    except Invalid as refused:
        context = _context(made_timetable(row), division) | {"problems": refused.problems}
        return render(request, "league/seasons/timetable.html", context, status=422)


def _preview(request: LeagueRequest, row: Timetable, edit: edits.Edit, version: int) -> HttpResponse:
    if version != row.version:
        raise WrongState(N_("This timetable was changed meanwhile. Check it again before you change it."))
    made = made_timetable(row)
    if made.outdated:
        raise WrongState(Text("{changes} Ask for a new timetable.", changes=made.outdated[0]))
    fault = edits.check_edit(made.timetable.meetings, edit, made.calendar)
    if fault is not None:
        raise Invalid([Problem(*fault)])
    context = {
        "row": row,
        "proposal": proposed(made, edit),
        "params": request.GET,
        "picked": request.GET.getlist("pick"),
    }
    return render(request, "league/seasons/timetable_change.html", context)


@require_POST
@in_league("season.make")
def undo(request: LeagueRequest, timetable: int) -> HttpResponse:
    row = _timetable_or_404(request, timetable)
    timetables.undo_change(row, version=read_number(request.POST, "version"), by=request.user, now=request.now)
    messages.success(request, translated(N_("The last change was undone.")))
    return _redirect_to(request, row, read_number(request.POST, "division"))


@require_POST
@in_league("season.make")
def discard(request: LeagueRequest, timetable: int) -> HttpResponse:
    row = timetables.discard_timetable(_timetable_or_404(request, timetable), by=request.user, now=request.now)
    return redirect_with(request, N_("The timetable was discarded."), "season", season=row.season.slug)


# The pages on which the answers of the last step are changed, in a draft and in a published season.
CHANGED_AT: Mapping[StepName, tuple[str, str]] = {
    "night": ("setup-night", "setup-night"),
    "teams": ("setup-teams", "season"),
    "players": ("setup-players", "season"),
    "plan": ("setup-plan", "setup-plan"),
}


def _address_of(season: Season, step: StepName) -> str:
    draft, published = CHANGED_AT[step]
    page = draft if season.published_at is None else published
    return reverse(page, kwargs={"slug": season.league.slug, "season": season.slug})


def _publish_page(request: LeagueRequest, row: Timetable, **more: Any) -> HttpResponse:
    if row.state != TimetableState.READY:
        raise WrongState(Text("This timetable is {state}; it cannot be published.", state=state_of(row)))
    made = made_timetable(row)
    season = row.season
    again = season.timetables.filter(state=TimetableState.PUBLISHED).exists()
    addresses = {step: _address_of(season, step) for step in CHANGED_AT}
    context = {
        "row": row, "made_timetable": made, "republishes": again, "fixtures": len(made.timetable.meetings),
        "answers": [(answer, addresses[answer.step]) for answer in answers_of(made)],
        "doubts": [(doubt, addresses[doubt.step]) for doubt in doubts_of(made, now=request.now)],
        "captains": _captains(request, season), "progress": progress_of(season, "publish"), **more,
    }  # fmt: skip
    return render(request, "league/seasons/timetable_publish.html", context, status=422 if "problems" in more else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def publish(request: LeagueRequest, timetable: int) -> HttpResponse:
    row = _timetable_or_404(request, timetable)
    if request.method != "POST":
        return _publish_page(request, row)
    despite = read_reason({"reason": request.POST.get("despite", "")})
    version = read_number(request.POST, "version")
    try:
        publishing.publish(row, version=version, despite=despite, by=request.user, now=request.now)
    except Invalid as refused:
        return _publish_page(request, row, problems=refused.problems, despite=despite)
    season = row.season
    message = (
        N_("{season} is published; every captain is told.")
        if _captains(request, season)
        else N_("{season} is published.")
    )
    page = "setup-captains" if captainless(season, now=request.now) else "season"
    return redirect_with(request, Text(message, season=season.name), page, season=season.slug)


def _captains(request: LeagueRequest, season: Season) -> bool:
    return bool(captains_of_season(season, on=request.today))
