"""People's names on pages, as the visitor is shown them: shortened or in full (`access`, "player.name")."""

from collections.abc import Mapping

from django import template

from league.access import Grants
from league.models import Player, Role
from league.queries.persons import officer_name, public_name

register = template.Library()


@register.filter
def shown_to(player: Player | None, grants: Grants) -> str:
    """A player's name for a visitor; nothing for nobody."""
    return public_name(player, grants) if isinstance(player, Player) else ""


@register.filter
def officer(role: Role, grants: Grants) -> str:
    """The name of a captain of `queries.teams.officers_of` for a visitor; nothing where he has none yet."""
    return officer_name(role, grants)


@register.filter
def of(names: Mapping[int, str], key: int) -> str:
    """A name out of names that were told apart (`queries.persons.public_names`)."""
    return names[key]
