"""Seasons imported, their settings, and the league's own rulesets."""

import base64
import re
from collections.abc import Sequence
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from league.api.authentication import SpreadsheetThrottle
from league.api.league_views import LeagueView
from league.api.leagues import SeasonShape
from league.api.operations import operation
from league.api.shapes import ClockField, ComputedField, IdField, TextField, example, shape
from league.enums import Night
from league.models import OwnRuleset, Season
from league.rules import settings as rules
from league.rules.problems import Problem
from league.rules.scheme_columns import COLUMNS, MOST, Column
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from league.services.portability.imports import (
    ENDINGS,
    HEADINGS,
    LARGEST_FILE,
    LEFT_OUT,
    MOST_FILES,
    SEASON,
    SUBJECTS,
    WORKBOOKS,
    Choice,
    Report,
    import_season,
    season_named,
)
from league.services.seasons import seasons
from league.translation import Text, translated

TEAMS = "team,division,home venue,home night,start\nAnchor,Division 1,The Anchor,Tuesday,20:00\n"
TYPED_SEASON = {
    "season": "2026–27",
    "first week": "2026-09-14",
    "rounds": "2",
    "blank week": "penultimate of each round",
    "weeks with no play": "2026-12-21; 2026-12-28",
    "format": "S S S S D D",
    "points per game": "1",
}
MOST_ROWS = 1000


class PersonIn(serializers.Serializer[Any]):
    """The answer to an earlier try that asked whom a row of players.csv means."""

    team = serializers.CharField(max_length=120)
    player = serializers.CharField(max_length=120, help_text="The name in the row.")
    person = IdField(allow_null=True, help_text="A player of the league; null: somebody new.")


class ReadAsIn(serializers.Serializer[Any]):
    """A sheet that is to be read otherwise than it was understood."""

    place = serializers.CharField(
        max_length=300, help_text="The file, and the sheet where it has several: “a.xlsx, Teams”."
    )
    subject = serializers.ChoiceField(
        choices=[*SUBJECTS, LEFT_OUT], required=False, help_text="Left out: as it was understood."
    )
    columns = serializers.DictField(
        child=serializers.CharField(max_length=60, allow_blank=True),
        required=False,
        help_text="By the number of a column, from 0: the heading it stands for, or nothing for one that is not read.",
    )

    def validate_columns(self, sent: dict[str, str]) -> dict[int, str]:
        strange = sorted(number for number in sent if not re.fullmatch("[0-9]{1,3}", number))
        if strange:
            message = Text("“{number}” is not the number of a column, counted from 0.", number=strange[0][:60])
            raise serializers.ValidationError(translated(message), code="column")
        return {int(number): name for number, name in sent.items()}


@example("One of its files", files={"teams.csv": TEAMS})
@example("The season typed, and its teams", files={"teams.csv": TEAMS}, typed=TYPED_SEASON)
class DraftFilesIn(serializers.Serializer[Any]):
    """Spreadsheets that a draft of a season is made from."""

    files = serializers.DictField(
        child=serializers.CharField(max_length=LARGEST_FILE * 4 // 3, trim_whitespace=False),
        allow_empty=False,
        help_text=f"By name, which may be any that ends in {', '.join(ENDINGS)}: the whole text of each, and of a "
        f"workbook ({', '.join(WORKBOOKS)}) its bytes in base64. What a sheet holds is told by its name, like "
        f"{', '.join(HEADINGS)}, or its headings.",
    )
    typed = serializers.DictField(
        child=serializers.CharField(max_length=1000, allow_blank=True),
        required=False,
        help_text=f"The season by the columns of {SEASON}, in place of that file.",
    )
    sheets = ReadAsIn(  # type: ignore[call-arg]
        many=True, required=False, max_length=MOST_ROWS, help_text="The sheets that are to be read otherwise."
    )
    people = PersonIn(  # type: ignore[call-arg]
        many=True, required=False, max_length=MOST_ROWS,
        help_text="Answers to rows refused because the league knows the name.",
    )  # fmt: skip

    def validate_files(self, sent: dict[str, str]) -> dict[str, bytes]:
        if len(sent) > MOST_FILES:
            message = Text("Send {most} files at most.", most=MOST_FILES)
            raise serializers.ValidationError(translated(message), code="max-length")
        strange = sorted(name for name in sent if not name.casefold().endswith(ENDINGS))
        if strange:
            message = Text("{file} is not a spreadsheet: save it as .xlsx, .ods or CSV.", file=strange[0][:60])
            raise serializers.ValidationError(translated(message), code="file")
        return {name: _bytes_of(name, text) for name, text in sent.items()}

    def validate_typed(self, sent: dict[str, str]) -> dict[str, str]:
        columns = [column.name for column in SUBJECTS[SEASON].columns]
        strange = sorted(name for name in sent if name not in columns)
        if strange:
            message = Text(
                "There is no column {name}; there are {known}.", name=strange[0][:60], known=", ".join(columns)
            )
            raise serializers.ValidationError(translated(message), code="column")
        return sent

    def validate_sheets(self, sent: list[dict[str, Any]]) -> dict[str, Choice]:
        return {one["place"]: Choice(one.get("subject", ""), one.get("columns", {})) for one in sent}

    def validate_people(self, sent: list[dict[str, Any]]) -> dict[tuple[str, str], int | None]:
        return {(one["team"], one["player"]): one["person"] for one in sent}


def _bytes_of(name: str, text: str) -> bytes:
    if not name.casefold().endswith(WORKBOOKS):
        return text.encode(errors="replace")
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as wrong:
        message = Text("Send the bytes of {file} in base64.", file=name[:60])
        raise serializers.ValidationError(translated(message), code="base64") from wrong


@example("One file, to be checked", files={"teams.csv": TEAMS}, check_only=True)
class ImportIn(DraftFilesIn):
    """Spreadsheets to be loaded, or only checked."""

    season = serializers.CharField(
        max_length=60, required=False, help_text="The slug of the season they are for, where their dates leave it open."
    )
    check_only = serializers.BooleanField(default=False, help_text="Find every problem, and write nothing.")


WarningShape = shape(
    Problem,
    "message",
    "Something to look at in a file that was taken all the same.",
    "Warning",
    where="The file, and the line in it.",
    message="One sentence for a person.",
)
ReportShape = shape(
    Report,
    "created changed unchanged",
    "The report of an import: rows by kind, warnings, and the season that it was about.",
    warnings=WarningShape(many=True),
    season=SeasonShape(allow_null=True),
)
OwnRulesetShape = shape(
    OwnRuleset,
    "id name version title made_at",
    "A version of a ruleset that the league made. It never changes.",
    made_by=ComputedField(TextField(), lambda made: str(made.made_by or ""), "Empty where they are known no more."),
    rules=ComputedField(serializers.DictField(), lambda made: made.value, "Every field of it, by its name."),
)
MOST_WEEKS = 60


class SettingsShape(serializers.Serializer[Any]):
    """The shape of settings, each a field as its declaration has it."""

    settings: ClassVar[type[rules.Settings]]

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: _field_of(declared) for name, declared in rules.declared(self.settings).items()}


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
        fields = {name: _field_of(declared) for name, declared in rules.declared(rules.DivisionSettings).items()}
        fields |= {name: _column_field(declared) for name, declared in COLUMNS.items()}
        tie_break = serializers.ChoiceField(
            choices=[(key, str(declared.label)) for key, declared in TIE_BREAKS.items()]
        )
        fields["tie_breaks"] = serializers.ListField(
            child=tie_break,
            max_length=len(TIE_BREAKS),
            help_text=f"In the order in which they are tried; by default {', '.join(DEFAULT_TIE_BREAKS)}.",
        )
        return fields


def _column_field(column: Column) -> serializers.Field[Any, Any, Any, Any]:
    about = f"{column.label.capitalised()}. {column.about}".strip()
    options: dict[str, Any] = {"min_value": column.least, "max_value": MOST, "help_text": about}
    if column.default is None:
        options["allow_null"] = True
    if column.whole:
        return serializers.IntegerField(**options)
    return serializers.DecimalField(max_digits=5, decimal_places=2, **options)


class SeasonImport(LeagueView):
    throttle_classes = (*LeagueView.throttle_classes, SpreadsheetThrottle)

    @operation("season.import", body=ImportIn, answer=ReportShape, fresh=True)
    def post(self) -> object:
        """Load a season from spreadsheets, or only check them."""
        sent = self.read(self._check)
        report = self._load(sent, check_only=sent["check_only"])
        # A season that was only tried is not there.
        season = None if sent["check_only"] else report.season
        counts = {name: dict(getattr(report, name)) for name in ("created", "changed", "unchanged")}
        return {**counts, "warnings": report.warnings, "season": season}

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
        answered = set(self.request.data) & {"season", "people", "sheets", "typed"}
        if {"files", *answered} <= sent.keys():
            self._load(sent, check_only=True)
        return ()


class Rulesets(LeagueView):
    ordering = ("name", "-version")

    @operation("ruleset.make", answer=OwnRulesetShape(many=True))
    def get(self) -> object:
        """The league's own rulesets, each version of them."""
        return OwnRuleset.objects.filter(league=self.league).select_related("made_by")


class LeagueSettings(LeagueView):
    @operation("league.settings", answer=LeagueSettingsShape)
    def get(self) -> object:
        """How the league is run."""
        return self.league


class SeasonSettings(LeagueView):
    @operation("season.make", answer=SeasonSettingsShape)
    def get(self, season: Season) -> object:
        """How a season is run."""
        return seasons.settings_of(season)


class DivisionSettings(LeagueView):
    @operation("season.make", answer=DivisionSettingsShape)
    def get(self, season: Season, division: str) -> object:
        """The points of a division, and its tie-breaks."""
        row = get_object_or_404(season.divisions.select_related("season__league"), slug=division)
        return {name: getattr(row, name) for name in (*rules.declared(rules.DivisionSettings), *COLUMNS, "tie_breaks")}
