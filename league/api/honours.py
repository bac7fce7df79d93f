"""High hands of fixtures, the honours boards, and a player's career over the years."""

from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.calls.calls_shapes import LONGEST, CardsField
from league.api.operations import operation
from league.api.people.people_shapes import PlayerRef, TeamRef
from league.api.shapes import ComputedField, IdField, example, shape
from league.api.standings.standings_shapes import SeasonRef
from league.api.views import LeagueView
from league.models import Fixture, HighHand
from league.queries.honours.careers import Career, CareerLine, Figures, Last, career_of
from league.queries.honours.high_hands import Hands, Nights, honours_board, public_high_hands, recorded_in
from league.queries.visibility import players_for
from league.rules.careers import Pegged, Streaks, Tally
from league.services import honours as services
from league.services.honours import NewHand

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


TallyShape = shape(
    Tally,
    "matches matches_won matches_lost won lost",
    "Matches, and the games in them.",
    "Tally",
    percentage="Games won in a hundred.",
    matches="Those played, `matches_won` of them won and `matches_lost` lost; the others were drawn.",
    won="Games won, `lost` games lost.",
)
PeggedShape = shape(
    Pegged,
    "points games average losing lost average_losing",
    "Points of games whose scores are known.",
    "Pegged",
    points="Those the player’s side pegged in `games`.",
    losing="Those it pegged in the `lost` games of these that it lost, where the games have scores each.",
)
FIGURES = "total singles doubles home away pegged"
FiguresShape = shape(
    Figures, FIGURES, "What matches of a player add up to.", "Figures", singles="Of matches of one a side."
)
StreaksShape = shape(
    Streaks,
    "length longest",
    "Runs of matches with one outcome.",
    "Streaks",
    longest="The most matches won one after the other.",
    running=serializers.ChoiceField(choices=(("W", "Won"), ("D", "Drew"), ("L", "Lost"))),
)
CareerLineShape = shape(
    CareerLine, "tally", "A player’s record for a team in a season.", "CareerLine", season=SeasonRef(), team=TeamRef()
)
LastShape = shape(
    Last,
    "played.fixture played.won played.lost",
    "One of a player’s last matches.",
    "LastMatch",
    fixture="The fixture’s id.",
    against=TeamRef(source="team"),
)


class WithShape(serializers.Serializer[Any]):
    """The record of a player with or against somebody."""

    player = PlayerRef()
    tally = TallyShape()


def _with_player(career: Career, one: Any) -> dict[str, Any]:
    return {"player": career.people[one.player], "tally": one.tally}


class CareerShape(serializers.Serializer[Any]):
    """All that a player has played in published seasons, in confirmed results."""

    figures = ComputedField(FiguresShape(), lambda career: career.figures())
    seasons = CareerLineShape(many=True, source="lines", help_text="By season and team, the latest first.")
    last = LastShape(many=True, help_text="The last five matches, the latest last.")
    streaks = StreaksShape(allow_null=True, help_text="Null before the first match.")
    best_partner = ComputedField(
        WithShape(allow_null=True),
        lambda career: _with_player(career, career.best_partner) if career.best_partner else None,
        "Of those with whom they played three matches; null: nobody.",
    )
    opponents = ComputedField(
        WithShape(many=True),
        lambda career: [_with_player(career, one) for one in career.opponents],
        "Those they faced, the one met most often first.",
    )


class OneHonours(LeagueView):
    @operation("The honours of all seasons of a league", action="league.view", answer=BoardShape)
    def get(self, request: Request) -> Response:
        return Response(BoardShape(honours_board(self.league, None)).data)


class OneSeasonHonours(LeagueView):
    @operation("The honours of a season", action="league.view", answer=BoardShape)
    def get(self, request: Request, season: str) -> Response:
        found = get_object_or_404(self.seasons, slug=season)
        return Response(BoardShape(honours_board(self.league, found)).data)


class OneCareer(LeagueView):
    @operation(
        "A player’s career: figures, seasons, streaks, partner and opponents; not of one who keeps averages private",
        action="league.view",
        answer=CareerShape,
    )
    def get(self, request: Request, player: int) -> Response:
        joined = players_for(self.league, self.grants).select_related("merged_into__league", "league")
        found = get_object_or_404(joined, pk=player)
        found = found.merged_into or found
        self.allow("player.averages", found)
        return Response(CareerShape(career_of(found)).data)


class HighHands(LeagueView):
    @operation(
        "The high hands of a fixture, the best first; before there is a sheet for its captains and the secretary alone",
        action="league.view", answer=HighHandShape(many=True),
    )  # fmt: skip
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture)
        records = services.records(found, self.grants)
        return self.paged(recorded_in(found) if records else public_high_hands(found), HighHandShape)

    @operation(
        "Record a high hand, with its cards or by its score alone; until the result is confirmed for captains",
        action="high_hand.record", body=HighHandIn, answer=HighHandShape, status=201,
    )  # fmt: skip
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "high_hand.record")
        sent = self.read(HighHandIn, partial(services.problems_of_high_hand, found))
        made = services.record_high_hand(found, NewHand(**sent), by=self.user, now=self.now)
        return Response(HighHandShape(made).data, status=201)


class OneHighHand(LeagueView):
    @operation(
        "Add the cards to a high hand that was recorded by its score alone; until the result is confirmed for captains",
        name="high_hand_complete", action="high_hand.complete", body=HighHandCardsIn, answer=HighHandShape,
    )  # fmt: skip
    def patch(self, request: Request, fixture: int, hand: int) -> Response:
        found = self._hand(fixture, hand)
        self.allow("high_hand.complete", found)
        given = self.read(HighHandCardsIn)
        return Response(HighHandShape(services.complete_high_hand(found, **given, by=self.user, now=self.now)).data)

    @operation(
        "Remove a high hand that was recorded by mistake", name="high_hand_remove", action="high_hand.remove",
        answer=None, status=204,
    )  # fmt: skip
    def delete(self, request: Request, fixture: int, hand: int) -> Response:
        services.remove_high_hand(self._hand(fixture, hand), by=self.user, now=self.now)
        return Response(status=204)

    def _hand(self, fixture: int, hand: int) -> HighHand:
        found = self.fixture(fixture, "high_hand.record")
        rows = HighHand.objects.select_related("fixture__division__season__league")
        return get_object_or_404(rows, fixture=found, pk=hand)
