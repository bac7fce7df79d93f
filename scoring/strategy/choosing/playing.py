"""The play: every card that may be laid, with what may be expected of it.

Two players: the play is looked through to its end over the hands that the other may hold, to the board. More: by the
learned worth of counts and hands (`scoring.strategy.kernel.pegging`).
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.cards import Card
from scoring.events import Go, Lay
from scoring.game import Game
from scoring.pegging import Play
from scoring.ruleset import GoContinuation
from scoring.show import show_points
from scoring.strategy.board import Board, board, load_knowledge
from scoring.strategy.choosing.inference import fewer, hands_of, unseen_ranks
from scoring.strategy.choosing.spread import crib_spread, laid_by
from scoring.strategy.decision import Option
from scoring.strategy.kernel.knowledge import Knowledge
from scoring.strategy.kernel.pegging import Rules
from scoring.strategy.kernel.ranks import CODES, code, ranks_of, show_table
from scoring.strategy.kernel.search import Hands, Search, State
from scoring.strategy.view import View
from scoring.text import N_, Text

# So many hands of the other are looked at, by how many cards the two hold together: about as long for each.
_HANDS = {8: 40, 7: 60, 6: 120, 5: 250, 9: 25, 10: 16}
_ALL = 600
_NO_CARD = N_("No card fits")


def plays(game: Game, view: View) -> tuple[Option, ...]:
    """Return what the player in turn may do, the best first: cards, and go where it may be said."""
    play = _play(game)
    legal = play.legal(view.player)
    options = _looked_through(view, legal) if view.players == 2 and legal else _judged(view, legal, careful=True)
    return _with_go(play, view, options)


def quick_plays(game: Game, view: View, *, careful: bool) -> tuple[Option, ...]:
    """Return the same as weaker players see it: with the worth of what a card leaves, or only with what it pegs."""
    play = _play(game)
    return _with_go(play, view, _judged(view, play.legal(view.player), careful=careful))


def _with_go(play: Play, view: View, options: list[Option]) -> tuple[Option, ...]:
    options.sort(key=lambda option: -option.points if option.win is None else -option.win)
    if play.may_go(view.player):
        options.append(Option(Go(view.player), 0.0, None, _NO_CARD))
    return tuple(options)


def _play(game: Game) -> Play:
    if game.play is None:
        raise game.refused("R16", N_("the play has not begun"))
    return game.play


def _judged(view: View, legal: tuple[Card, ...], *, careful: bool) -> list[Option]:
    told = load_knowledge(view.ruleset, view.players)
    player = told.player
    counts = player.counts
    state = counts.count_of([card.order for card in view.counted])
    held = code([card.order for card in view.hand])
    following = _following(view)
    found = []
    for card in legal:
        after = counts.step(state, card.order)
        pegs = counts.points[state][card.order]
        worth = float(pegs)
        if careful and len(view.kept) == told.kind.hand_size:
            player.grown(after)
            out = 1 if view.out else 0
            left = view.left[following] if following >= 0 else 0
            index = player.hand_index(held - CODES[card.order], counts.total[after], left, out)
            worth += player.count[2 * after + out] + player.hand[index]
        found.append(Option(Lay(view.player, card), worth, None, _describe_card(counts.total[after], pegs)))
    return found


def _following(view: View) -> int:
    """Return who plays next, -1 where nobody else can."""
    for step in range(1, view.players):
        place = (view.player + step) % view.players
        if view.left[place] and not view.out >> place & 1:
            return place
    return -1


def _looked_through(view: View, legal: tuple[Card, ...]) -> list[Option]:
    told = load_knowledge(view.ruleset, 2)
    other = 1 - view.player
    hands = fewer(hands_of(view, other, told), _HANDS.get(len(view.hand) + view.left[other], _ALL))
    if not hands or len(view.kept) != told.kind.hand_size:
        return _judged(view, legal, careful=True)
    search = Search(told.player, _rules(view), _Leaf(view, told), _needs(view))
    counts = search.counts
    state = State(
        counts.count_of([card.order for card in view.counted]),
        0,
        0 if view.last == view.player else 1,
        (view.out >> view.player & 1) | (view.out >> other & 1) << 1,
        (len(view.hand), view.left[other]),
        0,
        0,
    )
    values = dict(search.options(state, code([card.order for card in view.hand]), hands))
    best = dict.fromkeys(sorted(values, key=lambda rank: -values[rank][0]))
    place = {rank: number for number, rank in enumerate(best)}
    found = []
    for card in sorted(legal, key=lambda card: (place[card.order], card)):
        _, points, win = values[card.order]
        after = counts.step(state.state, card.order)
        why = _answered(counts.total[after], counts.points[state.state][card.order], _answers(search, after, hands))
        found.append(Option(Lay(view.player, card), points, win, why))
    return found


def _rules(view: View) -> Rules:
    rules = view.ruleset
    return Rules(
        one=rules.go_continuation is GoContinuation.ONE,
        lone=rules.lone_player_scores,
        one_count=rules.one_count,
        upwards=rules.runs_upwards,
    )


def _needs(view: View) -> tuple[int, int]:
    target = view.ruleset.target
    return target - view.scores[view.player], target - view.scores[1 - view.player]


def _answers(search: Search, state: int, hands: Hands) -> float:
    """Return the share of hands with a card that would score on this count."""
    counts = search.counts
    ranks = {rank for rank in range(13) if counts.step(state, rank) >= 0 and counts.points[state][rank]}
    return sum(weight for left, _, weight in hands if any(rank in ranks for rank in ranks_of(left)))


def _describe_card(total: int, pegs: int) -> Text:
    if not pegs:
        return Text("Makes {total}", total=total)
    return Text("Makes {total} and pegs {points}", total=total, points=pegs)


def _answered(total: int, pegs: int, share: float) -> Text:
    said = {"total": total, "points": pegs, "share": round(100 * share)}
    if not pegs:
        return Text("Makes {total}; hands they may hold that can score on it: {share}%", **said)
    return Text("Makes {total} and pegs {points}; hands they may hold that can score on it: {share}%", **said)


class _Leaf:
    """The worth of the end of a play: the show, in its order, and then the board (R28 R37)."""

    def __init__(self, view: View, told: Knowledge) -> None:
        self.board: Board = board(view.ruleset, 2)
        self.target = view.ruleset.target
        self.own, self.theirs = view.scores[view.player], view.scores[1 - view.player]
        self.deals = view.deals
        self.hand = show_points(view.kept, view.starter, ruleset=view.ruleset)
        self.shows = show_table(told.kind.hand_size)
        self.starter = view.starter.order if view.starter else -1
        self.crib = tuple(_crib(view, told))
        self.load_knowledge: dict[int, tuple[float, float]] = {}

    def __call__(self, own: int, theirs: int, whole: int) -> tuple[float, float]:
        points = self.shows[whole][self.starter] if self.starter >= 0 else 8
        key = (own << 16) + (theirs << 8) + points
        found = self.load_knowledge.get(key)
        if found is None:
            found = self.load_knowledge[key] = self._value_after_show(self.own + own, self.theirs + theirs, points)
        return found

    def _value_after_show(self, own: int, theirs: int, points: int) -> tuple[float, float]:
        target = self.target
        if own < target and theirs < target:
            if not self.deals:
                own += self.hand
            if own < target:
                theirs += points
            if self.deals and theirs < target:
                own += self.hand
        if own >= target or theirs >= target:
            return self._ended(own, theirs)
        worth = win = 0.0
        for crib, share in self.crib:
            a, b = (own + crib, theirs) if self.deals else (own, theirs + crib)
            one, chance = self._ended(a, b) if a >= target or b >= target else self._next(a, b)
            worth += share * one
            win += share * chance
        return worth, win

    def _next(self, own: int, theirs: int) -> tuple[float, float]:
        return self.board.both(own, theirs, not self.deals)

    def _ended(self, own: int, theirs: int) -> tuple[float, float]:
        return self.board.both(own, theirs, False)


def _crib(view: View, told: Knowledge) -> Iterator[tuple[int, float]]:
    """Yield what the crib may be worth, and how likely: by one's own cards, where they are remembered."""
    if view.starter is None or len(view.laid_away) != 2 or told.kind.away != 2:
        yield from enumerate(told.crib_points)
        return
    spread = crib_spread(
        code([card.order for card in view.laid_away]),
        view.starter.order,
        laid_by(told.aways[0 if not view.deals else 1], unseen_ranks(view)),
    )
    yield from spread.items()
