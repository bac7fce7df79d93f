"""A table as it stands: its game, gone through from its entries, and its shuffles."""

from dataclasses import dataclass

from cardroom.models import PlayGame, PlayShuffle, PlayTable
from cardroom.rules.play.acting import Shuffle
from cardroom.rules.play.course import Replay, gone_through
from cardroom.rules.play.next_action import NextAction, due
from cardroom.rules.play.seats import Seat, seats_of, started
from league.rules.stored_rulesets import stored_ruleset


@dataclass(slots=True)
class Sitting:
    """A table with the game that is played at it.

    Attributes:
        shuffles: those of the game, in their order.
    """

    table: PlayTable
    game: PlayGame
    seats: tuple[Seat, ...]
    course: Replay
    shuffles: list[PlayShuffle]

    @property
    def due(self) -> NextAction:
        """Return what comes next."""
        return due(self.course, self.seats)

    @property
    def shuffle(self) -> Shuffle:
        """Return the shuffle whose cards are on the table, or are dealt next."""
        return shuffle_of(self.shuffles[-1])


def shuffle_of(row: PlayShuffle) -> Shuffle:
    return Shuffle(row.number, row.seed, row.cut)


def table_called(slug: str) -> PlayTable | None:
    """Return the table at an address, or None (one query)."""
    return PlayTable.objects.filter(slug=slug).select_related("owner").first()


def sitting_at(table: PlayTable) -> Sitting:
    """Return a table with its latest game (three queries)."""
    return sitting_of(table, table.games.latest("number"))


def sitting_of(table: PlayTable, game: PlayGame) -> Sitting:
    """Return a table with one of its games (two queries)."""
    seats = seats_of(table.seats)
    # A seat that nobody has taken yet has no name; no card is dealt before.
    named = [seat if seat.taken else Seat("?", taken=False) for seat in seats]
    start = started(stored_ruleset(table.ruleset), named, game.dealer)
    entries = list(game.entries.order_by("number").values_list("said", flat=True))
    return Sitting(table, game, seats, gone_through(start, entries), list(game.shuffles.order_by("number")))


def shared_game(share: str) -> PlayGame | None:
    """Return the game at an address that was shared, once it is over, or None (one query)."""
    return PlayGame.objects.filter(share=share, ended_at__isnull=False).select_related("table").first()


def told_shuffles(sitting: Sitting) -> list[PlayShuffle]:
    """Return the shuffles whose seed may be told: their cards are no longer in play (no query)."""
    last = sitting.shuffles[-1].number
    return [one for one in sitting.shuffles if one.used and (one.number < last or sitting.course.over)]
