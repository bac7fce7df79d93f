"""Ways to separate teams that are level on points (LEAGUES: order of tie-breaks).

Head-to-head among several teams is a mini-league of just those teams (points by the division's scheme, then difference
in games) and has no effect unless every one of them has met every other. Lots are drawn by people, for exactly the
level teams; the software draws none. A play-off is a fixture that the secretary makes; it counts here and nowhere else.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Literal

from league.rules.problems import Problem
from league.rules.scheme import Outcome, PointsScheme
from league.rules.tallies import FixtureTotals, Tally, tally_up
from league.rules.wording import ordinal, plain, spelt, with_sign
from scoring.text import N_, NOTHING, Text


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A play-off that is not cancelled; undecided without a result that counts, a draw where nobody won."""

    fixture: int
    home: int
    away: int
    day: dt.date
    decided: bool = False
    home_games: int = 0
    away_games: int = 0
    outcome: Outcome = "D"

    @property
    def teams(self) -> frozenset[int]:
        return frozenset((self.home, self.away))

    @property
    def winner(self) -> int | None:
        if not self.decided or self.outcome not in ("W", "L"):
            return None
        return self.home if self.outcome == "W" else self.away

    def games_of(self, team: int) -> int:
        return self.home_games if team == self.home else self.away_games

    def describe(self, names: Mapping[int, str]) -> Text:
        return Text(
            "Played on {day}: {home} {home_games}, {away} {away_games}.",
            day=spelt(self.day), home=names[self.home], home_games=self.home_games, away=names[self.away],
            away_games=self.away_games,
        )  # fmt: skip


def decided_between(play_offs: Iterable[PlayOff], one: int, other: int) -> PlayOff | None:
    """The latest play-off between two teams that one of them won."""
    won = (off for off in play_offs if off.teams == {one, other} and off.winner is not None)
    return max(won, key=lambda found: found.fixture, default=None)


def arranged_between(play_offs: Iterable[PlayOff], one: int, other: int) -> PlayOff | None:
    """The play-off between two teams still to be played or confirmed."""
    open_ones = (off for off in play_offs if off.teams == {one, other} and not off.decided)
    return max(open_ones, key=lambda found: found.fixture, default=None)


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots drawn in person between level teams, best place first; `recorded_by` is "" for an erased secretary."""

    teams: tuple[int, ...]
    drawn_on: dt.date
    recorded_by: str = ""
    note: str = ""

    @property
    def sentence(self) -> Text:
        """When the lots were drawn and who recorded them, in one sentence."""
        day = spelt(self.drawn_on)
        if not self.recorded_by:
            message = Text("Drawn by lot on {day}, in person, and recorded by the secretary.", day=day)
        else:
            message = Text("Drawn by lot on {day}, in person, and recorded by {who}.", day=day, who=self.recorded_by)
        return Text("{lots} {note}", lots=message, note=self.note) if self.note else message


@dataclass(frozen=True, slots=True)
class TieFacts:
    """Facts that a tie-break may rest on; `over`: no other fixture is still to be played or confirmed."""

    fixtures: Sequence[FixtureTotals]
    scheme: PointsScheme
    lots: Sequence[Lots] = ()
    play_offs: Sequence[PlayOff] = ()
    over: bool = True


Group = Sequence[Tally]
Key = tuple[Fraction, ...]
# For a group of level teams: each one's key, higher is better; None where the tie-break has no effect on this group.
Measure = Callable[[Group, TieFacts], Mapping[int, Key] | None]
# What only some tie-breaks need of a fixture besides its totals; whoever reads results asks for it only then.
Need = Literal["tables", "points", "lots", "play_offs"]


@dataclass(frozen=True, slots=True)
class Awaited:
    """Sentences about a tie-break that people must still decide; until then the teams share the place.

    `joint` and `joint_with` end a row's sentence, the second where others were parted.
    """

    why: Text
    joint: Text
    joint_with: Text


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A way to separate level teams.

    Attributes:
        what: what it counts, a sentence that begins with a small letter.
        words: how each part of its key is worded; `units` what each is called. The last is for all further parts.
        part: its name where one part decided, if that is to be told.
        needs: facts beyond the totals of every result.
        awaited: it waits for people; what the teams read until then.
        explained: what it rests on, beside the figures.
    """

    label: Text
    what: Text
    measure: Measure
    words: tuple[Callable[[Fraction], str], ...] = ()
    units: tuple[Text, ...] = ()
    part: Text = NOTHING
    needs: frozenset[Need] = frozenset()
    awaited: Callable[[Group, TieFacts], Awaited] | None = None
    explained: Callable[[Group, TieFacts], Text] | None = None

    def describe_difference(self, own: Key, nearest: Key) -> tuple[Text, str, str]:
        part = next(i for i, (a, b) in enumerate(zip(own, nearest, strict=True)) if a != b)
        label = Text(self.part, number=part + 1) if self.part else self.label
        word = self.words[min(part, len(self.words) - 1)]
        return label, word(own[part]), word(nearest[part])

    def figure(self, key: Key) -> Text:
        """A whole key in words: ``+12``, or ``points 9, games +3``."""
        return Text.joined(", ", [self._part(part, figure) for part, figure in enumerate(key)])

    def _part(self, part: int, figure: Fraction) -> str:
        said = self.words[min(part, len(self.words) - 1)](figure)
        if not self.units:
            return said
        return Text(self.units[min(part, len(self.units) - 1)], figure=said, number=part + 1)


def signed(figure: Fraction | Decimal) -> str:
    """Format a difference: ``+12``, ``−2.5``, ``0``."""
    return with_sign(Fraction(figure), plain(Fraction(figure)))


def _counted(count: Callable[[Tally], int]) -> Measure:
    return lambda group, _: {tally.entrant.id: (Fraction(count(tally)),) for tally in group}


def _head_to_head(group: Group, tie_facts: TieFacts) -> Mapping[int, Key] | None:
    ids = {tally.entrant.id for tally in group}
    among = [f for f in tie_facts.fixtures if f.home in ids and f.away in ids]
    met = {frozenset((f.home, f.away)) for f in among}
    if any(frozenset(pair) not in met for pair in combinations(ids, 2)):
        return None
    mini = tally_up([tally.entrant for tally in group], among, tie_facts.scheme, ())
    return {entrant: (tally.points, Fraction(tally.difference)) for entrant, tally in mini.items()}


def _count_back(group: Group, _: TieFacts) -> Mapping[int, Key]:
    most = max(len(tally.tables) for tally in group)
    return {
        tally.entrant.id: tuple(Fraction(games) for games in [*tally.tables, *[0] * (most - len(tally.tables))])
        for tally in group
    }


def _lots_of(group: Group, tie_facts: TieFacts) -> Lots | None:
    ids = {tally.entrant.id for tally in group}
    return next((lots for lots in tie_facts.lots if set(lots.teams) == ids), None)


def _drawn(group: Group, tie_facts: TieFacts) -> Mapping[int, Key] | None:
    lots = _lots_of(group, tie_facts)
    return {team: (Fraction(-place),) for place, team in enumerate(lots.teams, start=1)} if lots else None


def _played_off(group: Group, tie_facts: TieFacts) -> Mapping[int, Key] | None:
    """Games of two teams' play-off; of more teams, play-offs each has won. None while one is missing."""
    ids = [tally.entrant.id for tally in group]
    played = [decided_between(tie_facts.play_offs, *pair) for pair in combinations(ids, 2)]
    decided = [one for one in played if one is not None]
    if len(decided) < len(played):
        return None
    if len(ids) == 2:
        return {team: (Fraction(decided[0].games_of(team)),) for team in ids}
    return {team: (Fraction(sum(one.winner == team for one in decided)),) for team in ids}


def _describe_play_offs(group: Group, tie_facts: TieFacts) -> Text:
    ids = [tally.entrant.id for tally in sorted(group, key=lambda one: one.entrant.name)]
    names = {tally.entrant.id: tally.entrant.name for tally in group}
    played = [decided_between(tie_facts.play_offs, *pair) for pair in combinations(ids, 2)]
    return Text.joined(" ", [one.describe(names) for one in played if one is not None])


def _awaiting_play_off(group: Group, tie_facts: TieFacts) -> Awaited:
    """That a play-off is due, is arranged, or would decide if nothing else does meanwhile."""
    ids = [tally.entrant.id for tally in group]
    if not tie_facts.over:
        return _IF_STILL_LEVEL
    if len(ids) > 2:
        return _SEVERAL_PLAY_OFFS
    arranged = arranged_between(tie_facts.play_offs, *ids)
    if arranged is None:
        return _PLAY_OFF_DUE
    why = Text("Their play-off is on {day}; until then they share the place.", day=spelt(arranged.day))
    return Awaited(why, _PLAY_OFF_DUE.joint, _PLAY_OFF_DUE.joint_with)


_PLAY_OFF_DUE = Awaited(
    N_("A play-off between them is due; until it is played they share the place."),
    N_("joint: a play-off is due"),
    N_("joint with {teams}: a play-off is due"),
)
_SEVERAL_PLAY_OFFS = Awaited(
    N_("Play-offs between them are due, each against each; until all are played they share the place."),
    N_("joint: play-offs are due"),
    N_("joint with {teams}: play-offs are due"),
)
_IF_STILL_LEVEL = Awaited(
    N_("A play-off decides if they are still level when every fixture is played; until then they share the place."),
    N_("joint; a play-off decides if they are level at the end"),
    N_("joint with {teams}; a play-off decides if they are level at the end"),
)
_LOTS_DUE = Awaited(
    N_("Lots have still to be drawn between them; until then they share the place."),
    N_("joint until lots are drawn"),
    N_("joint with {teams} until lots are drawn"),
)


def _describe_games_known(group: Group, _: TieFacts) -> Text:
    by_name = sorted(group, key=lambda one: one.entrant.name)
    told = [Text("{team} {n}", team=tally.entrant.name, n=tally.pegged_in) for tally in by_name]
    return Text("Games of which both sides’ points are known: {teams}.", teams=Text.joined(", ", told))


def _format_place(figure: Fraction) -> Text:
    return ordinal(-int(figure))


def _describe_lots(group: Group, tie_facts: TieFacts) -> Text:
    lots = _lots_of(group, tie_facts)
    return lots.sentence if lots else NOTHING


TIE_BREAKS: Mapping[str, TieBreak] = {
    "games_difference": TieBreak(
        N_("games difference"), N_("games won less games lost."), _counted(lambda t: t.difference), (signed,)
    ),
    "head_to_head": TieBreak(
        N_("head-to-head"),
        N_("a table of just the teams that are level, once each of them has met every other."),
        _head_to_head,
        (plain, signed),
        (N_("points {figure}"), N_("games {figure}")),
    ),
    "fixtures_won": TieBreak(
        N_("fixtures won"), N_("the number of fixtures won."), _counted(lambda t: t.won), (plain,)
    ),
    "games_won": TieBreak(N_("games won"), N_("the number of games won."), _counted(lambda t: t.games_for), (plain,)),
    "matches_won": TieBreak(
        N_("matches won"),
        N_("the number of matches won; those of a walkover are won by the team it is given to."),
        _counted(lambda t: t.matches_won),
        (plain,),
    ),
    "away_wins": TieBreak(
        N_("away wins"), N_("the number of fixtures won away from home."), _counted(lambda t: t.away_won), (plain,)
    ),
    "count_back": TieBreak(
        N_("count-back by table"),
        N_("the games won at table 1, the first match of every fixture; where they are equal at table 2, and so on."),
        _count_back,
        (plain,),
        (N_("table {number}: {figure}"),),
        part=N_("count-back at table {number}"),
        needs=frozenset({"tables"}),
    ),
    "spread": TieBreak(
        N_("pegging spread"),
        N_(
            "points pegged less points conceded, over the games of which both sides’ points are known, one by one or "
            "with the others of their match; awarded games and walkovers count nothing."
        ),
        _counted(lambda t: t.spread),
        (signed,),
        needs=frozenset({"points"}),
        explained=_describe_games_known,
    ),
    "play_off": TieBreak(
        N_("play-off"),
        N_(
            "a fixture that the secretary makes between two teams that are level at the end; of three or more each "
            "plays each, and who wins more play-offs stands higher. It counts for nothing else."
        ),
        _played_off,
        (plain,),
        needs=frozenset({"play_offs"}),
        awaited=_awaiting_play_off,
        explained=_describe_play_offs,
    ),
    "lots": TieBreak(
        N_("lots"),
        N_("drawn in person and recorded by the secretary; until then the teams share the place."),
        _drawn,
        (_format_place,),
        needs=frozenset({"lots"}),
        awaited=lambda _group, _known: _LOTS_DUE,
        explained=_describe_lots,
    ),
    "name": TieBreak(
        N_("name"),
        N_("teams that are still level share the place and are listed by name."),
        lambda _group, _known: None,
    ),
}
DEFAULT_TIE_BREAKS = ("games_difference", "head_to_head", "fixtures_won", "name")


def needed(keys: Iterable[str]) -> frozenset[Need]:
    """What an order of tie-breaks needs beyond the totals of every result."""
    return frozenset(need for key in keys if key in TIE_BREAKS for need in TIE_BREAKS[key].needs)


def check_tie_breaks(
    keys: Sequence[str], *, written: Collection[Need] = ("tables", "points", "lots", "play_offs")
) -> list[Problem]:
    """Problems of an order of tie-breaks: unknown or repeated ones, or such as can never count.

    `written` is what the division's sheets have; without ``points`` none are written down.
    """
    known = ", ".join(TIE_BREAKS)
    wrong = [
        Text("“{key}” is not a tie-break; there are {known}", key=key, known=known)
        for key in dict.fromkeys(keys)
        if key not in TIE_BREAKS
    ]
    wrong += [Text("“{key}” comes twice", key=key) for key in dict.fromkeys(keys) if keys.count(key) > 1]
    after = [key for key in keys[keys.index("lots") + 1 :] if key not in ("lots", "name")] if "lots" in keys else []
    wrong += [Text("“{key}” never counts after “lots”, which leave no teams level", key=key) for key in after]
    wrong += [
        Text("“{key}” needs the points pegged in each game or match, which the sheets here do not have", key=key)
        for key in dict.fromkeys(keys)
        if key in TIE_BREAKS and "points" in TIE_BREAKS[key].needs and "points" not in written
    ]
    return [Problem("tie-break", message, "tie_breaks") for message in wrong]
