"""Filters of the pages of cups."""

from fractions import Fraction

from django import template

from league.rules.competitions.ties import format_points

register = template.Library()


@register.filter
def tie_points(points: Fraction) -> str:
    return format_points(points)


@register.filter
def unlocalized(number: float) -> str:
    """A number for an SVG, with a point whatever the language."""
    return f"{number:g}"
