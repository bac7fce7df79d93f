"""Count a hand for anybody, and judge a call of it (R29–R45). Nothing is stored.

Pages that count offline (`static/js/count.js`) get the engine's own sentences, with gaps for the figures.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from league.errors import Invalid
from league.rules.problems import Problem
from league.translation import N_, Text
from scoring import (
    LEAGUE,
    AnnouncementOrder,
    FalseMuggins,
    Ruleset,
    ScoringError,
    Show,
    Verdict,
    WrongClaim,
    adjudicate,
    parse_card,
    parse_cards,
    score_show,
)
from scoring import ruleset as named_ruleset
from scoring.announcement import phrases
from scoring.muggins import judge
from scoring.ruleset import CRIB_CARDS
from scoring.show import HAND, highest_points

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
    hand = _read(problems, "cards", parse_cards, cards) if cards.strip() else None
    turned = _read(problems, "starter", parse_card, starter) if starter.strip() else None
    if rules is None:
        raise Invalid(problems)
    if hand is not None and not starter.strip() and len(hand) == (CRIB_CARDS if crib else rules.hand_size) + 1:
        hand, turned = hand[:-1], hand[-1]
    if not cards.strip():
        size = CRIB_CARDS if crib else rules.hand_size
        sentence = N_("Choose the {cards} cards of the crib.") if crib else N_("Choose the {cards} cards of the hand.")
        problems.append(Problem("wrong-cards", Text(sentence, cards=size), "cards"))
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
        for fault in error.problems:
            place = "starter" if fault.field == "starter" else field
            message = Text("{problem}.", problem=fault.message.capitalised())
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


_FIELDS: Final = LEAGUE.to_dict()
_LESSER: Final = Ruleset.from_dict({**_FIELDS, "muggins_wrong_claim": WrongClaim.LESSER.value})
_CLAIMED: Final = Ruleset.from_dict({**_FIELDS, "false_muggins_penalty": FalseMuggins.CLAIMED.value})
_NO_MUGGINS: Final = Ruleset.from_dict({**_FIELDS, "muggins": False})
# By its key in the script: what the cards are worth, the call, the claim, whether it is taken, and by which rules.
_CALLS: Final[Mapping[str, tuple[int, int, int | None, bool, Ruleset]]] = {
    "right": (8, 8, None, True, LEAGUE),
    "claimed": (8, 8, 10, True, _CLAIMED),
    "false": (8, 8, 10, True, LEAGUE),
    "unchallenged": (8, 9, None, True, LEAGUE),
    "bothWrong": (8, 9, 7, True, LEAGUE),
    "corrected": (8, 9, 8, True, LEAGUE),
    "lost": (8, 6, None, True, LEAGUE),
    "noMuggins": (8, 6, 8, True, _NO_MUGGINS),
    "left": (8, 6, 8, False, LEAGUE),
    "taken": (8, 6, 8, True, LEAGUE),
    "lesser": (8, 6, 7, True, _LESSER),
    "miscounted": (8, 6, 7, True, LEAGUE),
}


def offline_figures(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "kept": ruleset.hand_size,
        "highest": {"hand": highest_points(ruleset=ruleset), "crib": highest_points(crib=True, ruleset=ruleset)},
        "pairsFirst": ruleset.announcement_order is AnnouncementOrder.PAIRS_FIRST,
        "muggins": ruleset.muggins,
        "lesser": ruleset.muggins_wrong_claim is WrongClaim.LESSER,
        "claimed": ruleset.false_muggins_penalty is FalseMuggins.CLAIMED,
    }


def offline_reasons() -> dict[str, Text]:
    """Return the engine's sentence for each verdict, with gaps such as ``{true}`` for the figures."""
    return {
        key: _leave_gaps(judge(HAND, true, declared, claimed, takes=takes, ruleset=rules).reason)
        for key, (true, declared, claimed, takes, rules) in _CALLS.items()
    }


def offline_phrases() -> dict[str, Text]:
    """Return the engine's words for a count called aloud, which the script puts together."""
    return phrases()


def _leave_gaps(reason: Text) -> Text:
    return reason.with_params(**{name: f"{{{name}}}" for name in reason.params})
