"""Conduct on pages of others: the public line of an award, what of a sheet is awarded, and how many cases wait."""

from django import template

from league.models import ConductCase, Fixture, League
from league.queries.calls.conduct import awards_of, open_cases, standing_awards
from league.rules.rulings import Award

register = template.Library()


@register.simple_tag
def conduct_awards(fixture: Fixture) -> list[ConductCase]:
    """The cases for which a game of the fixture was awarded; all that is public of them is the game and to whom."""
    return awards_of(fixture)


@register.simple_tag
def awards_that_stand(fixture: Fixture) -> tuple[Award, ...]:
    """The games of the fixture that are awarded whatever sheet of it comes to count."""
    # An example night has no row, and no rulings.
    return standing_awards(fixture) if fixture.pk else ()


@register.simple_tag
def conduct_cases(league: League) -> list[ConductCase]:
    """Undecided ones, for referees and the secretary only."""
    return open_cases(league)
