"""“How you play”: a night drawn as a card, and each of its parts as a sentence with a control."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from league.errors import Changed, Invalid, NothingThere
from league.models import Division
from league.queries.seasons.drafts import night_values, values_stamp
from league.queries.seasons.rulesets import terms_by
from league.rules import format_forms as rows
from league.rules.example_night import example_card
from league.rules.formats import terms
from league.rules.match_terms import GAMES, PAIRINGS
from league.rules.problems import Problem
from league.rules.scheme_columns import MOST, check_scheme, stored_scheme
from league.rules.settings import DivisionSettings, SeasonSettings, declared
from league.rules.shapes import night_in_words
from league.rules.wording import plain
from league.services.seasons.drafts import require_unplayed
from league.services.seasons.nights import set_night
from league.translation import N_, Text, translated
from league.web.forms import add_problems, read_text
from league.web.requests import LeagueRequest, form_data, in_league, of_slug, season_or_404
from league.web.seasons.steps import progress_of, redirect_to_next_step, show_theirs

POINTS = ("points_per_game", "points_per_match", "points_per_win", "points_per_draw")
WALKOVER = ("walkover_games", "walkover_games_against", "walkover_points")
ROW_LABELS: Mapping[str, Any] = {
    "count": _("How many matches"),
    "kind": _("Kind of match"),
    "side": _("Players or pairs a side"),
    "games": _("Games in each"),
    "ends": _("How it ends"),
    "written": _("Written down"),
}
ROW_CHOICES = {"kind": rows.LETTERS, "ends": rows.ENDS, "written": rows.WRITTEN}
# Kinds of match that must say how many players a side has.
SIDED = ("P", *PAIRINGS)
# Parts of a format that have no control here and stay as they are.
KEPT = ("often-most", *(f"often-{kind}" for kind in "SDTP"), "often-once", "often-short")


def _number(*, whole: bool = True, **more: Any) -> forms.Field:
    mode = "numeric" if whole else "decimal"
    widget = forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off", "size": 4})
    if whole:
        return forms.IntegerField(widget=widget, min_value=0, max_value=MOST, required=False, **more)
    return PointsField(widget=widget, min_value=0, max_digits=5, decimal_places=2, required=False, **more)


class PointsField(forms.DecimalField):
    """Points as people write them: 2, 0.5, 0,5, ½, 1½."""

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str):
            value = value.strip().replace(",", ".")
            if value.endswith("½"):
                value = f"{value[:-1].strip() or 0}.5"
        return super().to_python(value)


class NightForm(forms.Form):
    points_per_game = _number(whole=False, label=_("Points for each game won"))
    points_per_match = _number(whole=False, label=_("Points for each match won"))
    points_per_win = _number(whole=False, label=_("Points for winning the night"))
    points_per_draw = _number(whole=False, label=_("Points for a drawn night"))
    won_by = forms.ChoiceField(label=_("The night is won by"))
    walkover_games = _number(label=_("Games to the team that came"))
    walkover_games_against = _number(label=_("Games to the team that did not"))
    walkover_points = _number(whole=False, label=_("Points for a walkover"))
    registration = forms.ChoiceField(label=_("Who may play"), widget=forms.RadioSelect)
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, division: Division, sent: Mapping[str, Any] | None = None) -> None:
        self.division = division
        stored = night_values(division)
        initial = {name: _form_value(value) for name, value in stored.items()} | {"seen": values_stamp(stored)}
        initial |= rows.fields_of_format(terms(division))
        super().__init__(sent, initial=initial)
        won_by, registration = declared(DivisionSettings)["won_by"], declared(SeasonSettings)["registration"]
        for name, setting in (("won_by", won_by), ("registration", registration)):
            choices = [(word, translated(label)) for word, label in setting.kind.labels]  # type: ignore[union-attr]
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        self.places = self._add_rows(sent if sent is not None else initial)
        for name in KEPT:
            self.fields[name] = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def _add_rows(self, values: Mapping[str, Any]) -> range:
        filled = [place for place in rows.ROWS if values.get(f"r{place}-count")]
        places = range(1, min(max(filled, default=0) + 1, len(rows.ROWS)) + 1)
        blank = rows.Row()
        for place in places:
            for name, label in ROW_LABELS.items():
                self.fields[f"r{place}-{name}"] = _row_field(name, label, getattr(blank, name))
            self.fields[f"r{place}-ruleset"] = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
        return places

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The bound fields of each row; `sided` where it asks how many players a side has."""
        return [
            {
                "place": place,
                "sided": self[f"r{place}-kind"].value() in SIDED,
                **{name: self[f"r{place}-{name}"] for name in (*ROW_LABELS, "ruleset")},
            }
            for place in self.places
        ]

    @property
    def stored_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in KEPT]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        sent = {name: str(data[name]) for name in data if name.startswith(("r", "often-")) and data[name]}
        self.format, problems = rows.typed_format(sent)
        if problems and not any(problem.field.startswith("r") for problem in problems):
            # How often one player may play fitted the matches that were there before.
            short = {"often-short": sent["often-short"]} if "often-short" in sent else {}
            sent = {name: value for name, value in sent.items() if not name.startswith("often-")} | short
            self.format, problems = rows.typed_format(sent)
        add_problems(self, problems)
        return data

    def values(self) -> dict[str, Any]:
        """Return the columns as filled in; the form must be valid."""
        data = self.cleaned_data
        changed = {name: data[name] or 0 for name in (*POINTS, "walkover_games_against")}
        changed |= {name: data[name] for name in ("walkover_games", "walkover_points", "won_by")}
        if not data["walkover_games"]:
            changed |= {"walkover_games": None}
        return changed | {"fixture_format": self.format, "games_per_match": GAMES}


def _row_field(name: str, label: Any, usual: str) -> forms.Field:
    if name in ROW_CHOICES:
        choices = [(word, translated(text)) for word, text in ROW_CHOICES[name].items()]
        return forms.ChoiceField(label=label, choices=choices, required=False, initial=usual)
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 2})
    return forms.CharField(label=label, required=False, max_length=3, widget=widget, initial=usual)


def _form_value(value: Any) -> Any:
    return plain(Fraction(value)) if hasattr(value, "as_tuple") else value


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def night(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    require_unplayed(season_row)
    divisions = list(season_row.divisions.select_related("season__league").order_by("order", "name"))
    if not divisions:
        raise NothingThere(N_("This season has no division yet."))
    slug = read_text(request.GET, "division")
    division = of_slug(divisions, slug) if slug else divisions[0]
    form = NightForm(division, form_data(request))
    shown, theirs = division, None
    if request.method == "POST" and form.is_valid():
        wanted = form.values()
        shown = _as_filled_in(form, wanted)
        if not form.errors and request.POST.get("do") != "show":
            try:
                set_night(
                    division, wanted, form.cleaned_data["registration"], seen=form.cleaned_data["seen"] or None,
                    by=request.user, now=request.now,
                )  # fmt: skip
            except Invalid as refused:
                add_problems(form, map(_at_its_field, refused.problems))
            except Changed as changed:
                theirs = night_lines(Division.objects.select_related("season__league").get(pk=division.pk))
                show_theirs(form, changed, values_stamp(night_values(division)))
            else:
                return _redirect_onward(request, division)
    context = {
        "season": season_row, "divisions": divisions, "division": division, "form": form, "theirs": theirs,
        "card": example_card(terms(shown), stored_scheme(shown)), "words": night_in_words(terms(shown)),
        "progress": progress_of(season_row, "night"),
    }  # fmt: skip
    status = 422 if form.errors and request.POST.get("do") != "show" else 200
    return render(request, "league/seasons/setup_night.html", context, status=status)


def _at_its_field(problem: Problem) -> Problem:
    return replace(problem, field="r1-count") if problem.field == "fixture_format" else problem


def _as_filled_in(form: NightForm, wanted: Mapping[str, Any]) -> Division:
    """Return the division as it would be; points that cannot come about are told on the form, and it stays as it is."""
    shown = copy.copy(form.division)
    for name, value in wanted.items():
        setattr(shown, name, value)
    problems = check_scheme(stored_scheme(shown), terms_by(form.division, wanted["fixture_format"]))
    add_problems(form, problems)
    return form.division if problems else shown


def _redirect_onward(request: LeagueRequest, division: Division) -> HttpResponse:
    if division.season.published_at is not None:
        return redirect("season", slug=request.league.slug, season=division.season.slug)
    return redirect_to_next_step(request, division.season, after="night")


def night_lines(division: Division) -> Sequence[Text]:
    """How a night of a division is played and counted, in a few sentences; its season must be joined."""
    played, scheme = terms(division), stored_scheme(division)
    card = example_card(played, scheme)
    points = [part.told for part in card.home.parts]
    lines = [*night_in_words(played)[:2]]
    if points:
        told = Text.joined(", ", points)
        lines.append(Text("A night won {home}–{away} brings {points} points ({parts}).",
                          home=card.home.games, away=card.away.games, points=card.home.points, parts=told))  # fmt: skip
    return lines
