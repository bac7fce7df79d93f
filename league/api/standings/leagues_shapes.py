"""Leagues, and the shape of their seasons."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.dates.times_shapes import ClockField
from league.api.people.refs_shapes import TeamRef, VenueRef
from league.enums import Night, RulesetName, WeekKind
from league.models import Division, Season
from league.queries.portability.exports import OF_A_DIVISION, OF_A_SEASON

WHAT = tuple(dict.fromkeys((*OF_A_SEASON, *OF_A_DIVISION)))


class LeagueShape(serializers.Serializer[Any]):
    """A league."""

    slug = serializers.CharField()
    name = serializers.CharField()
    time_zone = serializers.CharField()
    result_hours = serializers.IntegerField(help_text="Hours after the start by which a result is due.")
    confirm_hours = serializers.IntegerField(help_text="Hours after which a sheet nobody objects to is confirmed.")
    dispute_days = serializers.IntegerField()
    appeal_days = serializers.IntegerField()


class SeasonRef(serializers.Serializer[Any]):
    """A season by name."""

    slug = serializers.CharField()
    name = serializers.CharField()


class DivisionRef(serializers.Serializer[Any]):
    """A division by name, in its season."""

    slug = serializers.CharField()
    name = serializers.CharField()
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


class SeasonShape(SeasonRef):
    """A season."""

    first_week = serializers.DateField(help_text="The Monday of its first week.")
    published_at = serializers.DateTimeField(allow_null=True, help_text="None: its secretary’s draft.")
    files = serializers.SerializerMethodField(help_text="Its rows to take away; none of a draft.")

    @extend_schema_field(FileShape(many=True))
    def get_files(self, season: Season) -> list[dict[str, str]]:
        return files_of(season, OF_A_SEASON)


class DivisionShape(DivisionRef):
    """A division, and how its fixtures are played and counted."""

    order = serializers.IntegerField()
    fixture_format = serializers.CharField(help_text="Its matches in order: S for singles, D for doubles.")
    games_per_match = serializers.IntegerField()
    points_per_game = serializers.DecimalField(max_digits=5, decimal_places=2)
    points_per_match = serializers.DecimalField(max_digits=5, decimal_places=2)
    points_per_win = serializers.DecimalField(max_digits=5, decimal_places=2)
    points_per_draw = serializers.DecimalField(max_digits=5, decimal_places=2)
    tie_breaks = serializers.ListField(child=serializers.CharField())
    singles_ruleset = serializers.ChoiceField(choices=RulesetName.choices)
    doubles_ruleset = serializers.ChoiceField(choices=RulesetName.choices)
    files = serializers.SerializerMethodField(help_text="Its rows to take away; none of a draft.")

    @extend_schema_field(FileShape(many=True))
    def get_files(self, division: Division) -> list[dict[str, str]]:
        return files_of(division.season, OF_A_DIVISION, division=division.slug)


class WeekShape(serializers.Serializer[Any]):
    """A match week of a round."""

    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField()
    starts_on = serializers.DateField()
    kind = serializers.ChoiceField(choices=WeekKind.choices)


class EntryShape(serializers.Serializer[Any]):
    """A team in a season: where and when it plays at home."""

    season = serializers.CharField(source="season.slug")
    division = serializers.CharField(source="division.slug")
    team = TeamRef()
    venue = VenueRef()
    home_night = serializers.ChoiceField(choices=Night.choices, help_text="Monday is 0.")
    start_time = ClockField(help_text="By the clock in the league’s time zone.")
    withdrawn_on = serializers.DateField(allow_null=True)
