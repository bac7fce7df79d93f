"""Cups, with their rounds and ties. They are run on pages; a tie’s fixtures are fixtures like others."""

from typing import Any

from rest_framework import serializers

from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import SeasonRef, TeamRef
from league.api.shapes import ComputedField
from league.errors import NothingThere
from league.models import Season
from league.queries import cups as queries
from league.queries.leagues import seasons_of
from league.translation import N_


class CupShape(serializers.Serializer[Any]):
    """A cup of a season."""

    name = serializers.CharField(source="competition.name")
    slug = serializers.CharField(source="competition.slug", help_text="The same in every season.")
    season = SeasonRef(source="competition.season")
    entrant_kind = serializers.CharField(help_text="team, pair or player.")


class CupSideShape(serializers.Serializer[Any]):
    """A side of a tie: who it is, or where it comes from."""

    name = serializers.CharField(help_text="Such as “Winner of tie 3” while nobody is known.")
    team = TeamRef(source="entrant.team", allow_null=True, default=None, help_text="Null: not known yet.")
    points = ComputedField(
        serializers.IntegerField(allow_null=True),
        lambda sign: None if sign.points is None else int(sign.points),
        "Games won, or legs where these decide; null: nothing confirmed.",
    )
    won = serializers.BooleanField()


class CupTieShape(serializers.Serializer[Any]):
    """Two sides that meet."""

    number = serializers.IntegerField(source="tie.number", help_text="From 1, through all rounds.")
    third_place = serializers.BooleanField(source="tie.third_place")
    top = CupSideShape()
    bottom = CupSideShape()
    ending = serializers.CharField(
        source="tie.ending", help_text="played, conceded, decision or withdrawn; empty: not won yet."
    )
    why = serializers.CharField(source="tie.why")
    fixtures = ComputedField(
        serializers.ListField(child=serializers.IntegerField()),
        lambda shown: [leg.pk for leg in shown.legs],
        "The fixtures of its legs, in order.",
    )


class CupRoundShape(serializers.Serializer[Any]):
    """A round of a cup."""

    number = serializers.IntegerField()
    name = serializers.CharField(source="label", help_text="Such as Quarter-finals.")
    play_by = serializers.DateField(source="round.play_by", default=None, allow_null=True, help_text="Its last day.")
    ties = CupTieShape(many=True)


class CupDrawnShape(serializers.Serializer[Any]):
    """A cup with its rounds."""

    cup = CupShape(source="knock_out")
    rounds = CupRoundShape(many=True, help_text="Empty before the draw.")
    champion = TeamRef(source="champion.team", allow_null=True, default=None, help_text="Null: nobody yet.")


class Cups(LeagueView):
    @operation("league.view", answer=CupShape(many=True))
    def get(self) -> object:
        """The newest edition of each cup."""
        return queries.cups_listed(self.league, [season.pk for season in seasons_of(self.league)])


class OneCup(LeagueView):
    @operation("league.view", answer=CupDrawnShape)
    def get(self, season: Season, cup: str) -> object:
        """A cup of a season: its rounds and ties, and who has won them."""
        for edition in queries.cups_of(season):
            if edition.competition.slug == cup:
                return queries.cup_view(edition)
        raise NothingThere(N_("There is no such cup in this league."))
