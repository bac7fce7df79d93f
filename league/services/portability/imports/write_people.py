"""Writing the people of players.csv: players, where they are registered, and who is invited to be captain.

A person is known by their name in the team this season, by their address where their name agrees, and by their name in
the same team in any earlier season. Whoever else has that name or that address may be the same person or another, as
in a family that shares an address: that is asked, never guessed. Two rows are never one person.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db.models import F
from django.db.models.functions import Lower

from league.enums import RoleKind, SecurityKind
from league.models import PRESENT, Invitation, Player, Registration, Role, Team, User
from league.rules.names import folded
from league.services.people.accounts.security import note
from league.services.people.invite import A_DAY, address_problems, invitations_left, invite, revoke
from league.services.people.roles import format_role
from league.services.portability.imports.row_writer import NEW, Candidate, Question, Writer, count
from league.services.portability.imports.spreadsheets import PlayerRow
from league.translation import N_, Text


def match_players(w: Writer, by_place: Mapping[tuple[str, str], Player]) -> list[tuple[PlayerRow, Player | None]]:
    """Return each row with the player it means, None for somebody new. What is wrong or unclear is in the log.

    Args:
        by_place: this season's players by team and name.
    """
    matching = _Matching(w)
    pairs = [(value, matching.registered_player(value, by_place)) for value in w.plan.players]
    return [(value, matching.other_player(value) if player is None else player) for value, player in pairs]


class _Matching:
    """Everybody the league knows, and who of them is meant by a row already (two queries)."""

    def __init__(self, w: Writer) -> None:
        self.w = w
        self.claimed: dict[int, PlayerRow] = {}
        everybody = Player.objects.filter(PRESENT, league=w.league).order_by("pk")
        self.by_number = {player.pk: player for player in everybody}
        self.by_email = {player.email.lower(): player for player in self.by_number.values() if player.email}
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        for player in self.by_number.values():
            self.by_name[folded(player.name)].append(player)

    @cached_property
    def played(self) -> dict[int, list[tuple[str, str]]]:
        """By player, the teams and seasons of their registrations, the latest first."""
        played: dict[int, list[tuple[str, str]]] = defaultdict(list)
        registered = Registration.objects.filter(season__league=self.w.league).order_by("-season__first_week", "-pk")
        for player, team, season in registered.values_list("player_id", "team__name", "season__name"):
            played[player].append((team, season))
        return played

    def registered_player(self, value: PlayerRow, by_place: Mapping[tuple[str, str], Player]) -> Player | None:
        """Return whoever has the row's name in its team this season, else whoever has its address and its name."""
        player = by_place.get((value.team, value.name))
        owner = self.by_email.get(value.email) if value.email else None
        if player is not None and owner is not None and player != owner:
            message = Text(
                "is {owner}'s already, and {team} has another {name}",
                owner=owner.name, team=value.team, name=value.name,
            )  # fmt: skip
            self.w.log.problem(value.row, "email", message)
        if player is None and owner is not None and folded(owner.name) == folded(value.name):
            player = owner
        if player is not None and (other := self.claimed.setdefault(player.pk, value)) is not value:
            message = Text(
                "is {player} (number {number}) as in line {line}: leave one of the two out",
                player=player.name, number=player.pk, line=value.row.line_of(other.row),
            )  # fmt: skip
            self.w.log.problem(value.row, "player", message)
        return player

    def other_player(self, value: PlayerRow) -> Player | None:
        """Return whom a row means, None for somebody new; a problem is logged where that is unclear."""
        given, problem = self._named_player(value)
        if problem is not None:
            self.w.log.problem(value.row, "person", problem, quote=False)
            return None
        if value.email in self.by_email:
            return self._owner_of_address(value, self.by_email[value.email], given)
        if given is not None:
            return self._claim(value, given)
        if self._is_new(value):
            return None
        candidates = [one for one in self.by_name[folded(value.name)] if one.pk not in self.claimed]
        of_team = [one for one in candidates if value.team in {team for team, _ in self.played[one.pk]}]
        if len(of_team) == 1 and not (value.email and of_team[0].email):
            return self._claim(value, of_team[0])
        if candidates:
            self._ask_of_name(value, of_team or candidates)
        return None

    def _owner_of_address(self, value: PlayerRow, owner: Player, given: Player | None) -> Player | None:
        """Return the owner of a row's address, who has another name, if that is who was said to be meant."""
        if given == owner:
            return self._claim(value, owner)
        if given is not None or owner.pk in self.claimed or self._is_new(value):
            message = Text("is that of {owner}; an address belongs to one player: leave it out here", owner=owner.name)
            self.w.log.problem(value.row, "email", message)
            return None
        one = self._candidate(owner)
        message = Text(
            "is that of {owner} ({known}). If that is who is meant, write that number in a column "
            '"person"; if not, leave the address out',
            owner=owner.name,
            known=one.describe(),
        )
        self._ask(value, "email", message, one, by_address=True)
        return None

    def _is_new(self, value: PlayerRow) -> bool:
        place = (value.team, value.name)
        return value.person == NEW or (place in self.w.people and self.w.people[place] is None)

    def _named_player(self, value: PlayerRow) -> tuple[Player | None, Text | None]:
        """The player whose number was given, by the file or by whoever loads it; and what is wrong with that."""
        number = self.w.people.get((value.team, value.name))
        if number is None and value.person.isdigit():
            number = int(value.person)
        if number is None:
            return None, None
        player = self.by_number.get(number)
        if player is None:
            return None, Text(
                "{name}: there is no player number {number} in this league", name=value.name, number=number
            )
        if player.pk in self.claimed:
            return None, Text(
                "{name}: player number {number} is somebody else's in these files", name=value.name, number=number
            )
        return player, None

    def _claim(self, value: PlayerRow, player: Player) -> Player:
        self.claimed[player.pk] = value
        return player

    def _candidate(self, one: Player) -> Candidate:
        return Candidate(one, tuple(f"{team} {season}" for team, season in self.played[one.pk]))

    def _ask_of_name(self, value: PlayerRow, among: list[Player]) -> None:
        candidates = [self._candidate(one) for one in among]
        message = Text.plural(
            'the league knows somebody of this name ({known}). Write that number or "{new}" in a column "person"',
            'the league knows {n} people of this name ({known}). Write that number or "{new}" in a column "person"',
            n=len(among),
            known=Text.joined("; ", [one.describe() for one in candidates]),
            new=NEW,
        )
        self._ask(value, "player", message, *candidates)

    def _ask(
        self, value: PlayerRow, heading: str, message: Text, *candidates: Candidate, by_address: bool = False
    ) -> None:
        self.w.log.problem(value.row, heading, message)
        where = f"{value.row.file}:{value.row.line}"
        self.w.questions.append(Question(value.team, value.name, where, candidates, by_address))


def write_players(w: Writer) -> None:
    # Those who have left a team come first, so that whoever bears a name there now is the one it means.
    registrations = Registration.objects.filter(season=w.season).select_related("player", "team")
    registered = sorted(registrations, key=lambda registration: registration.ends_on is None)
    by_place = {(r.team.name, r.player.name): r.player for r in registered}
    team_of = {r.player_id: r.team.name for r in registered if r.ends_on is None}
    pairs = match_players(w, by_place)
    if w.log.problems:
        return
    new = [
        (value, Player(league=w.league, name=value.name, email=value.email, phone=value.phone))
        for value, player in pairs
        if player is None
    ]
    w.create(N_("players"), [player for _, player in new])
    people = [(value, player) for value, player in pairs if player is not None]
    for value, player in people:
        w.same_or_change(
            N_("players"),
            player,
            # Another spelling renames nobody; whoever has another name by their number is called so now.
            name=player.name if folded(player.name) == folded(value.name) else value.name,
            email=value.email or player.email,
            phone=value.phone or player.phone,
        )
    missing = []
    for value, player in people + new:
        team, starts = team_of.get(player.pk), w.season.first_week
        if team is None:
            registration = Registration(
                season=w.season, team=w.existing.teams[value.team], player=player, starts_on=starts
            )
            missing.append(registration)
        elif team != value.team:
            message = Text(
                "{name} is registered for {team}; transfer them on the page of its players", name=value.name, team=team
            )
            w.log.problem(value.row, "team", message)
    w.create(N_("registrations"), missing)
    w.players = {place: player.pk for place, player in by_place.items()}
    w.players |= {(value.team, value.name): player.pk for value, player in people + new}


ROLE_KINDS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
RoleOffer = tuple[PlayerRow, Player, Team]


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


def _without_role(w: Writer) -> list[RoleOffer]:
    """Return who is to have a role that their account does not hold (two queries)."""
    wanted = [value for value in w.plan.players if value.role and value.email]
    players = Player.objects.select_related("user").in_bulk([w.players[value.team, value.name] for value in wanted])
    open_roles = Role.objects.filter(league=w.league, ends_on=None, kind__in=ROLE_KINDS)
    held = set(open_roles.values_list("user_id", "kind", "team_id"))
    candidates = []
    for value in wanted:
        player, team = players[w.players[value.team, value.name]], w.existing.teams[value.team]
        if player.user is not None and player.user.email.lower() != value.email:
            message = Text("{name} signs in with another address, which only they can change", name=value.name)
            w.log.warning(value.row, "email", message)
        if (player.user_id, value.role, team.pk) not in held:
            candidates.append((value, player, team))
    return candidates


def _invite(w: Writer, candidates: list[RoleOffer], *, by: User) -> None:
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
        w.decide(invite, w.league, address, value.role, team, player=player, by=by, now=w.now)
    count(w.report.created, N_("invitations"), len(offers[:most]))
    for value, *_ in offers[most:]:
        message = Text(
            "{name} is not invited yet: a league sends {most} invitations a day. Load the file again tomorrow.",
            name=value.name, most=A_DAY,
        )  # fmt: skip
        w.log.warning(value.row, "email", message)


def _make_accounts(w: Writer, candidates: list[RoleOffer]) -> None:
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
    users = w.create(N_("accounts"), [player.user for player in new if player.user is not None])
    # With the address on record the code sent there is all it takes; without, it would have to be confirmed once more.
    EmailAddress.objects.bulk_create([EmailAddress(user=user, email=user.email, primary=True) for user in users])
    Player.objects.bulk_update(new, ["user"])
    starts = min(w.season.first_week, w.today)
    roles = [
        Role(user=player.user, league=w.league, kind=value.role, team=team, starts_on=starts)
        for value, player, team in seats
    ]
    for role in w.create(N_("roles"), roles):
        note(SecurityKind.ROLE_GIVEN, role.user, detail=_by_file(w, role), by=w.by, now=w.now)


def _addresses_here(addresses: list[str]) -> set[str]:
    """Return which of these addresses are an account's here, proved or not (two queries)."""
    named = User.objects.annotate(address=Lower("email")).filter(address__in=addresses)
    others = EmailAddress.objects.annotate(address=Lower("email")).filter(address__in=addresses)
    return {*named.values_list("address", flat=True), *others.values_list("address", flat=True)}


def _by_file(w: Writer, role: Role) -> Text:
    held = format_role(role.kind, role.team)
    return Text("{role}, {league}, by the spreadsheets", role=held, league=w.league.name)


def _end_roles(w: Writer) -> None:
    """End the role of whoever stands in the file without it: where one takes over, another lets go.

    A list that has no such column, as somebody types one, says nothing of roles.
    """
    named = {w.players[value.team, value.name]: value for value in w.plan.players if "role" in value.row}
    held = Role.objects.filter(league=w.league, ends_on=None, kind__in=ROLE_KINDS, user__players__league=w.league)
    for role in held.select_related("team", "user").annotate(player=F("user__players__pk")):
        value = named.get(role.player)
        if value is None or role.team is None or (value.role, value.team) == (role.kind, role.team.name):
            continue
        message = Text("{name} is no longer {role}", name=value.name, role=format_role(role.kind, role.team))
        w.log.warning(value.row, "role", message)
        note(SecurityKind.ROLE_ENDED, role.user, detail=_by_file(w, role), by=w.by, now=w.now)
        w.same_or_change(N_("roles"), role, ends_on=max(role.starts_on, w.today - dt.timedelta(days=1)))
    if w.by is not None:
        _withdraw(w, named, by=w.by)


def _withdraw(w: Writer, named: Mapping[int, PlayerRow], *, by: User) -> None:
    waiting = Invitation.objects.filter(
        league=w.league, accepted_at=None, revoked_at=None, kind__in=ROLE_KINDS, player__in=named.keys()
    )
    for invitation in waiting.select_related("league", "team"):
        value = named[invitation.player_id or 0]
        if invitation.team is None or (value.role, value.team) == (invitation.kind, invitation.team.name):
            continue
        count(w.report.changed, N_("invitations"))
        w.decide(revoke, invitation, by=by, now=w.now)
