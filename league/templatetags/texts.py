"""The filter with which pages and mails show texts of the rules; every template has it."""

from django import template

from league.translation import translated

register = template.Library()
register.filter(translated)
