"""Count a hand for anybody, and judge a call of it (R29–R45). Nothing is stored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from league.errors import Invalid
from league.rules.problems import Problem
from league.translation import N_, Text
from scoring import Ruleset, ScoringError, Show, Verdict, adjudicate, parse_card, parse_cards, score_show
from scoring import ruleset as named_ruleset
from scoring.ruleset import CRIB_CARDS
from scoring.show import highest_points

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verification:
    show: Show
    verdict: Verdict | None
    ruleset: Ruleset


def check_hand(
    *,
    cards: str,
    starter: str,
    crib: bool,
    declared: int | None,
    claimed: int | None,
    takes: bool,
    ruleset: str | Ruleset,
) -> Verification:
    """Count a hand and, where a score was declared, judge the call (R29–R45).

    Args:
        cards: such as ``AC 7D 8H 3S``; one card more, where no starter is given, is the starter.
        starter: may be blank where nothing was declared: then the cards count alone.
        claimed: the total by the challenger; None is no challenge.
        takes: whether a challenger who is right takes what was missed (R39).
        ruleset: a ruleset, or the name of one that comes with the engine.

    Raises:
        Invalid: with every problem, each on the argument of that name.
    """
    problems: list[Problem] = []
    rules = ruleset if isinstance(ruleset, Ruleset) else _read(problems, "ruleset", named_ruleset, ruleset)
    hand = _read(problems, "cards", parse_cards, cards)
    turned = _read(problems, "starter", parse_card, starter) if starter.strip() else None
    if rules is None:
        raise Invalid(problems)
    if hand is not None and not starter.strip() and len(hand) == (CRIB_CARDS if crib else rules.hand_size) + 1:
        hand, turned = hand[:-1], hand[-1]
    problems += _call_problems(declared, claimed, starter or str(turned or ""), crib=crib, rules=rules)
    show = None
    if hand is not None:
        show = _read(problems, "cards", lambda h: score_show(h, turned, crib=crib, ruleset=rules), hand)
    if problems or show is None:
        raise Invalid(problems)
    if declared is None or turned is None:
        return Verification(show, None, rules)
    verdict = adjudicate(show.hand, turned, crib=crib, declared=declared, claimed=claimed, takes=takes, ruleset=rules)
    return Verification(show, verdict, rules)


def problems_of_hand(given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with those arguments of `check_hand` that can be read; nothing without the whole hand."""
    if not {"cards", "starter", "crib", "ruleset"} <= given.keys():
        return []
    hand = {name: given[name] for name in ("cards", "starter", "crib", "ruleset")}
    called = {"declared", "claimed"} <= given.keys()
    scores: dict[str, Any] = {name: given[name] if called else None for name in ("declared", "claimed")}
    try:
        check_hand(**hand, **scores, takes=given.get("takes", True))
    except Invalid as refused:
        return [*refused.problems]
    return []


def _read(problems: list[Problem], field: str, parse: Callable[[Any], T], text: Any) -> T | None:
    try:
        return parse(text)
    except ScoringError as error:
        for found in error.problems:
            place = "starter" if found.field == "starter" else field
            message = Text("{problem}.", problem=found.message.capitalised())
            problems.append(Problem(f"wrong-{place}", message, place))
        return None


def _call_problems(
    declared: int | None, claimed: int | None, starter: str, *, crib: bool, rules: Ruleset
) -> list[Problem]:
    problems = []
    if declared is None and claimed is not None:
        problems.append(Problem("no-call", N_("A challenge answers a call: say what was called."), "declared"))
    if declared is not None and not starter.strip():
        problems.append(
            Problem("no-starter", N_("A call is made with a starter: say which card was turned."), "starter")
        )
    highest = highest_points(crib=crib, ruleset=rules)
    for field, points in (("declared", declared), ("claimed", claimed)):
        if points is not None and not 0 <= points <= highest:
            sentence = (
                N_("{points} is impossible: a crib in {ruleset} is worth 0 to {highest}.")
                if crib
                else N_("{points} is impossible: a hand in {ruleset} is worth 0 to {highest}.")
            )
            message = Text(sentence, points=points, ruleset=rules.called, highest=highest)
            problems.append(Problem("impossible-points", message, field))
    return problems
