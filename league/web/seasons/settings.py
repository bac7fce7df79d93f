"""The secretary's settings: all on one page with a search, and the pages that change them.

The page first tells what would follow, and asks for the reason where captains are told. Only what was seen is saved:
where something else would follow meanwhile, it is shown again.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from league.errors import Changed, Invalid, WrongState
from league.models import Division, League, Season
from league.queries.seasons.rulesets import divisions_to_choose
from league.queries.seasons.settings_catalogue import PLAYED, SettingLine, describe_format, list_settings
from league.queries.seasons.settings_preview import SettingsPreview, preview_division, preview_league, preview_season
from league.rules.problems import Problem
from league.rules.settings.league import PEOPLE
from league.services.seasons import leagues, seasons
from league.services.seasons.checking import SINCE_SHOWN
from league.translation import N_, Text, translated
from league.web.forms import add_problems, problem_context, problems_of, read_reason, read_text, status_of
from league.web.requests import LeagueRequest, form_data, in_league, need_fresh, of_slug, season_or_404
from league.web.seasons.settings_forms import DivisionForm, SettingsForm

R = TypeVar("R", League, Season, Division)


@dataclass(frozen=True, slots=True)
class Change:
    name: str  # of the template that has the form; `context` what that shows besides it
    form: SettingsForm[Any] | DivisionForm
    about: str  # whose settings they are, as the preview has it
    back: str  # the page that follows when it is saved
    # Computes what differs by the form as filled in, or refuses it; `write` saves it, with the reason.
    preview: Callable[[], SettingsPreview]
    write: Callable[[str], object]
    context: dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.settings")
def edit_league_settings(request: LeagueRequest) -> HttpResponse:
    return _handle_change(request, request.league, _league_change)


def _league_change(request: LeagueRequest, league: League) -> Change:
    form = SettingsForm(leagues.settings_of(league), form_data(request))

    def preview() -> SettingsPreview:
        if form.cleaned_data["second_factor"] != league.second_factor:
            # Without one the password of an official would be enough for whoever has it.
            need_fresh(request)
        leagues.check_league_settings(league, form.settings(), by=request.user)
        return preview_league(league, form.settings(), now=request.now)

    def save(reason: str) -> object:
        return leagues.change_settings(
            league, form.cleaned_data, reason=reason, if_unchanged=True, by=request.user, now=request.now
        )

    back = reverse("league-settings", kwargs={"slug": league.slug})
    return Change("league", form, league.name, back, preview, save, {})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def edit_season_settings(request: LeagueRequest, season: str) -> HttpResponse:
    return _handle_change(request, season_or_404(request, season), _season_change)


def _season_change(request: LeagueRequest, season: Season) -> Change:
    sent = form_data(request)
    form = SettingsForm(seasons.settings_of(season), sent, fixed=season.published_at is not None)

    def preview() -> SettingsPreview:
        seasons.check_season_settings(season, form.settings())
        return preview_season(season, form.settings(), now=request.now)

    def save(reason: str) -> object:
        return seasons.change_settings(
            season, form.cleaned_data, reason=reason, if_unchanged=True, by=request.user, now=request.now
        )

    back = reverse("season", kwargs={"slug": request.league.slug, "season": season.slug})
    return Change("season", form, season.name, back, preview, save, {"season": season})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.make")
def edit_division_settings(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    season_row = of_slug(divisions_to_choose(season_or_404(request, season)), division)
    return _handle_change(request, season_row, _division_change)


def _division_change(request: LeagueRequest, division: Division) -> Change:
    form = DivisionForm(division, form_data(request))

    def preview() -> SettingsPreview:
        checked, _ = seasons.check_division(division, form.changed())
        return preview_division(division, {name: getattr(checked, name) for name in form.changed()}, now=request.now)

    def save(reason: str) -> object:
        return seasons.change_division(
            division, form.changed(), reason=reason, if_unchanged=True, by=request.user, now=request.now
        )

    season = division.season
    back = reverse("season", kwargs={"slug": request.league.slug, "season": season.slug})
    about = translated(Text("{division}, {season}", division=division.name, season=season.name))
    context = {"season": season, "division": division, "played": describe_format(division)}
    return Change("division", form, about, back, preview, save, context)


def _handle_change(request: LeagueRequest, row: R, read: Callable[[LeagueRequest, R], Change]) -> HttpResponse:
    change = read(request, row)
    if request.method != "POST":
        return _form_page(request, change)
    if not change.form.is_valid():
        return _form_page(request, change, status=422)
    if request.POST.get("do") == "edit":
        return _form_page(request, change)
    try:
        preview = change.preview()
    except (Invalid, WrongState) as refused:
        add_problems(change.form, problems_of(refused))
        return _form_page(request, change, status=status_of(refused))
    if not preview.changes:
        messages.info(request, translated(N_("Nothing is different from before, so nothing was changed.")))
        return redirect(change.back)
    if request.POST.get("do") != "save":
        return _preview_page(request, change, preview)
    try:
        return _save(request, change, preview)
    except Changed:
        # By somebody who was quicker by a moment: what would follow now is told anew, and not what was seen.
        row.refresh_from_db()
        return _handle_change(request, row, read)


def _save(request: LeagueRequest, change: Change, preview: SettingsPreview) -> HttpResponse:
    if read_text(request.POST, "seen") != preview.stamp:
        return _preview_page(request, change, preview, [Problem("changed", SINCE_SHOWN)], status=409)
    try:
        change.write(read_reason(request.POST))
    except Changed:
        raise
    except (Invalid, WrongState) as refused:
        return _preview_page(request, change, preview, problems_of(refused), status=status_of(refused))
    messages.success(
        request,
        translated(N_("Saved. The captains are told.") if preview.running else N_("Saved.")),
    )
    return redirect(change.back)


def _form_page(request: LeagueRequest, change: Change, *, status: int = 200) -> HttpResponse:
    context = {"form": change.form, **change.context}
    return render(request, f"league/seasons/settings/{change.name}.html", context, status=status)


def _preview_page(
    request: LeagueRequest, change: Change, preview: SettingsPreview, problems: Any = (), *, status: int = 200
) -> HttpResponse:
    context = {
        "form": change.form,
        "about": change.about,
        "preview": preview,
        "reason": read_reason(request.POST),
        **problem_context(problems),
    }
    return render(request, "league/seasons/settings/preview.html", context, status=status)


LEAGUE, MAIL = N_("League"), N_("Mail")
# Pages that decide something too, and have no form of settings: their address, and how the list has them.
PAGES = {
    name: SettingLine("", title, label, meaning)
    for name, title, label, meaning in (
        ("people", PEOPLE, N_("Roles and invitations"), N_("Who is secretary, referee, captain, or decides appeals.")),
        ("namesakes", PEOPLE, N_("Players of the same name"), N_("Players who may be one person, to be merged.")),
        ("deliveries", MAIL, N_("The league’s mail"), N_("What was sent, and what could not be delivered.")),
        ("mail-settings", MAIL, N_("Your own mail"), N_("Which messages you get, when, and how often.")),
    )
}


@dataclass(frozen=True, slots=True)
class ListedSetting:
    """A setting or page, the address that changes it if any does now, and the words that a search reads."""

    line: SettingLine
    url: str
    words: str


@dataclass(frozen=True, slots=True)
class Section:
    """Settings under a title; `url` is the page that changes them, "" where each has its own."""

    title: str
    under: str
    url: str
    lines: tuple[ListedSetting, ...]

    @property
    def changed(self) -> list[SettingLine]:
        return [listed.line for listed in self.lines if listed.line.differs]

    @property
    def pages(self) -> list[ListedSetting]:
        """Those that are whole pages, not fields of one."""
        return [listed for listed in self.lines if not listed.line.name]


@require_safe
@in_league("league.settings")
def list_settings_page(request: LeagueRequest) -> HttpResponse:
    query = read_text(request.GET, "q")
    words = query.casefold().split()
    sections = [
        replace(one, lines=tuple(line for line in one.lines if all(word in line.words for word in words)))
        for one in _sections(request.league)
    ]
    context = {
        "query": query,
        "sections": [one for one in sections if one.lines],
        "count": sum(len(one.lines) for one in sections),
    }
    return render(request, "league/seasons/settings/overview.html", context)


def _sections(league: League) -> Iterator[Section]:
    (_, own), *others = list_settings(league)
    page = reverse("league-settings", kwargs={"slug": league.slug})
    settings = [(line, f"{page}#set-{line.name}") for line in own]
    pages = [(line, reverse(name, kwargs={"slug": league.slug})) for name, line in PAGES.items()]
    people = [linked_line for linked_line in settings + pages if linked_line[0].group == PEOPLE]
    mail = [linked_line for linked_line in pages if linked_line[0].group == MAIL]
    yield _section(LEAGUE, "", page, [linked_line for linked_line in settings if linked_line not in people])
    yield _section(PEOPLE, "", "", people)
    yield _section(MAIL, "", "", mail)
    for row, lines in others:
        if isinstance(row, Division):
            page = _season_url("division-settings", league, row.season, division=row.slug)
            yield _section(
                row.name, row.season.name, page, [(line, _setting_url(league, row, line, page)) for line in lines]
            )
        elif isinstance(row, Season):
            page = _season_url("season-settings", league, row)
            state = N_("Draft") if row.published_at is None else N_("Published")
            yield _section(row.name, state, page, [(line, f"{page}#set-{line.name}") for line in lines])


def _season_url(name: str, league: League, season: Season, **at: str) -> str:
    return reverse(name, kwargs={"slug": league.slug, "season": season.slug, **at})


def _setting_url(league: League, division: Division, line: SettingLine, page: str) -> str:
    if line.group != PLAYED:
        return f"{page}#set-{line.name}"
    if line.name == "fixture_format":
        return f"{_season_url('season-formats', league, division.season)}?division={division.slug}"
    return f"{_season_url('season-rulesets', league, division.season)}#division-{division.pk}"


def _section(title: str, under: str, page: str, lines: Iterable[tuple[SettingLine, str]]) -> Section:
    listed = []
    for line, url in lines:
        words = (title, under, line.group, line.label, line.meaning, line.value)
        text = translated(Text.joined(" ", map(translated, words))).casefold()
        listed.append(ListedSetting(line, "" if line.fixed else url, text))
    return Section(translated(title), translated(under), page, tuple(listed))
