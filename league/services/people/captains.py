"""Captains of a season's teams: invited all at once, or given printed one-time codes where they have no mail.

A code is for one team and season. Whoever has the paper speaks for the team with it (docs/results.md).
"""

import datetime as dt
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.crypto import salted_hmac

from league import access
from league.enums import JournalKind, RoleKind
from league.errors import Invalid, WrongState
from league.models import Entry, Invitation, League, Season, Team, TeamCode, User
from league.rules.problems import Problem
from league.services.journal import record
from league.services.locks import require_shown
from league.services.people.first_visit import ALPHABET, READ_AS
from league.services.people.invite import invite
from league.services.people.roles import lock_roles
from league.translation import N_, Text

CODE_SALT = "muggins.team-code"
# A season's home and away fixtures of a small division. Ten letters are 50 bits, for a few tries an hour.
CODES = 20
GROUPS, EACH = 2, 5


@transaction.atomic
def invite_captains(league: League, addresses: Mapping[Team, str], *, by: User, now: dt.datetime) -> list[Invitation]:
    """Offer captaincies to the addresses by team, all or none; blank ones are skipped.

    Raise Invalid with every problem, at the field ``team-<number of the team>``.
    """
    access.require(by, "role.manage", league, now=now)
    made, problems = [], []
    for team, address in sorted(addresses.items(), key=lambda one: one[0].pk):
        if not address.strip():
            continue
        field = f"team-{team.pk}"
        try:
            made.append(invite(league, address, RoleKind.CAPTAIN, team, by=by, now=now))
        except Invalid as refused:
            problems += [replace(each, field=field, where=team.name) for each in refused.problems]
        except WrongState as refused:
            problems.append(Problem(refused.code, refused.message, field, team.name))
    if problems:
        raise Invalid(problems)
    return made


@dataclass(frozen=True, slots=True)
class PrintedCodes:
    """A new sheet of one-time codes, to be printed now: only hashes are stored."""

    team: Team
    season: Season
    sheet: int
    codes: tuple[str, ...]


@transaction.atomic
def make_codes(team: Team, season: Season, *, by: User, now: dt.datetime) -> PrintedCodes:
    """Create a sheet of one-time codes for a team; an older sheet's codes are revoked.

    Raise WrongState if the team is not in that season, or has withdrawn from it.
    """
    access.require(by, "codes.make", team.league, now=now)
    lock_roles(team.league)
    require_shown(season, team)
    if not Entry.objects.filter(team=team, season=season, withdrawn_on=None, team__hidden_at=None).exists():
        raise WrongState(N_("This team does not play in that season."))
    _unused_codes(team, season).update(revoked_at=now)
    last = TeamCode.objects.filter(team=team, season=season).aggregate(last=Max("sheet"))["last"] or 0
    codes = tuple(_new_code() for _ in range(CODES))
    TeamCode.objects.bulk_create(
        TeamCode(
            team=team, season=season, sheet=last + 1, number=number, code_hash=hash_of(code, team.pk, season.pk),
            made_at=now,
        )
        for number, code in enumerate(codes, start=1)
    )  # fmt: skip
    what = Text("made sheet {n} of one-time codes for {team}, {season}", n=last + 1, team=team.name, season=season.name)
    key = f"{season.pk}:{team.pk}:{last + 1}"
    record(team.league, JournalKind.CODES_MADE, key, by=by, now=now, what=what, team=team)
    return PrintedCodes(team, season, last + 1, codes)


@transaction.atomic
def revoke_codes(team: Team, season: Season, *, by: User, now: dt.datetime) -> int:
    """Revoke every unused code of a team, e.g. of a lost sheet; return how many."""
    access.require(by, "codes.make", team.league, now=now)
    lock_roles(team.league)
    sheet = _unused_codes(team, season).aggregate(last=Max("sheet"))["last"]
    gone = _unused_codes(team, season).update(revoked_at=now)
    if gone:
        what = Text.plural(
            "revoked {n} one-time code of {team}, {season}",
            "revoked {n} one-time codes of {team}, {season}",
            n=gone,
            team=team.name,
            season=season.name,
        )
        key = f"{season.pk}:{team.pk}:{sheet}"
        record(team.league, JournalKind.CODES_REVOKED, key, by=by, now=now, what=what, team=team)
    return gone


def find_code(text: str, team_id: int, season_id: int) -> TeamCode | None:
    """Return the usable code of a team and season that somebody typed, locked; call it inside a transaction."""
    codes = TeamCode.objects.select_for_update(of=("self",)).filter(
        team=team_id, season=season_id, code_hash=hash_of(text, team_id, season_id), used_at=None, revoked_at=None
    )
    return codes.first()


def hash_of(code: str, team_id: int, season_id: int) -> str:
    """Hash a code as typed: in any case, with or without separators."""
    plain = "".join(letter for letter in code.upper().translate(READ_AS) if letter in ALPHABET)
    return salted_hmac(CODE_SALT, f"{season_id}:{team_id}:{plain}", algorithm="sha256").hexdigest()


def _new_code() -> str:
    letters = "".join(secrets.choice(ALPHABET) for _ in range(GROUPS * EACH))
    return "-".join(letters[start : start + EACH] for start in range(0, GROUPS * EACH, EACH))


def _unused_codes(team: Team, season: Season) -> QuerySet[TeamCode]:
    return TeamCode.objects.filter(team=team, season=season, used_at=None, revoked_at=None)
