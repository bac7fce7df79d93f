"""High hands of fixtures, the honours boards, and a player's career over the years."""

from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import PlayerRef, SeasonRef, TeamRef
from league.api.ruling_shapes import LONGEST, CardsField
from league.api.shapes import ComputedField, IdField, OptionalNumber, example, shape
from league.models import Fixture, HighHand, Season
from league.queries.honours.careers import Career, CareerLine, Figures, Last, career_of
from league.queries.honours.high_hands import Board, Hands, Nights, honours_board, public_high_hands, recorded_in
from league.queries.honours.winners import rolls_of
from league.queries.visibility import players_for
from league.rules.careers import Pegged, Streaks, Tally
from league.services.honours import high_hands as services
from league.services.honours.high_hands import NewHand
from league.services.ops.memory import KeptNights, state_of

HAND = {"player": 12, "cards": "5H 5C 5S JD", "starter": "5D"}
HighHandShape = shape(
    HighHand,
    "id fixture_id match_number points cards starter crib recorded_at",
    "A high hand or crib of a player in a fixture.",
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
    points = OptionalNumber(0, 99, "What it was worth; null: what the cards make. It must be what they make.")
    match_number = OptionalNumber(1, 99, "Null: not known, or the only match that they were in.")
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
    points="Null: of the scores that are not told one by one.",
    all="How many there are.",
    hands=HighHandShape(many=True),
)
NightsShape = shape(
    Nights,
    "nights",
    "The nights on which a player won every game.",
    player=PlayerRef(),
    latest=NamedHere(help_text="The last of them."),
)


class BoardShape(serializers.Serializer[Any]):
    """The honours of a season, or of all of them."""

    season = SeasonRef(allow_null=True, help_text="Null: of all seasons.")
    hands = HandsShape(many=True, help_text="The best scores one by one, and last the others.")
    nights = NightsShape(many=True, help_text="Who won every game of most nights first.")


class WinnerShape(serializers.Serializer[Any]):
    """Who won a competition, was second or third."""

    competition = serializers.CharField(source="winner.competition")
    slug = serializers.CharField(source="winner.slug", help_text="The competition’s, in every year the same.")
    year = serializers.CharField(source="winner.year", help_text="In words, such as 1987 or 1987–88.")
    place = serializers.IntegerField(source="winner.place", help_text="1 for the winner; several may share a place.")
    name = serializers.CharField(help_text="As the team or the players were called then.")
    team = TeamRef(allow_null=True, help_text="Null: no team, or none that is known.")
    players = ComputedField(
        PlayerRef(many=True),
        lambda champion: [part.player for part in champion.parts if part.player is not None],
        "Players of the league that the name means.",
    )
    note = serializers.CharField(source="winner.note")


TallyShape = shape(
    Tally,
    "matches matches_won matches_lost won lost",
    "Matches, and the games in them.",
    percentage="Games won in a hundred.",
    matches="Those played, `matches_won` of them won and `matches_lost` lost; the others were drawn.",
    won="Games won, `lost` games lost.",
)
PeggedShape = shape(
    Pegged,
    "points games average losing lost average_losing",
    "Points of games whose scores are known.",
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
    longest="The most matches won one after the other.",
    running=serializers.ChoiceField(choices=(("W", "Won"), ("D", "Drew"), ("L", "Lost"))),
)
CareerLineShape = shape(
    CareerLine, "tally", "A player’s record for a team in a season.", season=SeasonRef(), team=TeamRef()
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


class Honours(LeagueView):
    def board(self, season: Season | None) -> Board:
        nights: KeptNights | None = getattr(self.request._request, "kept_nights", None)
        state = getattr(self, "league_state", "") or (state_of(self.league.slug) if nights else "")
        return honours_board(self.league, season, nights.get(self.league, state) if nights and state else None)


class OneHonours(Honours):
    @operation("league.view", answer=BoardShape)
    def get(self) -> object:
        """The honours of all seasons of a league."""
        return self.board(None)


class OneSeasonHonours(Honours):
    @operation("league.view", answer=BoardShape)
    def get(self, season: Season) -> object:
        """The honours of a season."""
        return self.board(season)


class Winners(LeagueView):
    @operation("league.view", answer=WinnerShape(many=True))
    def get(self) -> object:
        """Winners through the years, with runners-up: those of one competition together, the latest first."""
        rolls = rolls_of(self.league, self.grants)
        return [one for roll in rolls for year in roll.years for one in year.everybody]


class OneCareer(LeagueView):
    @operation("league.view", answer=CareerShape)
    def get(self, player: int) -> object:
        """A player’s career: figures, seasons, streaks, partner and opponents; not of one who keeps
        averages private.
        """
        rows = players_for(self.league, self.grants).select_related("merged_into__league", "league")
        row = get_object_or_404(rows, pk=player)
        row = row.merged_into or row
        self.allow("player.averages", row)
        return career_of(row)


class HighHands(LeagueView):
    @operation("league.view", answer=HighHandShape(many=True))
    def get(self, fixture: Fixture) -> object:
        """The high hands of a fixture, the best first; before there is a sheet for its captains and the secretary
        alone.
        """
        records = services.may_record(fixture, self.grants)
        return recorded_in(fixture) if records else public_high_hands(fixture)

    @operation("high_hand.record", body=HighHandIn, answer=HighHandShape, status=201)
    def post(self, fixture: Fixture) -> object:
        """Record a high hand, with its cards or by its score alone; until the result is confirmed for captains."""
        sent = self.read(partial(services.problems_of_high_hand, fixture))
        return services.record_high_hand(fixture, NewHand(**sent), by=self.user, now=self.now)


class OneHighHand(LeagueView):
    def find_fixture(self, pk: int) -> Fixture:
        fixture = self.seen_fixture(pk)
        self.allow("high_hand.record", fixture)
        return fixture

    @operation("high_hand.complete", name="high_hand_complete", body=HighHandCardsIn, answer=HighHandShape)
    def patch(self, fixture: Fixture, hand: int) -> object:
        """Add the cards to a high hand that was recorded by its score alone; until the result is confirmed for
        captains.
        """
        row = self._hand(fixture, hand)
        self.allow("high_hand.complete", row)
        return services.complete_high_hand(row, **self.read(), by=self.user, now=self.now)

    @operation("high_hand.remove", name="high_hand_remove")
    def delete(self, fixture: Fixture, hand: int) -> None:
        """Remove a high hand that was recorded by mistake."""
        services.remove_high_hand(self._hand(fixture, hand), by=self.user, now=self.now)

    def _hand(self, fixture: Fixture, pk: int) -> HighHand:
        rows = HighHand.objects.select_related("fixture__division__season__league")
        return get_object_or_404(rows, fixture=fixture, pk=pk)
