"""A season as it is made and run: its files, its settings, its teams, and what was made by mistake."""

from dataclasses import asdict
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.dates.postponements_shapes import STEP
from league.api.fields import LARGEST, TEXT, ClockField, TextField
from league.api.shapes import ValueShape, tells, with_examples
from league.api.standings.leagues_shapes import EntryShape, SeasonShape
from league.api.standings.teams_shapes import LineShape, TableShape
from league.enums import Night, WithdrawalPolicy
from league.queries.fixtures import FixtureLine
from league.queries.seasons.upkeep.returns import Return
from league.queries.seasons.upkeep.things import Kind, kind_of
from league.rules import settings as rules
from league.services.portability.imports import HEADINGS
from league.translation import Text, translated

TEAMS = "team,division,home venue,home night,start\nAnchor,Division 1,The Anchor,Tuesday,20:00\n"

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
            said = Text("There is no file {file}; there are {files}.", file=strange[0][:60], files=known)
            raise serializers.ValidationError(translated(said), code="file")
        return {name: text.encode(errors="replace") for name, text in sent.items()}


class PersonIn(serializers.Serializer[Any]):
    """The answer to an earlier try that asked whom a row of players.csv means."""

    team = serializers.CharField(max_length=120)
    player = serializers.CharField(max_length=120, help_text="The name in the row.")
    person = serializers.IntegerField(
        min_value=1, max_value=LARGEST, allow_null=True, help_text="A player of the league; null: somebody new."
    )


@with_examples({"One of its files": {"files": {"teams.csv": TEAMS}}})
class DraftFilesIn(FilesIn):
    """Spreadsheets that a draft of a season is made from."""

    people = PersonIn(many=True, required=False, help_text="Answers to rows refused because the league knows the name.")

    def validate_people(self, sent: list[dict[str, Any]]) -> dict[tuple[str, str], int | None]:
        return {(one["team"], one["player"]): one["person"] for one in sent}


@with_examples({"One file, to be checked": {"files": {"teams.csv": TEAMS}, "check_only": True}})
class ImportIn(DraftFilesIn):
    """Spreadsheets to be loaded, or only checked."""

    season = serializers.CharField(
        max_length=60, required=False, help_text="The slug of the season they are for, where their dates leave it open."
    )
    check_only = serializers.BooleanField(default=False, help_text="Find every problem, and write nothing.")


class WarningShape(serializers.Serializer[Any]):
    """Something to look at in a file that was taken all the same."""

    message = TextField()
    where = TextField(allow_blank=True, help_text="The file, and the line in it.")


class ReportShape(serializers.Serializer[Any]):
    """The report of an import: rows by kind, with warnings."""

    created = serializers.DictField(child=serializers.IntegerField())
    changed = serializers.DictField(child=serializers.IntegerField())
    unchanged = serializers.DictField(child=serializers.IntegerField())
    warnings = WarningShape(many=True)
    season = SeasonShape(allow_null=True)


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
        case rules.Choice():
            return serializers.ChoiceField(choices=kind.choices, help_text=about)
        case rules.Flag():
            return serializers.BooleanField(help_text=about)
        case rules.Day():
            return serializers.DateField(allow_null=True, help_text=about)
        case rules.Nights():
            night = serializers.ChoiceField(choices=Night.choices)
            return serializers.ListField(child=night, min_length=1, max_length=len(Night), help_text=about)


def _all(settings: rules.Settings) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}


@with_examples(
    {
        "Two guests’ evenings each": {"guests": "other-teams", "guest_limit": 2},
        "All of them, as a new season has them": _all(rules.SeasonSettings()),
    }
)
class SeasonSettingsShape(SettingsShape):
    """The settings of a season. Hours, days and nights are those that the season's page allows."""

    settings = rules.SeasonSettings


@with_examples(
    {
        "A longer time to confirm": {"confirm_hours": 72},
        "All of them, as a new league has them": _all(rules.LeagueSettings()),
    }
)
class LeagueSettingsShape(SettingsShape):
    """The settings of a league, for all its seasons."""

    settings = rules.LeagueSettings


@with_examples(
    {
        "A pub that has just found four players": {
            "name": "The Fox",
            "division": "division-1",
            "venue": 3,
            "home_night": 1,
            "start_time": "20:00",
        }
    }
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
    remake = serializers.BooleanField(help_text="The timetable has no place for it, and must be made again.")


@with_examples({"Why": {"reason": "It was a mistake."}})
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


@with_examples({"It stays unplayed": STEP})
class StepOfSecretaryIn(ReasonIn):
    """A step about a fixture, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("sequence",))


class ThingShape(serializers.Serializer[Any]):
    """A league, season, venue or team, hidden or not."""

    kind = serializers.SerializerMethodField()
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    hidden_at = serializers.DateTimeField(allow_null=True, help_text="Since when nobody sees it; null: it is shown.")

    @extend_schema_field(serializers.ChoiceField(choices=Kind.choices))
    def get_kind(self, thing: Any) -> str:
        return kind_of(thing).value


class GoesShape(serializers.Serializer[Any]):
    """Rows of one kind that would be deleted."""

    what = serializers.CharField()
    count = serializers.IntegerField()


class ThingPreviewShape(serializers.Serializer[Any]):
    """A preview of hiding or deleting a thing."""

    thing = ThingShape()
    confirmed = serializers.IntegerField(help_text="How many fixtures in it have a confirmed result.")
    not_hidden = serializers.ListField(child=TextField(), help_text="Why it cannot be hidden.")
    not_deleted = serializers.ListField(child=TextField(), help_text="Why it cannot be deleted.")
    goes = serializers.SerializerMethodField(help_text="What would be deleted with it.")

    @extend_schema_field(GoesShape(many=True))
    def get_goes(self, found: Any) -> Any:
        return [{"what": translated(what), "count": count} for what, count in found.goes.items()]


class UndatedShape(serializers.Serializer[Any]):
    """A fixture that would come back without its date, and why."""

    fixture = serializers.IntegerField(source="fixture.pk")
    why = TextField()


@tells(Return, before="The division’s table now.", after="The table then.")
class ReturnShape(ValueShape):
    """A preview of reversing a team’s withdrawal."""

    results = LineShape(many=True, help_text="Results that would count again.")
    dated = serializers.SerializerMethodField(help_text="Fixtures that would have their dates again.")
    undated = UndatedShape(many=True, help_text="Fixtures that would need a new date.")
    stay = serializers.SerializerMethodField(help_text="Fixtures that stay cancelled: the other team has left too.")

    @extend_schema_field(LineShape(many=True))
    def get_dated(self, found: Any) -> Any:
        return LineShape([FixtureLine(fixture, None) for fixture in found.dated], many=True).data

    @extend_schema_field(LineShape(many=True))
    def get_stay(self, found: Any) -> Any:
        return LineShape([FixtureLine(fixture, None) for fixture in found.stay], many=True).data
