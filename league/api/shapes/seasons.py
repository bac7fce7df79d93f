"""How a season is made and run: its files, its settings, its teams."""

from typing import Any

from rest_framework import serializers

from league.api.shapes.leagues import ClockField, EntryShape, SeasonShape
from league.api.shapes.results import LARGEST, TEXT
from league.enums import Enforcement, GuestPolicy, Night, SecondHalf, UnplayedPolicy, WithdrawalPolicy
from league.services.imports import HEADINGS

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


class ImportIn(FilesIn):
    """Spreadsheets to be loaded, or only checked."""

    check_only = serializers.BooleanField(default=False, help_text="Find every problem, and write nothing.")


class WarningShape(serializers.Serializer[Any]):
    """Something to look at in a file that was taken all the same."""

    message = serializers.CharField()
    where = serializers.CharField(allow_blank=True, help_text="The file, and the line in it.")


class ReportShape(serializers.Serializer[Any]):
    """What an import did: rows by kind."""

    created = serializers.DictField(child=serializers.IntegerField())
    changed = serializers.DictField(child=serializers.IntegerField())
    unchanged = serializers.DictField(child=serializers.IntegerField())
    warnings = WarningShape(many=True)
    season = SeasonShape(allow_null=True)


class SeasonSettingsShape(serializers.Serializer[Any]):
    """How a season is run. Hours, days and nights are those that the season's page allows."""

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
        min_value=0, max_value=365, help_text="Days that a player is registered before he plays."
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
    start_time = ClockField()


class AddedShape(serializers.Serializer[Any]):
    """What came of a team that was added."""

    entry = EntryShape()
    fixtures = serializers.IntegerField(help_text="Those it plays in the weeks that others had free.")
    owed = serializers.IntegerField(help_text="How many of them have no date yet.")
    remake = serializers.BooleanField(help_text="The timetable has no place for it, and is to be made anew.")


class ReasonIn(serializers.Serializer[Any]):
    """Why."""

    reason = serializers.CharField(max_length=TEXT)


class StepOfSecretaryIn(ReasonIn):
    """A step about a fixture: why, and the fixture’s sequence as it was read."""

    sequence = serializers.IntegerField(min_value=0, max_value=LARGEST)
