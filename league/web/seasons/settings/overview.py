"""All settings on one page, with a box to search them: what each means, what it is, and where it is changed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.models import Division, League
from league.queries.seasons.settings.catalogue import PLAYED, Line, Subject, subjects_of
from league.rules.settings.league import PEOPLE
from league.translation import N_, Text, translated
from league.web.base.parse import read_text
from league.web.base.scope import LeagueRequest, in_league

# Pages that decide something too, and have no form of settings: their subject, label, meaning and address.
PAGES = (
    (PEOPLE, N_("Roles and invitations"), N_("Who is secretary, referee, captain, or decides appeals."), "people"),
    (PEOPLE, N_("Players of the same name"), N_("Players who may be one person, to be merged."), "namesakes"),
    (N_("Mail"), N_("The league’s mail"), N_("What was sent, and what could not be delivered."), "deliveries"),
    (N_("Mail"), N_("Your own mail"), N_("Which messages you get, when, and how often."), "mail-settings"),
)


@dataclass(frozen=True, slots=True)
class ListedSetting:
    """A setting or page of the list.

    Attributes:
        url: where it is changed; "" where it cannot be now, `why` then says why.
        words: all that a search looks through.
    """

    label: str
    meaning: str
    value: str
    default: str
    differs: bool
    url: str
    why: str
    words: str

    def has(self, asked: list[str]) -> bool:
        """Return True if every word that is looked for is in it."""
        return all(word in self.words for word in asked)


@dataclass(frozen=True, slots=True)
class Section:
    """A subject with its settings.

    Attributes:
        url: the page that changes them; "" where each has its own.
        folded: it is opened by whoever wants it.
    """

    folded: bool
    title: str
    under: str
    url: str
    lines: tuple[ListedSetting, ...]


@require_safe
@in_league("league.settings")
def overview(request: LeagueRequest) -> HttpResponse:
    """List all settings, or those in which every word that was typed comes."""
    asked = read_text(request.GET, "q")
    every = list(_sections(request.league))
    words = asked.casefold().split()
    found = [replace(one, lines=tuple(line for line in one.lines if line.has(words))) for one in every]
    context = {
        "asked": asked,
        "sections": [one for one in found if one.lines],
        "count": sum(len(one.lines) for one in found),
    }
    return render(request, "league/seasons/settings/overview.html", context)


def _sections(league: League) -> Iterator[Section]:
    subjects = subjects_of(league)
    yield from _of_the_league(league, subjects[0])
    for subject in subjects[1:]:
        title, under = _title(subject)
        name = "season-settings" if subject.division is None else "division-settings"
        page = _page(league, name, subject)
        lines = tuple(
            _shown_line(line, title, under, _setting_url(league, subject, line, page)) for line in subject.lines
        )
        yield Section(True, title, under, page, lines)


def _of_the_league(league: League, own: Subject) -> Iterator[Section]:
    """The league's own settings, those about people beside the pages about them, and mail."""
    page = reverse("league-settings", kwargs={"slug": league.slug})
    by_title: dict[str, list[ListedSetting]] = {N_("League"): [], PEOPLE: [], N_("Mail"): []}
    for line in own.lines:
        title = PEOPLE if line.group == PEOPLE else N_("League")
        by_title[title].append(_shown_line(line, title, "", f"{page}#set-{line.name}"))
    for title, label, meaning, name in PAGES:
        line = Line("", title, label, meaning, "", "", False)
        by_title[title].append(_shown_line(line, title, "", reverse(name, kwargs={"slug": league.slug})))
    for heading, shown in by_title.items():
        yield Section(False, translated(heading), "", page if heading == "League" else "", tuple(shown))


def _title(subject: Subject) -> tuple[str, str]:
    season = subject.season
    assert season is not None  # noqa: S101 - the league's own come first
    state = N_("Draft") if season.published_at is None else N_("Published")
    if subject.division is None:
        return season.name, translated(state)
    return subject.division.name, season.name


def _page(league: League, name: str, subject: Subject) -> str:
    at = {"slug": league.slug, "season": subject.season.slug if subject.season else ""}
    if subject.division is not None:
        at["division"] = subject.division.slug
    return reverse(name, kwargs=at)


def _of_rulesets(league: League, subject: Subject) -> str:
    season = subject.season.slug if subject.season else ""
    found = reverse("season-rulesets", kwargs={"slug": league.slug, "season": season})
    return f"{found}#division-{subject.division.pk}" if isinstance(subject.division, Division) else found


def _of_formats(league: League, subject: Subject) -> str:
    season = subject.season.slug if subject.season else ""
    found = reverse("season-formats", kwargs={"slug": league.slug, "season": season})
    return f"{found}?division={subject.division.slug}" if isinstance(subject.division, Division) else found


# Where a setting is decided that has a page of its own.
ELSEWHERE: dict[str, Callable[[League, Subject], str]] = {
    "fixture_format": _of_formats,
    "singles_ruleset": _of_rulesets,
    "doubles_ruleset": _of_rulesets,
}


def _setting_url(league: League, subject: Subject, line: Line, page: str) -> str:
    if line.group == PLAYED:
        return ELSEWHERE[line.name](league, subject)
    return f"{page}#set-{line.name}"


def _shown_line(line: Line, title: str, under: str, url: str) -> ListedSetting:
    label, meaning = translated(line.label), translated(line.meaning)
    value, default = translated(line.value), translated(line.default)
    said = (title, under, translated(line.group), label, meaning, value)
    return ListedSetting(
        label, meaning, value, default, line.differs, "" if line.fixed else url, translated(line.fixed),
        translated(Text.joined(" ", map(translated, said))).casefold(),
    )  # fmt: skip
