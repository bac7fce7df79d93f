"""The conditions of a brief: each a sentence, and the *atoms* that count when it is not kept.

A condition is what a secretary could take back: that a venue has one board, that it is closed on a day. One that
concerns many evenings has an atom for each, and each evening on which it is broken is a violation of its own.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from league.rules.calendar import monday_of, play_weeks_for
from league.rules.timetable.values import Brief, MeetInWeek, NeverBothAtHome, Team, Wish
from league.rules.timetable.weeks import listed, mondays_of, play_weeks_of, told

Week = tuple[int, int]  # the round, and the number in it
NIGHTS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")


class Member(NamedTuple):
    """A team by its number in its division, and the division by its number in the brief."""

    division: int
    team: int


class Spot(NamedTuple):
    """A team at home in a week."""

    member: Member
    week: Week


class Atom(NamedTuple):
    """The parts of a condition, all of which have to hold. Empty fields ask for nothing.

    Attributes:
        at_most: of these spots at most so many are taken.
        not_hosting: none of these takes its spot against that team of its division.
        absent: where that amounts to not playing at all, the team and week: rows of home and away see it too.
        meet: who meet in that week, whoever is at home.
        balanced: as often at home as away in a round, within one.
        no_run: never three times in a row at home, or away.
        impossible: nothing could make it hold.
    """

    code: str
    at_most: tuple[tuple[int, tuple[Spot, ...]], ...] = ()
    not_hosting: tuple[tuple[Spot, int], ...] = ()
    absent: Spot | None = None
    meet: tuple[Spot, int] | None = None
    balanced: Member | None = None
    no_run: Member | None = None
    impossible: bool = False

    def divisions(self) -> frozenset[int]:
        """The divisions that it concerns, by number."""
        members = [spot.member for _, spots in self.at_most for spot in spots]
        members += [spot.member for spot, _ in self.not_hosting]
        members += [self.meet[0].member] if self.meet else []
        members += [member for member in (self.balanced, self.no_run) if member]
        return frozenset(member.division for member in members)


class Condition(NamedTuple):
    sentence: str
    atoms: tuple[Atom, ...]

    def divisions(self) -> frozenset[int]:
        """The divisions that it concerns, by number."""
        return frozenset().union(*(atom.divisions() for atom in self.atoms))


def conditions_of(brief: Brief) -> tuple[Condition, ...]:
    """Every condition of a brief that some timetable might break, those that the brief itself names first."""
    week_at = {monday: week for week, monday in mondays_of(brief).items()}
    members = {
        team.name: Member(number, place)
        for number, division in enumerate(brief.divisions)
        for place, team in enumerate(division.teams)
    }
    return (
        *_wishes(brief, members),
        *_blackouts(brief, week_at),
        *_closed(brief, members, week_at),
        *_boards(brief, members),
        *_rows(brief),
    )


def team_of(brief: Brief, member: Member) -> Team:
    """The team behind the numbers."""
    return brief.divisions[member.division].teams[member.team]


def _weeks(brief: Brief) -> tuple[Week, ...]:
    return tuple(mondays_of(brief))


def _wishes(brief: Brief, members: dict[str, Member]) -> Iterator[Condition]:
    for wish in dict.fromkeys(brief.wishes):
        one, other = members[wish.team], members[wish.other]
        atom = _apart(brief, one, other) if isinstance(wish, NeverBothAtHome) else _meet(brief, wish, one, other)
        yield Condition(_wished(brief, wish), (atom,))


def _apart(brief: Brief, one: Member, other: Member) -> Atom:
    return Atom("wish", at_most=tuple((1, (Spot(one, week), Spot(other, week))) for week in _weeks(brief)))


def _meet(brief: Brief, wish: MeetInWeek, one: Member, other: Member) -> Atom:
    week = (wish.round, wish.week)
    if one.division != other.division or one == other or week not in _weeks(brief):
        return Atom("wish", impossible=True)
    return Atom("wish", meet=(Spot(one, week), other.team))


def _wished(brief: Brief, wish: Wish) -> str:
    if isinstance(wish, NeverBothAtHome):
        return f"{wish.team} and {wish.other} are never at home in the same week."
    blank = ", the blank week" if wish.week == play_weeks_of(brief) else ""
    return f"{wish.team} and {wish.other} meet in week {wish.week} of round {wish.round}{blank}."


def _blackouts(brief: Brief, week_at: dict[dt.date, Week]) -> Iterator[Condition]:
    for number, division in enumerate(brief.divisions):
        for place, team in enumerate(division.teams):
            for day in sorted(team.blackouts):
                week = week_at.get(monday_of(day))
                if week:
                    atom = _not_playing(brief, Member(number, place), week, day)
                    if atom.at_most or atom.not_hosting:
                        yield Condition(
                            f"{team.name} cannot play on {told(day)}{_always(brief, number, day)}.", (atom,)
                        )


def _not_playing(brief: Brief, member: Member, week: Week, day: dt.date) -> Atom:
    teams = brief.divisions[member.division].teams
    hosts = [place for place, team in enumerate(teams) if team.night == day.weekday()]
    return Atom(
        "blackout",
        at_most=((0, (Spot(member, week),)),) if member.team in hosts else (),
        not_hosting=tuple(
            (Spot(Member(member.division, host), week), member.team) for host in hosts if host != member.team
        ),
        absent=Spot(member, week) if len(hosts) == len(teams) else None,
    )


def _always(brief: Brief, number: int, day: dt.date) -> str:
    """Why there is no way round a blackout, where there is none."""
    division = brief.divisions[number]
    busy = len(division.teams) % 2 == 0 and play_weeks_for(len(division.teams)) == play_weeks_of(brief)
    if busy and all(team.night == day.weekday() for team in division.teams):
        return f", and every team of {division.name} plays that evening"
    return ""


def _closed(brief: Brief, members: dict[str, Member], week_at: dict[dt.date, Week]) -> Iterator[Condition]:
    for venue in brief.venues:
        for day in sorted(venue.closed):
            week = week_at.get(monday_of(day))
            here = [name for name, member in members.items() if _at_home(brief, member) == (venue.name, day.weekday())]
            if week and here:
                atom = Atom("closed", at_most=((0, tuple(Spot(members[name], week) for name in here)),))
                whose = f"the home night of {listed(here)}"
                yield Condition(f"{venue.name} is closed on {told(day)}, {whose}.", (atom,))


def _boards(brief: Brief, members: dict[str, Member]) -> Iterator[Condition]:
    boards = {venue.name: venue.boards for venue in brief.venues}
    sharing: dict[tuple[str, int], list[str]] = defaultdict(list)
    for name, member in members.items():
        sharing[_at_home(brief, member)].append(name)
    for (venue, night), here in sharing.items():
        at_once = boards.get(venue, 1)
        if len(here) > at_once:
            atoms = tuple(
                Atom("boards", at_most=((at_once, tuple(Spot(members[name], week) for name in here)),))
                for week in _weeks(brief)
            )
            room = f"{venue} has room for {at_once} fixture{'s' * (at_once != 1)} at once"
            yield Condition(f"{room}, and {listed(here)} {_are(here)} at home there on {NIGHTS[night]}.", atoms)


def _at_home(brief: Brief, member: Member) -> tuple[str, int]:
    team = team_of(brief, member)
    return team.venue, team.night


def _are(names: list[str]) -> str:
    return {1: "is", 2: "are both"}.get(len(names), "are all")


def _rows(brief: Brief) -> Iterator[Condition]:
    for number, division in enumerate(brief.divisions):
        every = [Member(number, place) for place in range(len(division.teams))]
        if len(every) > 2:
            balanced = f"Every team of {division.name} is as often at home as away in a round, within one."
            yield Condition(balanced, tuple(Atom("balance", balanced=member) for member in every))
            runs = f"No team of {division.name} plays three times in a row at home, or away."
            yield Condition(runs, tuple(Atom("run", no_run=member) for member in every))
