"""A result: its sheet, its versions, what is sent to make one, and what proves who confirms it."""

from typing import Any

from rest_framework import serializers

from league.api.fields import LARGEST, TEXT, TextField
from league.api.people.refs_shapes import PlayerRef, TeamRef
from league.api.shapes import ModelShape, ValueShape, tells, with_examples
from league.enums import MatchKind, Side
from league.models import Match, Result
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME, GameScore, Kind, MatchSheet, ResultSheet
from league.rules.sheets import Side as SideName
from league.translation import translated

GAME = {"home": 121, "away": 98}
SHEET = {
    "matches": [
        {
            "number": 1,
            "kind": "singles",
            "home_players": [12],
            "away_players": [31],
            "games": [GAME, {"home": 87, "away": 121}, {"home": 121, "away": 60}],
        },
        {
            "number": 2,
            "kind": "doubles",
            "home_players": [14, 15],
            "away_players": [33, 34],
            "games": [GAME, {"home": 121, "away": 119}, {"home": None, "away": None, "awarded": "home"}],
        },
    ]
}

HIGHEST = 32767


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


@with_examples({"Two matches of three games; the last one was awarded": SHEET})
class SheetIn(serializers.Serializer[Any]):
    """A whole sheet."""

    matches = MatchIn(many=True, max_length=30)  # type: ignore[call-arg]


@with_examples(
    {
        "One game is another": {"reason": "We won game 2 of match 1.", "sheet": SHEET},
        "Without a sheet of one’s own": {"reason": "We won game 2 of match 1."},
    }
)
class DisputeIn(serializers.Serializer[Any]):
    """A dispute of the other side’s sheet: the reason, and this side’s own sheet if it sends one."""

    reason = serializers.CharField(max_length=TEXT)
    sheet = SheetIn(allow_null=True, default=None)


@with_examples({"The whole sheet, and why": {"reason": "Two scores were exchanged.", "sheet": SHEET}})
class CorrectIn(serializers.Serializer[Any]):
    """The whole sheet as it should be, and why."""

    sheet = SheetIn()
    reason = serializers.CharField(max_length=TEXT)


@with_examples(
    {
        "It is right": {"accept": True},
        "It is not": {"accept": False, "reason": "Game 2 was ours."},
    }
)
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


@tells(Match, "number kind home_games away_games", within="match")
class MatchShape(ModelShape):
    """A match of a sheet."""

    home_players = PlayerRef(many=True)
    away_players = PlayerRef(many=True)
    games = GameShape(many=True)


@tells(
    Result,
    "version state kind side submitted_at settlement settled_at confirm_by home_games away_games "
    "home_matches away_matches home_awarded away_awarded note",
    live="Whether the fixture rests on it.",
)
class VersionShape(ModelShape):
    """One version of a fixture’s sheet, without its games."""


@tells(Problem, "code message where", field="The seat, such as `m3-home-1`.")
class BreachShape(ValueShape):
    """A rule on who may play that a sheet breaks."""


class SheetShape(VersionShape):
    """One version with its games."""

    reason = serializers.CharField(
        allow_blank=True, help_text="Why it corrects or replaces another; blank for whoever may not read the history."
    )
    breaches = BreachShape(many=True)
    matches = MatchShape(many=True)


@tells(Result, "fixture_id fixture.division fixture.home fixture.away fixture.starts_at")
class ResultLineShape(VersionShape):
    """The version of a result that a fixture rests on, as a line of a list."""


class ResultShape(serializers.Serializer[Any]):
    """The result of a fixture: the live sheet, and every version there is. Its ETag is what a change of it rests on."""

    fixture = serializers.IntegerField()
    live = SheetShape(allow_null=True, help_text="None: nobody has sent a sheet yet.")
    versions = VersionShape(many=True)


LONGEST_SECRET = 200


class ConfirmerShape(serializers.Serializer[Any]):
    """A captain of the other side."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(allow_blank=True)


@with_examples({"With the code from their mail": {"person": 31, "secret": "2718 2818"}})
class ConfirmHereIn(serializers.Serializer[Any]):
    """The person who confirms, and the proof that it is they."""

    person = serializers.IntegerField(min_value=1, max_value=LARGEST, help_text="One of those who may confirm it here.")
    secret = serializers.CharField(
        max_length=LONGEST_SECRET,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The eight digits from their mail; or their password, or with a second factor its code instead.",
    )


class SeatsField(serializers.ListField):
    """The players of a side by their ids."""

    child = serializers.IntegerField(allow_null=True)


class DifferenceShape(serializers.Serializer[Any]):
    """A place where two sheets differ: a game, or the players of a side (ids; null for a seat nobody sat on)."""

    field = serializers.CharField(help_text="m1-g2, m1-home or m1-away.")
    where = serializers.CharField(help_text="As a person names it: match 1, game 2.")
    mine_game = GameIn(allow_null=True, help_text="As they have it; null where players differ.")
    theirs_game = GameIn(allow_null=True)
    mine_players = SeatsField(allow_null=True, help_text="As they have it; null where a game differs.")
    theirs_players = SeatsField(allow_null=True)

    def to_representation(self, instance: Any) -> Any:
        told: dict[str, Any] = {"field": instance.field, "where": translated(instance.where)}
        for whose in ("mine", "theirs"):
            said = getattr(instance, whose)
            game = isinstance(said, GameScore)
            told[f"{whose}_game"] = GameIn(said).data if game else None
            told[f"{whose}_players"] = None if game else list(said)
        return told


class LinkShape(serializers.Serializer[Any]):
    """A link in a mail: the fixture and the sheet it is about, and if it can still be used."""

    fixture = serializers.IntegerField(source="fixture.pk")
    home = TeamRef(source="fixture.home")
    away = TeamRef(source="fixture.away")
    refused = TextField(allow_blank=True, help_text="Why it can no longer be used; empty where it can.")
    sheet = SheetShape()
    differences = DifferenceShape(
        many=True, allow_null=True, help_text="Null where they have filled in nothing themselves."
    )
