"""High hands, as they are recorded and told."""

from typing import Any

from rest_framework import serializers

from league.api.calls.calls_shapes import LONGEST, CardsField
from league.api.fields import IdField
from league.api.people.people_shapes import PlayerRef
from league.api.shapes import example, shape
from league.api.standings.standings_shapes import SeasonRef
from league.models import Fixture, HighHand
from league.queries.honours.boards import Hands, Nights

HAND = {"player": 12, "cards": "5H 5C 5S JD", "starter": "5D"}
HighHandShape = shape(
    HighHand,
    "id fixture_id match_number points cards starter crib recorded_at",
    "A high hand or crib of a player in a fixture.",
    "HighHand",
    player=PlayerRef(),
    verified=serializers.BooleanField(help_text="Its cards are known, and were counted."),
    cards="Without the starter; blank where only the score is known.",
)


@example("A hand with its cards, which are counted", **HAND)
@example("A score alone", player=12, points=29)
class HighHandIn(serializers.Serializer[Any]):
    """A high hand to be recorded: with its cards, or by its score alone."""

    player = IdField(help_text="Who held it: a player of that night.")
    cards = CardsField(max_length=LONGEST, allow_blank=True, required=False, help_text="Without the starter.")
    starter = serializers.CharField(max_length=10, allow_blank=True, required=False)
    crib = serializers.BooleanField(default=False)
    points = serializers.IntegerField(
        min_value=0, max_value=99, allow_null=True, default=None,
        help_text="What it was worth; null: what the cards make. It must be what they make.",
    )  # fmt: skip
    match_number = serializers.IntegerField(
        min_value=1, max_value=99, allow_null=True, default=None,
        help_text="Null: not known, or the only match that they were in.",
    )  # fmt: skip
    again = serializers.IntegerField(
        min_value=0, max_value=99, default=0,
        help_text="After the problem `again`: as many alike as there are already, to say that this is another.",
    )  # fmt: skip


@example("Its cards, which are counted", cards=HAND["cards"], starter=HAND["starter"])
class HighHandCardsIn(serializers.Serializer[Any]):
    """The cards of a high hand that was recorded by its score alone."""

    cards = CardsField(max_length=LONGEST, help_text="Without the starter; they must make what is on record.")
    starter = serializers.CharField(max_length=10)
    crib = serializers.BooleanField(allow_null=True, default=None, help_text="Null: as it is on record.")


NamedHere = shape(Fixture, "id home away starts_at", "A fixture in a few words.", "FixtureOfHonours")
HandsShape = shape(
    Hands,
    "points all",
    "High hands of one score, or the others together.",
    "Hands",
    points="Null: of the scores that are not told one by one.",
    all="How many there are.",
    hands=HighHandShape(many=True),
)
NightsShape = shape(
    Nights,
    "nights",
    "The nights on which a player won every game.",
    "Nights",
    player=PlayerRef(),
    latest=NamedHere(help_text="The last of them."),
)


class BoardShape(serializers.Serializer[Any]):
    """The honours of a season, or of all of them."""

    season = SeasonRef(allow_null=True, help_text="Null: of all seasons.")
    hands = HandsShape(many=True, help_text="The best scores one by one, and last the others.")
    nights = NightsShape(many=True, help_text="Who won every game of most nights first.")
