"""Conditions for what people see: a published season that is not hidden, of a league that is not hidden.

A hidden team is in no table, list or calendar; its fixtures are all cancelled. What is hidden stays in database and
journal, and comes back as it was. Teams, players and venues are public through a public season: entered in it,
registered in it or on a sheet of it, a home or a place of play in it. Pages, search, feeds, widgets, calendars and the
API all use `teams_for`, `players_for` and `venues_for`; what is the same for everybody uses `anybody(league)`.
"""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from league.access import Grants
from league.models import Appearance, Entry, Fixture, League, Player, Registration, Season, Team, User, Venue
from league.translation import N_, Text

# The row that a merged one leads to, or the row itself.
STAYS = Coalesce(OuterRef("merged_into"), OuterRef("pk"))
# Teams whose address leads somewhere: those that are not hidden, and those that are another one now.
REACHED = Q(hidden_at=None) | Q(merged_into__isnull=False, merged_into__hidden_at=None)

SEASON_CLOSED = N_("{season} is closed: its results and tables stay as they are. The secretary can reopen it.")


def seasons_shown(season: str = "") -> Q:
    """Filter by a season in which the clock decides: neither it nor its league is hidden, nor the league suspended,
    nor the season closed.

    `season` is the prefix, e.g. "division__season__".
    """
    league_shown = {f"{season}league__hidden_at": None, f"{season}league__suspended_at": None}
    return not_closed(season) & Q(**league_shown)


def not_closed(season: str = "") -> Q:
    """Filter by a season in which something may still be decided: neither hidden nor closed, its league aside."""
    return not_hidden(season) & Q(**{f"{season}closed_at": None})


def not_hidden(season: str = "") -> Q:
    """Filter by a season not being hidden, its league aside."""
    return Q(**{f"{season}hidden_at": None})


def public(season: str = "") -> Q:
    """Filter by a season being public, in a league that is not hidden."""
    return Q(**{f"{season}published_at__isnull": False, f"{season}hidden_at": None})


def closed_season_message(season: Season) -> Text | str:
    """Return the sentence that a season is closed; blank while it is open."""
    return Text(SEASON_CLOSED, season=season.name) if season.closed_at is not None else ""


def sides_shown(fixture: str = "") -> Q:
    """Filter by neither team of a fixture being hidden."""
    return Q(**{f"{fixture}home__hidden_at": None, f"{fixture}away__hidden_at": None})


def sides_hidden(fixture: str = "") -> Q:
    """Filter by a team of a fixture being hidden."""
    return Q(**{f"{fixture}home__hidden_at__isnull": False}) | Q(**{f"{fixture}away__hidden_at__isnull": False})


def is_public(fixture: Fixture) -> bool:
    """Whether a fixture is public, with season and teams joined."""
    sides = (fixture.home.hidden_at, fixture.away.hidden_at)
    return fixture.division.season.is_public and sides == (None, None)


def leagues_for(user: User | AnonymousUser) -> QuerySet[League]:
    """Leagues that somebody can enter: administrators hidden ones too."""
    administers = isinstance(user, User) and user.is_active and user.is_superuser
    return League.objects.all() if administers else League.objects.filter(hidden_at=None)


def seasons_for(league: League, grants: Grants) -> QuerySet[Season]:
    """Seasons that a reader sees: the public ones; for the secretary drafts too."""
    return Season.objects.filter(not_hidden() if grants.secretary else public(), league=league)


def teams_for(league: League, grants: Grants) -> QuerySet[Team]:
    """Teams that a reader sees, and those merged into them: for the secretary all, for others their own too."""
    teams = Team.objects.filter(REACHED, league=league)
    if grants.secretary:
        return teams
    entered = Entry.objects.filter(public("season__"), team=STAYS)
    return teams.filter(Exists(entered) | Q(pk__in=grants.teams))


def players_for(league: League, grants: Grants) -> QuerySet[Player]:
    """Players that a reader sees, and those merged into them: for the secretary all, for others themselves too."""
    players = Player.objects.filter(league=league)
    if grants.secretary:
        return players
    registered = Registration.objects.filter(public("season__"), team__hidden_at=None, player=STAYS)
    on_sheets = Appearance.objects.filter(
        public("result__fixture__division__season__"), sides_shown("result__fixture__"), player=STAYS
    )
    return players.filter(Exists(registered) | Exists(on_sheets) | Q(pk__in=grants.players))


def venues_for(league: League, grants: Grants) -> QuerySet[Venue]:
    """Venues that a reader sees: for the secretary all that are not hidden."""
    venues = Venue.objects.filter(league=league, hidden_at=None)
    if grants.secretary:
        return venues
    home = Entry.objects.filter(public("season__"), team__hidden_at=None, venue=OuterRef("pk"))
    played_at = Fixture.objects.filter(public("division__season__"), sides_shown(), venue=OuterRef("pk"))
    return venues.filter(Exists(home) | Exists(played_at))
