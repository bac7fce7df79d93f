"""A club's nights and a tournament's day: who is there, who plays whom, and when it is over.

Whoever came, and when they left, is on their row (`Attendance`), so taps on names leave no entry in the journal.
"""

import datetime as dt
import secrets
from collections.abc import Sequence

from django.db import transaction

from league import access
from league.enums import CompetitionKind, JournalKind
from league.errors import Changed, Invalid, WrongState
from league.models import PRESENT, Attendance, Division, Player, Sitting, SittingGame, User
from league.queries.competitions.sittings import (
    count_knock_out_rounds,
    find_knock_out,
    list_known_players,
    load_earlier_games,
    load_games,
)
from league.rules.competitions.pairings import Pairing
from league.rules.competitions.sittings import MOST_PLAYERS, pair_knock_out_round, pair_next_of_night, pair_next_round
from league.rules.names import check_name, clean_line, folded
from league.rules.problems import Problem
from league.services.journal import record, record_numbered
from league.services.locks import require_shown
from league.translation import N_, Text

LEAST_PRESENT = 2


@transaction.atomic
def open_sitting(competition: Division, date: dt.date, *, by: User, now: dt.datetime) -> Sitting:
    """Open a night; one that is open for that day already is returned.

    Raises:
        Invalid: another day than the next weeks' or the last year's; a second day of a tournament.
    """
    league = competition.season.league
    access.require(by, "club_night.run", league, now=now)
    require_shown(competition.season)
    locked = Division.competitions.select_for_update(of=("self",), no_key=True).select_related("season__league")
    competition = locked.get(pk=competition.pk)
    sittings = Sitting.objects.filter(competition=competition)
    if (there := sittings.filter(date=date).first()) is not None:
        return there
    problems = _check_date(date, now.astimezone(league.tz).date())
    if competition.kind == CompetitionKind.TOURNAMENT and sittings.exists():
        problems.append(Problem("one-day", N_("This tournament has its day already."), "date"))
    if problems:
        raise Invalid(problems)
    made = Sitting.objects.create(
        competition=competition, date=date, seed=secrets.token_hex(16), opened_by=by, opened_at=now
    )
    what = Text("opened {night}", night=str(made))
    record(league, JournalKind.NIGHT_OPENED, str(made.pk), by=by, now=now, what=what)
    return made


def _check_date(date: dt.date, today: dt.date) -> list[Problem]:
    if today - dt.timedelta(days=366) <= date <= today + dt.timedelta(days=366):
        return []
    return [Problem("date", N_("Choose a day within a year of today."), "date")]


def lock_sitting(sitting: Sitting, *, open_only: bool = True) -> Sitting:
    """Lock a sitting and return it with its rules; WrongState if it is closed and `open_only`, or its season hidden."""
    joined = ("competition__season__league", "competition__sitting_rules")
    rows = Sitting.objects.select_for_update(of=("self",), no_key=True).select_related(*joined)
    locked = rows.filter(pk=sitting.pk).first()
    if locked is None:
        raise Changed(N_("This night was taken away meanwhile."))
    require_shown(locked.competition.season)
    if open_only and locked.closed_at is not None:
        raise WrongState(N_("This is closed. The secretary can open it again."))
    return locked


@transaction.atomic
def note_arrival(sitting: Sitting, player: Player, *, by: User, now: dt.datetime) -> None:
    """Note that a player is here, from the next game on; again, or back after they left, is no mistake."""
    sitting = _lock_to_run(sitting, by=by, now=now)
    _store_arrival(sitting, player, now)


@transaction.atomic
def note_arrival_by_name(sitting: Sitting, name: str, *, by: User, now: dt.datetime) -> Player:
    """Note that somebody is here by their name; who is no player of the league yet becomes one.

    Raises:
        Invalid: no name, or one that several players have.
    """
    sitting = _lock_to_run(sitting, by=by, now=now)
    league, name = sitting.competition.season.league, clean_line(name)
    problems = check_name(name, "name")
    namesakes = [player for player in list_known_players(league) if folded(player.name) == folded(name)]
    if len(namesakes) > 1:
        message = Text("Several players are called {name}: tap the right one in the list.", name=name)
        problems.append(Problem("known", message, "name"))
    if problems:
        raise Invalid(problems)
    if namesakes:
        _store_arrival(sitting, namesakes[0], now)
        return namesakes[0]
    player = Player.objects.create(league=league, name=name)
    _store_arrival(sitting, player, now)
    what = Text("wrote {player} down at {night}, a new player", player="{player}", night=str(sitting))
    record(league, JournalKind.PLAYER_NAMED, str(player.pk), by=by, now=now, what=what, player=player)
    return player


def _lock_to_run(sitting: Sitting, *, open_only: bool = True, by: User, now: dt.datetime) -> Sitting:
    access.require(by, "club_night.run", sitting.competition.season.league, now=now)
    return lock_sitting(sitting, open_only=open_only)


def _store_arrival(sitting: Sitting, player: Player, now: dt.datetime) -> None:
    league = sitting.competition.season.league_id
    # Locked, so that nobody merges or erases them meanwhile.
    rows = Player.objects.select_for_update(of=("self",), no_key=True).filter(PRESENT, league=league)
    found = rows.filter(pk=player.pk).first()
    if found is None:
        raise Invalid([Problem("no-player", N_("This is no player of the league any more."), "player")])
    there = Attendance.objects.filter(sitting=sitting)
    row = there.filter(player=found).first()
    if row is None:
        if there.count() >= MOST_PLAYERS:
            message = Text("There are {most} players already; no more can be paired.", most=MOST_PLAYERS)
            raise Invalid([Problem("too-many", message, "player")])
        Attendance.objects.create(sitting=sitting, player=found, arrived_at=now)
    elif row.left_at is not None:
        row.left_at = None
        row.save(update_fields=["left_at"])


@transaction.atomic
def note_departure(sitting: Sitting, player: Player, *, by: User, now: dt.datetime) -> None:
    """Note that a player has gone: they are not paired any more. Who was in no game was tapped by mistake."""
    sitting = _lock_to_run(sitting, by=by, now=now)
    row = Attendance.objects.filter(sitting=sitting, player=player, left_at=None).first()
    if row is None:
        return
    if any(player.pk in (game.first, game.second) for game in load_games(sitting)):
        row.left_at = now
        row.save(update_fields=["left_at"])
    else:
        row.delete()


@transaction.atomic
def pair_next_game(sitting: Sitting, number: int, *, by: User, now: dt.datetime) -> list[SittingGame]:
    """Pair everybody who is here for game `number`; the same again changes nothing.

    Raises:
        Changed: another game comes next by now.
        WrongState: all games are paired.
        Invalid: fewer than two are here; tables whose cards are missing, each of them.
    """
    sitting = _lock_to_run(sitting, by=by, now=now)
    rules, played = sitting.competition.sitting_rules, load_games(sitting)
    current = max((game.number for game in played), default=0)
    if 0 < number == current:
        return list(sitting.games.filter(number=number))
    if number != current + 1:
        raise Changed(Text("Game {number} comes next by now.", number=current + 1))
    if number > rules.games + count_knock_out_rounds(sitting.competition, played):
        raise WrongState(Text("All {games} games are paired. Close the night.", games=current))
    present = list(Attendance.objects.filter(sitting=sitting, left_at=None).values_list("player", flat=True))
    problems = _list_missing_cards(sitting, current)
    if len(present) < LEAST_PRESENT and number <= rules.games:
        problems.append(Problem("too-few", N_("Two players at least are needed: tap who is here."), "here"))
    if problems:
        raise Invalid(problems)
    knock_out = find_knock_out(sitting.competition, played) if number > rules.games else None
    if knock_out is not None:
        left = Attendance.objects.filter(sitting=sitting, left_at__isnull=False).values_list("player", flat=True)
        pairing = pair_knock_out_round(knock_out[1], number - rules.games, played, gone=left)
    elif sitting.competition.kind == CompetitionKind.TOURNAMENT:
        pairing = pair_next_round(present, played, number=number, seed=sitting.seed)
    else:
        before = load_earlier_games(sitting)
        pairing = pair_next_of_night(present, played, before, number=number, games=rules.games, seed=sitting.seed)
    made = _store_pairing(sitting, number, pairing)
    what = Text("paired game {number} of {night}", number=number, night=str(sitting))
    league = sitting.competition.season.league
    record_numbered(league, JournalKind.GAME_PAIRED, f"{sitting.pk}-{number}:", what, by=by, now=now)
    return made


def _list_missing_cards(sitting: Sitting, number: int) -> list[Problem]:
    """Tables of a game that is not over: of a night one card shows that it is, a tournament pairs by both."""
    both = sitting.competition.kind == CompetitionKind.TOURNAMENT
    knock_out = number > sitting.competition.sitting_rules.games
    return [
        Problem("no-card", Text("Table {table} has no result yet.", table=game.table), f"game-{game.pk}")
        for game in sitting.games.filter(number=number, table__gte=1)
        if (game.first_margin is None and game.second_margin is None) or (both and not _is_decided(game, knock_out))
    ]


def _is_decided(game: SittingGame, knock_out: bool) -> bool:
    """Whether both cards are there; of a knock-out somebody must have won too."""
    settled = game.value.settled
    return settled is not None and (not knock_out or any(line.won for line in settled.lines))


def _store_pairing(sitting: Sitting, number: int, pairing: Pairing) -> list[SittingGame]:
    made = [
        SittingGame(sitting=sitting, number=number, table=table, first_id=first, second_id=second)
        for table, (first, second) in enumerate(pairing.pairs, start=1)
    ]
    if pairing.bye is not None:
        made.append(SittingGame(sitting=sitting, number=number, table=0, first_id=pairing.bye))
    return SittingGame.objects.bulk_create(made)


@transaction.atomic
def discard_pairing(sitting: Sitting, number: int, *, by: User, now: dt.datetime) -> None:
    """Take the last pairing back, before a card of it is written: somebody came or left. Again it changes nothing.

    Raises:
        WrongState: it is not the last one, or a card is written.
    """
    sitting = _lock_to_run(sitting, by=by, now=now)
    games = list(sitting.games.all())
    discarded = [game for game in games if game.number == number]
    if not discarded:
        return
    if any(game.number > number for game in games) or any(
        game.first_margin is not None or game.second_margin is not None for game in discarded
    ):
        raise WrongState(N_("A card of this game is written: it cannot be paired again."))
    sitting.games.filter(number=number).delete()
    what = Text("took back the pairing of game {number} of {night}", number=number, night=str(sitting))
    league = sitting.competition.season.league
    record_numbered(league, JournalKind.GAME_PAIRED, f"{sitting.pk}-{number}:", what, by=by, now=now)


@transaction.atomic
def close_sitting(sitting: Sitting, *, anyway: bool = False, by: User, now: dt.datetime) -> None:
    """Close a night; one without a game is taken away. Closed again it changes nothing.

    Where one card alone is written, it then counts for both.

    Raises:
        Invalid: cards are missing, unless `anyway` (``cards-missing``).
    """
    sitting = _lock_to_run(sitting, open_only=False, by=by, now=now)
    if sitting.closed_at is not None:
        return
    games = list(sitting.games.filter(table__gte=1))
    missing = [game for game in games if game.value.settled is None]
    if missing and not anyway:
        raise Invalid([Problem("cards-missing", _describe_missing(missing), "anyway")])
    league, name, pk = sitting.competition.season.league, str(sitting), sitting.pk
    if games:
        _copy_single_cards(missing, by=by, now=now)
        sitting.closed_at = now
        sitting.save(update_fields=["closed_at"])
        what = Text("closed {night}", night=name)
    else:
        sitting.delete()
        what = Text("took {night} away, which had no game", night=name)
    record_numbered(league, JournalKind.NIGHT_CLOSED, f"{pk}:", what, by=by, now=now)


def _describe_missing(games: Sequence[SittingGame]) -> Text:
    tables = [Text("game {number}, table {table}", number=game.number, table=game.table) for game in games]
    return Text(
        "Cards are missing: {tables}. Where one is written it will count for both; a game without any will not count.",
        tables=Text.joined("; ", tables),
    )  # fmt: skip


def _copy_single_cards(games: Sequence[SittingGame], *, by: User, now: dt.datetime) -> None:
    for game in games:
        if game.first_margin is not None:
            game.second_margin, game.second_by, game.second_at = -game.first_margin, by, now
        elif game.second_margin is not None:
            game.first_margin, game.first_by, game.first_at = -game.second_margin, by, now
    SittingGame.objects.bulk_update(
        games, ["first_margin", "first_by", "first_at", "second_margin", "second_by", "second_at"]
    )


@transaction.atomic
def reopen_sitting(sitting: Sitting, *, by: User, now: dt.datetime) -> None:
    """Open a closed night again; an open one stays open."""
    sitting = _lock_to_run(sitting, open_only=False, by=by, now=now)
    if sitting.closed_at is None:
        return
    sitting.closed_at = None
    sitting.save(update_fields=["closed_at"])
    league = sitting.competition.season.league
    what = Text("opened {night} again", night=str(sitting))
    record_numbered(league, JournalKind.NIGHT_REOPENED, f"{sitting.pk}:", what, by=by, now=now)
