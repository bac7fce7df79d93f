"""Rulesets of a league's own: parsing and checking values, their fields, what each changes, and worked examples.

A field's effect is found by comparing rulebooks, and examples are played by the engine: nothing is described twice.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_type_hints

import scoring
from league.rules.names import check_line
from league.rules.problems import Problem
from league.rules.rulebook import rulebook
from scoring.choices import (
    AnnouncementOrder,
    Choice,
    FalseMuggins,
    GoContinuation,
    Misdeal,
    NextGameDealer,
    RuleBook,
    StarterCutter,
    WrongClaim,
)
from scoring.ruleset import Ruleset
from scoring.text import N_, Text

LONGEST_TITLE = 60
# Nobody plays a game of a thousand, and scores are kept in small numbers.
MOST = 999
_OURS = ("name", "version", "title")


def hand_size(name: str) -> int:
    """Cards a hand by a ruleset of the engine (R7)."""
    return scoring.RULESETS[name].hand_size


def read_ruleset(name: str, version: int, title: str, said: Mapping[str, Any]) -> tuple[Ruleset | None, list[Problem]]:
    """Parse a ruleset, with every problem at its field; missing fields are as the league plays by default."""
    problems = [*check_title(title), *check_line(title, "title"), *_out_of_reach(said)]
    problems += [
        Problem("ruleset", Text("{field}: follows from the title and the versions there are.", field=name), name)
        for name in _OURS
        if name in said
    ]
    try:
        ruleset = Ruleset.from_dict({**said, "name": name, "version": version, "title": title.strip() or "-"})
    except scoring.RulesetError as refused:
        problems += [Problem("ruleset", _sentence(problem), problem.field) for problem in refused.problems]
        return None, problems
    return (None if problems else ruleset), problems


def _out_of_reach(said: Mapping[str, Any]) -> list[Problem]:
    return [
        Problem("ruleset", Text("{field}: no more than {most}.", field=name, most=MOST), name)
        for name, value in said.items()
        if isinstance(value, int) and value > MOST
    ]


def _sentence(found: scoring.Problem) -> Text:
    return Text("{problem}.", problem=found.message.capitalised())


def check_title(title: str) -> list[Problem]:
    if not title.strip():
        return [Problem("title", N_("Give it a title, such as the league’s name."), "title")]
    if len(title.strip()) > LONGEST_TITLE:
        return [Problem("title", Text("No more than {most} characters.", most=LONGEST_TITLE), "title")]
    return []


def check_value(value: Any) -> list[Problem]:
    """Problems of a stored ruleset; an empty value is none."""
    if value == {}:
        return []
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        return [Problem("ruleset", N_("A ruleset is a table of its fields."))]
    try:
        Ruleset.from_dict(value)
    except scoring.RulesetError as refused:
        return [Problem("ruleset", _sentence(problem), problem.field) for problem in refused.problems]
    return [*check_title(value["title"]), *_out_of_reach(value)]


def stored_ruleset(value: Mapping[str, Any]) -> Ruleset:
    """Read a stored ruleset; RulesetError if it is none."""
    return _stored(json.dumps(value, sort_keys=True))


@lru_cache(maxsize=256)
def _stored(text: str) -> Ruleset:
    return Ruleset.from_dict(json.loads(text))


def named_ruleset(name: str) -> Ruleset:
    """A ruleset of the engine; RulesetError for an unknown name."""
    return scoring.ruleset(name)


# What nobody fills in: they follow from the title, and from the versions there are.
NOT_ASKED: Final = frozenset({"name", "version", "title"})

GROUPS: Final[Mapping[Text, Mapping[str, Text]]] = {
    N_("The game"): {
        "target": N_("Points that win a game"),
        "cap_at_target": N_("The winner’s score is written as the target"),
        "next_game_dealer": N_("First dealer of each further game"),
        "lurch": N_("There is a lurch"),
        "lurch_below": N_("Lurch: the loser has fewer than (0: half of the way)"),
        "double_lurch_below": N_("Double lurch: the loser has fewer than (0: there is none)"),
        "game_points": N_("A game counts, among the players"),
        "lurch_points": N_("A lurch counts"),
        "double_lurch_points": N_("A double lurch counts"),
    },
    N_("The deal"): {
        "dealt": N_("Cards dealt to each of two"),
        "laid_away": N_("Cards that each of two lays away"),
        "pack_to_crib": N_("Cards from the pack to the crib of two"),
        "doubles_dealt": N_("Cards dealt to each of four"),
        "doubles_laid_away": N_("Cards that each of four lays away"),
        "three_players": N_("Three may play"),
        "three_for_last": N_("Three for last to the player who does not deal first"),
        "starter_first": N_("The starter is turned before anything is laid away"),
        "starter_cutter": N_("The pack is cut for the starter by"),
        "irregularities": N_("What goes wrong at the table is put right as"),
        "misdeal": N_("After a wrong number of cards"),
    },
    N_("The play"): {
        "go_continuation": N_("After a go, those who can still play"),
        "go_when_said": N_("The point for a go is pegged as soon as go is said"),
        "lone_player_scores": N_("A player left alone with cards scores with them"),
        "one_count": N_("The play ends with the first thirty-one or go"),
        "runs_upwards": N_("Runs count only upwards"),
    },
    N_("Calls and muggins"): {
        "announcement_order": N_("A hand is counted aloud"),
        "muggins": N_("Muggins: an opponent may take what was missed"),
        "muggins_in_play": N_("Muggins in the play too"),
        "muggins_wrong_claim": N_("A challenger who has not counted right takes"),
        "false_muggins_penalty": N_("A challenge to a correct call costs"),
        "overpeg_penalty": N_("Points to the opponent of one who pegged too much"),
        "persistent_threshold": N_("Overcalls or false challenges in a game before a referee looks into it"),
    },
}
OPTIONS: Final[Mapping[Choice, Text]] = {
    NextGameDealer.ALTERNATE: N_("the side that did not deal first in the last"),
    NextGameDealer.CUT: N_("whoever cuts the lowest card"),
    NextGameDealer.LOSER: N_("the loser of the last"),
    NextGameDealer.WINNER: N_("the winner of the last"),
    StarterCutter.NON_DEALER: N_("the non-dealer"),
    StarterCutter.DEALER: N_("the dealer"),
    RuleBook.HOYLE: N_("Hoyle says"),
    RuleBook.ACC: N_("the American Cribbage Congress says"),
    Misdeal.REDEAL: N_("the same dealer deals again"),
    Misdeal.CHOICE: N_("the opponent chooses: a new deal, or two points"),
    GoContinuation.MUST: N_("must play on while they can"),
    GoContinuation.MAY: N_("may play on as far as they like"),
    GoContinuation.ONE: N_("play one card more"),
    AnnouncementOrder.RUNS_FIRST: N_("fifteens, runs, pairs"),
    AnnouncementOrder.PAIRS_FIRST: N_("fifteens, pairs, runs"),
    WrongClaim.NOTHING: N_("nothing"),
    WrongClaim.LESSER: N_("the lesser of the two"),
    FalseMuggins.NONE: N_("nothing"),
    FalseMuggins.CLAIMED: N_("the points claimed"),
}
KINDS: Final[Mapping[str, type[Any]]] = get_type_hints(Ruleset)


class Example(NamedTuple):
    title: Text
    text: Text


class Difference(NamedTuple):
    """Sentences of one rulebook that the other has not."""

    gone: tuple[Text, ...]
    new: tuple[Text, ...]


def difference(one: Ruleset, other: Ruleset) -> Difference:
    """Compare rulebooks, singles and doubles together."""
    before = sentences(one)
    after = sentences(replace(other, name=one.name, version=one.version, title=one.title))
    return Difference(
        tuple(text for text in before if text not in after), tuple(text for text in after if text not in before)
    )


def sentences(ruleset: Ruleset) -> tuple[Text, ...]:
    books = (rulebook(ruleset), rulebook(ruleset, doubles=True))
    return tuple(dict.fromkeys(rule for book in books for section in book for rule in section.rules))


def examples(ruleset: Ruleset) -> tuple[Example, ...]:
    return tuple(Example(title, make(ruleset)) for title, make in _EXAMPLES.items())


def _dealt(rules: Ruleset) -> Text:
    params = {"dealt": rules.dealt, "laid": rules.laid_away, "kept": rules.hand_size, "pack": rules.pack_to_crib}
    if rules.pack_to_crib:
        return Text(
            "Two players: {dealt} cards each, {laid} laid away, {kept} kept; {pack} from the pack make the crib four.",
            **params,
        )
    return Text("Two players: {dealt} cards each, {laid} laid away, {kept} kept; the crib has four.", **params)


def _lost(rules: Ruleset) -> Text:
    def counts(score: int) -> int:
        if not rules.lurch:
            return rules.game_points
        if score < rules.double_lurch_below:
            return rules.double_lurch_points
        return rules.lurch_points if score < rules.lurched_below else rules.game_points

    close, far = rules.target - 1, rules.target // 4
    return Text(
        "{target}–{close} counts {one} for the winner, {target}–{far} counts {other}.",
        target=rules.target,
        close=close,
        far=far,
        one=counts(close),
        other=counts(far),
    )


def _run(rules: Ruleset) -> Text:
    laid = scoring.parse_cards("4C 6D 5H")
    upwards = scoring.parse_cards("3C 4D 5H")
    return Text(
        "4, 6, 5: the last card pegs {points}. 3, 4, 5: the last card pegs {upwards}.",
        points=scoring.pegging_points(laid, rules),
        upwards=scoring.pegging_points(upwards, rules),
    )


_HANDS: Final[Mapping[int, str]] = {3: "5C 5D 6H", 4: "5C 5D 6H 7S", 5: "5C 5D 6H 7S 8C"}


def _counted(rules: Ruleset) -> Text:
    show = scoring.score_show(scoring.parse_cards(_HANDS[rules.hand_size]), scoring.parse_card("4D"), ruleset=rules)
    return Text(
        "{cards} with the {starter}: {said}", cards=_HANDS[rules.hand_size], starter="4D", said=show.announcement
    )


def _missed(rules: Ruleset) -> Text:
    return _judged(rules, missed=2, said=2)


def _wrong_claim(rules: Ruleset) -> Text:
    return _judged(rules, missed=4, said=2)


def _false(rules: Ruleset) -> Text:
    return _judged(rules, missed=0, said=2)


def _judged(rules: Ruleset, *, missed: int, said: int) -> Text:
    """The engine's verdict on a call short by `missed`, challenged as short by `said`."""
    hand, starter = scoring.parse_cards(_HANDS[rules.hand_size]), scoring.parse_card("4D")
    true = scoring.show_points(hand, starter, ruleset=rules)
    called = true - missed
    verdict = scoring.adjudicate(
        hand, starter, crib=False, declared=called, claimed=called + said, takes=True, ruleset=rules
    )
    return Text("{verdict}", verdict=verdict.reason)


_EXAMPLES: Final[Mapping[Text, Callable[[Ruleset], Text]]] = {
    N_("A game"): _lost,
    N_("A deal"): _dealt,
    N_("A run in the play"): _run,
    N_("A hand"): _counted,
    N_("Points missed"): _missed,
    N_("A challenger who counts wrong"): _wrong_claim,
    N_("A challenge to a correct call"): _false,
}


def typed_fields(sent: Mapping[str, str]) -> tuple[dict[str, Any], list[Problem]]:
    """Parse a form's fields, with a problem for each bad number."""
    said: dict[str, Any] = {}
    problems = []
    for name in _field_names():
        kind, text = KINDS[name], sent.get(name, "").strip()
        if kind is bool:
            said[name] = text != ""
        elif kind is int and not (text.isascii() and text.isdigit() and len(text) <= 4):
            problems.append(Problem("number", N_("Write a whole number."), name))
        else:
            said[name] = int(text) if kind is int else text
    return said, problems


def options_of(name: str) -> list[tuple[str, Text]]:
    """Options of a field with a few ways; none of any other field."""
    kind = KINDS[name]
    return [(option.value, OPTIONS[option]) for option in kind] if issubclass(kind, Choice) else []


def _field_names() -> Iterator[str]:
    for group in GROUPS.values():
        yield from group
