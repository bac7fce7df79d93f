"""The steps of setting a season up: which comes next, where it is, and how far one is."""

from typing import NamedTuple

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from league.errors import Changed
from league.models import Season
from league.queries.seasons.drafts import TITLES, Setup, Step, StepName, setup_of
from league.translation import N_, Text, translated
from league.web.requests import LeagueRequest

PAGES: dict[StepName, str] = {
    "night": "setup-night",
    "teams": "setup-teams",
    "deal": "setup-deal",
    "players": "setup-players",
    "plan": "setup-plan",
    "captains": "setup-captains",
}
# “Who you are” comes before the steps of a season.
BEFORE = 1
USUAL = 8


class Progress(NamedTuple):
    number: int
    total: int
    title: Text

    @property
    def places(self) -> list[bool]:
        """Whether each step is reached."""
        return [place <= self.number for place in range(1, self.total + 1)]


WHO_YOU_ARE = Progress(1, USUAL, N_("Who you are"))
HOW_YOU_PLAY = Progress(2, USUAL, TITLES["night"])


def progress_of(season: Season, name: StepName) -> Progress | None:
    """Return which step of a draft a page is (one query); None once the season is published."""
    if season.published_at is not None and name != "captains":
        return None
    several = season.divisions.count() > 1
    steps = [step for step in TITLES if several or step != "deal"]
    return Progress(steps.index(name) + 1 + BEFORE, len(steps) + BEFORE, TITLES[name]) if name in steps else None


def address_of(season: Season, step: Step, setup: Setup) -> str:
    of_season = {"slug": season.league.slug, "season": season.slug}
    row = setup.timetable
    if step.name in PAGES:
        return reverse(PAGES[step.name], kwargs=of_season)
    if row is None or (step.name == "timetable" and step.done and season.published_at is not None):
        return reverse("setup-plan", kwargs=of_season)
    page = "timetable-publish" if step.name == "publish" and step.open else "timetable"
    return reverse(page, kwargs={"slug": season.league.slug, "timetable": row.pk})


def redirect_to_next_step(request: LeagueRequest, season: Season, *, after: str = "") -> HttpResponse:
    """Lead on to the next step that is open and not done."""
    if after:
        messages.success(request, translated(N_("Saved.")))
    season.league = request.league
    setup = setup_of(season, now=request.now)
    if setup.next is None:
        return redirect("season-setup", slug=request.league.slug, season=season.slug)
    return redirect(address_of(season, setup.next, setup))


def show_theirs(form: Form, changed: Changed, seen: str) -> None:
    """Say that somebody was quicker; sending the form again replaces what they sent, which `seen` stamps."""
    form.data = {**{name: form.data[name] for name in form.data}, "seen": seen}
    form.add_error(None, translated(changed.message))
