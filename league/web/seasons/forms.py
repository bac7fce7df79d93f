"""The secretary's forms about their league and a season: how each is run, what a timetable is to be, a late team."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.enums import LastRound, Night
from league.models import Division, Season, Venue
from league.queries.seasons.divisions import evening_of
from league.queries.seasons.timetables import TimetableRequest
from league.rules.problems import Problem
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import DivisionSettings, stored
from league.services.portability.imports.parsers import Wrong, parse_dates
from league.translation import N_, Text, dated, shown, translated
from league.web.problems import TimeOfDayField, laid_on
from timetable.calendar import WeekPlan
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
        said = super().clean() or {}
        if said.get("kind") and not (said.get("team") and said.get("other")):
            raise forms.ValidationError(_("Choose both teams."))
        if said.get("kind") == MEET and not said.get("week"):
            raise forms.ValidationError(_("Choose the week."))
        return said

    def wish(self) -> Wish | None:
        """The wish; None for an empty row. The form must be valid."""
        said = self.cleaned_data
        if not said.get("kind"):
            return None
        if said["kind"] == APART:
            return NeverBothAtHome(said["team"], said["other"])
        of_round, _, week = said["week"].partition(":")
        return MeetInWeek(said["team"], said["other"], int(of_round), int(week))


def _describe_week(week: WeekPlan) -> Text:
    day = dated(week.starts, "j M")
    return Text("Round {round}, week {week} ({day})", round=week.round, week=week.number, day=day)


class AskForm(forms.Form):
    rounds = forms.IntegerField(
        label=_("Rounds"), help_text=_("How often every two teams meet."), min_value=1, max_value=8
    )
    last_round = forms.ChoiceField(
        label=_("The last of several rounds"), required=False, choices=shown(LastRound), widget=forms.RadioSelect,
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

    def what(self) -> TimetableRequest:
        """Return the demands on a timetable as filled in; the form must be valid."""
        said = self.cleaned_data
        wishes = tuple(wish for wish in (form.wish() for form in self.wishes) if wish is not None)
        return TimetableRequest(said["rounds"], said["no_play"], wishes, self.asked.seed, said["limit"])

    def refuse(self, problems: Iterable[Problem]) -> None:
        of_wishes = {f"wish-{number}": form for number, form in enumerate(self.wishes, start=1)}
        asked = [form for form in self.wishes if form.is_valid() and form.wish() is not None]
        for problem in problems:
            if problem.field in of_wishes:
                asked[int(problem.field.partition("-")[2]) - 1].add_error(None, translated(problem.message))
            else:
                laid_on(self, [problem])


def _initial(wish: Wish | None) -> dict[str, str]:
    if wish is None:
        return {}
    both = {"team": wish.team, "other": wish.other}
    if isinstance(wish, NeverBothAtHome):
        return {"kind": APART, **both}
    return {"kind": MEET, **both, "week": f"{wish.round}:{wish.week}"}


class TeamForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    division = forms.ModelChoiceField(label=_("Division"), queryset=Division.objects.none(), empty_label="–")
    venue = forms.ModelChoiceField(label=_("Home venue"), queryset=Venue.objects.none(), empty_label="–")
    night = forms.TypedChoiceField(label=_("Home night"), choices=shown(Night), coerce=int, initial=Night.TUESDAY)
    start = TimeOfDayField(label=_("Start"), initial=dt.time(20))
    anyway = forms.BooleanField(label=_("They are different"), required=False)

    def __init__(self, season: Season, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent)
        divisions = season.divisions.order_by("order")
        venues = Venue.objects.filter(league=season.league_id, hidden_at=None)
        self.fields["division"].queryset = divisions  # type: ignore[attr-defined]
        self.fields["venue"].queryset = venues  # type: ignore[attr-defined]
        own = [stored(DivisionSettings, division) for division in divisions]
        if evening_of(season) is not None:
            del self.fields["night"]
        elif any(one.night is not None for one in own):
            night = self.fields["night"]
            night.required, night.initial = False, ""
            night.choices = [("", translated(N_("As its division says"))), *shown(Night)]  # type: ignore[attr-defined]
            night.empty_value = None  # type: ignore[attr-defined]
        if any(one.own_start is not None for one in own):
            start = self.fields["start"]
            start.required, start.initial = False, None
            start.help_text = translated(N_("Empty: as its division says."))


def named_points(problem: Problem) -> Problem:
    """Name the points that a problem is about: they are decided on another page, to which this one leads."""
    if problem.field not in COLUMNS:
        return problem
    return replace(problem, where=COLUMNS[problem.field].label, field="")
