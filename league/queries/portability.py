"""What leaves a league as a file, and files that wait to be loaded."""

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from league.enums import ChargeKind, FixtureState, Night, ResultKind, ResultState
from league.models import (
    Appearance,
    Division,
    Entry,
    Fixture,
    League,
    Match,
    Player,
    Registration,
    Result,
    Season,
    User,
    WaitingFile,
)
from league.queries.money import charges_of_season
from league.queries.standings.standings import FILE, division_table
from league.queries.visibility import sides_shown
from league.rules.cells import Cell
from league.rules.formats import result_terms
from league.rules.match_terms import DUMMY, Terms
from league.rules.sheets import SIDES

Named = Callable[[Player], str]

FIXTURES = ("division", "round", "week", "date", "home", "away", "start", "venue", "state", "first planned for")
RESULTS = (
    "division", "date", "home", "away", "match", "format", "home players", "away players", "game", "score", "note",
    "remark",
)  # fmt: skip
TEAMS = ("team", "division", "home venue", "home night", "start", "withdrawn on")
PLAYERS = ("player", "team")
CHARGES = (
    "date", "kind", "team", "player", "player's team", "amount", "currency", "what for", "paid on", "cancelled on",
    "cancelled because",
)  # fmt: skip
# The public files: of a season, and of a division in it.
OF_A_SEASON = ("fixtures", "results", "teams", "players")
OF_A_DIVISION = ("table", "results")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows under their headings."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def table_sheet(division: Division) -> Sheet:
    """A division's table (the queries of the table)."""
    headings = [str(column.title).lower() for column in FILE]
    return Sheet(headings, [[column.cell(row) for column in FILE] for row in division_table(division).rows])


def fixtures_sheet(season: Season) -> Sheet:
    """Every fixture of a season on the date it has; one put off without a date on the one it had (one query)."""
    tz = season.league.tz
    found = _fixtures(season).select_related("venue")
    rows: list[tuple[Cell, ...]] = []
    for fixture in found:
        at, first = fixture.starts_at.astimezone(tz), fixture.original_starts_at.astimezone(tz)
        rows.append(
            (
                *_week_cells(fixture), at.date().isoformat(), fixture.home.name, fixture.away.name, f"{at:%H:%M}",
                fixture.venue.name, fixture.get_state_display(), first.date().isoformat(),
            )
        )  # fmt: skip
    return Sheet(FIXTURES, rows)


def _week_cells(fixture: Fixture) -> tuple[Cell, Cell, Cell]:
    if fixture.play_off:
        return fixture.division.name, "", ""
    number = fixture.week.number
    return fixture.division.name, fixture.week.round.number, "" if number is None else number


def _fixtures(season: Season) -> QuerySet[Fixture]:
    fixtures = Fixture.objects.filter(sides_shown(), division__season=season)
    fixtures = fixtures.select_related("division", "week__round", "home", "away")
    return fixtures.order_by("division__order", "division__name", "original_starts_at", "pk")


def teams_sheet(season: Season) -> Sheet:
    """Every team of a season and where it plays at home (one query)."""
    entries = Entry.objects.filter(season=season, team__hidden_at=None).select_related("team", "division", "venue")
    return Sheet(
        TEAMS,
        [
            (
                entry.team.name, entry.division.name, entry.venue.name, Night(entry.home_night).label,
                f"{entry.start_time:%H:%M}", entry.withdrawn_on.isoformat() if entry.withdrawn_on else "",
            )
            for entry in entries.order_by("division__order", "division__name", "team__name")
        ],
    )  # fmt: skip


def players_sheet(season: Season, named: Named) -> Sheet:
    """Return the sheet of a season's players and the teams they are registered for, by name alone (one query)."""
    registrations = Registration.objects.filter(season=season, team__hidden_at=None, ends_on=None)
    ordered = registrations.select_related("player", "team").order_by("team__name", "player__name", "pk")
    return Sheet(PLAYERS, [(named(one.player), one.team.name) for one in ordered])


def charges_sheet(season: Season) -> Sheet:
    """Return the sheet of a season's charges in the order of their days, cancelled ones too (one query)."""
    tz, currency = season.league.tz, season.league.currency
    rows: list[tuple[Cell, ...]] = []
    for one in charges_of_season(season).order_by("date", "pk"):
        cancelled = "" if one.cancelled_at is None else one.cancelled_at.astimezone(tz).date().isoformat()
        names = [party.name if party is not None else "" for party in (one.team, one.player, one.through_shown)]
        paid = "" if one.paid_on is None else one.paid_on.isoformat()
        kind = ChargeKind(one.kind).label
        rows.append(
            (one.date.isoformat(), str(kind), *names, one.amount, currency, one.reason, paid, cancelled,
             one.cancelled_because)
        )  # fmt: skip
    return Sheet(CHARGES, rows)


def results_sheet(season: Season, named: Named, *, division: Division | None = None) -> Sheet:
    """A line for each game of every result that counts, and one for each fixture that was not played (six queries)."""
    rows: list[tuple[Cell, ...]] = []
    for fixture, result in results_of(season, division=division):
        rows.extend(result_lines(fixture, result, named))
    return Sheet(RESULTS, rows)


def results_of(season: Season, *, division: Division | None = None) -> Iterator[tuple[Fixture, Result | None]]:
    """The fixtures that stand, in the order of the timetable, each with the result that counts."""
    # Each player once, and not anew for every match.
    people = Appearance.objects.prefetch_related("player").order_by("side", "seat")
    matches = Match.objects.order_by("number").prefetch_related(Prefetch("appearances", queryset=people), "games")
    counting = Result.objects.filter(live=True, state=ResultState.CONFIRMED)
    which = Q() if division is None else Q(division=division)
    found = (
        _fixtures(season).select_related("division__season__league").filter(which).exclude(state=FixtureState.CANCELLED)
    )
    full = counting.select_related("format").prefetch_related(Prefetch("matches", queryset=matches))
    for fixture in found.prefetch_related(Prefetch("results", queryset=full, to_attr="counting")):
        results: list[Result] = fixture.counting
        yield fixture, results[0] if results else None


_UNPLAYED = {ResultKind.NOBODY: "nobody came", ResultKind.VOID: "void"}


def result_lines(fixture: Fixture, result: Result | None, named: Named) -> Iterator[tuple[Cell, ...]]:
    """The lines of results.csv about a fixture; none while nothing is to be told of it."""
    tz = fixture.league.tz
    date = fixture.original_starts_at.astimezone(tz).date().isoformat()
    about = (fixture.division.name, date, fixture.home.name, fixture.away.name)
    if result is None:
        if fixture.state == FixtureState.POSTPONED:
            yield (*about, "", "", "", "", "", "", "postponed", "")
        return
    note = _note(result)
    matches = list(result.matches.all())
    if result.score_only:
        won = f" ({result.home_matches}-{result.away_matches})" if result.home_matches or result.away_matches else ""
        yield (*about, "", "", "", "", "", f"{result.home_games}-{result.away_games}{won}", note, result.note)
        return
    if not matches:
        yield (*about, "", "", "", "", "", "", note, result.note)
    terms = result_terms(result)
    for match in matches:
        if match.gameless:
            yield (*about, match.number, match.kind, "", "", "", "", "nobody", result.note)
            continue
        players = {side: " / ".join(_seated(match, side, named, terms)) for side in SIDES}
        if match.counted:
            awarded = (("home", match.home_awarded), ("away", match.away_awarded))
            said = "; ".join(f"{n} awarded {side}" for side, n in awarded if n)
            pegged = "" if match.home_pegged is None else f" ({match.home_pegged}-{match.away_pegged})"
            totals = f"{match.home_games}-{match.away_games}{pegged}"
            sides = (players["home"], players["away"])
            yield (*about, match.number, match.kind, *sides, "", totals, said or note, result.note)
        for game in match.games.all():
            scored = game.home_score is not None and game.away_score is not None
            score = f"{game.home_score}-{game.away_score}" if scored else game.won
            said = f"awarded {game.winner}" if game.awarded else note
            played = (match.number, match.kind, players["home"], players["away"], game.number)
            yield (*about, *played, score, said, result.note)


def _seated(match: Match, side: str, named: Named, terms: Terms) -> list[str]:
    """Return the names of a side by their seats; the word for a dummy in the seat of a partner who was missing."""
    names = {seat.seat: named(seat.player) for seat in match.appearances.all() if seat.side == side}
    if not (names and terms.short.dummy):
        return list(names.values())
    seats = range(1, terms.match(match.number).players + 1)
    return [names.get(seat, DUMMY) for seat in seats]


def _note(result: Result) -> str:
    if result.kind == ResultKind.WALKOVER:
        return f"walkover {result.walkover_to}"
    if result.kind == ResultKind.ABANDONED:
        return "abandoned"
    return _UNPLAYED.get(ResultKind(result.kind), "")


_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def waiting_files(token: str, league: League, user: User, *, now: dt.datetime) -> dict[str, bytes]:
    """Return the files of an upload by name; none where they are there no longer (one query)."""
    if not _TOKEN.fullmatch(token):
        return {}
    rows = WaitingFile.objects.filter(token=token, league=league, user=user, expires_at__gt=now)
    return {row.name: bytes(row.data) for row in rows}
