"""How to play well: the chance to win, what to lay away, which card to play, players of five strengths, games analysed.

Standard library only, like all of `scoring`; chance is a `random.Random` that the caller passes.
"""

from scoring.strategy.board import win_probability
from scoring.strategy.calling import challenge
from scoring.strategy.decision import Decision, Option, Strength
from scoring.strategy.player import decide, rank

__all__ = ["Decision", "Option", "Strength", "challenge", "decide", "rank", "win_probability"]
