"""The seats at a table and what was agreed for it: people, machines, rules, and each person's three switches.

The switches of a person at a table: it counts, pegs, moves on by itself, is heard; as chosen last, or as usual.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from league.rules.problems import Problem
from scoring import (
    FIVE_CARD,
    SEVEN_CARD,
    SIX_CARD,
    SIX_CARD_61,
    FalseMuggins,
    Game,
    GameError,
    Ruleset,
    RulesetError,
    WrongClaim,
)
from scoring.strategy import Strength
from scoring.text import N_, NOTHING, Text
from scoring.written import name_problem

PACES = ("off", "1", "3")
# Source A of docs/scoring-rules.md is a computer's cribbage with these three switches; six-card-61 is A's form too.
SOURCE_A = frozenset(rules.name for rules in (FIVE_CARD, SIX_CARD, SIX_CARD_61, SEVEN_CARD))


@dataclass(frozen=True, slots=True)
class Switches:
    """A person's switches at a table.

    Attributes:
        count: their hands are counted for them.
        peg: what their cards make in the play is pegged for them.
        pace: after how many seconds the table moves on by itself; "off": when they say so.
        sound: cards and pegs are heard.
        chosen: when they chose so, as ISO 8601 in UTC; empty: they never did.
    """

    count: bool = True
    peg: bool = True
    pace: str = "off"
    sound: bool = False
    chosen: str = ""

    def stored(self) -> dict[str, Any]:
        return asdict(self)


def usual_switches(rules: Ruleset) -> Switches:
    """Return the switches of somebody who never chose: by the rules of source A all three are on."""
    return Switches(pace="3") if rules.name in SOURCE_A else Switches()


def kept_switches(stored: Mapping[str, Any]) -> Switches | None:
    """Return switches that were kept, of a seat or by themselves; None where nobody chose them."""
    if not stored.get("chosen"):
        return None
    return Switches(**{field.name: stored[field.name] for field in fields(Switches) if field.name in stored})


def chosen_last(*kept: Switches | None) -> Switches | None:
    """Return the switches that were chosen last, or None."""
    return max(filter(None, kept), key=lambda one: one.chosen, default=None)


WOODS = ("Maple", "Walnut", "Cherry")
"""The names of the machines: what cribbage boards are made of. Names are the same in every language."""
GUEST = N_("Guest")
STRENGTHS = tuple(Strength)
LENGTHS = (61, 121, 181)
MODES: Mapping[str, Text] = {
    "1": N_("One machine"),
    "2": N_("Two machines, each for themselves"),
    "partners": N_("Partners: a machine with you, two against you"),
    "person": N_("Another person, on their own phone"),
    "third": N_("Another person and a machine, each for themselves"),
    "pair": N_("Partners: another person with you, against two machines"),
    "pairs": N_("Partners: a machine with you, against another person with theirs"),
}


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: a person's, known again by a key, or a machine's of some strength, 1 to 5.

    Attributes:
        taken: somebody sits there.
        count, peg, pace, sound: their `Switches`.
        chosen: when the table's owner chose these; empty where it was not they.
    """

    name: str
    strength: int = 0
    key: str = ""
    taken: bool = True
    count: bool = True
    peg: bool = True
    pace: str = "off"
    sound: bool = False
    chosen: str = ""

    @property
    def machine(self) -> bool:
        return self.strength > 0

    @property
    def level(self) -> Strength:
        """Return a machine's strength as the engine has it."""
        return STRENGTHS[self.strength - 1]

    def stored(self) -> dict[str, Any]:
        return asdict(self)

    def switched(self, switches: Switches) -> "Seat":
        """Return the seat with other switches; a pace that there is none of is off."""
        return replace(self, **switches.stored() | {"pace": switches.pace if switches.pace in PACES else "off"})


def seats_of(stored: Iterable[Mapping[str, Any]]) -> tuple[Seat, ...]:
    """Return the seats that are stored with a table."""
    return tuple(Seat(**said) for said in stored)


@dataclass(frozen=True, slots=True)
class Wish:
    """The choices of a start screen, as they were typed.

    Attributes:
        length, muggins, lurch: blank: as the rules' source has it; else a number of points, or "on" and "off".
    """

    ruleset: str
    mode: str = "1"
    strength: str = "3"
    name: str = ""
    length: str = ""
    muggins: str = ""
    lurch: str = ""


def agreed(base: Ruleset, wish: Wish) -> tuple[Ruleset, list[Problem]]:
    """Return the rules of a table: those of `base` with what was agreed otherwise, and what is wrong with that."""
    problems: list[Problem] = []
    changed: dict[str, Any] = {}
    if wish.length:
        if wish.length.isascii() and wish.length.isdigit() and int(wish.length[:4]) in LENGTHS:
            changed["target"] = int(wish.length)
        else:
            problems.append(Problem("length", Text("Choose a game of {lengths} points.", lengths=_listed()), "length"))
    for field in ("muggins", "lurch"):
        said = getattr(wish, field)
        if said in ("on", "off"):
            changed[field] = said == "on"
        elif said:
            problems.append(Problem(field, N_("Choose on, off, or as in the rules."), field))
    changed = {field: value for field, value in changed.items() if getattr(base, field) != value}
    if problems or not changed:
        return base, problems
    if "target" in changed:
        changed |= {"lurch_below": 0, "double_lurch_below": 0}
    if changed.get("muggins") is False:
        changed |= {
            "muggins_in_play": False,
            "muggins_wrong_claim": WrongClaim.NOTHING,
            "false_muggins_penalty": FalseMuggins.NONE,
        }
    try:
        return replace(base, name=f"{base.name}-agreed", title=f"{base.title}, as agreed", **changed), []
    except RulesetError as refused:
        return base, [Problem("ruleset", refused.text, "ruleset")]


def seated(wish: Wish, ruleset: Ruleset) -> tuple[tuple[Seat, ...], list[Problem]]:
    """Return the seats that somebody wishes for, the first theirs, and what is wrong with them."""
    problems: list[Problem] = []
    name = " ".join(wish.name.split()) or str(GUEST)
    wrong = name_problem(name) or (N_("Machines have the names of woods; choose another.") if name in WOODS else None)
    if wrong:
        problems.append(Problem("name", wrong.capitalised(), "name"))
    known = wish.strength.isascii() and wish.strength.isdigit() and 1 <= int(wish.strength[:2]) <= len(STRENGTHS)
    if not known:
        problems.append(Problem("strength", N_("Choose a strength from 1 to 5."), "strength"))
    if wish.mode not in MODES:
        problems.append(Problem("mode", N_("Choose whom you play with."), "mode"))
    if problems:
        return (), problems
    own, free, machines = Seat(name), Seat("", taken=False), [Seat(wood, int(wish.strength)) for wood in WOODS]
    seats = {
        "1": (own, machines[0]),
        "2": (own, machines[0], machines[1]),
        "partners": (own, machines[0], machines[1], machines[2]),
        "person": (own, free),
        "third": (own, free, machines[0]),
        "pair": (own, machines[0], free, machines[1]),
        "pairs": (own, free, machines[0], machines[1]),
    }[wish.mode]
    try:
        Game.start([seat.name or "?" for seat in seats], ruleset=ruleset)
    except GameError as refused:
        return seats, [Problem("mode", _bare(refused.text), "mode")]
    return seats, []


def joined(seats: tuple[Seat, ...], name: str) -> tuple[str, list[Problem]]:
    """Return the name under which somebody joins a table, and what is wrong with it."""
    wanted = " ".join(name.split()) or str(GUEST)
    wrong = name_problem(wanted)
    if wrong is None and wanted.casefold() in {seat.name.casefold() for seat in seats if seat.taken}:
        wrong = N_("Somebody at this table has that name; choose another.")
    return wanted, [] if wrong is None else [Problem("name", wrong.capitalised(), "name")]


def started(ruleset: Ruleset, seats: Iterable[Seat], dealer: int | None) -> Game:
    """Return the game that begins at a table; None: the deal is cut for."""
    return Game.start([seat.name for seat in seats], ruleset=ruleset, dealer=dealer)


def _bare(message: Text) -> Text:
    return Text("{problem}.", problem=message.capitalised()) if message else NOTHING


def _listed() -> str:
    return ", ".join(map(str, LENGTHS))
