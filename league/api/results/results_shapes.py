"""A result: its versions and drafts, what is sent to correct, confirm or decide it, and points given or taken."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from league.api.etags import RestsOn
from league.api.people.people_shapes import TeamRef
from league.api.results.sheet_shapes import SHEET, BreachShape, GameIn, MatchShape, SheetIn
from league.api.shapes import (
    ComputedField,
    DayField,
    IdField,
    ModelShape,
    PointsField,
    TextField,
    TextIn,
    example,
    shape,
    tells,
)
from league.enums import Side
from league.models import Adjustment, Result, User
from league.rules.names import LONGEST_NAME
from league.rules.problems import LONGEST_REASON
from league.rules.sheet_fields import PLACE
from league.rules.sheets import GameScore, Totals
from league.translation import N_, translated

LONGEST_SECRET = 200
MOST_PLACES = 500


@example("One game is another", reason="We won game 2 of match 1.", sheet=SHEET)
@example("Without a sheet of one’s own", reason="We won game 2 of match 1.")
class DisputeIn(serializers.Serializer[Any]):
    """A dispute of the other side’s sheet: the reason, and this side’s own sheet if it sends one."""

    reason = TextIn()
    sheet = SheetIn(allow_null=True, default=None)


@example("The whole sheet, and why", reason="Two scores were exchanged.", sheet=SHEET)
class CorrectIn(serializers.Serializer[Any]):
    """The whole sheet as it should be, and why."""

    sheet = SheetIn()
    reason = TextIn()


@example("It is right", accept=True)
@example("It is not", accept=False, reason="Game 2 was ours.")
class AnswerIn(serializers.Serializer[Any]):
    """The answer to a correction: accepted or not, and if not, why."""

    accept = serializers.BooleanField()
    reason = TextIn(allow_blank=True, default="")


@tells(
    Result,
    "version state kind side submitted_at settlement settled_at confirm_by home_games away_games "
    "home_matches away_matches home_awarded away_awarded note format=format.text",
    format="The format it was played by, for ever. A fixture without a result is played by its division’s.",
    live="Whether the fixture rests on it.",
)
class VersionShape(ModelShape):
    """One version of a fixture’s sheet, without its games."""

    rulesets = serializers.ListField(
        child=serializers.CharField(),
        help_text="The rulesets that its matches were played by, for ever, each with its version: `league:1`.",
    )


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


@example("The first game", places={"m1-home-1": "12", "m1-g1-winner": "home", "m1-g1-loser": "98"})
class DraftIn(serializers.Serializer[Any]):
    """A sheet as filled in so far, by place: ``m1-home-1`` (a player’s id), ``m1-g2-winner`` (home or away),
    ``m1-g2-loser`` (a score), ``m1-g2-winner-score``, ``m1-home-games`` (a number, where games are only counted),
    ``m1-home-pegged`` (the points in all of them, where they are written down so), ``m1-short`` (home, away or both);
    where no player need be registered ``m1-home-1-name`` (a new player’s name) and ``m1-home-1-is`` (who is meant: an
    id, or 0 for somebody new, a space, and that name). The sheet’s page keeps the same.
    """

    places = serializers.DictField(child=serializers.CharField(max_length=LONGEST_NAME + 20, allow_blank=True))

    def validate_places(self, sent: dict[str, str]) -> dict[str, str]:
        if len(sent) > MOST_PLACES or not all(PLACE.fullmatch(place) for place in sent):
            raise serializers.ValidationError(
                translated(N_("A place reads like m1-home-1 or m1-g2-winner.")), code="place"
            )
        return sent


class DraftShape(serializers.Serializer[Any]):
    """One’s own unfinished sheet. Nobody else sees it."""

    places = serializers.DictField(child=serializers.CharField(allow_blank=True), source="sheet")
    updated_at = serializers.DateTimeField()


class SavedDraftShape(DraftShape):
    """A draft as it is kept, and what stands against those who are on it so far."""

    breaches = BreachShape(many=True)


ConfirmerShape = shape(User, "id name", "A captain of the other side.", "Confirmer")


@example("With the code from their mail", person=31, secret="2718 2818")  # noqa: S106 - nobody's
class ConfirmHereIn(serializers.Serializer[Any]):
    """The person who confirms, and the proof that it is they."""

    person = IdField(help_text="One of those who may confirm it here.")
    secret = serializers.CharField(
        max_length=LONGEST_SECRET,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The eight digits from their mail; or their password, or with a second factor its code instead.",
    )


@example("It is right", code="K7QD2-MXR40")
@example("It is not", code="K7QD2-MXR40", agree=False, reason="Game 2 was ours.")
class ConfirmCodeIn(serializers.Serializer[Any]):
    """A printed one-time code of the side that is asked, and its answer."""

    code = serializers.CharField(max_length=100, allow_blank=True, help_text="Ten letters and figures; used up by it.")
    agree = serializers.BooleanField(
        default=True, help_text="False disputes the sheet, or refuses the correction; with a reason."
    )
    reason = TextIn(allow_blank=True, default="")


class SeatsField(serializers.ListField):
    """The players of a side by their ids."""

    child = serializers.IntegerField(allow_null=True)


class TotalsShape(serializers.Serializer[Any]):
    """The games of a match as they were played, of which no more is known, and those that a ruling moved to a side."""

    home = serializers.IntegerField()
    away = serializers.IntegerField()
    to_home = serializers.IntegerField()
    to_away = serializers.IntegerField()
    home_pegged = ComputedField(
        serializers.IntegerField(allow_null=True),
        lambda totals: totals.pegged[0],
        "Points in all the games that were played, where they are written down.",
    )
    away_pegged = ComputedField(serializers.IntegerField(allow_null=True), lambda totals: totals.pegged[1])


class DifferenceShape(serializers.Serializer[Any]):
    """A place where two sheets differ: a game, the games of a match where they are only counted, or the players of a
    side (ids; null for a seat nobody sat on).
    """

    field = serializers.CharField(help_text="m1-g2, m1-games, m1-home or m1-away.")
    where = serializers.CharField(help_text="As a person names it: match 1, game 2.")
    mine_game = GameIn(allow_null=True, help_text="As they have it; null where players differ.")
    theirs_game = GameIn(allow_null=True)
    mine_totals = TotalsShape(
        allow_null=True, help_text="As they have it, where the games of a match are only counted."
    )
    theirs_totals = TotalsShape(allow_null=True)
    mine_players = SeatsField(allow_null=True, help_text="As they have it; null where a game differs.")
    theirs_players = SeatsField(allow_null=True)

    def to_representation(self, instance: Any) -> Any:
        told: dict[str, Any] = {"field": instance.field, "where": translated(instance.where)}
        for whose in ("mine", "theirs"):
            said = getattr(instance, whose)
            told[f"{whose}_game"] = GameIn(said).data if isinstance(said, GameScore) else None
            told[f"{whose}_totals"] = TotalsShape(said).data if isinstance(said, Totals) else None
            told[f"{whose}_players"] = list(said) if isinstance(said, tuple) else None
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


DECISIONS = (
    ("walkover", "A walkover to one side"),
    ("abandoned", "Abandoned: the games that were finished are kept"),
    ("nobody", "Neither side came"),
    ("void", "Void: the result counts for nothing"),
    ("reopen", "To be entered again"),
    ("take-back", "Reverse the last decision"),
)
ABANDONED = {"what": "abandoned", "reason": "The away side had to leave."}


@example("A walkover to the home side", what="walkover", to="home", reason="The away side did not come.")
@example("Neither side came", what="nobody", reason="Both thought it was put off.")
@example("Abandoned; the rest is given to the home side", **ABANDONED, sheet=SHEET, rest="home")
class OutOfTheOrdinaryIn(serializers.Serializer[Any]):
    """A decision about a fixture that is no ordinary result, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("version",), takes=("sequence",))
    what = serializers.ChoiceField(choices=DECISIONS)
    to = serializers.ChoiceField(choices=Side.choices, allow_null=True, default=None, help_text="Of a walkover.")
    sheet = SheetIn(allow_null=True, default=None, help_text="Of an abandoned fixture: the games that were finished.")
    rest = serializers.ChoiceField(
        choices=Side.choices, allow_null=True, default=None, help_text="Who gets an abandoned fixture’s other games."
    )
    reason = TextIn()

    def to_internal_value(self, data: Any) -> Any:
        """Report what this kind of decision lacks together with every other problem."""
        missing: dict[str, Any] = {}
        what = data.get("what") if isinstance(data, dict) else None
        if what == "walkover" and data.get("to") is None:
            missing["to"] = [ErrorDetail(translated(N_("Say which side gets it.")), code="required")]
        if what == "abandoned" and data.get("sheet") is None:
            missing["sheet"] = [ErrorDetail(translated(N_("Send the games that were finished.")), code="required")]
        try:
            read = super().to_internal_value(data)
        except serializers.ValidationError as wrong:
            raise serializers.ValidationError({**missing, **wrong.detail}) from wrong  # type: ignore[dict-item]
        if missing:
            raise serializers.ValidationError(missing)
        return read


@example("Why it counts", reason="Their captain is abroad, and agrees by phone.")
class UpholdIn(serializers.Serializer[Any]):
    """The reason why a sheet counts without the other side’s answer."""

    rests_on = RestsOn("fixture", needs=("version",))
    reason = TextIn(help_text="The journal keeps it, and both captains are told.")


@example("A point taken", team="anchor", points="-1", date="2026-11-03", reason="The card came late.")
class AdjustIn(serializers.Serializer[Any]):
    """Points given, or taken: those below nothing."""

    rests_on = RestsOn("season", takes=("seen",))
    team = serializers.CharField(max_length=120, help_text="The team’s slug.")
    points = serializers.DecimalField(max_digits=6, decimal_places=2)
    date = DayField(help_text="The day on which it was decided.")
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Public: it appears in the table’s notes.")


PointsAdjustedShape = shape(
    Adjustment,
    "id entry.team date reason made_at takes_back_id",
    "Points given or taken, with the public reason.",
    "PointsAdjusted",
    points=PointsField(),
    takes_back="The adjustment it reverses.",
)
