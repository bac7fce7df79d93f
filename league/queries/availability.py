"""A team's players for a coming fixture, with their answers; and the line-up that a sheet opens with."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from django.db.models import Q

from league.access import Grants, may
from league.enums import CanPlay, FixtureState, ResultState, Side, TeamKind
from league.models import Appearance, Availability, Fixture, League, Player, Registration, Team
from league.queries.people.people import squads
from league.queries.visibility import not_closed, not_hidden, public, sides_shown
from league.rules.formats import fixture_terms
from league.rules.line_ups import LineUp, fields_of_line_up, line_up_of, line_up_of_members, recent_first
from league.rules.match_terms import Kind
from league.rules.sheet_fields import Fields
from league.rules.sheets import AWAY, HOME, SIDES
from league.rules.sheets import Side as SideName


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who may play for a team in a fixture.

    Attributes:
        answer: yes, no or maybe; blank where they have said nothing.
        by_captain: somebody else answered for them.
        reserve: asked only where the team is short.
        guest: not of the squad; the captain asked them.
        account: they have one, so that mail can ask them.
        places: their seats in the line-up, such as "m1-home-1".
        told: the seats that they were told of.
    """

    player: Player
    answer: str = ""
    by_captain: bool = False
    reserve: bool = False
    guest: bool = False
    account: bool = False
    places: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamAvailability:
    """The players of one side of a fixture, with their answers.

    Attributes:
        needed: the fewest players who can fill every match.
    """

    fixture: Fixture
    side: Side
    candidates: tuple[Candidate, ...]
    needed: int

    @property
    def team(self) -> Team:
        return self.fixture.home if self.side == Side.HOME else self.fixture.away

    def count(self, answer: str) -> int:
        """Count an answer; blank is none. Reserves who say nothing are not waited for."""
        return sum(
            candidate.answer == answer and (bool(answer) or not candidate.reserve) for candidate in self.candidates
        )

    @property
    def yes(self) -> int:
        return self.count(CanPlay.YES)

    @property
    def no(self) -> int:
        return self.count(CanPlay.NO)

    @property
    def maybe(self) -> int:
        return self.count(CanPlay.MAYBE)

    @property
    def silent(self) -> int:
        """How many of those asked first have not answered."""
        return self.count("")

    @property
    def short(self) -> int:
        return max(0, self.needed - self.yes)

    @property
    def line_up(self) -> dict[str, int]:
        """The chosen line-up: players by their seats."""
        return {place: candidate.player.pk for candidate in self.candidates for place in candidate.places}

    def find(self, player: int) -> Candidate | None:
        return next((candidate for candidate in self.candidates if candidate.player.pk == player), None)


def open_for_answers(fixture: Fixture, *, now: dt.datetime) -> bool:
    """Whether it has a date and has not begun, and its season is open."""
    closed = fixture.division.season.closed_at is not None
    return fixture.state == FixtureState.SCHEDULED and fixture.starts_at > now and not closed


def availability_of(fixture: Fixture) -> Mapping[Side, TeamAvailability]:
    """Who can play for either side of a fixture (three queries; six where nobody need be registered)."""
    both = squads(fixture)
    rows = {row.player_id: row for row in answers_for([fixture])}
    reserves = set(
        Registration.objects.filter(
            season=fixture.division.season_id, team__in=(fixture.home_id, fixture.away_id), reserve=True
        ).values_list("player", flat=True)
    )
    needed = fixture_terms(fixture).players_needed()
    # Whoever has changed teams since they answered is in the squad they are in now, and nobody's guest.
    known = {player.pk for squad in both for player in squad}
    found = {}
    for side, squad in zip(Side, both, strict=True):
        guests = [row.player for row in rows.values() if row.side == side and row.player_id not in known]
        people = [(player, False) for player in squad] + [(player, True) for player in guests]
        found[side] = TeamAvailability(
            fixture, side, tuple(_candidate(player, rows, reserves, guest, side) for player, guest in people), needed
        )
    return found


def _candidate(
    player: Player, rows: Mapping[int, Availability], reserves: set[int], guest: bool, side: Side
) -> Candidate:
    row, reserve, account = rows.get(player.pk), player.pk in reserves, player.user_id is not None
    if row is None:
        return Candidate(player, reserve=reserve, guest=guest, account=account)
    by_captain = bool(row.answer) and row.answered_by_id is not None and row.answered_by_id != player.user_id
    # What was chosen for the other side is not this side's to see.
    places, told = (tuple(at for at in text.split() if f"-{side}-" in at) for text in (row.places, row.told))
    return Candidate(player, row.answer, by_captain, reserve, guest, account, places, told)


def answers_for(fixtures: Iterable[Fixture]) -> list[Availability]:
    """Answers for the present start of each fixture, with their players (one query); not of erased or merged ones."""
    starts = {fixture.pk: fixture.starts_at for fixture in fixtures}
    rows = Availability.objects.filter(fixture__in=starts, player__erased_at=None, player__merged_into=None)
    found = rows.select_related("player").order_by("player__name", "player_id")
    return [row for row in found if row.starts_at == starts[row.fixture_id]]


class NextFixture(NamedTuple):
    """The next fixture of a reader, and who can play in it; with `manages` they see everybody's answers."""

    team: TeamAvailability
    mine: Candidate | None
    manages: bool


def next_fixture_of(league: League, held: Grants, *, now: dt.datetime) -> NextFixture | None:
    """The next fixture that a reader plays in or captains, and who can play (five queries; two without one)."""
    teams = set(held.captain_of)
    today = now.astimezone(league.tz).date()
    playing = Registration.objects.filter(
        Q(ends_on=None) | Q(ends_on__gte=today), player__in=held.players, season__league=league
    )
    teams |= set(playing.values_list("team", flat=True))
    coming = Fixture.objects.filter(
        Q(home__in=teams) | Q(away__in=teams), public("division__season__"),
        not_closed("division__season__"), sides_shown(), division__season__league=league,
        state=FixtureState.SCHEDULED, starts_at__gt=now,
    )  # fmt: skip
    joined = ("division__season__league", "division__format", "format", "home", "away", "venue", "week__round")
    fixture = coming.select_related(*joined).order_by("starts_at", "pk").first() if teams else None
    if fixture is None:
        return None
    side = Side.HOME if fixture.home_id in teams else Side.AWAY
    found = availability_of(fixture)[side]
    mine = next((candidate for candidate in found.candidates if candidate.player.pk in held.players), None)
    return NextFixture(found, mine, may(held, "availability.manage", found.team))


# Who played longer ago than this is no habit of the team's.
LOOKED_BACK = dt.timedelta(days=400)
_OF = "result__fixture__"


@dataclass(frozen=True, slots=True)
class Played:
    """The sheets of two teams before a fixture, by side: last line-up, its day, and how long ago each player played.

    `ago` counts the team's fixtures, from 0.
    """

    last: dict[SideName, LineUp] = field(default_factory=lambda: {HOME: (), AWAY: ()})
    on: dict[SideName, dt.datetime] = field(default_factory=dict)
    ago: dict[SideName, dict[int, int]] = field(default_factory=lambda: {HOME: {}, AWAY: {}})

    def ordered(self, squads: tuple[Sequence[Player], Sequence[Player]]) -> tuple[Sequence[Player], Sequence[Player]]:
        """Sort both squads, those in front who played last (no query)."""
        home, away = (self._ordered(side, squad) for side, squad in zip(SIDES, squads, strict=True))
        return home, away

    def _ordered(self, side: SideName, squad: Sequence[Player]) -> Sequence[Player]:
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
    sheets: dict[SideName, dict[int, list[tuple[int, Kind, int, int]]]] = {
        HOME: defaultdict(list),
        AWAY: defaultdict(list),
    }
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


class Suggestion(NamedTuple):
    """A line-up that a sheet opens with; `chosen` are the seats that the captain has chosen for this fixture."""

    fields: Fields
    chosen: frozenset[str] = frozenset()


def suggested_line_ups(
    fixture: Fixture,
    played: Played,
    squads: tuple[Sequence[Player], Sequence[Player]],
    own: Collection[SideName] = (),
) -> Suggestion:
    """Return the line-ups of both teams as fields of a sheet (one query where any side is the reader's own).

    Whoever has left the squad is left out. For `own` sides, whose answers the reader may see, it is the line-up chosen
    for the fixture; or else the last one, without those who cannot play. Pairs and single players are their own.
    """
    terms, fields, chosen = fixture_terms(fixture), cast(Fields, {}), set()
    rows = answers_for([fixture]) if own else []
    for side, team, squad, others in zip(SIDES, fixture.sides, squads, reversed(squads), strict=True):
        moved = {player.pk for player in others} - {player.pk for player in squad}
        answered = [row for row in rows if row.side == side and row.player_id not in moved] if side in own else []
        picked = {place: str(row.player_id) for row in answered for place in row.places.split()}
        if picked:
            fields |= picked
            chosen |= set(picked)
            continue
        out = {row.player_id for row in answered if row.answer == CanPlay.NO}
        last = played.last[side]
        if team.kind != TeamKind.TEAM:
            last = line_up_of_members(terms, side, [player.pk for player in squad])
        fields |= fields_of_line_up(last, side, terms, {player.pk for player in squad} - out)
    return Suggestion(fields, frozenset(chosen))
