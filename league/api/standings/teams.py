"""Tables, teams, players and rules."""

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.filters import PlayerFilter, give_one_of, narrowed
from league.api.operations import SEASON, operation
from league.api.people.people_shapes import PlayerRef, TeamRef
from league.api.shapes import shape
from league.api.standings.standings_shapes import (
    BookShape,
    MeritLineShape,
    PlayerShape,
    ReceiptShape,
    RuleChangeShape,
    TableShape,
    TeamIn,
    TeamShape,
)
from league.api.views import LeagueView
from league.errors import Invalid
from league.models import Entry, Player, Team
from league.queries import leagues, teams
from league.queries.dates.outstanding import with_undated
from league.queries.seasons.setting_changes import rule_changes_of
from league.queries.standings import table_variants
from league.queries.standings.receipts import receipt_of
from league.queries.standings.standings import division_table
from league.queries.standings.table_variants import kinds_of, still_possible, table_of_kind
from league.queries.visibility import players_for, teams_for
from league.rules.possible_places import Places
from league.rules.problems import Problem
from league.rules.prospects import GOALS, SENTENCES, Outlook, Prospect
from league.services.disputes import rulebook
from league.services.seasons.upkeep.colours import choose_colour
from league.translation import N_

MATCHES = OpenApiParameter(
    "matches",
    str,
    description="A kind of match, such as `singles`: the table of those alone, where the division has several kinds.",
)


class Standings(LeagueView):
    @operation("The tables of a season, a division each", action="league.view", answer=TableShape(many=True))
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return self.paged(list(table_variants.season_tables_with_movement(found)), TableShape)


class OneStandings(LeagueView):
    @operation(
        "The table of a division, of all its matches or of one kind of them", action="league.view", answer=TableShape,
        parameters=[MATCHES],
    )  # fmt: skip
    def get(self, request: Request, season: str, division: str) -> Response:
        found = get_object_or_404(
            with_undated(leagues.divisions_listed(get_object_or_404(self.seasons, slug=season))), slug=division
        )
        wanted = request.query_params.get("matches", "")
        if not wanted:
            return Response(TableShape(table_variants.division_table_with_movement(found)).data)
        kinds = kinds_of(found)
        kind = next((kind for kind in kinds if kind == wanted), None)
        if kind is None:
            one_kind = N_("All matches of this division are of one kind. Leave “matches” out.")
            raise Invalid([Problem("filter", give_one_of(wanted, kinds) if kinds else one_kind, "matches")])
        return Response(TableShape(table_of_kind(found, kind)).data)


class Merits(LeagueView):
    @operation(
        "The merit table of a division: its players by the games they have won of those they played",
        action="league.view",
        answer=MeritLineShape(many=True),
    )
    def get(self, request: Request, season: str, division: str) -> Response:
        found = get_object_or_404(leagues.divisions_listed(get_object_or_404(self.seasons, slug=season)), slug=division)
        return self.paged(teams.merit_table(found), MeritLineShape)


class Receipt(LeagueView):
    @operation(
        "Where each of a team’s points comes from: fixtures, adjustments, and every tie-break as it was applied",
        action="league.view",
        answer=ReceiptShape,
    )
    def get(self, request: Request, season: str, division: str, team: str) -> Response:
        entries = Entry.objects.select_related("division__season__league", "team")
        where = {"season": get_object_or_404(self.seasons, slug=season), "division__slug": division}
        entry = get_object_or_404(entries, **where, team__slug=team, team__hidden_at=None)
        return Response(ReceiptShape(receipt_of(entry.division, entry.team, now=self.now)).data)


class Teams(LeagueView):
    queryset = Team.objects.all()
    ordering = ("name", "pk")

    @operation("The teams of a league", action="league.view", answer=TeamRef(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(teams_for(self.league, self.grants).filter(hidden_at=None), TeamRef)


class OneTeam(LeagueView):
    @operation(
        "A team in a season: where it plays, its captains by name, its squad",
        action="league.view",
        answer=TeamShape,
        parameters=[SEASON],
    )
    def get(self, request: Request, team: str) -> Response:
        joined = teams_for(self.league, self.grants).select_related("league", "merged_into__league")
        found = get_object_or_404(joined, slug=team)
        return self.respond(found.merged_into or found)

    @operation("Choose the colour of a team", action="team.colour", body=TeamIn, answer=TeamShape, parameters=[SEASON])
    def patch(self, request: Request, team: str) -> Response:
        found = get_object_or_404(Team.objects.select_related("league"), league=self.league, slug=team, hidden_at=None)
        self.allow("team.colour", found)
        return self.respond(choose_colour(found, self.read(TeamIn)["colour"], by=self.user, now=self.now))

    def respond(self, found: Team) -> Response:
        """Answer with a team in the season that is asked for."""
        season = self.season
        today = self.now.astimezone(self.league.tz).date()
        answer = {
            **{name: getattr(found, name) for name in ("id", "slug", "name", "uid", "note", "colour")},
            "entry": teams.entry_of(found, season) if season else None,
            "officers": teams.officers_of(found, on=today),
            "squad": teams.squad_of(found, season, on=today) if season else [],
        }
        return Response(TeamShape(answer).data)


class Players(LeagueView):
    queryset = Player.objects.all()
    filter_backends = (DjangoFilterBackend,)
    filterset_class = PlayerFilter
    # Not by name: it would stand in the cursor, in full.
    ordering = ("pk",)

    @operation(
        "The players who are or were registered in the league", action="league.view", answer=PlayerRef(many=True)
    )
    def get(self, request: Request) -> Response:
        listed = leagues.players_listed(self.league, self.seasons)
        found = narrowed(PlayerFilter, self, listed, seasons=self.seasons)
        return self.paged(found, PlayerRef)


class OnePlayer(LeagueView):
    @operation(
        "A player’s season: only games that were played, from confirmed results",
        action="league.view",
        answer=PlayerShape,
        parameters=[SEASON],
    )
    def get(self, request: Request, player: int) -> Response:
        found = get_object_or_404(players_for(self.league, self.grants).select_related("merged_into"), pk=player)
        found = found.merged_into or found
        season = self.season
        record = teams.player_season(found, season) if season else teams.NOTHING_PLAYED
        told = may(self.grants, "player.averages", found)
        answer = {
            "player": found,
            "uid": found.uid,
            **{name: getattr(record, name) if told else None for name in ("total", "singles", "doubles")},
            "matches": record.matches,
            "registrations": teams.teams_of(found, season) if season else [],
            "calendar": settings.BASE_URL
            + reverse("player-calendar", kwargs={"slug": self.league.slug, "player": player}),
        }
        return Response(PlayerShape(answer).data)


class Rules(LeagueView):
    @operation(
        "What a season is played by, in plain words",
        action="league.view",
        answer=BookShape(many=True),
        parameters=[SEASON],
    )
    def get(self, request: Request) -> Response:
        season = self.season
        return self.paged(list(rulebook.books_of(season) if season else []), BookShape)


class RuleChanges(LeagueView):
    @operation(
        "What a season is played by that changed while it ran, the latest first, each with its reason",
        action="league.view",
        answer=RuleChangeShape(many=True),
        parameters=[SEASON],
    )
    def get(self, request: Request) -> Response:
        season = self.season
        return self.paged(rule_changes_of(season) if season else [], RuleChangeShape)


OutlookShape = shape(
    Outlook,
    "told why",
    "The title, promotion or relegation, and whether a team can still reach it.",
    "Outlook",
    why='The reason where it is decided; "" while it is open, or hangs on a tie-break.',
    goal=serializers.ChoiceField(choices=[(goal, str(name)) for goal, name in GOALS.items()]),
    state=serializers.ChoiceField(
        choices=[(state, str(said).removesuffix(".")) for state, said in SENTENCES["champion"].items()],
        help_text="Decided, decided unless they finish level, open, open only by tie-break, or out of reach.",
    ),
)
PlacesShape = shape(
    Places,
    "best best_clear worst worst_clear decided",
    "The places that a team can still finish in, on points.",
    "Places",
    best="With every level finish won; `best_clear` with every one lost.",
    worst="With every level finish lost; `worst_clear` with every one won.",
)
ProspectShape = shape(
    Prospect,
    "reach",
    "What a team can still reach, if every fixture left is played out or given as a walkover.",
    "Prospect",
    places=PlacesShape(allow_null=True, help_text="Null where it would take too long to work out."),
    outlooks=OutlookShape(many=True),
)


class ProspectOf(ProspectShape):  # type: ignore[misc, valid-type]
    """A team with the places that it can still reach."""

    team = TeamRef()


class Possible(LeagueView):
    @operation(
        "What each team of a division can still reach; nothing once no fixture is left", action="league.view",
        answer=ProspectOf(many=True),
    )  # fmt: skip
    def get(self, request: Request, season: str, division: str) -> Response:
        found = get_object_or_404(leagues.divisions_listed(get_object_or_404(self.seasons, slug=season)), slug=division)
        table = division_table(found)
        teams: dict[int, Team] = table.teams
        told = [
            {"team": teams[one.team], "reach": one.reach, "places": one.places, "outlooks": one.outlooks}
            for one in still_possible(table)
        ]
        return self.paged(told, ProspectOf)
