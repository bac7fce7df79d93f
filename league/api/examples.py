"""What main operations are sent, as one would write it down after an evening."""

from drf_spectacular.utils import OpenApiExample

GAME = {"home": 121, "away": 98}
SHEET = {
    "matches": [
        {
            "number": 1,
            "kind": "singles",
            "home_players": [12],
            "away_players": [31],
            "games": [GAME, {"home": 87, "away": 121}, {"home": 121, "away": 60}],
        },
        {
            "number": 2,
            "kind": "doubles",
            "home_players": [14, 15],
            "away_players": [33, 34],
            "games": [GAME, {"home": 121, "away": 119}, {"home": None, "away": None, "awarded": "home"}],
        },
    ]
}


def _sent(name: str, value: object, about: str = "") -> tuple[OpenApiExample, ...]:
    return (OpenApiExample(name, value=value, request_only=True, description=about),)


CHECK = _sent(
    "A call that missed two points, and a challenge that was right",
    {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": 6, "claimed": 8},
)
SUBMIT = _sent(
    "Two matches of three games",
    SHEET,
    "Players by their numbers; the last game was awarded.",
)
DISPUTE = _sent("One game is another", {"reason": "We won game 2 of match 1.", "sheet": SHEET})
ASK = _sent(
    "Two other evenings",
    {"slots": ["2026-11-10T20:00:00Z", "2026-11-12T20:00:00Z"], "reason": "Three of us have the flu."},
)
AGREE = _sent("The first of them", {"slot": "2026-11-10T20:00:00Z", "seen": 1})
RULE = _sent(
    "A hand called six that is worth eight",
    {
        "match_number": 1,
        "game_number": 2,
        "counter": "home",
        "counter_player_id": 12,
        "challenger_player_id": 31,
        "cards": "AC 7D 8H 3S",
        "starter": "7C",
        "declared": 6,
        "claimed": 8,
        "reason": "Counted on the board.",
    },
)
