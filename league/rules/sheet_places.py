from league.rules.sheets import Side
from scoring.text import N_, Text

_SEATS: dict[Side, Text] = {"home": N_("home player"), "away": N_("away player")}
_SEATS_OF_MORE: dict[Side, tuple[Text, ...]] = {
    "home": (
        N_("first home player"),
        N_("second home player"),
        N_("third home player"),
        N_("fourth home player"),
        N_("fifth home player"),
        N_("sixth home player"),
        N_("seventh home player"),
        N_("eighth home player"),
    ),
    "away": (
        N_("first away player"),
        N_("second away player"),
        N_("third away player"),
        N_("fourth away player"),
        N_("fifth away player"),
        N_("sixth away player"),
        N_("seventh away player"),
        N_("eighth away player"),
    ),
}


def seat_name(players: int, side: Side, seat: int) -> Text:
    """A seat in words: ``home player``, ``second away player``, of so many players a side."""
    return _SEATS[side] if players == 1 else _SEATS_OF_MORE[side][seat - 1]


def place_of_match(number: int) -> Text:
    return Text("match {match}", match=number)


def place_of_game(match: int, game: int) -> Text:
    """``match 3, game 2``; game 0 is the whole match."""
    return Text("match {match}, game {game}", match=match, game=game) if game else place_of_match(match)


def place_of_seat(match: int, seat: str) -> Text:
    """``match 3, home player``."""
    return Text("match {match}, {seat}", match=match, seat=seat)
