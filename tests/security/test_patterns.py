"""The door of regular expressions: what an attacker gains who sends a text on which one of them never ends.

A pattern is safe if twice the text costs twice the time. Each is run, as the code runs it, on families of text at
20,000 and 40,000 characters: t(40,000) / t(20,000) is 3 at the most wherever it takes more than 5 ms.
"""

import contextlib
import gc
import re
import time
from collections.abc import Callable

import pytest
from django.urls import Resolver404, resolve
from django.urls.resolvers import RegexPattern

from league.rules import written_games
from league.services.portability.league_import import keys
from scoring import PositionError, parse_game
from scoring.position import _NAME, LONGEST
from tests.security.patterns import Used, addresses, patterns

SHORT, LONG = 20_000, 40_000
NO_TIME = 0.005
MOST = 3.0
# Those that are put together from a template of ours.
SHAPES = sorted({shape for each in keys.NOTICES.values() for shape in each})
DYNAMIC = {keys.__name__: [keys._pattern(shape)[0] for shape in SHAPES]}
UNITS = (
    " ", "\n", "\t", "\r\n", " \n", "\u00a0", "0", "7", "a", "A", "-", "_", ",", ":", ";", "=", "|", "#", "/", ".", "@",
    "'", "aaaa!", "a ", "a 1 ", "1 ", "1,", "1:", "a@", "a.", "a@a.", "1-", "-1", "a-a", "1:1 ", "2026-11-22",
    "2026-", "players", "players ", "players\n",
    "deal", "deal ", "deal\n", "deal 1:\n", "crib", "crib ", "crib 1 ", "hands 1 ",
    "muggins ", "heels", "play 1", "rules\n", "laid  ", "over ", "8H ", "10H", "8H=2 ", "= ", "=1", "go | ",
    "5H 6D, Ben 10 ", "m1-home-1", "-g1-", '"', "{a}", "*{a}", "{", "/calendars/my/", "é", "١", "♠",
)  # fmt: skip
# What ends a run of the same decides whether a pattern goes back and tries again.
AROUND = (("", ""), ("", "!"), ("x", "\n!"), ("deal 1: crib ", " x"), ("players ", "#"), ("@", "@"), ("1 ", " 1 "))


def families(length: int, units: tuple[str, ...]) -> dict[str, str]:
    """Texts of a length, by what they are made of."""
    return {
        f"{before!r} {unit!r}… {after!r}": before + (unit * (length // len(unit) + 1))[:length] + after
        for unit in units
        for before, after in AROUND
    }


def runner(pattern: re.Pattern[str], method: str) -> Callable[[str], object]:
    """Return a function that applies the pattern by this method, through all its matches."""
    if method == "finditer":
        return lambda text: sum(1 for _ in pattern.finditer(text))
    if method in ("sub", "subn"):
        return lambda text: pattern.sub("", text)
    return getattr(pattern, method)  # type: ignore[no-any-return]


def took(run: Callable[[str], object], text: str) -> float:
    # What collecting garbage takes depends on the other tests.
    gc.disable()
    try:
        began = time.thread_time()
        run(text)
        return time.thread_time() - began
    finally:
        gc.enable()


def grows(run: Callable[[str], object], short: str, long: str) -> float:
    """Return the longer text's time as a multiple of the shorter's, the best of a few; 0 if both take no time."""
    # What is hopeless is not waited for: a sixteenth of the text that takes so long.
    if took(run, long[: len(long) // 16]) > 0.2:
        return 99.0
    slow = took(run, long)
    if slow <= NO_TIME:
        return 0.0
    ratio = 99.0
    for _ in range(5):
        slow = min(slow, took(run, long))
        if slow <= NO_TIME:
            return 0.0
        ratio = min(ratio, slow / max(1e-6, min(took(run, short) for _ in range(2))))
        if ratio <= MOST:
            break
    return ratio


def slow_families(found: list[Used], units: tuple[str, ...] = UNITS) -> list[str]:
    shorter, longer = families(SHORT, units), families(LONG, units)
    slow = []
    looked_at = set()  # the same words may stand in two modules
    for used in found:
        for method in sorted(used.methods):
            if (used.pattern, method) in looked_at:
                continue
            looked_at.add((used.pattern, method))
            run = runner(used.pattern, method)
            for family, long in longer.items():
                ratio = grows(run, shorter[family], long)
                if ratio > MOST:
                    slow.append(f"{used.where} {method}: {used.pattern.pattern[:60]!r} on {family}: {ratio:.1f}")
                    break
    return slow


@pytest.mark.long
def test_every_pattern_of_the_code_is_linear() -> None:
    """Gains the machine: 20,000 newlines in a written game cost eleven seconds a post, and two for each who looked."""
    found, lost = patterns(DYNAMIC)
    assert lost == []
    assert len(found) > 30
    assert [used.where for used in found if not used.methods] == []
    assert slow_families(found) == []


GAME, DEAL = "game\nplayers: Ann, Ben\ndealer: Ann\n", "deal 1\n"
SHEET = "sheet\nplayers: Ann, Ben\ndealer: Ann\n"
LINES = (
    "", "deal", "deal 1: Ann", "del 2", "junk", "players: Ann, Ben", "cut: 7H KD", "result: Ann 121 98", "score: 1 2",
    "play: 8H 7C go | KD", "hand Ann: 5H 6D 7C 8S = 14, Ben 16 muggins", "dealt Ann: 5H 6D 7C 8S 9H",
    "misdeal: new deal",     "over-pegging Ann: 2", "starter: JD", "laid away Ann: 5H 6D",
    "deal 1: heels 0, play 3 4, hands 8 6, crib 4 = 14 11",
)  # fmt: skip
RUNS = (
    (GAME + DEAL + "play: ", "8H "), (GAME + DEAL + "play: ", "|"), (GAME + DEAL + "hand Ann: 5H = 5,", " 1"),
    (GAME + "result:", " 1"), ("game\nplayers: ", "A,"), (SHEET + "deal 1: play ", "3 "),
    (SHEET + "deal 1: ", "play 3, "),
    (SHEET + "deal 1: play 3 4, hands 8 6, ", "crib"), ("", " "), ("", "\u2028"), ("", "\r"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("before", "unit"), [*((head, f"{line}\n") for head in (GAME, GAME + DEAL, SHEET) for line in LINES), *RUNS]
)
def test_a_written_game_is_read_in_time(before: str, unit: str) -> None:
    """Gains the machine without a pattern: by a nested loop over a game's deals, run for everybody who views it."""
    # That a game of so many lines is refused does not help whoever looks at one that was stored before.
    short, long = ((before + unit * (length // len(unit))) for length in (SHORT // 4, SHORT // 2))
    assert grows(written_games.read_game, short, long) <= MOST
    assert grows(lambda text: written_games.with_deal(text, written_games.DealInput(starter="JD")), short, long) <= MOST


POSITION = "game/1; rules league:1; players Ann, Bob; score 0 2; dealer Bob; deal 1; next play; "


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        (POSITION, 'b c\\"', ""), (POSITION + 'first "', 'b c\\"', ""), (POSITION + "first ", " ", '"'),
        (POSITION + "hand ", " ", '" x'), (POSITION + 'hand "', "\\\\", ""), (POSITION + "hand ", '"a" ', ""),
        (POSITION, "a b;", ""), (POSITION, "hand Ann: 5H;", ""), ("game/1; players ", "A,", ""),
    ],
)  # fmt: skip
def test_a_position_is_read_in_time(before: str, unit: str, after: str) -> None:
    """Gains the machine: 20,000 quotes that end nowhere cost thirteen seconds."""

    def read(text: str) -> None:
        with contextlib.suppress(PositionError):
            parse_game(text)

    # No position is read that is longer.
    short, long = (before + unit * ((length - 200) // len(unit)) + after for length in (LONGEST // 2, LONGEST))
    assert grows(read, short, long) <= MOST


@pytest.mark.parametrize("text", [" " * 10_000 + '"', " " * 10_000 + '"a', '"' + "\\a" * 10_000])
def test_a_name_before_a_lone_quote_is_looked_at_once(text: str) -> None:
    assert grows(_NAME.match, text[: len(text) // 2] + '"', text) <= MOST
    assert _NAME.match(text) is None


# An address is looked at before anybody has signed in. A blank or a line's end comes into it as %20 and %0A.
OF_ADDRESSES = (
    *("a", "0", "-", "/", "a/", "a-", "0/", ".", "%", " ", "\n", "a\n", "\u00e9", "\u0661"),
    *("history/", "/history/", "password/", "result/", "leagues/town/", "seasons/1/"),
)
BEFORE = (
    "", "leagues/", "leagues/town/", "leagues/town/seasons/", "leagues/town/fixtures/1/", "api/v1/", "api/v1/leagues/",
    "api/v1/leagues/town/fixtures/", "admin/", "admin/league/user/", "accounts/", "accounts/confirm-email/",
    "accounts/password/reset/key/", "calendars/my/",
)  # fmt: skip
AFTER = ("", "/", "\n!")


def test_every_part_of_an_address_is_matched_in_time() -> None:
    """Gains the machine without an account, by a long address."""
    ways = addresses()
    assert len(ways) > 200
    slow = []
    for unit in OF_ADDRESSES:
        for after in AFTER:
            short, long = ((unit * length)[:length] + after for length in (SHORT, LONG))
            slow += [f"{way} on {unit!r}… {after!r}" for way, match in ways.items() if grows(match, short, long) > MOST]
    assert slow == []


def test_every_whole_address_is_found_or_not_in_time() -> None:
    """Gains the machine by an address of many parts, each of which is quick to match by itself."""

    def find(path: str) -> None:
        with contextlib.suppress(Resolver404):
            resolve(path)

    slow = []
    for before in BEFORE:
        for unit in OF_ADDRESSES:
            short, long = (f"/{before}{(unit * length)[:length]}!" for length in (SHORT, LONG))
            slow += [f"{before} {unit!r}…"] if grows(find, short, long) > MOST else []
    assert slow == []


def test_an_address_with_a_loop_in_a_loop_would_be_found() -> None:
    """The two tests above can fail: a pattern with a nested loop is found to be slow."""
    match = RegexPattern(r"^a*a*b/$", is_endpoint=True).match
    assert grows(match, "a" * 2_000, "a" * 8_000) > MOST


@pytest.mark.parametrize(
    ("pattern", "method"), [(r"(?im)^\s*players\s*:?\s*([^#\n]*)", "search"), (r"(?im)^\s*deal\b", "findall")]
)
def test_the_patterns_of_the_attack_would_be_found(pattern: str, method: str) -> None:
    """The test of every pattern can fail: the patterns that were attacked are found to be slow."""
    assert grows(runner(re.compile(pattern), method), "\n" * 2_000, "\n" * 8_000) > MOST
