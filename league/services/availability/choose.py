"""Choose a line-up for a coming fixture and tell its players."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping

from django.db import transaction

from league import access
from league.enums import NOT_SENT_YET, NoticeKind, NoticeState, Side
from league.errors import Invalid, WrongState
from league.models import Availability, Fixture, Notice, Player, User
from league.queries.availability import TeamAvailability, availability_of
from league.queries.results.eligibility import candidates
from league.rules.formats import fixture_terms
from league.rules.line_ups import places_of
from league.rules.match_terms import Terms
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME, place_of_match
from league.services.availability.answer import availability_row, why_closed
from league.services.availability.ask import ask_guest, date_params, start_key
from league.services.locks import lock_fixture
from league.services.notices import queue_notice
from league.translation import N_, Text

# More guests than these are no longer a fixture's, and each is sent a mail.
MOST_GUESTS = 8
# As often is a player told within a day of where they stand in a line-up.
MOST_TOLD, A_DAY = 5, dt.timedelta(days=1)


@transaction.atomic
def choose_line_up(
    fixture: Fixture, side: Side, places: Mapping[str, int], *, tell: bool, by: User, now: dt.datetime
) -> TeamAvailability:
    """Store a line-up, whole or in part, instead of the present one; the same again changes nothing.

    Args:
        places: players by their seats, as the sheet names these: ``m1-home-2``.
        tell: notify whoever has another seat than they were told last, or none.

    Raises:
        NotAllowed: neither that side's captain nor the secretary.
        WrongState: the fixture has started or has no date.
        Invalid: with everything that is wrong with it.
    """
    locked = lock_fixture(fixture)
    team = availability_of(locked)[side]
    access.require(by, "availability.manage", locked.league, team.team, now=now)
    late = why_closed(locked, now=now)
    if late:
        raise WrongState(late)
    problems = _problems(team, places, fixture_terms(locked))
    if problems:
        raise Invalid(problems)
    for candidate in team.candidates:
        seats = " ".join(sorted(place for place, player in places.items() if player == candidate.player.pk))
        if seats == " ".join(sorted(candidate.places)) and not (tell and seats != " ".join(sorted(candidate.told))):
            continue
        row = availability_row(locked, candidate.player, side)
        row.places = seats
        if tell and row.told != seats:
            _notify(row, locked, now=now)
            row.told = seats
        row.save()
    return availability_of(locked)[side]


@transaction.atomic
def want_guest(fixture: Fixture, side: Side, player: Player, *, by: User, now: dt.datetime) -> None:
    """Ask a guest whether they can play, once; WrongState if they may not play as a guest, or it is too late."""
    locked = lock_fixture(fixture)
    team = availability_of(locked)[side]
    access.require(by, "availability.manage", locked.league, team.team, now=now)
    late = why_closed(locked, now=now)
    if late:
        raise WrongState(late)
    if team.find(player.pk) is None and player.pk not in {guest.pk for guest, _ in candidates(locked).guests}:
        raise WrongState(Text("{player} may not play as a guest in this fixture.", player=player.name))
    if team.find(player.pk) is None:
        other = availability_of(locked)[Side.AWAY if side == Side.HOME else Side.HOME]
        if other.find(player.pk) is not None:
            raise WrongState(Text("{player} is with the other team in this fixture.", player=player.name))
        if sum(candidate.guest for candidate in team.candidates) >= MOST_GUESTS:
            raise WrongState(N_("You have asked as many guests as a fixture can have."))
        availability_row(locked, player, side).save()
        ask_guest(locked, player, now=now)


def _problems(team: TeamAvailability, places: Mapping[str, int], terms: Terms) -> list[Problem]:
    """Return everything that is wrong with a line-up; an empty seat is not."""
    seats = {
        f"m{number}-{team.side}-{seat}": number
        for _, number, players in places_of(terms, HOME if team.side == Side.HOME else AWAY)
        for seat in range(1, players + 1)
    }
    problems = []
    times = Counter(places.values())
    for place, player in places.items():
        candidate = team.find(player)
        where = place_of_match(seats.get(place, 0))
        if place not in seats:
            problems.append(Problem("place", N_("There is no such seat in this fixture."), ""))
        elif candidate is None:
            problems.append(Problem("player", N_("Choose a player from the list."), place, where))
        elif sum(other == player for at, other in places.items() if seats.get(at) == seats[place]) > 1:
            message = Text("{player} is chosen twice in this match.", player=candidate.player.name)
            problems.append(Problem("twice", message, place, where))
        elif times[player] > terms.limits.matches:
            message = Text.plural(
                "{player} may play {n} match in a fixture.", "{player} may play {n} matches in a fixture.",
                n=terms.limits.matches, player=candidate.player.name,
            )  # fmt: skip
            problems.append(Problem("too-often", message, place, where))
    return problems


def _notify(row: Availability, fixture: Fixture, *, now: dt.datetime) -> None:
    user = row.player.user
    if user is None or not user.is_active:
        return
    params: dict[str, str] = {**date_params(fixture)}
    if row.places:
        numbers = sorted({int(place[1:].partition("-")[0]) for place in row.places.split()})
        matches = Text.joined(", ", [place_of_match(number) for number in numbers])
        text = Text("{fixture}, {day} at {time}: you are in the line-up ({matches}).", matches=matches, **params)
    else:
        text = Text("{fixture}, {day} at {time}: you are not in the line-up any more.", **params)
    earlier = Notice.objects.filter(fixture=fixture, recipient=user, kind=NoticeKind.LINE_UP_TOLD)
    # What was not sent yet is out of date now. It counts all the same: some of it may be on its way.
    earlier.filter(state__in=NOT_SENT_YET).update(state=NoticeState.CANCELLED, leased_until=None)
    if earlier.filter(created_at__gt=now - A_DAY).count() >= MOST_TOLD:
        return
    # Named after the moment: a player who is put in, out and in again is told three times.
    key = f"{start_key(fixture)}:line-up:{now:%Y%m%dT%H%M%S%f}"
    queue_notice(
        fixture.league, [user], NoticeKind.LINE_UP_TOLD, key, text=text, now=now, fixture=fixture,
        stale_at=fixture.starts_at,
    )  # fmt: skip
