"""Whatever a league's format and points are: a night comes back from its form and from another server, and adds up.

The formats, the points and the nights are drawn by lot, from a number that says which; the table is counted anew here,
from how each match was meant to end.
"""

import datetime as dt
import io
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from random import Random

import pytest
from django.db import transaction

from league.models import Player, Result
from league.queries.results.sheets import sheets_of
from league.rules.formats import parse_format, terms
from league.rules.match_terms import MatchTerms, Terms
from league.rules.sheet_fields import fields_of, parse_sheet
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, Pegged, ResultSheet, Side, Totals
from league.services.portability.exports import export_league
from league.services.portability.league_import import import_league
from league.services.results.submit import submit
from tests.factories import Town
from tests.leagues.nights import league_of, table

pytestmark = pytest.mark.django_db
NIGHTS = (("Anchor", "Bell"), ("Castle", "Duke of York"))
End = tuple[int, int]


def some_format(lot: Random) -> str:
    """Two to four kinds of match of which everybody may play as many as there are."""
    parts = []
    for _ in range(lot.randint(2, 4)):
        kind = lot.choice(["S", "D", "T", "4P", f"{lot.randint(2, 3)}E", f"{lot.randint(2, 3)}ED"])
        ends = lot.choice(["", "b", "f"])
        games = {"": lot.randint(1, 5), "b": lot.choice([1, 3, 5]), "f": lot.randint(1, 3)}[ends]
        parts.append(f"{kind}{ends}{games}{lot.choice(['', 'w', 't', 'p'])}")
    return f"{' '.join(parts)} / 20"


def end_of(match: MatchTerms, lot: Random) -> End:
    """One of the ends that a match can have."""
    every = range(match.most + 1)
    return lot.choice([(home, away) for home in every for away in every if match.can_end_at(home, away)])


def written(match: MatchTerms, end: End, lot: Random) -> tuple[tuple[GameScore, ...], bool, Pegged]:
    """The games of a match that ended so, as its sheet has them; whether as totals; and the points pegged in them."""
    home, away = end
    if match.written in ("totals", "pegged"):
        points = [
            won * match.target + sum(lot.randrange(match.target) for _ in range(lost))
            for won, lost in ((home, away), (away, home))
        ]
        return Totals(home, away).games, True, (points[0], points[1]) if match.written == "pegged" else (None, None)
    won: list[Side] = [*[HOME] * home, *[AWAY] * away]
    lot.shuffle(won)
    if match.ends != "all":
        # Whoever has won the match has won its last game.
        last = HOME if home > away else AWAY
        won.remove(last)
        won.append(last)
    games = [GameScore(won=side) if match.written == "winners" else _score(match, side, lot) for side in won]
    return (*games, *[GameScore()] * (match.most - len(games))), False, (None, None)


def _score(match: MatchTerms, winner: Side, lot: Random) -> GameScore:
    lost = lot.randrange(match.target)
    return GameScore(match.target, lost) if winner == HOME else GameScore(lost, match.target)


def a_night(town: Town, home: str, away: str, due: Terms, lot: Random) -> tuple[ResultSheet, list[End]]:
    """A sheet of two teams, and how each of its matches ends."""
    sides = {HOME: town.squads[home], AWAY: town.squads[away]}
    matches, ends = [], []
    line_up = {HOME: list[Player](), AWAY: list[Player]()}
    for number, match in enumerate(due.matches, start=1):
        if match.pairing is None:
            seats = {side: lot.sample(squad, match.players) for side, squad in sides.items()}
        else:
            if match.pairing.home_first:
                many = match.pairing.size * match.players
                line_up = {side: lot.sample(squad, many) for side, squad in sides.items()}
            places = {HOME: match.pairing.home, AWAY: match.pairing.away}
            seats = {side: line_up[side][place - 1 :: match.pairing.size] for side, place in places.items()}
        ends.append(end_of(match, lot))
        games, totals, pegged = written(match, ends[-1], lot)
        players = [tuple(player.pk for player in seats[side]) for side in (HOME, AWAY)]
        matches.append(MatchSheet(number, match.kind, *players, games, totals=totals, pegged=pegged))
    return ResultSheet(tuple(matches)), ends


def counted(
    nights: dict[tuple[str, str], list[End]], points: dict[str, int]
) -> dict[str, tuple[int, int, int, Decimal]]:
    """The table, added up match by match."""
    found = {}
    for pair, ends in nights.items():
        games, matches = Counter[str](), Counter[str]()
        for end in ends:
            for team, won in zip(pair, end, strict=True):
                games[team] += won
            if end[0] != end[1]:
                matches[pair[end[0] < end[1]]] += 1
        for team, other in (pair, pair[::-1]):
            ahead = games[team] - games[other]
            sum_of = points["points_per_game"] * games[team] + points["points_per_match"] * matches[team]
            sum_of += points["points_per_win"] * (ahead > 0) + points["points_per_draw"] * (ahead == 0)
            found[team] = (games[team], games[other], int(ahead > 0), Decimal(sum_of))
    return found


def sheets_by_name(sheets: Iterable[ResultSheet]) -> list[list[object]]:
    """Sheets with their players by name, as their numbers are others on another server."""
    names = dict(Player.objects.values_list("pk", "name"))
    return [
        [
            (match.kind, *([names.get(player or 0) for player in match.players(side)] for side in (HOME, AWAY)),
             match.games, match.totals, match.pegged)
            for match in sheet.matches
        ]
        for sheet in sheets
    ]  # fmt: skip


def live() -> list[ResultSheet]:
    return list(sheets_of(Result.objects.filter(live=True).order_by("fixture__home__name")).values())


@pytest.mark.parametrize("drawn", range(12))
def test_a_night_comes_back_and_the_table_adds_up(drawn: int, now: dt.datetime) -> None:
    lot = Random(drawn)
    points = {
        "points_per_game": lot.choice([0, 1, 2]), "points_per_match": lot.choice([0, 1]),
        "points_per_win": lot.choice([0, 2, 5]), "points_per_draw": lot.choice([0, 1]),
    }  # fmt: skip
    said, out = some_format(lot), io.BytesIO()
    assert parse_format(said)[1] == [], said
    with transaction.atomic():
        # On a server that is gone afterwards.
        town = league_of(said, **points)
        due, nights = terms(town.division), {}
        for pair in NIGHTS:
            sheet, nights[pair] = a_night(town, *pair, due, lot)
            assert parse_sheet(fields_of(sheet, due), due) == (sheet, []), said
            submit(town.fixture(*pair), sheet, by=town.secretary, now=now)
        assert table(town) == counted(nights, points), said
        before = sheets_by_name(live())
        export_league(town.league, out, by=town.secretary, now=now)
        transaction.set_rollback(True)
    import_league(io.BytesIO(out.getvalue()), now=now)
    assert sheets_by_name(live()) == before, said
    division = Result.objects.filter(live=True)[0].fixture.division
    assert terms(division) == due, said
    town.division = division
    assert table(town) == counted(nights, points), said
