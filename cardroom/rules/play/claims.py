"""An old book's advice, and what the tables of the computer's players say of it (docs/strategy.md)."""

from scoring import Game, Phase
from scoring.text import N_, NOTHING, Text

BALKS = N_(
    "Hoyle: kings and aces spoil the dealer’s crib best. The tables: with a king laid into it the crib is worth 4.4 on "
    "average, with an ace 4.7, with a five 6.9; king and ten leave it 3.8."
)
LEADS = N_(
    "Hoyle: the safest lead is a four, the most dangerous a seven or an eight. The tables, in points above the hand’s "
    "other leads: a three +0.32, a four +0.28, a seven −0.06, an eight −0.12, and a five −0.59."
)


def claim_on(game: Game, player: int) -> Text:
    """Return what is claimed of the choice that a player of two has with six cards, and how it turns out; else nothing.

    The figures are of the six-card game.
    """
    if len(game.names) != 2 or (game.ruleset.dealt, game.ruleset.laid_away) != (6, 2):
        return NOTHING
    if game.phase is Phase.LAY_AWAY and player != game.dealer:
        return BALKS
    first = game.phase is Phase.PLAY and game.play is not None and game.play.left == game.play.held
    return LEADS if first else NOTHING
