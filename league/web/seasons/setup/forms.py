"""The forms of a season that is set up step by step."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from league.enums import Evening, Night
from league.models import Division, Entry, Season, Team
from league.rules.problems import Problem
from league.rules.settings import EVENINGS, OWN
from league.rules.shapes import DEFAULT_SHAPE, SHAPES
from league.rules.team_lines import TeamLine, lines_of, read_teams, stamp
from league.translation import shown, translated
from league.web.problems import DAY, TimeOfDayField

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
        label=_("Home night"), initial=str(Night.TUESDAY.value),
        choices=[
            (_("Each team’s own"), [(f"{night}", label) for night, label in shown(Night)]),
            (_("One evening"), [(evening, label) for evening, label in shown(Evening) if evening != Evening.OWN]),
        ],
        help_text=_("The night of every team whose line names none, or one evening for everybody."),
    )  # fmt: skip
    start = TimeOfDayField(label=_("Usual start"), initial=dt.time(20), help_text=_("Like 20:00."))
    teams = forms.CharField(
        label=_("Teams"),
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "words"}),
        help_text=_(
            "One a line. Only the name is needed; behind it may stand the venue, the night and the time: "
            "Anchor, The Anchor Inn, Wednesday, 19:30. You can paste columns from a spreadsheet."
        ),
        error_messages={"required": _("Write the teams, one a line.")},
    )

    anyway = forms.BooleanField(label=_("Enter them anyway"), required=False)
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, lines: Sequence[TeamLine], sent: Sent = None, *, evening: int | None = None) -> None:
        first: dict[str, Any] = {
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

    def lines(self) -> tuple[tuple[TeamLine, ...], list[Problem]]:
        """Return the teams as filled in, and what is wrong with their lines; the form must be valid."""
        said = self.cleaned_data
        night = said["night"]
        usual = EVENINGS.index(night) if night in EVENINGS else int(night)
        return read_teams(said["teams"], night=usual, start=said["start"], weekdays=_weekdays())

    def evening(self) -> str:
        """Return the season's evening as filled in, as its setting has it; the form must be valid."""
        night = self.cleaned_data["night"]
        return night if night in EVENINGS else OWN


def _weekdays() -> tuple[str, ...]:
    """Return what the reader's language calls the days of the week, Monday first."""
    return tuple(map(str, WEEKDAYS.values()))


def _commonest(found: Sequence[Any]) -> Any:
    return max(set(found), key=found.count)


class PlanForm(forms.Form):
    name = forms.CharField(label=_("The season’s name"), max_length=60)
    first_day = forms.DateField(
        label=_("First evening"), widget=DAY,
        help_text=_("Any day of the first week."),
        error_messages={"invalid": _("Write a day like 2026-09-15.")},
    )  # fmt: skip
    divisions = forms.CharField(
        label=_("Divisions"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, the highest first. One is enough; with more, you deal the teams into them next."),
    )  # fmt: skip

    def __init__(self, season: Season, divisions: Sequence[Division], sent: Sent = None) -> None:
        first = {
            "name": season.name,
            "first_day": season.first_week + dt.timedelta(days=first_night(season)),
            "divisions": "\n".join(division.name for division in divisions),
        }
        super().__init__(sent, initial=first)

    def names(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["divisions"].splitlines() if line.strip()]


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
    """A mail address for each team that has no captain; each may be left empty."""

    def __init__(self, teams: Sequence[Team], sent: Sent = None) -> None:
        super().__init__(sent)
        self.teams = {f"team-{team.pk}": team for team in teams}
        for name, team in self.teams.items():
            widget = forms.TextInput(attrs={"type": "email", "autocomplete": "off", "spellcheck": "false"})
            self.fields[name] = forms.CharField(label=team.name, required=False, max_length=254, widget=widget)

    def asked(self) -> dict[Team, str]:
        """Return the address that was written for each team; the form must be valid."""
        return {team: self.cleaned_data[name] for name, team in self.teams.items()}
