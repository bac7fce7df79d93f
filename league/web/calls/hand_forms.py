"""The hand form: what a browser sends about a called hand, read into the arguments of `services.calls.rule`."""

from dataclasses import dataclass, replace

from django.utils.datastructures import MultiValueDict

from league.rules.problems import Problem
from league.translation import Text
from league.web.form_fields import points_in, read_text


@dataclass(frozen=True, slots=True)
class HandInput:
    """A called hand as it was typed, picked or linked to."""

    cards: str = ""  # the text of the hand; `starter` that of the starter
    starter: str = ""
    crib: bool = False
    ruleset: str = "league"
    declared: str = ""  # the score called, `claimed` the challenger's, both as typed
    claimed: str = ""
    takes: bool = True
    problems: tuple[Problem, ...] = ()  # what of it cannot be read as a number

    @property
    def blank(self) -> bool:
        return not self.cards and not self.starter

    @property
    def declared_points(self) -> int | None:
        return points_in(self.declared)

    @property
    def claimed_points(self) -> int | None:
        return points_in(self.claimed)


def read_hand(sent: MultiValueDict[str, str], *, ruleset: str = "league") -> HandInput:
    """Return the hand that was sent. Cards ticked in the pack count where the text was left empty, but the starter."""
    starter = read_text(sent, "starter")
    ticked = [code[:3] for code in sent.getlist("pick")[:8]]
    text = read_text(sent, "cards") or " ".join(code for code in ticked if code != starter.strip().upper())
    hand = HandInput(
        cards=text,
        starter=starter,
        crib=sent.get("kind") == "crib",
        ruleset=read_text(sent, "ruleset") or ruleset,
        declared=read_text(sent, "declared"),
        claimed=read_text(sent, "claimed"),
        # A form that was not sent yet, or a short link, leaves the usual answer.
        takes=sent.get("takes", "yes") != "no",
    )
    unread = tuple(
        Problem("number", Text("“{typed}” is not a number of points; write digits, like 8.", typed=typed), name)
        for name, typed in (("declared", hand.declared), ("claimed", hand.claimed))
        if typed and points_in(typed) is None
    )
    return replace(hand, problems=unread)
