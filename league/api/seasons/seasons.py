"""Seasons imported, their settings, and the league's own rulesets."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.authentication import SpreadsheetThrottle
from league.api.operations import operation
from league.api.seasons.seasons_shapes import (
    ImportIn,
    ReportShape,
)
from league.api.shapes import ClockField, ComputedField, TextField, shape
from league.api.views import LeagueView
from league.enums import Night
from league.models import Division, OwnRuleset, Season
from league.rules import settings as rules
from league.rules.problems import Problem
from league.rules.scheme_columns import COLUMNS, MOST, Column
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from league.services.portability.imports import import_season, season_named
from league.services.seasons import seasons

OwnRulesetShape = shape(
    OwnRuleset,
    "id name version title made_at",
    "A version of a ruleset that the league made. It never changes.",
    "OwnRuleset",
    made_by=ComputedField(TextField(), lambda made: str(made.made_by or ""), "Empty where they are known no more."),
    rules=ComputedField(serializers.DictField(), lambda made: made.value, "Every field of it, by its name."),
)


MOST_WEEKS = 60


class SettingsShape(serializers.Serializer[Any]):
    """The shape of settings, each a field as its declaration has it."""

    settings: ClassVar[type[rules.Settings]]

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: _field_of(one) for name, one in rules.declared(self.settings).items()}


def _field_of(setting: rules.Setting) -> serializers.Field[Any, Any, Any, Any]:
    kind, about = setting.kind, setting.about
    match kind:
        case rules.Number(least, most, _, optional):
            if not optional:
                return serializers.IntegerField(min_value=least, max_value=most, help_text=about)
            about = f"{about.removesuffix('.')}; null: {kind.empty}."
            return serializers.IntegerField(min_value=least, max_value=most, allow_null=True, help_text=about)
        case rules.Points(least, most):
            return serializers.DecimalField(
                max_digits=5, decimal_places=2, min_value=least, max_value=most, help_text=about
            )
        case rules.Choice() | rules.Language():
            return serializers.ChoiceField(choices=kind.choices, help_text=about)
        case rules.Flag():
            return serializers.BooleanField(help_text=about)
        case rules.Day():
            return serializers.DateField(allow_null=True, help_text=about)
        case rules.Clock(empty):
            return ClockField(allow_null=True, help_text=f"{about.removesuffix('.')}; null: {empty}.")
        case rules.Weeks():
            return serializers.ListField(child=serializers.DateField(), max_length=MOST_WEEKS, help_text=about)
        case rules.Nights():
            night = serializers.ChoiceField(choices=Night.choices)
            return serializers.ListField(child=night, min_length=1, max_length=len(Night), help_text=about)


class SeasonSettingsShape(SettingsShape):
    """The settings of a season. Hours, days and nights are those that the season's page allows."""

    settings = rules.SeasonSettings


class LeagueSettingsShape(SettingsShape):
    """The settings of a league, for all its seasons."""

    settings = rules.LeagueSettings


class DivisionSettingsShape(serializers.Serializer[Any]):
    """The evening and start of a division, its points, and what separates teams that are level on them."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        found = {name: _field_of(one) for name, one in rules.declared(rules.DivisionSettings).items()}
        found |= {name: _column_field(one) for name, one in COLUMNS.items()}
        known = serializers.ChoiceField(choices=[(key, str(one.label)) for key, one in TIE_BREAKS.items()])
        found["tie_breaks"] = serializers.ListField(
            child=known,
            max_length=len(TIE_BREAKS),
            help_text=f"In the order in which they are tried; by default {', '.join(DEFAULT_TIE_BREAKS)}.",
        )
        return found


def _column_field(one: Column) -> serializers.Field[Any, Any, Any, Any]:
    about = f"{one.label.capitalised()}. {one.about}".strip()
    said: dict[str, Any] = {"min_value": one.least, "max_value": MOST, "help_text": about}
    if one.default is None:
        said["allow_null"] = True
    if one.whole:
        return serializers.IntegerField(**said)
    return serializers.DecimalField(max_digits=5, decimal_places=2, **said)


def division_settings(division: Division) -> dict[str, Any]:
    own = rules.declared(rules.DivisionSettings)
    return {name: getattr(division, name) for name in (*own, *COLUMNS, "tie_breaks")}


class SeasonImport(LeagueView):
    throttle_classes = (*LeagueView.throttle_classes, SpreadsheetThrottle)

    @operation(
        "Load a season from spreadsheets, or only check them",
        action="season.import",
        body=ImportIn,
        answer=ReportShape,
        fresh=True,
    )
    def post(self, request: Request) -> Response:
        self.allow("season.import")
        sent = self.read(ImportIn, self._check)
        report = self._load(sent, check_only=sent["check_only"])
        # A season that was only tried is not there.
        season = None if sent["check_only"] else report.season
        return Response(ReportShape({**_counts(report), "season": season}).data)

    def _load(self, sent: dict[str, Any], *, check_only: bool) -> seasons.Report:
        season = season_named(self.league, sent["season"]) if "season" in sent else None
        return import_season(
            sent["files"],
            self.league,
            by=self.user,
            now=self.now,
            season=season,
            people=sent.get("people"),
            choices=sent.get("sheets"),
            typed=sent.get("typed"),
            check_only=check_only,
        )

    def _check(self, sent: dict[str, Any]) -> Sequence[Problem]:
        """Raise Invalid with what is wrong with the files, where all can be read by which they are understood."""
        if "season" in sent:
            season_named(self.league, sent["season"])
        told = set(self.request.data) & {"season", "people", "sheets", "typed"}
        if {"files", *told} <= sent.keys():
            self._load(sent, check_only=True)
        return ()


def _counts(report: seasons.Report) -> dict[str, object]:
    return {
        "created": dict(report.created),
        "changed": dict(report.changed),
        "unchanged": dict(report.unchanged),
        "warnings": report.warnings,
    }


class OwnSeason(LeagueView):
    """A season, a draft too."""

    def one(self, slug: str) -> Season:
        return get_object_or_404(Season.objects.select_related("league"), league=self.league, slug=slug)


class Rulesets(LeagueView):
    ordering = ("name", "-version")

    @operation(
        "The league's own rulesets, each version of them",
        action="ruleset.make",
        answer=OwnRulesetShape(many=True),
    )
    def get(self, request: Request) -> Response:
        self.allow("ruleset.make")
        return self.paged(OwnRuleset.objects.filter(league=self.league).select_related("made_by"), OwnRulesetShape)


class LeagueSettings(LeagueView):
    @operation("How the league is run", action="league.settings", answer=LeagueSettingsShape)
    def get(self, request: Request) -> Response:
        self.allow("league.settings")
        return Response(LeagueSettingsShape(self.league).data)


class SeasonSettings(OwnSeason):
    @operation("How a season is run", action="season.make", answer=SeasonSettingsShape)
    def get(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        return self.respond(self.one(season))

    def respond(self, season: Season) -> Response:
        return Response(SeasonSettingsShape(seasons.settings_of(season)).data)


class OneDivision(OwnSeason):
    """A division, of a draft too."""

    def division(self, season: str, division: str) -> Division:
        """Return the division of this league that the address names.

        Raises:
            NotAllowed: the asker makes no seasons.
            Http404: there is none.
        """
        self.allow("season.make")
        return get_object_or_404(self.one(season).divisions.select_related("season__league"), slug=division)


class DivisionSettings(OneDivision):
    @operation("The points of a division, and its tie-breaks", action="season.make", answer=DivisionSettingsShape)
    def get(self, request: Request, season: str, division: str) -> Response:
        return self.respond(self.division(season, division))

    def respond(self, division: Division) -> Response:
        return Response(DivisionSettingsShape(division_settings(division)).data)
