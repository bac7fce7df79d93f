"""Deals dealt, laid away, played and shown by fast players, who get better at it round by round."""

from __future__ import annotations

from itertools import combinations
from random import Random

from ..kinds import Kind
from ..pegging import FastPlayer, Pegs, played
from ..ranks import CODES, JACK, RANKS, Counts, choices, code, ranks_of, show_table

_FOUR = 4


class Outcome:
    """One deal: what was laid away, pegged, shown and in the crib; players by their distance from the dealer."""

    def __init__(self, away: list[int], kept: list[int], starter: int, pegs: Pegs, hands: list[int], crib: int) -> None:
        self.away = away
        self.kept = kept
        self.starter = starter
        self.pegs = pegs
        self.hands = hands
        self.crib = crib


class Dealing:
    """Players of a kind of game and what they have learned: the worth of cribs, and the play of each hand kept."""

    def __init__(self, kind: Kind, chance: Random) -> None:
        self.kind = kind
        self.chance = chance
        self.player = FastPlayer(Counts(upwards=kind.rules.upwards), kind.hand_size)
        self.shows = show_table(kind.hand_size)
        self.means = {number: 4 * sum(row) for number, row in self.shows.items()}
        self.cribs = show_table(4)
        seats = range(kind.players)
        self.own = [seat == 0 or (kind.players == _FOUR and seat == 2) for seat in seats]
        aways = [code(ranks) for ranks in choices(kind.away)]
        self.crib_worth = [dict.fromkeys(aways, 0.0) for _ in seats]
        keeps = [code(ranks) for ranks in choices(kind.hand_size)]
        self.play_worth = [dict.fromkeys(keeps, 0.0) for _ in seats]
        self.picks = list(combinations(range(kind.dealt), kind.away))
        self.pack = list(range(52))
        self.choices: list[dict[int, tuple[int, list[float]]]] = [{} for _ in seats]

    def deal(self, *, learning: bool = False, noise: float = 0.0) -> Outcome:
        """Deal and play one deal; the dealer is player 0."""
        kind, chance = self.kind, self.chance
        players, dealt = kind.players, kind.dealt
        drawn = self._drawn(players * dealt + kind.from_pack + 1)
        crib_cards = drawn[players * dealt : -1]
        starter = drawn[-1]
        kept_cards, aways, kepts = [], [], []
        for seat in range(players):
            hand = sorted(drawn[seat * dealt : (seat + 1) * dealt])
            pick = self.picks[self.choice(hand, seat, noise)]
            kept = [card for place, card in enumerate(hand) if place not in pick]
            away = [hand[place] for place in pick]
            crib_cards += away
            kept_cards.append(kept)
            aways.append(sum([CODES[card >> 2] for card in away]))
            kepts.append(sum([CODES[card >> 2] for card in kept]))
        hands = [sorted([card >> 2 for card in kept]) for kept in kept_cards]
        pegs = played(hands, 1 % players, kind.rules, self.player, chance if learning else None)
        points = [self.hand_points(cards, number, starter) for cards, number in zip(kept_cards, kepts)]
        crib_code = sum([CODES[card >> 2] for card in crib_cards])
        crib = self.cribs[crib_code][starter >> 2] + _nob(crib_cards, starter)
        if _one_suit(crib_cards) and crib_cards[0] & 3 == starter & 3:
            crib += 5
        return Outcome(aways, kepts, starter, pegs, points, crib)

    def _drawn(self, number: int) -> list[int]:
        pack, chance = self.pack, self.chance.random
        for place in range(number):
            other = place + int(chance() * (52 - place))
            pack[place], pack[other] = pack[other], pack[place]
        return pack[:number]

    def hand_points(self, cards: list[int], number: int, starter: int) -> int:
        """Return the points of a hand."""
        points = self.shows[number][starter >> 2] + _nob(cards, starter)
        if _one_suit(cards):
            points += len(cards) + (cards[0] & 3 == starter & 3)
        return points

    def choice(self, hand: list[int], seat: int, noise: float = 0.0) -> int:
        """Return which of `picks` to lay away of sorted cards: the most points of hand, crib and play together."""
        whole = 0
        for card in hand:
            whole += CODES[card >> 2]
        known = self.choices[seat].get(whole)
        if known is None:
            worths = self._worths([card >> 2 for card in hand], whole, seat)
            known = self.choices[seat][whole] = worths.index(max(worths)), worths
        best, worths = known
        suits = self._flush(hand) or whole >> 3 * JACK & 7
        if not suits and not noise:
            return best
        if suits:
            worths = [a + b for a, b in zip(worths, self._suits(hand, self.own[seat]))]
        if noise:
            chance = self.chance.random
            worths = [worth + noise * (chance() - 0.5) for worth in worths]
        return worths.index(max(worths))

    def _worths(self, ranks: list[int], whole: int, seat: int) -> list[float]:
        """Return what each of `picks` is worth but for suits."""
        starters, sign = 52 - self.kind.dealt, 1 if self.own[seat] else -1
        found = []
        for pick in self.picks:
            away = sum([CODES[ranks[index]] for index in pick])
            kept = whole - away
            row = self.shows[kept]
            points = self.means[kept] - sum([row[rank] for rank in ranks])
            found.append(points / starters + self.play_worth[seat][kept] + sign * self.crib_worth[seat][away])
        return found

    def _flush(self, hand: list[int]) -> bool:
        suits = 0
        for card in hand:
            suits += 1 << 4 * (card & 3)
        kept = self.kind.hand_size
        return suits & 15 >= kept or suits >> 4 & 15 >= kept or suits >> 8 & 15 >= kept or suits >> 12 >= kept

    def _suits(self, hand: list[int], own: bool) -> list[float]:
        """Return what each pick is worth by nobs and flushes, which depend on suits."""
        starters = 52 - self.kind.dealt
        left = [13 - sum([card & 3 == suit for card in hand]) for suit in range(4)]
        worths = []
        for pick in self.picks:
            worth = 0.0
            for index, card in enumerate(hand):
                if card >> 2 == JACK:
                    worth += left[card & 3] / starters * (1 if own or index not in pick else -1)
            cards = [card for index, card in enumerate(hand) if index not in pick]
            if _one_suit(cards):
                worth += len(cards) + left[cards[0] & 3] / starters
            worths.append(worth)
        return worths


def _nob(cards: list[int], starter: int) -> int:
    for card in cards:
        if card >> 2 == JACK and card & 3 == starter & 3 and starter >> 2 != JACK:
            return 1
    return 0


def _one_suit(cards: list[int]) -> bool:
    suit = cards[0] & 3
    for card in cards:
        if card & 3 != suit:
            return False
    return True


class Learned:
    """What a round of deals tells of laying away and of the play; by seat from the dealer."""

    def __init__(self, kind: Kind) -> None:
        seats = range(kind.players)
        self.deals = 0
        self.away: list[dict[int, int]] = [{} for _ in seats]
        self.kept: list[dict[int, int]] = [{} for _ in seats]
        self.crib: list[dict[int, int]] = [{} for _ in seats]  # points of the cribs, by what the seat laid away
        self.pegged: list[dict[int, int]] = [{} for _ in seats]  # by what the seat kept
        self.against: list[dict[int, int]] = [{} for _ in seats]
        self.players = kind.players

    def add(self, found: Outcome) -> None:
        """Count one deal."""
        players = self.players
        self.deals += 1
        own = [0] * players
        for who, points in found.pegs:
            own[who] += points
        whole = sum(own)
        for seat in range(players):
            away, kept = found.away[seat], found.kept[seat]
            side = own[seat] + own[(seat + 2) % 4] if players == _FOUR else own[seat]
            others = whole - side
            _add_to(self.away[seat], away, 1)
            _add_to(self.kept[seat], kept, 1)
            _add_to(self.crib[seat], away, found.crib)
            _add_to(self.pegged[seat], kept, side)
            _add_to(self.against[seat], kept, others)


def _add_to(into: dict[int, int], key: int, number: int) -> None:
    into[key] = into.get(key, 0) + number


def learn(dealing: Dealing, deals: int, noise: float) -> Learned:
    """Play a round of `deals`, learning from the play, and take what it tells for what to lay away next."""
    found = Learned(dealing.kind)
    for _ in range(deals):
        found.add(dealing.deal(learning=True, noise=noise))
    learn_from(dealing, found)
    return found


def learn_from(dealing: Dealing, found: Learned) -> None:
    """Take what a round has told into the worths of `dealing`."""
    kind = dealing.kind
    for seat in range(kind.players):
        dealing.choices[seat].clear()
        if kind.players == 2:
            dealing.crib_worth[seat] = _crib_worths(found.away[1 - seat], dealing.cribs)
        else:
            numbers = found.away[seat]
            dealing.crib_worth[seat] = {
                away: found.crib[seat].get(away, 0) / numbers[away] if numbers.get(away) else 4.5
                for away in dealing.crib_worth[seat]
            }
        numbers = found.kept[seat]
        divisor = 2.0 if kind.players == 3 else 1.0
        net = {kept: found.pegged[seat][kept] - found.against[seat][kept] / divisor for kept in numbers}
        mean = sum(net.values()) / found.deals
        dealing.play_worth[seat] = {
            kept: (net.get(kept, 0) + 30 * mean) / (numbers.get(kept, 0) + 30) for kept in dealing.play_worth[seat]
        }


def _crib_worths(theirs: dict[int, int], table: dict[int, bytes]) -> dict[int, float]:
    """Return the mean crib for two ranks laid away, where the other player lays away `theirs` so many times."""
    worths = {}
    others = [(number, ranks_of(number), times) for number, times in theirs.items()]
    for mine in choices(2):
        mine_code = code(mine)
        whole, points = 0.0, 0.0
        for number, (low, high), times in others:
            unseen = [_FOUR - (mine_code >> 3 * rank & 7) for rank in (low, high)]
            ways = unseen[0] * (unseen[0] - 1) / 12 if low == high else unseen[0] * unseen[1] / 16
            if not ways:
                continue
            weight = times * ways
            row = table.get(mine_code + number)
            if row is None:
                continue
            together = mine_code + number
            starters = [_FOUR - (together >> 3 * rank & 7) for rank in RANKS]
            points += weight * sum([row[rank] * starters[rank] for rank in RANKS]) / 48
            whole += weight
        worths[mine_code] = points / whole if whole else 4.5
    return worths
