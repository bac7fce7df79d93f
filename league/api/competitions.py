"""Club nights, tournaments and individual leagues. They are run on pages; programs read them."""

from typing import Any, NamedTuple

from rest_framework import serializers

from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import SeasonRef
from league.api.shapes import ComputedField, PointsField, TextField
from league.errors import NothingThere
from league.models import Season
from league.queries.competitions import individual as individuals
from league.queries.competitions import sittings
from league.queries.competitions.individual import IndividualView
from league.queries.standings.standings import TableRow
from league.translation import N_


class NightSeriesShape(serializers.Serializer[Any]):
    """A series of club nights, or a tournament."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="The same in every season.")
    season = SeasonRef()
    kind = serializers.CharField(help_text="club-night or tournament.")
    games = serializers.IntegerField(source="sitting_rules.games", help_text="Of a night; a tournament’s rounds.")
    best = serializers.IntegerField(
        source="sitting_rules.best", allow_null=True, help_text="So many of a player’s nights count; null: all."
    )
    qualifiers = serializers.IntegerField(
        source="sitting_rules.qualifiers", help_text="So many of a tournament’s players go on to its knock-out."
    )


class CardPlayerShape(serializers.Serializer[Any]):
    """A player by the name that whoever asks would read on the pages."""

    id = serializers.IntegerField(source="key")
    name = serializers.CharField()


class CardTotalShape(serializers.Serializer[Any]):
    """Cards added up."""

    points = serializers.IntegerField(help_text="Two a win, three for one by 31 or more.")
    won = serializers.IntegerField()
    spread = serializers.IntegerField(help_text="Points won by, less points lost by.")
    plus = serializers.IntegerField(help_text="Points won by.")
    games = serializers.IntegerField()


class CardPlaceShape(serializers.Serializer[Any]):
    """A line of a standing."""

    place = serializers.IntegerField(help_text="Shared by those who are level.")
    player = CardPlayerShape(source="*")
    total = CardTotalShape()


class SeasonPlaceShape(CardPlaceShape):
    """A line of a series’ standing."""

    place = serializers.IntegerField(source="placed.place", help_text="Shared by those who are level.")
    player = CardPlayerShape(source="placed")
    total = CardTotalShape(source="placed.total", help_text="Of the nights that count.")
    nights = serializers.IntegerField(help_text="How many they played.")
    best_card = CardTotalShape()


class SittingRefShape(serializers.Serializer[Any]):
    """A night, or a tournament’s day."""

    id = serializers.IntegerField()
    date = serializers.DateField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="Null: it is being played.")


class NightSeriesStandingShape(serializers.Serializer[Any]):
    """A series with its standing over each player’s best nights, and its nights."""

    series = NightSeriesShape(source="competition")
    standing = SeasonPlaceShape(many=True, help_text="The best first. A tournament’s is that of its sitting.")
    sittings = SittingRefShape(many=True, help_text="The last first.")


class CardSideShape(serializers.Serializer[Any]):
    """A side of a game, as it counts."""

    player = CardPlayerShape(source="*")
    points = serializers.IntegerField(
        source="line.points",
        default=None,
        allow_null=True,
        help_text="Null: not settled, or a bye that does not count.",
    )
    spread = serializers.IntegerField(source="line.spread", default=None, allow_null=True)


class SittingGameShape(serializers.Serializer[Any]):
    """A game, or a bye."""

    number = serializers.IntegerField(source="game.number", help_text="Which of the night, from 1.")
    table = ComputedField(
        serializers.IntegerField(allow_null=True), lambda table: table.game.table or None, "Null: a bye."
    )
    settled = serializers.BooleanField(source="is_over", help_text="Both cards are written, or it is a bye.")
    sides = CardSideShape(many=True, help_text="Whoever deals first, first; one alone has a bye.")
    changes = ComputedField(
        serializers.ListField(child=TextField()),
        lambda table: table.settled.changes if table.settled else [],
        "What was changed on cards that differ, in sentences.",
    )


class SittingGamesShape(serializers.Serializer[Any]):
    """A night or a tournament’s day, with its games and settled cards."""

    series = NightSeriesShape(source="sitting.competition")
    sitting = SittingRefShape()
    standing = CardPlaceShape(many=True, help_text="The best first; of a tournament whose final is won, its places.")
    games = SittingGameShape(source="tables", many=True, help_text="By number and table; those of a knock-out last.")


class NightSeries(LeagueView):
    @operation("league.view", answer=NightSeriesShape(many=True))
    def get(self) -> object:
        """Series of club nights, and tournaments, the newest season first."""
        return sittings.list_series(self.league, self.grants)


class OneNightSeries(LeagueView):
    @operation("league.view", answer=NightSeriesStandingShape)
    def get(self, season: Season, night_series: str) -> object:
        """A series of a season: its standing and its nights."""
        rows = sittings.list_series(self.league, self.grants).filter(season=season, slug=night_series)
        row = rows.first()
        if row is None:
            raise NothingThere(N_("There is no such night or tournament in this league."))
        return sittings.load_series(row, self.grants)


class OneSitting(LeagueView):
    @operation("league.view", answer=SittingGamesShape)
    def get(self, sitting: int) -> object:
        """A night, or a tournament’s day: its games with the cards that both have written, and its standing."""
        row = sittings.find_sitting(self.league, sitting, self.grants)
        if row is None:
            raise NothingThere(N_("There is no such night or tournament in this league."))
        return sittings.load_night(row, self.grants)


class IndividualLeagueShape(serializers.Serializer[Any]):
    """An individual league: players arrange their own games within a window."""

    name = serializers.CharField(source="competition.name")
    slug = serializers.CharField(source="competition.slug", help_text="The same in every season.")
    season = SeasonRef(source="competition.season")
    meetings = serializers.IntegerField(help_text="How often two players may meet.")
    opens_on = serializers.DateField()
    closes_on = serializers.DateField()


class IndividualEntrantShape(serializers.Serializer[Any]):
    """An entrant; fixtures name them as a side by this id."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="As whoever asks would read it on the pages.")


class IndividualRowShape(serializers.Serializer[Any]):
    """A line of an individual league’s table."""

    entrant = IndividualEntrantShape(source="*")
    position = serializers.IntegerField(source="table.row.position")
    played = serializers.IntegerField(source="table.row.played")
    won = serializers.IntegerField(source="table.row.won")
    drawn = serializers.IntegerField(source="table.row.drawn")
    lost = serializers.IntegerField(source="table.row.lost")
    points = PointsField(source="table.row.points")


class IndividualTableShape(serializers.Serializer[Any]):
    """An individual league with its table and who has withdrawn."""

    individual_league = IndividualLeagueShape()
    table = IndividualRowShape(many=True)
    withdrawn = IndividualEntrantShape(many=True)
    fixtures = serializers.ListField(child=serializers.IntegerField(), help_text="Its games, the latest first.")


class _Line(NamedTuple):
    id: int
    name: str
    table: TableRow | None = None


def _describe_individual(view: IndividualView, names: dict[int, str]) -> dict[str, Any]:
    return {
        "individual_league": view.individual,
        "table": [_Line(line.entrant.team_id, names[line.entrant.team_id], line.row) for line in view.standings],
        "withdrawn": [_Line(entrant.team_id, names[entrant.team_id]) for entrant in view.withdrawn],
        "fixtures": [line.fixture.pk for line in view.games],
    }


class IndividualLeagues(LeagueView):
    @operation("league.view", answer=IndividualLeagueShape(many=True))
    def get(self) -> object:
        """Individual leagues of published seasons, the latest first."""
        return individuals.list_individuals(self.league)


class OneIndividualLeague(LeagueView):
    @operation("league.view", answer=IndividualTableShape)
    def get(self, season: Season, individual_league: str) -> object:
        """An individual league of a season: its table and its entrants."""
        for edition in individuals.list_editions(self.league, individual_league, drafts=self.grants.secretary):
            if edition.competition.season_id == season.pk:
                entrants = individuals.list_entrants(edition)
                names = individuals.name_players(entrants, self.grants)
                return _describe_individual(individuals.build_individual_view(edition, self.grants), names)
        raise NothingThere(N_("There is no such individual league."))
