"""All settings on one page, with a box to search them: what each means, what it is, and where it is changed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.models import Division, League, Season
from league.queries.seasons.settings_catalogue import PLAYED, SettingLine, list_settings
from league.rules.settings.league import PEOPLE
from league.translation import N_, Text, translated
from league.web.form_fields import read_text
from league.web.requests import LeagueRequest, in_league

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
    """A setting or page of the list, the address that changes it if any does now, and the words that a search reads."""

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
    folded: bool = True


@require_safe
@in_league("league.settings")
def overview(request: LeagueRequest) -> HttpResponse:
    """List all settings, or those in which every word of the query occurs."""
    query = read_text(request.GET, "q")
    words = query.casefold().split()
    sections = [
        replace(one, lines=tuple(line for line in one.lines if all(word in line.words for word in words)))
        for one in _sections(request.league)
    ]
    context = {
        "asked": query,
        "sections": [one for one in sections if one.lines],
        "count": sum(len(one.lines) for one in sections),
    }
    return render(request, "league/seasons/settings/overview.html", context)


def _sections(league: League) -> Iterator[Section]:
    (_, own), *others = list_settings(league)
    page = reverse("league-settings", kwargs={"slug": league.slug})
    settings = [(line, f"{page}#set-{line.name}") for line in own]
    pages = [(line, reverse(name, kwargs={"slug": league.slug})) for name, line in PAGES.items()]
    people = [found for found in settings + pages if found[0].group == PEOPLE]
    mail = [found for found in pages if found[0].group == MAIL]
    yield _section(LEAGUE, "", page, [found for found in settings if found not in people], folded=False)
    yield _section(PEOPLE, "", "", people, folded=False)
    yield _section(MAIL, "", "", mail, folded=False)
    for row, lines in others:
        if isinstance(row, Division):
            page = _page("division-settings", league, row.season, division=row.slug)
            yield _section(row.name, row.season.name, page, [(line, _url(league, row, line, page)) for line in lines])
        elif isinstance(row, Season):
            page = _page("season-settings", league, row)
            state = N_("Draft") if row.published_at is None else N_("Published")
            yield _section(row.name, state, page, [(line, f"{page}#set-{line.name}") for line in lines])


def _page(name: str, league: League, season: Season, **at: str) -> str:
    return reverse(name, kwargs={"slug": league.slug, "season": season.slug, **at})


def _url(league: League, division: Division, line: SettingLine, page: str) -> str:
    if line.group != PLAYED:
        return f"{page}#set-{line.name}"
    if line.name == "fixture_format":
        return f"{_page('season-formats', league, division.season)}?division={division.slug}"
    return f"{_page('season-rulesets', league, division.season)}#division-{division.pk}"


def _section(
    title: str, under: str, page: str, lines: Iterable[tuple[SettingLine, str]], *, folded: bool = True
) -> Section:
    found = []
    for line, url in lines:
        words = (title, under, line.group, line.label, line.meaning, line.value)
        text = translated(Text.joined(" ", map(translated, words))).casefold()
        found.append(ListedSetting(line, "" if line.fixed else url, text))
    return Section(translated(title), translated(under), page, tuple(found), folded)
