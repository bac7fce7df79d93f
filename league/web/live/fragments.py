"""The parts of pages that follow a live score: one fixture, a division as it stands, tonight's list, the screen.

Each is made once for everybody: by the page when it is opened, by the process that streams when something changes, and
by a page that asks every half minute where nothing streams. It says nothing but what everybody may read.
"""

import datetime as dt
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string

from league.access import anybody
from league.models import Division, League
from league.queries.live import AsItStands, Scored, Tonight, TonightLine, as_it_stands, names_on, scores_of, tonight
from league.queries.people.personal_data import public_names
from league.queries.visibility import public
from league.rules.drawings import Board, Side, draw_board
from league.rules.match_terms import KIND_NAMES
from league.rules.sheets import AWAY, HOME, SIDES, MatchSheet
from league.translation import Text, translated
from league.web.cards import url_of
from league.web.standings import tables
from league.web.standings.tables import StandingsRow

PART = re.compile(r"fixture-([1-9][0-9]{0,8})|division-([1-9][0-9]{0,8})|tonight|tv")
# Of one page.
MOST_PARTS = 4


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page as it is now."""

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
    """A match of a live score; `games` are those that are in, `last` is the place of the last entry."""

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
    """A live score as pages show it to everybody."""

    scored: Scored
    url: str
    matches: tuple[MatchView, ...]
    scorer: str  # the team whose captain writes; blank where the secretary does

    @property
    def played(self) -> tuple[MatchView, ...]:
        """Return the matches of which a game is in."""
        return tuple(one for one in self.matches if one.home_games or one.away_games)

    @property
    def pegs(self) -> Board:
        """Return the games that each side has won, pegged on a board as long as the fixture."""
        fixture, live = self.scored.fixture, self.scored.live
        sides = [
            Side(team.name, games, max(0, games - 1))
            for team, games in ((fixture.home, live.home_games), (fixture.away, live.away_games))
        ]
        return draw_board(sides, max(self.scored.terms.games, 2))


@dataclass(frozen=True, slots=True)
class LineView:
    """A fixture of the evening, with its live score as pages show it."""

    line: TonightLine
    url: str
    live: LiveView | None


def live_views(scores: Collection[Scored], league: League) -> list[LiveView]:
    """One query."""
    names = public_names(names_on(scores), anybody(league))
    return [_live_view(one, league, names) for one in scores]


def _live_view(scored: Scored, league: League, names: Mapping[int, str]) -> LiveView:
    fixture, live = scored.fixture, scored.live
    scorer = "" if not live.side else fixture.home.name if live.side == HOME else fixture.away.name
    matches = tuple(_match_view(scored, match, names) for match in scored.read.sheet.matches)
    return LiveView(scored, url_of("fixture", league, fixture=fixture.pk), matches, scorer)


def _match_view(scored: Scored, match: MatchSheet, names: Mapping[int, str]) -> MatchView:
    due = scored.terms.match(match.number)
    games = () if due.counted else match.games
    home, away = (tuple(names[one] for one in match.players(side) if one and one in names) for side in SIDES)
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


def parts_of(league: League, names: Iterable[str], *, now: dt.datetime) -> dict[str, Part]:
    """Return parts of a league's pages as they are now, by name; what nobody may see, or is no part, is left out.

    However many fixtures are among them, they cost two queries; the evening costs its own once, and divisions one,
    and what stands in each.
    """
    asked = {name: found for name in names if (found := PART.fullmatch(name))}
    made = _fixture_parts(league, {int(found[1]): name for name, found in asked.items() if found[1]})
    made |= _division_parts(league, {int(found[2]): name for name, found in asked.items() if found[2]}, now)
    lists = [name for name, found in asked.items() if not (found[1] or found[2])]
    if lists:
        context = evening_context(league, tonight(league, now=now))
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
    found = joined.filter(public("season__"), season__league=league, pk__in=names)
    stands = {one.pk: stands_context(league, as_it_stands(one, now=now)) for one in found}
    return {names[pk]: _make_part(names[pk], "league/live/_division.html", context) for pk, context in stands.items()}


def stands_context(league: League, stands: AsItStands | None) -> dict[str, Any]:
    if stands is None:
        return {"league": league, "stands": None}
    rows = tables.table_view(stands.table, league).rows
    return {
        "league": league,
        "stands": stands,
        "rows": [_plain(row, stands.moved.get(row.line.team.pk)) for row in rows],
        "lives": live_views(stands.live, league),
    }


def _plain(row: StandingsRow, moved: int | None) -> StandingsRow:
    """Return a row without the marks that the table that counts explains, moved against its place there."""
    counts = replace(row.line.row, abandoned=0, awarded=0, walkovers=0)
    return replace(row, line=replace(row.line, row=counts, movement=moved), receipt_url="")


def evening_context(league: League, evening: Tonight) -> dict[str, Any]:
    views = live_views([line.scored for line in evening.lines if line.scored is not None], league)
    by_fixture = {view.scored.fixture.pk: view for view in views}
    lines = [
        LineView(line, url_of("fixture", league, fixture=line.fixture.pk), by_fixture.get(line.fixture.pk))
        for line in evening.lines
    ]
    return {"league": league, "evening": evening, "lines": lines}


def _make_part(
    name: str, template: str, context: Mapping[str, Any], *, said: Text | None = None, turn: int = 0
) -> Part:
    html = render_to_string(template, dict(context))
    digest = hashlib.blake2b(f"{turn}{html}".encode(), digest_size=8).hexdigest()
    return Part(name, html, digest, translated(said) if said is not None else "", turn)
