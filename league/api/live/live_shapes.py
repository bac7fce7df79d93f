"""A live score as programs read it, and the games that they write."""

from typing import Any

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.shapes import example
from league.enums import Side
from league.rules.match_terms import MOST_GAMES

LONGEST_SCORE = 999


class LiveGameShape(serializers.Serializer[Any]):
    """A game that is in; without its scores where no more is written down than who won it."""

    match = serializers.IntegerField(help_text="The number of its match.")
    game = serializers.IntegerField(help_text="Its number in the match.")
    winner = serializers.ChoiceField(choices=Side.choices)
    home = serializers.IntegerField(allow_null=True, help_text="The home side's score.")
    away = serializers.IntegerField(allow_null=True, help_text="The away side's score.")


class LiveMatchShape(serializers.Serializer[Any]):
    """A match of a live score."""

    number = serializers.IntegerField()
    home_games = serializers.IntegerField(help_text="Games won by the home side so far.")
    away_games = serializers.IntegerField(help_text="Games won by the away side so far.")


class LiveShape(serializers.Serializer[Any]):
    """A score that is written while it is played. It counts nowhere; a result throws it away."""

    going = serializers.BooleanField(help_text="False where nobody scores the fixture; the rest is then empty.")
    turn = serializers.IntegerField(help_text="Whose turn it is to write; grows when somebody takes over.")
    side = serializers.CharField(help_text="The side whose captain writes; blank where the secretary does.")
    home_games = serializers.IntegerField(help_text="Games won by the home side so far.")
    away_games = serializers.IntegerField(help_text="Games won by the away side so far.")
    all_in = serializers.BooleanField(help_text="Every match is over: it can become the result.")
    matches = LiveMatchShape(many=True)
    games = LiveGameShape(many=True)


@example("A game", match=2, game=3, winner="home", loser=98)
@example("A game taken back", match=2, game=3)
@example("A match whose games are only counted", match=1, home_games=2, away_games=1)
class LiveGameIn(serializers.Serializer[Any]):
    """A game, or the games of a match that are only counted; what is left out is taken back."""

    rests_on = RestsOn("fixture", needs=("seen",))
    match = serializers.IntegerField(min_value=1, max_value=99)
    game = serializers.IntegerField(min_value=1, max_value=MOST_GAMES, required=False)
    winner = serializers.ChoiceField(choices=Side.choices, required=False)
    loser = serializers.IntegerField(min_value=0, max_value=LONGEST_SCORE, required=False, help_text="Their score.")
    winner_score = serializers.IntegerField(
        min_value=0, max_value=LONGEST_SCORE, required=False, help_text="Where the winner pegged past the target."
    )
    home_games = serializers.IntegerField(min_value=0, max_value=MOST_GAMES, required=False)
    away_games = serializers.IntegerField(min_value=0, max_value=MOST_GAMES, required=False)


@example("From whoever writes now", turn=1)
class TakeOverIn(serializers.Serializer[Any]):
    """The turn that was read: it is that writer whom one takes over from."""

    turn = serializers.IntegerField(min_value=1)
