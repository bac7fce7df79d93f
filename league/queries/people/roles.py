import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import CharField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat

from league.enums import NoticeKind, RoleKind
from league.models import Invitation, League, Notice, Role, Team

ORDER = {kind: place for place, kind in enumerate(RoleKind)}


@dataclass(frozen=True, slots=True)
class Holders:
    """The people who speak for a team, or (team None) for the league, and those invited to.

    Open invitations come with `mail`, the state of the last letter.
    """

    team: Team | None
    roles: tuple[Role, ...]
    invitations: tuple[Invitation, ...]


def holders_of(league: League, *, now: dt.datetime, team: Team | None = None) -> list[Holders]:
    """The league's own roles, then those of each team, by name; or of one team (three queries)."""
    teams = [team] if team is not None else list(league.teams.filter(hidden_at=None).order_by("name", "pk"))
    places: list[Team | None] = [*teams] if team is not None else [None, *teams]
    which = Q(team=team) if team is not None else Q()
    today = now.astimezone(league.tz).date()
    lasting = Q(ends_on=None) | Q(ends_on__gte=today)
    roles = _by_team(Role.objects.filter(which, lasting, league=league, ended_at=None).select_related("user"))
    invited = _by_team(open_invitations(league).filter(which).select_related("user", "invited_by", "player"))
    return [
        Holders(
            place,
            tuple(sorted(roles.get(place.pk if place else None, ()), key=_by_kind)),
            tuple(invited.get(place.pk if place else None, ())),
        )
        for place in places
    ]


def open_invitations(league: League) -> QuerySet[Invitation]:
    """Invitations that nobody has accepted or withdrawn, expired ones included."""
    key = Concat(Value("invitation:"), Cast(OuterRef("pk"), CharField()))
    letters = Notice.objects.filter(recipient=OuterRef("user"), kind=NoticeKind.INVITATION)
    of_it = letters.filter(Q(key=key) | Q(key__startswith=Concat(key, Value(":"))))
    latest = of_it.order_by("-created_at", "-pk").values("state")[:1]
    found = Invitation.objects.filter(league=league, accepted_at=None, revoked_at=None)
    return found.annotate(mail=Subquery(latest))


def _by_team(found: Iterable[Role] | Iterable[Invitation]) -> dict:
    grouped: dict[int | None, list[Role | Invitation]] = {}
    for row in found:
        grouped.setdefault(row.team_id, []).append(row)
    return grouped


def _by_kind(role: Role) -> tuple[int, str, int]:
    return ORDER[RoleKind(role.kind)], str(role.user).lower(), role.pk
