"""A count as it is called aloud at the table (R36): a running total, fifteens first."""

from collections.abc import Iterator, Sequence

from scoring.cards import Rank
from scoring.combination import Combination, Kind

# fmt: off
_UNITS = (
    "nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
# fmt: on
_TENS = ("", "", "twenty", "thirty", "forty")
# Runs over the same ranks are called as one. Six cards can hold more of them than the names of R31 reach.
_FOLD = {2: "double", 3: "triple", 4: "quadruple", 6: "sixfold", 8: "eightfold"}
_PAIRS = (Kind.PAIR, Kind.PAIR_ROYAL, Kind.DOUBLE_PAIR_ROYAL)
_NOB = "one for his nob"


def announce(combinations: Sequence[Combination]) -> str:
    """“fifteen two, fifteen four, and a double run makes twelve”; a hand of no combinations is “nineteen”."""
    fifteens = sum(combination.kind is Kind.FIFTEEN for combination in combinations)
    calls = [f"fifteen {in_words(2 * number)}" for number in range(1, fifteens + 1)]
    called: set[str] = set()
    total = 2 * fifteens
    for phrase, points in _phrases(combinations):
        total += points
        calls.append(_call(phrase, total, first=not calls, again=phrase in called))
        called.add(phrase)
    if not calls:
        return "nineteen"
    if len(calls) in (1, fifteens):  # a list of nothing but fifteens needs no “and”
        return ", ".join(calls)
    return f"{', '.join(calls[:-1])}, and {calls[-1]}"


def in_words(number: int) -> str:
    """A number of points, 0 to 49, in words."""
    if number < len(_UNITS):
        return _UNITS[number]
    tens, unit = divmod(number, 10)
    return f"{_TENS[tens]}-{_UNITS[unit]}" if unit else _TENS[tens]


def _call(phrase: str, total: int, *, first: bool, again: bool) -> str:
    if first and phrase == _NOB:
        return phrase
    if again:
        phrase = f"another{phrase.removeprefix('a')}"
    return f"{phrase} {'is' if first else 'makes'} {in_words(total)}"


def _phrases(combinations: Sequence[Combination]) -> Iterator[tuple[str, int]]:
    """What is called after the fifteens, each with its points: runs, pairs outside them, flush, nob."""
    pairs = {c.cards[0].rank: c for c in combinations if c.kind in _PAIRS}
    runs: dict[tuple[Rank, ...], list[Combination]] = {}
    for combination in combinations:
        if combination.kind is Kind.RUN:
            runs.setdefault(tuple(card.rank for card in combination.cards), []).append(combination)
    for ranks, alike in runs.items():
        within = [
            pairs.pop(rank).points for rank in ranks if rank in pairs
        ]  # R31: a double run is called with its pair
        yield _run_phrase(len(alike), len(ranks)), sum(within) + sum(run.points for run in alike)
    for pair in pairs.values():
        yield f"a {pair.kind}", pair.points
    for combination in combinations:
        if combination.kind is Kind.FLUSH:
            yield f"a flush of {in_words(len(combination.cards))}", combination.points
        elif combination.kind is Kind.NOB:
            yield _NOB, combination.points


def _run_phrase(times: int, length: int) -> str:
    if times == 1:
        return f"a run of {in_words(length)}"
    # “A double run” is of three; only a longer one says its length.
    run = f"{_FOLD[times]} run" if length == 3 else f"{_FOLD[times]} run of {in_words(length)}"
    return f"an {run}" if run.startswith("e") else f"a {run}"
