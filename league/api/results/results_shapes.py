"""A result: its sheet and versions, what is sent to make, confirm or decide it, and points given or taken."""

from typing import Any, cast

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.fields import DayField, Found, IdField, TextField, TextIn
from league.api.people.people_shapes import TeamRef
from league.api.shapes import ModelShape, example, shape, tells
from league.enums import MatchKind, Side
from league.models import Adjustment, Game, Result, User
from league.queries.fixtures import MatchLine
from league.rules.match_terms import MOST_GAMES, Kind
from league.rules.names import LONGEST_NAME
from league.rules.naming import NEW
from league.rules.problems import Problem
from league.rules.reasons import LONGEST_REASON
from league.rules.sheet_fields import PLACE
from league.rules.sheets import AWAY, HOME, SIDES, GameScore, MatchSheet, ResultSheet, Totals, TypedName
from league.rules.sheets import Side as SideName
from league.translation import N_, translated

GAME = {"home": 121, "away": 98}
AWARDED = {"home": None, "away": None, "awarded": "home"}
SINGLES = {"number": 1, "kind": "singles", "home_players": [12], "away_players": [31]}
DOUBLES = {"number": 2, "kind": "doubles", "home_players": [14, 15], "away_players": [33, 34]}
SHEET = {
    "matches": [
        {**SINGLES, "games": [GAME, {"home": 87, "away": 121}, {"home": 121, "away": 60}]},
        {**DOUBLES, "games": [GAME, {"home": 121, "away": 119}, AWARDED]},
    ]
}

NAMED = {
    "matches": [
        {
            **SINGLES,
            "away_players": [None],
            "away_names": [{"seat": 1, "name": "Olive Baker"}],
            "games": [GAME, {"home": 87, "away": 121}, {"home": 121, "away": 60}],
        }
    ]
}

HIGHEST = 32767
MOST_POINTS = 999_999
LONGEST_SECRET = 200
MOST_PLACES = 500


class GameIn(serializers.Serializer[Any]):
    """A game as pegged, or awarded to a side that nobody played against."""

    home = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    away = serializers.IntegerField(min_value=0, max_value=HIGHEST, allow_null=True, default=None)
    awarded = serializers.ChoiceField(choices=Side.choices, allow_null=True, default=None)
    won = serializers.ChoiceField(
        choices=Side.choices,
        allow_null=True,
        default=None,
        help_text="Who won it, where the division’s format writes down no more than that.",
    )


class NameIn(serializers.Serializer[Any]):
    """A name written for a seat, in a season in which no player need be registered; its place among the ids is null."""

    seat = serializers.IntegerField(min_value=1, max_value=8)
    name = serializers.CharField(max_length=LONGEST_NAME)
    new = serializers.BooleanField(
        default=False, help_text="It is somebody new, although a player has a name like it (`which-player`)."
    )


class DummiesField(serializers.ListField):
    """Seats of a side by their numbers."""

    child = serializers.IntegerField(min_value=1, max_value=8)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, default=list, **kwargs)


class PointsIn(serializers.IntegerField):
    """The points that a side pegged in all games of a match, if they are said."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_POINTS, allow_null=True, default=None, **kwargs)


class MatchIn(serializers.Serializer[Any]):
    """A match: its players by side (ids; null for a seat nobody sat on), its games in order."""

    number = serializers.IntegerField(min_value=1, max_value=99)
    kind = serializers.ChoiceField(choices=MatchKind.choices)
    home_players = serializers.ListField(child=IdField(allow_null=True), max_length=8)
    away_players = serializers.ListField(child=IdField(allow_null=True), max_length=8)
    home_names = NameIn(many=True, max_length=8, default=list)  # type: ignore[call-arg]
    away_names = NameIn(many=True, max_length=8, default=list)  # type: ignore[call-arg]
    home_dummies = DummiesField(
        help_text="The seats, counted from 1, that are a dummy’s, where the division’s format has that for a short "
        "side; their places among the ids are null."
    )
    away_dummies = DummiesField()
    games = GameIn(many=True, max_length=9)  # type: ignore[call-arg]
    home_games = serializers.IntegerField(
        min_value=0,
        max_value=MOST_GAMES,
        allow_null=True,
        default=None,
        help_text="How many games the home side won, where the division’s format writes down no more than that; "
        "`games` is empty then.",
    )
    away_games = serializers.IntegerField(min_value=0, max_value=MOST_GAMES, allow_null=True, default=None)
    home_awarded = serializers.IntegerField(
        min_value=0,
        max_value=MOST_GAMES,
        default=0,
        help_text="Of `home_games`, those that were not played since the away side had nobody.",
    )
    away_awarded = serializers.IntegerField(min_value=0, max_value=MOST_GAMES, default=0)
    home_pegged = PointsIn(
        help_text="The points that the home side pegged in all the games that were played, where the division’s format "
        "writes them down with `home_games`."
    )
    away_pegged = PointsIn()
    nobody = serializers.BooleanField(
        default=False, help_text="Both sides had nobody for it: it has no players and no games, and nobody has won it."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        given = {side: attrs[f"{side}_games"] for side in ("home", "away")}
        for side, games in given.items():
            if games is None and any(n is not None for n in given.values()):
                told = translated(N_("Send how many games either side won, or neither."))
                raise serializers.ValidationError({f"{side}_games": told}, code="required")
            if attrs[f"{side}_awarded"] > (games or 0):
                told = translated(N_("More games are awarded than there are."))
                raise serializers.ValidationError({f"{side}_awarded": told}, code="awarded")
            if attrs[f"{side}_pegged"] is not None and (games is None or attrs["games"]):
                told = translated(N_("Points of all games together go with how many games each side won."))
                raise serializers.ValidationError({f"{side}_pegged": told}, code="pegged")
        if attrs["nobody"] and not _nobody_there(attrs):
            told = translated(N_("A match that both sides had nobody for has no players and no games."))
            raise serializers.ValidationError({"nobody": told}, code="nobody")
        return attrs


def _nobody_there(sent: dict[str, Any]) -> bool:
    there = [sent[f"{side}_{what}"] for side in SIDES for what in ("names", "dummies", "games")]
    named = any(player is not None for side in SIDES for player in sent[f"{side}_players"])
    played = any(score is not None for game in sent["games"] for score in game.values())
    return not (any(there) or named or played)


@example("Two matches of three games; the last one was awarded", **SHEET)
@example("Somebody who is no player yet, where nobody need be registered", **NAMED)
class SheetIn(serializers.Serializer[Any]):
    """A whole sheet."""

    matches = MatchIn(many=True, max_length=60)  # type: ignore[call-arg]


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


def sheet_from(sent: dict[str, Any]) -> ResultSheet:
    """Return what was sent as the value the rules work with. It is for them to say if it can stand."""
    typed = (
        TypedName(match["number"], side, name["seat"], " ".join(name["name"].split()), NEW if name["new"] else None)
        for match in sent["matches"]
        for side in SIDES
        for name in match[f"{side}_names"]
    )
    return ResultSheet(tuple(_match(match) for match in sent["matches"]), tuple(typed))


def _match(sent: dict[str, Any]) -> MatchSheet:
    games = tuple(GameScore(g["home"], g["away"], _side(g["awarded"]), _side(g["won"])) for g in sent["games"])
    totals = sent["home_games"] is not None and not games
    if totals:
        given = sent["home_awarded"], sent["away_awarded"]
        played = sent["home_games"] - given[0], sent["away_games"] - given[1]
        games = Totals(*played, given_home=given[0], given_away=given[1]).games
    sides = tuple(sent["home_players"]), tuple(sent["away_players"])
    dummies = tuple((side, seat) for side in SIDES for seat in sent[f"{side}_dummies"])
    kind = cast(Kind, sent["kind"])
    pegged = sent["home_pegged"], sent["away_pegged"]
    return MatchSheet(sent["number"], kind, *sides, games, totals, dummies, nobody=sent["nobody"], pegged=pegged)


def _side(sent: str | None) -> SideName | None:
    return None if sent is None else HOME if sent == Side.HOME else AWAY


GameShape = shape(
    Game,
    "number home=home_score away=away_score",
    "A game as it counts.",
    winner=serializers.CharField(allow_blank=True),
    won=Found(
        serializers.CharField(allow_null=True),
        lambda game: game.won or None,
        "Who won it, where no more than that is written down.",
    ),
    awarded=Found(
        serializers.CharField(allow_null=True),
        lambda game: game.winner if game.awarded else None,
        "The side it was awarded to, if it was.",
    ),
)
MatchShape = shape(
    MatchLine,
    "match.number match.kind match.home_games match.away_games match.home_awarded match.away_awarded "
    "match.home_pegged match.away_pegged home_players away_players",
    "A match of a sheet; without games where they are only counted.",
    "Match",
    newcomers=Found(
        serializers.ListField(child=serializers.IntegerField()),
        lambda line: sorted(
            player.pk for player in (*line.home_players, *line.away_players) if player.pk in line.newcomers
        ),
        "The players who are new by this sheet: registered for no team, and on no other.",
    ),
    games=GameShape(many=True),
    nobody=Found(
        serializers.BooleanField(),
        lambda line: line.nobody,
        "Both sides had nobody for it: it has neither players nor games.",
    ),
)
BreachShape = shape(
    Problem,
    "code message where",
    "A rule on who may play that a sheet breaks.",
    "Breach",
    field="The seat, such as `m3-home-1`.",
)


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
    home_pegged = Found(
        serializers.IntegerField(allow_null=True),
        lambda totals: totals.pegged[0],
        "Points in all the games that were played, where they are written down.",
    )
    away_pegged = Found(serializers.IntegerField(allow_null=True), lambda totals: totals.pegged[1])


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

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["what"] == "walkover" and attrs["to"] is None:
            raise serializers.ValidationError({"to": translated(N_("Say which side gets it."))}, code="required")
        if attrs["what"] == "abandoned" and attrs["sheet"] is None:
            told = translated(N_("Send the games that were finished."))
            raise serializers.ValidationError({"sheet": told}, code="required")
        return attrs


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
    "id entry.team points date reason made_at takes_back_id",
    "Points given or taken, with the public reason.",
    "PointsAdjusted",
    takes_back="The adjustment it reverses.",
)
