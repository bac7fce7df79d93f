"""Check a sheet as a result (R50, R51)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.rules.line_ups import LineUps, out_of_order, short_sides
from league.rules.match_terms import KIND_NAMES, PLAYERS, TARGET, MatchTerms, Terms
from league.rules.problems import Problem
from league.rules.sheets import (
    AWAY,
    HOME,
    SIDES,
    GameScore,
    MatchSheet,
    ResultSheet,
    Side,
    Totals,
    place_of_game,
    place_of_match,
)
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
        yield Problem("total", _impossible_total(found, due), place, where)
        yield from _check_points(found, due, match.number, known=False)
    else:
        yield from _check_points(found, due, match.number, known=True)


def _check_points(totals: Totals, due: MatchTerms, match: int, *, known: bool) -> Iterator[Problem]:
    """Yield problems of the points pegged; `known`: the games say how many are possible."""
    games = {"home": (totals.home, totals.away), "away": (totals.away, totals.home)}
    for side, points in zip(SIDES, totals.pegged, strict=True):
        message, (least, most) = None, due.pegged_by(*games[side])
        if not due.pegged:
            message = None if points is None else N_("The points pegged are not written down here; leave them empty.")
        elif points is None:
            message = _missing_points(side, (least, most) if known else None)
        elif known and not least <= points <= most:
            message = _impossible_points(side, points, games[side], (least, most))
        if message is not None:
            yield Problem("points", message, f"m{match}-{side}-pegged", place_of_match(match))


# A page that knows the teams has their names in place of these.
SIDES_IN_WORDS = {HOME: N_("the home side"), AWAY: N_("the away side")}


def _missing_points(side: Side, bounds: tuple[int, int] | None) -> Text:
    if bounds is None:
        return Text("Enter the points {side} pegged.", side=SIDES_IN_WORDS[side])
    return Text("Enter the points {side} pegged: {right}.", side=SIDES_IN_WORDS[side], right=_format_range(bounds))


def _impossible_points(side: Side, points: int, games: tuple[int, int], bounds: tuple[int, int]) -> Text:
    won, lost = games
    message = N_("Won {won}, lost {lost}: {side} pegged {right} points in these games, not {points}.")
    return Text(message, side=SIDES_IN_WORDS[side], won=won, lost=lost, right=_format_range(bounds), points=points)


def _format_range(bounds: tuple[int, int]) -> Text:
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


def _impossible_total(totals: Totals, due: MatchTerms) -> Text:
    params = {"home": totals.home, "away": totals.away}
    if due.games == 1:
        return N_("A match of one game ends 1–0 or 0–1.")
    if due.ends == "all":
        return Text.plural(
            "{home}–{away} makes {n} game; all {due} are played, so the two numbers add up to {due}.",
            "{home}–{away} makes {n} games; all {due} are played, so the two numbers add up to {due}.",
            n=totals.home + totals.away,
            due=due.games,
            **params,
        )
    ways = " · ".join(_likely_ends(due))
    if due.ends == "best":
        return Text(
            "The best of {n} does not end {home}–{away}: it is over as soon as one side has won {needed} ({ways}).",
            n=due.games,
            needed=due.needed,
            ways=ways,
            **params,
        )
    return Text(
        "The first to {needed} does not end {home}–{away}: it is over as soon as one side has won {needed} ({ways}).",
        needed=due.needed,
        ways=ways,
        **params,
    )


# A player who stands one short of the target can count at most a hand of 29.
LARGEST_HAND = 29


@dataclass(frozen=True, slots=True)
class Doubt:
    """A suspiciously low losing score: 7 for 78. A lurch may be right all the same."""

    match: int
    game: int
    score: int

    @property
    def field(self) -> str:
        return f"m{self.match}-g{self.game}"

    @property
    def key(self) -> str:
        """Place and score, ``m3-g2:7``: confirming this one says nothing of another."""
        return f"{self.field}:{self.score}"


def doubts(sheet: ResultSheet, terms: Terms) -> list[Doubt]:
    """Games whose loser has not come half-way: 0 to 60 of 121, 0 to 30 of 61; not awarded ones."""
    return [
        Doubt(match.number, number, min(game.home, game.away))
        for match in sheet.matches
        for number, game in enumerate(match.games, start=1)
        if game.home is not None and game.away is not None and not game.awarded
        if min(game.home, game.away) < (terms.match(match.number).target + 1) // 2
    ]


def check_game(home: int, away: int, target: int = TARGET) -> list[Problem]:
    """Check a played game: exactly one side has reached the target."""
    most = target - 1 + LARGEST_HAND
    if home < 0 or away < 0:
        return [Problem("negative", N_("a score cannot be below 0"))]
    if home == away:
        return [Problem("equal", N_("a game cannot be drawn: one side pegs out first"))]
    if home >= target and away >= target:
        message = Text("both sides reached {target}, but a game ends when the first does", target=target)
        return [Problem("both-won", message)]
    if home < target and away < target:
        return [Problem("nobody-won", Text("nobody reached {target}", target=target))]
    if max(home, away) > most:
        return [Problem("too-many", Text("a game to {target} cannot end above {most}", target=target, most=most))]
    return []


def check(
    sheet: ResultSheet,
    terms: Terms,
    *,
    home_squad: Mapping[int, str],
    away_squad: Mapping[int, str],
    awarded: Collection[tuple[int, int]] = (),
    unfinished: bool = False,
) -> list[Problem]:
    """Return everything wrong with a sheet, in its order; `eligibility` is separate.

    Args:
        home_squad, away_squad: names by id of those registered that day.
        awarded: games (match, game) that rulings have awarded; only these may be, whatever was pegged (R43).
        unfinished: the fixture was abandoned: games at the end of a match, and whole matches, may be missing.
    """
    problems = list(_check_whole(sheet, terms, unfinished=unfinished))
    players = LineUps({HOME: home_squad, AWAY: away_squad}, terms, short_sides(sheet, terms))
    for number, match in enumerate(sheet.matches, start=1):
        where = place_of_match(match.number)
        if match.number != number:
            message = Text("This is match {number} of the sheet, not match {said}.", number=number, said=match.number)
            problems.append(Problem("number", message, f"m{match.number}", where))
        due_here = terms.match(number)
        if number <= len(terms.matches) and match.kind != due_here.kind:
            kind, said = KIND_NAMES[due_here.kind], KIND_NAMES[match.kind]
            message = Text("This match is {kind}, not {said}.", kind=kind, said=said)
            problems.append(Problem("kind", message, f"m{match.number}", where))
        if match.nobody:
            # Where each plays each, its seats are those of other matches too.
            problems += players.check(match, due_here.players, absent=SIDES)
            continue
        begun = not all(game.blank for game in match.games)
        if unfinished and not begun:
            continue
        if _absent(match, HOME) and _absent(match, AWAY) and not begun:
            problems += _nothing_entered(match.number, due_here)
            continue
        seats = due_here.players if match.kind == due_here.kind else PLAYERS.get(match.kind, due_here.players)
        problems += players.check(match, seats, absent=_giving_up(match))
        problems += _check_short(match, due_here)
        if due_here.counted or match.totals:
            empty = _awards(match) and (_absent(match, HOME) or _absent(match, AWAY))
            if not empty:  # of a side that is short everything is told by now
                most = sum(place[0] == match.number for place in awarded)
                problems += check_totals(match, due_here, rulings=most, unfinished=unfinished)
            continue
        ruled = [(match.number, game) in awarded for game in range(1, len(match.games) + 1)]
        problems += _check_games(match, due_here, ruled=ruled, unfinished=unfinished)
    return [*problems, *([] if unfinished else out_of_order(sheet, terms))]


def _check_whole(sheet: ResultSheet, terms: Terms, *, unfinished: bool) -> Iterator[Problem]:
    """Yield problems of the whole sheet: nothing was played, or its matches are not the fixture's."""
    if unfinished and all(game.blank for match in sheet.matches for game in match.games):
        message = N_("Fill in the games that were finished. If there is none, nothing was played that could count.")
        yield Problem("nothing-played", message, "m1")
    elif sheet.matches and all(match.nobody for match in sheet.matches):
        message = N_("Nobody played a match. Ask your secretary to record that neither side came.")
        yield Problem("nothing-played", message, "m1")
    there, due = len(sheet.matches), len(terms.matches)
    if there != due:
        message = Text.plural(
            "The sheet has {n} match; this fixture has {due}.",
            "The sheet has {n} matches; this fixture has {due}.",
            n=there,
            due=due,
        )
        yield Problem("matches", message)


def _nothing_entered(number: int, due: MatchTerms) -> list[Problem]:
    """One problem for a match not begun, instead of one for each seat and game."""
    # Where each plays each, the seats that are typed tell the rest of it.
    told = due.pairing is None or due.pairing.home_first
    return [Problem("empty-match", _all_missing(due), f"m{number}", place_of_match(number))] if told else []


def _all_missing(due: MatchTerms) -> Text:
    if due.pairing is not None:
        return N_("Nothing entered yet: choose the players of both sides, then enter every match.")
    if due.ends == "all" or due.most == 1:
        return Text.plural(
            "Nothing entered yet: {n} game needed.", "Nothing entered yet: all {n} games needed.", n=due.games
        )
    return Text("Nothing entered yet: games are needed until one side has won {n}.", n=due.needed)


def _absent(match: MatchSheet, side: Side) -> bool:
    return all(player is None for player in match.players(side))


def _awards(match: MatchSheet) -> bool:
    return any(game.awarded for game in match.games)


_NOBODY: Mapping[Side, Text] = {
    "home": N_("The home side has nobody: award every game to the away side, or choose who played."),
    "away": N_("The away side has nobody: award every game to the home side, or choose who played."),
}


def _giving_up(match: MatchSheet) -> tuple[Side, ...]:
    """Sides with nobody that give games away: they mean to be short, and are not asked for players."""
    return tuple(side for side in SIDES if _absent(match, side) and _awards(match))


def _is_short(match: MatchSheet, due: MatchTerms) -> bool:
    """Whether one side has nobody, and all its lost games are awarded."""
    return match.short is not None and len(match.known) == due.needed


def _check_short(match: MatchSheet, due: MatchTerms) -> Iterator[Problem]:
    """Yield the problem of a side with nobody, whose games are not all awarded to the other."""
    if not _awards(match):
        return
    place, where = f"m{match.number}", place_of_match(match.number)
    if _absent(match, HOME) and _absent(match, AWAY):
        yield Problem(
            "nobody",
            N_("Choose the players of the side that was there, or say that both sides had nobody."),
            place,
            where,
        )
        return
    for side in SIDES:
        if _absent(match, side) and not (match.short == side and _is_short(match, due)):
            yield Problem("short", _NOBODY[side], place, where)


def _check_games(match: MatchSheet, due: MatchTerms, *, ruled: Sequence[bool], unfinished: bool) -> Iterator[Problem]:
    """Yield problems of the games of a match; `ruled` says which may be awarded."""
    reached = len(match.known) if unfinished else due.most
    short = _absent(match, HOME) or _absent(match, AWAY)
    unsettled = short and _awards(match) and not _is_short(match, due)
    won = {HOME: 0, AWAY: 0}
    for number in range(1, max(due.most, len(match.games)) + 1):
        game = match.games[number - 1] if number <= len(match.games) else GameScore()
        # A ruling may give a game to the other side after the match was over; what was played until then stays.
        over = due.ends != "all" and max(won.values()) >= due.needed and not any(ruled)
        if number > due.most:
            found = [Problem("games", Text.plural("A match has {n} game.", "A match has {n} games.", n=due.most))]
        elif over and not game.blank:
            found = [Problem("over", _match_over_message(number, won))]
        elif game.awarded:
            found = list(_check_award(game, due.target, short=short, rulings=ruled[number - 1]))
        elif game.blank:
            # The side that is short is asked for all its games at once.
            asked = not (unsettled or over or number > reached or (due.ends != "all" and any(ruled)))
            found = [Problem("no-game", _missing_game(number, due))] if asked else []
        elif due.written == "winners":
            found = list(_check_winner(game))
        else:
            found = list(_check_scores(game, due.target))
        for problem in found:
            place, where = f"m{match.number}-g{number}", place_of_game(match.number, number)
            yield Problem(problem.code, problem.message, place, where)
        if game.winner is not None:
            won[game.winner] += 1


def _match_over_message(number: int, won: Mapping[Side, int]) -> Text:
    return Text(
        "The match was over at {home}–{away}; leave game {game} empty.", home=won[HOME], away=won[AWAY], game=number
    )


def _missing_game(number: int, due: MatchTerms) -> Text:
    if due.games == 1 and due.written == "winners":
        return N_("Say who won.")
    if due.ends != "all":
        return Text.plural(
            "Enter game {game}; the match goes on until one side has won {n} game.",
            "Enter game {game}; the match goes on until one side has won {n} games.",
            n=due.needed,
            game=number,
        )
    if due.games <= 2:
        return Text("Enter the score of game {game}.", game=number)
    return Text(
        "Enter the score of game {game}; all {due} games are played, even at {lead}–0.",
        game=number,
        due=due.games,
        lead=due.games // 2 + 1,
    )


def _check_winner(game: GameScore) -> Iterator[Problem]:
    if game.home is not None or game.away is not None:
        yield Problem("score", N_("Only who won a game is written down here; leave its scores empty."))


def _check_award(game: GameScore, target: int, *, short: bool, rulings: bool) -> Iterator[Problem]:
    scores = [score for score in (game.home, game.away) if score is not None]
    if not short and not rulings:
        message = N_("Only a referee awards a single game. Leave a whole side empty if it had nobody to play.")
        yield Problem("awarded", message)
    elif scores and not rulings:
        yield Problem("awarded-score", N_("A game that was not played has no score."))
    elif any(not 0 <= score < target + LARGEST_HAND for score in scores):
        most = target - 1 + LARGEST_HAND
        yield Problem("awarded-score", Text("{game}: a score is between 0 and {most}.", game=game.text, most=most))


def _check_scores(game: GameScore, target: int) -> Iterator[Problem]:
    if game.home is None and game.away is None:
        yield Problem("no-score", N_("Say the score of the game too, not only who won it."))
    elif game.home is None or game.away is None:
        home, away = N_("Enter the home side's score."), N_("Enter the away side's score.")
        yield Problem("half-game", home if game.home is None else away)
    elif game.won and game.winner != game.won:
        yield Problem("winner", Text("{game}: the other side won it, by its score.", game=game.text))
    else:
        for problem in check_game(game.home, game.away, target):
            yield Problem(problem.code, Text("{game}: {problem}.", game=game.text, problem=problem.message))
