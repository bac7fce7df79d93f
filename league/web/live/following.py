"""Following live scores: tonight's fixtures, the screen for a pub, and the parts of pages that change by themselves.

A part is rendered once for everybody: by the page, by the process that streams, and for a page that polls where nothing
streams. It holds nothing but what everybody may read.
"""

import datetime as dt
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.access import anybody
from league.models import Division, League
from league.queries.live import AsItStands, Scored, Tonight, TonightLine, as_it_stands, names_on, scores_of
from league.queries.live import tonight as evening_of
from league.queries.people.personal_data import public_names
from league.queries.visibility import public
from league.rules.drawings import Board, Side, draw_board
from league.rules.match_terms import KIND_NAMES
from league.rules.sheets import AWAY, HOME, SIDES, MatchSheet
from league.translation import Text, addressed_in, translated
from league.web.cards import url_of
from league.web.requests import LeagueRequest, in_league
from league.web.standings import tables
from league.web.standings.tables import StandingsRow

EVENTS = "events/"


def stream_url(request: LeagueRequest, parts: Iterable[str]) -> str:
    """Return the address that streams parts. A stream has no session, so the address says the page's language."""
    with addressed_in(""):
        path = reverse("live", kwargs={"slug": request.league.slug}) + EVENTS
    spoken = [("in", get_language() or ""), ("below", getattr(request, "asked_language", ""))]
    question = urlencode([*(("of", part) for part in parts), *(pair for pair in spoken if pair[1])])
    host = ""
    if settings.LIVE_PORT is not None:
        name = urlsplit(f"//{request.get_host()}").hostname or ""
        host = f"{request.scheme}://{f'[{name}]' if ':' in name else name}:{settings.LIVE_PORT}"
    return f"{host}{path}?{question}"


def asking_url(request: LeagueRequest, parts: Iterable[str]) -> str:
    path = reverse("live-parts", kwargs={"slug": request.league.slug})
    return f"{path}?{urlencode([('of', part) for part in parts])}"


PART = re.compile(r"fixture-([1-9][0-9]{0,8})|division-([1-9][0-9]{0,8})|tonight|tv")
# Of one page.
MOST_PARTS = 4


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    html: str
    digest: str  # another one whenever it reads otherwise
    said: str = ""  # what a screen reader is told when it has changed; nothing if blank
    turn: int = 0  # of a fixture's score, whose turn it is to write; 0 elsewhere


@dataclass(frozen=True, slots=True)
class GameView:
    """A game that is in: its two scores, or a tick for the winner where no more is written down."""

    number: int
    home: int | None
    away: int | None
    winner: str


@dataclass(frozen=True, slots=True)
class MatchView:
    number: int
    kind: Text
    home: tuple[str, ...]
    away: tuple[str, ...]
    home_games: int
    away_games: int
    games: tuple[GameView, ...]
    most: int
    last: bool


@dataclass(frozen=True, slots=True)
class LiveView:
    scored: Scored
    url: str
    matches: tuple[MatchView, ...]
    scorer: str  # the team whose captain writes; blank where the secretary does

    @property
    def played(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.matches if match.home_games or match.away_games)

    @property
    def pegs(self) -> Board:
        fixture, live = self.scored.fixture, self.scored.live
        sides = [
            Side(team.name, games, max(0, games - 1))
            for team, games in ((fixture.home, live.home_games), (fixture.away, live.away_games))
        ]
        return draw_board(sides, max(self.scored.terms.games, 2))


@dataclass(frozen=True, slots=True)
class EveningLine:
    line: TonightLine
    url: str
    live: LiveView | None


def live_views(scores: Collection[Scored], league: League) -> list[LiveView]:
    """One query."""
    names = public_names(names_on(scores), anybody(league))
    return [_live_view(scored, league, names) for scored in scores]


def _live_view(scored: Scored, league: League, names: Mapping[int, str]) -> LiveView:
    fixture, live = scored.fixture, scored.live
    scorer = "" if not live.side else fixture.home.name if live.side == HOME else fixture.away.name
    matches = tuple(_match_view(scored, match, names) for match in scored.read.sheet.matches)
    return LiveView(scored, url_of("fixture", league, fixture=fixture.pk), matches, scorer)


def _match_view(scored: Scored, match: MatchSheet, names: Mapping[int, str]) -> MatchView:
    due = scored.terms.match(match.number)
    games = () if due.counted else match.games
    home, away = (
        tuple(names[player] for player in match.players(side) if player and player in names) for side in SIDES
    )
    return MatchView(
        number=match.number,
        kind=KIND_NAMES[match.kind],
        home=home,
        away=away,
        home_games=match.games_won(HOME),
        away_games=match.games_won(AWAY),
        games=tuple(
            GameView(number, game.home, game.away, game.winner)
            for number, game in enumerate(games, start=1)
            if game.winner is not None
        ),
        most=due.most,
        last=scored.live.latest.partition("-")[0] == f"m{match.number}",
    )


def render_parts(league: League, names: Iterable[str], *, now: dt.datetime) -> dict[str, Part]:
    """Render parts of pages by name, without unknown ones and those nobody may see.

    Two queries for all fixtures; the evening's own once; one for all divisions, and what each table costs.
    """
    asked = {name: match for name in names if (match := PART.fullmatch(name))}
    made = _fixture_parts(league, {int(match[1]): name for name, match in asked.items() if match[1]})
    made |= _division_parts(league, {int(match[2]): name for name, match in asked.items() if match[2]}, now)
    lists = [name for name, match in asked.items() if not (match[1] or match[2])]
    if lists:
        context = evening_context(league, evening_of(league, now=now))
        made |= {name: _make_part(name, f"league/live/_{name}.html", context) for name in lists}
    return {name: made[name] for name in asked if name in made}


def _fixture_parts(league: League, names: Mapping[int, str]) -> dict[str, Part]:
    """Return the parts of fixtures with a live score, whose numbers lead to their names (none to two queries)."""
    if not names:
        return {}
    scores = [scored for scored in scores_of(names).values() if scored.live.league_id == league.pk]
    going = [scored for scored in scores if scored.live.going]
    views = {view.scored.fixture.pk: view for view in live_views(going, league)} if going else {}
    return {names[one.fixture.pk]: _fixture_part(league, names[one.fixture.pk], one, views) for one in scores}


def _fixture_part(league: League, name: str, scored: Scored, views: Mapping[int, LiveView]) -> Part:
    said = scored.last_entry if scored.live.going else None
    context = {"live": views.get(scored.fixture.pk), "fixture": scored.fixture, "league": league}
    return _make_part(name, "league/live/_fixture.html", context, said=said, turn=scored.live.turn)


def _division_parts(league: League, names: Mapping[int, str], now: dt.datetime) -> dict[str, Part]:
    if not names:
        return {}
    joined = Division.objects.select_related("season__league")
    divisions = joined.filter(public("season__"), season__league=league, pk__in=names)
    stands = {division.pk: stands_context(league, as_it_stands(division, now=now)) for division in divisions}
    return {names[pk]: _make_part(names[pk], "league/live/_division.html", context) for pk, context in stands.items()}


def stands_context(league: League, stands: AsItStands | None) -> dict[str, Any]:
    if stands is None:
        return {"league": league, "stands": None}
    rows = tables.table_view(stands.table, league).rows
    return {
        "league": league,
        "stands": stands,
        "rows": [_row_as_it_stands(row, stands.moved.get(row.line.team.pk)) for row in rows],
        "lives": live_views(stands.live, league),
    }


def _row_as_it_stands(row: StandingsRow, moved: int | None) -> StandingsRow:
    """Return a row without the marks that the table that counts explains, moved against its place there."""
    counts = replace(row.line.row, abandoned=0, awarded=0, walkovers=0)
    return replace(row, line=replace(row.line, row=counts, movement=moved), receipt_url="")


def evening_context(league: League, evening: Tonight) -> dict[str, Any]:
    views = live_views([line.scored for line in evening.lines if line.scored is not None], league)
    by_fixture = {view.scored.fixture.pk: view for view in views}
    lines = [
        EveningLine(line, url_of("fixture", league, fixture=line.fixture.pk), by_fixture.get(line.fixture.pk))
        for line in evening.lines
    ]
    return {"league": league, "evening": evening, "lines": lines}


def _make_part(
    name: str, template: str, context: Mapping[str, Any], *, said: Text | None = None, turn: int = 0
) -> Part:
    html = render_to_string(template, dict(context))
    digest = hashlib.blake2b(f"{turn}{html}".encode(), digest_size=8).hexdigest()
    return Part(name, html, digest, translated(said) if said is not None else "", turn)


@require_safe
@in_league("live.follow")
def tonight(request: LeagueRequest) -> HttpResponse:
    return _evening_page(request, "tonight")


@require_safe
@in_league("live.follow")
def screen(request: LeagueRequest) -> HttpResponse:
    return _evening_page(request, "tv")


def _evening_page(request: LeagueRequest, part: str) -> HttpResponse:
    context = evening_context(request.league, evening_of(request.league, now=request.now))
    return render(request, f"league/live/{part}.html", {**context, **follow_context(request, [part])})


def follow_context(request: LeagueRequest, parts: list[str]) -> dict[str, Any]:
    return {"stream_url": stream_url(request, parts), "asking_url": asking_url(request, parts)}


@require_safe
@in_league("live.follow")
def live_parts(request: LeagueRequest) -> JsonResponse:
    wanted = list(dict.fromkeys(request.GET.getlist("of")))[:MOST_PARTS]
    parts = render_parts(request.league, wanted, now=request.now)
    texts = [
        {"part": part.name, "html": part.html, "digest": part.digest, "said": part.said, "turn": part.turn}
        for part in parts.values()
    ]
    return JsonResponse({"parts": texts})
