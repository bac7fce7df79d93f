"""The conditions for the games of a match to stand, where no more is written down than how many each side won."""

from collections.abc import Iterator

from league.rules.match_terms import MatchTerms
from league.rules.problems import Problem
from league.rules.sheets import MatchSheet, Totals, place_of_match
from scoring.text import N_, Text


def check_totals(match: MatchSheet, due: MatchTerms, *, rulings: int, unfinished: bool) -> Iterator[Problem]:
    """Yield what is wrong with the games of a match of which only how many each side won is written down.

    Args:
        rulings: so many of its games may stand on a ruling.
    """
    place, where = f"m{match.number}-games", place_of_match(match.number)
    if match.totals != (due.written == "totals") or any(game.home is not None for game in match.games):
        message = (
            N_("Only how many games each side won is written down here; leave its games empty.")
            if due.written == "totals"
            else N_("The games of this match are written down one by one, not only how many each side won.")
        )
        yield Problem("totals", message, place, where)
        return
    found = Totals.of(match.games)
    given = found.given_home + found.given_away
    if given or found.to_home + found.to_away > rulings:
        message = N_("Only a referee awards a single game. Leave a whole side empty if it had nobody to play.")
        yield Problem("awarded", message, place, where)
    elif not (found.home or found.away):
        yield Problem("no-total", _no_totals(due), place, where)
    elif not due.ends_at(found.home, found.away) and not (unfinished and not due.over(found.home, found.away)):
        yield Problem("total", _not_so(found, due), place, where)


def _no_totals(due: MatchTerms) -> Text:
    likely = [*_likely_ends(due), "0–1"][:2]
    return Text("Enter how many games each side won, like {one} or {two}.", one=likely[0], two=likely[1])


def _likely_ends(due: MatchTerms) -> list[str]:
    """The ends of a match that one side wins, the clearest first: ``2–0``, ``2–1``."""
    if due.ends == "all":
        return [f"{due.games - lost}–{lost}" for lost in range(due.games // 2 + 1)]
    return [f"{due.needed}–{lost}" for lost in range(due.needed)]


def _not_so(found: Totals, due: MatchTerms) -> Text:
    said = {"home": found.home, "away": found.away}
    if due.games == 1:
        return N_("A match of one game ends 1–0 or 0–1.")
    if due.ends == "all":
        return Text.plural(
            "{home}–{away} makes {n} game; all {due} are played, so the two numbers add up to {due}.",
            "{home}–{away} makes {n} games; all {due} are played, so the two numbers add up to {due}.",
            n=found.home + found.away,
            due=due.games,
            **said,
        )
    ways = " · ".join(_likely_ends(due))
    if due.ends == "best":
        return Text(
            "The best of {n} does not end {home}–{away}: it is over as soon as one side has won {needed} ({ways}).",
            n=due.games,
            needed=due.needed,
            ways=ways,
            **said,
        )
    return Text(
        "The first to {needed} does not end {home}–{away}: it is over as soon as one side has won {needed} ({ways}).",
        needed=due.needed,
        ways=ways,
        **said,
    )
