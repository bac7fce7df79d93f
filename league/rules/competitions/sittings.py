"""The games of people who sit down one against one in turn: a club's night, or a tournament of a day.

A bye counts nothing at a club's night, where it moves round; in a tournament, where standings pair, it is a win of two
points without a spread.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.rules.competitions.brackets import Bracket, Decided, Meeting, make_bracket, meetings
from league.rules.competitions.pairings import Contestant, Pair, Pairing, pair_club_night, pair_swiss
from league.rules.competitions.score_cards import (
    MOST_SPREAD,
    WIN,
    CardTotal,
    Line,
    Settled,
    make_line,
    settle_cards,
    total_card,
)
from league.rules.problems import Problem
from league.rules.verifiable_shuffle import numbers, shuffled
from scoring.text import N_, Text

LEAST_GAMES, MOST_GAMES = 1, 22
LEAST_ROUNDS = 6
USUAL_GAMES = 9
MOST_PLAYERS = 400
BYE = Line(WIN, 0, plus=True)


@dataclass(frozen=True, slots=True)
class NightGame:
    """A game as its two cards have it.

    Attributes:
        number: which of the night's games, from 1.
        first: whoever deals first.
        second: None: `first` has a bye.
        margins: by how much each of the two won, below 0 lost, by their own card; None while it is not written.
    """

    number: int
    first: int
    second: int | None = None
    margins: tuple[int | None, int | None] = (None, None)

    @property
    def pair(self) -> Pair:
        return frozenset((self.first, self.second)) if self.second is not None else frozenset()

    @property
    def settled(self) -> Settled | None:
        """What the two cards say together; None until both are written."""
        one, other = self.margins
        return None if one is None or other is None else settle_cards(make_line(one), make_line(other))


def check_margin(margin: int, field: str = "spread") -> list[Problem]:
    if 1 <= abs(margin) <= MOST_SPREAD:
        return []
    return [Problem("spread", Text("Write the spread: a number from 1 to {most}.", most=MOST_SPREAD), field)]


def check_games(games: int, *, tournament: bool) -> list[Problem]:
    least = LEAST_ROUNDS if tournament else LEAST_GAMES
    if least <= games <= MOST_GAMES:
        return []
    message = N_("A tournament has {least} to {most} rounds.") if tournament else N_("A night has up to {most} games.")
    return [Problem("games", Text(message, least=least, most=MOST_GAMES), "games")]


def group_lines(games: Iterable[NightGame], *, byes_count: bool) -> dict[int, list[Line]]:
    """Return each player's card: a line for every game that both cards have, in the order of the games."""
    cards: dict[int, list[Line]] = {}
    for game in games:
        if game.second is None:
            if byes_count:
                cards.setdefault(game.first, []).append(BYE)
        elif (settled := game.settled) is not None:
            for key, line in zip((game.first, game.second), settled.lines, strict=True):
                cards.setdefault(key, []).append(line)
    return cards


def total_cards(games: Iterable[NightGame], *, byes_count: bool) -> dict[int, CardTotal]:
    return {key: total_card(lines) for key, lines in group_lines(games, byes_count=byes_count).items()}


def pair_next_of_night(
    present: Sequence[int],
    tonight: Sequence[NightGame],
    before: Sequence[NightGame],
    *,
    number: int,
    games: int,
    seed: str,
) -> Pairing:
    """Pair game `number` of a club's night.

    Whoever came late has sat out the games before: their bye is not the next one.

    Args:
        before: the games of the season's earlier nights.
        games: how many the night has.
    """
    playing = Counter(key for game in tonight for key in game.pair)
    byes_before = Counter(game.first for game in before if game.second is None)
    deals = Counter(game.first for game in tonight if game.second is not None)
    players = [
        Contestant(
            key, byes=number - 1 - playing[key], first_deals=deals[key], byes_before=byes_before[key]
        )
        for key in sorted(present)
    ]  # fmt: skip
    last = [game.pair for game in tonight if game.number == number - 1 and game.second is not None]
    return pair_club_night(
        players, _count_meetings(tonight), _count_meetings(before), just_met=last, games=games - number + 1,
        stream=numbers(seed, f"game {number}"),
    )  # fmt: skip


def pair_next_round(present: Sequence[int], played: Sequence[NightGame], *, number: int, seed: str) -> Pairing:
    """Pair round `number` of a tournament by Swiss; between equal ways chance decides."""
    points, floats = _count_points_and_floats(played)
    byes = Counter(game.first for game in played if game.second is None)
    deals = Counter(game.first for game in played if game.second is not None)
    players = [Contestant(key, points[key], byes[key], deals[key], floats=floats[key]) for key in sorted(present)]
    return pair_swiss(shuffled(players, numbers(seed, f"round {number}")), _count_meetings(played))


def _count_meetings(games: Iterable[NightGame]) -> Mapping[Pair, int]:
    return Counter(game.pair for game in games if game.second is not None)


def _count_points_and_floats(played: Sequence[NightGame]) -> tuple[Counter[int], Counter[int]]:
    """Return the points of each player, and how often they met somebody with other points than they had."""
    points, floats = Counter[int](), Counter[int]()
    for number in sorted({game.number for game in played}):
        games = [game for game in played if game.number == number]
        for game in games:
            if game.second is not None and points[game.first] != points[game.second]:
                floats.update(game.pair)
        for key, lines in group_lines(games, byes_count=True).items():
            points[key] += sum(line.points for line in lines)
    return points, floats


def build_knock_out(entrants: Sequence[int], played: Iterable[NightGame]) -> tuple[Bracket, list[Meeting]]:
    """Return the knock-out of a tournament's best, seeded in the order in which they stand, as far as it is played.

    Losers of the semi-finals meet for the third place in the final's round.

    Args:
        played: the games after the rounds: one decides a tie.
    """
    bracket = make_bracket([1] * len(entrants), third_place=True)
    winners = {game.pair: winner for game in played if (winner := _find_winner(game)) is not None}
    decided: dict[int, Decided] = {}
    for number in range(1, bracket.rounds + 1):
        for meeting in meetings(bracket, entrants, decided):
            pair = frozenset(key for key in (meeting.top, meeting.bottom) if key is not None)
            if meeting.tie.round == number and meeting.ready and pair in winners:
                decided[meeting.tie.number] = Decided(winners[pair])
    return bracket, meetings(bracket, entrants, decided)


def _find_winner(game: NightGame) -> int | None:
    """None too where both have lost by their cards."""
    settled = game.settled
    if settled is None or game.second is None:
        return None
    one, other = settled.lines
    return game.first if one.won else game.second if other.won else None


def pair_knock_out_round(
    ties: Sequence[Meeting], number: int, played: Sequence[NightGame], *, gone: Collection[int] = ()
) -> Pairing:
    """Pair the ties of a round of the knock-out, the final at table 1; whoever dealt first less often deals first.

    Args:
        gone: who has left: without one of its two the game for the third place is not played.
    """
    deals = Counter(game.first for game in played if game.second is not None)
    own = [
        tie for tie in ties if tie.tie.round == number and not (tie.tie.third_place and {tie.top, tie.bottom} & {*gone})
    ]
    sides = [(tie.top, tie.bottom) for tie in sorted(own, key=lambda tie: tie.tie.third_place)]
    known = [(top, bottom) for top, bottom in sides if top is not None and bottom is not None]
    return Pairing(tuple((one, other) if deals[one] <= deals[other] else (other, one) for one, other in known))


def rank_finally(standing: Sequence[tuple[int, int]], ties: Sequence[Meeting]) -> list[tuple[int, int]]:
    """Return each place and key of a tournament: of the knock-out by how far they came, the others as they stood.

    Losers of one round share the best place of theirs, and so do those of the semi-finals where no game for the third
    place was played; without a decided final it is the standing.
    """
    final = ties[-1] if ties else None
    if final is None or final.decided is None or final.loser is None:
        return list(standing)
    fell = {tie.loser: tie.tie.round for tie in ties if tie.loser is not None and not tie.tie.third_place}
    third = next((tie.decided.winner for tie in ties if tie.tie.third_place and tie.decided is not None), None)
    order = {key: place for place, (_, key) in enumerate(standing)}
    through = sorted(fell, key=lambda key: (-fell[key], key != third, order[key]))
    placed = [(1, final.decided.winner)]
    placed += [(2 + sum(fell[other] > fell[key] for other in through), key) for key in through]
    if third is not None:
        placed[2:4] = [(3, placed[2][1]), (4, placed[3][1])]
    # Whoever was level with one of the best stands behind them.
    after = len(placed) + 1
    return placed + [(max(place, after), key) for place, key in standing if key not in {*fell, final.decided.winner}]
