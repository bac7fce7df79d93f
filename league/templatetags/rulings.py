"""Decisions on pages of others: breaches of eligibility, awards for conduct, the rules that verdicts quote."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from league.access import Grants
from league.models import Call, ConductCase, Fixture, League, Result
from league.queries.calls.calls import CallSides, call_sides
from league.queries.calls.conduct import awards_of, open_cases, standing_awards
from league.queries.people.personal_data import public_name
from league.queries.results.eligibility import breaches_told, taken_with_breaches
from league.rules.formats import fixture_terms
from league.rules.rulebook.numbering import plain_anchor
from league.rules.rulings import Award
from league.services.disputes.rulebook import anchor_in
from league.translation import translated

register = template.Library()


@register.inclusion_tag("league/results/_breaches.html", takes_context=True)
def breaches(context: Context, result: Result | None) -> dict[str, Any]:
    """The breaches of a result, by seat (one query; none where it has none)."""
    told = breaches_told([result], context["request"].grants) if result is not None else {}
    return {"breaches": told.get(result.pk, []) if result is not None else []}


@register.inclusion_tag("league/desk/_breaches.html", takes_context=True)
def desk_breaches(context: Context, league: League) -> dict[str, Any]:
    """The latest sheets of a league that were taken with breaches (two queries)."""
    results = taken_with_breaches(league)
    told = breaches_told(results, context["request"].grants)
    return {"league": league, "lines": [(result, told[result.pk]) for result in results]}


@register.simple_tag
def conduct_awards(fixture: Fixture) -> list[ConductCase]:
    """The cases for which a game of the fixture was awarded; all that is public of them is the game and to whom."""
    return awards_of(fixture)


@register.simple_tag
def awards_standing(fixture: Fixture) -> tuple[Award, ...]:
    """The games of the fixture that are awarded whatever sheet of it comes to count."""
    # An example night has no row, and no rulings.
    return standing_awards(fixture) if fixture.pk else ()


@register.simple_tag
def conduct_cases(league: League) -> Sequence[ConductCase]:
    return open_cases(league)


@register.simple_tag
def rule_url(fixture: Fixture | str, number: str, match_number: int | str | None = None) -> str:
    """Return a rule's place on the rules page, by the ruleset of that match; "" where none is quoted.

    Args:
        fixture: with division, season and league joined.
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
    return call_sides(call, partial(public_name, grants=grants))


@register.simple_tag
def pegs_of(call: Call, verdict: dict[str, object], grants: Grants) -> str:
    return translated(sides_of(call, grants).pegs(verdict))


@register.filter
def hand_sizes(fixture: Fixture | str) -> str:
    """Return how many cards a hand has in each match of a fixture, in order: "4 4 5"; "" without a fixture."""
    if not isinstance(fixture, Fixture):
        return ""
    terms = fixture_terms(fixture)
    return " ".join(str(terms.ruleset(number).hand_size) for number in range(1, len(terms.matches) + 1))
