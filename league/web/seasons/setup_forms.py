"""The forms of the steps by which a season is set up: how it begins, teams, venues, days, divisions, captains."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from league.enums import Evening, Night
from league.models import Division, Entry, Season, Team
from league.queries.seasons.drafts import (
    NearVenues,
    values_stamp,
)
from league.queries.seasons.timetables import TimetableRequest, plan_values
from league.rules.problems import Problem
from league.rules.settings import EVENINGS, OWN
from league.rules.shapes import DEFAULT_SHAPE, SHAPES
from league.rules.team_lines import TeamLine, lines_of, read_teams, stamp
from league.services.portability.imports.parsers import Wrong, parse_dates
from league.translation import N_, Text, choices_of, dated, read_day, translated
from league.web.forms import DAY, YEARS, TimeOfDayField

Sent = Mapping[str, Any] | None
LONGEST_LIST = 20_000
LIKE = "like:"


class StartForm(forms.Form):
    name = forms.CharField(label=_("The season’s name"), max_length=60)
    start = forms.ChoiceField(
        label=_("How you play"), widget=forms.RadioSelect, error_messages={"required": _("Choose how you play.")}
    )

    def __init__(self, seasons: Sequence[Season], sent: Sent = None, *, day: dt.date) -> None:
        first = f"{LIKE}{seasons[0].slug}" if seasons else DEFAULT_SHAPE
        super().__init__(sent, initial={"name": season_name(day), "start": first})
        like = [(f"{LIKE}{season.slug}", season.name) for season in seasons]
        shapes = [(key, translated(shape.name)) for key, shape in SHAPES.items()]
        self.fields["start"].choices = [*like, *shapes]  # type: ignore[attr-defined]


def season_name(day: dt.date) -> str:
    """Return the usual name of a season that begins on a day: a winter's has two years, a summer's one."""
    if day.month >= 7:
        return f"{day.year}–{(day.year + 1) % 100:02}"
    return str(day.year)


class TeamsForm(forms.Form):
    """The teams of a draft, one a line, and what holds for those lines that say no more than a name."""

    night = forms.ChoiceField(
        label=_("Usual night"), initial=str(Night.TUESDAY.value),
        choices=[
            (_("Each team’s own"), [(f"{night}", label) for night, label in choices_of(Night)]),
            (_("One evening"), [(evening, label) for evening, label in choices_of(Evening) if evening != Evening.OWN]),
        ],
    )  # fmt: skip
    start = TimeOfDayField(label=_("Usual start"), initial=dt.time(20))
    teams = forms.CharField(
        label=_("Teams"),
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "words"}),
        help_text=_(
            "One a line, or pasted from a spreadsheet. Only the name is needed; you can add the venue, the night and "
            "the time: Swan, at the Swan Inn, Tuesdays 8.30."
        ),
        error_messages={"required": _("Write the teams, one a line.")},
    )

    divisions = forms.CharField(
        label=_("Divisions"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, the highest first. You deal the teams into them next."),
    )  # fmt: skip
    anyway = forms.BooleanField(label=_("Enter them anyway"), required=False)
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(
        self, lines: Sequence[TeamLine], sent: Sent = None, *, evening: int | None = None, divisions: Sequence[str] = ()
    ) -> None:
        first: dict[str, Any] = {
            "divisions": "\n".join(divisions) if len(divisions) > 1 else "",
            "teams": lines_of(lines, nights=evening is None, weekdays=_weekdays()),
            "seen": stamp(lines),
        }
        if evening is not None:
            first |= {"night": EVENINGS[evening]}
        elif lines:
            first |= {"night": f"{_commonest([line.night for line in lines])}"}
        if lines:
            first |= {"start": _commonest([line.start for line in lines])}
        super().__init__(sent, initial=first)
        self.names = list(divisions)

    def lines(self) -> tuple[tuple[TeamLine, ...], list[Problem]]:
        """Return the teams as filled in, and what is wrong with their lines, whatever else is wrong with the form."""
        data = self.cleaned_data
        night = data.get("night", f"{Night.TUESDAY.value}")
        usual = EVENINGS.index(night) if night in EVENINGS else int(night)
        start = data.get("start", dt.time(20))
        return read_teams(data.get("teams", ""), night=usual, start=start, weekdays=_weekdays())

    def division_names(self) -> list[str] | None:
        """Return the divisions as filled in, None where they stay as they are."""
        names = [line.strip() for line in self.cleaned_data.get("divisions", "").splitlines() if line.strip()]
        # A list that is left empty again is that of a season with one division.
        return names or (self.names[:1] if len(self.names) > 1 else None)

    def evening(self) -> str:
        """Return the season's evening as filled in, as its setting has it."""
        night = self.cleaned_data.get("night", "")
        return night if night in EVENINGS else OWN


def _weekdays() -> tuple[str, ...]:
    return tuple(map(str, WEEKDAYS.values()))


def _commonest(values: Sequence[Any]) -> Any:
    return max(set(values), key=values.count)


class PlayersForm(forms.Form):
    team = forms.ChoiceField(label=_("All of one team?"), required=False)
    players = forms.CharField(
        label=_("Players"), max_length=10 * LONGEST_LIST, strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "words"}),
        help_text=_(
            "One a line below the team’s name, or “Swan: Ann Archer, Bob Miller”, or pasted from a spreadsheet with "
            "the team beside each name. Email addresses may stand there too."
        ),
        error_messages={"required": _("Write the names, one a line.")},
    )  # fmt: skip

    def __init__(self, teams: Sequence[str], sent: Sent = None) -> None:
        super().__init__(sent)
        self.fields["team"].choices = [("", _("No, the list says the teams")), *((name, name) for name in teams)]  # type: ignore[attr-defined]


TWO_PLACES = "two"


class HomesForm(forms.Form):
    """A question about each venue that may be another one under nearly the same name."""

    def __init__(self, pairs: Sequence[NearVenues], sent: Sent = None) -> None:
        super().__init__(sent)
        self.pairs = {f"venue-{pair.venue.pk}": pair for pair in pairs}
        for name, (venue, other) in self.pairs.items():
            label = Text("{venue} and {other}: the same place?", venue=venue.name, other=other.name)
            choices = [
                (str(other.pk), translated(Text("Yes: call it {name}", name=other.name))),
                (TWO_PLACES, translated(N_("No, two places"))),
            ]
            self.fields[name] = forms.ChoiceField(
                label=translated(label), choices=choices, widget=forms.RadioSelect,
                error_messages={"required": _("Choose whether they are the same place.")},
            )  # fmt: skip

    def merged_venues(self) -> dict[int, int]:
        """Return the venue that each venue is, by their numbers; the form must be valid."""
        said = ((pair.venue.pk, self.cleaned_data[name]) for name, pair in self.pairs.items())
        return {venue: int(other) for venue, other in said if other != TWO_PLACES}


class DayField(forms.DateField):
    """A day as a browser sends it, or in the numbers of the reader's language."""

    def to_python(self, value: Any) -> dt.date | None:
        if isinstance(value, str) and value.strip():
            day = read_day(value.strip())
            if day is None or day.year not in YEARS:
                raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
            return day
        return super().to_python(value)


NO_DAY = {"invalid": _("Write a day like 2026-09-15."), "required": _("Write the day of the first evening.")}
HOW_OFTEN = {1: _("Once"), 2: _("Twice: home and away"), 3: _("Three times"), 4: _("Four times")}


class PlanForm(forms.Form):
    first_day = DayField(
        label=_("First evening"), widget=DAY, help_text=_("Any day of the first week."), error_messages=NO_DAY
    )
    last_day = DayField(
        label=_("Last evening"), widget=DAY, required=False, error_messages=NO_DAY,
        help_text=_("Leave it empty if it does not matter: we’ll tell you when the season ends."),
    )  # fmt: skip
    rounds = forms.TypedChoiceField(label=_("How often every two teams meet"), coerce=int)
    no_play = forms.CharField(
        label=_("Weeks off"), required=False, max_length=1000,
        help_text=_("Any day of each, like 21/12/2026; 28/12/2026."),
    )  # fmt: skip
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, season: Season, asked: TimetableRequest, sent: Sent = None) -> None:
        first = {
            "first_day": season.first_week + dt.timedelta(days=first_night(season)),
            "last_day": season.play_until,
            "rounds": asked.rounds,
            "no_play": "; ".join(dated(day, "d/m/Y") for day in sorted(asked.no_play)),
            "seen": values_stamp(plan_values(season)),
        }
        super().__init__(sent, initial=first)
        more = {asked.rounds: f"{asked.rounds}"} if asked.rounds not in HOW_OFTEN else {}
        self.fields["rounds"].choices = [*(HOW_OFTEN | more).items()]  # type: ignore[attr-defined]

    def clean_no_play(self) -> frozenset[dt.date]:
        try:
            return frozenset(parse_dates(self.cleaned_data["no_play"].replace("\n", ";")))
        except Wrong as wrong:
            raise forms.ValidationError(list(map(translated, wrong.texts))) from wrong

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The last evening must come after the first."))
        return data


def first_night(season: Season) -> int:
    """Return the earliest home night of a season's teams, Monday as 0 (one query)."""
    nights = Entry.objects.filter(season=season).values_list("home_night", flat=True)
    return min(nights, default=0)


class DealForm(forms.Form):
    def __init__(self, entries: Sequence[Entry], divisions: Sequence[Division], sent: Sent = None) -> None:
        super().__init__(sent)
        choices = [(division.pk, division.name) for division in divisions]
        for entry in entries:
            self.fields[f"team-{entry.pk}"] = forms.TypedChoiceField(
                label=entry.team.name, choices=choices, coerce=int, initial=entry.division_id
            )

    def dealt(self) -> dict[int, int]:
        """Return the division of each entry by their numbers; the form must be valid."""
        return {int(name.removeprefix("team-")): division for name, division in self.cleaned_data.items()}


class CaptainsForm(forms.Form):
    def __init__(self, teams: Sequence[Team], sent: Sent = None) -> None:
        super().__init__(sent)
        self.teams = {f"team-{team.pk}": team for team in teams}
        for name, team in self.teams.items():
            widget = forms.TextInput(attrs={"type": "email", "autocomplete": "off", "spellcheck": "false"})
            self.fields[name] = forms.CharField(label=team.name, required=False, max_length=254, widget=widget)

    def addresses(self) -> dict[Team, str]:
        """Return the address that was written for each team; the form must be valid."""
        return {team: self.cleaned_data[name] for name, team in self.teams.items()}
