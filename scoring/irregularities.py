"""Irregularities: what follows from a fault in dealing, in the number of cards, in the play or in pegging (R47–R49a).

The *offender* made the fault, the *opponent* is the other side. A redress says whether the deal is void and what each
side's score changes by. Like a verdict it pegs nothing itself, and it takes the score that the game keeps for right:
points pegged short and put right in time change nothing.

Each rule book is a table of its own, by kind, with the number of its rule (`BOOKS`): Hoyle's, which the league's rules
follow too, and the American Cribbage Congress's; docs/scoring-rules.md tells which of its rules were read and where. A
kind that a book does not have is one about which it is silent.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from scoring.errors import Problem, ScoringError
from scoring.ruleset import LEAGUE, Choice, Misdeal, RuleBook, Ruleset
from scoring.text import N_, Text

RECTIFY_POINTS = 2  # R48: to the opponent of a wrong hand that is corrected, and to the non-dealer for a wrong crib
RENEGE_POINTS = 2  # ACC 7.3: to the opponent, for each card that should have been played
FALSE_CLAIM_POINTS = 15  # ACC 8.4b: back for whoever claims a game that is not won


class IrregularityKind(Choice):
    FACED_CARD = N_("faced card")  # R47: in the pack
    EXPOSED_CARD = N_("exposed card")  # R47: in dealing
    IMPERFECT_PACK = N_("imperfect pack")  # R47
    WRONG_DEAL = N_("wrong deal")  # R47: the wrong number of cards, found before laying away
    WRONG_HAND = N_("wrong hand")  # R48: the wrong number of cards after laying away; the crib is right
    WRONG_CRIB = N_("wrong crib")  # R48: the wrong number of cards; the hands are right
    SHORT_PEGGING = N_("short pegging")  # R49
    OVER_PEGGING = N_("over-pegging")  # R49
    WRONG_LEAD = N_("wrong lead")  # ACC 7.1b: the dealer led the first card
    RENEGE = N_("renege")  # ACC 7.3: go was said with a card that could be played
    FALSE_CLAIM = N_("false claim")  # ACC 8.4: the game was claimed and is not won

    @property
    def text(self) -> Text:
        """Its name for a person."""
        return Text(self.value)


class Remedy(Choice):
    """The remedy that the opponent chooses, where they may (R48)."""

    NEW_DEAL = "new deal"
    RECTIFY = "rectify"


_VOID_DEALS = {
    IrregularityKind.FACED_CARD: N_("A card lay face up in the pack"),
    IrregularityKind.EXPOSED_CARD: N_("A card was exposed in dealing"),
    IrregularityKind.IMPERFECT_PACK: N_("The pack is imperfect"),
    IrregularityKind.WRONG_DEAL: N_("The wrong number of cards was dealt"),
    IrregularityKind.WRONG_HAND: N_("A hand has the wrong number of cards"),
    IrregularityKind.WRONG_CRIB: N_("The crib has the wrong number of cards"),
}
# What their points are: pegged wrong, cards that should have been played, or points claimed that were not made.
_WITH_POINTS = {
    IrregularityKind.SHORT_PEGGING: N_("say how many were pegged wrong, 1 or more"),
    IrregularityKind.OVER_PEGGING: N_("say how many were pegged wrong, 1 or more"),
    IrregularityKind.RENEGE: N_("say how many cards should have been played, 1 or more"),
    IrregularityKind.FALSE_CLAIM: N_("say how many were missing to the game, 1 or more"),
}


@dataclass(frozen=True, slots=True)
class Redress:
    """The redress that follows from an irregularity.

    With `new_deal` the same dealer deals again; with `retracts_play` what was pegged in the play of this deal is taken
    back first. With `dealer_leads` the dealer's lead stands. `offender_pegs` and `opponent_pegs` are what each side's
    right score changes by, the offender's below 0 where points are lost. For a wrong crib the opponent is the
    non-dealer, whoever made the fault. `rule` is the rule that decided (`R48`, `ACC 8.3`), `reason` one sentence for a
    captain.
    """

    kind: IrregularityKind
    new_deal: bool
    offender_pegs: int
    opponent_pegs: int
    rule: str
    reason: Text
    retracts_play: bool = False
    dealer_leads: bool = False


@dataclass(frozen=True, slots=True)
class _Case:
    """The arguments of `redress`, whose words tell of them."""

    kind: IrregularityKind
    choice: Remedy | None
    points: int
    in_time: bool
    asked: bool
    ruleset: Ruleset


def redress(
    kind: IrregularityKind,
    *,
    choice: Remedy | None = None,
    points: int = 0,
    in_time: bool = True,
    asked: bool = True,
    ruleset: Ruleset = LEAGUE,
) -> Redress:
    """Return the redress that the ruleset's book prescribes (R47–R49a).

    `choice` is what the opponent chose, given exactly where they may: for a wrong hand where the ruleset's `misdeal` is
    a choice. `points` is how many were pegged too few or too many, how many cards should have been played (a renege),
    or how many points were missing to the game (a false claim): 1 or more for those, else 0. `in_time` is, for short
    pegging, before the next card or the next cut; for over-pegging, before the next cut; for a wrong lead, before a
    third card. `asked` is whether the opponent demanded the correction of over-pegging; it matters nowhere else.
    Raises ScoringError with every problem.
    """
    problems = _problems(kind, choice, points, ruleset)
    if problems:
        raise ScoringError(*problems)
    return BOOKS[ruleset.irregularities][kind](_Case(kind, choice, points, in_time, asked, ruleset))


def _problems(kind: object, choice: object, points: object, ruleset: Ruleset) -> list[Problem]:
    if not isinstance(kind, IrregularityKind):
        listed = ", ".join(IrregularityKind)
        return [
            Problem("kind", Text("{kind} is not an irregularity; there are {listed}", kind=repr(kind), listed=listed))
        ]
    if kind not in BOOKS[ruleset.irregularities]:
        silent = Text("{title} says nothing about a {kind}", title=ruleset.called, kind=kind.text)
        return [Problem("kind", silent)]
    return [*_choice_problems(kind, choice, ruleset), *_points_problems(kind, points)]


def _choice_problems(kind: IrregularityKind, choice: object, ruleset: Ruleset) -> list[Problem]:
    remedies = N_("a new deal or to rectify the hand")
    if choice is not None and not isinstance(choice, Remedy):
        return [
            Problem(
                "choice",
                Text(
                    "{choice} is not a choice; the opponent chooses {remedies}", choice=repr(choice), remedies=remedies
                ),
            )
        ]
    free = kind is IrregularityKind.WRONG_HAND and may_choose(ruleset)
    if free and choice is None:
        message = Text(
            "{kind}: no choice was made; in {title} the opponent chooses {remedies} (R48)",
            kind=kind.text,
            title=ruleset.called,
            remedies=remedies,
        )
        return [Problem("choice", message)]
    if choice is not None and not free:
        message = Text(
            "{kind}: “{choice}” was chosen, but in {title} there is no choice for it; leave it out",
            kind=kind.text,
            choice=choice,
            title=ruleset.called,
        )
        return [Problem("choice", message)]
    return []


def _points_problems(kind: IrregularityKind, points: object) -> list[Problem]:
    if type(points) is not int:  # exactly: a bool is an int, and no number of points
        return [
            Problem("points", Text("{points} is not a number of points; write a whole number", points=repr(points)))
        ]
    if kind in _WITH_POINTS and points < 1:
        return [
            Problem(
                "points",
                Text(
                    "{kind}: {points} points are impossible; {say}",
                    kind=kind.text,
                    points=points,
                    say=_WITH_POINTS[kind],
                ),
            )
        ]
    if kind not in _WITH_POINTS and points != 0:
        return [
            Problem(
                "points",
                Text(
                    "{kind}: {points} points were given, but nothing was pegged wrong; leave them out",
                    kind=kind.text,
                    points=points,
                ),
            )
        ]
    return []


def may_choose(ruleset: Ruleset) -> bool:
    """Return True if the opponent of a wrong hand chooses what follows (R48)."""
    return ruleset.irregularities is RuleBook.HOYLE and ruleset.misdeal is Misdeal.CHOICE


def _deal_again(case: _Case, rule: str = "R47") -> Redress:
    reason = Text("{fault}, so the same dealer deals again, without penalty.", fault=_VOID_DEALS[case.kind])
    return Redress(case.kind, True, 0, 0, rule, reason)


def _wrong_hand(case: _Case) -> Redress:
    return _deal_again(case) if case.choice is None else _redress_wrong_hand(case.choice)


def _wrong_crib(case: _Case) -> Redress:
    if case.ruleset.misdeal is not Misdeal.CHOICE:
        return _deal_again(case)
    reason = Text(
        "{fault} and the hands are right, so the crib is corrected and the non-dealer pegs {points}.",
        fault=_VOID_DEALS[case.kind],
        points=RECTIFY_POINTS,
    )
    return Redress(case.kind, False, 0, RECTIFY_POINTS, "R48", reason)


def _redress_wrong_hand(choice: Remedy) -> Redress:
    """R48: the opponent of a wrong hand has chosen."""
    kind = IrregularityKind.WRONG_HAND
    fault = _VOID_DEALS[kind]
    if choice is Remedy.NEW_DEAL:
        reason = Text(
            "{fault} and the crib is right, and the opponent chose that the same dealer deals again.", fault=fault
        )
        return Redress(kind, True, 0, 0, "R48", reason)
    reason = Text(
        "{fault} and the crib is right, and the opponent chose that the hand is corrected and pegs {points}.",
        fault=fault,
        points=RECTIFY_POINTS,
    )
    return Redress(kind, False, 0, RECTIFY_POINTS, "R48", reason)


def _short(case: _Case) -> Redress:
    kind, points = case.kind, case.points
    if case.in_time:
        reason = Text.plural(
            "{n} point too few was pegged and it was seen before the next card or cut, so the player puts it right.",
            "{n} points too few were pegged and it was seen before the next card or cut, so the player puts it right.",
            n=points,
        )
        return Redress(kind, False, 0, 0, "R49", reason)
    reason = Text.plural(
        "{n} point too few was pegged and it was seen only after the next card or cut, so the player loses it.",
        "{n} points too few were pegged and it was seen only after the next card or cut, so the player loses them.",
        n=points,
    )
    return Redress(kind, False, -points, 0, "R49", reason)


def _redress_overpegging(case: _Case) -> Redress:
    kind, points, penalty = case.kind, case.points, case.ruleset.overpeg_penalty
    if not case.asked:
        reason = Text.plural(
            "{n} point too many was pegged and nobody asked for a correction, so it stands.",
            "{n} points too many were pegged and nobody asked for a correction, so they stand.",
            n=points,
        )
        return Redress(kind, False, points, 0, "R49", reason)
    if not case.in_time:
        reason = Text.plural(
            "{n} point too many was pegged and a correction was asked for only after the next cut, so it stands.",
            "{n} points too many were pegged and a correction was asked for only after the next cut, so they stand.",
            n=points,
        )
        return Redress(kind, False, points, 0, "R49", reason)
    given_up = Text.plural(
        "{n} point too many was pegged and a correction was asked for before the next cut, so the player gives it up",
        "{n} points too many were pegged and a correction was asked for before the next cut, so the player gives them "
        "up",
        n=points,
    )
    if penalty:
        reason = Text("{given_up} and the opponent pegs {penalty}.", given_up=given_up, penalty=penalty)
        return Redress(kind, False, 0, penalty, "R49", reason)
    return Redress(kind, False, 0, 0, "R49", Text("{given_up}.", given_up=given_up))


def _deal_again_acc(case: _Case) -> Redress:
    """ACC 4.4: a wrong number of cards. Found once the starter is turned, the play's points are taken back.

    Read for a non-dealer with too many cards (d9 of 2025); a record does not tell the other cases of that table apart.
    """
    if case.kind is IrregularityKind.WRONG_DEAL:
        return _deal_again(case, "ACC 4.4")
    reason = Text(
        "{fault}, so the hands and the crib are dead, what was pegged in the play is taken back and the same dealer "
        "deals again.",
        fault=_VOID_DEALS[case.kind],
    )
    return Redress(case.kind, True, 0, 0, "ACC 4.4", reason, retracts_play=True)


def _short_acc(case: _Case) -> Redress:
    reason = Text.plural(
        "{n} point too few was pegged, and nothing is put right once the fingers have left the peg: the player loses "
        "it.",
        "{n} points too few were pegged, and nothing is put right once the fingers have left the peg: the player loses "
        "them.",
        n=case.points,
    )
    return Redress(case.kind, False, -case.points, 0, "ACC 8.3", reason)


def _over_acc(case: _Case) -> Redress:
    """ACC 8.4c: the opponent scores the difference; until when they may ask was not found, so as by R49."""
    if not case.asked or not case.in_time:
        found = _redress_overpegging(case)
        return Redress(case.kind, False, found.offender_pegs, 0, "ACC 8.4c", found.reason)
    reason = Text.plural(
        "{n} point too many was pegged: the player gives it up and the opponent pegs it.",
        "{n} points too many were pegged: the player gives them up and the opponent pegs them.",
        n=case.points,
    )
    return Redress(case.kind, False, 0, case.points, "ACC 8.4c", reason)


def _wrong_lead(case: _Case) -> Redress:
    if case.in_time:
        reason = N_(
            "The dealer led, and it was seen before a third card was played: the cards go back and the other player "
            "leads."
        )
        return Redress(case.kind, False, 0, 0, "ACC 7.1b", reason)
    reason = N_("The dealer led, and it was seen only once the play had gone on: the lead and the points stand.")
    return Redress(case.kind, False, 0, 0, "ACC 7.1b", reason, dealer_leads=True)


def _renege(case: _Case) -> Redress:
    reason = Text.plural(
        "Go was said with {n} card that could be played: the play goes back to it, and the opponent pegs {points}.",
        "Go was said with {n} cards that could be played: the play goes back to it, and the opponent pegs {points}.",
        n=case.points,
        points=case.points * RENEGE_POINTS,
    )
    return Redress(case.kind, False, 0, case.points * RENEGE_POINTS, "ACC 7.3", reason)


def _false_claim(case: _Case) -> Redress:
    reason = Text.plural(
        "The game was claimed with {n} point missing: the opponent pegs it, and the player goes back {back}.",
        "The game was claimed with {n} points missing: the opponent pegs them, and the player goes back {back}.",
        n=case.points,
        back=FALSE_CLAIM_POINTS,
    )
    return Redress(case.kind, False, -FALSE_CLAIM_POINTS, case.points, "ACC 8.4b", reason)


_Remedies = Mapping[IrregularityKind, Callable[[_Case], Redress]]
BOOKS: Mapping[RuleBook, _Remedies] = MappingProxyType(
    {
        RuleBook.HOYLE: MappingProxyType(
            {
                IrregularityKind.FACED_CARD: _deal_again,
                IrregularityKind.EXPOSED_CARD: _deal_again,
                IrregularityKind.IMPERFECT_PACK: _deal_again,
                IrregularityKind.WRONG_DEAL: _deal_again,
                IrregularityKind.WRONG_HAND: _wrong_hand,
                IrregularityKind.WRONG_CRIB: _wrong_crib,
                IrregularityKind.SHORT_PEGGING: _short,
                IrregularityKind.OVER_PEGGING: _redress_overpegging,
            }
        ),
        RuleBook.ACC: MappingProxyType(
            {
                # Its rules on a card faced in the pack and on an imperfect pack (4.5) were not found: as Hoyle's.
                IrregularityKind.FACED_CARD: _deal_again,
                IrregularityKind.EXPOSED_CARD: partial(_deal_again, rule="ACC 4.3"),
                IrregularityKind.IMPERFECT_PACK: _deal_again,
                IrregularityKind.WRONG_DEAL: _deal_again_acc,
                IrregularityKind.WRONG_HAND: _deal_again_acc,
                IrregularityKind.WRONG_CRIB: _deal_again_acc,
                IrregularityKind.SHORT_PEGGING: _short_acc,
                IrregularityKind.OVER_PEGGING: _over_acc,
                IrregularityKind.WRONG_LEAD: _wrong_lead,
                IrregularityKind.RENEGE: _renege,
                IrregularityKind.FALSE_CLAIM: _false_claim,
            }
        ),
    }
)
"""By book, what follows from each kind."""


def kinds_of(ruleset: Ruleset) -> tuple[IrregularityKind, ...]:
    """Return the kinds about which the ruleset's book says something, in their order."""
    return tuple(BOOKS[ruleset.irregularities])
