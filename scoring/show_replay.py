"""The show of a written deal: whose hand or crib is called next, and what a line says instead of what it should."""

from scoring.course import Spot
from scoring.events import Phase
from scoring.game import Game
from scoring.loose_deal import LooseDeal
from scoring.record import ShownHand
from scoring.revealed import player_called
from scoring.show import CRIB, HAND
from scoring.text import N_, Text


class ShowReplay(LooseDeal):
    """One deal on a course, with what can be said of its show."""

    def _missed(self, entry: ShownHand, spot: Spot) -> None:
        """A challenge with what was missed instead of the total."""
        verdict, objection = self.course.verdict, entry.objection
        if verdict is None or objection is None or not 0 < objection.claimed < verdict.declared:
            return
        true = verdict.true_points
        if objection.takes and verdict.declared + objection.claimed == true:
            wrong = Text(
                "{claimed} is what was missed; write the total that is claimed: {player} {true}",
                claimed=objection.claimed,
                player=objection.player,
                true=true,
            )
            self.course.fault(spot, "R39", wrong)

    def _remarked(self, entry: ShownHand, spot: Spot) -> None:
        """A miscount that nobody challenged is a remark."""
        verdict = self.course.verdict
        if verdict is not None and entry.objection is None:
            self.course.remark(spot, CRIB if entry.crib else HAND, verdict.declared, verdict.true_points)

    def _passed_over(self, player: int, *, crib: bool) -> bool:
        """Whether the hand or crib that is called now is another, which is written with its cards but with no call."""
        game = self.course.game
        due, is_crib = self._next_to_show(game)
        if game.phase is not Phase.SHOW or (player, crib) == (due, is_crib):
            return False
        for entry in self.deal.entries:
            if not isinstance(entry, ShownHand) or entry.declared is not None or entry.crib is not is_crib:
                continue
            if entry.crib or player_called(entry.player or "", self.names) == due:
                sentence = (
                    N_("shows {player}’s crib but no call; write = and the points")
                    if is_crib
                    else N_("shows {player}’s cards but no call; write = and the points")
                )
                self.course.refuse(self._spot(entry), "R28", Text(sentence, player=self.names[due]))
                return True
        return False

    @staticmethod
    def _next_to_show(game: Game) -> tuple[int, bool]:
        """Whose hand or crib is called now in a show, and whether it is the crib."""
        players = len(game.names)
        crib = game.shown == players
        return game.dealer if crib else (game.dealer + 1 + game.shown) % players, crib
