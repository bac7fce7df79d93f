"""A result: its sheet, its versions, and what is sent to make one."""

from typing import Any

from rest_framework import serializers

from league.api.base.bodies import TextField
from league.api.people.people_shapes import PersonRef, TeamRef
from league.api.standings.leagues_shapes import DivisionRef
from league.enums import MatchKind, ResultKind, ResultState, Settlement, Side
from league.rules.sheets import AWAY, HOME, GameScore, Kind, MatchSheet, ResultSheet
from league.rules.sheets import Side as SideName

LARGEST = 2**31 - 1
HIGHEST = 32767
TEXT = 2000


class GameIn(serializers.Serializer[Any]):
    """A game as pegged, or awarded to a side that nobody played against."""

    home = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    away = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    awarded = serializers.ChoiceField(choices=Side.choices, allow_null=True, default=None)


class MatchIn(serializers.Serializer[Any]):
    """A match: its players by side (ids; null for a seat nobody sat on), its games in order."""

    number = serializers.IntegerField(min_value=1, max_value=99)
    kind = serializers.ChoiceField(choices=MatchKind.choices)
    home_players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST, allow_null=True), max_length=2
    )
    away_players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST, allow_null=True), max_length=2
    )
    games = GameIn(many=True, max_length=9)  # type: ignore[call-arg]


class SheetIn(serializers.Serializer[Any]):
    """A whole sheet."""

    matches = MatchIn(many=True, max_length=30)  # type: ignore[call-arg]


class DisputeIn(serializers.Serializer[Any]):
    """A dispute of the other side’s sheet: the reason, and this side’s own sheet if it sends one."""

    reason = serializers.CharField(max_length=TEXT)
    sheet = SheetIn(allow_null=True, default=None)


class CorrectIn(serializers.Serializer[Any]):
    """The whole sheet as it should be, and why."""

    sheet = SheetIn()
    reason = serializers.CharField(max_length=TEXT)


class AnswerIn(serializers.Serializer[Any]):
    """The answer to a correction: accepted or not, and if not, why."""

    accept = serializers.BooleanField()
    reason = serializers.CharField(max_length=TEXT, allow_blank=True, default="")


def sheet_from(sent: dict[str, Any]) -> ResultSheet:
    """Return what was sent as the value the rules work with. It is for them to say if it can stand."""
    return ResultSheet(tuple(_match(match) for match in sent["matches"]))


def _match(sent: dict[str, Any]) -> MatchSheet:
    kind: Kind = "doubles" if sent["kind"] == MatchKind.DOUBLES else "singles"
    games = tuple(GameScore(g["home"], g["away"], _side(g["awarded"])) for g in sent["games"])
    return MatchSheet(sent["number"], kind, tuple(sent["home_players"]), tuple(sent["away_players"]), games)


def _side(sent: str | None) -> SideName | None:
    return None if sent is None else HOME if sent == Side.HOME else AWAY


class GameShape(serializers.Serializer[Any]):
    """A game as it counts."""

    number = serializers.IntegerField()
    home = serializers.IntegerField(source="home_score", allow_null=True)
    away = serializers.IntegerField(source="away_score", allow_null=True)
    winner = serializers.CharField(allow_blank=True)
    awarded = serializers.SerializerMethodField()

    def get_awarded(self, game: Any) -> str | None:
        """The side it was awarded to, if it was."""
        return game.winner if game.awarded else None


class MatchShape(serializers.Serializer[Any]):
    """A match of a sheet."""

    number = serializers.IntegerField(source="match.number")
    kind = serializers.ChoiceField(choices=MatchKind.choices, source="match.kind")
    home_players = PersonRef(many=True)
    away_players = PersonRef(many=True)
    home_games = serializers.IntegerField(source="match.home_games")
    away_games = serializers.IntegerField(source="match.away_games")
    games = GameShape(many=True)


class VersionShape(serializers.Serializer[Any]):
    """One version of a fixture’s sheet, without its games."""

    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ResultState.choices)
    live = serializers.BooleanField(help_text="Whether the fixture rests on it.")
    kind = serializers.ChoiceField(choices=ResultKind.choices)
    side = serializers.ChoiceField(choices=Side.choices, allow_blank=True, help_text="Who sent it; empty: secretary.")
    submitted_at = serializers.DateTimeField()
    settlement = serializers.ChoiceField(choices=Settlement.choices, allow_blank=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    confirm_by = serializers.DateTimeField(allow_null=True, help_text="When it is confirmed by itself.")
    home_games = serializers.IntegerField()
    away_games = serializers.IntegerField()
    home_matches = serializers.IntegerField()
    away_matches = serializers.IntegerField()
    home_awarded = serializers.IntegerField()
    away_awarded = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)


class BreachShape(serializers.Serializer[Any]):
    """A rule on who may play that a sheet breaks."""

    code = serializers.CharField()
    message = TextField()
    field = serializers.CharField(allow_blank=True, help_text="The seat, such as `m3-home-1`.")
    where = TextField(allow_blank=True)


class SheetShape(VersionShape):
    """One version with its games."""

    reason = serializers.CharField(
        allow_blank=True, help_text="Why it corrects or replaces another; blank for whoever may not read the history."
    )
    breaches = BreachShape(many=True)
    matches = MatchShape(many=True)


class ResultLineShape(VersionShape):
    """The version of a result that a fixture rests on, as a line of a list."""

    fixture = serializers.IntegerField(source="fixture_id")
    division = DivisionRef(source="fixture.division")
    home = TeamRef(source="fixture.home")
    away = TeamRef(source="fixture.away")
    starts_at = serializers.DateTimeField(source="fixture.starts_at")


class ResultShape(serializers.Serializer[Any]):
    """The result of a fixture: the live sheet, and every version there is. Its ETag is what a change of it rests on."""

    fixture = serializers.IntegerField()
    live = SheetShape(allow_null=True, help_text="None: nobody has sent a sheet yet.")
    versions = VersionShape(many=True)
