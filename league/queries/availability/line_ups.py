"""The line-up that a sheet opens with, and the order of its lists: from the teams' confirmed sheets before it."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import cast

from django.db.models import Q

from league.enums import CanPlay, FixtureState, ResultState
from league.models import Appearance, Fixture, Player
from league.queries.availability.squads import answers_for
from league.queries.visibility import not_hidden
from league.rules.formats import fixture_terms
from league.rules.line_ups import LineUp, fields_of_line_up, line_up_of, recent_first
from league.rules.match_terms import Kind
from league.rules.sheet_fields import Fields
from league.rules.sheets import AWAY, HOME, SIDES, Side

# Who played longer ago than this is no habit of the team's.
LOOKED_BACK = dt.timedelta(days=400)
_OF = "result__fixture__"


@dataclass(frozen=True, slots=True)
class Played:
    """The sheets of two teams before a fixture, by side: last line-up, its day, and how long ago each player played.

    `ago` counts the team's fixtures, from 0.
    """

    last: dict[Side, LineUp] = field(default_factory=lambda: {HOME: (), AWAY: ()})
    on: dict[Side, dt.datetime] = field(default_factory=dict)
    ago: dict[Side, dict[int, int]] = field(default_factory=lambda: {HOME: {}, AWAY: {}})

    def ordered(self, squads: tuple[Sequence[Player], Sequence[Player]]) -> tuple[Sequence[Player], Sequence[Player]]:
        """Sort both squads, those in front who played last (no query)."""
        home, away = (self._ordered(side, squad) for side, squad in zip(SIDES, squads, strict=True))
        return home, away

    def _ordered(self, side: Side, squad: Sequence[Player]) -> Sequence[Player]:
        by_number = {player.pk: player for player in squad}
        return [by_number[pk] for pk in recent_first(by_number, self.ago[side])]


def played_before(fixture: Fixture) -> Played:
    """Read both teams' confirmed public sheets of the league in the thirteen months before a fixture (one query)."""
    teams = (fixture.home_id, fixture.away_id)
    rows = (
        Appearance.objects.filter(
            Q(result__fixture__home__in=teams) | Q(result__fixture__away__in=teams),
            not_hidden(f"{_OF}division__season__"),
            result__live=True,
            result__state=ResultState.CONFIRMED,
            result__fixture__division__season__league=fixture.league,
            result__fixture__starts_at__lt=fixture.starts_at,
            result__fixture__starts_at__gte=fixture.starts_at - LOOKED_BACK,
        )
        .exclude(result__fixture__state=FixtureState.CANCELLED)
        .order_by(f"-{_OF}starts_at", f"-{_OF}pk")
        .values_list(
            f"{_OF}pk", f"{_OF}starts_at", f"{_OF}home", f"{_OF}away",
            "side", "match__number", "match__kind", "seat", "player",
        )
    )  # fmt: skip
    found = Played()
    sheets: dict[Side, dict[int, list[tuple[int, Kind, int, int]]]] = {HOME: defaultdict(list), AWAY: defaultdict(list)}
    for pk, starts_at, home, away, side, number, kind, seat, player in rows:
        team = home if side == HOME else away
        for of, wanted in zip(SIDES, teams, strict=True):
            if team == wanted:
                sheets[of][pk].append((number, cast(Kind, kind), seat, player))
                found.on.setdefault(of, starts_at)
                found.ago[of].setdefault(player, len(sheets[of]) - 1)
    for of, by_fixture in sheets.items():
        if by_fixture:
            found.last[of] = line_up_of(next(iter(by_fixture.values())))
    return found


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A line-up that a sheet opens with; `chosen` are the seats that the captain has chosen for this fixture."""

    fields: Fields
    chosen: frozenset[str] = frozenset()


def suggested_line_ups(
    fixture: Fixture,
    played: Played,
    squads: tuple[Sequence[Player], Sequence[Player]],
    own: Collection[Side] = (),
) -> Suggestion:
    """Return the line-ups of both teams as fields of a sheet (one query where any side is the reader's own).

    Whoever has left the squad is left out. For `own` sides, whose answers the reader may see, it is the line-up chosen
    for the fixture; or else the last one, without those who cannot play.
    """
    terms, fields, chosen = fixture_terms(fixture), cast(Fields, {}), set()
    rows = answers_for([fixture]) if own else []
    for side, squad, others in zip(SIDES, squads, reversed(squads), strict=True):
        moved = {player.pk for player in others} - {player.pk for player in squad}
        answered = [row for row in rows if row.side == side and row.player_id not in moved] if side in own else []
        picked = {place: str(row.player_id) for row in answered for place in row.places.split()}
        if picked:
            fields |= picked
            chosen |= set(picked)
            continue
        out = {row.player_id for row in answered if row.answer == CanPlay.NO}
        fields |= fields_of_line_up(played.last[side], side, terms, {player.pk for player in squad} - out)
    return Suggestion(fields, frozenset(chosen))
