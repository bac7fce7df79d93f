"""A deal sheet gone through: the score after each deal, and everything in it that no game can show."""

from collections.abc import Iterator, Mapping

from scoring.course import Spot, differences, impossible, numbers, result_faults, seat
from scoring.game import Game
from scoring.playable import THREE_FOR_LAST
from scoring.revealed import player_called
from scoring.ruleset import CRIB_CARDS, RULESETS, Ruleset
from scoring.sheet import DealPoints, DealSheet
from scoring.show import CRIB, HAND
from scoring.text import N_, Text
from scoring.written import Fault

HEELS = 2


def check_sheet(
    sheet: DealSheet, *, rulesets: Mapping[str, Ruleset] = RULESETS, complete: bool = True
) -> tuple[tuple[int, ...], tuple[Fault, ...]]:
    """The last score by side, and every fault, in the order of the lines. Raises nothing.

    `complete` is false where lines of the sheet could not be read: then neither scores nor turns are checked.
    """
    game, wrong = seat(sheet.players, sheet.rules, sheet.dealer, rulesets)
    at = sheet.place
    faults = [Fault(at(keyword), message, rule, None, keyword) for keyword, rule, message in wrong]
    if game is None:
        return (), tuple(faults)
    check = _Check(sheet, game, complete=complete)
    if check.dealer is None and sheet.deals and not wrong:
        message = N_("nobody knows who deals first; write dealer: NAME")
        faults.append(Fault(at("players"), message, "R2", None, "players"))
    for number, deal in enumerate(sheet.deals, start=1):
        check.at_deal(deal, deal.place or number)
    if sheet.result is not None:
        scores = tuple(check.scores) if check.sure else None
        found = result_faults(sheet.result, game.names, game.ruleset, scores, check.winner)
        faults += [Fault(sheet.result.at, message, rule, None, "result") for rule, message in found]
    return tuple(check.scores), tuple(sorted((*faults, *check.faults), key=lambda fault: fault.at))


class _Check:
    def __init__(self, sheet: DealSheet, game: Game, *, complete: bool) -> None:
        self.game, self.names, self.ruleset = game, game.names, game.ruleset
        self.scores = list(game.scores)
        self.winner: int | None = None
        self.faults: list[Fault] = []
        self.drift: tuple[int, ...] = game.scores
        self.told = False  # that the game is over
        self.dealer = game.first_dealer
        if self.dealer is None and sheet.dealer is None and sheet.deals and sheet.deals[0].dealer is not None:
            self.dealer = player_called(sheet.deals[0].dealer, game.names)
        self.complete = complete
        self.sure = complete and self.dealer is not None

    def at_deal(self, deal: DealPoints, number: int) -> None:
        spot = Spot(deal.at, number)
        right = not [*self._report(spot, self._sizes(deal)), *self._report(spot, self._totals(deal))]
        if self.complete:
            self._report(spot, self._turns(deal, number))
        if self.winner is not None and not self.told:
            self.told = True
            self._report(spot, [("deal", "R37", N_("the game is over; nothing counts after the winning peg"))])
        if not right:
            self._adopt(deal)
        elif self.sure and self.dealer is not None and self.winner is None:
            self._report(spot, self._pegged(deal, self.dealer, number))
            self._report(spot, self._score(deal))
        if self.dealer is not None:
            self.dealer = (self.dealer + 1) % len(self.names)

    def _adopt(self, deal: DealPoints) -> None:
        """After a deal that cannot be counted, the score is what was written."""
        self.sure = self.sure and len(deal.score) == len(self.scores)
        if self.sure:
            self.scores, self.drift = list(deal.score), (0,) * len(deal.score)
            best = max(self.scores)
            self.winner = self.scores.index(best) if best >= self.ruleset.target else None

    def _report(self, spot: Spot, wrong: Iterator[tuple[str, str, Text]] | list[tuple[str, str, Text]]) -> list[Fault]:
        found = [Fault(spot.at, message, rule, spot.deal, place) for place, rule, message in wrong]
        self.faults += found
        return found

    def _sizes(self, deal: DealPoints) -> Iterator[tuple[str, str, Text]]:
        sides, players = len(self.scores), len(self.names)
        for place, points in (("play", deal.play), ("muggins", deal.muggins), ("score", deal.score)):
            if len(points) != sides and (points or place == "play"):
                yield (
                    place,
                    "R4",
                    Text.plural(
                        "{n} number is written; there are {sides} sides",
                        "{n} numbers are written; there are {sides} sides",
                        n=len(points),
                        sides=sides,
                    ),
                )
        if len(deal.hands) != players:
            yield (
                "hands",
                "R4",
                Text.plural(
                    "{n} number is written; there are {players} players",
                    "{n} numbers are written; there are {players} players",
                    n=len(deal.hands),
                    players=players,
                ),
            )

    def _totals(self, deal: DealPoints) -> Iterator[tuple[str, str, Text]]:
        if deal.heels not in (0, HEELS):
            yield "heels", "R14", Text("his heels are {heels} or 0, not {written}", heels=HEELS, written=deal.heels)
        for player, points in enumerate(deal.hands[: len(self.names)]):
            yield from self._total(f"hand of {self.names[player]}", points, self.ruleset.hand_size)
        yield from self._total("crib", deal.crib, CRIB_CARDS)

    @staticmethod
    def _total(place: str, points: int | None, cards: int) -> Iterator[tuple[str, str, Text]]:
        what = CRIB if place == "crib" else HAND
        wrong = None if points is None else impossible(points, what, cards)
        if wrong:
            yield place, "R35", wrong

    def _turns(self, deal: DealPoints, number: int) -> Iterator[tuple[str, str, Text]]:
        if deal.number is not None and deal.number != number:
            yield "deal", "R4", Text("this is deal {number}, not {written}", number=number, written=deal.number)
        if deal.dealer is None:
            return
        named = player_called(deal.dealer, self.names)
        if named is None:
            yield (
                "deal",
                "R4",
                Text(
                    "nobody here is called {dealer}; the players are {names}",
                    dealer=deal.dealer,
                    names=", ".join(self.names),
                ),
            )
        elif self.dealer is not None and named != self.dealer:
            due = self.names[self.dealer]
            yield (
                "deal",
                "R4",
                Text("{due} deals, not {dealer}: the deal goes round clockwise", due=due, dealer=deal.dealer),
            )

    def _pegged(self, deal: DealPoints, dealer: int, number: int) -> Iterator[tuple[str, str, Text]]:
        """The points of the deal in the order in which they peg (R37)."""
        players = len(self.names)
        if number == 1 and self.ruleset.three_for_last:
            yield from self._peg("three for last", (dealer + 1) % players, THREE_FOR_LAST)
        yield from self._peg("heels", dealer, deal.heels)
        yield from self._play(deal)
        muggins = deal.muggins or (0,) * len(self.scores)
        for place in range(1, players + 1):
            player = (dealer + place) % players
            yield from self._show(f"hand of {self.names[player]}", player, deal.hands[player], deal)
        yield from self._show("crib", dealer, deal.crib, deal)
        for side, points in enumerate(muggins):
            if self.winner is None or (self.scores[side] + points >= self.ruleset.target and side != self.winner):
                yield from self._add("muggins", side, points)
            else:
                self.scores[side] += points

    def _play(self, deal: DealPoints) -> Iterator[tuple[str, str, Text]]:
        """The points of the play; in what order they came nobody wrote down."""
        if self.winner is not None:
            for side, points in enumerate(deal.play):
                yield from self._add("play", side, points)
            return
        if not any(deal.play) and not (self.ruleset.muggins_in_play and any(deal.muggins)):
            yield "play", "R27", N_("nobody pegged in the play; the last card pegs 1 or 2")
        reached = [side for side, points in enumerate(deal.play) if self.scores[side] + points >= self.ruleset.target]
        if len(reached) > 1:
            yield (
                "play",
                "R37",
                Text("{n} sides reach {target}; the first of them wins", n=len(reached), target=self.ruleset.target),
            )
        self.scores = [score + points for score, points in zip(self.scores, deal.play, strict=True)]
        if reached:
            self.winner = reached[0]

    def _show(self, place: str, player: int, points: int | None, deal: DealPoints) -> Iterator[tuple[str, str, Text]]:
        if points is not None:
            yield from self._peg(place, player, points)
        elif self.winner is None and not self._may_end_by_muggins(deal):
            yield place, "R28", N_("nothing is written though the game goes on; write the points, 0 for none")
            self.sure = False

    def _may_end_by_muggins(self, deal: DealPoints) -> bool:
        """Whether what a challenger took may have ended the game."""
        pairs = zip(self.scores, deal.muggins or self.scores, strict=True)
        return bool(deal.muggins) and any(score + points >= self.ruleset.target for score, points in pairs)

    def _peg(self, place: str, player: int, points: int) -> Iterator[tuple[str, str, Text]]:
        return self._add(place, self.game.side_of(player), points)

    def _add(self, place: str, side: int, points: int) -> Iterator[tuple[str, str, Text]]:
        if points and self.winner is not None:
            yield (
                place,
                "R37",
                Text("{points} after the winning peg; nothing counts after it, write - for it", points=points),
            )
            return
        self.scores[side] += points
        if self.scores[side] >= self.ruleset.target:
            self.winner = side

    def _score(self, deal: DealPoints) -> Iterator[tuple[str, str, Text]]:
        if not deal.score:
            return
        drift = differences(deal.score, self.scores, self.ruleset)
        before, self.drift = self.drift, drift
        if any(drift) and drift != before:
            yield (
                "score",
                "R37",
                Text("the score is {scores}, not {score}", scores=numbers(self.scores), score=numbers(deal.score)),
            )
