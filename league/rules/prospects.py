"""Title, promotion and relegation: what a team can still reach, and why, in a sentence."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from league.rules.possible_places import Places, Race
from league.rules.wording import ordinal, plural_of, points_told
from scoring.text import N_, NOTHING, Text, join_names

Goal = Literal["champion", "promoted", "relegated"]
# Certain; certain but for a level finish; open; only by winning a level finish; out of reach.
State = Literal["certain", "unless_level", "possible", "by_tie_break", "no"]

GOALS: Final[Mapping[Goal, Text]] = {
    "champion": N_("Champions"),
    "promoted": N_("Promotion"),
    "relegated": N_("Relegation"),
}
SENTENCES: Final[Mapping[Goal, Mapping[State, Text]]] = {
    "champion": {
        "certain": N_("Champions."),
        "unless_level": N_("Champions, unless they finish level and lose the tie-break."),
        "possible": N_("Can still be champions."),
        "by_tie_break": N_("Can still be champions, but only by tie-break."),
        "no": N_("Can no longer be champions."),
    },
    "promoted": {
        "certain": N_("Promoted."),
        "unless_level": N_("Promoted, unless they finish level and lose the tie-break."),
        "possible": N_("Can still be promoted."),
        "by_tie_break": N_("Can still be promoted, but only by tie-break."),
        "no": N_("Can no longer be promoted."),
    },
    "relegated": {
        "certain": N_("Relegated."),
        "unless_level": N_("Relegated, unless they finish level and win the tie-break."),
        "possible": N_("Can still be relegated."),
        "by_tie_break": N_("Can still be relegated, but only by tie-break."),
        "no": N_("Safe from relegation."),
    },
}


@dataclass(frozen=True, slots=True)
class Outlook:
    goal: Goal
    state: State
    why: Text = NOTHING  # "" while it is open, or hangs on a tie-break

    @property
    def told(self) -> Text:
        return SENTENCES[self.goal][self.state]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a team can still reach on points; `places` is None where it would take too long."""

    team: int
    places: Places | None
    outlooks: tuple[Outlook, ...] = ()

    @property
    def reach(self) -> Text:
        """The places in words: "2nd to 5th", "3rd, decided", "not known"."""
        if self.places is None:
            return N_("not known")
        best, worst = ordinal(self.places.best), ordinal(self.places.worst)
        if self.places.decided:
            return Text("{place}, decided", place=best)
        return Text("{best} to {worst}", best=best, worst=worst)

    @property
    def news(self) -> tuple[Outlook, ...]:
        """Outlooks that do not follow from another: a promoted team is not relegated."""
        states = {outlook.goal: outlook.state for outlook in self.outlooks}
        certain = [outlook for outlook in self.outlooks if outlook.state == "certain"]
        if certain and certain[0].goal != "promoted":
            return (certain[0],)
        follow: set[Goal] = {"relegated"} if certain else set()
        if states.get("promoted") == "no":
            follow.add("champion")
        elif states.get("champion") == states.get("promoted") == "possible":
            follow.add("promoted")
        return tuple(outlook for outlook in self.outlooks if outlook.goal not in follow)


@dataclass(frozen=True, slots=True)
class Zone:
    """How many places lead up and down."""

    promoted: int = 0
    relegated: int = 0

    def goals(self, teams: int) -> Iterator[tuple[Goal, int]]:
        """Yield the goals, each with the place below which its line is drawn."""
        if teams > 1:
            yield "champion", 1
        if 0 < self.promoted < teams:
            yield "promoted", self.promoted
        if 0 < self.relegated < teams:
            yield "relegated", teams - self.relegated


def prospects(
    race: Race, places: Mapping[int, Places | None], names: Mapping[int, str], zone: Zone
) -> tuple[Prospect, ...]:
    """What each team can still reach, in the order of the race; `places` from `reachable`."""
    return tuple(_prospect(team, race, places[team], names, zone) for team, _ in race.points)


def _prospect(team: int, race: Race, places: Places | None, names: Mapping[int, str], zone: Zone) -> Prospect:
    if places is None:
        return Prospect(team, None)
    reasons = _Reasons(team, race, places, names)
    found = (_outlook(goal, line, places, reasons) for goal, line in zone.goals(len(race.points)))
    return Prospect(team, places, tuple(found))


def _outlook(goal: Goal, line: int, places: Places, reasons: "_Reasons") -> Outlook:
    """The outlook of ending in the first places, or for relegation behind them."""
    if places.worst <= line:
        return Outlook(goal, "no" if goal == "relegated" else "certain", reasons.stays_within(line))
    if places.best > line:
        return Outlook(goal, "certain" if goal == "relegated" else "no", reasons.beyond(line))
    # Level finishes decide, whichever way everything else goes.
    if places.worst_clear <= line:
        return Outlook(goal, "by_tie_break" if goal == "relegated" else "unless_level")
    if places.best_clear > line:
        return Outlook(goal, "unless_level" if goal == "relegated" else "by_tie_break")
    return Outlook(goal, "possible")


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Why one team ends on one side of a line."""

    team: int
    race: Race
    places: Places
    names: Mapping[int, str]

    def beyond(self, line: int) -> Text:
        above = self.places.above
        own = self.race.bounds(self.team)[1]
        # Of those ahead the one that it would have to pass.
        ahead = sorted(above.ahead, key=lambda other: (-self.race.bounds(other)[0], self.names[other]))
        if len(ahead) >= line and (gap := self.race.bounds(ahead[line - 1])[0] - own) > 0:
            return self._short_of(self.team, gap, self.names[ahead[line - 1]])
        rivals = self._join_team_names(above.among or above.ahead)
        return Text("{teams} still have fixtures to play, and too few of them can stay behind.", teams=rivals)

    def stays_within(self, line: int) -> Text:
        below = self.places.below
        own = self.race.bounds(self.team)[0]
        nearest = len(self.race.points) - line - 1
        behind = sorted(below.ahead, key=lambda other: (self.race.bounds(other)[1], self.names[other]))
        if len(behind) > nearest and (gap := own - self.race.bounds(behind[nearest])[1]) > 0:
            return self._out_of_touch(behind[nearest], gap)
        rivals = self._join_team_names(below.among or below.ahead)
        return Text("{teams} still have fixtures to play, and too few of them can catch up.", teams=rivals)

    def _join_team_names(self, teams: Collection[int]) -> Text:
        return join_names(sorted((self.names[team] for team in teams), key=str.casefold))

    def _short_of(self, team: int, gap: Fraction, rival: str) -> Text:
        params: dict[str, object] = {"gap": points_told(gap), "team": rival}
        if not self.race.games_of(team):
            return Text("They have no fixtures left, and end at least {gap} behind {team}.", **params)
        most = self.race.bounds(team)[1] - dict(self.race.points)[team]
        params["points"] = _points(most)
        if self.race.games_of(team) == 1:
            return Text(
                "Even {points} from their last fixture would leave them at least {gap} behind {team}.", **params
            )
        params["n"] = self.race.games_of(team)
        return Text(
            "Even {points} from their last {n} fixtures would leave them at least {gap} behind {team}.", **params
        )

    def _out_of_touch(self, rival: int, gap: Fraction) -> Text:
        params: dict[str, object] = {"gap": points_told(gap), "team": self.names[rival]}
        if not self.race.games_of(rival):
            return Text("{team} have no fixtures left, and end at least {gap} behind.", **params)
        params["points"] = _points(self.race.bounds(rival)[1] - dict(self.race.points)[rival])
        if self.race.games_of(rival) == 1:
            return Text("Even {points} from their last fixture would leave {team} at least {gap} behind.", **params)
        params["n"] = self.race.games_of(rival)
        return Text("Even {points} from their last {n} fixtures would leave {team} at least {gap} behind.", **params)


def _points(points: Fraction) -> Text:
    return Text.plural("{points} point", "{points} points", n=plural_of(points), points=points_told(points))
