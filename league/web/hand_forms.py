"""The hand form: what a browser sends about a called hand, read into the arguments of `services.verification`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.datastructures import MultiValueDict

from league.rules.problems import Problem

LONGEST = 80
LONGEST_REASON = 2000


@dataclass(frozen=True, slots=True)
class HandInput:
    """A called hand as it was typed, picked or linked to.

    Attributes:
        cards: the text of the hand; `starter` that of the starter.
        declared: the score called, `claimed` the challenger's, both as typed.
        problems: what of it cannot be read as a number.
    """

    cards: str = ""
    starter: str = ""
    crib: bool = False
    ruleset: str = "league"
    declared: str = ""
    claimed: str = ""
    takes: bool = True
    problems: tuple[Problem, ...] = ()

    @property
    def blank(self) -> bool:
        """Whether nothing was given yet."""
        return not self.cards and not self.starter

    @property
    def declared_points(self) -> int | None:
        return _points(self.declared)

    @property
    def claimed_points(self) -> int | None:
        return _points(self.claimed)


def read_hand(sent: MultiValueDict[str, str], *, ruleset: str = "league") -> HandInput:
    """The hand that was sent. Cards ticked in the picker count where the text was left empty."""
    text = _text(sent, "cards") or " ".join(code[:3] for code in sent.getlist("pick")[:8])
    hand = HandInput(
        cards=text,
        starter=_text(sent, "starter") or _text(sent, "turn"),
        crib=sent.get("kind") == "crib",
        ruleset=_text(sent, "ruleset") or ruleset,
        declared=_text(sent, "declared"),
        claimed=_text(sent, "claimed"),
        # A form that was not sent yet, or a short link, leaves the usual answer.
        takes=sent.get("takes", "yes") != "no",
    )
    unread = tuple(
        Problem("number", f"“{typed}” is not a number of points; write digits, like 8.", name)
        for name, typed in (("declared", hand.declared), ("claimed", hand.claimed))
        if typed and _points(typed) is None
    )
    return replace(hand, problems=unread)


def _text(sent: Mapping[str, str], name: str, longest: int = LONGEST) -> str:
    # No database keeps a NUL, and no keyboard writes one.
    return str(sent.get(name, "")).replace("\0", "").strip()[:longest]


def read_reason(sent: Mapping[str, str]) -> str:
    """The reason of a ruling."""
    return _text(sent, "reason", LONGEST_REASON)


def _points(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None


def read_number(sent: Mapping[str, str], name: str) -> int:
    """A small number of a form; 0, which is never right, where it is none."""
    return _points(_text(sent, name)) or 0


def read_choice(sent: Mapping[str, str], name: str) -> int | None:
    """The id chosen in a list; None for nobody, 0 (never right) for what is no id."""
    text = _text(sent, name)
    if not text:
        return None
    return int(text) if re.fullmatch(r"[0-9]{1,15}", text) else 0
