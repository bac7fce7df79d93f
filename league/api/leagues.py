"""Leagues, their seasons, divisions, weeks and entries."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from rest_framework import serializers

from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import DivisionRef, SeasonRef
from league.api.shapes import ComputedField, shape, tells
from league.api.views import ApiView
from league.models import Division, Entry, League, Season, Week, Winner
from league.queries import leagues
from league.queries.domains import base_url_of, host_league
from league.queries.portability import OF_A_DIVISION, OF_A_SEASON
from league.rules.scheme_columns import COLUMNS
from league.rules.tie_breaks import TIE_BREAKS

WHAT = tuple(dict.fromkeys((*OF_A_SEASON, *OF_A_DIVISION)))
LeagueShape = shape(League, "slug name time_zone result_hours confirm_hours dispute_days appeal_days", "A league.")


class FileShape(serializers.Serializer[Any]):
    """The addresses of a public file: a season’s or a division’s rows, for a spreadsheet and for a program."""

    what = serializers.ChoiceField(choices=[(what, what.capitalize()) for what in WHAT])
    csv = serializers.URLField()
    json = serializers.URLField()


def files_of(season: Season, names: Iterable[str], **words: str) -> list[dict[str, str]]:
    """Return the addresses of the public files of a season, or of a division of it; none of a draft."""
    if not season.is_public:
        return []
    page = "division-file" if words else "season-file"
    where = {"slug": season.league.slug, "season": season.slug, **words}

    def address(what: str, form: str) -> str:
        return base_url_of(season.league) + reverse(page, kwargs={**where, "what": what, "form": form})

    return [{"what": what, **{form: address(what, form) for form in ("csv", "json")}} for what in names]


ChampionShape = shape(Winner, "competition name", "Who has won a competition, as it was called then.", "Champion")


@tells(Season, "first_week published_at closed_at")
class SeasonShape(SeasonRef):
    """A season."""

    champions = ComputedField(
        ChampionShape(many=True),
        lambda season: [winner for winner in season.winners.all() if winner.place == 1],
        "Who has won each division and cup; none before the season is closed.",
    )

    files = ComputedField(
        FileShape(many=True), lambda season: files_of(season, OF_A_SEASON), "Its rows to take away; none of a draft."
    )


@tells(
    Division,
    f"order fixture_format games_per_match format_since {' '.join(COLUMNS)} singles_ruleset doubles_ruleset "
    "own_evening own_start won_by",
)
class DivisionShape(DivisionRef):
    """A division, and how its fixtures are played and counted."""

    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=[(key, one.label) for key, one in TIE_BREAKS.items()]),
        help_text="In the order in which they are tried on teams level on points.",
    )
    files = ComputedField(
        FileShape(many=True),
        lambda one: files_of(one.season, OF_A_DIVISION, division=one.slug),
        "Its rows to take away; none of a draft.",
    )


WeekShape = shape(Week, "number starts_on kind round=round.number", "A match week of a round.")
EntryShape = shape(
    Entry,
    "team venue withdrawn_on home_night start_time season=season.slug division=division.slug",
    "A team in a division for a season: where and when it plays at home.",
    home_night="Monday is 0.",
    start_time="By the clock in the league’s time zone.",
)


class Leagues(ApiView):
    queryset = League.objects.filter(hidden_at=None)
    ordering = ("name", "pk")

    @operation("league.view", answer=LeagueShape(many=True))
    def get(self) -> object:
        """The leagues of this server."""
        own = host_league(self.request._request)
        return self.get_queryset().filter(slug=own) if own else self.get_queryset()


class OneLeague(LeagueView):
    @operation("league.view", answer=LeagueShape)
    def get(self) -> object:
        """A league."""
        return self.league


class Seasons(LeagueView):
    ordering = ("-first_week", "pk")

    @operation("league.view", answer=SeasonShape(many=True))
    def get(self) -> object:
        """The seasons of a league, the latest first."""
        return self.seasons.prefetch_related("winners")


class OneSeason(LeagueView):
    @operation("league.view", answer=SeasonShape)
    def get(self, season: Season) -> object:
        """A season."""
        return season


class Divisions(LeagueView):
    @operation("league.view", answer=DivisionShape(many=True))
    def get(self, season: Season) -> object:
        """The divisions of a season, in their order."""
        return list(leagues.divisions_listed(season))


class Weeks(LeagueView):
    @operation("league.view", answer=WeekShape(many=True))
    def get(self, season: Season) -> object:
        """The weeks of a season."""
        return list(leagues.weeks_listed(season))


class Entries(LeagueView):
    @operation("league.view", answer=EntryShape(many=True))
    def get(self, season: Season) -> object:
        """The teams entered in a season: division, venue, home night."""
        return list(leagues.entries_listed(season))
