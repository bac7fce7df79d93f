"""The rules page of a league in plain words, made from the values that the software itself plays by.

Nothing here is a text that somebody keeps up to date: each sentence that depends on a field of the `Ruleset` or on a
division's terms is built from it, so the page cannot say one thing and the engine do another. Numbers such as R31 in
the comments are those of docs/scoring-rules.md.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from league.rules.points import PointsScheme, Terms, walkover_games
from league.rules.settings import LeagueSettings, SeasonSettings, Settings, sentences
from league.rules.sheets import Kind
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS, plain
from league.rules.wording import many, number
from scoring import Ruleset
from scoring.ruleset import GoContinuation, Misdeal, NextGameDealer, StarterCutter, WrongClaim

# The most that a hand of three, four or five cards can count with the starter (R35).
_BEST_HANDS: Final[Mapping[int, int]] = {3: 20, 4: 29, 5: 46}
_GO_ON: Final[Mapping[GoContinuation, str]] = {
    GoContinuation.MUST: "must play on, in turn, for as long as they have a card that fits within thirty-one",
    GoContinuation.MAY: "may play on, in turn, with as many cards as they like that fit within thirty-one",
    GoContinuation.ONE: "play one card more, if the next in turn has one that fits within thirty-one",
}
_NEXT_DEALER: Final[Mapping[NextGameDealer, str]] = {
    NextGameDealer.ALTERNATE: "The first deal of each further game goes to the side that did not have it in the last.",
    NextGameDealer.CUT: "The cards are cut anew for the first deal of each game.",
    NextGameDealer.LOSER: "The loser of a game deals first in the next.",
    NextGameDealer.WINNER: "The winner of a game deals first in the next.",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rules: its heading, the id of its place on the page, its rules in order."""

    title: str
    anchor: str
    rules: tuple[str, ...]


def rulebook(ruleset: Ruleset, *, doubles: bool = False, prefix: str = "") -> tuple[Section, ...]:
    """Return the rules of a game in words.

    Args:
        ruleset: the rules of the game.
        doubles: tell the game of four in two pairs instead of that of two.
        prefix: what the anchors begin with, where several games of one kind stand on a page.

    Returns:
        The sections in the order of play. Their anchors tell singles from doubles.
    """
    kind: Kind = "doubles" if doubles else "singles"
    chapters = {
        "The game": _game(ruleset),
        "The deal": _deal(ruleset, doubles=doubles),
        "The crib and the starter": _crib(ruleset, doubles=doubles),
        "The play": _play(ruleset, doubles=doubles),
        "The show": _show(ruleset, doubles=doubles),
        "Calls and muggins": _calls(ruleset),
        "Errors in dealing": _errors(ruleset),
    }
    return tuple(Section(title, _anchor(prefix, kind, title), tuple(rules)) for title, rules in chapters.items())


def league_rules(
    terms: Terms,
    *,
    scheme: PointsScheme | None = None,
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
    settings: Collection[Settings] = (SeasonSettings(), LeagueSettings()),
    prefix: str = "",
) -> tuple[Section, ...]:
    """Return a division's rules in words: fixtures, postponements, points, and who stands above whom (R50–R54).

    Args:
        terms: the format of its fixtures, the games of a match and the targets of its games.
        scheme: what points are given for; one a game if left out.
        tie_breaks: keys of `TIE_BREAKS` in their order.
        settings: the season's and its league's, each of which says its sentence in its chapter.
        prefix: what the anchors begin with, where several divisions stand on a page.
    """
    chapters = {
        "Fixtures": _fixtures(terms),
        "Who may play": _who_may_play(),
        "Postponed fixtures": _postponed(),
        "Points": _points(scheme or PointsScheme()),
        "Teams level on points": _level(tie_breaks),
        "Awarded games": _awards(terms),
        "Fixtures that are not played out": _not_played_out(),
        "Teams that withdraw": _withdrawn(),
        "Mistakes in writing": _writing(),
    }
    return tuple(
        Section(title, _anchor(prefix, title), (*rules, *sentences(settings, title), *_AFTER.get(title, ())))
        for title, rules in chapters.items()
    )


# What ends a chapter after all that the settings say in it.
_AFTER: Final[Mapping[str, tuple[str, ...]]] = {"Who may play": ("All this is judged by the day of the fixture.",)}


def _anchor(*parts: str) -> str:
    return "-".join(part.lower().replace(" ", "-") for part in parts if part)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _game(rules: Ruleset) -> Iterable[str]:
    yield f"Played by: {rules.title}, version {rules.version}."
    yield f"The first to peg {rules.target} points or more wins the game at once, even in the middle of a count."
    # R38: exactly half-way (61 of 121) is no lurch.
    half_way = (rules.target + 1) // 2
    if rules.lurch:
        yield (
            f"A loser with fewer than {half_way} points is in the lurch. Players may count it double among themselves; "
            "in the league's table it is one game."
        )
    else:
        yield "A game won is a game won, whatever the margin."
    if rules.cap_at_target:
        yield f"The winner's score is written as {rules.target}, even if more was pegged."
    else:
        yield f"The winner's score is written as it was pegged, even past {rules.target}."


def _deal(rules: Ruleset, *, doubles: bool) -> Iterable[str]:
    who = "One player of each side cuts" if doubles else "Both players cut"
    yield f"{who} for the first deal: the lowest card deals, aces being low; equal cards are cut again."
    yield _NEXT_DEALER[rules.next_game_dealer]
    if doubles:
        dealt = many(rules.doubles_dealt, "card")
        yield "Partners sit opposite each other and share one score; the deal passes clockwise."
        yield f"Each player is dealt {dealt}, one at a time, beginning on the dealer's left."
    else:
        yield "The deal alternates throughout the game."
        yield f"Each player is dealt {many(rules.dealt, 'card')}, one at a time, beginning with the non-dealer."
    yield "Kings are high and aces are low. Court cards count ten, aces one, the others their pips."
    if rules.three_players and not doubles:
        dealt, laid = many(rules.doubles_dealt, "card"), number(rules.doubles_laid_away)
        yield f"Three may play, each for themselves: {dealt} each, of which {laid} is laid away, and one to the crib."
    if rules.three_for_last and not doubles:
        yield "The player who does not deal first pegs three for last, once a game."
    elif rules.three_for_last:
        yield "The side that does not deal first pegs three for last, once a game."


def _crib(rules: Ruleset, *, doubles: bool) -> Iterable[str]:
    laid = rules.doubles_laid_away if doubles else rules.laid_away
    laying = (
        f"Each player lays away {many(laid, 'card')} and keeps {number(rules.kept)}. The four laid away are the crib "
        "(the box); it is the dealer's, and nobody looks at it before it is counted."
    )
    cutter = "the player on the dealer's left" if doubles else "the non-dealer"
    if rules.starter_cutter is StarterCutter.DEALER:
        turning = "The dealer cuts the pack and turns up the top card, the starter."
    else:
        turning = f"{_sentence(cutter)} cuts the pack and the dealer turns up the top card, the starter."
    if rules.starter_first:
        yield from (f"{turning} This is done before any card is laid away.", laying)
    else:
        yield from (laying, turning)
    yield "A cut leaves at least four cards in each packet."
    yield "A jack turned up pegs its dealer two for his heels at once, even as the winning points."


def _play(rules: Ruleset, *, doubles: bool) -> Iterable[str]:
    leader, others = ("the player on the dealer's left", "others") if doubles else ("the non-dealer", "other player")
    yield f"{_sentence(leader)} leads. In turn, each lays a card and says the count, which may not pass thirty-one."
    then = _GO_ON[rules.go_continuation]
    if not doubles:
        then = {
            GoContinuation.MUST: then.replace(", in turn,", ""),
            GoContinuation.MAY: then.replace(", in turn,", ""),
            GoContinuation.ONE: "plays one card more, if they have one that fits within thirty-one",
        }[rules.go_continuation]
    yield f"A player who can play must. One who cannot says “go”; then the {others} {then}."
    yield "The last card of a count pegs one for the go, or two instead if it makes exactly thirty-one."
    if rules.one_count:
        yield "The play ends with the first thirty-one or go; cards still held are not played."
    else:
        yield "The count then begins again at nothing, until all the cards are played."
        yield "Whoever comes next in turn after the last card leads the new count, and nothing reaches back over it."
        if rules.lone_player_scores:
            yield "A player left alone with cards plays them on, and what they make in succession counts."
        else:
            yield "A player left alone with cards plays them on, and pegs nothing but the last card."
    yield "A card that makes the count fifteen pegs two."
    yield "A card of the rank of the one before pegs two for the pair, the third in a row six, the fourth twelve."
    yield "Three or more last cards that make a run, in any order, peg one a card. Flushes do not count in the play."


def _show(rules: Ruleset, *, doubles: bool) -> Iterable[str]:
    if doubles:
        yield "Hands are counted clockwise from the dealer's left, the dealer's last; then the dealer counts the crib."
    else:
        yield "The non-dealer counts their hand first, then the dealer their hand, then the dealer the crib."
    yield f"The starter belongs to every hand and to the crib, so a hand is counted as {many(rules.kept + 1, 'card')}."
    yield "Each different set of two or more cards that makes fifteen: two."
    yield "A pair: two. A pair royal, three of a rank: six. A double pair royal, four of a rank: twelve."
    yield "Each different run of three or more cards: one a card. Shorter runs within it do not count."
    flush = rules.kept
    yield f"A flush, the whole hand of one suit: {number(flush)}, or {number(flush + 1)} with the starter."
    yield "A flush in the crib: five, and only if the starter is of its suit too."
    yield "The jack of the starter's suit in hand or crib: one for his nob, even if it is the only point."
    crib = "" if rules.kept == 4 else ", a crib 29"
    yield f"A hand counts {_BEST_HANDS[rules.kept]} at most{crib}."
    yield "A player may ask a member of their own team to help them count."


def _calls(rules: Ruleset) -> Iterable[str]:
    yield "A player calls the score of their hand or crib. What they call stands unless the call is challenged."
    if not rules.muggins:
        yield "There is no muggins: points that a player misses are lost, and nobody else may take them."
    else:
        yield "An opponent who notices missed points may call “muggins” and peg them. Claiming them is optional."
        if rules.muggins_wrong_claim is WrongClaim.LESSER:
            claim = "pegs the lesser of what they claimed and what was missed"
        else:
            claim = "takes nothing, and the score called stands"
        yield f"A challenger who is right that points were missed but has not counted correctly themselves {claim}."
    penalty = rules.overpeg_penalty
    fine = f"and the challenger pegs {number(penalty)}" if penalty else "and there is no other penalty"
    yield f"A hand called too high is corrected when it is challenged, {fine}."
    yield "A challenge to a call that was correct gains nothing, and is noted."
    yield rule_on_conduct(rules)


def rule_on_conduct(rules: Ruleset) -> str:
    """Return the rule on somebody who persistently calls too much or challenges correct calls (R43)."""
    times = rules.persistent_threshold
    often = "once" if times == 1 else "twice" if times == 2 else f"{number(times)} times"
    return (
        "A player who persistently calls too much or challenges correct calls: their captain is informed, and that "
        "game is awarded to the opponent. Whether it was persistent is for a referee to decide, who looks into it once "
        f"it has happened {often} in one game."
    )


def _errors(rules: Ruleset) -> Iterable[str]:
    yield "A card faced in the pack, a card exposed in dealing or an imperfect pack: the same dealer deals again."
    if rules.misdeal is Misdeal.REDEAL:
        yield "A wrong number of cards dealt: the same dealer deals again, without penalty."
    else:
        yield (
            "A hand with a wrong number of cards beside a right crib: the opponent chooses a new deal, or pegs two and "
            "the hand is put right."
        )
        yield "A wrong crib beside right hands: the non-dealer pegs two, and the crib is put right."


def _fixtures(terms: Terms) -> Iterable[str]:
    parts = [f"{number(len(list(run)))} {kind}" for kind, run in groupby(terms.format)]
    due = terms.games_per_match
    matches, games = len(terms.format), walkover_games(terms)
    if not terms.format:
        return
    yield f"A fixture is {many(matches, 'match', 'matches')}, in this order: {', '.join(parts)}."
    if due == 1:
        yield f"Each match is one game, which makes {many(games, 'game')}."
    elif due == 2:
        yield f"Each match is two games, and both are played; that makes {many(games, 'game')}."
    else:
        lead = f"{due // 2 + 1}–0"
        yield (
            f"Each match is {number(due)} games, and all of them are played, even at {lead}; "
            f"that makes {many(games, 'game')}."
        )
    targets = {kind: terms.target(kind) for kind in dict.fromkeys(terms.format)}
    if len(set(targets.values())) == 1:
        yield f"Games are played to {next(iter(targets.values()))}."
    elif targets:
        yield f"Games are played to {' and to '.join(f'{target} in {kind}' for kind, target in targets.items())}."
    yield "A player plays in one match of a fixture."


def _who_may_play() -> Iterable[str]:
    yield "A player is registered for one team at a time, and plays for it from their first day to their last."


def _postponed() -> Iterable[str]:
    yield "The penultimate week of each round is left blank for postponed fixtures."
    yield "By mutual agreement a fixture may be played at any time that suits both teams, but no later than that week."
    yield "A fixture of the last week of a round can therefore only be brought forward."


def amount(points: Fraction) -> str:
    """Points as prose has them: ``one point``, ``half a point``, ``2.5 points``."""
    if points == Fraction(1, 2):
        return "half a point"
    if points.denominator == 1 and points >= 0:
        return many(int(points), "point")
    return f"{plain(points)} {'point' if abs(points) == 1 else 'points'}"


def _points(scheme: PointsScheme) -> Iterable[str]:
    given = {
        "each game won, whatever the margin": scheme.game,
        "each match won": scheme.match,
        "a fixture won, by winning more of its games": scheme.win,
        "a fixture drawn": scheme.draw,
    }
    for reason, points in given.items():
        if points:
            yield f"{_sentence(amount(points))} for {reason}."
    yield "A result counts once it is confirmed."


def _level(tie_breaks: Sequence[str]) -> Iterable[str]:
    ranking = [key for key in tie_breaks if key != "name"]
    if ranking:
        order = ", then ".join(TIE_BREAKS[key].label for key in ranking)
        yield f"Teams level on points are placed by {order}."
    for key in ranking:
        sentence = TIE_BREAKS[key].sentence
        yield f"{_sentence(TIE_BREAKS[key].label)}: {sentence[0].lower()}{sentence[1:]}"
    still = "still level" if ranking else "level on points"
    yield f"Teams that are {still} share the place and are listed by name."


def _awards(terms: Terms) -> Iterable[str]:
    due = terms.games_per_match
    games = "the game" if due == 1 else "both games" if due == 2 else f"all {number(due)} games"
    are = "is" if due == 1 else "are"
    yield f"A team that is short of players leaves a match empty, and {games} of it {are} awarded to the other team."
    yield f"A fixture that was not played may be given as a walkover: {many(walkover_games(terms), 'game')} to nil."
    yield "Only a referee's ruling awards a single game."
    yield "Awarded games count in the table and are marked there; no score is invented for them."


def _not_played_out() -> Iterable[str]:
    yield "If a fixture is abandoned, its finished games count, and nobody has won it, or the rest are awarded."
    yield "If neither side comes, both have lost the fixture and neither has points."
    yield "A result that is void counts for nothing, as if the fixture had not been played."
    yield "Points that the league gives or takes are listed under the table, with the reason and the date."


def _withdrawn() -> Iterable[str]:
    yield "The fixtures that a team has still to play when it withdraws are cancelled."


def _writing() -> Iterable[str]:
    yield "A result sheet says what was played: a mistake in writing is corrected, whoever made it."
