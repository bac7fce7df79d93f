"""Answer whether somebody can play: the player by a signed link or on the page, or their captain for them.

An answer is not journalled: it may change until the fixture starts.
"""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction

from league import access
from league.enums import CanPlay, FixtureState, Side
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import Availability, Fixture, League, Player, Registration, User
from league.queries.availability import Candidate, TeamAvailability, availability_of, open_for_answers
from league.queries.fixtures import find_fixture
from league.queries.visibility import is_public
from league.rules.problems import Problem
from league.services.locks import lock_fixture
from league.services.people.accounts.keys import read_link, sign_link
from league.translation import N_, Text

SALT = "muggins.can-play"


@dataclass(frozen=True, slots=True)
class Followed:
    """An opened link; `team` and `mine` are None where they are of neither squad now, `refused` says why it is of no
    use."""

    fixture: Fixture
    team: TeamAvailability | None
    mine: Candidate | None
    refused: str


def token_for(fixture_id: int, user: User) -> str:
    return sign_link(user, SALT, fixture_id)


def open_link(league: League, token: str, *, now: dt.datetime) -> Followed | None:
    """Return how things stand with a link; None where it is no link of this league, or its user is gone.

    It is for one fixture and one person, and answers for that person alone, whoever holds it.
    """
    link = read_link(token, SALT)
    if link is None:
        return None
    user, (fixture_id,) = link
    player = Player.objects.filter(league=league, user=user, erased_at=None, user__is_active=True).first()
    try:
        fixture = find_fixture(league, fixture_id)
    except Fixture.DoesNotExist:
        return None
    if player is None or not is_public(fixture):
        return None
    teams = availability_of(fixture).values()
    team = next((squad for squad in teams if squad.find(player.pk)), None)
    mine = team.find(player.pk) if team else None
    refused = why_closed(fixture, now=now)
    if not refused and mine is None:
        refused = N_("You are in neither team’s squad for this fixture any more.")
    return Followed(fixture, team, mine, refused)


def why_closed(fixture: Fixture, *, now: dt.datetime) -> str:
    """Return why nobody can answer (any more, or yet); blank where they can."""
    if open_for_answers(fixture, now=now):
        return ""
    if fixture.state == FixtureState.CANCELLED:
        return N_("This fixture is cancelled.")
    if fixture.state == FixtureState.POSTPONED:
        return N_("This fixture was postponed. You will be asked again once it has a new date.")
    return N_("This fixture has started, so answers are closed.")


def answer_by_link(league: League, token: str, said: str, *, start: str, now: dt.datetime) -> Availability:
    """Record the answer of the person a link was sent to; twice is once.

    Raises:
        WrongState: the link is none of this league's, or came too late.
        Changed: the fixture was moved since the page was opened (`start`, by `format_start`).
    """
    link = open_link(league, token, now=now)
    if link is None or link.mine is None:
        raise WrongState(
            link.refused
            if link
            else N_("This link does not work: it may have been cut short, or your address has changed.")
        )
    return answer(link.fixture, link.mine.player, said, start=start, by=link.mine.player.user, now=now)


@transaction.atomic
def answer(
    fixture: Fixture, player: Player, said: str, *, start: str | None = None, by: User | None, now: dt.datetime
) -> Availability:
    """Record whether a player can play: their own answer, or their captain's for them.

    Args:
        said: yes, no or maybe; blank takes an answer back.
        start: by `format_start`, as the answerer was shown; None where they were shown none.

    Raises:
        NotAllowed: neither the player, nor captain of the side they would play for, nor the secretary.
        WrongState: the fixture has started or has no date, or the player is in neither squad.
        Changed: it was moved meanwhile.
    """
    locked = lock_fixture(fixture)
    team, _ = _find_candidate(locked, player)
    _require_may_answer(by, locked, player, team, now=now)
    if start is not None and start != format_start(locked):
        raise Changed(N_("The fixture was moved since this page was opened. Check the new date, and answer again."))
    if said not in ("", *CanPlay.values):
        raise Invalid([Problem("answer", N_("Answer yes, no or maybe."), "answer")])
    row = availability_row(locked, player, team.side)
    row.answer, row.answered_at, row.answered_by = said, now if said else None, by if said else None
    row.save()
    return row


def format_start(fixture: Fixture) -> str:
    return fixture.starts_at.astimezone(dt.UTC).isoformat(timespec="minutes")


def _find_candidate(fixture: Fixture, player: Player) -> tuple[TeamAvailability, Candidate]:
    for team in availability_of(fixture).values():
        candidate = team.find(player.pk)
        if candidate is not None:
            return team, candidate
    raise WrongState(Text("{player} is in neither team’s squad for this fixture.", player=player.name))


def _require_may_answer(
    by: User | None, fixture: Fixture, player: Player, team: TeamAvailability, *, now: dt.datetime
) -> None:
    grants = access.grants(by, fixture.league, now=now) if by is not None else None
    own = grants is not None and access.may(grants, "availability.answer", player)
    if not own and not (grants is not None and access.may(grants, "availability.manage", team.team)):
        raise NotAllowed(access.ACTIONS["availability.answer"][1])
    late = why_closed(fixture, now=now)
    if late:
        raise WrongState(late)


def availability_row(fixture: Fixture, player: Player, side: Side) -> Availability:
    """Return a player's row for a locked fixture, not saved; blank where the stored one is about a former start."""
    row = Availability.objects.filter(fixture=fixture, player=player).first()
    row = row or Availability(fixture=fixture, player=player)
    if row.starts_at != fixture.starts_at:
        row.answer, row.answered_at, row.answered_by, row.places, row.told = "", None, None, "", ""
    if row.side != side:
        row.places = row.told = ""
    row.side, row.starts_at = side, fixture.starts_at
    return row


@transaction.atomic
def set_reserve(fixture: Fixture, player: Player, *, reserve: bool, by: User, now: dt.datetime) -> None:
    """Make a player a reserve, asked only where their team is short, for the rest of the season; or undo that.

    Raise WrongState if they are not registered for either team.
    """
    locked = lock_fixture(fixture)
    team, _ = _find_candidate(locked, player)
    access.require(by, "availability.manage", locked.league, team.team, now=now)
    registrations = Registration.objects.filter(season=locked.division.season_id, team=team.team, player=player)
    if not registrations.update(reserve=reserve):
        raise WrongState(Text("{player} is not registered for {team}.", player=player.name, team=team.team.name))
