"""Open a table to play at, sit down at it, choose its switches, and begin its next game.

Delete tables that nobody uses any more.
"""

import datetime as dt
import secrets
from dataclasses import replace

from django.db import transaction

from cardroom.models import PlayGame, PlayShuffle, PlayTable
from cardroom.queries import sitting_at, switches_of
from cardroom.rules.play.seats import (
    PACES,
    Seat,
    Switches,
    Wish,
    agreed,
    chosen_last,
    joined,
    seated,
    seats_of,
    usual_switches,
)
from league.errors import Invalid, WrongState
from league.models import League, User
from league.queries.seasons.rulesets import find_own_ruleset
from league.rules.problems import Problem
from league.rules.rulesets import stored_ruleset
from league.translation import N_
from scoring import Ruleset, RulesetError
from scoring import ruleset as named_ruleset

BYTES = 18  # of a secret in an address: 24 characters


@transaction.atomic
def open_table(
    wish: Wish, *, league: League | None = None, by: User | None, kept: Switches | None = None, now: dt.datetime
) -> tuple[PlayTable, str]:
    """Open a table, with its first game about to begin.

    Args:
        wish: what was chosen on the start screen.
        league: whose own rulesets may be chosen too.
        by: whoever is signed in; the table is kept for them. None: it goes when nobody has used it for a month.
        kept: the switches that their browser last chose. Theirs are those chosen last, there or at a table of `by`;
            where there are none, as usual by the rules.

    Returns:
        The table, and the key of the first seat, by which whoever opened it is known again.

    Raises:
        Invalid: with every problem of the choice.
    """
    base, problems = _ruleset(wish.ruleset, league)
    ruleset, wrong = agreed(base, wish)
    seats, unseated = seated(wish, ruleset)
    problems += [*wrong, *unseated]
    if problems:
        raise Invalid(problems)
    key = _make_secret()
    usual = usual_switches(base)
    own = chosen_last(kept, switches_of(by)) or usual
    sitting = [replace(seats[0], key=key).switched(own if by else _without_owner(own))]
    sitting += [seat if seat.machine else seat.switched(usual) for seat in seats[1:]]
    table = PlayTable.objects.create(
        slug=_make_secret(), owner=by, ruleset=ruleset.to_dict(), seats=[seat.stored() for seat in sitting],
        tally=[0] * (2 if len(sitting) == 4 else len(sitting)), created_at=now, used_at=now,
    )  # fmt: skip
    begin_game(table, 1, None, now=now)
    return table, key


def _ruleset(word: str, league: League | None) -> tuple[Ruleset, list[Problem]]:
    own = find_own_ruleset(league, word) if league is not None else None
    try:
        return (stored_ruleset(own.value) if own is not None else named_ruleset(word)), []
    except RulesetError:
        return named_ruleset("league"), [Problem("ruleset", N_("Choose rules from the list."), "ruleset")]


def begin_game(table: PlayTable, number: int, dealer: int | None, *, now: dt.datetime) -> PlayGame:
    """Begin a game at a table, with its first shuffle: for the cut for deal, or for the first deal."""
    game = PlayGame.objects.create(table=table, number=number, share=_make_secret(), dealer=dealer, begun_at=now)
    shuffle(game, 1, 0 if dealer is None else 1)
    return game


def shuffle(game: PlayGame, number: int, deal: int) -> PlayShuffle:
    """Shuffle for a deal: the seed is drawn now, before anybody cuts."""
    return PlayShuffle.objects.create(game=game, number=number, deal=deal, seed=secrets.token_hex(32))


@transaction.atomic
def sit_down(
    table: PlayTable, name: str, *, by: User | None = None, kept: Switches | None = None, now: dt.datetime
) -> str:
    """Take the free seat of a table, with one's own switches, and return its key.

    Args:
        by: whoever is signed in.
        kept: as `open_table` takes it.

    Raises:
        WrongState: every seat is taken.
        Invalid: the name is none, or somebody's at this table.
    """
    table = lock_table(table)
    seats = list(seats_of(table.seats))
    free = next((place for place, seat in enumerate(seats) if not seat.taken), None)
    if free is None:
        raise WrongState(N_("Every seat at this table is taken. You can look on."))
    called, problems = joined(tuple(seats), name)
    if problems:
        raise Invalid(problems)
    key = _make_secret()
    own = chosen_last(kept, switches_of(by))
    seat = replace(seats[free], name=called, key=key, taken=True)
    seats[free] = seat.switched(_without_owner(own)) if own else seat
    save_change(table, seats, now=now)
    return key


@transaction.atomic
def switch(
    table: PlayTable,
    player: int,
    *,
    count: bool,
    peg: bool,
    pace: str,
    sound: bool,
    by: User | None = None,
    now: dt.datetime,
) -> Switches:
    """Choose what the table does for a player: counts, pegs, moves on by itself; and what is heard.

    Args:
        by: whoever is signed in. At a table of their own the choice is kept with it, for their next tables.

    Returns:
        The switches as they were chosen, for their browser to keep.
    """
    table = lock_table(table)
    seats = list(seats_of(table.seats))
    found = Switches(count, peg, pace if pace in PACES else "off", sound, now.astimezone(dt.UTC).isoformat())
    seats[player] = seats[player].switched(found if by and by.pk == table.owner_id else _without_owner(found))
    save_change(table, seats, now=now)
    return found


def _without_owner(switches: Switches) -> Switches:
    """Return switches as a seat has them that is not its table's owner's: they are not kept for that owner."""
    return replace(switches, chosen="")


@transaction.atomic
def rematch(table: PlayTable, *, after: int, now: dt.datetime) -> PlayGame:
    """Begin the next game of a sitting; whoever asks again has it begun once.

    Args:
        after: the number of the game that is over.

    Raises:
        WrongState: the game still goes on.
    """
    table = lock_table(table)
    sitting = sitting_at(table)
    if sitting.game.number != after:
        return sitting.game
    if not sitting.course.is_over:
        raise WrongState(N_("This game still goes on. Finish it, or resign."))
    game = begin_game(table, after + 1, sitting.course.next_dealer, now=now)
    save_change(table, now=now)
    return game


def lock_table(table: PlayTable) -> PlayTable:
    """Return a table whose row is locked: one thing happens at it at a time.

    Raises:
        WrongState: it was thrown away meanwhile.
    """
    found = PlayTable.objects.select_for_update().filter(pk=table.pk).first()
    if found is None:
        raise WrongState(N_("This table is gone: nobody had used it for a month."))
    return found


def save_change(table: PlayTable, seats: list[Seat] | None = None, *, now: dt.datetime) -> None:
    """Write down that a locked table has changed."""
    if seats is not None:
        table.seats = [seat.stored() for seat in seats]
    table.version, table.used_at = table.version + 1, now
    table.save()


def _make_secret() -> str:
    return secrets.token_urlsafe(BYTES)


KEPT = dt.timedelta(days=30)


def delete_unused_tables(*, now: dt.datetime) -> int:
    """Delete the tables of nobody that nobody has used for thirty days; returns how many."""
    unused = PlayTable.objects.filter(owner=None, used_at__lt=now - KEPT)
    count = unused.count()
    unused.delete()
    return count
