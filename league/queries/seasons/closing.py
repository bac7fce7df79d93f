"""The end of a season: what is still owed, who has won, and a proposal of who goes up and down."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import F, Max

from league.enums import AppealState, ConductState, DisputeState, FixtureState, NextMove, ResultState
from league.models import Appeal, ConductCase, Dispute, Entry, Fixture, LateCard, League, Result, Season, Team, Winner
from league.queries.disputes.disputes import of_the_ruled
from league.queries.results.sheets import is_played
from league.queries.seasons.cup_endings import CupEnding, cup_endings
from league.queries.seasons.drafts import values_stamp
from league.queries.standings.decisions import TO_DECIDE, pairs_due
from league.queries.standings.halves import halves_of
from league.queries.standings.no_shows import no_shows_due
from league.queries.standings.standings import DivisionTable, season_tables
from league.rules.competitions.promotion import FinalTable, Move, propose_moves
from league.rules.tie_breaks import decided_between
from league.translation import Text, join_names


@dataclass(frozen=True, slots=True)
class OpenItem:
    """What a season still waits for; `name` says which kind, and so where it is settled; `cup` is that of its ties."""

    name: str
    text: Text
    cup: CupEnding | None = None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a secretary wants of a proposal: who leaves, by team; how many go up and down, by division; how many teams
    of a venue a division may have, None for any number."""

    leaving: frozenset[int] = frozenset()
    numbers: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    most_of_a_venue: int | None = None


@dataclass(frozen=True, slots=True)
class TeamMove:
    """A team as it ended, and where it is proposed to play next; `place` is 0 for one that is in no table."""

    entry: Entry
    place: int
    move: Move

    @property
    def reason(self) -> str:
        return NextMove(self.move.reason.value).label


@dataclass(frozen=True, slots=True)
class DivisionEnd:
    table: DivisionTable
    final: FinalTable
    honours: tuple[tuple[int, Team], ...]
    moves: tuple[TeamMove, ...]

    @property
    def champions(self) -> list[Team]:
        return [team for place, team in self.honours if place == 1]


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    season: Season
    open_items: tuple[OpenItem, ...]
    divisions: tuple[DivisionEnd, ...]
    cups: tuple[CupEnding, ...]

    @property
    def finals(self) -> list[FinalTable]:
        return [division.final for division in self.divisions]

    @property
    def moves(self) -> list[TeamMove]:
        return [move for division in self.divisions for move in division.moves]

    @property
    def division_names(self) -> dict[int, str]:
        return {division.final.key: division.table.division.name for division in self.divisions}

    @property
    def cups_without_winner(self) -> list[str]:
        return [cup.knock_out.competition.name for cup in self.cups if cup.entered and cup.champion is None]

    @property
    def stamp(self) -> str:
        """A short text that differs where the tables, the cups or what is open differ."""
        items = [str(item.text) for item in self.open_items]
        cups = [cup.champion and cup.champion.pk for cup in self.cups]
        tables = [*([*table.teams] for table in self.finals), *(d.honours for d in self.divisions)]
        return values_stamp([items, cups, *tables])


def season_end(season: Season, wishes: Wishes | None = None) -> SeasonEnd:
    """Return how a season ends (about sixteen queries, whatever its size).

    Three more where it has cups, and six more a division that is played in halves.
    """
    wishes = wishes or Wishes()
    tables = season_tables(season)
    entries: dict[int, dict[int, Entry]] = {table.division.pk: {} for table in tables}
    rows = Entry.objects.filter(season=season, team__hidden_at=None).select_related("team").order_by("team__name")
    for entry in rows:
        entries.setdefault(entry.division_id, {})[entry.team_id] = entry
    finals = [_final_table(table, entries[table.division.pk], wishes) for table in tables]
    known = {entry.team_id: entry for one in entries.values() for entry in one.values()}
    moves = propose_moves(
        finals,
        leaving=wishes.leaving | {team for team, entry in known.items() if entry.withdrawn_on is not None},
        groups={team: entry.venue_id for team, entry in known.items()},
        most_of_a_group=wishes.most_of_a_venue,
    )
    places = {row.team.pk: row.row.position for table in tables for row in table.rows}
    by_team = {move.team: TeamMove(known[move.team], places.get(move.team, 0), move) for move in moves}
    divisions = tuple(
        DivisionEnd(table, final, tuple(honours_of(table)), tuple(by_team[team] for team in final.teams))
        for table, final in zip(tables, finals, strict=True)
    )
    cups = tuple(cup_endings(season))
    return SeasonEnd(season, tuple(_find_open_items(season, tables, cups)), divisions, cups)


def _final_table(table: DivisionTable, entries: Mapping[int, Entry], wishes: Wishes) -> FinalTable:
    """The table with the teams that withdrew without a result that counts behind the others."""
    placed = [row.team.pk for row in table.rows]
    up, down = wishes.numbers.get(table.division.pk, (table.division.promoted_teams, table.division.relegated_teams))
    return FinalTable(table.division.pk, (*placed, *(team for team in entries if team not in placed)), up, down)


def honours_of(table: DivisionTable) -> Iterator[tuple[int, Team]]:
    """Yield champions and runners-up, each with 1 or 2; none before everything is decided.

    Where a season is played in halves their winners are, by the play-off between them. Teams that share a place both
    have it.
    """
    if table.remaining or not any(row.row.form for row in table.rows):
        return
    if table.division.season.halves:
        yield from _honours_of_halves(table)
        return
    gone = {entry.team_id for entry in table.withdrawn}
    for row in table.rows:
        if row.row.position <= 2 and row.team.pk not in gone:
            yield row.row.position, row.team


def _honours_of_halves(table: DivisionTable) -> Iterator[tuple[int, Team]]:
    one, two = halves_of(table.division).winners
    if one is None or two is None:
        return
    if one == two:
        yield 1, one
        return
    final = decided_between(table.play_offs, one.pk, two.pk)
    if final is not None and final.winner is not None:
        yield 1, one if final.winner == one.pk else two
        yield 2, two if final.winner == one.pk else one


def _find_open_items(season: Season, tables: Sequence[DivisionTable], cups: Sequence[CupEnding]) -> Iterator[OpenItem]:
    """Yield what could still change a table, the most first; then the cups that are not finished."""
    here = {"fixture__division__season": season}
    unplayed = sum(table.remaining - table.waiting for table in tables)
    unconfirmed = sum(table.waiting for table in tables)
    corrections = Result.objects.filter(state=ResultState.PROPOSED, live=False, **here).count()
    disputes = Dispute.objects.filter(state=DisputeState.OPEN, **here).count()
    appeals = Appeal.objects.filter(
        of_the_ruled("fixture__division__season", season, ruling="ruling__"), state=AppealState.OPEN
    ).count()
    cases = ConductCase.objects.filter(state=ConductState.PROPOSED, **here).count()
    cards = LateCard.objects.filter(TO_DECIDE, **here).count()
    no_shows = len(no_shows_due(season))
    play_offs = sum(len(pairs_due(table)) + sum(not one.decided for one in table.play_offs) for table in tables)
    lots = sum(
        _decides_place(table, group)
        for table in tables
        if not table.remaining
        for group in table.standings.awaiting("lots")
    )
    counts = (
        ("unplayed", Text.plural("{n} fixture without a result", "{n} fixtures without a result", unplayed)),
        ("unconfirmed", Text.plural("{n} result to confirm", "{n} results to confirm", unconfirmed)),
        ("corrections", Text.plural("{n} correction to answer", "{n} corrections to answer", corrections)),
        ("disputes", Text.plural("{n} dispute to settle", "{n} disputes to settle", disputes)),
        ("appeals", Text.plural("{n} appeal to decide", "{n} appeals to decide", appeals)),
        ("conduct", Text.plural("{n} case of conduct to decide", "{n} cases of conduct to decide", cases)),
        ("late-cards", Text.plural("{n} late card to decide", "{n} late cards to decide", cards)),
        ("no-shows", Text.plural("No-shows of {n} team to decide", "No-shows of {n} teams to decide", no_shows)),
        ("play-offs", Text.plural("{n} play-off due", "{n} play-offs due", play_offs)),
        ("lots", Text.plural("Lots to draw for {n} place", "Lots to draw for {n} places", lots)),
    )
    yield from (OpenItem(name, text) for name, text in counts if text.n)
    yield from (OpenItem("ties", cup.open_text, cup) for cup in cups if cup.unfinished)


def _decides_place(table: DivisionTable, group: Sequence[int]) -> bool:
    """Whether level teams share the first place, or a line of promotion or relegation runs between them."""
    places = [place for place, row in enumerate(table.rows) if row.team.pk in group]
    lines = {table.promoted, len(table.rows) - table.relegated} - {0, len(table.rows)}
    return 0 in places or any(places[0] < line <= places[-1] for line in lines)


@dataclass(frozen=True, slots=True)
class ClosedSeason:
    """What captains are told of a closed season.

    Attributes:
        champions: names by division and cup.
        up, down: names of teams, each with its next division.
    """

    season: Season
    champions: tuple[tuple[str, str], ...]
    up: tuple[Text, ...]
    down: tuple[Text, ...]


def champions_of(season: Season) -> dict[tuple[str, str], list[str]]:
    """Names of a closed season's champions, by slug and name of the division or cup (one query)."""
    champions: dict[tuple[str, str], list[str]] = {}
    if season.closed_at is None:
        return champions
    for winner in Winner.objects.filter(season=season, recorded_at=season.closed_at, place=1).order_by("pk"):
        champions.setdefault((winner.slug, winner.competition), []).append(winner.name)
    return champions


def find_closed_season(league: League, key: str) -> ClosedSeason | None:
    """Return the season that a notice's key names first; None where it was reopened (three queries)."""
    number = key.partition(":")[0]
    closed = Season.objects.filter(league=league, closed_at__isnull=False)
    season = closed.filter(pk=int(number)).first() if number.isdigit() and len(number) < 16 else None
    if season is None or season.closed_at is None:
        return None
    champions = champions_of(season)
    entries = Entry.objects.filter(season=season, moves_to__isnull=False).exclude(moves_to=F("division"))
    up, down = list[Text](), list[Text]()
    for entry in entries.select_related("team", "division", "moves_to").order_by("moves_to__order", "team__name"):
        if entry.moves_to is not None:
            text = Text("{team} ({division})", team=entry.team.name, division=entry.moves_to.name)
            (up if entry.moves_to.order < entry.division.order else down).append(text)
    named = tuple((competition, str(join_names(names))) for (_, competition), names in champions.items())
    return ClosedSeason(season, named, tuple(up), tuple(down))


def is_ending(season: Season, *, now: dt.datetime) -> bool:
    """Whether a public season's last fixtures are a week away or past, or it is closed (one query)."""
    if season.published_at is None or season.hidden_at is not None:
        return False
    if season.closed_at is not None:
        return True
    fixtures = Fixture.objects.filter(division__season=season).exclude(state=FixtureState.CANCELLED)
    last = fixtures.aggregate(last=Max("starts_at"))["last"]
    return last is not None and last - now <= A_WEEK


A_WEEK = dt.timedelta(weeks=1)


def seasons_after(season: Season) -> list[Season]:
    """Seasons of the league that begin later and are not hidden, drafts too, the first one first (one query)."""
    later = Season.objects.filter(league=season.league_id, first_week__gt=season.first_week, hidden_at=None)
    return list(later.order_by("first_week", "pk"))


def may_reopen(season: Season) -> bool:
    """Whether no later season has a result (two queries)."""
    return not is_played(*seasons_after(season))


def season_before(season: Season) -> Season | None:
    """The season that began before another one (one query)."""
    earlier = Season.objects.filter(league=season.league_id, first_week__lt=season.first_week, hidden_at=None)
    return earlier.order_by("-first_week", "-pk").first()
