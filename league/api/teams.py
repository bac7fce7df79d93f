"""Teams, players and rules."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers

from league.access import may
from league.api.filters import PlayerFilter, narrowed
from league.api.league_views import LeagueView, TeamView
from league.api.leagues import EntryShape
from league.api.operations import SEASON, operation
from league.api.refs import READER, DivisionRef, PlayerRef, TeamRef
from league.api.shapes import ComputedField, TextField, example, shape
from league.api.views import SAFE
from league.enums import TeamColour
from league.models import Player, Registration, Role, Team
from league.queries import leagues, teams
from league.queries.domains import base_url_of
from league.queries.people.personal_data import officer_name
from league.queries.seasons.setting_changes import Change, SeasonRuleChange, rule_changes_of
from league.queries.teams import PlayerMatch, Record, SquadLine
from league.queries.visibility import players_for, teams_for
from league.rules.rulebook.numbering import Book, Chapter, NumberedRule
from league.services.disputes import rulebook
from league.services.seasons.changes import choose_colour

RecordShape = shape(
    Record,
    "matches games won lost",
    "A player’s record: only games that were played, from confirmed results.",
    percentage="Games won in a hundred.",
)
PRIVATE = "Null where the player keeps their averages off public pages; they and the secretary read it."
SquadLineShape = shape(
    SquadLine,
    "player",
    "A player of a squad with their record of the season.",
    record=ComputedField(
        RecordShape(allow_null=True),
        lambda line: line.record if may(READER.get(), "player.averages", line.player) else None,
        PRIVATE,
    ),
)
OfficerShape = shape(
    Role,
    "kind",
    "A captain or vice-captain, by name only.",
    "Officer",
    name=ComputedField(serializers.CharField(), lambda role: officer_name(role, READER.get())),
)


class TeamShape(TeamRef):
    """A team in a season."""

    uid = serializers.UUIDField()
    note = serializers.CharField(help_text="What the secretary wants known of it, such as a club or an age limit.")
    colour = serializers.ChoiceField(choices=TeamColour.choices, allow_blank=True, help_text="Blank: none.")
    entry = EntryShape(allow_null=True, help_text="None: it is not entered in that season.")
    officers = OfficerShape(many=True)
    squad = SquadLineShape(many=True)


@example("A team in green", colour="green")
class TeamIn(serializers.Serializer[Any]):
    """The colour that a team is to have."""

    colour = serializers.ChoiceField(choices=TeamColour.choices, allow_blank=True, help_text="Blank: none.")


PlayedShape = shape(
    PlayerMatch,
    "opponent won lost appearance.result.fixture_id appearance.side appearance.match.number appearance.match.kind",
    "A match a player was in.",
    "Played",
)
RegistrationShape = shape(
    Registration, "team starts_on ends_on", "From when until when a player is registered for a team."
)


class PlayerShape(serializers.Serializer[Any]):
    """A player’s season."""

    player = PlayerRef()
    uid = serializers.UUIDField()
    registrations = RegistrationShape(many=True)
    total = RecordShape(allow_null=True, help_text=PRIVATE)
    singles = RecordShape(allow_null=True, help_text=PRIVATE)
    doubles = RecordShape(allow_null=True, help_text=PRIVATE)
    matches = PlayedShape(many=True)
    calendar = serializers.URLField(help_text="Their fixtures as a calendar to subscribe to.")


RuleShape = shape(
    NumberedRule, "number text", "A rule, with the number by which rulings and verdicts quote it.", "Rule"
)
SectionShape = shape(Chapter, "title anchor rules numbered", "A chapter of the rules.", "Section")
SettingChangeShape = shape(
    Change, "old new", "A setting, and what it was and became.", "SettingChange", setting=TextField(source="name")
)
RuleChangeShape = shape(
    SeasonRuleChange,
    "made_at reason",
    "A change of what is played by, made while the season ran.",
    "RuleChange",
    division=ComputedField(DivisionRef(), lambda change: change.division, "None where it holds for the whole season."),
    changes=SettingChangeShape(many=True),
)
BookShape = shape(
    Book,
    "title anchor sections",
    "One body of rules: the league’s own, or those of the game.",
    anchor="Where it begins on the page; its sections’ anchors carry it in front.",
)


class Teams(LeagueView):
    queryset = Team.objects.all()
    ordering = ("name", "pk")

    @operation("league.view", answer=TeamRef(many=True))
    def get(self) -> object:
        """The teams of a league."""
        return teams_for(self.league, self.grants).filter(hidden_at=None)


class OneTeam(TeamView):
    @operation("league.view", answer=TeamShape, parameters=[SEASON])
    def get(self, team: Team) -> object:
        """A team in a season: where it plays, its captains by name, its squad."""
        return self.team_in_season(team.merged_into or team)

    @operation("team.colour", body=TeamIn, answer=TeamShape, parameters=[SEASON])
    def patch(self, team: Team) -> object:
        """Choose the colour of a team."""
        return self.team_in_season(choose_colour(team, self.read()["colour"], by=self.user, now=self.now))

    def find_team(self, slug: str) -> Team:
        if self.request.method not in SAFE:
            return super().find_team(slug)
        rows = teams_for(self.league, self.grants).select_related("league", "merged_into__league")
        return get_object_or_404(rows, slug=slug)

    def team_in_season(self, team: Team) -> dict[str, Any]:
        """Return a team in the season that is asked for."""
        season = self.season
        today = self.now.astimezone(self.league.tz).date()
        return {
            **{name: getattr(team, name) for name in ("id", "slug", "name", "uid", "note", "colour")},
            "entry": teams.entry_of(team, season) if season else None,
            "officers": teams.officers_of(team, on=today),
            "squad": teams.squad_of(team, season, on=today) if season else [],
        }


class Players(LeagueView):
    queryset = Player.objects.all()
    filter_backends = (DjangoFilterBackend,)
    filterset_class = PlayerFilter
    # Not by name: it would stand in the cursor, in full.
    ordering = ("pk",)

    @operation("league.view", answer=PlayerRef(many=True))
    def get(self) -> object:
        """The players who are or were registered in the league."""
        return narrowed(self, leagues.players_listed(self.league, self.seasons), seasons=self.seasons)


class OnePlayer(LeagueView):
    @operation("league.view", answer=PlayerShape, parameters=[SEASON])
    def get(self, player: int) -> object:
        """A player’s season: only games that were played, from confirmed results."""
        row = get_object_or_404(players_for(self.league, self.grants).select_related("merged_into"), pk=player)
        row = row.merged_into or row
        season = self.season
        record = teams.player_season(row, season) if season else teams.NOTHING_PLAYED
        is_public = may(self.grants, "player.averages", row)
        return {
            "player": row,
            "uid": row.uid,
            **{name: getattr(record, name) if is_public else None for name in ("total", "singles", "doubles")},
            "matches": record.matches,
            "registrations": teams.teams_of(row, season) if season else [],
            "calendar": base_url_of(self.league)
            + reverse("player-calendar", kwargs={"slug": self.league.slug, "player": player}),
        }


class Rules(LeagueView):
    @operation("league.view", answer=BookShape(many=True), parameters=[SEASON])
    def get(self) -> object:
        """What a season is played by, in plain words."""
        season = self.season
        return list(rulebook.books_of(season) if season else [])


class RuleChanges(LeagueView):
    @operation("league.view", answer=RuleChangeShape(many=True), parameters=[SEASON])
    def get(self) -> object:
        """What a season is played by that changed while it ran, the latest first, each with its reason."""
        season = self.season
        return rule_changes_of(season) if season else []
