"""Merge two players who are one person: all that one row has becomes the other's.

The merged row stays, named by journal entries alone, whose chain would break without it, and points to the player who
stays. A merge cannot be undone: hence the preview, and the refusals (docs/people.md).
"""

import datetime as dt

from django.db import transaction
from django.db.models import Q

from league import access
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import (
    Appeal,
    Appearance,
    Attendance,
    Availability,
    Call,
    Charge,
    ConductCase,
    Fixture,
    HighHand,
    Invitation,
    LiveScore,
    Player,
    Registration,
    Result,
    SheetDraft,
    SittingGame,
    TeamMember,
    User,
    Winner,
)
from league.queries.people.namesakes import why_two
from league.rules.problems import WRITE_LESS, Problem, check_reason
from league.rules.sheet_fields import SEAT
from league.services.journal import record
from league.services.people.personal_data import LONGEST_NOTE
from league.services.people.roles import lock_roles
from league.services.people.sides import rename_sides
from league.translation import N_, Text


@transaction.atomic
def merge_players(kept: Player, gone: Player, *, reason: str, by: User, now: dt.datetime) -> Player:
    """Move all that `gone` has played, been registered for and been told to `kept`; return `kept`.

    So does the address; an account stays with the player to whom its owner linked it, so keep that one. Locks the
    league, then every fixture of either, then both players, for which a sheet that is being sent waits.

    Raises:
        WrongState: one of them was erased or merged before, or is another league's.
        Invalid: no reason, something shows that they are two people, or their notes are too long for one; all at once.
    """
    league = kept.league
    access.require(by, "player.merge", league, now=now)
    lock_roles(league)
    seats = Appearance.objects.filter(player__in=(kept, gone))
    played = Fixture.objects.filter(pk__in=seats.values("result__fixture")).order_by("pk")
    list(played.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))
    both = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=(kept.pk, gone.pk), league=league)
    rows = {player.pk: player for player in both.select_related("league").order_by("pk")}
    if len(rows) != len({kept.pk, gone.pk}):
        raise WrongState(N_("Only two players of one league can be merged."))
    kept, gone = rows[kept.pk], rows[gone.pk]
    if any(row.erased_at is not None or row.merged_into_id is not None for row in (kept, gone)):
        raise WrongState(N_("One of them is no longer a player of the league: erased, or merged into another."))
    reason_problems = check_reason(reason, N_("Say why they are one person."), too_long=WRITE_LESS)
    problems = [*reason_problems, *why_two(kept, gone), *_account_problems(kept, gone), *_note_problems(kept, gone)]
    if problems:
        raise Invalid(problems)
    registrations = _move_registrations(kept, gone)
    matches = _move_matches(kept, gone)
    _move_the_rest(kept, gone)
    _move_identity(kept, gone)
    record(
        league, JournalKind.PLAYERS_MERGED, str(gone.uid), by=by, now=now, player=kept, why=reason.strip(),
        what=Text("merged another entry of the same person into {player}", player="{player}"),
        data={"gone": str(gone.uid), "registrations": registrations, "matches": matches},
    )  # fmt: skip
    return kept


def _account_problems(kept: Player, gone: Player) -> list[Problem]:
    if gone.user_id is None or kept.user_id is not None:
        return []
    message = N_("The other player has an account. Open their page and merge this one into them.")
    return [Problem("account", message, "player")]


def _both_notes(kept: Player, gone: Player) -> str:
    return "; ".join(dict.fromkeys(filter(None, (kept.note, gone.note))))


def _note_problems(kept: Player, gone: Player) -> list[Problem]:
    if len(_both_notes(kept, gone)) <= LONGEST_NOTE:
        return []
    message = Text("Shorten one of the notes first: together they have more than {most} characters.", most=LONGEST_NOTE)
    return [Problem("long-notes", message, "player")]


def _move_registrations(kept: Player, gone: Player) -> int:
    """Move registrations; two for one team that touch become one."""
    moved = 0
    for row in Registration.objects.filter(player=gone).order_by("starts_on"):
        theirs = Registration.objects.filter(player=kept, season=row.season_id, team=row.team_id).order_by("starts_on")
        same = next((registration for registration in theirs if _touch(registration, row)), None)
        if same is None:
            row.player = kept
            row.save(update_fields=["player"])
        else:
            same.starts_on = min(same.starts_on, row.starts_on)
            same.ends_on = None if None in (same.ends_on, row.ends_on) else max(_end(same), _end(row))
            row.delete()
            same.save(update_fields=["starts_on", "ends_on"])
        moved += 1
    return moved


def _end(row: Registration) -> dt.date:
    return row.ends_on or dt.date.max


def _touch(first: Registration, other: Registration) -> bool:
    return first.starts_on <= _end(other) and other.starts_on <= _end(first)


def _move_matches(kept: Player, gone: Player) -> int:
    """Move appearances in every version of every sheet, their breaches, and drafts that name the row."""
    seats = Appearance.objects.filter(player=gone)
    results = list(Result.objects.filter(pk__in=seats.values("result")).exclude(breaches=[]))
    for result in results:
        result.breaches = [
            {**breach, "player": kept.pk} if breach.get("player") == gone.pk else breach for breach in result.breaches
        ]
    Result.objects.bulk_update(results, ["breaches"], batch_size=200)
    drafts = list(SheetDraft.objects.filter(fixture__division__season__league=kept.league_id))
    named = [draft for draft in drafts if any(value.split(" ", 1)[0] == str(gone.pk) for value in draft.sheet.values())]
    for draft in named:
        draft.sheet = {name: _replace_player(name, value, kept, gone) for name, value in draft.sheet.items()}
    SheetDraft.objects.bulk_update(named, ["sheet"])
    for live in LiveScore.objects.filter(league=kept.league_id):
        live.sheet = {name: _replace_player(name, value, kept, gone) for name, value in live.sheet.items()}
        live.save(update_fields=["sheet"])
    return seats.update(player=kept)


def _replace_player(name: str, value: str, kept: Player, gone: Player) -> str:
    number, _, about = value.partition(" ")
    if number != str(gone.pk) or not SEAT.fullmatch(name.removesuffix("-is")):
        return value
    return f"{kept.pk} {about}" if about else str(kept.pk)


def _move_the_rest(kept: Player, gone: Player) -> None:
    Call.objects.filter(counter_player=gone).update(counter_player=kept)
    Call.objects.filter(challenger_player=gone).update(challenger_player=kept)
    # One answer a fixture: that of the row that stays, where both have one.
    answered = Availability.objects.filter(player=kept).values("fixture")
    Availability.objects.filter(player=gone, fixture__in=list(answered.values_list("fixture", flat=True))).delete()
    Availability.objects.filter(player=gone).update(player=kept)
    _move_high_hands(kept, gone)
    for winner in Winner.objects.filter(players=gone):
        winner.players.add(kept)
        winner.players.remove(gone)
    SittingGame.objects.filter(first=gone).update(first=kept)
    SittingGame.objects.filter(second=gone).update(second=kept)
    TeamMember.objects.filter(player=gone).exclude(team__members=kept).update(player=kept)
    rename_sides(kept.league, Q(members=kept))
    for model in (ConductCase, Appeal, Invitation, Charge, Attendance):
        model._default_manager.filter(player=gone).update(player=kept)


def _move_high_hands(kept: Player, gone: Player) -> None:
    """Move high hands; a hand recorded for both is kept once."""
    hands = HighHand.objects.filter(player=kept, removed_at=None).exclude(cards="")
    twice = {(fixture, cards, starter) for fixture, cards, starter in hands.values_list("fixture", "cards", "starter")}
    for hand in HighHand.objects.filter(player=gone):
        if hand.removed_at is None and (hand.fixture_id, hand.cards, hand.starter) in twice:
            hand.removed_at = hand.recorded_at
        hand.player = kept
        hand.save(update_fields=["player", "removed_at"])


def _move_identity(kept: Player, gone: Player) -> None:
    """Move address and number where `kept` has none; unique columns of `gone` are cleared first."""
    email = gone.email
    phone, shorten = kept.phone or gone.phone, kept.shorten_name or gone.shorten_name
    kept.hide_averages = kept.hide_averages or gone.hide_averages
    note = _both_notes(kept, gone)
    gone.email, gone.phone, gone.note, gone.merged_into = "", "", "", kept
    gone.save(update_fields=["email", "phone", "note", "merged_into"])
    Player.objects.filter(merged_into=gone).update(merged_into=kept)
    kept.email, kept.phone, kept.shorten_name, kept.note = kept.email or email, phone, shorten, note
    kept.save(update_fields=["email", "phone", "shorten_name", "hide_averages", "note"])
