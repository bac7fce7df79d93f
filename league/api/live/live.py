"""A fixture scored live: read, begun, written game by game, taken over. All programs of a user are one device."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.live.live_shapes import LiveGameIn, LiveShape, TakeOverIn
from league.models import Fixture
from league.queries.live.scores import Scored, live_of
from league.rules.sheet_fields import Fields
from league.rules.sheets import AWAY, HOME
from league.services.live import scoring


class ScoredFixture(LeagueView):
    """The base of the operations about a live score."""

    @property
    def phone(self) -> str:
        """Return the word by which a user's programs are known."""
        return f"api-{self.user.pk}"

    def respond(self, fixture: Fixture) -> Response:
        """Return the score as it stands, with the tag that the next game rests on."""
        scored = live_of(fixture)
        said = _as_json(scored) if scored is not None else _NOTHING
        return self.tagged(LiveShape(said).data, "fixture", seen=scored.live.sequence if scored else 0)


class Live(ScoredFixture):
    @operation(
        "The score of a fixture that is being played; it counts nowhere", name="live_read", action="live.follow",
        answer=LiveShape, etag=True,
    )  # fmt: skip
    def get(self, request: Request, fixture: int) -> Response:
        return self.respond(self.fixture(fixture))

    @operation(
        "Begin to score a fixture live", name="live_begin", action="live.score", answer=LiveShape, etag=True,
        description="One device writes at a time. All programs of a user count as one.",
    )  # fmt: skip
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "live.score")
        scoring.begin(found, phone=self.phone, by=self.user, now=self.now)
        return self.respond(found)

    @operation(
        "Write a game as it ends, or take it back", name="live_write", action="live.score", body=LiveGameIn,
        answer=LiveShape, etag=True,
    )  # fmt: skip
    def patch(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "live.score")
        sent = self.read(LiveGameIn)
        scoring.write(found, _fields(sent), phone=self.phone, seen=sent["seen"], by=self.user, now=self.now)
        return self.respond(found)


class LiveTakeOver(ScoredFixture):
    @operation(
        "Score a fixture in place of whoever does now; their page is told so", name="live_take_over",
        action="live.score", body=TakeOverIn, answer=LiveShape, etag=True,
    )  # fmt: skip
    def post(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "live.score")
        scoring.take_over(found, **self.read(TakeOverIn), phone=self.phone, by=self.user, now=self.now)
        return self.respond(found)


_NOTHING: dict[str, Any] = {
    "going": False, "turn": 0, "side": "", "home_games": 0, "away_games": 0, "all_in": False, "matches": [],
    "games": [],
}  # fmt: skip


def _as_json(scored: Scored) -> dict[str, Any]:
    live, matches = scored.live, scored.read.sheet.matches
    return {
        "going": True,
        "turn": live.turn,
        "side": live.side,
        "home_games": live.home_games,
        "away_games": live.away_games,
        "all_in": scored.all_in,
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


def _fields(sent: dict[str, Any]) -> Fields:
    """Return what was sent as fields of the sheet; what was left out is blank, and so taken back."""
    at = f"m{sent['match']}"
    if "game" in sent:
        names = {"winner": "winner", "loser": "loser", "winner_score": "winner-score"}
        return {f"{at}-g{sent['game']}-{name}": str(sent.get(word, "")) for word, name in names.items()}
    return {f"{at}-{side}-games": str(sent.get(f"{side}_games", "")) for side in (HOME, AWAY)}
