"""High hands and figures on pages of others: of a fixture, the form on its sheet, what a player has done."""

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils import timezone

from league.access import Grants, may
from league.models import Fixture, HighHand, League
from league.queries.honours.careers import Career, Figures
from league.queries.honours.high_hands import HandForm, Squads, hand_form, public_high_hands, recorded_in
from league.queries.results.versions import live_result
from league.rules.careers import Tally
from league.services.honours import closed
from league.translation import N_, Text

register = template.Library()


@register.simple_tag
def hands_told_of(fixture: Fixture) -> list[HighHand]:
    """Return the high hands that the public page of a fixture tells of (one query)."""
    return public_high_hands(fixture)


@register.simple_tag
def hands_recorded(fixture: Fixture) -> list[HighHand]:
    """Return the high hands on record, for those who may record them (one query)."""
    return recorded_in(fixture)


@register.simple_tag
def records_hands(fixture: Fixture, held: Grants) -> bool:
    """Return True if a visitor can record a high hand of a fixture now (a query for those who may)."""
    if not fixture.pk or not may(held, "high_hand.record", fixture):
        return False
    now: dt.datetime = timezone.now()
    return not closed(fixture, live_result(fixture), held, now=now)


@register.simple_tag
def hand_fields(fixture: Fixture, squads: Squads | None = None) -> HandForm:
    """Return an empty form for a high hand of a fixture, whose squads need not be read again where they are known."""
    return hand_form(fixture, squads=squads)


@register.filter
def removable_by(hands: Iterable[HighHand], held: Grants) -> set[int]:
    """Return the numbers of those high hands that a visitor may remove; their fixtures must be joined."""
    return {hand.pk for hand in hands if may(held, "high_hand.remove", hand)}


@register.filter
def by_kind(figures: Figures) -> list[tuple[Text, Tally]]:
    """Return the lines of a player's record that say something: singles, doubles, all, home and away."""
    lines = [
        (N_("Singles"), figures.singles),
        (N_("Doubles"), figures.doubles),
        (N_("All"), figures.total),
        (N_("Home"), figures.home),
        (N_("Away"), figures.away),
    ]
    return [(label, tally) for label, tally in lines if tally.matches]


TOLD = {"W": N_("won {won}–{lost} against {team}"), "L": N_("lost {won}–{lost} against {team}"),
        "D": N_("drew {won}–{lost} against {team}")}  # fmt: skip


class FormMatch(NamedTuple):
    """A match of a player's form: how it ended, in a sentence, and where to read about it."""

    outcome: str
    label: Text
    url: str


@register.simple_tag
def last_form(career: Career, league: League) -> list[FormMatch]:
    """Return a player's last matches as `form_dots` shows them."""
    return [
        FormMatch(
            outcome=one.played.outcome,
            label=Text(TOLD[one.played.outcome], won=one.played.won, lost=one.played.lost, team=one.team.name),
            url=reverse("fixture", kwargs={"slug": league.slug, "fixture": one.played.fixture}),
        )
        for one in career.last
    ]
