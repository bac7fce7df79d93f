"""The reasons why a ruleset cannot be played: fields of the wrong type, and fields that contradict each other.

Each reason stands at the field to change, and says what would be right. They are found all at once.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, get_type_hints

from scoring.choices import Choice, FalseMuggins, WrongClaim
from scoring.errors import Problem
from scoring.text import N_, Text

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset

CRIB_CARDS = 4  # R13
THREE_FOR_LAST = 3  # R9
SHORTEST_HAND, LONGEST_HAND = 3, 5  # R7: five-card and seven-card
_TYPES = {str: N_("text"), int: N_("a whole number"), bool: N_("true or false")}


def listed(words: Iterable[str]) -> str:
    """Return words in their order, with commas."""
    return ", ".join(sorted(words))


def no_choice(key: str, value: object, choices: type[Choice]) -> Problem:
    """Say that `value` is none of the choices of the field `key`."""
    wrong = Text(
        "{key}: {value} is not a choice; there are {choices}", key=key, value=repr(value), choices=listed(choices)
    )
    return Problem(key, wrong)


types_of: Callable[[Any], dict[str, type]] = cache(get_type_hints)
"""Return the type of each field of a ruleset's class by its name."""


def wrong_types(rules: "Ruleset") -> Iterator[Problem]:
    """Yield a reason for every field that holds a value of another type than its own."""
    for key, kind in types_of(type(rules)).items():
        value = getattr(rules, key)
        if type(value) is kind:  # exactly: a bool is an int, and must not pass for one
            continue
        if issubclass(kind, Choice):
            yield no_choice(key, value, kind)
        else:
            wrong = Text("{key}: {value} must be {words}", key=key, value=repr(value), words=_TYPES[kind])
            yield Problem(key, wrong)


def contradictions(rules: "Ruleset") -> Iterator[Problem]:
    """Yield every reason why no game can be played by `rules`, whose types are right."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rules.name):
        yield Problem(
            "name", Text("name: {name} must be lower-case letters, digits and single hyphens", name=repr(rules.name))
        )
    if not rules.title.strip():
        yield Problem("title", N_("title: empty; a ruleset needs words to be called by"))
    for key in ("version", "target", "persistent_threshold", "game_points"):
        if getattr(rules, key) < 1:
            yield Problem(key, Text("{key}: {value} must be 1 or more", key=key, value=getattr(rules, key)))
    if rules.overpeg_penalty < 0:
        yield Problem(
            "overpeg_penalty",
            Text("overpeg_penalty: {overpeg_penalty} must be 0 (none) or more", overpeg_penalty=rules.overpeg_penalty),
        )
    yield from _without_muggins(rules)
    yield from _lurches(rules)
    yield from _cribs(rules)
    yield from _hands(rules)


def _without_muggins(rules: "Ruleset") -> Iterator[Problem]:
    """Yield what cannot be chosen where muggins is off: nothing can be taken (R39)."""
    if rules.muggins:
        return
    if rules.muggins_wrong_claim is not WrongClaim.NOTHING:
        wrong = N_("muggins_wrong_claim: {claim} must be nothing where muggins is off: what was missed cannot be taken")
        yield Problem("muggins_wrong_claim", Text(wrong, claim=rules.muggins_wrong_claim))
    if rules.false_muggins_penalty is not FalseMuggins.NONE:
        wrong = N_("false_muggins_penalty: {penalty} must be none where muggins is off: no points can be claimed")
        yield Problem("false_muggins_penalty", Text(wrong, penalty=rules.false_muggins_penalty))
    if rules.muggins_in_play:
        wrong = N_("muggins_in_play: must be off where muggins is off: what was missed cannot be taken")
        yield Problem("muggins_in_play", wrong)


def _lurches(rules: "Ruleset") -> Iterator[Problem]:
    """Yield why the lurch or the double lurch of `rules` cannot be, or is worth less than what it surpasses (R38)."""
    for key in ("lurch_below", "double_lurch_below"):
        below = getattr(rules, key)
        if below and not rules.lurch:
            yield Problem(key, Text("{key}: {below} must be 0 where there is no lurch", key=key, below=below))
        elif below and not 0 < below < rules.target:
            wrong = N_("{key}: {below} must be 1 to {most}, or 0; the loser of a game has fewer than {target}")
            yield Problem(key, Text(wrong, key=key, below=below, most=rules.target - 1, target=rules.target))
    if not rules.lurch:
        return
    if rules.lurch_points < rules.game_points:
        wrong = N_("lurch_points: {points} is less than a game counts; it must be {least} or more")
        yield Problem("lurch_points", Text(wrong, points=rules.lurch_points, least=rules.game_points))
    if not rules.double_lurch_below:
        return
    if rules.lurched_below <= rules.double_lurch_below < rules.target:
        wrong = N_("double_lurch_below: {below} must be lower than {lurch}, under which there is a lurch")
        yield Problem("double_lurch_below", Text(wrong, below=rules.double_lurch_below, lurch=rules.lurched_below))
    if rules.double_lurch_points < rules.lurch_points:
        wrong = N_("double_lurch_points: {points} is less than a lurch counts; it must be {least} or more")
        yield Problem("double_lurch_points", Text(wrong, points=rules.double_lurch_points, least=rules.lurch_points))


def _cribs(rules: "Ruleset") -> Iterator[Problem]:
    """Yield why what is laid away, with what the pack gives, makes no crib of four (R6 R12 R13)."""
    pack = rules.pack_to_crib
    if pack not in (0, 2):
        wrong = N_("pack_to_crib: {n}; of two players’ crib the pack gives none, or 2 where each lays one away")
        yield Problem("pack_to_crib", Text(wrong, n=pack))
        pack = 0
    for key, players in (("laid_away", 2), ("doubles_laid_away", 4)):
        value, given = getattr(rules, key), pack if players == 2 else 0
        crib, right = players * value + given, (CRIB_CARDS - given) // players
        if crib == CRIB_CARDS:
            continue
        said = {"key": key, "players": players, "value": value, "crib": crib, "right": right, "given": given}
        sentence = N_("{key}: {players} × {value} makes a crib of {crib}; it has four, so {right}")
        if given:
            sentence = N_(
                "{key}: {players} × {value} and {given} from the pack make a crib of {crib}; it has four, so {right}"
            )
        yield Problem(key, Text(sentence, **said))


def _hands(rules: "Ruleset") -> Iterator[Problem]:
    """Yield why the cards of `rules` make no hands, or other hands for two than for four (R5 R7 R11 R12)."""
    if not SHORTEST_HAND <= rules.hand_size <= LONGEST_HAND:
        wrong = Text(
            "dealt: {dealt} less {laid_away} keeps {kept}; a hand is 3, 4 or 5 cards",
            dealt=rules.dealt,
            laid_away=rules.laid_away,
            kept=rules.hand_size,
        )
        yield Problem("dealt", wrong)
    kept = rules.doubles_dealt - rules.doubles_laid_away
    if kept != rules.hand_size:
        wrong = Text(
            "doubles_dealt: keeps {kept} in doubles and {singles} in singles; both must agree",
            kept=kept,
            singles=rules.hand_size,
        )
        yield Problem("doubles_dealt", wrong)
    if rules.three_players and rules.hand_size != CRIB_CARDS:
        wrong = Text("three_players: three play with hands of four cards, not {kept}", kept=rules.hand_size)
        yield Problem("three_players", wrong)
