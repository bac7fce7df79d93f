"""A result's sheet as it is sent and shown, and what is wrong with it."""

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from rest_framework import serializers

from league.api.bodies import point_in_body
from league.api.shapes import ComputedField, IdField, OptionalNumber, OptionalSide, example, shape
from league.enums import MatchKind, Side
from league.models import Fixture, Game
from league.queries.fixtures import MatchLine
from league.queries.results.versions import Examined
from league.rules.formats import fixture_terms
from league.rules.match_terms import MOST_GAMES, MOST_MATCHES, Kind, Terms
from league.rules.names import LONGEST_NAME
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME, SIDES, GameScore, MatchSheet, ResultSheet, ScoreOnly, Totals, TypedName
from league.rules.sheets import Side as SideName
from league.rules.typed_names import NEW
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
MOST_IN_ALL = MOST_GAMES * MOST_MATCHES
MOST_POINTS = 999_999


class GameIn(serializers.Serializer[Any]):
    """A game as pegged, or awarded to a side that nobody played against."""

    home = OptionalNumber(0, HIGHEST)
    away = OptionalNumber(0, HIGHEST)
    awarded = OptionalSide()
    won = OptionalSide("Who won it, where the division’s format writes down no more than that.")


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
    home_games = OptionalNumber(
        0,
        MOST_GAMES,
        "How many games the home side won, where the division’s format writes down no more than that; "
        "`games` is empty then.",
    )
    away_games = OptionalNumber(0, MOST_GAMES)
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
                message = translated(N_("Send how many games either side won, or neither."))
                raise serializers.ValidationError({f"{side}_games": message}, code="required")
            if attrs[f"{side}_awarded"] > (games or 0):
                message = translated(N_("More games are awarded than there are."))
                raise serializers.ValidationError({f"{side}_awarded": message}, code="awarded")
            if attrs[f"{side}_pegged"] is not None and (games is None or attrs["games"]):
                message = translated(N_("Points of all games together go with how many games each side won."))
                raise serializers.ValidationError({f"{side}_pegged": message}, code="pegged")
        if attrs["nobody"] and not _nobody_there(attrs):
            message = translated(N_("A match that both sides had nobody for has no players and no games."))
            raise serializers.ValidationError({"nobody": message}, code="nobody")
        return attrs


def _nobody_there(sent: dict[str, Any]) -> bool:
    entries = [sent[f"{side}_{what}"] for side in SIDES for what in ("names", "dummies", "games")]
    named = any(player is not None for side in SIDES for player in sent[f"{side}_players"])
    played = any(score is not None for game in sent["games"] for score in game.values())
    return not (any(entries) or named or played)


class ScoreIn(serializers.Serializer[Any]):
    """The games that each side won; and the matches, where the points or the winner of the division rest on them."""

    home = serializers.IntegerField(min_value=0, max_value=MOST_IN_ALL)
    away = serializers.IntegerField(min_value=0, max_value=MOST_IN_ALL)
    home_matches = OptionalNumber(0, MOST_IN_ALL)
    away_matches = OptionalNumber(0, MOST_IN_ALL)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for side, other in (("home", "away"), ("away", "home")):
            if attrs[f"{side}_matches"] is None and attrs[f"{other}_matches"] is not None:
                message = translated(N_("Send the matches that either side won, or neither."))
                raise serializers.ValidationError({f"{side}_matches": message}, code="required")
        return attrs


@example("Two matches of three games; the last one was awarded", **SHEET)
@example("Somebody who is no player yet, where nobody need be registered", **NAMED)
@example("The score alone, where the season allows it", score={"home": 5, "away": 4})
class SheetIn(serializers.Serializer[Any]):
    """A whole sheet: its matches; or the `score` alone, where the season allows that."""

    matches = MatchIn(many=True, max_length=60, required=False)  # type: ignore[call-arg]
    score = ScoreIn(
        allow_null=True,
        default=None,
        help_text="The score in place of `matches`; names and games can follow as a further sheet.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["score"] is None and "matches" not in attrs:
            raise serializers.ValidationError(
                {"matches": self.fields["matches"].error_messages["required"]}, code="required"
            )
        if attrs["score"] is not None and attrs.get("matches"):
            message = translated(N_("Send the matches, or the score alone."))
            raise serializers.ValidationError({"score": message}, code="score")
        return {"matches": [], **attrs}


def sheet_from(sent: dict[str, Any]) -> ResultSheet:
    if (said := sent["score"]) is not None:
        won = None if said["home_matches"] is None else (said["home_matches"], said["away_matches"])
        return ResultSheet((), score=ScoreOnly(said["home"], said["away"], won))
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
    won=ComputedField(
        serializers.CharField(allow_null=True),
        lambda game: game.won or None,
        "Who won it, where no more than that is written down.",
    ),
    awarded=ComputedField(
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
    newcomers=ComputedField(
        serializers.ListField(child=serializers.IntegerField()),
        lambda line: sorted(
            player.pk for player in (*line.home_players, *line.away_players) if player.pk in line.newcomers
        ),
        "The players who are new by this sheet: registered for no team, and on no other.",
    ),
    games=GameShape(many=True),
    nobody=ComputedField(
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
    code="A stable word for machines.",
    message="One sentence for a person.",
    where="The place as a person names it, e.g. ``match 3, game 2``.",
)


def problems_of_rest(
    fixture: Fixture, sheet: Any, wrong: Iterable[Problem], examine: Callable[[Fixture, ResultSheet], Examined]
) -> Iterator[Problem]:
    """Yield what `examine` has against the valid part of a sheet, elsewhere than where its shape is wrong."""
    # Of a match that is said to have had nobody, and has somebody, nothing else can be told.
    places = [one.field.removesuffix("/nobody") for one in wrong if one.code != "unknown-field"]
    if not isinstance(sheet, dict) or not isinstance(sheet.get("matches"), list) or "/matches" in places:
        return
    readable = copy.deepcopy(sheet)
    for place in places:
        _put_right(readable, place.split("/")[1:], fixture_terms(fixture))
    shape = SheetIn(data=readable)
    if not shape.is_valid():
        return
    for problem in examine(fixture, sheet_from(shape.validated_data)).problems:
        at = point_in_body(problem.field, shape.fields, readable)
        if at and not any(at.startswith(place) or place.startswith(at) for place in places):
            yield replace(problem, field=at)


def _put_right(sheet: dict[str, Any], steps: list[str], terms: Terms) -> None:
    """Replace what is invalid at this path with something that validates."""
    if len(steps) < 2 or not steps[1].isdigit():
        return
    index = int(steps[1])
    match = sheet["matches"][index]
    due = terms.match(index + 1)
    if not isinstance(match, dict):
        match = sheet["matches"][index] = {}
    usual: dict[str, Any] = {"number": index + 1, "kind": due.kind, "games": []}
    usual |= {f"{side}_players": [None] * due.players for side in SIDES}
    if len(steps) == 2:
        sheet["matches"][index] = usual
        return
    name, inner = steps[2], match.get(steps[2])
    if isinstance(inner, list) and len(steps) > 3 and steps[3].isdigit() and int(steps[3]) < len(inner):
        place = int(steps[3])
        if name == "games":
            inner[place] = (
                {key: value for key, value in inner[place].items() if [key] != steps[4:]} if steps[4:] else {}
            )
        elif name.endswith("_players"):
            inner[place] = None
        else:
            match[name] = []
    elif name in usual:
        match[name] = usual[name]
    else:
        match.pop(name, None)
