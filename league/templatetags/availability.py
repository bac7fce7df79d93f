"""Tags for who can play, on pages of others."""

from django import template
from django.utils import timezone

from league.access import Grants
from league.models import Fixture
from league.queries.availability import open_for_answers

register = template.Library()


@register.simple_tag
def can_play_link(fixture: Fixture, grants: Grants | None) -> bool:
    """Return True if the reader plays in a coming fixture, or looks after a team of it (no query)."""
    if grants is None or not open_for_answers(fixture, now=timezone.now()):
        return False
    return grants.secretary or bool({fixture.home_id, fixture.away_id} & (grants.captain_of | grants.teams))
