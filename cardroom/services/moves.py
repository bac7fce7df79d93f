"""Act at a table: a person's move, what the machines do upon it, and what follows for the sitting.

One thing happens at a table at a time, under its row's lock. A move rests on what the person saw: one that comes late,
from another tab or the other player's phone, changes nothing and says so.
"""

import datetime as dt
import secrets
from dataclasses import replace

from django.db import transaction

from cardroom.models import PlayEntry, PlayTable
from cardroom.queries import Sitting, sitting_at
from cardroom.rules.play import machine
from cardroom.rules.play.entries import Entry
from cardroom.rules.play.moves import Move, MoveRequest, cut_entries, entries_of
from cardroom.rules.play.next_action import ActionKind
from cardroom.rules.play.replay import gone_through
from cardroom.rules.play.shuffle import depths
from cardroom.services.tables import lock_table, save_change, shuffle
from league.errors import Changed, Invalid
from league.rules.problems import Problem
from league.translation import N_, Text
from scoring import Phase, ScoringError

ANYWHERE = "any"
PACK = 52
# Every machine at a table plays out its hand in fewer.
MOST_IN_A_ROW = 60
# A long game has some three hundred entries. Each move goes through all there are, so that a game in which things are
# taken back or put right without end would cost the server more with every move.
MOST_ENTRIES = 2000
ENDLESS = ("undo", "wrong")


class Refused(Invalid):
    """A move that the rules refuse; nothing has changed.

    Attributes:
        rule: the number of the rule, where one says so.
    """

    code = "refused-by-the-rules"

    def __init__(self, problems: list[Problem], rule: str) -> None:
        super().__init__(problems)
        self.rule = rule


@transaction.atomic
def act(table: PlayTable, player: int, move: Move, *, seen: int, now: dt.datetime) -> Sitting:
    """Make a person's move, and let the machines answer until a person is due again.

    Args:
        player: whose move it is: a seat.
        seen: the number of the last entry that the person saw.

    Returns:
        The table as it stands then.

    Raises:
        Changed: something happened since; what they saw is old.
        Refused: the rules refuse it, with the number of the rule.
        WrongState: the table is gone.
    """
    table = lock_table(table)
    sitting = sitting_at(table)
    if sitting.course.last != seen:
        raise Changed(N_("The game has gone on since this page was shown. Here is how it stands now."))
    if move.do in ENDLESS and sitting.course.last >= MOST_ENTRIES:
        told = N_("Enough has been taken back and put right in this game. Play it to its end, or resign.")
        raise Refused([Problem("move", told, "move")], "")
    turn = _Turn(sitting, now)
    try:
        turn.add_entries(
            entries_of(
                MoveRequest(sitting.course, sitting.seats, player, _choose_place(sitting, move), sitting.shuffle)
            )
        )
        turn.let_machines_play()
    except ScoringError as refused:
        rule = str(getattr(refused, "rule", ""))
        raise Refused([Problem("move", _refusal_message(refused), "move")], rule) from None
    turn.write()
    return sitting


def _refusal_message(refused: ScoringError) -> Text:
    return Text("{problem}.", problem=refused.text.capitalised())


def _choose_place(sitting: Sitting, move: Move) -> Move:
    """Return a move in which "anywhere" is a place of the pack: where the browser says, or from there on the next free.

    Where it says nothing, having no script, the server draws the place.
    """
    if not move.number.startswith(ANYWHERE) or move.do not in ("cut", "deal", "starter"):
        return move
    cards = PACK if move.do != "starter" else len(machine.stock(sitting.course, sitting.shuffle))
    taken = {depth for depth, _ in sitting.course.cuts.values()}
    free = [depth for depth in depths(cards) if depth not in taken]
    said = move.number.removeprefix(ANYWHERE)
    if not (said.isascii() and said.isdigit()):
        return replace(move, number=str(secrets.choice(free)))
    return replace(move, number=str(next((depth for depth in free if depth >= int(said)), free[0])))


class _Turn:
    """The entries of a table between two looks at it: put one after the other, and then written."""

    def __init__(self, sitting: Sitting, now: dt.datetime) -> None:
        self.sitting, self.now = sitting, now
        self.new: list[PlayEntry] = []

    def add_entries(self, entries: list[Entry]) -> None:
        """Let entries happen. Raises GameError where one cannot."""
        for said in entries:
            number = self.sitting.course.last + 1
            self.new.append(PlayEntry(game=self.sitting.game, number=number, said=said, at=self.now))
            if said.get("t") == "undo":
                self._take_back()
                continue
            self.sitting.course.take(said | {"n": number})
            self.sitting.course.last = number
            self._look_at_the_pack(said)

    def _take_back(self) -> None:
        before = self.sitting.game.entries.order_by("number").values_list("said", flat=True)
        self.sitting.course = gone_through(self.sitting.course.start, [*before, *(entry.said for entry in self.new)])
        self.sitting.game.marked = True

    def _look_at_the_pack(self, said: Entry) -> None:
        """Note that a shuffle is used, and shuffle anew where the next cards come from another pack."""
        rows, course = self.sitting.shuffles, self.sitting.course
        if said.get("t") == "cut" or said.get("e") == "deal":
            rows[-1].used, rows[-1].cut = True, said.get("cut")
            rows[-1].save()
        phase = course.game.phase
        if rows[-1].used and not course.cuts and phase in (Phase.CUT, Phase.DEAL) and not course.is_over:
            deal = 0 if phase is Phase.CUT else course.game.deal + 1
            rows.append(shuffle(self.sitting.game, rows[-1].number + 1, deal))

    def let_machines_play(self) -> None:
        """Let each machine that is due do its part, until a person is due, or nothing is left to do."""
        sitting = self.sitting
        for _ in range(MOST_IN_A_ROW):
            due = sitting.next_action
            if due.wants not in (ActionKind.CUT, ActionKind.AWAY, ActionKind.STARTER, ActionKind.PLAY):
                return
            player = due.players[0]
            if not sitting.seats[player].machine:
                return
            if due.wants is ActionKind.CUT:
                depth, card = machine.cut_for_deal(sitting.course, player, sitting.shuffle.seed)
                self.add_entries(cut_entries(sitting.course, player, depth, card, sitting.shuffle))
            else:
                self.add_entries([machine.moved(sitting.course, sitting.seats, player, sitting.shuffle)])

    def write(self) -> None:
        """Store what has happened, and what it means for the sitting."""
        PlayEntry.objects.bulk_create(self.new)
        game, course, table = self.sitting.game, self.sitting.course, self.sitting.table
        if course.is_over:
            game.ended_at, game.winner, game.worth = self.now, course.winner, course.worth
            if course.winner is not None:
                table.tally[course.winner] += course.worth
        game.save()
        save_change(table, now=self.now)
