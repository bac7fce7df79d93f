"""A written game or deal sheet gone through: every right step, where the game then stands, and every fault, located.

Nothing is ever raised for a text, however bad: what is wrong with it are the faults. A fault that the rules refuse ends
the steps; a number that was written wrong (points, a score, a result) is a fault and ends nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.course import Course, Spot, refuse_after_end, result_faults, seat
from scoring.deal_replay import DealReplay
from scoring.events import Cut, Phase
from scoring.game import Game, Step
from scoring.record import DealRecord, Record, Result
from scoring.record_parser import read_record
from scoring.revealed import parted, player_called, told_dealer
from scoring.ruleset import RULESETS, Ruleset
from scoring.sheet import DealSheet, read_sheet
from scoring.sheet_check import check_sheet
from scoring.text import N_, Text
from scoring.written import MOST_FAULTS, Fault, Line, RecordError, Remark, lines_of, written_word


@dataclass(frozen=True, slots=True)
class Replay:
    """The outcome of replaying a text.

    `record` is None where the text cannot be read in full. `steps` go up to what the rules refuse first, `game` is the
    position after them; None where nobody knows who plays by which rules, and for a sheet. `scores` are those of that
    position, or of the whole sheet. `faults` are the first hundred, in the order of the text, and `unlisted` counts the
    others. `remarks` are what is in
    order and worth knowing, likewise: calls that were wrong and that nobody challenged.
    """

    record: Record | DealSheet | None
    steps: tuple[Step, ...]
    game: Game | None
    scores: tuple[int, ...]
    faults: tuple[Fault, ...]
    remarks: tuple[Remark, ...] = ()
    unlisted: int = 0

    @property
    def fault(self) -> Fault | None:
        """The first fault; None where all is right."""
        return self.faults[0] if self.faults else None


def replay(text: str, *, rulesets: Mapping[str, Ruleset] = RULESETS, otherwise: Ruleset | None = None) -> Replay:
    """Go through a record or a sheet, whichever its first word says.

    `rulesets` are those its `rules` may name, `otherwise` the one where it names none: by default the league's.
    Raises nothing.
    """
    try:
        lines = lines_of(text)
    except RecordError as error:
        return _replayed(None, (), None, (), error.faults)
    if is_sheet(lines):
        return _replay_sheet(lines, rulesets, otherwise)
    record, faults = read_record(lines)
    if record is None:
        return _replayed(None, (), None, (), faults)
    if otherwise is not None and "rules" not in record.places:
        record, rulesets = replace(record, rules=otherwise.name), {otherwise.name: otherwise}
    return _Whole(record, rulesets).replayed(faults)


def is_sheet(lines: list[Line]) -> bool:
    """Tell whether a text is a deal sheet: by its first word or, if that is misspelt, by a deal with points of play."""
    word = written_word(lines[0].text.split()[0]) if lines else ""
    if word in ("game", "sheet"):
        return word == "sheet"
    return any("heels" in line.text.lower() and "play" in line.text.lower() for line in lines[1:])


def _replay_sheet(lines: list[Line], rulesets: Mapping[str, Ruleset], otherwise: Ruleset | None) -> Replay:
    sheet, faults = read_sheet(lines)
    if sheet is None:
        return _replayed(None, (), None, (), faults)
    if otherwise is not None and "rules" not in sheet.places:
        sheet, rulesets = replace(sheet, rules=otherwise.name), {otherwise.name: otherwise}
    # A first line that does not say what the text is takes nothing from the rest.
    complete = not faults or [fault.at.line for fault in faults] == [lines[0].number]
    scores, more = check_sheet(sheet, rulesets=rulesets, complete=complete)
    return _replayed(None if faults else sheet, (), None, scores, (*faults, *more))


def _replayed(
    record: Record | DealSheet | None,
    steps: Sequence[Step],
    game: Game | None,
    scores: tuple[int, ...],
    faults: Sequence[Fault],
    remarks: Sequence[Remark] = (),
) -> Replay:
    """The outcome, its faults and remarks in the order of the text."""
    found = sorted(faults, key=lambda fault: fault.at)
    told = tuple(sorted(remarks, key=lambda remark: remark.at))
    unlisted = max(0, len(found) - MOST_FAULTS)
    return Replay(record, tuple(steps), game, scores, tuple(found[:MOST_FAULTS]), told, unlisted)


class _Whole:
    """A whole record."""

    def __init__(self, record: Record, rulesets: Mapping[str, Ruleset]) -> None:
        self.record = record
        dealer = None if record.cuts else record.dealer
        game, wrong = seat(record.players, record.rules, dealer, rulesets)
        self.heading = [Fault(record.place(keyword), message, rule, None, keyword) for keyword, rule, message in wrong]
        self.course = None if game is None else Course(game)
        self.unread: Sequence[Fault] = ()
        self.number = 0  # of the deal, as it is written
        self.written = {deal.at for deal in record.deals}  # where a deal begins by its own line

    def replayed(self, unread: Sequence[Fault]) -> Replay:
        record = None if unread else self.record
        course, self.unread = self.course, unread
        if course is None:
            return _replayed(record, (), None, (), (*unread, *self.heading))
        self._cut(course)
        parts = [part for deal in self.record.deals for part in parted(deal)]
        for place, deal in enumerate(parts, start=1):
            self._deal(course, deal, place, last=place == len(parts))
        if self.record.result is not None:
            self._result(course, self.record.result)
        faults = (*unread, *self.heading, *course.faults)
        return _replayed(record, course.steps, course.position, course.position.scores, faults, course.remarks)

    def _cut(self, course: Course) -> None:
        for number, cards in enumerate(self.record.cuts, start=1):
            spot = Spot(self.record.place(f"cut {number}"), None, "cut")
            if not course.loose:
                course.do(Cut(cards), spot)
        game, dealer = course.game, self.record.dealer
        if course.loose or not self.record.cuts or dealer is None:
            return
        spot = Spot(self.record.place("dealer"), None, "dealer")
        named = player_called(dealer, game.names)
        if named is None:
            course.fault(
                spot,
                "R2",
                Text(
                    "nobody here is called {dealer}; the players are {names}",
                    dealer=dealer,
                    names=", ".join(game.names),
                ),
            )
        elif game.first_dealer is not None and named != game.first_dealer:
            course.fault(
                spot,
                "R2",
                Text(
                    "{player} cut the lowest card and deals, not {dealer}",
                    player=game.names[game.first_dealer],
                    dealer=dealer,
                ),
            )

    def _deal(self, course: Course, deal: DealRecord, place: int, *, last: bool) -> None:
        """One deal, the one at `place` of all, and `last` or not."""
        self._first_dealer(course, deal, place)
        first = course.game.first_dealer is None
        won = course.game.winner is not None
        if won and not course.loose:
            course.refuse(Spot(deal.at, self.number + 1, "deal"), "R37", refuse_after_end(course.game))
        elif not first and not won:
            self._resume(course, deal)
        self._stated(course, deal, Spot(deal.at, self.number + 1, "deal"))
        self.number = self.number + 1 if deal.number is None else deal.number
        one = DealReplay(course, deal, self.number)
        dealer = course.game.dealer
        one.run()
        if last and not course.loose:
            one.say_last_gos(None if self.record.result is None else self.record.result.points)
        elif not course.loose and course.game.phase not in (Phase.DEAL, Phase.OVER):
            one.unfinished()
        one.settle()
        if course.loose and not first and course.game.winner is None:
            next_dealer = dealer if one.new_deal else (dealer + 1) % len(course.game.names)
            course.deal_again(place + 1, next_dealer)

    def _first_dealer(self, course: Course, deal: DealRecord, place: int) -> None:
        """Somebody deals first; where nobody knows who, nothing can be followed."""
        if course.game.first_dealer is not None or course.loose:
            return
        if not self.heading and not any(fault.at < deal.at for fault in self.unread):
            wrong = N_("nobody knows who deals first; write dealer: NAME or cut: and the cards")
            course.fault(Spot(deal.at, place, "deal"), "R2", wrong)
        course.lose()

    @staticmethod
    def _resume(course: Course, deal: DealRecord) -> None:
        """After a deal that could not be followed, the dealer is the one whom the next deal tells."""
        dealer = told_dealer(deal, course.game.names)
        if course.resumed and dealer is not None:
            course.game = replace(course.game, dealer=dealer)
        course.resumed = False

    def _stated(self, course: Course, deal: DealRecord, spot: Spot) -> None:
        """The number and the dealer that are written; both are taken up."""
        if deal.at not in self.written:
            course.fault(
                spot, "R4", N_("this is another deal, as the crib is called already; write “deal” in a line before")
            )
        if deal.number is not None and deal.number != spot.deal:
            course.fault(spot, "R4", Text("this is deal {deal}, not {number}", deal=spot.deal, number=deal.number))
        if deal.dealer is None:
            return
        named, due = player_called(deal.dealer, course.game.names), course.game.names[course.game.dealer]
        if named is None:
            listed = ", ".join(course.game.names)
            course.fault(
                spot,
                "R4",
                Text("nobody here is called {dealer}; the players are {listed}", dealer=deal.dealer, listed=listed),
            )
        elif named != course.game.dealer and course.game.first_dealer is not None:
            course.fault(
                spot,
                "R4",
                Text("{due} deals, not {dealer}: the deal goes round clockwise", due=due, dealer=deal.dealer),
            )
            told = told_dealer(replace(deal, dealer=None), course.game.names)
            if not course.loose and told in (None, named):
                course.deal_by(named)

    def _result(self, course: Course, result: Result) -> None:
        game = course.game
        known = course.sure and not course.loose and not course.resumed
        scores = game.scores if known else None
        for rule, message in result_faults(result, game.names, game.ruleset, scores, game.winner):
            course.fault(Spot(result.at, None, "result"), rule, message)
