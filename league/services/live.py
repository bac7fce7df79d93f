"""Score a fixture live: one device writes, others may take over, and nothing is lost.

An entry from a device that no longer writes comes back with what is stored instead. Nothing here counts: a result is
sent as ever. Changes are published to the streaming process, which would find them within two seconds by itself
(`web/live/stream.py`), so that no save waits for Redis or fails with it.
"""

import datetime as dt
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from redis import Redis
from redis.exceptions import RedisError

from league import access
from league.enums import JournalKind
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, LiveScore, Player, User
from league.queries.live import not_scorable
from league.queries.results.eligibility import players_among, players_on
from league.rules.formats import fixture_terms
from league.rules.live import places_of, read_live, unfit, unlike, written_over
from league.rules.problems import Problem
from league.rules.sheet_fields import Difference, Fields
from league.rules.sheets import AWAY, HOME
from league.services.journal import record_numbered
from league.services.locks import lock_fixture
from league.translation import N_, Text

LONGEST_PHONE = 64


class Overtaken(Changed):
    """Somebody else writes this score now, or it is over; the entry is not stored.

    `apart` are the differences, the entry's as `mine`.
    """

    code = "overtaken"

    def __init__(self, message: str, live: LiveScore | None, apart: Sequence[Difference] = ()) -> None:
        super().__init__(message)
        self.live, self.apart = live, tuple(apart)


@transaction.atomic
def begin(fixture: Fixture, *, phone: str, line_up: Fields | None = None, by: User, now: dt.datetime) -> LiveScore:
    """Begin to score a fixture live; a double click begins once.

    `phone` identifies the device; `line_up` has known seats as fields of the sheet.

    Raises:
        NotAllowed: neither captain of a side nor secretary.
        WrongState: it cannot be scored now, or somebody does already.
        Invalid: the device's word is malformed.
    """
    fixture, grants = _lock_for_scoring(fixture, by=by, now=now)
    _require_phone(phone)
    live = _live_row(fixture)
    if live is not None and live.going:
        if live.phone == phone and live.writer_id == by.pk:
            return live
        raise WrongState(
            N_("Somebody is scoring this fixture already."), on_page=N_("Open its live score to follow or take over.")
        )
    _require_scorable(fixture, now=now)
    columns = {
        "league": fixture.league, "writer": by, "side": grants.side_of(fixture), "phone": phone,
        "sheet": _valid_seats(fixture, line_up or {}), "home_games": 0, "away_games": 0, "latest": "", "begun_at": now,
        "changed_at": now, "ended_at": None,
    }  # fmt: skip
    turn, sequence = (live.turn + 1, live.sequence + 1) if live is not None else (1, 1)
    defaults = {**columns, "turn": turn, "sequence": sequence}
    live, _ = LiveScore.objects.update_or_create(fixture=fixture, defaults=defaults)
    what = Text("began to score {fixture} live", fixture=str(fixture))
    return _journal_turn(live, JournalKind.LIVE_BEGUN, what, by=by, now=now)


@transaction.atomic
def take_over(fixture: Fixture, *, turn: int, phone: str, by: User, now: dt.datetime) -> LiveScore:
    """Take over from the writer of `turn`, whose page is told and writes no more.

    Raises as `begin`; Changed if it is somebody else by now.
    """
    fixture, grants = _lock_for_scoring(fixture, by=by, now=now)
    _require_phone(phone)
    _require_scorable(fixture, now=now)
    live = _require_running(fixture)
    if live.phone == phone and live.writer_id == by.pk:
        return live
    if live.turn != turn:
        raise Changed(N_("Somebody else has taken over since you opened this page. See who is scoring now."))
    live.writer, live.side, live.phone = by, grants.side_of(fixture), phone
    live.turn, live.sequence, live.changed_at = live.turn + 1, live.sequence + 1, now
    live.save()
    what = Text("took over the live score of {fixture}", fixture=str(fixture))
    return _journal_turn(live, JournalKind.LIVE_TAKEN_OVER, what, by=by, now=now)


@transaction.atomic
def write(
    fixture: Fixture,
    entry: Mapping[str, str],
    *,
    phone: str,
    seen: int | None = None,
    by: User,
    now: dt.datetime,
) -> LiveScore:
    """Write an entry: a game, the games of a match, or who plays; a blank value clears its field.

    Args:
        seen: the score's `sequence` that it rests on; None skips the check.

    Raises:
        NotAllowed: neither captain of a side nor secretary.
        Overtaken: another device writes by now, or nobody; with the differences.
        Changed: the score is not the one that was seen.
        WrongState: the season or a team is hidden.
        Invalid: with every problem of the entry; nothing of it is written.
    """
    fixture, _ = _lock_for_scoring(fixture, by=by, now=now)
    live = _live_row(fixture)
    refused = not_scorable(fixture, now=now)
    if live is None or not live.going or refused:
        raise Overtaken(refused or _nobody_message(), live)
    if live.phone != phone or live.writer_id != by.pk:
        raise Overtaken(_overtaken_message(live), live, _conflicts(fixture, entry, live))
    if seen is not None and seen != live.sequence:
        raise Changed(N_("This score has changed since it was read. Read it again, then write the game."))
    _write(fixture, live, _merge_entry(fixture, entry, live))
    live.latest = next(iter(places_of(entry)), live.latest)
    live.sequence, live.changed_at = live.sequence + 1, now
    live.save()
    publish_change(live.league_id)
    return live


def _write(fixture: Fixture, live: LiveScore, fields: Fields) -> None:
    sheet = read_live(fields, fixture_terms(fixture)).sheet
    live.sheet, live.home_games, live.away_games = fields, sheet.games(HOME), sheet.games(AWAY)


def _merge_entry(fixture: Fixture, entry: Mapping[str, str], live: LiveScore) -> Fields:
    """Merge an entry into the fields; raise Invalid with every problem."""
    terms = fixture_terms(fixture)
    if wrong := list(unfit(entry, terms)):
        raise Invalid(wrong)
    fields = written_over(live.fields, entry, terms)
    read = read_live(fields, terms)
    problems = [*read.problems, *_stranger_problems(fixture, fields)]
    if problems:
        raise Invalid(problems)
    return fields


def _stranger_problems(fixture: Fixture, fields: Fields) -> list[Problem]:
    """Problems of seats of who is no player of the league (one query at most)."""
    sheet = read_live(fields, fixture_terms(fixture)).sheet
    chosen = players_on(sheet)
    players = Player.objects.filter(league=fixture.league, pk__in=players_among(sheet)) if chosen else None
    missing = chosen - set(players.values_list("pk", flat=True)) if players is not None else set()
    wrong = [name for name, value in fields.items() if value.isdecimal() and int(value) in missing]
    return [Problem("player", N_("Choose a player from the list."), name) for name in wrong if "-g" not in name]


def _valid_seats(fixture: Fixture, line_up: Fields) -> Fields:
    """Drop seats of a line-up that cannot be."""
    terms = fixture_terms(fixture)
    fields = written_over({}, line_up, terms)
    wrong = {problem.field for problem in read_live(fields, terms).problems}
    wrong |= {problem.field for problem in _stranger_problems(fixture, fields)}
    return {name: value for name, value in fields.items() if name not in wrong}


def _conflicts(fixture: Fixture, entry: Mapping[str, str], live: LiveScore) -> tuple[Difference, ...]:
    terms = fixture_terms(fixture)
    return unlike(written_over(live.fields, entry, terms), live.fields, terms)


def _lock_for_scoring(fixture: Fixture, *, by: User, now: dt.datetime) -> tuple[Fixture, access.Grants]:
    access.require(by, "live.score", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    # Again under the lock: a role may have ended while it was waited for.
    return fixture, access.require(by, "live.score", fixture.league, fixture, now=now)


def _live_row(fixture: Fixture) -> LiveScore | None:
    live = LiveScore.objects.filter(fixture=fixture).select_related("writer").first()
    if live is not None:
        live.fixture = fixture
    return live


def _require_running(fixture: Fixture) -> LiveScore:
    live = _live_row(fixture)
    if live is None or not live.going:
        raise WrongState(_nobody_message())
    return live


def _require_scorable(fixture: Fixture, *, now: dt.datetime) -> None:
    refused = not_scorable(fixture, now=now)
    if refused:
        raise WrongState(refused)


def _require_phone(phone: str) -> None:
    if not phone or len(phone) > LONGEST_PHONE or not (phone.isascii() and phone.isprintable()):
        message = Text("A device that writes names itself with 1 to {most} plain characters.", most=LONGEST_PHONE)
        raise Invalid([Problem("phone", message, "phone")])


def _nobody_message() -> Text:
    return N_("Nobody is scoring this fixture live. Begin to score it first.")


def _overtaken_message(live: LiveScore) -> Text:
    if live.writer is None:
        return N_("Another device is scoring this fixture now. What you entered is not in its score.")
    return Text("{name} is scoring this fixture now. What you entered is not in the score.", name=live.writer.name)


def _journal_turn(live: LiveScore, kind: JournalKind, what: Text, **kwargs: Any) -> LiveScore:
    """Journal a turn and tell followers."""
    fixture = live.fixture
    publish_change(live.league_id)
    record_numbered(fixture.league, kind, f"{fixture.pk}:", what, fixture=fixture, **kwargs)
    return live


KEPT = dt.timedelta(days=7)
ENDED = {"sheet": {}, "home_games": 0, "away_games": 0, "latest": "", "phone": ""}


def end_live(fixture: Fixture, *, now: dt.datetime) -> bool:
    """Clear the live score of a locked fixture, once there is a result, and tell followers; return False without one.

    The row stays until it is purged.
    """
    going = LiveScore.objects.filter(fixture=fixture, ended_at=None)
    ended = going.update(**ENDED, ended_at=now, changed_at=now, sequence=F("sequence") + 1)
    if ended:
        publish_change(fixture.division.season.league_id)
    return bool(ended)


def purge_live(*, now: dt.datetime) -> int:
    """Delete scores that nobody has touched for a week; return how many."""
    return LiveScore.objects.filter(changed_at__lt=now - KEPT).delete()[0]


CHANNEL = "muggins:live"
# Of a save, which waits for it.
PATIENCE = 0.3

log = logging.getLogger(__name__)


def publish_change(league: int) -> None:
    """Publish a league's change on commit."""
    if settings.LIVE_REDIS_URL:
        transaction.on_commit(lambda: _publish(league))


def _publish(league: int) -> None:
    try:
        _redis(settings.LIVE_REDIS_URL).publish(CHANNEL, str(league))
    except (RedisError, OSError) as error:
        log.warning("Redis does not answer (%s): live scores are found a little later.", type(error).__name__)


@cache
def _redis(url: str) -> Redis:
    return Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
