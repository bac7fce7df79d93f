"""The secretary's forms about their league and a season: how each is run, what a timetable is to be, a late team."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from league.enums import Enforcement, GuestPolicy, Night, SecondFactor, SecondHalf, UnplayedPolicy, WithdrawalPolicy
from league.models import Division, Season, Venue
from league.queries.seasons.timetables import Asked
from league.rules.problems import Problem
from league.rules.timetable.values import Brief, MeetInWeek, NeverBothAtHome, Wish
from league.rules.timetable.weeks import calendar_of
from league.services.portability.imports.readers import Log, Row, read_dates
from league.services.seasons.leagues import LeagueSettings
from league.services.seasons.seasons import Settings, settings_of
from league.web.base.problems import DAY, laid_on

MEET, APART = "meet", "apart"
WISHES = 4
LIMITS = ((10, "10 seconds"), (60, "a minute"), (300, "five minutes"))


class SettingsForm(forms.Form):
    second_half = forms.ChoiceField(label="Second half", choices=SecondHalf, widget=forms.RadioSelect)
    withdrawal_policy = forms.ChoiceField(
        label="When a team withdraws", choices=WithdrawalPolicy, widget=forms.RadioSelect
    )
    short_notice_hours = forms.IntegerField(
        label="Short notice, in hours", help_text="A request to postpone that comes later must say why."
    )
    place_days = forms.IntegerField(
        label="Days before the catch-up week",
        help_text="So long before it, postponed fixtures without a date are given one in it.",
    )
    catch_up_nights = forms.TypedMultipleChoiceField(
        label="Evenings of the catch-up week",
        choices=Night,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text="Besides the home team’s own.",
    )
    unplayed_policy = forms.ChoiceField(
        label="Unplayed after the catch-up week", choices=UnplayedPolicy, widget=forms.RadioSelect
    )
    eligibility = forms.ChoiceField(
        label="When somebody on a sheet may not play", choices=Enforcement, widget=forms.RadioSelect
    )
    registration_days = forms.IntegerField(
        label="Days of registration before a player plays",
        help_text="Who is registered by the season’s first day may play from then on.",
    )
    registration_until = forms.DateField(
        label="Last day of new registrations", required=False, widget=DAY, help_text="Empty: there is none."
    )
    transfer_limit = forms.IntegerField(
        label="Transfers of a player in the season", required=False, help_text="Empty: any number."
    )
    transfer_until = forms.DateField(
        label="Last day of transfers", required=False, widget=DAY, help_text="Empty: there is none."
    )
    guests = forms.ChoiceField(
        label="Who may play for a team besides its own players", choices=GuestPolicy, widget=forms.RadioSelect
    )
    guest_limit = forms.IntegerField(
        label="Fixtures of a guest",
        required=False,
        help_text="How many of a season’s fixtures one player may play as a guest. Empty: any number.",
    )

    def __init__(self, season: Season, sent: Mapping[str, Any] | None = None) -> None:
        now = settings_of(season)
        super().__init__(sent, initial={name: getattr(now, name) for name in Settings.__slots__})
        if season.published_at is not None:
            # It has done its work; asked again it would do nothing.
            del self.fields["second_half"]
        self.season = season

    def settings(self) -> Settings:
        """Return the settings as filled in; the form must be valid."""
        said = self.cleaned_data
        return Settings(
            SecondHalf(said.get("second_half", self.season.second_half)),
            said["short_notice_hours"],
            said["place_days"],
            tuple(Night(night) for night in said["catch_up_nights"]),
            UnplayedPolicy(said["unplayed_policy"]),
            WithdrawalPolicy(said["withdrawal_policy"]),
            Enforcement(said["eligibility"]),
            said["registration_days"],
            said["registration_until"],
            said["transfer_limit"],
            said["transfer_until"],
            GuestPolicy(said["guests"]),
            said["guest_limit"],
        )


class LeagueForm(forms.Form):
    result_hours = forms.IntegerField(
        label="Hours to enter a result", help_text="From the start of a fixture; then both captains are reminded."
    )
    confirm_hours = forms.IntegerField(
        label="Hours to confirm a result",
        help_text="From its sending, for the other captain to confirm it or object; then it is confirmed by itself. "
        "A sheet that waits already keeps the deadline it was sent with.",
    )
    dispute_days = forms.IntegerField(
        label="Days to open a dispute", help_text="From the start of the fixture, or from its result."
    )
    appeal_days = forms.IntegerField(label="Days to appeal", help_text="From the ruling.")
    shorten_names = forms.BooleanField(
        label="Shorten players’ names on public pages",
        required=False,
        help_text="First names and an initial only, such as Olive B.",
    )
    second_factor = forms.ChoiceField(
        label="Who must have a second factor",
        choices=SecondFactor.choices,
        help_text="An authenticator app or a passkey, besides the password or the mailed code. Whoever must have one "
        "and has not is led to set it up, and can do nothing in that role until then.",
    )

    def __init__(self, now: LeagueSettings, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={name: getattr(now, name) for name in LeagueSettings.__slots__})

    def settings(self) -> LeagueSettings:
        """Return the settings as filled in; the form must be valid."""
        return LeagueSettings(**{name: self.cleaned_data[name] for name in LeagueSettings.__slots__})


class WishForm(forms.Form):
    kind = forms.ChoiceField(
        label="Wish", required=False, choices=[("", "–"), (MEET, "meet in week"), (APART, "are never both at home")]
    )
    team = forms.ChoiceField(label="Team", required=False)
    other = forms.ChoiceField(label="Other team", required=False)
    week = forms.ChoiceField(label="Week", required=False)

    def __init__(self, *args: Any, brief: Brief, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        teams = [(d.name, [(team.name, team.name) for team in d.teams]) for d in brief.divisions]
        self.fields["team"].choices = self.fields["other"].choices = [("", "–"), *teams]  # type: ignore[attr-defined]
        play = [week for week in calendar_of(brief) if week.kind == "play"]
        weeks = [(f"{w.round}:{w.number}", f"Round {w.round}, week {w.number} ({w.starts:%d %b})") for w in play]
        self.fields["week"].choices = [("", "–"), *weeks]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if said.get("kind") and not (said.get("team") and said.get("other")):
            raise forms.ValidationError("Choose both teams.")
        if said.get("kind") == MEET and not said.get("week"):
            raise forms.ValidationError("Choose the week.")
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


class AskForm(forms.Form):
    rounds = forms.IntegerField(label="Rounds", help_text="How often every two teams meet.", min_value=1, max_value=8)
    no_play = forms.CharField(
        label="Weeks without play",
        required=False,
        max_length=1000,
        help_text="Any day of each, like 21/12/2026; 28/12/2026.",
    )
    limit = forms.TypedChoiceField(label="Look for the best for", choices=LIMITS, coerce=int)

    def __init__(self, brief: Brief, asked: Asked, sent: Mapping[str, Any] | None = None) -> None:
        days = "; ".join(f"{day:%d/%m/%Y}" for day in sorted(asked.no_play))
        super().__init__(sent, initial={"rounds": asked.rounds, "no_play": days, "limit": asked.limit})
        self.brief, self.asked = brief, asked
        known = [*asked.wishes, *[None] * WISHES][: max(WISHES, len(asked.wishes) + 1)]
        self.wishes = [
            WishForm(sent, prefix=f"wish-{number}", initial=_initial(wish), brief=brief)
            for number, wish in enumerate(known, start=1)
        ]

    def clean_no_play(self) -> frozenset[dt.date]:
        log = Log()
        row = Row("", 0, {"no_play": self.cleaned_data["no_play"]})
        found = read_dates(row, "no_play", log)
        if log.problems:
            raise forms.ValidationError([problem.message for problem in log.problems])
        return frozenset(found)

    def is_valid(self) -> bool:
        """With its wishes, each looked at."""
        return all([super().is_valid(), *[wish.is_valid() for wish in self.wishes]])

    def what(self) -> Asked:
        """Return the demands on a timetable as filled in; the form must be valid."""
        said = self.cleaned_data
        wishes = tuple(wish for wish in (form.wish() for form in self.wishes) if wish is not None)
        return Asked(said["rounds"], said["no_play"], wishes, self.asked.seed, said["limit"])

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show what the service found wrong."""
        of_wishes = {f"wish-{number}": form for number, form in enumerate(self.wishes, start=1)}
        asked = [form for form in self.wishes if form.is_valid() and form.wish() is not None]
        for problem in problems:
            if problem.field in of_wishes:
                asked[int(problem.field.partition("-")[2]) - 1].add_error(None, problem.message)
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
    name = forms.CharField(label="Name", max_length=120)
    division = forms.ModelChoiceField(label="Division", queryset=Division.objects.none(), empty_label="–")
    venue = forms.ModelChoiceField(label="Home venue", queryset=Venue.objects.none(), empty_label="–")
    night = forms.TypedChoiceField(label="Home night", choices=Night, coerce=int, initial=Night.TUESDAY)
    start = forms.TimeField(
        label="Start", initial=dt.time(20), input_formats=["%H:%M", "%H.%M"], widget=forms.TimeInput(format="%H:%M")
    )

    def __init__(self, season: Season, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent)
        divisions = season.divisions.order_by("order")
        venues = Venue.objects.filter(league=season.league_id, hidden_at=None)
        self.fields["division"].queryset = divisions  # type: ignore[attr-defined]
        self.fields["venue"].queryset = venues  # type: ignore[attr-defined]
