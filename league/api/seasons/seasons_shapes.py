"""A season as it is made and run: its files, its settings, its teams."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.dates.times_shapes import ClockField
from league.api.results.results_shapes import LARGEST, TEXT
from league.api.standings.leagues_shapes import EntryShape, SeasonShape
from league.api.standings.teams_shapes import LineShape, TableShape
from league.enums import Enforcement, GuestPolicy, Night, SecondHalf, UnplayedPolicy, WithdrawalPolicy
from league.queries.fixtures import FixtureLine
from league.services.portability.imports import HEADINGS

LARGEST_FILE = 5 * 1024 * 1024


class FilesIn(serializers.Serializer[Any]):
    """Spreadsheets as CSV, by the names of their files."""

    files = serializers.DictField(
        child=serializers.CharField(max_length=LARGEST_FILE, trim_whitespace=False),
        allow_empty=False,
        help_text=f"Any of {', '.join(HEADINGS)}: the whole text of each.",
    )

    def validate_files(self, sent: dict[str, str]) -> dict[str, bytes]:
        strange = sorted(name for name in sent if name not in HEADINGS)
        if strange:
            known = ", ".join(HEADINGS)
            raise serializers.ValidationError(f"There is no file {strange[0][:60]}; there are {known}.", code="file")
        return {name: text.encode(errors="replace") for name, text in sent.items()}


class PersonIn(serializers.Serializer[Any]):
    """The answer to an earlier try that asked whom a row of players.csv means."""

    team = serializers.CharField(max_length=120)
    player = serializers.CharField(max_length=120, help_text="The name in the row.")
    person = serializers.IntegerField(
        min_value=1, max_value=LARGEST, allow_null=True, help_text="A player of the league; null: somebody new."
    )


class DraftFilesIn(FilesIn):
    """Spreadsheets that a draft of a season is made from."""

    people = PersonIn(many=True, required=False, help_text="Answers to rows refused because the league knows the name.")

    def validate_people(self, sent: list[dict[str, Any]]) -> dict[tuple[str, str], int | None]:
        return {(one["team"], one["player"]): one["person"] for one in sent}


class ImportIn(DraftFilesIn):
    """Spreadsheets to be loaded, or only checked."""

    season = serializers.CharField(
        max_length=60, required=False, help_text="The slug of the season they are for, where their dates leave it open."
    )
    check_only = serializers.BooleanField(default=False, help_text="Find every problem, and write nothing.")


class WarningShape(serializers.Serializer[Any]):
    """Something to look at in a file that was taken all the same."""

    message = serializers.CharField()
    where = serializers.CharField(allow_blank=True, help_text="The file, and the line in it.")


class ReportShape(serializers.Serializer[Any]):
    """The report of an import: rows by kind, with warnings."""

    created = serializers.DictField(child=serializers.IntegerField())
    changed = serializers.DictField(child=serializers.IntegerField())
    unchanged = serializers.DictField(child=serializers.IntegerField())
    warnings = WarningShape(many=True)
    season = SeasonShape(allow_null=True)


class SeasonSettingsShape(serializers.Serializer[Any]):
    """The settings of a season. Hours, days and nights are those that the season's page allows."""

    second_half = serializers.ChoiceField(
        choices=SecondHalf.choices, help_text="Not of a published season: its timetable is made."
    )
    short_notice_hours = serializers.IntegerField(min_value=0, max_value=24 * 14)
    place_days = serializers.IntegerField(min_value=0, max_value=28)
    catch_up_nights = serializers.ListField(
        child=serializers.ChoiceField(choices=Night.choices), min_length=1, max_length=7, help_text="Monday is 0."
    )
    unplayed_policy = serializers.ChoiceField(choices=UnplayedPolicy.choices)
    withdrawal_policy = serializers.ChoiceField(choices=WithdrawalPolicy.choices)
    eligibility = serializers.ChoiceField(
        choices=Enforcement.choices, help_text="What a sheet with somebody on it who may not play comes to."
    )
    registration_days = serializers.IntegerField(
        min_value=0, max_value=365, help_text="Days that a player is registered before they play."
    )
    registration_until = serializers.DateField(allow_null=True, help_text="The last day of new registrations.")
    transfer_limit = serializers.IntegerField(
        min_value=0, max_value=20, allow_null=True, help_text="Transfers of a player in the season; null: any number."
    )
    transfer_until = serializers.DateField(allow_null=True, help_text="The last day of transfers.")
    guests = serializers.ChoiceField(
        choices=GuestPolicy.choices, help_text="Who may play for a team besides its own players."
    )
    guest_limit = serializers.IntegerField(
        min_value=0, max_value=200, allow_null=True, help_text="Fixtures of a guest; null: any number."
    )


class TeamIn(serializers.Serializer[Any]):
    """A team that comes late."""

    name = serializers.CharField(max_length=120)
    division = serializers.CharField(max_length=50, help_text="The division’s slug.")
    venue = serializers.IntegerField(min_value=1, max_value=LARGEST)
    home_night = serializers.ChoiceField(choices=Night.choices, help_text="Monday is 0.")
    start_time = ClockField(help_text="By the clock in the league’s time zone.")


class AddedShape(serializers.Serializer[Any]):
    """A team that was added, and the fixtures it got."""

    entry = EntryShape()
    fixtures = serializers.IntegerField(help_text="Those it plays in the weeks that others had free.")
    owed = serializers.IntegerField(help_text="How many of them have no date yet.")
    remake = serializers.BooleanField(help_text="The timetable has no place for it, and is to be made anew.")


class ReasonIn(serializers.Serializer[Any]):
    """The reason for a step."""

    reason = serializers.CharField(max_length=TEXT)


class WithdrawalShape(serializers.Serializer[Any]):
    """A preview of a team’s withdrawal."""

    policy = serializers.SerializerMethodField(help_text="The season’s: what becomes of the results.")
    cancelled = serializers.SerializerMethodField(help_text="Fixtures that will not be played.")
    void = LineShape(many=True, help_text="Results that would no longer count.")
    stand = LineShape(many=True, help_text="Results that would.")
    before = TableShape(help_text="The division’s table now.")
    after = TableShape(help_text="The table then.")

    @extend_schema_field(serializers.ChoiceField(choices=WithdrawalPolicy.choices))
    def get_policy(self, found: Any) -> str:
        return str(self.context["season"].withdrawal_policy)

    @extend_schema_field(LineShape(many=True))
    def get_cancelled(self, found: Any) -> Any:
        return LineShape([FixtureLine(fixture, None) for fixture in found.cancelled], many=True).data


class StepOfSecretaryIn(ReasonIn):
    """A step about a fixture, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("sequence",))
