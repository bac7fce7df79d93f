"""Check matches whose games are only counted, with or without the points pegged in all of them."""

from collections.abc import Iterator

from league.rules.match_terms import MatchTerms
from league.rules.problems import Problem
from league.rules.sheet_places import place_of_match
from league.rules.sheets import HOME, SIDES, MatchSheet, Side, Totals
from scoring.text import N_, Text


def check_totals(match: MatchSheet, due: MatchTerms, *, rulings: int, unfinished: bool) -> Iterator[Problem]:
    """Yield problems of counted games and their points; `rulings` of them may be awarded.

    Points are checked against the games as played: an award moves a game, and no point.
    """
    place, where = f"m{match.number}-games", place_of_match(match.number)
    if match.totals != due.counted or any(game.home is not None for game in match.games):
        message = (
            N_("Games are only counted here; leave the single ones empty.")
            if due.counted
            else N_("The games of this match are written down one by one, not only how many each side won.")
        )
        yield Problem("totals", message, place, where)
        return
    found = match.counted
    given = found.given_home + found.given_away
    if given or found.to_home + found.to_away > rulings:
        message = N_("Only a referee awards a single game. Leave a whole side empty if it had nobody to play.")
        yield Problem("awarded", message, place, where)
    elif not (found.home or found.away):
        yield Problem("no-total", _no_totals(due), place, where)
    elif not due.can_end_at(found.home, found.away) and not (unfinished and not due.is_over(found.home, found.away)):
        yield Problem("total", _not_so(found, due), place, where)
        yield from _check_points(found, due, match.number, known=False)
    else:
        yield from _check_points(found, due, match.number, known=True)


def _check_points(found: Totals, due: MatchTerms, match: int, *, known: bool) -> Iterator[Problem]:
    """Yield problems of the points pegged; `known`: the games say how many are possible."""
    games = {"home": (found.home, found.away), "away": (found.away, found.home)}
    for side, points in zip(SIDES, found.pegged, strict=True):
        message, (least, most) = None, due.pegged_by(*games[side])
        if not due.pegged:
            message = None if points is None else N_("The points pegged are not written down here; leave them empty.")
        elif points is None:
            message = _missing(side, (least, most) if known else None)
        elif known and not least <= points <= most:
            message = _impossible(side, points, games[side], (least, most))
        if message is not None:
            yield Problem("points", message, f"m{match}-{side}-pegged", place_of_match(match))


def _missing(side: Side, bounds: tuple[int, int] | None) -> Text:
    if bounds is None:
        home, away = N_("Enter the points the home side pegged."), N_("Enter the points the away side pegged.")
        return home if side == HOME else away
    home, away = (
        N_("Enter the points the home side pegged: {right}."),
        N_("Enter the points the away side pegged: {right}."),
    )
    return Text(home if side == HOME else away, right=_range(bounds))


def _impossible(side: Side, points: int, games: tuple[int, int], bounds: tuple[int, int]) -> Text:
    won, lost = games
    home = N_("Won {won}, lost {lost}: the home side pegged {right} points in these games, not {points}.")
    away = N_("Won {won}, lost {lost}: the away side pegged {right} points in these games, not {points}.")
    return Text(home if side == HOME else away, won=won, lost=lost, right=_range(bounds), points=points)


def _range(bounds: tuple[int, int]) -> Text:
    least, most = bounds
    return Text("{least} to {most}", least=least, most=most) if least < most else Text("{points}", points=most)


def _no_totals(due: MatchTerms) -> Text:
    likely = [*_likely_ends(due), "0–1"][:2]
    return Text("Enter how many games each side won, like {one} or {two}.", one=likely[0], two=likely[1])


def _likely_ends(due: MatchTerms) -> list[str]:
    """Finals of a match that one side wins, the clearest first: ``2–0``, ``2–1``."""
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
