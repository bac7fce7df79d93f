"""Overcalls and false challenges, from the rulings that stand, and the cases that came of them. None of it is public.

A called hand counts once: its last ruling decides what is noted. A revoked one notes nothing.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from league.enums import AppealState, ConductState, Side
from league.models import Appeal, Call, ConductCase, Fixture, League, Player, Ruling, Season
from league.queries.outages import appeal_until
from league.queries.rows import Rows
from league.queries.visibility import not_closed, not_hidden
from league.rules.deadlines import Gap
from league.rules.rulings import Award, ErrorCount, count_errors, with_awards
from league.rules.sheets import AWAY, HOME, ResultSheet, other_side
from league.rules.sheets import Side as SideName

LATEST = 100
# A case that waits is the referees' affair alone, and so is one that has lapsed: nothing was decided.
NOT_DECIDED = (ConductState.PROPOSED, ConductState.LAPSED)


@dataclass(frozen=True, slots=True)
class NotedRuling:
    ruling: Ruling
    call: Call
    noted: tuple[ErrorCount, ...]

    @property
    def appealed(self) -> bool:
        return any(one.appealed for one in self.noted)


def call_of(ruling: Ruling) -> Call | None:
    """The called hand a ruling is about, by itself or in a dispute; with both joined."""
    if ruling.call is not None:
        return ruling.call
    return ruling.dispute.call if ruling.dispute is not None else None


def _rulings(which: Q) -> QuerySet[Ruling]:
    """Rulings on called hands that nobody has revoked."""
    about = Q(call__isnull=False) | Q(dispute__call__isnull=False)
    calls = Call.objects.select_related("counter_player", "challenger_player", "fixture__home", "fixture__away")
    return (
        Ruling.objects.filter(about, which, revoked_at=None)
        .select_related("referee", "appeal", "dispute__fixture")
        .prefetch_related(Prefetch("call", calls), Prefetch("dispute__call", calls))
        .order_by("decided_at", "pk")
    )


def _noted(rulings: Iterable[Ruling]) -> list[NotedRuling]:
    """Return the notes of rulings, in their order; of two on one hand the last counts."""
    last: dict[tuple[object, ...], tuple[Ruling, Call]] = {}
    for ruling in rulings:
        call = call_of(ruling)
        if call is not None and "overcall" in ruling.verdict:
            last.pop(call.hand_key, None)
            last[call.hand_key] = (ruling, call)
    found = [NotedRuling(ruling, call, tuple(_against(ruling, call))) for ruling, call in last.values()]
    return [one for one in found if one.noted]


def _against(ruling: Ruling, call: Call) -> Iterable[ErrorCount]:
    counter: SideName = "home" if call.counter == Side.HOME else "away"
    place = (call.fixture_id, call.match_number, call.game_number)
    waiting = int(_is_appealed(ruling))
    if ruling.verdict.get("overcall"):
        yield ErrorCount(*place, counter, call.counter_player_id, overcalls=1, appealed=waiting)
    if ruling.verdict.get("false_challenge"):
        yield ErrorCount(*place, other_side(counter), call.challenger_player_id, false_challenges=1, appealed=waiting)


def _is_appealed(ruling: Ruling) -> bool:
    try:
        return ruling.appeal.state == AppealState.OPEN
    except Appeal.DoesNotExist:
        return False


def noted_in(fixture: Fixture, *, match_number: int, game_number: int) -> list[NotedRuling]:
    """Rulings that noted something in one game, the first first (at most three queries)."""
    here = Q()
    for way in ("", "dispute__"):
        here |= Q(
            **{
                f"{way}call__fixture": fixture,
                f"{way}call__match_number": match_number,
                f"{way}call__game_number": game_number,
            }
        )
    return _noted(_rulings(here))


def counts_in(fixture: Fixture, *, match_number: int, game_number: int) -> list[ErrorCount]:
    rulings = noted_in(fixture, match_number=match_number, game_number=game_number)
    return count_errors(one for ruling in rulings for one in ruling.noted)


def offenders_in(fixture: Fixture, *, match_number: int, game_number: int, but: Call | None = None) -> set[SideName]:
    """Sides against which something is noted in a game (at most three queries), except on the hand of `but`."""
    rulings = noted_in(fixture, match_number=match_number, game_number=game_number)
    others = [ruling for ruling in rulings if but is None or ruling.call.hand_key != but.hand_key]
    return {noted.side for other in others for noted in other.noted}


@dataclass(frozen=True, slots=True)
class CountLine:
    """A count and its player; None where the rulings named only the side."""

    count: ErrorCount
    player: Player | None


def count_lines(rulings: Iterable[NotedRuling]) -> list[CountLine]:
    """Counts with the players' names, the highest first (no query)."""
    listed = list(rulings)
    people = {p.pk: p for one in listed for p in (one.call.counter_player, one.call.challenger_player) if p is not None}
    counts = count_errors(noted for one in listed for noted in one.noted)
    return [CountLine(count, people.get(count.player) if count.player else None) for count in counts]


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """Overcalls and false challenges noted against a player in a season; `worst` is the most in one game."""

    player: Player
    overcalls: int
    false_challenges: int
    appealed: int
    worst: int

    @property
    def total(self) -> int:
        return self.overcalls + self.false_challenges


def season_lines(season: Season) -> list[SeasonLine]:
    """Players of a season against whom something was noted, the highest count first (at most four queries)."""
    rulings = _noted(_rulings(_of_season(season)))
    by_player: dict[int, list[ErrorCount]] = {}
    for count in count_errors(one for ruling in rulings for one in ruling.noted):
        if count.player is not None:
            by_player.setdefault(count.player, []).append(count)
    people = Player.objects.in_bulk(by_player)
    lines = [
        SeasonLine(
            people[player],
            sum(count.overcalls for count in counts),
            sum(count.false_challenges for count in counts),
            sum(count.appealed for count in counts),
            max(count.total for count in counts),
        )
        for player, counts in by_player.items()
    ]
    return sorted(lines, key=lambda line: (-line.total, line.player.name, line.player.pk))


def _of_season(season: Season) -> Q:
    return Q(call__fixture__division__season=season) | Q(dispute__call__fixture__division__season=season)


@dataclass(frozen=True, slots=True)
class ConductRecord:
    """A player's own record of conduct in a season."""

    overcalls: int
    false_challenges: int
    rulings: list[NotedRuling]
    cases: list[ConductCase]  # undecided ones are the referees' affair alone


def record_of(player: Player, season: Season) -> ConductRecord:
    """Return what was noted against a player in a season, and what was decided about it (at most four queries)."""
    about_them = Q(call__counter_player=player) | Q(call__challenger_player=player)
    about_them |= Q(dispute__call__counter_player=player) | Q(dispute__call__challenger_player=player)
    found = [
        noted_ruling
        for noted_ruling in _noted(_rulings(about_them & _of_season(season)))
        if any(noted.player == player.pk for noted in noted_ruling.noted)
    ]
    mine = [noted for one in found for noted in one.noted if noted.player == player.pk]
    cases = _cases(Q(player=player, fixture__division__season=season)).exclude(state__in=NOT_DECIDED)
    return ConductRecord(
        overcalls=sum(noted.overcalls for noted in mine),
        false_challenges=sum(noted.false_challenges for noted in mine),
        rulings=found[::-1],
        cases=list(cases),
    )


def _cases(which: Q) -> QuerySet[ConductCase]:
    return (
        ConductCase.objects.filter(which)
        .select_related(
            "fixture__division__season__league", "fixture__format", "fixture__home", "fixture__away", "fixture__venue"
        )
        .select_related("fixture__week__round", "player", "ruling__referee", "ruling__appeal")
        .order_by("-proposed_at", "-pk")
    )


def find_case(league: League, pk: int) -> ConductCase:
    return _cases(not_hidden("fixture__division__season__") & Q(fixture__division__season__league=league)).get(pk=pk)


def open_cases(league: League) -> Rows[ConductCase]:
    """Open cases of a league, the oldest first (one query)."""
    found = _cases(not_closed("fixture__division__season__") & Q(fixture__division__season__league=league))
    found = found.filter(state=ConductState.PROPOSED)
    return Rows(found.order_by("proposed_at", "pk"))


def decided_cases(season: Season) -> list[ConductCase]:
    """Latest decided cases of a season, the last first (one query)."""
    found = _cases(Q(fixture__division__season=season)).exclude(state__in=NOT_DECIDED)
    return list(found.order_by("-ruling__decided_at", "-pk")[:LATEST])


def may_be_appealed(ruling: Ruling, league: League, away: Iterable[Gap], *, now: dt.datetime) -> bool:
    """Whether an appeal against a ruling can still be made; `away` is from `gaps_in` its season."""
    try:
        ruling.appeal  # noqa: B018 - joined: whether there is one
    except Appeal.DoesNotExist:
        return ruling.revoked_at is None and now <= appeal_until(ruling, league, away)
    return False


def is_about(one: NotedRuling, case: ConductCase) -> bool:
    return any((noted.player, noted.side) == (case.player_id, case.side) for noted in one.noted)


def awards_of(fixture: Fixture) -> list[ConductCase]:
    """Cases of a fixture decided by awarding the game, and still standing, in its order (one query)."""
    cases = ConductCase.objects.filter(fixture=fixture, state=ConductState.AWARDED).select_related("ruling")
    return list(cases.order_by("match_number", "game_number", "pk"))


def decided_with(ruling: Ruling) -> Ruling | None:
    """The ruling on a case made together with a ruling on a call, by awarding its game (one query).

    Both come from one press of a button: same game, same referee, same moment.
    """
    call = ruling.call
    if call is None:
        return None
    place = {"fixture": call.fixture_id, "match_number": call.match_number, "game_number": call.game_number}
    return (
        Ruling.objects.filter(
            **{f"case__{field}": value for field, value in place.items()},
            case__isnull=False,
            referee=ruling.referee_id,
            decided_at=ruling.decided_at,
        )
        .exclude(awarded_to="")
        .select_related("case__player__user", "before", "after", "appeal")
        .first()
    )


def standing_awards(fixture: Fixture, *, but: Ruling | None = None) -> tuple[Award, ...]:
    """Games of a fixture awarded for conduct (R43) by standing rulings except `but`, whatever became of the sheet (one
    query)."""
    rulings = Ruling.objects.filter(Q(case__fixture=fixture) | Q(call__fixture=fixture), revoked_at=None)
    rows = rulings.exclude(awarded_to="").exclude(pk=but.pk if but else 0).order_by("decided_at", "pk")
    return tuple(
        Award(case_match or call_match, case_game or call_game, AWAY if to == Side.AWAY else HOME)
        for to, case_match, case_game, call_match, call_game in rows.values_list(
            "awarded_to", "case__match_number", "case__game_number", "call__match_number", "call__game_number"
        )
    )


def awarded_in(fixture: Fixture, match_number: int, game_number: int) -> SideName | None:
    """The side a game is awarded to for conduct; only an appeal takes that back (one query)."""
    awards = standing_awards(fixture)
    return next((award.to for award in reversed(awards) if award.place == (match_number, game_number)), None)


def as_awarded(
    fixture: Fixture, sheet: ResultSheet, *, known: ResultSheet | None = None, but: Ruling | None = None
) -> ResultSheet:
    """Award a sheet the games that are awarded for conduct (one query at most). For `known` and `but` see there."""
    return with_awards(sheet, standing_awards(fixture, but=but), known=known) if sheet.matches else sheet
