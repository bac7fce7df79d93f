"""A count as it is called aloud at the table (R36): a running total, fifteens first, the rest in the ruleset's order.

The order is that of the combinations. Where runs come first, a run is called with its pairs, “a double run”; where
pairs do, each run is called by itself after them.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from scoring.cards import Rank
from scoring.combination import Combination, Kind
from scoring.text import N_, Text

_UNITS = (
    N_("nought"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
    N_("eleven"),
    N_("twelve"),
    N_("thirteen"),
    N_("fourteen"),
    N_("fifteen"),
    N_("sixteen"),
    N_("seventeen"),
    N_("eighteen"),
    N_("nineteen"),
)
_TENS = (N_("twenty"), N_("thirty"), N_("forty"), N_("fifty"), N_("sixty"), N_("seventy"), N_("eighty"), N_("ninety"))
_PAIRS = {
    Kind.PAIR: (N_("a pair"), N_("another pair")),
    Kind.PAIR_ROYAL: (N_("a pair royal"), N_("another pair royal")),
    Kind.DOUBLE_PAIR_ROYAL: (N_("a double pair royal"), N_("another double pair royal")),
}
_RANKED = {Kind.RUN, *_PAIRS}
# Runs over the same ranks are called as one. Six or seven cards can hold more of them than the names of R31 reach.
# “A double run” is of three; only a longer one says its length.
_RUNS = {
    2: (N_("a double run"), N_("another double run")),
    3: (N_("a triple run"), N_("another triple run")),
    4: (N_("a quadruple run"), N_("another quadruple run")),
    6: (N_("a sixfold run"), N_("another sixfold run")),
    8: (N_("an eightfold run"), N_("another eightfold run")),
    9: (N_("a ninefold run"), N_("another ninefold run")),
    12: (N_("a twelvefold run"), N_("another twelvefold run")),
}
_LONG_RUNS = {
    1: (N_("a run of {length}"), N_("another run of {length}")),
    2: (N_("a double run of {length}"), N_("another double run of {length}")),
    3: (N_("a triple run of {length}"), N_("another triple run of {length}")),
    4: (N_("a quadruple run of {length}"), N_("another quadruple run of {length}")),
    6: (N_("a sixfold run of {length}"), N_("another sixfold run of {length}")),
    8: (N_("an eightfold run of {length}"), N_("another eightfold run of {length}")),
}
_FLUSH = (N_("a flush of {length}"), N_("another flush of {length}"))
_NOB = N_("one for his nob")
_Phrase = tuple[Text, Text]  # as it is called first, and again


def announce(combinations: Sequence[Combination]) -> Text:
    """“fifteen two, fifteen four, and a double run makes twelve”; a hand of no combinations is “nineteen”."""
    fifteens = sum(combination.kind is Kind.FIFTEEN for combination in combinations)
    calls = [_fifteen(number) for number in range(1, fifteens + 1)]
    called: set[_Phrase] = set()
    total = 2 * fifteens
    for phrase, points in _phrases(combinations):
        total += points
        calls.append(_call(phrase[phrase in called], total, first=not calls))
        called.add(phrase)
    if not calls:
        return _UNITS[19]
    if len(calls) in (1, fifteens):  # a list of nothing but fifteens needs no “and”
        return Text.joined(", ", calls)
    return Text("{calls}, and {last}", calls=Text.joined(", ", calls[:-1]), last=calls[-1])


def phrases() -> dict[str, Text]:
    """Return what `announce` makes its sentences of, with gaps such as ``{points}`` where words go.

    A twin of it in another language needs no words of its own: numbers are ``number-0`` to ``number-49``, runs of three
    ``run-2`` (a double one) and so on, others ``long-run-1`` and so on; with ``-again`` after another of the kind.
    """
    pairs = {str(kind).replace(" ", "-"): phrase for kind, phrase in _PAIRS.items()}
    runs = {f"run-{times}": phrase for times, phrase in _RUNS.items()}
    long_runs = {f"long-run-{times}": phrase for times, phrase in _LONG_RUNS.items()}
    twice = {**pairs, **runs, **long_runs, "flush": _FLUSH}
    first = {key: phrase[0] for key, phrase in twice.items()}
    again = {f"{key}-again": phrase[1] for key, phrase in twice.items()}
    open_gaps = {name: f"{{{name}}}" for name in ("calls", "last", "phrase", "points")}
    calls = {
        "fifteen": Text("fifteen {points}", points=open_gaps["points"]),
        "is": Text("{phrase} is {points}", phrase=open_gaps["phrase"], points=open_gaps["points"]),
        "makes": Text("{phrase} makes {points}", phrase=open_gaps["phrase"], points=open_gaps["points"]),
        "and": Text("{calls}, and {last}", calls=open_gaps["calls"], last=open_gaps["last"]),
        "nob": _NOB,
    }
    return {**{f"number-{n}": in_words(n) for n in range(50)}, **first, **again, **calls}


@cache
def in_words(number: int) -> Text:
    """A number of points, 0 to 99, in words."""
    if number < len(_UNITS):
        return _UNITS[number]
    tens, unit = divmod(number, 10)
    return Text("{tens}-{unit}", tens=_TENS[tens - 2], unit=_UNITS[unit]) if unit else _TENS[tens - 2]


@cache
def _fifteen(number: int) -> Text:
    return Text("fifteen {points}", points=in_words(2 * number))


def _call(phrase: Text, total: int, *, first: bool) -> Text:
    if first and phrase == _NOB:
        return phrase
    if first:
        return Text("{phrase} is {points}", phrase=phrase, points=in_words(total))
    return Text("{phrase} makes {points}", phrase=phrase, points=in_words(total))


def _phrases(combinations: Sequence[Combination]) -> Iterator[tuple[_Phrase, int]]:
    """Return what is called after the fifteens, each with its points: runs and pairs in their order, flush, nob."""
    ranked = [combination for combination in combinations if combination.kind in _RANKED]
    if ranked and ranked[0].kind in _PAIRS:
        for combination in ranked:
            yield _by_itself(combination), combination.points
    else:
        yield from _runs_first(ranked)
    for combination in combinations:
        if combination.kind is Kind.FLUSH:
            yield _of_length(_FLUSH, len(combination.cards)), combination.points
        elif combination.kind is Kind.NOB:
            yield (_NOB, _NOB), combination.points


def _by_itself(combination: Combination) -> _Phrase:
    if combination.kind is Kind.RUN:
        return _of_length(_LONG_RUNS[1], len(combination.cards))
    return _PAIRS[combination.kind]


def _runs_first(combinations: Sequence[Combination]) -> Iterator[tuple[_Phrase, int]]:
    """Runs with the pairs in them, then the other pairs."""
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
        yield _PAIRS[pair.kind], pair.points


def _run_phrase(times: int, length: int) -> _Phrase:
    return _RUNS[times] if times > 1 and length == 3 else _of_length(_LONG_RUNS[times], length)


def _of_length(phrase: _Phrase, length: int) -> _Phrase:
    first, again = phrase
    return of_length(first, length), of_length(again, length)


@cache
def of_length(phrase: Text, length: int) -> Text:
    """Fill the gap `length` of a phrase with a number in words."""
    return Text(phrase, length=in_words(length))
