"""A high hand as a browser sends it, and the problems of one put where the form shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from league.queries.honours.high_hands import FIELDS, TypedHand
from league.rules.high_hands import Typed, read_typed
from league.rules.problems import Problem
from league.services.honours import NewHand
from league.web.form_fields import points_in, read_choice, read_number, read_text


def typed_hand(sent: Mapping[str, str]) -> TypedHand:
    """Read a high hand that was sent with the form, whatever else was sent with it."""
    return TypedHand(
        player=read_choice(sent, "hand-player") or 0,
        text=read_text(sent, "hand"),
        score=points_in(read_text(sent, "hand-score")),
        crib=sent.get("hand-crib") == "yes",
        match_number=read_choice(sent, "hand-match"),
        again=read_number(sent, "hand-again"),
    )


def new_hand(typed: TypedHand) -> NewHand:
    """Return a typed hand as the service takes it: what was written goes with the button that was pressed."""
    said = read_typed(typed.text) if typed.text else Typed()
    points = typed.score if typed.score is not None else said.points
    return NewHand(typed.player, said.cards, said.starter, typed.crib, points, typed.match_number, typed.again)


def on_page(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of a service, each leading to the field of the form that it is about."""
    return [replace(one, field=FIELDS.get(one.field, one.field)) for one in problems]
