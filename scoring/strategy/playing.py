"""The play: every card that may be laid, with what may be expected of it."""

from scoring.cards import Card
from scoring.counts import THIRTY_ONE, Count, count_after
from scoring.events import Event, Go, Lay
from scoring.game import Game
from scoring.strategy.decision import Option
from scoring.strategy.view import View
from scoring.text import N_, Text


def plays(game: Game, view: View) -> tuple[Option, ...]:
    """Return what the player in turn may do, the best first: cards, and go where it may be said."""
    play = game.play
    assert play is not None  # noqa: S101
    options = [_option(view, card, play.so_far) for card in play.legal(view.player)]
    options.sort(key=lambda option: -option.points)
    if play.may_go(view.player):
        options.append(Option(Go(view.player), 0.0, None, N_("No card fits")))
    return tuple(options)


def _option(view: View, card: Card, before: Count) -> Option:
    after = before.then[card.order] or count_after(before, card.rank)
    assert after is not None  # noqa: S101
    seen, unseen = view.seen, 52
    replies = 0.0
    for rank in range(13):
        number = 4 - ((seen >> 4 * rank) & 15).bit_count()
        unseen -= 4 - number
        reply = after.then[rank] or count_after(after, rank + 1)
        if reply is not None:
            replies += number * reply.points
    last = 1 if after.total > THIRTY_ONE - 4 else 0
    points = after.points + last - replies / unseen
    event: Event = Lay(view.player, card)
    why = Text("Makes {total}", total=after.total)
    if after.points:
        why = Text.plural("Makes {total} and pegs {n}", "Makes {total} and pegs {n}", n=after.points, total=after.total)
    return Option(event, points, None, why)
