from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from league.enums import Side
from league.models import Call, Player, Ruling
from league.queries.calls.conduct import call_of
from league.rules.names import short_name
from league.translation import Text


@dataclass(frozen=True, slots=True)
class CallSides:
    """Who counted a hand and who could challenge it, as "Swan (Ann Archer)"; only the team where nobody is recorded."""

    counter: Text | str
    challenger: Text | str

    def pegs(self, verdict: Mapping[str, Any]) -> Text:
        """Format a stored verdict's points: "Swan (Ann Archer) peg 20 · Bell (Ben Brown) peg 4"."""
        points = ((self.counter, verdict["counter_pegs"]), (self.challenger, verdict["challenger_pegs"]))
        return Text.joined(" · ", [Text("{side} peg {points}", side=side, points=n) for side, n in points])


def call_sides(call: Call, name: Callable[[Player], str] | None = None) -> CallSides:
    """Name the sides of a call whose fixture, teams and players are joined; `name` formats a player for the reader."""
    teams = call_teams(call)

    def public(player: Player) -> str:
        shorten = player.shorten_name or call.fixture.league.shorten_names
        return short_name(player.name) if shorten else player.name

    def describe_side(team: Text | str, player: Player | None) -> Text | str:
        return team if player is None else Text("{team} ({player})", team=team, player=(name or public)(player))

    return CallSides(
        describe_side(teams.counter, call.counter_player), describe_side(teams.challenger, call.challenger_player)
    )


def call_teams(call: Call) -> CallSides:
    """Name the sides of a call by their teams alone, for the journal, which outlives the names of players."""
    return CallSides(call.fixture.team_name(call.counter), call.fixture.team_name(Side(call.counter).other))


def ruling_pegs(ruling: Ruling, name: Callable[[Player], str] | None = None) -> Text | None:
    """Format what each side pegs by a ruling on a called hand; None for any other ruling."""
    call = call_of(ruling)
    if call is None or "counter_pegs" not in ruling.verdict:
        return None
    if ruling.dispute is not None:
        call.fixture = ruling.dispute.fixture
    return call_sides(call, name).pegs(ruling.verdict)
