"""A season as it is made and run: its files, settings and teams, what was made by mistake, the secretary's overview."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, ClassVar

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.dates.dates_shapes import STEP
from league.api.fields import ClockField, Found, IdField, TextField, TextIn
from league.api.shapes import example, shape
from league.api.standings.standings_shapes import EntryShape, LineShape, SeasonShape
from league.enums import Night, WithdrawalPolicy
from league.models import ConductCase, Dispute, Fixture, Notice
from league.queries.dates.owed import Owed
from league.queries.dates.placing import Preview as Placing
from league.queries.dates.placing import WouldBe
from league.queries.fixtures import FixtureLine
from league.queries.mail.messages import Deliveries
from league.queries.ops.desk import Appealed, Crowded, Late, Oversight
from league.queries.seasons.upkeep.returns import Return, Undated
from league.queries.seasons.upkeep.things import Kind, Preview, kind_of
from league.queries.seasons.withdrawals import Consequences
from league.rules import settings as rules
from league.rules.problems import Problem
from league.services.portability.imports import HEADINGS, Report
from league.services.seasons.late_teams import Added
from league.translation import Text, translated

TEAMS = "team,division,home venue,home night,start\nAnchor,Division 1,The Anchor,Tuesday,20:00\n"

PUB = {"name": "The Fox", "division": "division-1", "venue": 3, "home_night": 1, "start_time": "20:00"}

LARGEST_FILE = 5 * 1024 * 1024
MOST = 1000
MOST_WEEKS = 60


class PersonIn(serializers.Serializer[Any]):
    """The answer to an earlier try that asked whom a row of players.csv means."""

    team = serializers.CharField(max_length=120)
    player = serializers.CharField(max_length=120, help_text="The name in the row.")
    person = IdField(allow_null=True, help_text="A player of the league; null: somebody new.")


@example("One of its files", files={"teams.csv": TEAMS})
class DraftFilesIn(serializers.Serializer[Any]):
    """Spreadsheets that a draft of a season is made from."""

    files = serializers.DictField(
        child=serializers.CharField(max_length=LARGEST_FILE, trim_whitespace=False),
        allow_empty=False,
        help_text=f"Any of {', '.join(HEADINGS)}: the whole text of each.",
    )
    people = PersonIn(many=True, required=False, help_text="Answers to rows refused because the league knows the name.")

    def validate_files(self, sent: dict[str, str]) -> dict[str, bytes]:
        strange = sorted(name for name in sent if name not in HEADINGS)
        if strange:
            known = ", ".join(HEADINGS)
            said = Text("There is no file {file}; there are {files}.", file=strange[0][:60], files=known)
            raise serializers.ValidationError(translated(said), code="file")
        return {name: text.encode(errors="replace") for name, text in sent.items()}

    def validate_people(self, sent: list[dict[str, Any]]) -> dict[tuple[str, str], int | None]:
        return {(one["team"], one["player"]): one["person"] for one in sent}


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
)
ReportShape = shape(
    Report, "created changed unchanged", warnings=WarningShape(many=True), season=SeasonShape(allow_null=True)
)


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
        case rules.Weeks():
            return serializers.ListField(child=serializers.DateField(), max_length=MOST_WEEKS, help_text=about)
        case rules.Nights():
            night = serializers.ChoiceField(choices=Night.choices)
            return serializers.ListField(child=night, min_length=1, max_length=len(Night), help_text=about)


def _all(settings: rules.Settings) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}


@example("Two guests’ evenings each", guests="other-teams", guest_limit=2)
@example("All of them, as a new season has them", **_all(rules.SeasonSettings()))
class SeasonSettingsShape(SettingsShape):
    """The settings of a season. Hours, days and nights are those that the season's page allows."""

    settings = rules.SeasonSettings


@example("A longer time to confirm", confirm_hours=72)
@example("All of them, as a new league has them", **_all(rules.LeagueSettings()))
class LeagueSettingsShape(SettingsShape):
    """The settings of a league, for all its seasons."""

    settings = rules.LeagueSettings


@example("A pub that has just found four players", **PUB)
class TeamIn(serializers.Serializer[Any]):
    """A team that comes late."""

    name = serializers.CharField(max_length=120)
    division = serializers.CharField(max_length=50, help_text="The division’s slug.")
    venue = IdField()
    home_night = serializers.ChoiceField(choices=Night.choices, help_text="Monday is 0.")
    start_time = ClockField(help_text="By the clock in the league’s time zone.")


AddedShape = shape(
    Added,
    "fixtures remake",
    "A team that was added, and the fixtures it got.",
    owed="How many of them have no date yet.",
    entry=EntryShape(),
)


@example("Why", reason="It was a mistake.")
class ReasonIn(serializers.Serializer[Any]):
    """The reason for a step."""

    reason = TextIn()


@example("It stays unplayed", **STEP)
class StepOfSecretaryIn(ReasonIn):
    """A step about a fixture, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("sequence",))


def _lines(fixtures: Iterable[Fixture]) -> list[FixtureLine]:
    return [FixtureLine(fixture, None) for fixture in fixtures]


WithdrawalShape = shape(
    Consequences,
    "void stand before after",
    "A preview of a team’s withdrawal.",
    "Withdrawal",
    policy=Found(
        serializers.ChoiceField(choices=WithdrawalPolicy.choices),
        lambda found: found.before.division.season.withdrawal_policy,
        "The season’s: what becomes of the results.",
    ),
    cancelled=Found(LineShape(many=True), lambda found: _lines(found.cancelled), "Fixtures that will not be played."),
)
UndatedShape = shape(Undated, "fixture=fixture.pk why", "A fixture that would come back without its date, and why.")
ReturnShape = shape(
    Return,
    "results before after",
    "A preview of reversing a team’s withdrawal.",
    undated="Fixtures that would need a new date.",
    dated=Found(LineShape(many=True), lambda found: _lines(found.dated), "Fixtures that would have their dates again."),
    stay=Found(
        LineShape(many=True),
        lambda found: _lines(found.stay),
        "Fixtures that stay cancelled: the other team has left too.",
    ),
)


class ThingShape(serializers.Serializer[Any]):
    """A league, season, venue or team, hidden or not."""

    kind = Found(serializers.ChoiceField(choices=Kind.choices), kind_of)
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    hidden_at = serializers.DateTimeField(allow_null=True, help_text="Since when nobody sees it; null: it is shown.")


class GoesShape(serializers.Serializer[Any]):
    """Rows of one kind that would be deleted."""

    what = TextField()
    count = serializers.IntegerField()


ThingPreviewShape = shape(
    Preview,
    "confirmed not_hidden not_deleted",
    "A preview of hiding or deleting a thing.",
    "ThingPreview",
    thing=ThingShape(),
    goes=Found(
        GoesShape(many=True),
        lambda found: [{"what": what, "count": count} for what, count in found.goes.items()],
        "What would be deleted with it.",
    ),
)

NamedFixture = shape(Fixture, "id home away sequence", "A fixture by its teams.", "NamedFixture")
LateShape = shape(Late, "due_at fixture")
OpenDisputeShape = shape(Dispute, "id opened_at reason fixture", "A dispute awaiting a ruling.", "OpenDispute")
OpenAppealShape = shape(
    Appealed, "appeal.id appeal.opened_at appeal.reason fixture", "An appeal awaiting a decision.", "OpenAppeal"
)
OpenConductShape = shape(
    ConductCase,
    "id match_number game_number proposed_at fixture",
    "Conduct that no neutral referee has decided about yet.",
    "OpenConduct",
)
CrowdedShape = shape(Crowded, "date venue=venue.name venue.boards fixtures")
FaultShape = shape(Problem, "where field message", "A stored setting that no page can work with.", "Fault")
SecretaryShape = shape(
    Oversight,
    "not_entered not_confirmed crowded appeals",
    "The things that want the secretary’s eye.",
    "Secretary",
    disputes=OpenDisputeShape(many=True),
    conduct=OpenConductShape(many=True, source="cases"),
    faults=FaultShape(many=True, help_text="Settings to fix."),
)
OwedShape = shape(
    Owed,
    "days_left round=fixture.week.round.number last_day in_hand then fixture",
    "A fixture without a date, or not played in time.",
    by="The team that postponed it.",
)
WouldBeShape = shape(WouldBe, "starts_at why fixture")
PlacedShape = shape(
    Placing, "placed", "The number of fixtures that were placed; those that could not be say why in the list.", "Placed"
)
MailShape = shape(
    Notice,
    "id kind recipient.email text error attempts",
    "A message that did not get through.",
    "Mail",
    recipient=serializers.CharField(),
)
DeliveriesShape = shape(
    Deliveries,
    "counts waiting oldest",
    "The state of the league’s mail: how many messages of the last thirty days, by what became of them.",
    refused=MailShape(many=True, help_text="Refused for now; tried again."),
    failed=MailShape(many=True),
)


@example("Two of them", messages=[41, 42])
@example("All of them", messages=None)
class RetryIn(serializers.Serializer[Any]):
    """The failed messages to try again; null: all of them."""

    messages = serializers.ListField(child=IdField(), max_length=MOST, allow_null=True)


class RetriedShape(serializers.Serializer[Any]):
    """The number of messages that are tried again."""

    count = serializers.IntegerField()
