"""People's names on pages, as the visitor is shown them: shortened or in full (`access`, "player.name")."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.http.request import split_domain_port

from league.access import Grants, has_factor, may
from league.enums import RoleKind
from league.models import Player, Role, User
from league.queries.people.passkeys import host_of_passkey, passkey_hosts
from league.queries.people.personal_data import officer_name, public_name
from league.translation import N_, Text, join_names, translated

register = template.Library()


@register.simple_tag(takes_context=True)
def passkey_places(context: Mapping[str, Any], user: User) -> dict[str, Any]:
    """Return `here`: whether a passkey of the account works on this host, and `hosts`: where others do."""
    hosts = passkey_hosts(user)
    here = split_domain_port(context["request"].get_host())[0]
    others = sorted({host for host in hosts if host and host != here})
    return {"here": not hosts or here in hosts, "hosts": ", ".join(others)}


@register.simple_tag(takes_context=True)
def passkey_place(context: Mapping[str, Any], key: Any) -> str:
    """Return the host on which a passkey works, where that is not this one."""
    host = host_of_passkey(key)
    return "" if host == split_domain_port(context["request"].get_host())[0] else host


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
