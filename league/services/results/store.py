"""Store sheets as rows. Callers hold the fixture's lock and write the journal."""

import dataclasses
import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Max

from league.enums import (
    LIVE_STATES,
    RESULT_MOVES,
    Detail,
    GamesWritten,
    JournalKind,
    NoticeKind,
    ResultKind,
    ResultState,
    Settlement,
)
from league.errors import WrongState
from league.models import Appearance, Fixture, Game, Match, Player, Result, SheetDraft, User
from league.queries.calls.conduct import as_awarded
from league.queries.disputes.consequences import sheet_again
from league.queries.results.eligibility import guests_among, look, players_among, players_on
from league.queries.results.sheets import name_players, sheet_of
from league.queries.results.versions import Examined, Refused, examine, key_of
from league.queries.standings.figures import walkover_totals
from league.rules.eligibility import Registered
from league.rules.formats import fixture_terms
from league.rules.rulings import Award
from league.rules.sheets import AWAY, HOME, SIDES, MatchSheet, ResultSheet, Side
from league.rules.typed_names import with_numbers
from league.services.cups.ties import settle_tie
from league.services.fixtures import raise_sequence, use_format
from league.services.journal import record
from league.services.live import end_live
from league.services.locks import lock_venues_and_teams
from league.services.notices import queue_notice
from league.translation import Text, in_a_sentence


def totals(fixture: Fixture, sheet: ResultSheet, kind: str = ResultKind.PLAYED) -> dict[str, int | bool | str]:
    """Return the totals that the result row keeps of a sheet, so that no table adds up games."""
    terms = fixture_terms(fixture)
    return {
        "home_games": sheet.games(HOME),
        "away_games": sheet.games(AWAY),
        "home_matches": sheet.matches_won(HOME, by=terms),
        "away_matches": sheet.matches_won(AWAY, by=terms),
        "home_awarded": sheet.awarded(HOME),
        "away_awarded": sheet.awarded(AWAY),
        "finished": sheet.finished(terms) if kind == ResultKind.ABANDONED else True,
        "detail": Detail.CARD if sheet.score is None else Detail.SCORE,
    }


def lock_players(sheet: ResultSheet) -> list[tuple[int, int, str]]:
    """Lock the players of a sheet, after its fixture, before looking for breaches and before anything is journalled.

    So the second of two sheets with one guest counts the first, and no sheet names a player who is just being merged.
    Return each one's id, league and name.
    """
    # One after the other, those of the lower number first; rows that only refer to them may still be written.
    players = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=players_among(sheet))
    return list(players.order_by("pk").values_list("pk", "league_id", "name"))


def append_result(
    fixture: Fixture,
    sheet: ResultSheet | Examined,
    *,
    state: ResultState,
    now: dt.datetime,
    by: User | None,
    side: str = "",
    first: bool = False,
    **fields: Any,
) -> Result:
    """Append the next version of a fixture's sheet with all its rows.

    Games awarded for conduct are awarded in it, whoever makes it (R43); its breaches are stored, and guests are marked.

    Args:
        sheet: an `Examined` one has its awards and breaches already.
        first: the fixture has no version yet, and its live score has ended.
        fields: of the row, e.g. its settlement; its `breaches`; another `format` than the fixture's.
    """
    if not first:
        end_live(fixture, now=now)
    registered = None
    if isinstance(sheet, Examined):
        fields["breaches"], registered, sheet = sheet.breaches, sheet.looked.registered, sheet.sheet
    else:
        sheet = as_awarded(fixture, sheet)
    kind = fields.get("kind", ResultKind.PLAYED)
    played = use_format(fixture, fields.pop("format", None), now=now)
    if "breaches" not in fields:
        fields["breaches"] = [breach.to_dict() for breach in look(fixture, sheet).breaches]
    result = Result.objects.create(
        fixture=fixture,
        version=1 if first else next_version(fixture),
        format=played,
        state=state,
        live=state in LIVE_STATES,
        side=side,
        submitted_by=by,
        submitted_at=now,
        **totals(fixture, sheet, kind),
        **fields,
    )
    store_matches([(result, sheet)], registered)
    _follow(result, by=by, now=now)
    return result


def _follow(result: Result, *, by: User | None, now: dt.datetime) -> None:
    """Let a new version's calendar entry and tie follow it."""
    _tell_calendars(result, now=now)
    if result.fixture.tie_id is not None and result.state == ResultState.CONFIRMED:
        settle_tie(result.fixture, by=by, now=now)


def _tell_calendars(result: Result, *, now: dt.datetime) -> None:
    """Raise the fixture's sequence where it is decided without play now, or was until now."""
    before = result.corrects
    if result.live and (not result.scored or (before is not None and not before.scored)):
        raise_sequence(result.fixture, now=now)


def replace(
    before: Result,
    sheet: ResultSheet,
    *,
    settlement: Settlement,
    by: User | None,
    now: dt.datetime,
    kind: ResultKind | None = None,
    note: str = "",
    reason: str = "",
) -> Result:
    """Let a new, confirmed version count instead of the live one, whose fixture is locked.

    `kind` defaults to that of `before`; the public reads `note`. Raise WrongState if `before` cannot be superseded.
    """
    fixture = before.fixture
    if kind is None:
        kind = ResultKind.ABANDONED if before.kind == ResultKind.ABANDONED else ResultKind.PLAYED
    set_aside_correction(fixture, by=by, now=now)
    # The one laid aside goes first: only one may be live.
    move_result(before, ResultState.SUPERSEDED)
    return append_result(
        fixture,
        sheet,
        state=ResultState.CONFIRMED,
        now=now,
        by=by,
        kind=kind,
        settlement=settlement,
        settled_by=by,
        settled_at=now,
        note=note[:250],
        corrects=before,
        reason=reason,
    )


OVERTAKEN = "Set aside: another version came to count before it was answered."


def set_aside_correction(fixture: Fixture, *, by: User | None, now: dt.datetime) -> None:
    """Set a waiting correction of a locked fixture aside, because another version comes to count."""
    for proposed in Result.objects.filter(fixture=fixture, state=ResultState.PROPOSED).select_related("submitted_by"):
        proposed.fixture = fixture
        move_result(proposed, ResultState.REJECTED, settled_by=by, settled_at=now, note=OVERTAKEN)
        what = Text("set aside the correction of {fixture}: another version counts", fixture=str(fixture))
        key = key_of(proposed)
        league = fixture.league
        record(league, JournalKind.CORRECTION_ANSWERED, key, by=by, now=now, what=what, fixture=fixture)
        text = Text(
            "{fixture}: the correction was set aside, because another version counts now.", fixture=str(fixture)
        )
        sender = [proposed.submitted_by] if proposed.submitted_by else []
        queue_notice(league, sender, NoticeKind.CORRECTION_ANSWERED, key, text=text, now=now, fixture=fixture)


REVOKED = "A ruling on it was revoked."
COPIED = (
    "format",
    "kind",
    "detail",
    "home_games",
    "away_games",
    "home_matches",
    "away_matches",
    "home_awarded",
    "away_awarded",
    "finished",
    "note",
    "breaches",
)


def reinstate(version: Result, *, settlement: Settlement, by: User | None, now: dt.datetime, reason: str) -> Result:
    """Let an older version of a locked fixture count again, as a copy that becomes the newest and supersedes the live
    one.

    Changes by rulings revoked since are left out. Where none is live, the copy is settled as the version was and
    corrects what that one had, so that reversing it does not lead back to itself.
    """
    fixture = version.fixture
    use_format(fixture, version.format, now=now)
    was = sheet_of(version)
    sheet = sheet_again(version)
    columns = {name: getattr(version, name) for name in COPIED}
    if sheet != was:
        columns |= totals(fixture, sheet, version.kind) | {"note": f"{version.note} {REVOKED}".strip()[:250]}
    set_aside_correction(fixture, by=by, now=now)
    before = Result.objects.filter(fixture=fixture, live=True).first()
    if before is not None:
        move_result(before, ResultState.SUPERSEDED)
    result = Result.objects.create(
        fixture=fixture,
        version=next_version(fixture),
        state=ResultState.CONFIRMED,
        side=version.side,
        submitted_by=version.submitted_by,
        submitted_at=now,
        settlement=settlement if before else version.settlement,
        settled_by=by if before else version.settled_by,
        settled_at=now,
        corrects=before or version.corrects,
        reason=reason,
        **columns,
    )
    store_matches([(result, sheet)])
    _follow(result, by=by, now=now)
    return result


def append_walkover(
    fixture: Fixture,
    *,
    to: Side,
    settlement: Settlement,
    now: dt.datetime,
    by: User | None,
    note: str = "",
    corrects: Result | None = None,
    reason: str = "",
) -> Result:
    """Append a confirmed walkover: its format's number of games, no match played, no score invented.

    The version that it `corrects` is superseded already.
    """
    end_live(fixture, now=now)
    result = Result.objects.create(
        fixture=fixture,
        version=next_version(fixture),
        format=use_format(fixture, now=now),
        kind=ResultKind.WALKOVER,
        state=ResultState.CONFIRMED,
        submitted_by=by,
        submitted_at=now,
        settlement=settlement,
        settled_by=by,
        settled_at=now,
        note=note,
        corrects=corrects,
        reason=reason,
        **walkover_totals(fixture, to),
    )
    _follow(result, by=by, now=now)
    return result


def next_version(fixture: Fixture) -> int:
    last = Result.objects.filter(fixture=fixture).aggregate(last=Max("version"))["last"]
    return (last or 0) + 1


def move_result(result: Result, to: ResultState, **fields: Any) -> Result:
    """Move a result along `RESULT_MOVES`, else raise WrongState; the only place that changes a result's state.

    `fields` are set on the row besides, e.g. settled_by.
    """
    came_from = ResultState(result.state)
    if to not in RESULT_MOVES[came_from]:
        state, then = (in_a_sentence(each.label) for each in (came_from, to))
        raise WrongState(Text("This sheet is {state}; it cannot become {then}.", state=state, then=then))
    result.state = to
    result.live = to in LIVE_STATES
    for name, value in fields.items():
        setattr(result, name, value)
    result.save(update_fields=["state", "live", *fields])
    if to == ResultState.CONFIRMED and result.fixture.tie_id is not None and result.settled_at is not None:
        settle_tie(result.fixture, by=result.settled_by, now=result.settled_at)
    return result


def check_sheet(
    fixture: Fixture, sheet: ResultSheet, *, taken: ResultSheet | None = None, awards: tuple[Award, ...] | None = None
) -> Examined:
    """Validate a locked fixture's sheet and lock its players; raise Invalid with every problem. It corrects `taken`."""
    locked = lock_players(lock_names(fixture, sheet))
    names = {pk: name for pk, league, name in locked if league == fixture.league.pk}
    examined = examine(fixture, sheet, taken=taken, known=None if sheet.typed else names, awards=awards)
    if examined.problems:
        raise Refused(examined)
    return examined


def lock_names(fixture: Fixture, sheet: ResultSheet) -> ResultSheet:
    """Match the typed names of a locked fixture's sheet with players, and lock both teams.

    So the second of two sheets that name the same new player finds the player whom the first has made.
    """
    if not sheet.typed:
        return sheet
    lock_venues_and_teams(venues=(), teams=(fixture.home_id, fixture.away_id))
    return name_players(fixture, sheet).sheet


def register_typed_players(fixture: Fixture, examined: Examined, *, by: User, now: dt.datetime) -> Examined:
    """Delete the sender's draft and create a player for each new name; return the sheet with their ids.

    Call it in the transaction that stores the sheet, after its players are locked and the fixture's notices cancelled,
    and before anything is journalled: erasing a person locks in the same order.
    """
    SheetDraft.objects.filter(fixture=fixture, user=by).delete()
    if not examined.newcomers:
        return examined
    league, numbers = fixture.league, dict[int, int | None]()
    seated = players_on(examined.sheet)
    for number, name in examined.newcomers.items():
        if number not in seated:
            continue
        made = Player.objects.create(league=league, name=name)
        numbers[number] = made.pk
        what = Text("wrote {player} on the sheet of {fixture}, a new player", player="{player}", fixture=str(fixture))
        record(league, JournalKind.PLAYER_NAMED, str(made.pk), by=by, now=now, what=what, fixture=fixture, player=made)
    return dataclasses.replace(examined, sheet=with_numbers(examined.sheet, numbers), newcomers={})


def store_matches(
    stored: list[tuple[Result, ResultSheet]], registered: Mapping[int, Sequence[Registered]] | None = None
) -> None:
    """Insert matches, games and players of new results of one season (four queries, however many).

    Their fixtures have division, season and league joined. `registered` are their players' registrations, where these
    have been read (one query fewer).
    """
    matches = Match.objects.bulk_create(
        [_match_row(result, match) for result, sheet in stored for match in sheet.matches], batch_size=1000
    )
    values = [match for _, sheet in stored for match in sheet.matches]
    pairs = list(zip(matches, values, strict=True))
    Game.objects.bulk_create([game for row, value in pairs for game in _game_rows(row, value)], batch_size=1000)
    guests = guests_among(stored, registered)
    Appearance.objects.bulk_create(
        [seat for row, value in pairs for seat in _appearance_rows(row, value, guests)], batch_size=1000
    )


def _match_row(result: Result, match: MatchSheet) -> Match:
    due = fixture_terms(result.fixture).match(match.number)
    home, away = match.games_won(HOME), match.games_won(AWAY)
    played = match.counted if match.totals or (match.nobody and due.counted) else None
    return Match(
        result=result,
        number=match.number,
        kind=match.kind,
        ends=due.ends,
        written=due.written,
        games_most=due.most,
        games_needed=due.needed,
        home_games=home,
        away_games=away,
        home_awarded=match.awarded(HOME),
        away_awarded=match.awarded(AWAY),
        home_played=played.home if played else None,
        away_played=played.away if played else None,
        home_pegged=match.pegged[0],
        away_pegged=match.pegged[1],
        finished=due.is_over(home, away),
    )


def _game_rows(row: Match, match: MatchSheet) -> list[Game]:
    if match.totals:
        return []
    target = fixture_terms(row.result.fixture).match(match.number).target
    return [
        Game(
            match=row,
            number=number,
            target=target if row.written == GamesWritten.SCORES else None,
            home_score=game.home,
            away_score=game.away,
            winner=game.winner or "",
            won=game.won or "",
            awarded=game.awarded is not None,
        )
        for number, game in enumerate(match.known, start=1)
    ]


def _appearance_rows(row: Match, match: MatchSheet, guests: Collection[tuple[int, int]]) -> list[Appearance]:
    result = row.result
    return [
        Appearance(
            result=result, match=row, player_id=player, side=side, seat=seat, guest=(result.pk, player) in guests
        )
        for side in SIDES
        for seat, player in enumerate(match.players(side), start=1)
        if player is not None
    ]
