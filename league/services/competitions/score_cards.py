"""What players write on their cards at a club's night or a tournament; whoever runs it writes for both.

Two phones may write the same game at once: its row is locked, and each card has columns of its own.
"""

import datetime as dt

from django.db import transaction
from django.db.models import Max

from league import access
from league.enums import CompetitionKind, JournalKind
from league.errors import Changed, Invalid, WrongState
from league.models import Player, Sitting, SittingGame, User
from league.rules.competitions.sittings import check_margin
from league.rules.problems import Problem
from league.services.competitions.sittings import lock_sitting
from league.services.journal import record_numbered
from league.translation import N_, Text

SIDES = ("first", "second")
CORRECTED = N_("corrected the card of {player}, game {number} of {night}: {old}, now {new}")


@transaction.atomic
def write_card(game: SittingGame, player: Player, margin: int, *, by: User, now: dt.datetime) -> SittingGame:
    """Write a player's own card: won by `margin`, lost by it where it is below 0. The same again changes nothing.

    Raises:
        NotAllowed: neither the player nor the secretary.
        Changed: the game was paired again.
        WrongState: for anybody but the secretary, the night is closed, or both cards are there and agree or the next
            game is paired: a loser could otherwise take the win away by claiming it afterwards.
        Invalid: a spread that no game has; a player who is not in it.
    """
    league = game.sitting.competition.season.league
    grants = access.require(by, "club_night.card", league, player, now=now)
    game = _lock_game(game, open_only=not grants.secretary)
    problems = check_margin(margin)
    if player.pk not in (game.first_id, game.second_id) or game.second_id is None:
        problems.append(Problem("wrong-player", N_("Choose a player of this game."), "player"))
    if problems:
        raise Invalid(problems)
    side = "first" if player.pk == game.first_id else "second"
    if not grants.secretary and getattr(game, f"{side}_margin") != margin and _is_final(game):
        raise WrongState(N_("Both cards of this game are written. Ask the secretary to correct yours."))
    _write_side(game, side, margin, by=by, now=now)
    return game


def _is_final(game: SittingGame) -> bool:
    """Whether both cards are there, and agree or are no longer those of the game being played."""
    settled = game.value.settled
    return settled is not None and (not settled.changes or game.sitting.games.filter(number__gt=game.number).exists())


@transaction.atomic
def write_result(game: SittingGame, margin: int, *, by: User, now: dt.datetime) -> SittingGame:
    """Write both cards of a game, as whoever runs the night is told it: by how much its first player won.

    Raises as `write_card`.
    """
    access.require(by, "club_night.run", game.sitting.competition.season.league, now=now)
    game = _lock_game(game, open_only=False)
    problems = check_margin(margin)
    if game.second_id is None:
        problems.append(Problem("bye", N_("A bye has no result."), "spread"))
    if problems:
        raise Invalid(problems)
    for side, written in zip(SIDES, (margin, -margin), strict=True):
        _write_side(game, side, written, by=by, now=now)
    return game


def _lock_game(game: SittingGame, *, open_only: bool) -> SittingGame:
    sitting = lock_sitting(game.sitting, open_only=False)
    if open_only and sitting.closed_at is not None:
        raise WrongState(N_("This night is closed. Ask the secretary to correct a card."))
    row = SittingGame.objects.select_related("first", "second").filter(pk=game.pk, sitting=sitting).first()
    if row is None:
        raise Changed(N_("This game was paired again. Look who you play now."))
    row.sitting = sitting
    if sitting.competition.kind == CompetitionKind.TOURNAMENT and _has_gone_on(sitting, row.number):
        raise WrongState(N_("The knock-out has gone on from this result. Take its pairing back first."))
    return row


def _has_gone_on(sitting: Sitting, number: int) -> bool:
    """Whether a tournament's knock-out rests on a game: on its rounds, or on its earlier ties."""
    latest = sitting.games.aggregate(latest=Max("number"))["latest"]
    return latest > max(sitting.competition.sitting_rules.games, number)


def _write_side(game: SittingGame, side: str, margin: int, *, by: User, now: dt.datetime) -> None:
    old = getattr(game, f"{side}_margin")
    if old == margin:
        return
    for name, value in (("margin", margin), ("by", by), ("at", now)):
        setattr(game, f"{side}_{name}", value)
    game.save(update_fields=[f"{side}_{name}" for name in ("margin", "by", "at")])
    if old is None:
        return
    sitting, player = game.sitting, getattr(game, side)
    what = Text(CORRECTED, player="{player}", number=game.number, night=str(sitting), old=describe_margin(old),
                new=describe_margin(margin))  # fmt: skip
    record_numbered(
        sitting.competition.season.league, JournalKind.CARD_CORRECTED, f"{game.pk}-{side}:", what, by=by, now=now,
        player=player, data={"game": game.pk, "from": old, "to": margin},
    )  # fmt: skip


def describe_margin(margin: int) -> Text:
    return Text(N_("won by {spread}") if margin > 0 else N_("lost by {spread}"), spread=abs(margin))
