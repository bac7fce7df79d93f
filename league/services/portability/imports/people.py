"""Writing the people of a plan: players and where they are registered, and who is invited to be captain."""

import datetime as dt
from collections.abc import Mapping

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db.models import F
from django.db.models.functions import Lower

from league.enums import RoleKind, SecurityKind
from league.models import Invitation, Player, Registration, Role, Team, User
from league.rules.names import folded
from league.services.people.accounts.security import note
from league.services.people.invite import A_DAY, address_problems, invitations_left, invite, revoke
from league.services.people.roles import title
from league.services.portability.imports.player_matching import match_players
from league.services.portability.imports.values import PlayerValue
from league.services.portability.imports.writer import Writer
from league.translation import N_, Text


def write_players(w: Writer) -> None:
    # Those who have left a team come first, so that whoever bears a name there now is the one it means.
    found = Registration.objects.filter(season=w.season).select_related("player", "team")
    registered = sorted(found, key=lambda registration: registration.ends_on is None)
    by_place = {(r.team.name, r.player.name): r.player for r in registered}
    team_of = {r.player_id: r.team.name for r in registered if r.ends_on is None}
    pairs = match_players(w, by_place)
    if w.log.problems:
        return
    new = [
        (value, Player(league=w.league, name=value.name, email=value.email, phone=value.phone))
        for value, p in pairs
        if p is None
    ]
    w.created(N_("players"), Player.objects.bulk_create([player for _, player in new]))
    for value, known in pairs:
        if known is not None:
            w.same_or_change(
                N_("players"),
                known,
                # Another spelling renames nobody; whoever has another name by their number is called so now.
                name=known.name if folded(known.name) == folded(value.name) else value.name,
                email=value.email or known.email,
                phone=value.phone or known.phone,
            )
    people = [(value, player) for value, player in pairs if player is not None] + new
    missing = []
    for value, player in people:
        team = team_of.get(player.pk)
        if team is None:
            starts = w.season.first_week
            missing.append(Registration(season=w.season, team=w.teams[value.team], player=player, starts_on=starts))
        elif team != value.team:
            message = Text(
                "{name} is registered for {team}; transfer them on the page of its players", name=value.name, team=team
            )
            w.log.problem(value.row, "team", message)
    w.created(N_("registrations"), Registration.objects.bulk_create(missing))
    w.players = {place: player.pk for place, player in by_place.items()}
    w.players.update({(value.team, value.name): player.pk for value, player in people})


ROLE_KINDS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
Candidate = tuple[PlayerValue, Player, Team]


def write_roles(w: Writer) -> None:
    """Invite captains and vice-captains who have an address to their roles, and end those that others take over.

    From the command line there is nobody who invites. It makes accounts for addresses that have none here, with their
    roles, and leaves everybody's account alone (docs/decisions/accounts.md).
    """
    for value in w.plan.players:
        if value.role and not value.email:
            message = Text("without an address {name} cannot sign in", name=value.name)
            w.log.warning(value.row, "email", message, quote=False)
    _end_roles(w)
    candidates = _without_role(w)
    if w.by is None:
        _make_accounts(w, candidates)
    else:
        _invite(w, candidates, by=w.by)


def _without_role(w: Writer) -> list[Candidate]:
    """Return who is to have a role that their account does not hold (two queries)."""
    wanted = [value for value in w.plan.players if value.role and value.email]
    players = Player.objects.select_related("user").in_bulk([w.players[value.team, value.name] for value in wanted])
    open_roles = Role.objects.filter(league=w.league, ends_on=None, kind__in=ROLE_KINDS)
    held = set(open_roles.values_list("user_id", "kind", "team_id"))
    candidates = []
    for value in wanted:
        player, team = players[w.players[value.team, value.name]], w.teams[value.team]
        if player.user is not None and player.user.email.lower() != value.email:
            message = Text("{name} signs in with another address, which only they can change", name=value.name)
            w.log.warning(value.row, "email", message)
        if (player.user_id, value.role, team.pk) not in held:
            candidates.append((value, player, team))
    return candidates


def _invite(w: Writer, candidates: list[Candidate], *, by: User) -> None:
    waiting = Invitation.objects.filter(league=w.league, accepted_at=None, revoked_at=None, expires_at__gt=w.now)
    invited = set(waiting.values_list("email", "kind", "team_id"))
    offers = []
    for value, player, team in candidates:
        address = player.user.email.lower() if player.user else value.email
        if address_problems(address):
            message = Text("{name} is not invited: mail can’t be sent to this address", name=value.name)
            w.log.warning(value.row, "email", message)
        elif (address, value.role, team.pk) not in invited:
            offers.append((value, player, team, address))
    most = invitations_left(w.league, now=w.now)
    for value, player, team, address in offers[:most]:
        w.decided(invite, w.league, address, value.role, team, player=player, by=by, now=w.now)
    w.counts.add(w.counts.created, N_("invitations"), len(offers[:most]))
    for value, *_ in offers[most:]:
        message = Text(
            "{name} is not invited yet: a league sends {most} invitations a day. Load the file again tomorrow.",
            name=value.name, most=A_DAY,
        )  # fmt: skip
        w.log.warning(value.row, "email", message)


def _make_accounts(w: Writer, candidates: list[Candidate]) -> None:
    here = _addresses_here([value.email for value, _, _ in candidates])
    linked = [player.user for _, player, _ in candidates if player.user is not None]
    proved = set(EmailAddress.objects.filter(user__in=linked, verified=True).values_list("user_id", flat=True))
    no_password = make_password(None)
    new: list[Player] = []
    seats = []
    for value, player, team in candidates:
        if player.user_id in proved or (player.user is None and value.email in here):
            message = Text("{name} has an account here; the secretary can invite them", name=value.name)
            w.log.warning(value.row, "email", message)
            continue
        if player.user is None:
            player.user = User(email=value.email, name=value.name, password=no_password)
            new.append(player)
        seats.append((value, player, team))
    users = User.objects.bulk_create([player.user for player in new if player.user is not None])
    w.created(N_("accounts"), users)
    # With the address on record the code sent there is all it takes; without, it would have to be confirmed once more.
    EmailAddress.objects.bulk_create([EmailAddress(user=user, email=user.email, primary=True) for user in users])
    Player.objects.bulk_update(new, ["user"])
    starts = min(w.season.first_week, w.today)
    roles = [
        Role(user=player.user, league=w.league, kind=value.role, team=team, starts_on=starts)
        for value, player, team in seats
    ]
    w.created(N_("roles"), Role.objects.bulk_create(roles))
    for role in roles:
        note(SecurityKind.ROLE_GIVEN, role.user, detail=_by_file(w, role), by=w.by, now=w.now)


def _addresses_here(addresses: list[str]) -> set[str]:
    """Return which of these addresses are an account's here, proved or not (two queries)."""
    named = User.objects.annotate(address=Lower("email")).filter(address__in=addresses)
    others = EmailAddress.objects.annotate(address=Lower("email")).filter(address__in=addresses)
    return {*named.values_list("address", flat=True), *others.values_list("address", flat=True)}


def _by_file(w: Writer, role: Role) -> Text:
    held = title(role.kind, role.team)
    return Text("{role}, {league}, by the spreadsheets", role=held, league=w.league.name)


def _end_roles(w: Writer) -> None:
    """End the role of whoever stands in the file without it: where one takes over, another lets go."""
    named = {w.players[value.team, value.name]: value for value in w.plan.players}
    held = Role.objects.filter(league=w.league, ends_on=None, kind__in=ROLE_KINDS, user__players__league=w.league)
    for role in held.select_related("team", "user").annotate(player=F("user__players__pk")):
        value = named.get(role.player)
        if value is None or role.team is None or (value.role, value.team) == (role.kind, role.team.name):
            continue
        message = Text("{name} is no longer {role}", name=value.name, role=title(role.kind, role.team))
        w.log.warning(value.row, "role", message)
        note(SecurityKind.ROLE_ENDED, role.user, detail=_by_file(w, role), by=w.by, now=w.now)
        w.same_or_change(N_("roles"), role, ends_on=max(role.starts_on, w.today - dt.timedelta(days=1)))
    if w.by is not None:
        _withdraw(w, named, by=w.by)


def _withdraw(w: Writer, named: Mapping[int, PlayerValue], *, by: User) -> None:
    waiting = Invitation.objects.filter(
        league=w.league, accepted_at=None, revoked_at=None, kind__in=ROLE_KINDS, player__in=named.keys()
    )
    for invitation in waiting.select_related("league", "team"):
        value = named[invitation.player_id or 0]
        if invitation.team is None or (value.role, value.team) == (invitation.kind, invitation.team.name):
            continue
        w.counts.add(w.counts.changed, N_("invitations"))
        w.decided(revoke, invitation, by=by, now=w.now)
