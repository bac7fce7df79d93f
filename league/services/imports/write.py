"""Writing a checked plan. Every function is told what there is, adds what is new and changes what differs."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db.models import F, Model
from django.db.models.functions import Lower
from django.utils.text import slugify

from league.enums import RoleKind, WeekKind
from league.models import (
    Blackout,
    Division,
    Entry,
    Fixture,
    League,
    Player,
    Registration,
    Role,
    Round,
    Season,
    Team,
    User,
    Venue,
    Week,
)
from league.services.imports.plan import Plan, divisions_of
from league.services.imports.readers import Log
from league.services.imports.values import PlayerValue
from league.services.moves import ABOUT_A_DATE
from league.services.notices import cancel


@dataclass(slots=True)
class Counts:
    """How many rows of each kind were added, changed, or found as they should be."""

    created: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    unchanged: dict[str, int] = field(default_factory=dict)

    def add(self, which: dict[str, int], kind: str, count: int = 1) -> None:
        if count:
            which[kind] = which.get(kind, 0) + count


@dataclass(slots=True)
class Writer:
    """What has been written so far of a plan, by name."""

    league: League
    plan: Plan
    log: Log
    today: dt.date
    now: dt.datetime
    counts: Counts = field(default_factory=Counts)
    season: Season = field(init=False)
    venues: dict[str, Venue] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    divisions: dict[str, Division] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    players: dict[tuple[str, str], int] = field(default_factory=dict)

    def same_or_change(self, kind: str, row: Model, **values: Any) -> None:
        """Make a row say `values`; count whether that changed it."""
        different = {name: value for name, value in values.items() if getattr(row, name) != value}
        if different:
            for name, value in different.items():
                setattr(row, name, value)
            row.save(update_fields=list(different))
        self.counts.add(self.counts.changed if different else self.counts.unchanged, kind)

    def created(self, kind: str, rows: Iterable[Model]) -> None:
        self.counts.add(self.counts.created, kind, len(list(rows)))


def write_plan(writer: Writer, tell: Callable[[str], None]) -> None:
    """Write everything but the results, in the order in which rows rest on each other."""
    for step in (_venues, _season, _divisions, _weeks, _teams, _entries, _blackouts, _players, _roles, _fixtures):
        step(writer)
        if writer.log.problems:
            # The caller undoes everything; the next step may rest on what this one could not do.
            return
        tell(step.__name__.strip("_"))


def unique_slug(name: str, taken: Iterable[str], *, most: int = 50) -> str:
    """A slug of a name that is not among those taken."""
    base = slugify(name)[: most - 4] or "x"
    slug, number, used = base, 2, set(taken)
    while slug in used:
        slug, number = f"{base}-{number}", number + 1
    return slug


def _venues(w: Writer) -> None:
    w.venues = {venue.name: venue for venue in Venue.objects.filter(league=w.league)}
    new = []
    for value in w.plan.venues:
        if value.name in w.venues:
            w.same_or_change("venues", w.venues[value.name], address=value.address, boards=value.boards)
        else:
            new.append(Venue(league=w.league, name=value.name, address=value.address, boards=value.boards))
    w.created("venues", Venue.objects.bulk_create(new))
    w.venues.update({venue.name: venue for venue in new})


def _season(w: Writer) -> None:
    given, known = w.plan.season, w.plan.known.season
    if known is not None:
        w.season = known
        if given is not None:
            w.counts.add(w.counts.unchanged, "seasons")
        return
    assert given is not None  # noqa: S101 - make_plan has seen to it
    taken = Season.objects.filter(league=w.league).values_list("slug", flat=True)
    first = given.first_week - dt.timedelta(days=given.first_week.weekday())
    w.season = Season.objects.create(
        league=w.league, name=given.name, slug=unique_slug(given.name, taken), first_week=first
    )
    w.created("seasons", [w.season])


def _divisions(w: Writer) -> None:
    w.divisions = {division.name: division for division in Division.objects.filter(season=w.season)}
    given = w.plan.season
    for order, name in enumerate(divisions_of(w.plan), start=1):
        division = w.divisions.get(name)
        if division is None and given is not None:
            taken = [other.slug for other in w.divisions.values()]
            w.divisions[name] = Division.objects.create(
                season=w.season,
                name=name,
                slug=unique_slug(name, taken),
                order=order,
                fixture_format=given.fixture_format,
                points_per_game=given.points_per_game,
            )
            w.created("divisions", [w.divisions[name]])
        elif division is not None and given is not None:
            _same_division(w, division)


def _same_division(w: Writer, division: Division) -> None:
    given = w.plan.season
    assert given is not None  # noqa: S101 - the caller has seen to it
    differs = division.fixture_format != given.fixture_format
    if differs and Fixture.objects.filter(division=division, results__isnull=False).exists():
        message = f"{division.name} plays {division.fixture_format} and has results; its format cannot change now"
        w.log.problem(given.row, "format", message)
        return
    w.same_or_change("divisions", division, fixture_format=given.fixture_format, points_per_game=given.points_per_game)


def _weeks(w: Writer) -> None:
    if w.plan.weeks is None or w.plan.season is None:
        return
    planned = [(week.round, week.number, week.starts, week.kind) for week in w.plan.weeks]
    known = list(Week.objects.filter(season=w.season).values_list("round__number", "number", "starts_on", "kind"))
    if known:
        if known != planned:
            w.log.problem(
                w.plan.season.row, "first week", "the weeks of this season are laid out already, and differently"
            )
        w.counts.add(w.counts.unchanged, "weeks", len(known))
        return
    rounds = {
        number: Round.objects.create(season=w.season, number=number) for number in {week.round for week in w.plan.weeks}
    }
    weeks = [
        Week(season=w.season, round=rounds[of_round], number=number, starts_on=starts, kind=kind)
        for of_round, number, starts, kind in planned
    ]
    w.created("weeks", Week.objects.bulk_create(weeks))


def _teams(w: Writer) -> None:
    w.teams = {team.name: team for team in Team.objects.filter(league=w.league)}
    taken = {team.slug for team in w.teams.values()}
    new = []
    for value in w.plan.teams:
        if value.name in w.teams:
            w.counts.add(w.counts.unchanged, "teams")
            continue
        slug = unique_slug(value.name, taken, most=120)
        taken.add(slug)
        new.append(Team(league=w.league, name=value.name, slug=slug))
    w.created("teams", Team.objects.bulk_create(new))
    w.teams.update({team.name: team for team in new})


def _entries(w: Writer) -> None:
    w.entries = dict(w.plan.known.entries)
    new = []
    for value in w.plan.teams:
        at = {"venue": w.venues[value.venue], "home_night": value.night, "start_time": value.start}
        entry = w.entries.get(value.name)
        if entry is not None:
            former = entry.venue
            w.same_or_change("entries", entry, **at)
            if former != entry.venue:
                _follow(w, entry, former)
        elif value.division in w.divisions:
            division = w.divisions[value.division]
            new.append(Entry(season=w.season, division=division, team=w.teams[value.name], **at))
    w.created("entries", Entry.objects.bulk_create(new))
    w.entries.update({entry.team.name: entry for entry in new})


def _follow(w: Writer, entry: Entry, former: Venue) -> None:
    """The home fixtures to come of a team that has moved are played at its new venue."""
    today = dt.datetime.combine(w.today, dt.time(), tzinfo=w.league.tz)
    at_home = Fixture.objects.filter(division__season=w.season, home_id=entry.team_id, venue=former)
    to_come = at_home.filter(starts_at__gte=today).exclude(results__live=True)
    w.counts.add(w.counts.changed, "venues of fixtures", to_come.update(venue=entry.venue))


def _blackouts(w: Writer) -> None:
    known = {(b.entry_id, b.date): b for b in Blackout.objects.filter(entry__season=w.season)}
    wanted = {
        (w.entries[value.name].pk, date): w.entries[value.name]
        for value in w.plan.teams
        if value.name in w.entries
        for date in value.blackouts
    }
    named = {w.entries[value.name].pk for value in w.plan.teams if value.name in w.entries}
    gone = [row.pk for key, row in known.items() if key[0] in named and key not in wanted]
    Blackout.objects.filter(pk__in=gone).delete()
    w.counts.add(w.counts.changed, "days a team cannot play", len(gone))
    new = [Blackout(entry=entry, date=date) for (pk, date), entry in wanted.items() if (pk, date) not in known]
    w.created("days a team cannot play", Blackout.objects.bulk_create(new))


def _players(w: Writer) -> None:
    # Those who have left a team come first, so that whoever bears a name there now is the one it means.
    found = Registration.objects.filter(season=w.season).select_related("player", "team")
    registered = sorted(found, key=lambda registration: registration.ends_on is None)
    by_place = {(r.team.name, r.player.name): r.player for r in registered}
    team_of = {r.player_id: r.team.name for r in registered if r.ends_on is None}
    by_email = {p.email.lower(): p for p in Player.objects.filter(league=w.league).exclude(email="")}
    pairs = [(value, _known_player(w, value, by_email, by_place)) for value in w.plan.players]
    if w.log.problems:
        return
    new = [(value, Player(league=w.league, name=value.name, email=value.email)) for value, p in pairs if p is None]
    w.created("players", Player.objects.bulk_create([player for _, player in new]))
    for value, known in pairs:
        if known is not None:
            w.same_or_change("players", known, name=value.name, email=value.email or known.email)
    people = [(value, player) for value, player in pairs if player is not None] + new
    missing = []
    for value, player in people:
        team = team_of.get(player.pk)
        if team is None:
            starts = w.season.first_week
            missing.append(Registration(season=w.season, team=w.teams[value.team], player=player, starts_on=starts))
        elif team != value.team:
            w.log.problem(value.row, "team", f"{value.name} is registered for {team}; a transfer is made in the admin")
    w.created("registrations", Registration.objects.bulk_create(missing))
    w.players = {place: player.pk for place, player in by_place.items()}
    w.players.update({(value.team, value.name): player.pk for value, player in people})


def _known_player(
    w: Writer, value: PlayerValue, by_email: Mapping[str, Player], by_place: Mapping[tuple[str, str], Player]
) -> Player | None:
    """Who a row means: whoever has its address, whatever his name; else whoever has its name in its team."""
    of_name = by_place.get((value.team, value.name))
    of_email = by_email.get(value.email) if value.email else None
    if of_name is not None and of_email is not None and of_name != of_email:
        w.log.problem(value.row, "email", f"is {of_email}'s already, and {value.team} has another {value.name}")
    return of_email or of_name


ROLE_KINDS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)


def _roles(w: Writer) -> None:
    """Accounts without a password for captains and vice-captains who have an address, and their roles."""
    wanted = [value for value in w.plan.players if value.role and value.email]
    for value in w.plan.players:
        if value.role and not value.email:
            w.log.warning(value.row, "email", f"without an address {value.name} cannot sign in", quote=False)
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
    w.created("roles", Role.objects.bulk_create(roles))
    _link_players(w, people, users)


def _accounts(w: Writer, people: list[tuple[PlayerValue, Player]]) -> dict[str, User]:
    """The account of everybody by the address in the file: the one he has, the one of this address, or a new one."""
    users: dict[str, User] = {}
    for value, player in people:
        if player.user is not None:
            users[value.email] = player.user
            if player.user.email.lower() != value.email:
                message = f"{value.name} signs in as {player.user.email} still; that is changed in the admin"
                w.log.warning(value.row, "email", message)
    missing = [value for value, _ in people if value.email not in users]
    known = User.objects.annotate(address=Lower("email")).filter(address__in=[value.email for value in missing])
    users.update({user.email.lower(): user for user in known})
    no_password = make_password(None)
    # Whoever signed up with this address and never proved it is his must not come in as captain with his password.
    unproved = User.objects.filter(pk__in=[user.pk for user in known], is_staff=False)
    unproved.exclude(emailaddress__verified=True).update(password=no_password)
    new = [
        User(email=value.email, name=value.name, password=no_password) for value in missing if value.email not in users
    ]
    w.created("accounts", User.objects.bulk_create(new))
    # With the address on record the code sent there is all it takes; without, it would have to be confirmed once more.
    EmailAddress.objects.bulk_create([EmailAddress(user=user, email=user.email, primary=True) for user in new])
    users.update({user.email: user for user in new})
    return users


def _end_roles(w: Writer) -> None:
    """End the role of whoever stands in the file without it: where one takes over, another lets go."""
    named = {w.players[value.team, value.name]: value for value in w.plan.players}
    held = Role.objects.filter(league=w.league, ends_on=None, kind__in=ROLE_KINDS, user__players__league=w.league)
    for role in held.select_related("team").annotate(player=F("user__players__pk")):
        value = named.get(role.player)
        if value is None or role.team is None or (value.role, value.team) == (role.kind, role.team.name):
            continue
        w.log.warning(value.row, "role", f"{value.name} is no longer {role.get_kind_display().lower()} of {role.team}")
        w.same_or_change("roles", role, ends_on=max(role.starts_on, w.today - dt.timedelta(days=1)))


def _link_players(w: Writer, people: list[tuple[PlayerValue, Player]], users: Mapping[str, User]) -> None:
    # A user is one player of a league at most.
    taken = set(Player.objects.filter(league=w.league, user__in=users.values()).values_list("user_id", flat=True))
    linked = []
    for value, player in people:
        if player.user is None and users[value.email].pk not in taken:
            player.user = users[value.email]
            linked.append(player)
    Player.objects.bulk_update(linked, ["user"])


def _fixtures(w: Writer) -> None:
    weeks = {
        (week.round.number, week.number): week for week in Week.objects.filter(season=w.season).select_related("round")
    }
    known = {
        (f.week.round.number, f.home_id, f.away_id): f
        for f in Fixture.objects.filter(division__season=w.season).select_related("week__round")
    }
    played = set(Fixture.objects.filter(division__season=w.season, results__live=True).values_list("pk", flat=True))
    new = []
    planned: list[tuple[Fixture, dict[str, Any]]] = []
    for value in w.plan.fixtures:
        home, away = w.teams[value.home], w.teams[value.away]
        entry = w.entries[value.home]
        starts_at = dt.datetime.combine(value.date, entry.start_time, tzinfo=w.league.tz)
        week = weeks[value.round, value.week]
        at: dict[str, Any] = {"week": week, "starts_at": starts_at, "original_starts_at": starts_at}
        fixture = known.get((value.round, home.pk, away.pk))
        if fixture is None:
            division = w.divisions[value.division]
            new.append(Fixture(division=division, home=home, away=away, venue=entry.venue, **at))
        elif fixture.pk not in played and fixture.starts_at == fixture.original_starts_at:
            planned.append((fixture, at))
        elif fixture.original_starts_at.astimezone(w.league.tz).date() == value.date and fixture.week_id == week.pk:
            # Whatever the hour at which its home team begins now.
            w.counts.add(w.counts.unchanged, "fixtures")
        else:
            w.log.problem(value.row, "date", "this fixture is played, or was moved; it keeps its date")
    _plan_anew(w, planned)
    w.created("fixtures", Fixture.objects.bulk_create(new))
    if w.plan.fixtures and w.season.published_at is None:
        w.season.published_at = w.now
        w.season.save(update_fields=["published_at"])


def _plan_anew(w: Writer, planned: list[tuple[Fixture, dict[str, Any]]]) -> None:
    """Give fixtures their dates. Each leaves its week before any takes a new one: a team may have swapped two."""
    leaving = [fixture for fixture, at in planned if fixture.week_id != at["week"].pk]
    nowhere = [
        Week(
            season=w.season,
            round=fixture.week.round,
            starts_on=dt.date.min + dt.timedelta(weeks=n),
            kind=WeekKind.NO_PLAY,
        )
        for n, fixture in enumerate(leaving)
    ]
    for fixture, week in zip(leaving, Week.objects.bulk_create(nowhere), strict=True):
        fixture.week = week
    Fixture.objects.bulk_update(leaving, ["week"])
    for fixture, at in planned:
        if fixture.starts_at != at["starts_at"]:
            # Calendars follow it, and what was to be said of the old date is not.
            at |= {"sequence": fixture.sequence + 1, "changed_at": w.now}
            cancel(fixture, ABOUT_A_DATE)
        w.same_or_change("fixtures", fixture, **at)
    Week.objects.filter(pk__in=[week.pk for week in nowhere]).delete()
