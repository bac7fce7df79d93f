"""A season typed on a page, in place of the spreadsheet that would say the same."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.rules.format_forms import LONGEST
from league.rules.problems import Problem
from league.services.portability.imports import BLANK_WEEKS, TYPED
from league.web.forms import DAY, add_problems

# The column of season.csv that each field stands for.
COLUMNS = {
    "name": "season",
    "first_week": "first week",
    "rounds": "rounds",
    "evening": "evening",
    "evenings": "evenings of divisions",
    "blank_week": "blank week",
    "no_play": "weeks with no play",
    "format": "format",
    "points": "points per game",
}


class TypedSeason(forms.Form):
    """A season as season.csv would say it, each field judged as its column is; without a name nothing was typed."""

    name = forms.CharField(
        label=_("The season’s name"), required=False, max_length=200,
        help_text=_("Leave it empty if your files say which season it is."),
    )  # fmt: skip
    first_week = forms.CharField(label=_("First week"), required=False, max_length=40, widget=DAY)
    rounds = forms.CharField(
        label=_("Rounds"), required=False, max_length=10, initial="2",
        help_text=_("How often every two teams meet; 1.5 is once, and half of the others again."),
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )  # fmt: skip
    evening = forms.CharField(
        label=_("Evening for everybody"), required=False, max_length=20,
        help_text=_("A day such as Tuesday; empty where each home team has its own."),
    )  # fmt: skip
    evenings = forms.CharField(
        label=_("Evenings of divisions"), required=False, max_length=400,
        help_text=_("Where a division has its own: “Division 2 = Wednesday 20:00; Division 3 = 19:30”."),
    )  # fmt: skip
    blank_week = forms.CharField(
        label=_("Blank week"), required=False, max_length=400, initial=next(iter(BLANK_WEEKS)),
        help_text=_("“penultimate of each round”, “last of the season”, “none”, or a day of each."),
    )  # fmt: skip
    no_play = forms.CharField(
        label=_("Weeks without play"), required=False, max_length=1000,
        help_text=_("Any day of each, like 21/12/2026; 28/12/2026."),
    )  # fmt: skip
    format = forms.CharField(
        label=_("Format"), required=False, max_length=LONGEST, initial="S S S S D D",
        help_text=_("S is a singles match and D a doubles match, of three games each."),
    )  # fmt: skip
    points = forms.CharField(label=_("Points per game"), required=False, max_length=10, initial="1")

    def __init__(self, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, prefix="typed")

    def row(self) -> dict[str, str] | None:
        """Return the cells by column; None where nothing was typed, or some of it is too long to read."""
        if not self.is_valid() or not self.cleaned_data["name"]:
            return None
        return {column: self.cleaned_data[field] for field, column in COLUMNS.items()}

    def lay(self, problems: Iterable[Problem]) -> None:
        """Show what is wrong with what was typed at its fields."""
        fields = {column: field for field, column in COLUMNS.items()}
        here = [problem for problem in problems if problem.where == TYPED]
        add_problems(self, [replace(one, field=fields.get(one.field, "")) for one in here])

    @property
    def opened(self) -> bool:
        """Return True where something was typed: it is shown again."""
        return bool(self.is_bound and (self["name"].value() or self.errors))
