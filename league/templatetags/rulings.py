"""The links from rulings and verdicts to the rules they quote, on the rules page."""

from functools import partial

from django import template
from django.urls import reverse

from league.access import Grants
from league.models import Call, Fixture, League
from league.queries.calls.calls import CallSides, call_sides
from league.queries.people.personal_data import public_name
from league.rules.formats import fixture_terms
from league.rules.rulebook.numbering import plain_anchor
from league.services.disputes.rulebook import anchor_in
from league.translation import translated

register = template.Library()


@register.simple_tag
def rule_url(fixture: Fixture | str, number: str, match_number: int | str | None = None) -> str:
    """The place of a rule on the rules page, as a match of the fixture was played by it; "" where none is quoted.

    Args:
        fixture: with division, season and league joined.
        match_number: of the match; none for a whole sheet.
    """
    if not number or not isinstance(fixture, Fixture):
        return ""
    season = fixture.division.season
    said = str(match_number or "")
    match = int(said) if said.isdecimal() and len(said) < 4 else 0
    page = reverse("rules", kwargs={"slug": season.league.slug})
    return f"{page}?season={season.slug}#{anchor_in(fixture, number, match)}"


@register.simple_tag
def league_rule_url(league: League | str | None, number: str) -> str:
    """The first place of a rule on a league's rules page; "" outside of a league."""
    if not number or not isinstance(league, League):
        return ""
    return f"{reverse('rules', kwargs={'slug': league.slug})}#{plain_anchor(number)}"


@register.simple_tag
def sides_of(call: Call, grants: Grants) -> CallSides:
    """Name the sides of a call for a visitor; its fixture, teams and players are joined."""
    return call_sides(call, partial(public_name, grants=grants))


@register.simple_tag
def pegs_of(call: Call, verdict: dict[str, object], grants: Grants) -> str:
    """Format what each side pegs by a stored verdict on a call."""
    return translated(sides_of(call, grants).pegs(verdict))


@register.filter
def kept_in_matches(fixture: Fixture | str) -> str:
    """Return how many cards a hand has in each match of a fixture, in order: "4 4 5"; "" without a fixture."""
    if not isinstance(fixture, Fixture):
        return ""
    terms = fixture_terms(fixture)
    return " ".join(str(terms.ruleset(number).hand_size) for number in range(1, len(terms.matches) + 1))
