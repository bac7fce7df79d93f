"""Eligibility to play for a team on the day of a fixture (LEAGUES: registration).

Judged as of the fixture's own day, never that of the sheet or of a complaint. A *guest* plays for a team that they are
not registered for. A breach is shown at its seat.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from league.rules.match_terms import MOST_PLAYERS, PLAYERS
from league.rules.problems import Problem
from league.rules.sheets import SIDES, MatchSheet, ResultSheet, Side, other_side, place_of_seat, seat_name
from league.rules.stored_texts import read_back, text_parts
from league.rules.wording import fixtures, spelt
from scoring.text import N_, Text

Guests = Literal["none", "other-teams", "free-agents", "anybody"]
Registering = Literal["required", "open"]
# Nobody of another league is ever taken, whatever a season says about breaches.
ALWAYS_REFUSED = frozenset({"wrong-player"})
_PLAYER = "{player}"


@dataclass(frozen=True, slots=True)
class EligibilityRules:
    """A season's settings on who may play, by name.

    Attributes:
        registration: open: nobody need be registered, and whoever is not plays for any team without being its guest.
        registration_days: how many days a player is registered before they play.
        registration_until: the last day of new registrations, if there is one.
        guest_limit: fixtures of the season in which one player may be a guest; None: any number.
        guests_at_once: guests of a team in one fixture; None: any number.
        opens_on: the season's first day; who is registered by then may play from then on.
    """

    registration: Registering = "required"
    registration_days: int = 0
    registration_until: dt.date | None = None
    guests: Guests = "none"
    guest_limit: int | None = None
    guests_at_once: int | None = None
    opens_on: dt.date = dt.date.min


@dataclass(frozen=True, slots=True)
class Registered:
    team: int
    starts_on: dt.date
    ends_on: dt.date | None = None

    def runs_on(self, day: dt.date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or self.ends_on >= day)


@dataclass(frozen=True, slots=True)
class Person:
    """A player's registrations of the season, and in how many earlier fixtures they were a guest."""

    registrations: tuple[Registered, ...] = ()
    guest_fixtures: int = 0

    def guest_of(self, team: int, day: dt.date, registering: Registering = "required") -> bool:
        """Whether the player is not registered for that team on that day.

        Where nobody need be registered, only who is registered for another team is a guest.
        """
        running = [registration.team for registration in self.registrations if registration.runs_on(day)]
        return team not in running and (bool(running) or registering == "required")


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule that somebody on a sheet does not meet.

    Attributes:
        player: their id; the message has ``{player}`` for the name, so that it can be stored and the name forgotten.
        field: the seat's form field, e.g. ``m3-home-2``; `where` is the place as a person names it.
    """

    code: str
    player: int
    message: str
    field: str = ""
    where: str = ""

    @property
    def against(self) -> tuple[str, int, str]:
        """Rule, player and side, wherever on the sheet they are."""
        return self.code, self.player, self.field.split("-")[1] if "-" in self.field else ""

    def problem(self, name: str) -> Problem:
        said = self.message
        # One of which a result has kept the English alone is a plain sentence.
        said = said.with_params(player=name) if isinstance(said, Text) else said.replace(_PLAYER, name)
        return Problem(self.code, said, self.field, self.where)

    def to_dict(self) -> dict[str, Any]:
        """Values for the result's row: English, with what the message and the place were made of."""
        made_of = {name: text_parts(getattr(self, name)) for name in ("message", "where")}
        said = {name: getattr(self, name) for name in ("code", "player", "message", "field", "where")}
        return {**said, "made_of": made_of}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Breach":
        """Read what `to_dict` made, also before it stored what texts are made of."""
        found = stored.get("made_of")
        made_of = found if isinstance(found, Mapping) else {}
        message, where = (read_back(made_of.get(name), stored[name]) for name in ("message", "where"))
        return cls(stored["code"], stored["player"], message, stored["field"], where)


@dataclass(frozen=True, slots=True)
class Evening:
    """A fixture for eligibility: its day, its teams by side, and names of teams."""

    day: dt.date
    teams: Mapping[Side, int]
    names: Mapping[int, str]


def breaches(
    sheet: ResultSheet, evening: Evening, people: Mapping[int, Person], rules: EligibilityRules
) -> list[Breach]:
    """Return every breach on a sheet, in its order; empty seats are skipped.

    `people` are those of the league on the sheet, by id; anybody else is unknown.
    """
    beyond = {side: _guests_beyond(sheet, side, evening, people, rules) for side in SIDES}
    return [
        breach
        for match in sheet.matches
        for side in SIDES
        for breach in _of_side(match, side, evening, people, rules, beyond[side])
    ]


def _guests_beyond(
    sheet: ResultSheet, side: Side, evening: Evening, people: Mapping[int, Person], rules: EligibilityRules
) -> Collection[int]:
    """A side's guests beyond as many as a team may have, in the sheet's order."""
    if rules.guests_at_once is None or rules.guests == "none":
        return ()
    team = evening.teams[side]
    seated = dict.fromkeys(player for match in sheet.matches for player in match.players(side) if player is not None)
    guests = [pk for pk in seated if pk in people and people[pk].guest_of(team, evening.day, rules.registration)]
    return guests[rules.guests_at_once :]


def _of_side(
    match: MatchSheet,
    side: Side,
    evening: Evening,
    people: Mapping[int, Person],
    rules: EligibilityRules,
    beyond: Collection[int],
) -> Iterator[Breach]:
    seats = match.players(side)
    players = PLAYERS.get(match.kind, min(len(seats), MOST_PLAYERS))
    for seat, player in enumerate(seats[:players], start=1):
        if player is None:
            continue
        which = seat_name(players, side, seat)
        field, where = f"m{match.number}-{side}-{seat}", place_of_seat(match.number, which)
        person = people.get(player)
        if person is None:
            message = Text("The {seat} is not a player of this league: choose one from the list.", seat=which)
            yield Breach("wrong-player", player, message, field, where)
            continue
        found = list(objections(person, side, evening, rules))
        if not found and player in beyond:
            found = [("guests-at-once", _one_guest_too_many(rules.guests_at_once or 0))]
        for code, message in found:
            yield Breach(code, player, message, field, where)


def _one_guest_too_many(most: int) -> Text:
    return Text.plural(
        "{player} is one guest too many: a team has {n} guest in a fixture at most.",
        "{player} is one guest too many: a team has {n} guests in a fixture at most.",
        n=most,
        player=_PLAYER,
    )


def objections(person: Person, side: Side, evening: Evening, rules: EligibilityRules) -> Iterator[tuple[str, Text]]:
    """Codes and messages of what keeps somebody from playing for a side."""
    day, team = evening.day, evening.teams[side]
    running = [registration for registration in person.registrations if registration.runs_on(day)]
    mine = next((found for found in running if found.team == team), None)
    elsewhere = [found.team for found in running if found.team != team]
    if mine is None:
        yield from _against_guest(person, elsewhere, side, evening, rules)
        return
    if elsewhere:
        message = Text(
            "{player} is registered for two teams on {day}, {team} and {other}; a player has one.",
            player=_PLAYER,
            day=spelt(day),
            team=evening.names[team],
            other=evening.names[elsewhere[0]],
        )
        yield "two-teams", message
    if rules.registration != "open":
        yield from _against_registration(person, mine, day, rules)


def _against_registration(
    person: Person, mine: Registered, day: dt.date, rules: EligibilityRules
) -> Iterator[tuple[str, Text]]:
    # Who comes from another team of the season was transferred; that has a last day of its own.
    new = all(registration.starts_on >= mine.starts_on for registration in person.registrations)
    if new and rules.registration_until is not None and mine.starts_on > rules.registration_until:
        message = Text(
            "{player} was registered on {day}; the last day of new registrations was {last}.",
            player=_PLAYER,
            day=spelt(mine.starts_on),
            last=spelt(rules.registration_until),
        )
        yield "too-late", message
    if mine.starts_on > rules.opens_on and (day - mine.starts_on).days < rules.registration_days:
        try:
            first = spelt(mine.starts_on + dt.timedelta(days=rules.registration_days))
        except OverflowError:
            first = N_("a later season")
        message = Text.plural(
            "{player} has been registered since {day} and may play from {first}: "
            "{n} day of registration comes before play.",
            "{player} has been registered since {day} and may play from {first}: "
            "{n} days of registration come before play.",
            n=rules.registration_days,
            player=_PLAYER,
            day=spelt(mine.starts_on),
            first=first,
        )
        yield "too-new", message


def _against_guest(
    person: Person, elsewhere: list[int], side: Side, evening: Evening, rules: EligibilityRules
) -> Iterator[tuple[str, Text]]:
    opponent, team, day = evening.teams[other_side(side)], evening.teams[side], spelt(evening.day)
    names = evening.names
    if opponent in elsewhere:
        yield "other-side", Text("{player} plays for {team}, the other side.", player=_PLAYER, team=names[opponent])
        return
    if rules.registration == "open" and not elsewhere:
        return
    if rules.guests == "none" and elsewhere:
        message = Text(
            "{player} is registered for {team}; this season a player plays for their own team only.",
            player=_PLAYER,
            team=names[elsewhere[0]],
        )
        yield "other-team", message
    elif rules.guests == "none":
        yield "not-registered", _not_registered(person, team, evening)
    elif rules.guests == "other-teams" and not elsewhere:
        message = Text(
            "{player} is registered for no team on {day}; a guest is one of another team.", player=_PLAYER, day=day
        )
        yield "not-registered", message
    elif rules.guests == "free-agents" and elsewhere:
        message = Text(
            "{player} is registered for {team}; a guest is a player without a team.",
            player=_PLAYER,
            team=names[elsewhere[0]],
        )
        yield "other-team", message
    elif rules.guest_limit == 0:
        yield "guest-limit", Text("{player} would be a guest, and the season allows none.", player=_PLAYER)
    elif rules.guest_limit is not None and person.guest_fixtures >= rules.guest_limit:
        message = Text.plural(
            "{player} has been a guest in {fixtures} of the season already; {n} is allowed.",
            "{player} has been a guest in {fixtures} of the season already; {n} are allowed.",
            n=rules.guest_limit,
            player=_PLAYER,
            fixtures=fixtures(person.guest_fixtures),
        )
        yield "guest-limit", message


def _not_registered(person: Person, team: int, evening: Evening) -> Text:
    params = {"player": _PLAYER, "team": evening.names[team], "day": spelt(evening.day)}
    theirs = sorted(
        (registration for registration in person.registrations if registration.team == team), key=lambda r: r.starts_on
    )
    coming = next((their for their in theirs if their.starts_on > evening.day), None)
    if coming is not None:
        return Text(
            "{player} is not registered for {team} on {day}: their registration begins on {other}.",
            **params,
            other=spelt(coming.starts_on),
        )
    if theirs and theirs[-1].ends_on is not None:
        return Text(
            "{player} is not registered for {team} on {day}: their registration ended on {other}.",
            **params,
            other=spelt(theirs[-1].ends_on),
        )
    return Text("{player} is not registered for {team} on {day}.", **params)


@dataclass(frozen=True, slots=True)
class TransferRules:
    """How often and until when players may change teams; None: no bound."""

    transfer_limit: int | None = None
    transfer_until: dt.date | None = None


def transfers_in(registrations: tuple[Registered, ...]) -> int:
    """Count changes of team: registrations of one team in a row are one."""
    teams = [registration.team for registration in sorted(registrations, key=lambda r: r.starts_on)]
    return sum(before != after for before, after in pairwise(teams))


def check_transfer(person: Person, starts_on: dt.date, rules: TransferRules) -> list[Problem]:
    problems = []
    done = transfers_in(person.registrations)
    if rules.transfer_limit is not None and done >= rules.transfer_limit:
        allowed = (
            Text.plural("{n} transfer", "{n} transfers", n=rules.transfer_limit)
            if rules.transfer_limit
            else N_("no transfer")
        )
        if done:
            message = Text.plural(
                "A player has {allowed} in a season, and there has been {n}.",
                "A player has {allowed} in a season, and there have been {n}.",
                n=done,
                allowed=allowed,
            )
        else:
            message = Text("A player has {allowed} in a season, and this would be one.", allowed=allowed)
        problems.append(Problem("transfer-limit", message, "team"))
    if rules.transfer_until is not None and starts_on > rules.transfer_until:
        message = Text(
            "The last day of transfers is {last}; this one would begin on {day}.",
            last=spelt(rules.transfer_until),
            day=spelt(starts_on),
        )
        problems.append(Problem("transfer-late", message, "starts_on"))
    return problems
