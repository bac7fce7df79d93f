"""People's names on pages, as the visitor is shown them: shortened or in full (`access`, "player.name")."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template

from league.access import Grants, has_factor, may
from league.enums import RoleKind
from league.models import Player, Role, User
from league.queries.people.personal_data import officer_name, public_name
from league.translation import N_, Text, join_names, translated

register = template.Library()


@register.filter
def name_for(player: Player | None, grants: Grants) -> str:
    return public_name(player, grants) if isinstance(player, Player) else ""


@register.filter
def shows_averages_to(player: Player, grants: Grants) -> bool:
    return may(grants, "player.averages", player)


@register.filter
def officer(role: Role, grants: Grants) -> str:
    """The name of a captain of `queries.teams.officers_of` for a visitor; nothing where they have none yet."""
    return officer_name(role, grants)


BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", N_("an iPhone")), ("iPad", N_("an iPad")), ("Android", "Android"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Macintosh", N_("a Mac")), ("Linux", "Linux"),
)  # fmt: skip


@register.filter
def describe_device(user_agent: str) -> str:
    """A browser and what it runs on, as far as it says: "Firefox on Windows". It may say anything."""
    browser = next((name for word, name in BROWSERS if word in user_agent), N_("A browser"))
    system = next((name for word, name in SYSTEMS if word in user_agent), "")
    return translated(Text("{browser} on {system}", browser=browser, system=system) if system else browser)


@register.filter
def role_names(kinds: Iterable[str]) -> str:
    return translated(join_names([Text.joined("", (RoleKind(kind).label,)).lowered() for kind in sorted(kinds)]))


@register.simple_tag
def has_second_factor(user: Any) -> bool:
    """One query."""
    return isinstance(user, User) and has_factor(user)


@register.filter
def lookup(values: Mapping[int, Any], key: int) -> Any:
    return values[key]
