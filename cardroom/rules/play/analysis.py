"""A game looked through, for its page: what each choice cost, luck and skill apart, and the chance to win by deals.

What an analysis found is kept as plain values (`kept_analysis`): players and cards by number, nobody by name. The page
is made of these and of the game itself (`looked_through`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from cardroom.rules.play.lines import called
from cardroom.rules.play.replay import Replay
from league.rules.drawings import Chart, draw_chart
from league.rules.stored_texts import read_back, text_parts
from scoring import RULESETS, Game, Lay, LayAway, Ruleset, Step, replay
from scoring.strategy import JudgedMove, Option, analyse_steps, first_position
from scoring.text import N_, Text

FORM = 1
"""The form of what is kept. What was kept in another is found again."""
WORTH_TELLING, POINTS = 0.005, 0.5
"""A choice is costly that cost so much of the chance to win or, where that is not known, so many points."""
MOST_STEPS = 600
"""A long game of partners has some three hundred. One that corrections draw out is looked through so far."""
MOST = 12  # costly choices that are shown before the others
TELLING = 0.02  # of the chance to win: what moved it less has not won the game
A_POINT = 0.015  # of the chance to win, about: to put those told in points among the others


class Played(NamedTuple):
    """A game as it was played: before its first step, its steps, the side that won or gave up, a faulty record."""

    start: Game | None
    steps: tuple[Step, ...]
    winner: int | None = None
    resigned: int | None = None
    faulty: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice that somebody made.

    Attributes:
        step: the number of its step in the game, from 1.
        deal, who: the number of the deal, and the name of who chose.
        away: cards were laid away; else one was played.
        done, best: the codes of the cards.
        cost: what it cost, as it is shown; empty for a choice that was as good as the best.
        why: what speaks for the best.
        position: the query of the position's page.
    """

    step: int
    deal: int
    who: str
    away: bool
    done: tuple[str, ...]
    best: tuple[str, ...]
    cost: str | Text
    weight: float
    why: str
    position: str


@dataclass(frozen=True, slots=True)
class SideFound:
    """The choices and the luck of a side; `luck` is empty where it is not worked out (three players)."""

    name: Text
    decisions: int
    best: int
    cost: str | Text
    luck: str


@dataclass(frozen=True, slots=True)
class MomentFound:
    """The score and the chance to win of the first side between two deals."""

    name: Text
    scores: tuple[int, ...]
    win: str


@dataclass(frozen=True, slots=True)
class LookedThrough:
    """A game looked through, as its page shows it.

    Attributes:
        said: who won by what.
        names: of the sides, the first of which is drawn; `chart` and `moments` are empty where there are three.
        notes: what the figures leave out.
        costly: the choices that cost most, the dearest first; `others` all the rest, in their order.
    """

    said: tuple[Text, ...]
    names: tuple[Text, ...]
    chart: Chart | None
    moments: tuple[MomentFound, ...]
    sides: tuple[SideFound, ...]
    costly: tuple[Judged, ...]
    others: tuple[Judged, ...]
    notes: tuple[Text, ...]


def played_record(text: str, own: Iterable[Ruleset] = ()) -> Played:
    """Return a written game as it was played, as far as it is right. Raises nothing.

    Args:
        own: rulesets that it may name besides the engine's.
    """
    rulesets = {rules.name: rules for rules in (*RULESETS.values(), *own)}
    found = replay(text, rulesets=rulesets)
    start = first_position(found.steps) if found.steps else found.game
    return Played(start, found.steps, found.game.winner if found.game else None, faulty=bool(found.faults))


def played_course(course: Replay) -> Played:
    """Return the game of a table as it was played."""
    steps = tuple(one.step for one in course.happened)
    return Played(course.start, steps, course.game.winner, course.resigned)


def kept_analysis(played: Played) -> dict[str, Any]:
    """Look through a game, which takes some seconds, and return what was found as JSON."""
    found = analyse_steps(played.steps[:MOST_STEPS], played.start)
    return {
        "form": FORM,
        "decisions": [_to_plain(chosen) for chosen in found.decisions],
        "sides": [[side.decisions, side.best, round(side.cost, 6), round(side.luck, 6)] for side in found.sides],
        "moments": [[moment.deal, list(moment.scores), round(moment.win, 6)] for moment in found.moments],
    }


def _to_plain(chosen: JudgedMove) -> dict[str, Any]:
    done, best = chosen.done, chosen.best
    return {
        "step": chosen.step,
        "done": _cards(done),
        "best": _cards(best),
        "cost": None if best.win is None or done.win is None else round(chosen.cost, 6),
        "points": round(chosen.points, 3),
        "why": str(best.why),
        "why_made_of": text_parts(best.why),
    }


def _cards(option: Option) -> list[str]:
    event = option.event
    cards = event.cards or () if isinstance(event, LayAway) else (event.card,) if isinstance(event, Lay) else ()
    return [str(card) for card in cards]


def known_form(found: Mapping[str, Any]) -> bool:
    """Tell whether what is kept can be read by this version."""
    return found.get("form") == FORM


def looked_through(found: Mapping[str, Any], played: Played) -> LookedThrough:
    """Return the page of a game that was looked through, from what is kept of it and the game itself."""
    start, steps = played.start, played.steps
    if start is None:
        return LookedThrough((), (), None, (), (), (), (), tuple(_notes(played, 0)))
    befores = (start, *(step.game for step in steps))
    judged = list(_judged(found["decisions"], befores, steps))
    names = tuple(called(start, side) for side in range(len(start.scores)))
    costly = sorted((one for one in judged if one.cost), key=lambda one: -one.weight)[:MOST]
    moments = found["moments"] if len(names) == 2 else []
    return LookedThrough(
        said=tuple(_summary_sentences(found, names, played)),
        names=names,
        chart=draw_chart([round(100 * win) for _, _, win in moments], 100) if len(moments) > 1 else None,
        moments=tuple(_moments(moments)),
        sides=tuple(_sides(found, judged, start)) if judged else (),
        costly=tuple(costly),
        others=tuple(one for one in judged if one not in costly),
        notes=tuple(_notes(played, len(start.names))),
    )


def _judged(decisions: Iterable[Mapping[str, Any]], befores: Sequence[Game], steps: Sequence[Step]) -> Iterable[Judged]:
    away: dict[tuple[int, int], str] = {}
    for step, before in zip(steps, befores, strict=False):
        if isinstance(step.event, LayAway):
            away[before.deal, step.event.player] = " ".join(map(str, step.event.cards or ()))
    for said in decisions:
        place = said["step"]
        if place >= len(steps):  # an engine that reads the record otherwise
            return
        before, event = befores[place], steps[place].event
        lays_away = isinstance(event, LayAway)
        player = event.player if lays_away else before.turn or 0
        asked = {"line": str(before), "who": before.names[player]}
        if not lays_away and (laid := away.get((before.deal, player))):
            asked["away"] = laid
        cost, weight = _cost(said)
        yield Judged(
            step=place + 1,
            deal=before.deal,
            who=before.names[player],
            away=lays_away,
            done=tuple(said["done"]),
            best=tuple(said["best"]),
            cost=cost,
            weight=weight,
            why=read_back(said["why_made_of"], said["why"]),
            position=urlencode(asked),
        )


def _cost(said: Mapping[str, Any]) -> tuple[str | Text, float]:
    """Return what a choice cost as it is shown, empty where that is not worth telling, and its weight in a list."""
    if said["cost"] is not None:
        return (_percent(said["cost"], 1) if said["cost"] >= WORTH_TELLING else ""), said["cost"]
    points = said["points"]
    return (_points(points) if points >= POINTS else ""), points * A_POINT


def _points(points: float) -> Text:
    return Text("{points} points", points=f"{points:.1f}")


def _percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f}%"


def _signed(share: float) -> str:
    return f"{round(100 * share):+d}%".replace("-", "−").replace("+0%", "0%")


def _summary_sentences(found: Mapping[str, Any], names: Sequence[Text], played: Played) -> Iterable[Text]:
    """Yield who won by the cards or by their choices, and how far each moved the chance to win."""
    moments, sides, winner = found["moments"], found["sides"], played.winner
    if played.resigned is not None:
        yield Text("{player} resigns.", player=names[played.resigned])
    if len(names) > 2 or len(moments) < 2:
        if winner is not None:
            yield Text("{player} won.", player=names[winner])
        return
    side = winner or 0
    luck, skill = sides[side][3], sides[1 - side][2] - sides[side][2]
    if winner is not None:
        both = luck >= TELLING and skill >= TELLING
        yield Text(_BY_BOTH if both else _BY_SKILL if skill > luck else _BY_LUCK, player=names[side])
    before, after = (moment[2] if side == 0 else 1 - moment[2] for moment in (moments[0], moments[-1]))
    yield Text(
        "{player}’s chance to win went from {before} to {after}: {luck} by the cards, {skill} by choices.",
        player=names[side],
        before=_percent(before),
        after=_percent(after),
        luck=_signed(luck),
        skill=_signed(skill),
    )


_BY_BOTH = N_("{player} won by the cards and by better choices.")
_BY_SKILL = N_("{player} won by better choices.")
_BY_LUCK = N_("{player} won by the cards.")


def _moments(moments: Iterable[Sequence[Any]]) -> Iterable[MomentFound]:
    for place, (deal, scores, win) in enumerate(moments):
        if deal:
            name = Text("After deal {number}", number=deal)
        else:
            name = N_("After the cut for deal") if place else N_("Before the first deal")
        yield MomentFound(name, tuple(scores), _percent(win))


def _sides(found: Mapping[str, Any], judged: Sequence[Judged], game: Game) -> Iterable[SideFound]:
    names = [called(game, side) for side in range(len(game.scores))]
    for side, (decisions, best, cost, luck) in enumerate(found["sides"]):
        if len(names) == 2:
            yield SideFound(names[side], decisions, best, _percent(cost, 1), _signed(luck))
            continue
        own = [said["points"] for said, one in zip(found["decisions"], judged, strict=True) if one.who == names[side]]
        lost = sum(max(0.0, points) for points in own)
        yield SideFound(names[side], len(own), sum(points < POINTS for points in own), _points(lost), "")


def _notes(played: Played, players: int) -> Iterable[Text]:
    """Yield what the figures leave out."""
    if played.faulty:
        yield N_("The record has a mistake: it is looked through as far as it is right.")
    if any(isinstance(step.event, LayAway) and step.event.cards is None for step in played.steps):
        yield N_("Cards of a player are not written, so choices that rest on them are left out.")
    if len(played.steps) > MOST_STEPS:
        yield Text("The first {n} steps of this game are looked through.", n=MOST_STEPS)
    if players == 3:
        yield N_("With three players choices are judged by points, not by the chance to win.")
    if players == 4:
        yield N_("The cards that partners play are judged by points; in the chance to win they count with the cards.")
