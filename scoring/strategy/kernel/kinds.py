"""The games for which there are tables: what of a ruleset and its players makes one game another."""

from __future__ import annotations

from .pegging import Rules


class Kind:
    """One game: its players, its cards, its play."""

    def __init__(
        self, name: str, players: int, dealt: int, away: int, target: int, rules: Rules, like: str = ""
    ) -> None:
        self.name = name
        self.players = players
        self.dealt = dealt
        self.away = away
        self.from_pack = 4 - players * away
        self.target = target  # the most points for which the chance to win is worked out
        self.rules = rules
        self.like = like or name  # the game whose fast player and discards it has

    @property
    def hand_size(self) -> int:
        return self.dealt - self.away


_ONE = {"one": True}
KINDS = {
    kind.name: kind
    for kind in (
        Kind("six", 2, 6, 2, 121, Rules()),
        Kind("five", 2, 5, 2, 61, Rules(one=True, one_count=True)),
        Kind("seven", 2, 7, 2, 181, Rules(one=True)),
        Kind("three", 3, 5, 1, 121, Rules()),
        Kind("six-partners", 4, 5, 1, 121, Rules()),
        Kind("five-partners", 4, 4, 1, 61, Rules(one=True, one_count=True)),
        Kind("seven-partners", 4, 6, 1, 181, Rules(one=True)),
        Kind("six-one", 2, 6, 2, 121, Rules(one=True), like="six"),
        Kind("six-home", 2, 6, 2, 121, Rules(lone=False), like="six"),
    )
}
