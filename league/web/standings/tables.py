"""Tables of divisions as the pages show them, with the places still possible; and the archive of seasons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.enums import Settlement, WithdrawalPolicy
from league.models import Adjustment, League, Season
from league.queries.honours.careers import Career
from league.queries.standings import standings
from league.queries.standings.halves import Halves, leaders_of
from league.queries.standings.meetings import archive_of
from league.queries.standings.standings import DivisionTable, Remark, TableRow
from league.queries.visibility import public
from league.rules.prospects import Outlook, Prospect
from league.rules.tallies import FixtureTotals
from league.rules.tie_breaks import decided_between
from league.rules.wording import number, spelt
from league.translation import N_, Text, in_a_sentence, join_names
from league.web.cards import url_of
from league.web.requests import LeagueRequest, in_league


@dataclass(frozen=True, slots=True)
class FormPeg:
    outcome: str
    label: Text
    url: str = ""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    line: TableRow
    team_url: str
    receipt_url: str
    form: tuple[FormPeg, ...]
    border: str = ""  # ``up``: the line of promotion is drawn below it; ``down``: that of relegation above it


@dataclass(frozen=True, slots=True)
class RemarkView:
    mark: str
    fixture: str
    url: str
    text: Text


@dataclass(frozen=True, slots=True)
class AdjustmentView:
    made: Adjustment

    @property
    def number(self) -> int:
        """The number by which the plural is chosen: of one point, given or taken, that of one."""
        return 1 if abs(self.made.points) == 1 else 2


@dataclass(frozen=True, slots=True)
class TableView:
    name: str
    url: str
    rows: tuple[StandingsRow, ...]
    waiting: int = 0
    to_play: int = 0
    remarks: tuple[RemarkView, ...] = ()
    adjustments: tuple[AdjustmentView, ...] = ()
    withdrawn: tuple[Text, ...] = ()
    play_offs: tuple[Text, ...] = ()
    lines: tuple[Text, ...] = ()
    cards_to_come: int = 0  # where the table rests on them


OUTCOMES = {
    "W": N_("Won against {team}"),
    "D": N_("Drew with {team}"),
    "L": N_("Lost to {team}"),
    "A": N_("Abandoned against {team}"),
}
PLAYER_OUTCOMES = {
    "W": N_("won {won}–{lost} against {team}"),
    "L": N_("lost {won}–{lost} against {team}"),
    "D": N_("drew {won}–{lost} against {team}"),
}


def table_view(table: DivisionTable, league: League) -> TableView:
    return replace(
        leader_view(table, league),
        rows=tuple(_standings_row(row, table, league, place) for place, row in enumerate(table.rows, start=1)),
        waiting=table.waiting,
        to_play=table.remaining - table.waiting,
        remarks=tuple(_remark(remark, table, league) for remark in table.remarks),
        adjustments=tuple(AdjustmentView(made) for made in table.adjustments),
        withdrawn=tuple(_withdrawn(table)),
        play_offs=tuple(_play_offs(table)),
        lines=tuple(_lines(table)),
        cards_to_come=table.cards_to_come if table.lacks_cards else 0,
    )


def leader_view(table: DivisionTable, league: League) -> TableView:
    """Make the view of a table's first row alone, for a page of many tables."""
    params = {"season": table.division.season.slug, "division": table.division.slug}
    rows = tuple(_standings_row(row, table, league, 1) for row in table.rows[:1])
    return TableView(table.division.name, url_of("division", league, **params), rows)


def _lines(table: DivisionTable) -> Iterator[Text]:
    up, down = table.promoted, table.relegated
    if up:
        yield Text.plural(
            "The upper line: the first team is promoted.",
            "The upper line: the first {number} teams are promoted.",
            n=up,
            number=number(up),
        )
    if down:
        yield Text.plural(
            "The lower line: the last team is relegated.",
            "The lower line: the last {number} teams are relegated.",
            n=down,
            number=number(down),
        )


def _play_offs(table: DivisionTable) -> Iterator[Text]:
    """Say between whom play-offs are due or arranged, now that every other fixture is played."""
    steps = (step for tie in table.standings.ties for step in tie.steps)
    for step in steps:
        if step.tie_break == "play_off" and step.verdict == "awaited" and not table.remaining:
            teams = join_names([table.teams[team].name for team in step.teams])
            yield Text("{teams}: {why}", teams=teams, why=in_a_sentence(step.why))


def halves_told(halves: Halves, table: DivisionTable) -> Iterator[Text]:
    """Say who has won each half, and what of the play-off between the winners."""
    for half, winner, (won, shared) in zip(halves.tables, halves.winners, _HALVES, strict=True):
        leaders = leaders_of(half)
        if winner is not None:
            yield Text(won, team=winner.name)
        elif leaders:
            yield Text(shared, teams=join_names([team.name for team in leaders]))
    one, two = halves.winners
    if one is None or two is None:
        return
    decided = decided_between(table.play_offs, one.pk, two.pk) if one != two else None
    if one == two:
        yield Text("{team} won both halves: no play-off is needed.", team=one.name)
    elif decided is not None and decided.winner is not None:
        yield Text("{team} won the play-off between the winners.", team=table.teams[decided.winner].name)
    else:
        yield Text("{one} and {two} meet in a play-off.", one=one.name, two=two.name)


_HALVES = (
    (N_("{team} won the first half."), N_("{teams} share first place of the first half: nobody has won it yet.")),
    (N_("{team} won the second half."), N_("{teams} share first place of the second half: nobody has won it yet.")),
)


def _standings_row(row: TableRow, table: DivisionTable, league: League, place: int) -> StandingsRow:
    lowest = len(table.rows) - table.relegated + 1
    where = {"season": table.division.season.slug, "division": table.division.slug}
    form = tuple(
        # Not links: the team's page and its points lead to the fixtures, and fifty links hide ten teams.
        FormPeg(item.outcome, Text(OUTCOMES[item.outcome], team=table.teams[item.opponent].name))
        for item in row.row.form
    )
    return StandingsRow(
        row,
        team_url=url_of("team", league, team=row.team.slug),
        # A receipt tells of the points of the table of all matches.
        receipt_url="" if table.kind else url_of("receipt", league, **where, team=row.team.slug),
        form=form,
        border="up" if place == table.promoted else "down" if table.relegated and place == lowest else "",
    )


def player_form(career: Career, league: League) -> list[FormPeg]:
    return [
        FormPeg(
            match.played.outcome,
            Text(
                PLAYER_OUTCOMES[match.played.outcome],
                won=match.played.won,
                lost=match.played.lost,
                team=match.team.name,
            ),
            url_of("fixture", league, fixture=match.played.fixture),
        )
        for match in career.last
    ]


def _remark(remark: Remark, table: DivisionTable, league: League) -> RemarkView:
    totals = remark.totals
    home, away = table.teams[totals.home].name, table.teams[totals.away].name
    mark, text = _result_mark(totals, home, away)
    if remark.settlement == Settlement.DEADLINE:
        late = N_("confirmed by the deadline, as the other side said nothing")
        mark, text = mark or "d", Text("{what}; {late}", what=text, late=late) if text else late
    message = Text("{what}. {note}", what=text, note=remark.note) if remark.note else Text("{what}.", what=text)
    return RemarkView(mark, f"{home} v {away}", url_of("fixture", league, fixture=totals.fixture_id), message)


def _result_mark(totals: FixtureTotals, home: str, away: str) -> tuple[str, str]:
    """The mark of a result, and what it is; blank for one that was played out."""
    if totals.how == "walkover":
        to, games = (home, totals.home_games) if totals.walkover_side == "home" else (away, totals.away_games)
        if totals.home_games and totals.away_games:
            score = {"home": totals.home_games, "away": totals.away_games}
            return "w", Text("walkover to {team}, which counts {home}–{away} in games", team=to, **score)
        return "w", Text.plural(
            "walkover to {team}, who are awarded {n} game",
            "walkover to {team}, who are awarded {n} games",
            n=games,
            team=to,
        )
    if totals.how == "nobody":
        return "n", N_("neither side came; no points to either")
    if totals.how == "void":
        return "v", N_("void; it counts for nothing")
    awarded = _awarded(totals, home, away)
    if totals.how == "abandoned":
        score = {"home": totals.home_games, "away": totals.away_games}
        if not totals.finished:
            return "b", Text("abandoned at {home}–{away}; the other games were not played", **score)
        if awarded:
            return "b", Text("abandoned; {awarded}", awarded=awarded)
        return "b", Text("abandoned at {home}–{away}", **score)
    return ("a", awarded) if awarded else ("", "")


def _awarded(totals: FixtureTotals, home: str, away: str) -> Text | None:
    given = [
        Text.plural("{n} game awarded to {team}", "{n} games awarded to {team}", n=games, team=team)
        for team, games in ((home, totals.home_awarded), (away, totals.away_awarded))
        if games
    ]
    if len(given) == 2:
        return Text("{first} and {second}", first=given[0], second=given[1])
    return given[0] if given else None


def _withdrawn(table: DivisionTable) -> Iterator[Text]:
    """What became of the results of each team that has withdrawn, by the policy that the season had on that day."""
    played = {row.team.pk: row.row.played for row in table.rows}
    for entry in table.withdrawn:
        if entry.withdrawn_on is not None:
            kept = played.get(entry.team_id, 0)
            count = N_("none of its results counts")
            if kept:
                count = Text.plural("{n} of its results counts", "{n} of its results count", n=kept)
            # An administrator's entry in the admin names none.
            applied = entry.withdrawal_policy or table.division.season.withdrawal_policy
            policy = in_a_sentence(WithdrawalPolicy(applied).label)
            yield Text(
                "{team} withdrew on {day}: {count}. The season’s rule then: {rule}.",
                team=entry.team.name, day=spelt(entry.withdrawn_on), count=count, rule=policy,
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ProspectRow:
    team: str
    url: str
    reach: Text
    decided: bool
    outlooks: tuple[Outlook, ...]


def prospect_rows(prospects: Sequence[Prospect], table: DivisionTable, league: League) -> list[ProspectRow]:
    """Return a row a team that has not withdrawn; [] while every team can still reach every place."""
    if all(_everything(prospect, len(prospects)) for prospect in prospects):
        return []
    gone = {entry.team_id for entry in table.withdrawn}
    rows = []
    for prospect in prospects:
        if prospect.team not in gone:
            team, places = table.teams[prospect.team], prospect.places
            url = url_of("team", league, team=team.slug)
            decided = places is not None and places.decided
            rows.append(ProspectRow(team.name, url, prospect.reach, decided, prospect.news))
    return rows


def _everything(prospect: Prospect, teams: int) -> bool:
    places = prospect.places
    return places is not None and (places.best_clear, places.worst_clear) == (1, teams)


@require_safe
@in_league("league.view")
def archive(request: LeagueRequest) -> HttpResponse:
    return render(request, "league/standings/archive.html", {"archived": archive_of(request.league)})


@require_safe
@in_league("league.view")
def season_tables(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = get_object_or_404(Season, public(), league=request.league, slug=season)
    season_row.league = request.league
    shown = standings.season_tables(season_row)
    context = {
        "season": season_row,
        "tables": [table_view(table, request.league) for table in shown],
        "final": all(table.settled for table in shown),
    }
    return render(request, "league/standings/season_tables.html", context)
