"""A season as it is made and run: its files, settings and teams, what was made by mistake, the secretary's overview."""

import base64
import re
from typing import Any

from rest_framework import serializers

from league.api.dates.dates_shapes import STEP
from league.api.etags import RestsOn
from league.api.people.people_shapes import TeamRef
from league.api.shapes import IdField, PointsField, TextIn, example, shape
from league.api.standings.standings_shapes import DueShape, SeasonShape
from league.models import Appeal, ConductCase, Dispute, Fixture, LateCard, Notice
from league.queries.dates.outstanding import OutstandingFixture, WouldBe
from league.queries.dates.outstanding import Preview as Placing
from league.queries.desk.oversight import Crowded, Late, Oversight
from league.queries.mail.messages import Deliveries
from league.rules.problems import Problem
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
)
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

MOST = 1000


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
            said = Text("“{number}” is not the number of a column, counted from 0.", number=strange[0][:60])
            raise serializers.ValidationError(translated(said), code="column")
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
        many=True, required=False, max_length=MOST, help_text="The sheets that are to be read otherwise."
    )
    people = PersonIn(  # type: ignore[call-arg]
        many=True, required=False, max_length=MOST,
        help_text="Answers to rows refused because the league knows the name.",
    )  # fmt: skip

    def validate_files(self, sent: dict[str, str]) -> dict[str, bytes]:
        if len(sent) > MOST_FILES:
            said = Text("Send {most} files at most.", most=MOST_FILES)
            raise serializers.ValidationError(translated(said), code="max-length")
        strange = sorted(name for name in sent if not name.casefold().endswith(ENDINGS))
        if strange:
            said = Text("{file} is not a spreadsheet: save it as .xlsx, .ods or CSV.", file=strange[0][:60])
            raise serializers.ValidationError(translated(said), code="file")
        return {name: _bytes_of(name, text) for name, text in sent.items()}

    def validate_typed(self, sent: dict[str, str]) -> dict[str, str]:
        columns = [column.name for column in SUBJECTS[SEASON].columns]
        strange = sorted(name for name in sent if name not in columns)
        if strange:
            said = Text("There is no column {name}; there are {known}.", name=strange[0][:60], known=", ".join(columns))
            raise serializers.ValidationError(translated(said), code="column")
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
        said = Text("Send the bytes of {file} in base64.", file=name[:60])
        raise serializers.ValidationError(translated(said), code="base64") from wrong


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


@example("Why", reason="It was a mistake.")
class ReasonIn(serializers.Serializer[Any]):
    """The reason for a step."""

    reason = TextIn()


@example("It stays unplayed", **STEP)
class StepOfSecretaryIn(ReasonIn):
    """A step about a fixture, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("sequence",))


NamedFixture = shape(Fixture, "id home away sequence", "A fixture by its teams.", "NamedFixture")
LateShape = shape(Late, "due_at fixture", "Something that is overdue, and since when.")
OpenDisputeShape = shape(Dispute, "id opened_at reason fixture", "A dispute awaiting a ruling.", "OpenDispute")
OpenAppealShape = shape(
    Appeal,
    "id opened_at reason",
    "An appeal awaiting a decision.",
    "OpenAppeal",
    fixture=NamedFixture(source="ruling.fixture"),
)
OpenConductShape = shape(
    ConductCase,
    "id match_number game_number proposed_at fixture",
    "Conduct that no neutral referee has decided about yet.",
    "OpenConduct",
)
LateCardShape = shape(
    LateCard,
    "id side due_at sent_at dismissed_why decided_at adjustment_id fixture",
    "A result that was first sent after its deadline, and the points proposed to be taken for it.",
    "LateCard",
    points=PointsField(help_text="The points to take from that side."),
    adjustment="The adjustment by which they were taken; null: they were not.",
    standing=serializers.ChoiceField(
        choices=("open", "accepted", "dismissed"), help_text="Nothing is taken unless it is accepted."
    ),
    team=TeamRef(help_text="The team that would lose them."),
)
CrowdedShape = shape(
    Crowded, "date venue=venue.name venue.boards fixtures", "A venue that has more fixtures on a night than it holds."
)
FaultShape = shape(
    Problem,
    "where field message",
    "A stored setting that no page can work with.",
    "Fault",
    where="The place as a person names it, e.g. ``match 3, game 2``.",
    field="The form field it belongs to, e.g. ``m3-g2``.",
    message="One sentence for a person.",
)
SecretaryShape = shape(
    Oversight,
    "not_entered not_confirmed crowded",
    "The things that want the secretary’s eye.",
    "Secretary",
    appeals=OpenAppealShape(many=True),
    disputes=OpenDisputeShape(many=True),
    conduct=OpenConductShape(many=True, source="cases"),
    late_cards=LateCardShape(many=True, help_text="Late cards that wait for the secretary."),
    play_offs=DueShape(many=True, help_text="Play-offs to make, now that everything else is played."),
    faults=FaultShape(many=True, help_text="Settings to fix."),
)
OwedShape = shape(
    OutstandingFixture,
    "days_left round=fixture.week.round.number last_day in_hand then fixture",
    "A fixture without a date, or not played in time.",
    by="The team that postponed it.",
    days_left="How many days are left until then, that day counted; 0 when it is over.",
    last_day="The last day on which it may be played by the rules; null where nobody has said.",
    in_hand="Nothing happens automatically any more; the secretary decides.",
    then="What happens automatically, and when.",
)
WouldBeShape = shape(
    WouldBe,
    "starts_at why fixture",
    "The outcome of a placing for one fixture: when it would begin, or why it has no evening.",
)
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
    counts="How many notices of the last thirty days are in each state.",
    waiting="How many wait to be sent, however old they are.",
    oldest="Since when the oldest notice waits that was due; null where nothing does.",
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
