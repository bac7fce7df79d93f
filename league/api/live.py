"""A fixture scored live: read, begun, written game by game, taken over. All programs of a user are one device."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from league.api.etags import RestsOn
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.shapes import example
from league.enums import Side
from league.models import Fixture
from league.queries.live import Scored, live_of
from league.rules.match_terms import MOST_GAMES
from league.rules.sheet_fields import Fields
from league.rules.sheets import AWAY, HOME
from league.services import live as scoring

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


class ScoredFixture(LeagueView):
    @property
    def phone(self) -> str:
        """Return the word by which a user's programs are known."""
        return f"api-{self.user.pk}"

    def score(self, fixture: Fixture) -> Response:
        """Respond with the score as it stands, with the tag that the next game rests on."""
        scored = live_of(fixture)
        payload = _score_payload(scored) if scored is not None else _NO_SCORE
        return self.tagged(payload, "fixture", seen=scored.live.sequence if scored else 0)


class Live(ScoredFixture):
    @operation("live.follow", name="live_read", answer=LiveShape, etag=True)
    def get(self, fixture: Fixture) -> Response:
        """The score of a fixture that is being played; it counts nowhere."""
        return self.score(fixture)

    @operation(
        "live.score",
        name="live_begin",
        answer=LiveShape,
        etag=True,
        description="One device writes at a time. All programs of a user count as one.",
    )
    def post(self, fixture: Fixture) -> Response:
        """Begin to score a fixture live."""
        scoring.begin(fixture, phone=self.phone, by=self.user, now=self.now)
        return self.score(fixture)

    @operation("live.score", name="live_write", body=LiveGameIn, answer=LiveShape, etag=True)
    def patch(self, fixture: Fixture) -> Response:
        """Write a game as it ends, or take it back."""
        sent = self.read()
        scoring.write(fixture, _sheet_fields(sent), phone=self.phone, seen=sent["seen"], by=self.user, now=self.now)
        return self.score(fixture)


class LiveTakeOver(ScoredFixture):
    @operation("live.score", name="live_take_over", body=TakeOverIn, answer=LiveShape, etag=True)
    def post(self, fixture: Fixture) -> Response:
        """Score a fixture in place of whoever does now; their page is told so."""
        scoring.take_over(fixture, **self.read(), phone=self.phone, by=self.user, now=self.now)
        return self.score(fixture)


_NO_SCORE: dict[str, Any] = {
    "going": False, "turn": 0, "side": "", "home_games": 0, "away_games": 0, "all_in": False, "matches": [],
    "games": [],
}  # fmt: skip


def _score_payload(scored: Scored) -> dict[str, Any]:
    live, matches = scored.live, scored.read.sheet.matches
    return {
        "going": True,
        "turn": live.turn,
        "side": live.side,
        "home_games": live.home_games,
        "away_games": live.away_games,
        "all_in": scored.is_complete,
        "matches": [
            {"number": one.number, "home_games": one.games_won(HOME), "away_games": one.games_won(AWAY)}
            for one in matches
        ],
        "games": [
            {"match": one.number, "game": number, "winner": game.winner, "home": game.home, "away": game.away}
            for one in matches
            if not one.totals
            for number, game in enumerate(one.games, start=1)
            if game.winner is not None
        ],
    }


def _sheet_fields(sent: dict[str, Any]) -> Fields:
    """Return what was sent as fields of the sheet; what was left out is blank, and so taken back."""
    at = f"m{sent['match']}"
    if "game" in sent:
        names = {"winner": "winner", "loser": "loser", "winner_score": "winner-score"}
        return {f"{at}-g{sent['game']}-{name}": str(sent.get(word, "")) for word, name in names.items()}
    return {f"{at}-{side}-games": str(sent.get(f"{side}_games", "")) for side in (HOME, AWAY)}
