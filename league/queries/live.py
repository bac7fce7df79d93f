"""Live scores as they stand, and tonight's fixtures."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import QuerySet

from league.enums import FixtureState, ResultState, Settlement
from league.models import Division, Fixture, League, LiveScore, Player, Result
from league.prepared import Prepared
from league.queries.fixtures import lines_between
from league.queries.results.sheets import sheets_of
from league.queries.results.versions import live_result, score_of
from league.queries.standings.figures import totals_of_sheet
from league.queries.standings.standings import DivisionTable, Remark, read_table_data, table_of
from league.queries.visibility import closed_season_message, is_public, public, sides_shown
from league.rules.formats import fixture_terms, result_terms
from league.rules.live import LiveSheet, describe_entry, read_live
from league.rules.match_terms import Terms
from league.rules.sheets import SIDES
from league.rules.standings import places_moved
from league.rules.tallies import FixtureTotals
from league.translation import N_, Text

# A score that nobody has touched for so long is no longer of this evening.
EVENING = dt.timedelta(hours=18)
JOINED = ("fixture__division__season__league", "fixture__format", "fixture__home", "fixture__away", "fixture__venue")


@dataclass(frozen=True)
class Scored:
    """A live score with its fixture, whose division, season, league and teams are joined."""

    live: LiveScore

    @property
    def fixture(self) -> Fixture:
        return self.live.fixture

    @cached_property
    def terms(self) -> Terms:
        return fixture_terms(self.fixture)

    @cached_property
    def read(self) -> LiveSheet:
        return read_live(self.live.fields, self.terms)

    @property
    def is_complete(self) -> bool:
        return self.read.sheet.finished(self.terms)

    @property
    def begun(self) -> bool:
        return bool(self.live.home_games or self.live.away_games)

    @property
    def last_entry(self) -> Text | None:
        """Describe what was written last; None where nothing was, or it was undone."""
        if not self.live.latest:
            return None
        fixture = self.fixture
        return describe_entry(self.read.sheet, self.live.latest, home=fixture.home.name, away=fixture.away.name)

    @property
    def players(self) -> set[int]:
        seats = (one for match in self.read.sheet.matches for side in SIDES for one in match.players(side))
        return {player for player in seats if player}


def _scores() -> QuerySet[LiveScore]:
    shown = LiveScore.objects.filter(public("fixture__division__season__"), sides_shown("fixture__"))
    return shown.exclude(fixture__state=FixtureState.CANCELLED).select_related(*JOINED)


def live_of(fixture: Fixture) -> Scored | None:
    """The live score of a fixture, with its writer joined (one query)."""
    live_score = LiveScore.objects.filter(fixture=fixture, ended_at=None).select_related("writer").first()
    if live_score is None or fixture.state == FixtureState.CANCELLED:
        return None
    live_score.fixture = fixture
    return Scored(live_score)


def live_scores_in(league: League, *, now: dt.datetime) -> list[Scored]:
    """Public live scores of this evening, by fixture (one query)."""
    found = _scores().filter(league=league, ended_at=None, changed_at__gte=now - EVENING)
    return [Scored(live) for live in found.order_by("fixture__division__order", "fixture__starts_at", "fixture_id")]


def scores_of(fixtures: Collection[int]) -> dict[int, Scored]:
    """Public live scores of fixtures, ended ones too, by fixture (one query)."""
    return {live.fixture_id: Scored(live) for live in _scores().filter(fixture__in=fixtures)}


# In place of a fixture: the league's journal.
JOURNAL = 0


def versions_in(leagues: Collection[int]) -> dict[int, dict[int, int]]:
    """Growing version numbers by league: each score's by fixture, and the journal's (one cheap query).

    Whatever else than a game changes a page is journalled: a result, a shortened name, a hidden season.
    """
    found: dict[int, dict[int, int]] = {league: {} for league in leagues}
    said = ("pk", "journal_head__number", "live_scores__fixture", "live_scores__sequence")
    for league, entries, fixture, sequence in League.objects.filter(pk__in=leagues).values_list(*said):
        found[league][JOURNAL] = entries or 0
        if fixture is not None:
            found[league][fixture] = sequence
    return found


def names_on(scores: Collection[Scored]) -> list[Player]:
    """Players chosen on some scores (one query; none where nobody is)."""
    chosen = {player for score in scores for player in score.players}
    leagues = {score.live.league_id for score in scores}
    return list(Player.objects.filter(league__in=leagues, pk__in=chosen)) if chosen else []


def not_scorable(fixture: Fixture, *, now: dt.datetime) -> str:
    """Return why a fixture cannot be scored live now; blank where it can (one query at most)."""
    if refused := not_open(fixture, now=now):
        return refused
    result = live_result(fixture)
    if result is None:
        return ""
    return Text("A result was entered: {score}. There is nothing left to score live.", score=score_of(result))


def not_open(fixture: Fixture, *, now: dt.datetime) -> str:
    """The same reason, whether it has a result or not."""
    if fixture.state == FixtureState.CANCELLED:
        return N_("This fixture will not be played: it is cancelled.")
    if closed := closed_season_message(fixture.division.season):
        return closed
    if not is_public(fixture):
        return N_("This season is not published yet, so nobody could follow.")
    tz = fixture.league.tz
    if fixture.state == FixtureState.SCHEDULED and fixture.starts_at.astimezone(tz).date() > now.astimezone(tz).date():
        return N_("Live scoring opens on the day of the fixture.")
    return ""


@dataclass(frozen=True, slots=True)
class AsItStands:
    """The table with what is not confirmed yet; `moved` compares with the table that counts."""

    table: DivisionTable
    live: tuple[Scored, ...]
    waiting: int
    moved: dict[int, int]


def as_it_stands(division: Division, *, now: dt.datetime) -> AsItStands | None:
    """Return the table as it stands; None without live scores (one query, else eight and those of tie-breaks).

    `division` has season and league joined.
    """
    scores = [Scored(live) for live in _live_scores_since(division.pk, now - EVENING)]
    shown = [score for score in scores if score.fixture.state != FixtureState.CANCELLED]
    if not any(one.begun or not one.live.going for one in shown):
        return None
    data = read_table_data([division])
    before = table_of(division, data)
    waiting = _waiting(division)
    live = [one for one in shown if one.live.going and one.begun and not one.fixture.play_off]
    added = [_so_far(one) for one in live if one.fixture.pk not in waiting] + list(waiting.values())
    data.results[division.pk] += [Remark(totals, Settlement.SECRETARY, "") for totals in added]
    counted = {totals.fixture_id for totals in added}
    data.left[division.pk] = [left for left in data.left[division.pk] if left.fixture not in counted]
    after = table_of(division, data)
    moved = places_moved(before.standings, after.standings)
    return AsItStands(after, tuple(live), len(waiting), dict(moved))


@Prepared
def _live_scores_since(division: int, since: dt.datetime) -> QuerySet[LiveScore]:
    found = LiveScore.objects.filter(sides_shown("fixture__"), fixture__division=division, changed_at__gte=since)
    return found.select_related(*JOINED).order_by("fixture__starts_at", "fixture_id")


def _so_far(scored: Scored) -> FixtureTotals:
    sheet = scored.read.sheet
    return replace(totals_of_sheet(scored.fixture, sheet, terms=scored.terms), finished=scored.is_complete)


def _waiting(division: Division) -> dict[int, FixtureTotals]:
    """What unconfirmed results would count for, by fixture (four queries, or one)."""
    waits = Result.objects.filter(
        sides_shown("fixture__"),
        fixture__division=division,
        fixture__play_off=False,
        live=True,
        state=ResultState.SUBMITTED,
    ).exclude(fixture__state=FixtureState.CANCELLED)
    results = list(waits.select_related("fixture__division__season__league", "format"))
    sheets = sheets_of(results) if results else {}
    return {
        result.fixture_id: totals_of_sheet(result.fixture, sheets[result.pk], terms=result_terms(result))
        for result in results
    }


@dataclass(frozen=True, slots=True)
class TonightLine:
    fixture: Fixture
    result: Result | None
    scored: Scored | None

    @property
    def unconfirmed(self) -> bool:
        return self.result is not None and self.result.state == ResultState.SUBMITTED


@dataclass(frozen=True, slots=True)
class Tonight:
    """An evening of a league; `coming` is the next day with fixtures, where this one has none."""

    day: dt.date
    lines: tuple[TonightLine, ...]
    coming: dt.date | None = None


def tonight(league: League, *, now: dt.datetime) -> Tonight:
    """Return the evening of a league (three queries; five where nothing is played)."""
    day = now.astimezone(league.tz).date()
    scores = {scored.fixture.pk: scored for scored in live_scores_in(league, now=now)}
    lines = [TonightLine(line.fixture, line.result, None) for line in lines_between(league, *_day(league, day))]
    lines = [
        TonightLine(line.fixture, line.result, None if line.result else scores.pop(line.fixture.pk, None))
        for line in lines
    ]
    besides = [TonightLine(score.fixture, None, score) for score in scores.values()]
    coming = None if lines or besides else _next_day(league, day)
    return Tonight(day, tuple(besides + lines), coming)


def _day(league: League, day: dt.date, days: int = 1) -> tuple[dt.datetime, dt.datetime]:
    start = dt.datetime.combine(day, dt.time(), tzinfo=league.tz)
    return start, dt.datetime.combine(day + dt.timedelta(days=days), dt.time(), tzinfo=league.tz)


def _next_day(league: League, day: dt.date) -> dt.date | None:
    lines = lines_between(league, *_day(league, day, days=60))
    return lines[0].fixture.starts_at.astimezone(league.tz).date() if lines else None
