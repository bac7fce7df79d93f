"""Tables of divisions as the pages show them: rows with their addresses, and the notes under them."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from league.enums import Settlement, WithdrawalPolicy
from league.models import Adjustment, League
from league.queries.standings.standings import DivisionTable, Remark, TableRow
from league.rules.tallies import FixtureTotals
from league.web.base.cards import url_of


@dataclass(frozen=True, slots=True)
class FormPeg:
    """One of the last five fixtures of a team: how it ended, in a word, and where to read about it."""

    outcome: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of `components/standings_table.html`."""

    position: int
    joint: bool
    team_id: int
    team_name: str
    team_url: str
    played: int
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    games_difference: int
    points: Fraction
    awarded: int
    walkovers: int
    abandoned: int
    adjustment: Fraction
    form: tuple[FormPeg, ...]
    decided_text: str
    receipt_url: str


@dataclass(frozen=True, slots=True)
class RemarkView:
    """A note on one result: its mark, the fixture, and what it is."""

    mark: str
    fixture: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class AdjustmentView:
    """A note on points given or taken."""

    team: str
    points: Fraction
    date: dt.date
    reason: str
    takes_back: bool

    @property
    def unit(self) -> str:
        """``point`` of one, given or taken."""
        return "point" if abs(self.points) == 1 else "points"


@dataclass(frozen=True, slots=True)
class TableView:
    """A division's table, ready to show."""

    name: str
    url: str
    rows: tuple[StandingsRow, ...]
    waiting: int
    to_play: int
    remarks: tuple[RemarkView, ...]
    adjustments: tuple[AdjustmentView, ...]
    withdrawn: tuple[str, ...]


OUTCOMES = {
    "W": "Won against",
    "D": "Drew with",
    "L": "Lost to",
    "A": "Abandoned against",
}


def table_view(table: DivisionTable, league: League) -> TableView:
    """A table with the addresses of its teams and fixtures."""
    division = table.division
    which = {"season": division.season.slug, "division": division.slug}
    return TableView(
        name=division.name,
        url=url_of("division", league, **which),
        rows=tuple(_standings_row(row, table, league) for row in table.rows),
        waiting=table.waiting,
        to_play=table.remaining - table.waiting,
        remarks=tuple(_remark(remark, table, league) for remark in table.remarks),
        adjustments=tuple(_adjustment(each) for each in table.adjustments),
        withdrawn=tuple(_withdrawn(table)),
    )


def _standings_row(found: TableRow, table: DivisionTable, league: League) -> StandingsRow:
    row = found.row
    season, division = table.division.season.slug, table.division.slug
    form = tuple(
        FormPeg(
            item.outcome,
            f"{OUTCOMES[item.outcome]} {table.teams[item.opponent].name}",
            url_of("fixture", league, fixture=item.fixture_id),
        )
        for item in row.form
    )
    return StandingsRow(
        position=row.position,
        joint=row.joint,
        team_id=found.team.pk,
        team_name=found.team.name,
        team_url=url_of("team", league, team=found.team.slug),
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        games_for=row.games_for,
        games_against=row.games_against,
        games_difference=row.games_difference,
        points=row.points,
        awarded=row.awarded,
        walkovers=row.walkovers,
        abandoned=row.abandoned,
        adjustment=row.adjustment,
        form=form,
        decided_text=row.decided_text,
        receipt_url=url_of("receipt", league, season=season, division=division, team=found.team.slug),
    )


def _remark(remark: Remark, table: DivisionTable, league: League) -> RemarkView:
    totals = remark.totals
    home, away = table.teams[totals.home].name, table.teams[totals.away].name
    mark, text = _told(totals, home, away)
    if remark.settlement == Settlement.DEADLINE:
        late = "confirmed by the deadline, as the other side said nothing"
        mark, text = mark or "d", f"{text}; {late}" if text else late
    said = f"{text}. {remark.note}" if remark.note else f"{text}."
    return RemarkView(mark, f"{home} v {away}", url_of("fixture", league, fixture=totals.fixture_id), said)


def _told(totals: FixtureTotals, home: str, away: str) -> tuple[str, str]:
    """The mark of a result, and what it is; blank for one that was played out."""
    if totals.how == "walkover":
        to, games = (home, totals.home_games) if totals.home_games else (away, totals.away_games)
        return "w", f"walkover to {to}, who are awarded {_games(games)}"
    if totals.how == "nobody":
        return "n", "neither side came; no points to either"
    if totals.how == "void":
        return "v", "void; it counts for nothing"
    awarded = " and ".join(_awards(totals, home, away))
    if totals.how == "abandoned":
        score = f"abandoned at {totals.home_games}–{totals.away_games}"
        if not totals.finished:
            return "b", f"{score}; the other games were not played"
        return "b", f"abandoned; {awarded}" if awarded else score
    return ("a", awarded) if awarded else ("", "")


def _awards(totals: FixtureTotals, home: str, away: str) -> Iterator[str]:
    for team, games in ((home, totals.home_awarded), (away, totals.away_awarded)):
        if games:
            yield f"{_games(games)} awarded to {team}"


def _games(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"


def _adjustment(made: Adjustment) -> AdjustmentView:
    return AdjustmentView(
        team=made.entry.team.name,
        points=Fraction(made.points),
        date=made.date,
        reason=made.reason,
        takes_back=made.takes_back_id is not None,
    )


def _withdrawn(table: DivisionTable) -> Iterator[str]:
    """What became of the results of each team that has withdrawn, by the policy that the season had on that day."""
    played = {row.team.pk: row.row.played for row in table.rows}
    for entry in table.withdrawn:
        if entry.withdrawn_on is not None:
            kept = played.get(entry.team_id, 0)
            count = f"{kept} of its results count{'s' if kept == 1 else ''}" if kept else "none of its results counts"
            on = f"{entry.withdrawn_on.day} {entry.withdrawn_on:%B %Y}"
            # An administrator's entry in the admin names none.
            applied = entry.withdrawal_policy or table.division.season.withdrawal_policy
            policy = WithdrawalPolicy(applied).label
            yield f"{entry.team} withdrew on {on}: {count}. The season’s rule then: {policy[0].lower()}{policy[1:]}."
