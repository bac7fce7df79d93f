from league.rules.possible.outcomes import outcomes_of
from league.rules.possible.places import Budget, Places, Race, Rivals, reachable
from league.rules.possible.prospects import GOALS, Outlook, Prospect, Zone, prospects

__all__ = [
    "GOALS",
    "Budget",
    "Outlook",
    "Places",
    "Prospect",
    "Race",
    "Rivals",
    "Zone",
    "outcomes_of",
    "prospects",
    "reachable",
]
