import datetime as dt
from collections.abc import Mapping, Sequence

from league.access import CAPTAINS, held_role_q
from league.enums import ChargeKind, JournalKind, NoticeKind
from league.models import Charge, Player, Role, User
from league.rules.money import worded
from league.services.journal import record
from league.services.notices import queue_notice
from league.translation import Text, in_a_sentence


def charge_params(charge: Charge) -> dict[str, str]:
    """Params of every sentence about a charge: its amount and kind."""
    amount = worded(charge.amount, charge.season.league.currency)
    return {"amount": amount, "kind": in_a_sentence(ChargeKind(charge.kind).label)}


def people_of(charges: Sequence[Charge], *, now: dt.datetime) -> Mapping[int, list[User]]:
    """Users to tell about each charge, by id (two queries)."""
    if not charges:
        return {}
    today = now.astimezone(charges[0].season.league.tz).date()
    teams = [one.team_id for one in charges if one.team_id is not None]
    held = Role.objects.filter(held_role_q(today), kind__in=CAPTAINS, team__in=teams, user__is_active=True)
    captains: dict[int | None, dict[int, User]] = {}
    for role in held.select_related("user").order_by("user"):
        captains.setdefault(role.team_id, {})[role.user_id] = role.user
    players = [one.player_id for one in charges if one.player_id is not None]
    accounts = Player.objects.filter(pk__in=players, user__is_active=True).select_related("user")
    own = {player.pk: [player.user] for player in accounts if player.user is not None}
    told = {}
    for one in charges:
        told[one.pk] = (
            own.get(one.player_id or 0, []) if one.team_id is None else [*captains.get(one.team_id, {}).values()]
        )
    return told


def journal(
    charge: Charge, kind: JournalKind, key: str, what: Text, *, by: User, now: dt.datetime, why: str = ""
) -> None:
    """Journal a decision on a charge for the team or player, and the player's team."""
    team = charge.team if charge.team is not None else charge.through
    data = {"amount": str(charge.amount), "kind": str(charge.kind), "date": charge.date.isoformat()}
    league, player = charge.season.league, charge.player
    record(league, kind, key, by=by, now=now, what=what, why=why, team=team, player=player, data=data)


def tell_of_change(charge: Charge, key: str, text: Text, *, now: dt.datetime) -> Charge:
    """Queue notices of a change; return the charge."""
    people = people_of([charge], now=now)[charge.pk]
    queue_notice(charge.season.league, people, NoticeKind.CHARGE_CHANGED, key, text=text, now=now)
    return charge
