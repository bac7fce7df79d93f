"""Leagues, and the shape of their seasons."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.shapes import ModelShape, tells
from league.models import Division, Entry, League, Season, Week
from league.queries.portability.exports import OF_A_DIVISION, OF_A_SEASON

WHAT = tuple(dict.fromkeys((*OF_A_SEASON, *OF_A_DIVISION)))


@tells(League, "slug name time_zone result_hours confirm_hours dispute_days appeal_days")
class LeagueShape(ModelShape):
    """A league."""


@tells(Season, "slug name")
class SeasonRef(ModelShape):
    """A season by name."""


@tells(Division, "slug name")
class DivisionRef(ModelShape):
    """A division by name, in its season."""

    season = serializers.CharField(source="season.slug")


class FileShape(serializers.Serializer[Any]):
    """The addresses of a public file: a season’s or a division’s rows, for a spreadsheet and for a program."""

    what = serializers.ChoiceField(choices=[(what, what.capitalize()) for what in WHAT])
    csv = serializers.URLField()
    json = serializers.URLField()


def files_of(season: Season, names: Iterable[str], **which: str) -> list[dict[str, str]]:
    """Return the addresses of the public files of a season, or of a division of it; none before it is published.

    Args:
        season: with its league.
        which: the division's slug, if they are of one.
    """
    if not season.is_public:
        return []
    page = "division-file" if which else "season-file"
    where = {"slug": season.league.slug, "season": season.slug, **which}

    def address(what: str, form: str) -> str:
        return settings.BASE_URL + reverse(page, kwargs={**where, "what": what, "form": form})

    return [{"what": what, **{form: address(what, form) for form in ("csv", "json")}} for what in names]


@tells(Season, "first_week published_at")
class SeasonShape(SeasonRef):
    """A season."""

    files = serializers.SerializerMethodField(help_text="Its rows to take away; none of a draft.")

    @extend_schema_field(FileShape(many=True))
    def get_files(self, season: Season) -> list[dict[str, str]]:
        return files_of(season, OF_A_SEASON)


@tells(
    Division,
    "order fixture_format games_per_match points_per_game points_per_match points_per_win points_per_draw "
    "singles_ruleset doubles_ruleset",
)
class DivisionShape(DivisionRef):
    """A division, and how its fixtures are played and counted."""

    tie_breaks = serializers.ListField(child=serializers.CharField())
    files = serializers.SerializerMethodField(help_text="Its rows to take away; none of a draft.")

    @extend_schema_field(FileShape(many=True))
    def get_files(self, division: Division) -> list[dict[str, str]]:
        return files_of(division.season, OF_A_DIVISION, division=division.slug)


@tells(Week, "number starts_on kind")
class WeekShape(ModelShape):
    """A match week of a round."""

    round = serializers.IntegerField(source="round.number")


@tells(
    Entry, "team venue withdrawn_on", home_night="Monday is 0.", start_time="By the clock in the league’s time zone."
)
class EntryShape(ModelShape):
    """A team in a season: where and when it plays at home."""

    season = serializers.CharField(source="season.slug")
    division = serializers.CharField(source="division.slug")
