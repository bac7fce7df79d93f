"""Writing the people of a plan: players and where they are registered, captains' accounts and roles."""

import datetime as dt
from collections.abc import Mapping

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db.models import F
from django.db.models.functions import Lower

from league.enums import RoleKind, SecurityKind
from league.models import ApiToken, Player, Registration, Role, User
from league.rules.names import folded
from league.services.people.accounts.proving import discard_older
from league.services.people.accounts.security import note
from league.services.people.roles import title
from league.services.portability.imports.known import match_players
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


def write_roles(w: Writer) -> None:
    """Accounts without a password for captains and vice-captains who have an address, and their roles."""
    wanted = [value for value in w.plan.players if value.role and value.email]
    for value in w.plan.players:
        if value.role and not value.email:
            message = Text("without an address {name} cannot sign in", name=value.name)
            w.log.warning(value.row, "email", message, quote=False)
    found = Player.objects.select_related("user").in_bulk([w.players[value.team, value.name] for value in wanted])
    people = [(value, found[w.players[value.team, value.name]]) for value in wanted]
    users = _accounts(w, people)
    _end_roles(w)
    open_roles = Role.objects.filter(league=w.league, ends_on=None, kind__in=ROLE_KINDS)
    held = set(open_roles.values_list("user_id", "kind", "team_id"))
    starts = min(w.season.first_week, w.today)
    roles = []
    for value in wanted:
        user, team = users[value.email], w.teams[value.team]
        if (user.pk, value.role, team.pk) not in held:
            roles.append(Role(user=user, league=w.league, kind=value.role, team=team, starts_on=starts))
    w.created(N_("roles"), Role.objects.bulk_create(roles))
    for role in roles:
        note(SecurityKind.ROLE_GIVEN, role.user, detail=_by_file(w, role), by=w.by, now=w.now)
    _link_players(w, people, users)


def _by_file(w: Writer, role: Role) -> Text:
    held = title(role.kind, role.team)
    return Text("{role}, {league}, by the spreadsheets", role=held, league=w.league.name)


def _accounts(w: Writer, people: list[tuple[PlayerValue, Player]]) -> dict[str, User]:
    """The account of everybody by the address in the file: the one they have, the one of this address, or a new one."""
    users: dict[str, User] = {}
    for value, player in people:
        if player.user is not None:
            users[value.email] = player.user
            if player.user.email.lower() != value.email:
                message = Text(
                    "{name} signs in as {address} still; that is changed in the admin",
                    name=value.name,
                    address=player.user.email,
                )
                w.log.warning(value.row, "email", message)
    missing = [value for value, _ in people if value.email not in users]
    users.update(_known_accounts([value.email for value in missing]))
    _nobody_else_s({user.pk: user for user in users.values()}, w.now)
    no_password = make_password(None)
    new = [
        User(email=value.email, name=value.name, password=no_password) for value in missing if value.email not in users
    ]
    w.created(N_("accounts"), User.objects.bulk_create(new))
    # With the address on record the code sent there is all it takes; without, it would have to be confirmed once more.
    EmailAddress.objects.bulk_create([EmailAddress(user=user, email=user.email, primary=True) for user in new])
    users.update({user.email: user for user in new})
    return users


def _known_accounts(addresses: list[str]) -> dict[str, User]:
    """Return the accounts that these addresses have here: whose owner has proved it, else the one that names it."""
    named = User.objects.annotate(address=Lower("email")).filter(address__in=addresses)
    proved = EmailAddress.objects.annotate(address=Lower("email")).filter(address__in=addresses, verified=True)
    found = {user.email.lower(): user for user in named}
    return found | {one.email.lower(): one.user for one in proved.select_related("user")}


def _nobody_else_s(users: Mapping[int, User], now: dt.datetime) -> None:
    """Empty the accounts that nobody has proved to be theirs of every way in, before a role is attached to them.

    Whoever signed up with somebody else's address must not come in as captain with a password of their own.
    """
    proved = EmailAddress.objects.filter(user__in=users, verified=True).values_list("user_id", flat=True)
    tokens = ApiToken.objects.filter(user__in=users, revoked_at=None).values_list("user_id", flat=True)
    held = set(tokens)
    for number in users.keys() - set(proved):
        user = users[number]
        if user.has_usable_password() or user.last_login is not None or number in held:
            discard_older(user, now=now)


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


def _link_players(w: Writer, people: list[tuple[PlayerValue, Player]], users: Mapping[str, User]) -> None:
    # A user is one player of a league at most.
    taken = set(Player.objects.filter(league=w.league, user__in=users.values()).values_list("user_id", flat=True))
    linked = []
    for value, player in people:
        if player.user is None and users[value.email].pk not in taken:
            player.user = users[value.email]
            linked.append(player)
    Player.objects.bulk_update(linked, ["user"])
