"""Playing well: the chance to win, laying away, the play, players of five strengths, games analysed.

Standard library only, like all of `scoring`; chance is a `random.Random` that the caller passes, and the tables are
read when they are first needed.
"""

from scoring.strategy.analysis import Analysis, JudgedMove, Moment, Side, analyse, analyse_steps, first_position
from scoring.strategy.board import win_probability
from scoring.strategy.calling import challenge
from scoring.strategy.decision import Decision, Option, Strength
from scoring.strategy.player import decide, rank

__all__ = [
    "Analysis",
    "Decision",
    "JudgedMove",
    "Moment",
    "Option",
    "Side",
    "Strength",
    "analyse",
    "analyse_steps",
    "challenge",
    "decide",
    "first_position",
    "rank",
    "win_probability",
]
