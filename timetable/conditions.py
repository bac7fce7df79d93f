"""The conditions of a brief: each a sentence, and the *atoms* that count when it is not kept.

A condition is what a secretary could take back: that a venue has one board, that it is closed on a day. One that
concerns many evenings has an atom for each, and each evening on which it is broken is a violation of its own.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from scoring.text import N_, Text, join_names
from timetable.calendar import monday_of, play_weeks_for
from timetable.values import Brief, MeetInWeek, NeverBothAtHome, Team, Wish
from timetable.weeks import calendar_of, format_day, mondays_of, play_weeks_of

Week = tuple[int, int]  # the round, and the number in it
NIGHTS = (
    N_("Mondays"),
    N_("Tuesdays"),
    N_("Wednesdays"),
    N_("Thursdays"),
    N_("Fridays"),
    N_("Saturdays"),
    N_("Sundays"),
)


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
    sentence: Text
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
        atom = (
            _keep_two_apart(brief, one, other) if isinstance(wish, NeverBothAtHome) else _meet(brief, wish, one, other)
        )
        yield Condition(_wished(brief, wish), (atom,))


def _keep_two_apart(brief: Brief, one: Member, other: Member) -> Atom:
    return Atom("wish", at_most=tuple((1, (Spot(one, week), Spot(other, week))) for week in _weeks(brief)))


def _meet(brief: Brief, wish: MeetInWeek, one: Member, other: Member) -> Atom:
    week = (wish.round, wish.week)
    if one.division != other.division or one == other or week not in _weeks(brief):
        return Atom("wish", impossible=True)
    return Atom("wish", meet=(Spot(one, week), other.team))


def _wished(brief: Brief, wish: Wish) -> Text:
    one, other = wish.team, wish.other
    if isinstance(wish, NeverBothAtHome):
        return Text("{one} and {other} are never at home in the same week.", one=one, other=other)
    sentence = (
        N_("{one} and {other} meet in week {week} of round {round}, the blank week.")
        if (wish.round, wish.week) in _blank_weeks(brief)
        else N_("{one} and {other} meet in week {week} of round {round}.")
    )
    return Text(sentence, one=one, other=other, week=wish.week, round=wish.round)


def _blank_weeks(brief: Brief) -> set[tuple[int, int | None]]:
    return {(week.round, week.number) for week in calendar_of(brief) if week.kind == "catch-up"}


def _blackouts(brief: Brief, week_at: dict[dt.date, Week]) -> Iterator[Condition]:
    for number, division in enumerate(brief.divisions):
        for place, team in enumerate(division.teams):
            for day in sorted(team.blackouts):
                week = week_at.get(monday_of(day))
                if week:
                    atom = _not_playing(brief, Member(number, place), week, day)
                    if atom.at_most or atom.not_hosting:
                        yield Condition(_unavailable(brief, number, team, day), (atom,))


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


def _unavailable(brief: Brief, number: int, team: Team, day: dt.date) -> Text:
    """Say that a team cannot play on a day, and why there is no way round it, where there is none."""
    division = brief.divisions[number]
    busy = len(division.teams) % 2 == 0 and play_weeks_for(len(division.teams)) == play_weeks_of(brief)
    if busy and all(team.night == day.weekday() for team in division.teams):
        return Text(
            "{team} cannot play on {day}, and every team of {division} plays that evening.",
            team=team.name,
            day=format_day(day),
            division=division.name,
        )
    return Text("{team} cannot play on {day}.", team=team.name, day=format_day(day))


def _closed(brief: Brief, members: dict[str, Member], week_at: dict[dt.date, Week]) -> Iterator[Condition]:
    for venue in brief.venues:
        for day in sorted(venue.closed):
            week = week_at.get(monday_of(day))
            here = [name for name, member in members.items() if _at_home(brief, member) == (venue.name, day.weekday())]
            if week and here:
                atom = Atom("closed", at_most=((0, tuple(Spot(members[name], week) for name in here)),))
                sentence = Text(
                    "{venue} is closed on {day}, the home night of {teams}.",
                    venue=venue.name,
                    day=format_day(day),
                    teams=join_names(here),
                )
                yield Condition(sentence, (atom,))


# By the number of teams at home at one place on one night.
_SHARED = {
    1: N_("{room}, and {teams} is at home there on {night}."),
    2: N_("{room}, and {teams} are both at home there on {night}."),
}
_SHARED_BY_MORE = N_("{room}, and {teams} are all at home there on {night}.")


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
            room = Text.plural(
                "{venue} has room for {n} fixture at once",
                "{venue} has room for {n} fixtures at once",
                n=at_once,
                venue=venue,
            )
            sentence = Text(
                _SHARED.get(len(here), _SHARED_BY_MORE), room=room, teams=join_names(here), night=NIGHTS[night]
            )
            yield Condition(sentence, atoms)


def _at_home(brief: Brief, member: Member) -> tuple[str, int]:
    team = team_of(brief, member)
    return team.venue, team.night


def _rows(brief: Brief) -> Iterator[Condition]:
    for number, division in enumerate(brief.divisions):
        every = [Member(number, place) for place in range(len(division.teams))]
        if len(every) > 2:
            balanced = Text(
                "Every team of {division} is as often at home as away in a round, within one.", division=division.name
            )
            yield Condition(balanced, tuple(Atom("balance", balanced=member) for member in every))
            runs = Text("No team of {division} plays three times in a row at home, or away.", division=division.name)
            yield Condition(runs, tuple(Atom("run", no_run=member) for member in every))
