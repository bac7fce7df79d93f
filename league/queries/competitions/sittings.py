"""The nights of a club and the day of a tournament: who is there, games, cards and standings."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, QuerySet

from league.access import Grants
from league.enums import CompetitionKind
from league.models import PRESENT, Attendance, Division, League, Player, Sitting, SittingGame
from league.queries.cups import Sign, describe_source
from league.queries.people.personal_data import public_names
from league.queries.visibility import not_hidden, public
from league.rules.competitions.brackets import LEAST_ENTRANTS, Bracket, Meeting, Tie
from league.rules.competitions.rounds import label_round
from league.rules.competitions.score_cards import HIGH_CARD, CardTotal, Line, Settled, rank_totals, total_season
from league.rules.competitions.sittings import BYE, NightGame, build_knock_out, rank_finally, total_cards
from league.translation import Text

_VALUE = ("number", "first", "second", "first_margin", "second_margin")
MOST_OPEN = 3
KINDS = (CompetitionKind.CLUB_NIGHT, CompetitionKind.TOURNAMENT)
JOINED = ("competition__season__league", "competition__sitting_rules")


def load_games(sitting: Sitting) -> list[NightGame]:
    """One query."""
    rows = SittingGame.objects.filter(sitting=sitting).order_by("number", "table")
    return [_make_game(*row) for row in rows.values_list(*_VALUE)]


def load_earlier_games(sitting: Sitting) -> list[NightGame]:
    """The games of the other nights of its season (one query)."""
    rows = SittingGame.objects.filter(sitting__competition=sitting.competition_id).exclude(sitting=sitting)
    return [_make_game(*row) for row in rows.order_by("pk").values_list(*_VALUE)]


def _make_game(number: int, first: int, second: int | None, one: int | None, other: int | None) -> NightGame:
    return NightGame(number, first, second, (one, other))


def list_known_players(league: League) -> list[Player]:
    """One query."""
    return list(Player.objects.filter(PRESENT, league=league).order_by("name", "pk"))


def find_edition(league: League, kind: CompetitionKind, slug: str, season: str, grants: Grants) -> Division | None:
    """The edition of a season, or the newest one that a reader sees (one query)."""
    rows = list_series(league, grants, kind).filter(slug=slug)
    return rows.filter(season__slug=season).first() if season else rows.first()


def list_series(league: League, grants: Grants, *kinds: CompetitionKind) -> QuerySet[Division]:
    """What a reader sees, the newest first: the secretary the series of draft seasons too. No kind: of both."""
    seen = not_hidden("season__") if grants.secretary else public("season__")
    rows = Division.competitions.filter(seen, season__league=league, kind__in=kinds or KINDS)
    return rows.select_related("season__league", "sitting_rules").order_by("-season__first_week", "name")


def find_sitting(league: League, pk: int, grants: Grants, *kinds: CompetitionKind) -> Sitting | None:
    """A night or tournament that a reader sees, with its rules, season and league joined (one query)."""
    series = list_series(league, grants, *kinds).order_by().values("pk")
    return Sitting.objects.select_related(*JOINED).filter(competition__in=series, pk=pk).first()


def find_knock_out(competition: Division, played: Sequence[NightGame]) -> tuple[Bracket, list[Meeting]] | None:
    """The knock-out of a tournament's best, once its rounds are played; None where nobody goes on (no query)."""
    rules = competition.sitting_rules
    if competition.kind != CompetitionKind.TOURNAMENT or rules.qualifiers < LEAST_ENTRANTS:
        return None
    rounds = [game for game in played if game.number <= rules.games]
    over = all(game.second is None or game.settled for game in rounds)
    if not over or max((game.number for game in rounds), default=0) < rules.games:
        return None
    best = [key for _, key in rank_totals(total_cards(rounds, byes_count=True))][: rules.qualifiers]
    return build_knock_out(best, [game for game in played if game.number > rules.games])


def count_knock_out_rounds(competition: Division, played: Sequence[NightGame]) -> int:
    """How many rounds its knock-out has; 0 before all others are played (no query)."""
    found = find_knock_out(competition, played)
    return found[0].rounds if found else 0


def list_open_sittings(league: League) -> list[Sitting]:
    """Nights and tournaments that everybody may look at now (one query)."""
    rows = Sitting.objects.filter(public("competition__season__"), competition__season__league=league, closed_at=None)
    return list(rows.select_related("competition").order_by("date", "pk")[:MOST_OPEN])


@dataclass(frozen=True)
class Placed:
    """A line of a standing; `place` is shared by those who are level."""

    place: int
    key: int
    name: str
    total: CardTotal

    @property
    def is_high(self) -> bool:
        return self.total.points >= HIGH_CARD


@dataclass(frozen=True)
class Written:
    """A side of a table: who, what their own card says, and what counts."""

    key: int
    name: str
    margin: int | None
    line: Line | None


@dataclass(frozen=True)
class Table:
    """A game of a night with its names; `settled` once both cards are written."""

    game: SittingGame
    sides: tuple[Written, ...]
    settled: Settled | None

    @property
    def is_bye(self) -> bool:
        return self.game.second_id is None

    @property
    def missing_sides(self) -> list[Written]:
        """Sides whose card is missing."""
        return [] if self.is_bye else [side for side in self.sides if side.margin is None]

    @property
    def has_card(self) -> bool:
        return any(side.margin is not None for side in self.sides)

    @property
    def is_over(self) -> bool:
        return self.is_bye or self.settled is not None

    def find_side(self, player: int) -> Written:
        return next(side for side in self.sides if side.key == player)

    def find_opponent(self, player: int) -> Written | None:
        return next((side for side in self.sides if side.key != player), None)


@dataclass(frozen=True)
class KnockOutTie:
    """A tie of a tournament's knock-out; `table` is its game, once it is paired."""

    tie: Tie
    top: Sign
    bottom: Sign
    table: Table | None

    @property
    def sides(self) -> tuple[Sign, Sign]:
        return self.top, self.bottom

    @property
    def spread(self) -> int | None:
        """By how much it was won; None until then."""
        lines = self.table.settled.lines if self.table and self.table.settled else ()
        return next((line.spread for line in lines if line.won), None)


@dataclass(frozen=True)
class KnockOutRound:
    number: int
    label: Text | str
    ties: list[KnockOutTie]

    @property
    def is_over(self) -> bool:
        return all(shown.spread is not None for shown in self.ties)


@dataclass(frozen=True)
class NightView:
    """A sitting with everything its pages show."""

    sitting: Sitting
    attendances: list[Attendance]
    rows: list[SittingGame]
    names: Mapping[int, str]

    @property
    def is_tournament(self) -> bool:
        return self.sitting.competition.kind == CompetitionKind.TOURNAMENT

    @property
    def games(self) -> int:
        return self.sitting.competition.sitting_rules.games

    @property
    def number(self) -> int:
        """The game that is being played; 0 before the first."""
        return max((row.number for row in self.rows), default=0)

    @property
    def next_number(self) -> int | None:
        """The game to pair next; None where all are paired, or it is closed."""
        most = self.games + (self.knock_out[0].rounds if self.knock_out else 0)
        return self.number + 1 if self.number < most and self.sitting.closed_at is None else None

    @cached_property
    def knock_out(self) -> tuple[Bracket, list[Meeting]] | None:
        return find_knock_out(self.sitting.competition, [row.value for row in self.rows])

    @property
    def champion(self) -> str:
        """Who won the knock-out; blank until then."""
        final = self.knock_out[1][-1] if self.knock_out else None
        return self.names[final.decided.winner] if final and final.decided else ""

    @cached_property
    def rounds(self) -> list[KnockOutRound]:
        """The knock-out's rounds; empty before the others are played, and where nobody goes on."""
        if self.knock_out is None:
            return []
        bracket, ties = self.knock_out
        return [
            KnockOutRound(n, label_round(bracket, n), [self._show_tie(tie) for tie in ties if tie.tie.round == n])
            for n in range(1, bracket.rounds + 1)
        ]

    def _show_tie(self, meeting: Meeting) -> KnockOutTie:
        pair, number = {meeting.top, meeting.bottom}, self.games + meeting.tie.round
        tables = (table for table in self.tables if table.game.number == number)
        table = next((table for table in tables if {table.game.first_id, table.game.second_id} == pair), None)
        sides = zip((meeting.top, meeting.bottom), meeting.tie.sides, strict=True)
        top, bottom = (
            Sign(self.names[key], won=meeting.decided is not None and meeting.decided.winner == key, key=key)
            if key is not None
            else Sign(describe_source(side))
            for key, side in sides
        )
        return KnockOutTie(meeting.tie, top, bottom, table)

    def label(self, number: int) -> Text | str:
        """What a game is called: by its number, or by its round of the knock-out."""
        if self.knock_out and number > self.games:
            return label_round(self.knock_out[0], number - self.games)
        if self.is_tournament:
            return Text("Round {number} of {games}", number=number, games=self.games)
        return Text("Game {number} of {games}", number=number, games=self.games)

    @property
    def now_label(self) -> Text | str:
        return self.label(self.number)

    @property
    def next_label(self) -> Text | str:
        return self.label(self.number + 1)

    @cached_property
    def by_game(self) -> list[tuple[int, Text | str, list["Table"]]]:
        """Number, name and tables of each game."""
        numbers = sorted({row.number for row in self.rows})
        return [(n, self.label(n), [table for table in self.tables if table.game.number == n]) for n in numbers]

    @property
    def present(self) -> list[Attendance]:
        return [row for row in self.attendances if row.left_at is None]

    @cached_property
    def tables(self) -> list[Table]:
        return [self._table(row) for row in self.rows]

    @property
    def current(self) -> list[Table]:
        """The tables of the game being played, the bye last."""
        return [table for table in self.tables if table.game.number == self.number and not table.is_bye]

    @property
    def bye(self) -> Table | None:
        return next((table for table in self.tables if table.game.number == self.number and table.is_bye), None)

    @property
    def has_card(self) -> bool:
        """Whether a card of the game being played is written."""
        return any(table.has_card for table in self.current)

    @property
    def unfinished(self) -> list[Table]:
        return [table for table in self.tables if not table.is_over]

    def find_tables(self, player: int) -> list[Table]:
        return [table for table in self.tables if player in (table.game.first_id, table.game.second_id)]

    @cached_property
    def standing(self) -> list[Placed]:
        """Everybody with a game that counts, the best first; a won knock-out decides before the rounds."""
        ties = self.knock_out[1] if self.knock_out else []
        order = rank_finally(rank_totals(self._totals), ties)
        return [Placed(place, key, self.names[key], self._totals[key]) for place, key in order]

    @cached_property
    def _totals(self) -> dict[int, CardTotal]:
        games = [row.value for row in self.rows if not self.is_tournament or row.number <= self.games]
        return total_cards(games, byes_count=self.is_tournament)

    def _table(self, row: SittingGame) -> Table:
        if row.second_id is None:
            line = BYE if self.is_tournament else None
            return Table(row, (Written(row.first_id, self.names[row.first_id], None, line),), None)
        settled = row.value.settled
        lines = settled.lines if settled else (None, None)
        margins = (row.first_margin, row.second_margin)
        sides = tuple(
            Written(key, self.names[key], margin, line)
            for key, margin, line in zip((row.first_id, row.second_id), margins, lines, strict=True)
        )
        return Table(row, sides, settled)


def load_night(sitting: Sitting, grants: Grants) -> NightView:
    """Three queries; the sitting has its rules, season and league joined."""
    attendances = list(Attendance.objects.filter(sitting=sitting).select_related("player"))
    rows = list(SittingGame.objects.filter(sitting=sitting).order_by("number", "table"))
    for row in rows:
        row.sitting = sitting
    keys = {key for row in rows for key in (row.first_id, row.second_id) if key is not None}
    return NightView(sitting, attendances, rows, _load_names(keys | {row.player_id for row in attendances}, grants))


def _load_names(keys: Collection[int], grants: Grants) -> dict[int, str]:
    return public_names(Player.objects.filter(pk__in=keys), grants)


@dataclass(frozen=True)
class SeasonLine:
    """A player's place over a season, and their card of each night by its number in the list of nights."""

    placed: Placed
    nights: int
    best_card: CardTotal


@dataclass(frozen=True)
class SeriesView:
    """A series of nights: the standing over the best of them, and its nights, the last first."""

    competition: Division
    sittings: list[Sitting]
    standing: list[SeasonLine]
    winners: Mapping[int, list[Placed]]


def load_series(competition: Division, grants: Grants) -> SeriesView:
    """The season's standing, and who won each night (three queries)."""
    sittings = list(Sitting.objects.filter(competition=competition).order_by("-date"))
    games: dict[int, list[NightGame]] = {sitting.pk: [] for sitting in sittings}
    rows = SittingGame.objects.filter(sitting__competition=competition).order_by("pk")
    for pk, *row in rows.values_list("sitting", *_VALUE):
        games[pk].append(_make_game(*row))
    cards = {pk: total_cards(played, byes_count=False) for pk, played in games.items()}
    of_player: dict[int, list[CardTotal]] = {}
    for night in cards.values():
        for key, card in night.items():
            of_player.setdefault(key, []).append(card)
    names = _load_names(of_player.keys(), grants)
    best = competition.sitting_rules.best
    totals = {key: total_season(own, best) for key, own in of_player.items()}
    standing = [
        SeasonLine(
            Placed(place, key, names[key], totals[key]), len(of_player[key]), min(of_player[key], key=_get_order)
        )
        for place, key in rank_totals(totals)
    ]
    winners = {
        pk: [Placed(place, key, names[key], night[key]) for place, key in rank_totals(night) if place == 1]
        for pk, night in cards.items()
    }
    return SeriesView(competition, sittings, standing, winners)


def _get_order(card: CardTotal) -> tuple[int, int, int, int]:
    return card.order


@dataclass(frozen=True)
class Invited:
    """Who may be tapped: those of earlier nights first, by how often they came; the rest by name."""

    regulars: list[Player]
    others: list[Player]


def find_absent(night: NightView, grants: Grants) -> Invited:
    """Players of the league who are not here: never come, or gone (two queries)."""
    here = {row.player_id for row in night.present}
    times: Counter[int] = Counter(
        dict(
            Attendance.objects.filter(sitting__competition__slug=night.sitting.competition.slug)
            .filter(sitting__competition__season__league=night.sitting.competition.season.league_id)
            .values("player").annotate(times=Count("pk")).order_by().values_list("player", "times")
        )
    )  # fmt: skip
    absent = [player for player in list_known_players(night.sitting.competition.season.league) if player.pk not in here]
    regulars = [player for player in absent if times[player.pk]]
    regulars.sort(key=lambda player: (-times[player.pk], player.name, player.pk))
    return Invited(regulars, [player for player in absent if not times[player.pk]])
