"""The answers to the commands of `python -m scoring`: lines for a reader and plain values for a machine.

Nothing is read or written here; `scoring.__main__` does that. Arguments come as they were typed, so that all that is
wrong with them is told at once.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from scoring.cards import LONGEST_QUOTE, PACK, Card, parse_card, parse_cards
from scoring.errors import Problem, ScoringError
from scoring.events import Peg
from scoring.game import Game
from scoring.muggins import adjudicate
from scoring.odds import Discard, discards
from scoring.replay import Replay, replay
from scoring.ruleset import LEAGUE, RULESETS, Ruleset, parse_ruleset
from scoring.show import Show, score_show
from scoring.text import Text
from scoring.written import Fault, Remark

T = TypeVar("T")
FAULTY = 1  # the exit code of a record with a fault
NO_CARDS: tuple[Card, ...] = ()

# What `rules` says of a field; those of the heading are left out.
MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "dealt": "cards to each of two players (R5 R51)",
        "laid_away": "by each of two players (R6)",
        "pack_to_crib": "cards from the pack to the crib of two players (R13)",
        "doubles_dealt": "cards to each of four players (R11 R51)",
        "doubles_laid_away": "by each of four players (R11 R51)",
        "three_players": "three may play (R12)",
        "target": "points that win, or more (R8)",
        "three_for_last": "to the first non-dealer, once a game (R9)",
        "one_count": "the play stops at the first 31 or go (R10)",
        "starter_first": "the starter is turned before laying away (R15)",
        "starter_cutter": "who cuts the starter (R14)",
        "next_game_dealer": "who deals first in games 2 and 3 (R2)",
        "irregularities": "the book that says what follows from an irregularity (R49a)",
        "misdeal": "what follows a wrong number of cards (R47 R48)",
        "go_continuation": "what the others play after a go (R17)",
        "go_when_said": "two players: the point for the go is pegged when go is said (R18)",
        "lone_player_scores": "a player alone with cards scores combinations (R26)",
        "runs_upwards": "in the play, runs count only as laid upwards, one card after the other (R23)",
        "announcement_order": "the order in which a show is counted aloud (R36)",
        "muggins": "a challenger may take what was missed (R39)",
        "muggins_in_play": "in the play too, before the next card (R43a)",
        "muggins_wrong_claim": "what a challenger takes whose claim is wrong too (R40 R45)",
        "false_muggins_penalty": "what follows from claiming points that were not missed (R42)",
        "overpeg_penalty": "points to the opponent of one who pegged too much (R49)",
        "persistent_threshold": "overcalls or false challenges that propose awarding the game (R43)",
        "lurch": "a game lost by far counts more (R38)",
        "lurch_below": "the loser's score under which it is a lurch; 0: half of the way (R38)",
        "double_lurch_below": "the same for a double lurch; 0: none (R38)",
        "game_points": "what a game counts for its winner (R38)",
        "lurch_points": "what it counts by a lurch (R38)",
        "double_lurch_points": "what it counts by a double lurch (R38)",
        "cap_at_target": "the winner's score is shown as the target (R8)",
    }
)


class Answer(NamedTuple):
    """Lines for a reader, one document for a machine, and the exit code: 0, or 1 where a record has a fault."""

    lines: tuple[str, ...]
    document: dict[str, Any]
    code: int = 0


def count(hand: str, starter: str | None, *, crib: bool, rules: str | None) -> Answer:
    """A hand or crib counted, with or without its starter (R29–R36). Raises ScoringError with every problem.

    Without `rules` a hand has one to six cards; one of four, and a crib, is the league's.
    """
    typed = _Typed()
    cards = typed.read("hand", parse_cards, hand, NO_CARDS)
    turned = None if starter is None else typed.read("starter", parse_card, starter, PACK[0])
    usual = LEAGUE if crib or len(cards) == LEAGUE.hand_size else None
    variant = usual if rules is None else typed.read("ruleset", parse_ruleset, rules, LEAGUE)
    typed.require()
    show = _of_hand(cards, lambda: score_show(cards, turned, crib=crib, ruleset=variant))
    combinations = _table((c.kind.value, _codes(c.cards), str(c.points)) for c in show.combinations)
    return Answer((_headed(show), *combinations, f"“{show.announcement}”"), show.to_dict() | _ruleset_fields(variant))


def call(hand: str, starter: str, declared: str, claimed: str | None, *, takes: bool, crib: bool, rules: str) -> Answer:
    """A called hand or crib judged (R39–R45). Raises ScoringError with every problem."""
    typed = _Typed()
    cards = typed.read("hand", parse_cards, hand, NO_CARDS)
    turned = typed.read("starter", parse_card, starter, PACK[0])
    called = typed.read("declared", _number, declared, 0)
    said = None if claimed is None else typed.read("claimed", _number, claimed, 0)
    variant = typed.read("ruleset", parse_ruleset, rules, LEAGUE)
    typed.require()
    verdict = _of_hand(
        cards,
        lambda: adjudicate(cards, turned, crib=crib, declared=called, claimed=said, takes=takes, ruleset=variant),
    )
    pegs = (("the counter pegs", verdict.counter_pegs), ("the challenger pegs", verdict.challenger_pegs))
    lines = (
        _headed(verdict.show),
        f"“{verdict.show.announcement}”",
        f"{verdict.reason} ({verdict.rule})",
        *_table((who, str(points)) for who, points in pegs),
    )
    return Answer(lines, verdict.to_dict())


def discard(dealt: str, starter: str | None, *, dealer: bool, rules: str) -> Answer:
    """Everything that can be laid away of the cards dealt, the best first. Raises ScoringError with every problem."""
    typed = _Typed()
    cards = typed.read("cards", parse_cards, dealt, NO_CARDS)
    turned = None if starter is None else typed.read("starter", parse_card, starter, PACK[0])
    variant = typed.read("ruleset", parse_ruleset, rules, LEAGUE)
    typed.require()
    found = _of_hand(cards, lambda: discards(cards, dealer=dealer, starter=turned, ruleset=variant))
    seat, meaning = ("Dealer", "hand plus crib") if dealer else ("Pone", "hand less crib")
    open_or_turned = "" if turned is None else f", starter {turned}"
    heading = f"{seat} with {_codes(cards)}{open_or_turned}: lay away {_codes(found[0].laid_away)}"
    rows: list[tuple[str, ...]] = [("lay away", "keep", "  hand", "  crib", f" {meaning}")]
    rows += [(_codes(d.laid_away), _codes(d.kept), *map(_decimal, (d.hand, d.crib, d.total))) for d in found]
    document = {
        "cards": _codes(cards),
        "dealer": dealer,
        "starter": None if turned is None else str(turned),
        "discards": [_plain(one) for one in found],
    }
    return Answer((heading, *_table(rows)), document | _ruleset_fields(variant))


def replayed(text: str, otherwise: Ruleset | None = None, rulesets: Mapping[str, Ruleset] = RULESETS) -> Answer:
    """A written game or deal sheet gone through: what was pegged and why, the score, faults and remarks, located.

    `rulesets` are those it may name, `otherwise` the one played where it names none. The code is 1 where there is a
    fault; a remark is none.
    """
    found = replay(text, rulesets=rulesets, otherwise=otherwise)
    sides = _sides(found)
    pegs = [(step.game.deal, peg) for step in found.steps for peg in step.pegs]
    scores = [" and ".join(names) + f" {score}" for names, score in zip(sides, found.scores, strict=True)]
    faults = [str(fault) for fault in found.faults]
    number = len(faults) + found.unlisted
    heading = "no fault" if not faults else "1 fault:" if number == 1 else f"{number} faults:"
    if found.unlisted:
        faults.append(f"and {found.unlisted} more")
    table = _table(_peg_row(deal, peg, sides) for deal, peg in pegs)
    remarks = [str(remark) for remark in found.remarks]
    if remarks:
        remarks.insert(0, "1 remark:" if len(remarks) == 1 else f"{len(remarks)} remarks:")
    score = [", ".join(scores) + _won(found.game, sides)] if scores else []
    lines = (*table, *score, heading, *faults, *remarks)
    document = {
        "players": list(_players(found)),
        "sides": sides,
        "rules": None if found.record is None else found.record.rules,
        "deals": 0 if found.record is None else len(found.record.deals),
        "scores": list(found.scores),
        "winner": None if found.game is None else found.game.winner,
        "lurched": [False] * len(sides) if found.game is None else list(found.game.lurched),
        "double_lurched": [False] * len(sides) if found.game is None else list(found.game.double_lurched),
        "worth": None if found.game is None else found.game.worth,
        "pegs": [_plain_peg(deal, peg) for deal, peg in pegs],
        "faults": [_plain_fault(fault) for fault in found.faults],
        "unlisted_faults": found.unlisted,
        "remarks": [_plain_remark(remark) for remark in found.remarks],
    }
    return Answer(lines, document, FAULTY if faults else 0)


def rules_list() -> Answer:
    """The named rulesets."""
    named = [{"name": r.name, "version": r.version, "title": r.title} for r in RULESETS.values()]
    return Answer(tuple(_table((r.name, r.title) for r in RULESETS.values())), {"rulesets": named})


def rules_table(name: str) -> Answer:
    """A ruleset field by field, with what the league plays where that differs. Raises ScoringError."""
    found = parse_ruleset(name)
    heading = f"{found.title} ({found.name}, version {found.version})"
    return Answer((heading, *_table(_rows(found))), dict(found.to_dict()))


def _rows(rules: Ruleset) -> Iterator[tuple[str, ...]]:
    for field in fields(rules):
        if field.name in MEANINGS:
            value, league = getattr(rules, field.name), getattr(LEAGUE, field.name)
            differs = "" if value == league else f"; the league: {_word(league)}"
            yield field.name, _word(value), MEANINGS[field.name] + differs


class _Typed:
    """Arguments as they were typed, read one by one; what is wrong with them waits for `require`."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def read(self, field: str, reader: Callable[[str], T], text: str, otherwise: T) -> T:
        """Read `text`; `otherwise` only keeps the place of what cannot be read."""
        try:
            return reader(text)
        except ScoringError as error:
            self.problems += [
                Problem(field, Text("{field}: {message}", field=field, message=problem.message))
                for problem in error.problems
            ]
            return otherwise

    def require(self) -> None:
        if self.problems:
            raise ScoringError(*self.problems)


def _number(text: str) -> int:
    if re.fullmatch(r"[+-]?[0-9]{1,4}", text.strip()):
        return int(text)
    shown = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
    raise ScoringError(
        Problem("points", Text("“{shown}” is not a number of points: write a whole number, such as 8", shown=shown))
    )


def _of_hand(cards: Sequence[Card], judge: Callable[[], T]) -> T:
    """What `judge` says of these cards. A problem with the hand comes back with its cards named."""
    try:
        return judge()
    except ScoringError as error:
        problems = (
            Problem(p.field, Text("{cards}: {problem}", cards=_codes(cards), problem=p.message))
            if cards and p.field in ("hand", "cards")
            else p
            for p in error.problems
        )
        raise ScoringError(*problems) from None


def _headed(show: Show) -> str:
    """The cards and their points: `Crib JD 5H 5C 5S, starter 5D: 29 points`."""
    starter = "no starter" if show.starter is None else f"starter {show.starter}"
    points = "1 point" if show.points == 1 else f"{show.points} points"
    return f"{'Crib' if show.crib else 'Hand'} {_codes(show.hand)}, {starter}: {points}"


def _plain(discard: Discard) -> dict[str, Any]:
    """Plain values fit for JSON: each mean as a number and, in `exact`, as a fraction."""
    means = {"hand": discard.hand, "crib": discard.crib, "total": discard.total}
    return {
        "laid_away": _codes(discard.laid_away),
        "kept": _codes(discard.kept),
        **{key: float(mean) for key, mean in means.items()},
        "exact": {key: str(mean) for key, mean in means.items()},
    }


def _players(found: Replay) -> tuple[str, ...]:
    if found.game is not None:
        return found.game.names
    return () if found.record is None else found.record.players


def _sides(found: Replay) -> list[list[str]]:
    """The names of each side, partners together."""
    sides = len(found.scores)
    return [list(_players(found)[side::sides]) for side in range(sides)]


def _won(game: Game | None, sides: Sequence[Sequence[str]]) -> str:
    if game is None or game.winner is None:
        return ""
    how = " by a double lurch" if any(game.double_lurched) else " by a lurch" if any(game.lurched) else ""
    return f": {' and '.join(sides[game.winner])} won{how}"


def _peg_row(deal: int, peg: Peg, sides: Sequence[Sequence[str]]) -> tuple[str, ...]:
    who = " and ".join(sides[peg.side])
    return f"deal {deal}", who, f"{peg.points:2}", peg.reason.value, _codes(peg.cards), peg.rule


def _plain_peg(deal: int, peg: Peg) -> dict[str, Any]:
    plain = {"deal": deal, "player": peg.player, "side": peg.side, "points": peg.points}
    return plain | {"reason": peg.reason.value, "cards": _codes(peg.cards), "rule": peg.rule}


def _plain_fault(fault: Fault) -> dict[str, Any]:
    where = {"line": fault.at.line, "column": fault.at.column, "deal": fault.deal, "place": fault.place}
    return where | {"rule": fault.rule, "message": fault.message}


def _plain_remark(remark: Remark) -> dict[str, Any]:
    where = {"line": remark.at.line, "column": remark.at.column, "deal": remark.deal, "place": remark.place}
    points = {"declared": remark.declared, "true": remark.true}
    return where | {"rule": remark.rule, "message": remark.message} | points


def _ruleset_fields(rules: Ruleset | None) -> dict[str, Any]:
    if rules is None:
        return {"ruleset_name": None, "ruleset_version": None}
    return {"ruleset_name": rules.name, "ruleset_version": rules.version}


def _decimal(points: Fraction) -> str:
    """To the nearest hundredth, its point below that of the others."""
    return f"{round(points * 100) / 100:6.2f}"


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows as lines, their columns one below the other."""
    cells = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(padded)}".rstrip()
