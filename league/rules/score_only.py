"""A result sent as a score alone: whether a division can take one, and which scores its format allows.

The games of both sides; and where points or the winner rest on matches, the matches that each has won. A score says
that every match was played, or its games were awarded: where both sides had nobody for one, the whole card is needed.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from league.rules.match_terms import Terms
from league.rules.possible_results import MOST_STEPS
from league.rules.problems import Problem
from league.rules.scheme import PARTS, PointsScheme
from league.rules.sheet_fields import DIGITS
from league.rules.sheets import SIDES, ScoreOnly, Side
from scoring.text import N_, NOTHING, Text

Pair = tuple[int, int]
# Names of the fields, by side.
GAMES: Mapping[Side, str] = {"home": "home-score", "away": "away-score"}
MATCHES: Mapping[Side, str] = {"home": "home-matches", "away": "away-matches"}
LONGEST = 3
WHOLE_CARDS = N_("This season’s results are sent as whole cards.")


def refusal(scheme: PointsScheme, terms: Terms) -> Text:
    """Why a division's results cannot be sent as a score alone; blank where they can."""
    if not terms.matches:
        return N_("This division has no fixture format yet.")
    if scheme.needs:
        parts = [PARTS[name].label for name in scheme.nonzero_parts if PARTS[name].needs]
        return Text("This division gives {parts}, so the whole card is needed.", parts=Text.joined(", ", parts))
    return NOTHING


def asks_matches(scheme: PointsScheme, terms: Terms) -> bool:
    """Whether the matches won are asked for too: something rests on them, and the games do not tell them."""
    return bool(scheme.match or scheme.won_by == "matches") and any(match.most > 1 for match in terms.matches)


def with_matches(score: ScoreOnly, terms: Terms) -> ScoreOnly:
    """The score with its matches won, where each match is one game and the games tell them."""
    if score.matches is None and all(match.most == 1 for match in terms.matches):
        return ScoreOnly(score.home, score.away, (score.home, score.away))
    return score


def played_in_all(terms: Terms) -> Text:
    """How many games a night has: ``15 games``, ``18 to 27 games``."""
    least, most = sum(one.needed for one in terms.matches), sum(one.most for one in terms.matches)
    if least == most:
        return Text.plural("{n} game in all", "{n} games in all", n=most)
    return Text("{least} to {most} games in all", least=least, most=most)


def parse_score(
    fields: Mapping[str, str], names: Mapping[Side, str], *, matches: bool, prefix: str = ""
) -> tuple[ScoreOnly | None, list[Problem]]:
    """Parse the numbers typed; None where one is missing or unreadable, each told at its field.

    Args:
        names: of the teams, by side.
        matches: whether the matches won are asked for.
        prefix: before the name of each field.
    """
    problems: list[Problem] = []

    def number(name: str, missing: Text) -> int | None:
        text = fields.get(prefix + name, "").strip()
        if DIGITS.fullmatch(text) and len(text) <= LONGEST:
            return int(text)
        wrong = Text("“{text}” is not a number of games; write digits, like 9.", text=text[:20]) if text else missing
        problems.append(Problem("number", wrong, prefix + name))
        return None

    home, away = (number(GAMES[side], Text("Enter {team}’s score.", team=names[side])) for side in SIDES)
    won: list[int | None] = [0, 0]
    if matches:
        won = [number(MATCHES[side], Text("Enter the matches {team} won.", team=names[side])) for side in SIDES]
    if home is None or away is None or won[0] is None or won[1] is None:
        return None, problems
    return ScoreOnly(home, away, (won[0], won[1])), problems


def check_score(score: ScoreOnly, terms: Terms, *, matches: bool, prefix: str = "") -> list[Problem]:
    """Check that a night of these terms can end so; what can be is told."""
    home, away = score.home, score.away
    least, most = sum(one.needed for one in terms.matches), sum(one.most for one in terms.matches)
    field = prefix + GAMES["home"]
    if not least <= home + away <= most:
        return [Problem("score", _wrong_total(score, least, most), field)]
    games = possible_scores(terms)
    if games is not None and (home, away) not in games:
        return [Problem("score", _impossible(score, games), field)]
    if not matches:
        return []
    field = prefix + MATCHES["home"]
    if score.matches is None and not _may_all_be_drawn(terms):
        return [Problem("matches", N_("Enter the matches each side won."), field)]
    won = score.matches or (0, 0)
    every = possible_matches(terms)
    possible = sum(won) <= len(terms.matches) if every is None else won in every.get((home, away), ())
    if possible:
        return []
    ways = sorted(every.get((home, away), ()), reverse=home >= away) if every else []
    message = Text(
        "{score} in games cannot be {matches} in matches.", score=f"{home}–{away}", matches=f"{won[0]}–{won[1]}"
    )
    return [Problem("matches", _with_examples(message, ways[:4]), field)]


def _wrong_total(score: ScoreOnly, least: int, most: int) -> Text:
    home, away = score.home, score.away
    n, told = home + away, f"{home}–{away}"
    if least == most:
        likely = [(home, most - home)] if home <= most else []
        likely += [(most - away, away)] if away <= most else []
        message = Text.plural(
            "{score} makes {n} game; {due} are played here.", "{score} makes {n} games; {due} are played here.",
            due=most, n=n, score=told,
        )  # fmt: skip
        return _with_examples(message, likely or [(most, 0), (most - 1, 1)])
    return Text.plural(
        "{score} makes {n} game; a night here has {least} to {most}.",
        "{score} makes {n} games; a night here has {least} to {most}.",
        least=least, most=most, n=n, score=told,
    )  # fmt: skip


def _impossible(score: ScoreOnly, games: Iterable[Pair]) -> Text:
    near = sorted(games, key=lambda pair: (abs(pair[0] - score.home) + abs(pair[1] - score.away), -pair[0]))
    return _with_examples(Text("No night here ends {score}.", score=f"{score.home}–{score.away}"), near[:2])


def _with_examples(message: Text, pairs: Iterable[Pair]) -> Text:
    told = list(dict.fromkeys(f"{home}–{away}" for home, away in pairs))
    if not told:
        return message
    return Text.joined(" ", (message, Text("It can be {scores}.", scores=Text.joined(", ", told))))


@lru_cache(maxsize=128)
def possible_scores(terms: Terms) -> frozenset[Pair] | None:
    """Every score in games of a night on which each match was played or awarded; None where there are too many."""
    found: set[Pair] = {(0, 0)}
    steps = 0
    for match in terms.matches:
        ends = [end for end in match.endings if any(end)]
        steps += len(found) * len(ends)
        if steps > MOST_STEPS:
            return None
        found = {(home + more, away + others) for home, away in found for more, others in ends}
    return frozenset(found)


@lru_cache(maxsize=128)
def possible_matches(terms: Terms) -> Mapping[Pair, frozenset[Pair]] | None:
    """The matches that can be won by a score in games; None where there are too many."""
    found: set[tuple[int, int, int, int]] = {(0, 0, 0, 0)}
    steps = 0
    for match in terms.matches:
        ends = [(home, away, int(home > away), int(away > home)) for home, away in match.endings if home or away]
        steps += len(found) * len(ends)
        if steps > MOST_STEPS:
            return None
        found = {(a + e, b + f, c + g, d + h) for a, b, c, d in found for e, f, g, h in ends}
    by_games: dict[Pair, set[Pair]] = {}
    for home, away, won, lost in found:
        by_games.setdefault((home, away), set()).add((won, lost))
    return {games: frozenset(matches) for games, matches in by_games.items()}


def _may_all_be_drawn(terms: Terms) -> bool:
    return all(any(home == away > 0 for home, away in match.endings) for match in terms.matches)
