"""Muggins in the play (R43a): what follows when a player pegged less for a card or a go than it made.

The *counter* is the player whose points they are: who laid the card or, of a go, the last card. The challenger claims
what the card or go really makes, a total, before the next card. It is judged as a call in the show is (R39–R45), but
that pegging too much is another matter (R49). Never taken so are his heels, penalties and a missed muggins (ACC 10.3):
they are made by no card of the play and no go.
"""

from typing import NamedTuple

from scoring.cards import Card
from scoring.errors import CallError, Problem
from scoring.events import Go, Lay, Muggins, Peg, Reason
from scoring.muggins import judge
from scoring.pegging import Play, Playing
from scoring.ruleset import Ruleset
from scoring.seats import side_of
from scoring.text import N_, Text

_CARD, _GO = N_("card"), N_("go")
MOST = 14  # that a card makes: a double pair royal and thirty-one


class PlayVerdict(NamedTuple):
    """The verdict on a challenge in the play. Points are what each side pegs for this card or go, and nothing else."""

    made: int
    declared: int
    claimed: int
    takes: bool
    counter_pegs: int
    challenger_pegs: int
    rule: str
    reason: Text

    @property
    def penalty(self) -> int:
        """The points among the counter's that the card or go did not make: those claimed by a false challenge (R42)."""
        return max(0, self.counter_pegs - self.made)


def adjudicate_play(
    made: int, *, declared: int, claimed: int, takes: bool = True, go: bool = False, ruleset: Ruleset
) -> PlayVerdict:
    """Judge a challenge in the play: a card, or a `go`, made so many points and `declared` were pegged for it.

    Raises CallError with every problem: a ruleset without muggins in the play, more pegged than was made (which is
    over-pegging), or points that no card makes.
    """
    problems = []
    if not ruleset.muggins_in_play:
        wrong = Text("in {ruleset} what is missed in the play is not taken", ruleset=ruleset.called)
        problems.append(Problem("ruleset", wrong))
    if not 0 <= declared <= made:
        wrong = Text(
            "{declared} pegged for what makes {made}; too much is over-pegging, and no muggins (R49)",
            declared=declared,
            made=made,
        )
        problems.append(Problem("declared", wrong))
    if not 0 <= claimed <= MOST:
        wrong = Text(
            "claimed {claimed} is impossible: a card of the play makes 0 to {most}", claimed=claimed, most=MOST
        )
        problems.append(Problem("claimed", wrong))
    if problems:
        raise CallError(*problems)
    found = judge(_GO if go else _CARD, made, declared, claimed, takes=takes, ruleset=ruleset)
    rule = "R43a" if found.rule == "R39" else found.rule
    return PlayVerdict(made, declared, claimed, takes, found.counter, found.challenger, rule, found.reason)


class Tried(NamedTuple):
    """A card or a go as it would happen: the play after it, whose points it makes, their pegs, and its cards."""

    playing: Playing
    counter: int
    made: tuple[Peg, ...]
    cards: tuple[Card, ...]


def tried(play: Play, of: Lay | Go) -> Tried:
    """Try a card or a go on `play`, which stays as it is. Raises GameError where it cannot happen."""
    playing = Playing.from_play(play)
    if isinstance(of, Lay):
        return Tried(playing, of.player, playing.lay(of.player, of.card), (of.card,))
    return Tried(playing, play.last, playing.go(of.player), play.cards[-1:])


def challenged_pegs(tried: Tried, event: Muggins, ruleset: Ruleset) -> tuple[Peg, ...]:
    """Return the pegs of a card or a go as they move once it is challenged; the counter's come first (R46).

    Raises CallError as `adjudicate_play` does.
    """
    challenge, players = event.challenge, len(tried.playing.names)
    verdict = adjudicate_play(
        sum(peg.points for peg in tried.made),
        declared=event.declared,
        claimed=challenge.claimed,
        takes=challenge.takes,
        go=isinstance(event.of, Go),
        ruleset=ruleset,
    )
    pegs, left = [], verdict.declared
    for peg in tried.made:
        points = min(left, peg.points)
        left -= points
        if points:
            pegs.append(peg._replace(points=points))
    taken = (
        (tried.counter, verdict.penalty, Reason.PENALTY),
        (challenge.player, verdict.challenger_pegs, Reason.MUGGINS),
    )
    for player, points, why in taken:
        if points:
            pegs.append(Peg(player, side_of(player, players), points, why, tried.cards, verdict.rule))
    return tuple(pegs)
