"""Figures and sentences for counting a hand offline, by `static/js/count.js`.

The sentences are the engine's own, with gaps left open, so that no text stands in two places.
"""

from collections.abc import Mapping
from typing import Any, Final

from league.translation import Text
from scoring import LEAGUE, AnnouncementOrder, FalseMuggins, Ruleset, WrongClaim
from scoring.announcement import phrases
from scoring.muggins import judge
from scoring.show import HAND, highest_points

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


def figures(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "kept": ruleset.hand_size,
        "highest": {"hand": highest_points(ruleset=ruleset), "crib": highest_points(crib=True, ruleset=ruleset)},
        "pairsFirst": ruleset.announcement_order is AnnouncementOrder.PAIRS_FIRST,
        "muggins": ruleset.muggins,
        "lesser": ruleset.muggins_wrong_claim is WrongClaim.LESSER,
        "claimed": ruleset.false_muggins_penalty is FalseMuggins.CLAIMED,
    }


def reasons() -> dict[str, Text]:
    """Return the engine's sentence for each verdict, with gaps such as ``{true}`` for the figures."""
    return {
        key: _with_gaps(judge(HAND, true, declared, claimed, takes=takes, ruleset=rules).reason)
        for key, (true, declared, claimed, takes, rules) in _CALLS.items()
    }


def spoken() -> dict[str, Text]:
    """Return the engine's words for a count called aloud, which the script puts together."""
    return phrases()


def _with_gaps(reason: Text) -> Text:
    return reason.with_params(**{name: f"{{{name}}}" for name in reason.params})
